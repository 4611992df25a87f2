// SessionKeeper: what a session has beside its files: the session file that it came from or was saved as, the notes and pairs in
// it, and what is looked at: written there and shown again. GUI thread only.
#pragma once

#include <QPointer>
#include <optional>

#include "frame/session_file.h"

class QMessageBox;
class QWidget;

namespace etscope::ui {

class PageArea;
class ViewChoices;

class SessionKeeper : public QObject {
    Q_OBJECT
public:
    SessionKeeper(Workspace& workspace, PageArea& pages, ViewChoices& choices, QWidget* window);
    /// The session file of what is open; empty: none.
    const QString& file() const { return m_file; }
    /// To what is open, or a link to any file.
    void goTo(const QString& address);
    /// Whether more is to be shown once the files of a session file are open.
    bool wishes() const { return m_wish.has_value(); }
    /// What is open and looked at as a session file; false and a message when it cannot be written.
    bool save(const QString& path);
    /// Asks where to save it; `saved`: what is done then.
    void saveAs(std::function<void()> saved = {});
    void showNotes();
    bool notesAreSaved() const { return m_notes == m_savedNotes; }
    /// Nothing that a person wrote is lost unasked.
    void settleNotes(std::function<void()> settled);
    /// From now on sessions come into the list of recent ones, with their verdicts, and bookmarks of session files are kept.
    void remember() { m_remembers = true; }
    bool remembers() const { return m_remembers; }
    /// Called when there is another session, or none.
    void takeSession();

public slots:
    /// Files and folders of one session, a session file, or a link (models/address.h), instead of what is open.
    void open(const QStringList& paths);
    /// Files beside those that are open; a session file is opened instead of them.
    void add(const QStringList& paths);

signals:
    void windowAsked(QStringList paths);  ///< of its own
    void said(QString message);
    /// The method in view is the one that was saved.
    void methodTold();

private:
    struct Wish {
        SavedSession session;
        QString file;
    };
    void openSession(const QString& path, const QString& selection);
    void openLink(const FileLink& link);
    bool isOpen(const QString& path) const;
    void wish(SavedSession session, const QString& file);
    void showWish();
    void forget();
    void sayMissing(const QStringList& what);
    /// What the list of recent sessions knows the open one by.
    QStringList knownPaths() const { return m_file.isEmpty() ? m_workspace.paths() : QStringList{m_file}; }
    SavedSession now() const;

    Workspace& m_workspace;
    PageArea& m_pages;
    ViewChoices& m_choices;
    QWidget* m_window;
    SavedPairs* m_pairs;
    std::optional<Wish> m_wish;  ///< to be looked at once its files are open
    QString m_file;
    QStringList m_paths;      ///< of the session that was shown last
    QJsonObject m_otherKeys;  ///< of the session file, kept for the next one
    QString m_notes, m_savedNotes;
    QPointer<QMessageBox> m_notesQuestion;
    bool m_remembers = false;
};

}  // namespace etscope::ui
