#include "replay/run_inputs.h"

#include <algorithm>

#include "compare/run_cases.h"
#include "replay/executed.h"
#include "replay/fed_inputs.h"
#include "replay/kept_whole.h"

namespace etscope::replay {
namespace {

using Inputs = std::map<std::size_t, RunInputs>;

RunInputs ofCase(const join::SessionRun& run) {
    RunInputs inputs;
    inputs.run = run.index;
    if (!run.caseIndex) return inputs;
    inputs.choice = {InputChoice::Kind::Case, static_cast<std::size_t>(*run.caseIndex), {}};
    inputs.known = true;
    inputs.evidence = run.caseEvidence;
    return inputs;
}

RunInputs ofInstructions(const join::SessionRun& run, const FedInputs& fed) {
    const bool another = fed.other && !fed.other->paired;  // than those of any case, and of no file
    if (fed.state == FedState::Unknown || fed.state == FedState::Refuted || another) {
        RunInputs inputs = ofCase(run);
        inputs.contradicted = fed.contradicted;
        return inputs;
    }
    RunInputs inputs{run.index, {}, true, fed.contradicted, fed.evidence};
    if (fed.inputs.caseIndex) inputs.choice = {InputChoice::Kind::Case, *fed.inputs.caseIndex, {}};
    return inputs;
}

}  // namespace

Result<std::shared_ptr<const Inputs>> inputsOfRuns(const session::MethodView& method, const JobContext& job) {
    return keptWhole<Inputs>(method.session, "replay::inputsOfRuns " + method.name, job,
                             [&]() -> Result<std::shared_ptr<const Inputs>> {
                                 const auto runs = executionsOf(method, job);
                                 if (!runs) return runs.failure();
                                 std::vector<const join::SessionRun*> list;
                                 for (const join::SessionRun& run : *runs) list.push_back(&run);
                                 const auto fed = fedInputs(method, list, job);
                                 if (fed.cancelled()) return fed.failure();
                                 auto all = std::make_shared<Inputs>();
                                 for (std::size_t i = 0; i < list.size(); ++i)
                                     all->emplace(list[i]->index, fed ? ofInstructions(*list[i], (**fed)[i]) : ofCase(*list[i]));
                                 return std::shared_ptr<const Inputs>(std::move(all));
                             });
}

Result<RunInputs> inputsOfRun(const session::MethodView& method, std::optional<std::size_t> run, const JobContext& job) {
    const auto all = inputsOfRuns(method, job);
    if (!all) return all.failure();
    const auto known = run ? (*all)->find(*run) : (*all)->begin();
    if (known != (*all)->end()) return known->second;
    const auto runs = compare::runs(method.session, job);
    if (!runs) return runs.failure();
    const auto other = std::ranges::find_if(
        **runs, [&](const join::SessionRun& one) { return run ? one.index == *run : one.attribution.method == method.name; });
    return other == (*runs)->end() ? RunInputs{} : ofCase(*other);
}

}  // namespace etscope::replay
