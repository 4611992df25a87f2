// Writes the HTML report of the session in view to a file: a job with progress, which can be cancelled. Until it is written whole
// the file is what it was. Deletes itself when it is done, or when the session is closed. GUI thread only.
#pragma once

#include <functional>

#include "frame/workspace.h"
#include "jobs/job.h"

namespace etscope::ui {

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

}  // namespace etscope::ui
