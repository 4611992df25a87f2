// Commands: all that can be done with the window, each once: by its id for tests, as an action for menus, tool bar and keys, as a
// row of the palette and of the list of keys. One that cannot be run now says why, everywhere. GUI thread only.
#pragma once

#include <QMap>
#include <QObject>
#include <QString>
#include <functional>
#include <vector>

class QAction;
class QMainWindow;
class QMenu;
class QShortcut;
class QWidget;

namespace etscope::ui {

/// `menu` and `title` are English, marked for translation: QT_TRANSLATE_NOOP("Command", "…").
struct Command {
    const char* id;         ///< stable: "file.open", "go.back"
    const char* menu = "";  ///< "&View", "&View/&Theme"; of those of a view its name: "Graph"
    const char* title;      ///< with the letter of the menu
    QString keys;           ///< as QKeySequence reads them; empty: none
    std::function<void()> run;
    std::function<QString()> reason = {};  ///< why it cannot be run now; an empty text: it can. No function: always
    std::function<bool()> on = {};         ///< of those that are on or off
    /// Whether it is one of the window: in the menus, its keys answered everywhere. Those of a view are answered by the view.
    bool ofWindow = true;
};

/// Keys ("Ctrl+O") as the platform and the language write them.
QString keyText(const QString& keys);

class Commands : public QObject {
    Q_OBJECT
public:
    explicit Commands(QMainWindow* window);
    /// A menu or title of a Command in the language shown.
    static QString translated(const char* english);

    /// The command as it is told: one row of the palette and of the list of keys.
    struct Row {
        QString id, title, keys, reason;  ///< title without the letter of the menu, behind the name of its submenu or view
        QString english;                  ///< the title as it is in English: it is found by that, too
    };
    void add(Command command);
    /// Null for an id that there is not.
    QAction* action(const QString& id) const;
    std::vector<Row> rows() const;
    /// False when there is none or it cannot be run now; then said() tells why.
    bool run(const QString& id);
    /// The menu of the window with that English path ("&View/&Theme"), made when there is none yet.
    QMenu* menu(const QString& path);

    void say(const QString& message) { emit said(message); }

public slots:
    /// Asks every command of the window whether it can be run.
    void update();

signals:
    /// Of a command: why it cannot be run, what came of it.
    void said(QString message);

private:
    struct Entry {
        Command command;
        QAction* action;
        QShortcut* refusal;  ///< answers the keys while the action does not; null: it has no keys
    };
    const Entry* find(const QString& id) const;
    void addToWindow(Entry& entry);
    static QString reasonOf(const Entry& entry);

    QMainWindow* m_window;
    std::vector<Entry> m_entries;
    QMap<QString, QMenu*> m_menus;
};

/// The list of all commands and their keys, searched by typing: opened beside the window, which goes on working; a row that is
/// activated runs its command.
void showKeyList(Commands& commands, QWidget* window);

}  // namespace etscope::ui
