#include "frame/script_copier.h"

#include <QApplication>
#include <QClipboard>

#include "look/numbers.h"
#include "stages/reference_script.h"

namespace etscope::ui {

ScriptCopier::ScriptCopier(Workspace& workspace, const QString& method, std::function<void(const QString&)> say, QObject* parent)
    : QObject(parent) {
    connect(&workspace, &Workspace::sessionChanged, this, &QObject::deleteLater);
    m_job.start(
        tr("Writing a script for reference values"),
        [session = workspace.session(), name = method.toStdString()](const JobContext& job) -> Result<Script> {
            const auto plan = stages::scriptPlan({*session, name}, job);
            if (!plan) return plan.failure();
            return Script{text(stages::referenceScript(*plan)), text(plan->values)};
        },
        [this, say = std::move(say)](const Result<Script>& script) {
            if (script) QApplication::clipboard()->setText(script->text);
            say(script ? tr("Copied: a Python script that writes %1").arg(script->values)
                       : tr("There is no script: %1").arg(text(script.error().message)));
            deleteLater();
        });
}

QString scriptLink(const QString& method) { return QStringLiteral("script:") + method; }

}  // namespace etscope::ui
