// What a session knows for an audit: the inputs that fed a run, the graphs that delegates were made from.
#include <algorithm>

#include "base/limits.h"
#include "gap/audit.h"
#include "gap/evaluated_values.h"
#include "gap/graph_inputs.h"

namespace etscope::gap {
namespace {

using OptionalValues = std::vector<std::optional<evaluate::Value>>;

OptionalValues inputsOfRun(const session::Session& session, const std::string& method, const join::SessionRun& run,
                           const std::shared_ptr<evaluate::Memory>& memory, const JobContext& job) {
    if (!run.caseIndex || *run.caseIndex < 0) return {};
    const InputChoice choice{InputChoice::Kind::Case, static_cast<std::size_t>(*run.caseIndex), {}};
    const auto inputs = graphInputs(session, method, graph::StageId::edge(), choice, job);
    OptionalValues values;
    if (!inputs) return values;
    for (const tensor::Value& value : inputs->values) {
        auto one = evaluatedValue(value, memory);
        values.push_back(one ? std::optional(*std::move(one)) : std::nullopt);
    }
    return values;
}

}  // namespace

AuditOptions auditOptions(const session::Session& session, const std::string& method, const JobContext& job) {
    AuditOptions options;
    const auto memory = std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes);
    options.inputs = [&session, method, memory, &job](const join::SessionRun& run) {
        return inputsOfRun(session, method, run, memory, job);
    };
    if (session.recordFile() == nullptr) return options;
    options.delegate = [bodies = DelegateBodies::make(session, method, job), &job](const ReplayedCall& call) -> Result<DelegateReadings> {
        return bodies ? (*bodies)->of(call, job) : Result<DelegateReadings>(bodies.failure());
    };
    return options;
}

Result<std::vector<AuditRow>> auditOf(const session::Session& session, const std::string& method,
                                      const std::vector<const join::SessionRun*>& runs, const JobContext& job) {
    return audit(session, method, runs, auditOptions(session, method, job), job);
}

}  // namespace etscope::gap
