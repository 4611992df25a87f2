// Errands: jobs of their own, which delete themselves when they are done or when the session is closed. GUI thread only.
#pragma once

#include <functional>

#include "jobs/job.h"
#include "workspace/workspace.h"

namespace etscope::ui {

class Commands;
class Page;

/// Writes the HTML report of the session in view to a file, with progress; it can be cancelled. Until it is written whole the file
/// is what it was.
class ReportWriter : public QObject {
    Q_OBJECT
public:
    /// `say`: told what was written, or why nothing was.
    ReportWriter(Workspace& workspace, const QString& path, std::function<void(const QString&)> say, QObject* parent);

private:
    Job<qint64> m_job{this};  ///< bytes
};

/// Beside the first file: "model.html".
QString suggestedReport(const QStringList& paths);

/// Ask where to, and write there; `commands` say what came of it.
void exportReport(Workspace& workspace, QWidget* window, Commands& commands);
void exportPage(Page& page, PageId id, Commands& commands);

/// Writes the selected operator's call as a folder: its values, and a script that runs it alone.
class CallExtractor : public QObject {
    Q_OBJECT
public:
    /// `run`: whose values; nothing: the first that has some. `say`: told what was written, or why nothing was.
    CallExtractor(Workspace& workspace, const QString& folder, std::function<void(const QString&)> say, QObject* parent);

private:
    Job<bool> m_job{this};
};

/// Asks where to, and writes the call of the selection there.
void extractCall(Workspace& workspace, QWidget* window, Commands& commands);

/// Copies the script that computes the reference values of a method, as soon as it is put together.
class ScriptCopier : public QObject {
    Q_OBJECT
public:
    /// Of the session in view, which must be there. `say`: told what was copied, or why nothing was.
    ScriptCopier(Workspace& workspace, const QString& method, std::function<void(const QString&)> say, QObject* parent);

private:
    struct Script {
        QString text, values;  ///< the file that it writes
    };
    Job<Script> m_job{this};
};

}  // namespace etscope::ui
