// Questions that a dialog asks: it is opened and never waited for. While it is open jobs end, sessions change and windows close: a
// dialog is owned by the asker's window, is gone with the asker, and tells its answer only while the asker lives. What the answer
// needs of a session the caller holds by value or looks up when it comes. GUI thread only.
#pragma once

#include <QString>
#include <QStringList>
#include <functional>

class QWidget;

namespace etscope::ui {

struct PathQuestion {
    enum class Kind { Open, OpenMany, Folder, Save };
    Kind kind = Kind::Open;
    QString title;
    QString suggestion = {};  ///< a path
    QString filter = {};
    QString suffix = {};  ///< of Save: put behind a name that has none, before it is asked whether to replace a file
    QString folder = {};  ///< where it begins without a suggestion; empty: where the person was last
};

/// `done` gets at least one path; nothing is said when the person cancels. Save asks before a file is replaced.
void askForPaths(QWidget* asker, const PathQuestion& question, std::function<void(const QStringList&)> done);
/// The same of one path.
void askForPath(QWidget* asker, const PathQuestion& question, std::function<void(const QString&)> done);
void askForText(QWidget* asker, const QString& title, const QString& label, const QString& text,
                std::function<void(const QString&)> done);
void tell(QWidget* asker, const QString& title, const QString& words);

}  // namespace etscope::ui
