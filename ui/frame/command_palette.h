// CommandPalette: one line that finds commands, methods, stages, operators and tensors. `>` only commands, `@` only
// operators, `#` only tensors; an address goes there. GUI thread only.
#pragma once

#include <QDialog>

#include "workspace/workspace.h"

class QLineEdit;
class QListWidget;

namespace etscope::ui {

class Commands;

class CommandPalette : public QDialog {
    Q_OBJECT
public:
    CommandPalette(Workspace& workspace, Commands& commands, QWidget* parent);
    /// Shows it with the text typed in.
    void openWith(const QString& text);
    QListWidget* list() const { return m_list; }

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    /// What stands under a head of its own.
    enum class Group { Commands, Places, Operators, Tensors };
    struct Entry {
        QChar prefix;
        Group group;
        QString title, detail, keys;
        bool possible = true;
        std::function<void()> run;
        QString english = {};  ///< of a command: another title to be found by
    };
    /// A row that can be chosen.
    struct Row {
        int level = 0;  ///< 0: the best
        QString title, detail, keys;
        bool possible = true;
        std::function<void()> run;
    };
    /// An operator or a tensor.
    struct Thing {
        QChar prefix;
        QString title, detail;
        Address address;
    };
    using Things = std::shared_ptr<const std::vector<Thing>>;
    using Hit = std::pair<int, std::size_t>;  ///< better ones first, and their places
    void collect();
    void gather();
    static Things thingsOf(const session::Session& session, const QString& method, const QString& stage, const JobContext& job);
    template <class List>
    static QList<Hit> best(const List& of, const QString& typed);
    void filter(const QString& text);
    void sayNone();
    void showHits(const QList<Hit>& entries, const QList<Hit>& things);
    Row rowOf(const Thing& thing, int level);
    void addHead(Group group);
    void addRow(const Row& row);
    void step(int by);
    void run(int row);

    Workspace& m_workspace;
    Commands& m_commands;
    QLineEdit* m_line;
    QListWidget* m_list;
    QList<Entry> m_entries;
    Things m_things;  ///< of the session, while the palette is open; null: not collected yet
    QList<std::function<void()>> m_shown;
    Job<Things> m_gather{this};
    Job<QList<Hit>> m_search{this};
};

}  // namespace etscope::ui
