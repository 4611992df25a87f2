// Opener: opens what a person gives the window: files, folders, session files, links and addresses; and says what a selection is
// copied as, to come back by. GUI thread only.
#pragma once

#include <QObject>
#include <QStringList>

class QMenu;
class QWidget;

namespace etscope::ui {

struct FileLink;
class SessionKeeper;
class Workspace;

class Opener : public QObject {
    Q_OBJECT
public:
    Opener(Workspace& workspace, SessionKeeper& keeper, QWidget* window);
    void askForFiles(bool add);
    void askForFolder();
    void goTo(const QString& address);
    /// As "link", "address", "name" or "json".
    QString selectionAs(const QString& form) const;
    /// Sessions that were opened before.
    void fillRecent(QMenu& menu);

public slots:
    /// Files and folders of one session, a session file, or a link (models/address.h), instead of what is open.
    void open(const QStringList& paths);
    /// Files beside those that are open; a session file is opened instead of them.
    void add(const QStringList& paths);

signals:
    void windowAsked(QStringList paths);  ///< of its own
    void said(QString message);

private:
    void openSession(const QString& path, const QString& selection);
    void openLink(const FileLink& link);
    bool isOpen(const QString& file) const;

    Workspace& m_workspace;
    SessionKeeper& m_keeper;
    QWidget* m_window;
};

}  // namespace etscope::ui
