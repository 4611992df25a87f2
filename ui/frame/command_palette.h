// CommandPalette: one line that finds commands, methods, stages, operators and tensors. `>` only commands, `@` only
// operators, `#` only tensors; an address goes there. GUI thread only.
#pragma once

#include <QDialog>

#include "frame/workspace.h"

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

private:
    struct Entry {
        QChar prefix;
        QString title, detail;
        bool possible = true;
        std::function<void()> run;
    };
    void collect();
    void filter(const QString& text);
    void run(int row);

    Workspace& m_workspace;
    Commands& m_commands;
    QLineEdit* m_line;
    QListWidget* m_list;
    QList<Entry> m_entries;
    QList<qsizetype> m_shown;
};

}  // namespace etscope::ui
