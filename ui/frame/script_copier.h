// Copies the script that computes the reference values of a method, as soon as a job has put it together. Deletes itself when it is
// done. GUI thread only.
#pragma once

#include <functional>

#include "frame/workspace.h"
#include "jobs/job.h"

namespace etscope::ui {

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

/// The link of Workspace::follow() that copies the script of a method.
QString scriptLink(const QString& method);

}  // namespace etscope::ui
