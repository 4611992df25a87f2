#include "session/delegate_stages.h"

#include <algorithm>

namespace etscope::session {
namespace {

using graph::StageId;

/// Of the edge graph: 0 where the record has none.
std::size_t recordedCalls(const session::MethodView& method, const JobContext& job) {
    const Method* known = method.known();
    if (known == nullptr || !known->has(StageId::edge())) return 0;
    const auto edge = method.graph(StageId::edge(), job);
    return edge ? (*edge)->delegates().size() : 0;
}

/// Further graphs have names of their own; those without one, or with a name that is taken, cannot be asked for.
void addOthers(const delegates::Decoded& decoded, std::uint32_t index, std::vector<StageId>& stages) {
    for (const delegates::NamedGraph& other : decoded.otherGraphs) {
        if (other.name.empty() || other.graph == nullptr || other.name == decoded.graphName) continue;
        const StageId stage = StageId::payload(index, other.name);
        if (std::ranges::find(stages, stage) == stages.end()) stages.push_back(stage);
    }
}

}  // namespace

Result<std::vector<StageId>> delegateStages(const session::MethodView& method, const JobContext& job) {
    const program::ExecutionPlan* plan = method.plan();
    const std::size_t payloads = plan != nullptr ? plan->delegates.size() : 0, calls = recordedCalls(method, job);
    std::vector<StageId> stages;
    const auto addShown = [&](const StageId& stage) {
        if (method.graph(stage, job)) stages.push_back(stage);
    };
    for (std::uint32_t i = 0; i < payloads + calls; ++i) {
        if (job.cancelled()) return cancelledFailure();
        if (i < payloads) {
            addShown(StageId::payload(i));
            if (const auto decoded = method.delegate(i, job)) addOthers(**decoded, i, stages);
        } else {
            addShown(StageId::lowered(static_cast<std::uint32_t>(i - payloads)));
        }
        job.report(static_cast<double>(i + 1) / static_cast<double>(payloads + calls));
    }
    if (job.cancelled()) return cancelledFailure();
    return stages;
}

}  // namespace etscope::session
