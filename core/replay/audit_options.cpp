// What a session knows for an audit: the inputs that fed a run, the graphs that delegates were made from.
#include "base/limits.h"
#include "replay/audit.h"
#include "replay/fed_inputs.h"

namespace etscope::replay {

Result<AuditOptions> auditOptions(const session::MethodView& method, const JobContext& job) {
    AuditOptions options;
    const auto fed = fedRuns(method, job);
    if (!fed) return fed.failure();
    options.inputs = [fed = *fed, memory = std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes)](
                         const join::SessionRun& run) {
        const auto known = fed->find(run.index);
        return known == fed->end() ? std::vector<std::optional<evaluate::Value>>{} : known->second.seen(memory);
    };
    if (method.session.recordFile() == nullptr) return options;
    using Bodies = Result<std::shared_ptr<DelegateBodies>>;
    options.delegate = [method, &job,
                        bodies = std::make_shared<std::optional<Bodies>>()](const ReplayedCall& call) -> Result<DelegateReadings> {
        if (!*bodies) *bodies = DelegateBodies::make(method, job);  // once a delegate is called
        return **bodies ? (***bodies)->of(call, job) : Result<DelegateReadings>((*bodies)->failure());
    };
    return options;
}

Result<std::vector<AuditRow>> auditOf(const session::MethodView& method, const std::vector<const join::SessionRun*>& runs,
                                      const JobContext& job) {
    const auto options = auditOptions(method, job);
    if (!options) return options.failure();
    return audit(method, runs, *options, job);
}

}  // namespace etscope::replay
