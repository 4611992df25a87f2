#include "session/delegate_stages.h"

#include <algorithm>

#include "base/text.h"

namespace etscope::session {
namespace {

std::string stageName(std::size_t index) { return "delegate:" + std::to_string(index); }

/// Of the edge graph: 0 where the record has none.
std::size_t recordedCalls(const Session& session, std::string_view method, const JobContext& job) {
    const Method* known = session.method(method);
    if (known == nullptr || std::ranges::find(known->stages, "edge") == known->stages.end()) return 0;
    const auto edge = session.graph(method, "edge", job);
    return edge ? (*edge)->delegates().size() : 0;
}

/// Further graphs have names of their own; those without one, or with a name that is taken, cannot be asked for.
void addOthers(const delegates::Decoded& decoded, std::size_t index, std::vector<std::string>& stages) {
    for (const delegates::NamedGraph& other : decoded.otherGraphs) {
        if (other.name.empty() || other.graph == nullptr || other.name == decoded.graphName ||
            repairedUtf8(other.name) != other.name)
            continue;
        const std::string stage = stageName(index) + "/" + other.name;
        if (std::ranges::find(stages, stage) == stages.end()) stages.push_back(stage);
    }
}

}  // namespace

Result<std::vector<std::string>> delegateStages(const Session& session, std::string_view method, const JobContext& job) {
    const program::ExecutionPlan* plan = session.plan(method);
    const std::size_t count = plan != nullptr ? plan->delegates.size() : recordedCalls(session, method, job);
    std::vector<std::string> stages;
    for (std::size_t i = 0; i < count; ++i) {
        if (job.cancelled()) return cancelledFailure();
        const auto decoded = session.delegate(method, i, job);
        // What the payload does not tell, the record's lowered module may.
        const bool shown = (decoded && (*decoded)->graph != nullptr) || session.graph(method, stageName(i), job);
        if (shown) stages.push_back(stageName(i));
        if (decoded) addOthers(**decoded, i, stages);
        job.report(static_cast<double>(i + 1) / static_cast<double>(count));
    }
    if (job.cancelled()) return cancelledFailure();
    return stages;
}

}  // namespace etscope::session
