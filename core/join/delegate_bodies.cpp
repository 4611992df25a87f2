#include "join/delegate_bodies.h"

#include "base/number_text.h"
#include "graph/compose.h"
#include "join/stage_graph.h"

namespace etscope::join {
namespace {

using graph::NodeRef;
using graph::StageId;

/// The delegate that the instruction "chain/number" calls.
std::optional<std::size_t> calledDelegate(const program::ExecutionPlan& plan, std::string_view node) {
    const auto slash = node.find('/');
    const auto chain = parseInt(node.substr(0, slash));
    const auto number = slash == std::string_view::npos ? std::nullopt : parseInt(node.substr(slash + 1));
    const program::Instruction* instruction = chain && number ? plan.instructionAt(*chain, *number) : nullptr;
    return instruction != nullptr ? plan.calledDelegate(*instruction) : std::nullopt;
}

/// Where the step that names the stage inside a call begins and ends, in the path of a node shown in place.
struct Step {
    std::size_t begin, end;
};
std::optional<Step> innermostStep(std::string_view path) {
    for (auto end = path.rfind('/'); end != std::string_view::npos && end > 0;) {
        const auto before = path.rfind('/', end - 1);
        if (before == std::string_view::npos) return std::nullopt;
        if (StageId::parse(path.substr(before + 1, end - before - 1)).insideDelegate()) return Step{before + 1, end};
        end = before;
    }
    return std::nullopt;
}

}  // namespace

std::optional<StageId> delegateStage(const session::MethodView& method, const StageId& stage, const graph::GraphModel& model,
                                     graph::NodeId node) {
    const std::int32_t call = model.node(node).delegate;
    if (call < 0) return std::nullopt;
    if (stage.is(StageId::Kind::Edge)) return StageId::lowered(static_cast<std::uint32_t>(call));
    const program::ExecutionPlan* plan = stage.is(StageId::Kind::Program) ? method.plan() : nullptr;
    const auto delegate = plan != nullptr ? calledDelegate(*plan, model.text(model.node(node).id)) : std::nullopt;
    return delegate ? std::optional(StageId::payload(static_cast<std::uint32_t>(*delegate))) : std::nullopt;
}

Result<std::shared_ptr<const graph::GraphModel>> graphWithDelegates(const session::MethodView& method, const StageId& stage,
                                                                    const std::set<graph::NodeId>& open, const JobContext& job) {
    const auto base = stageGraph(method, stage, job);
    if (!base || open.empty()) return base;
    std::vector<graph::Body> bodies;
    Diagnostics diagnostics;
    for (const graph::NodeId node : open) {
        if (node.index() >= (*base)->nodeCount()) continue;
        const auto inner = delegateStage(method, stage, **base, node);
        if (!inner) continue;
        const auto graph = method.graph(*inner, job);
        if (graph.cancelled()) return graph.failure();
        if (graph)
            bodies.push_back({node, *graph, inner->text()});
        else
            diagnostics.note("delegate-not-decoded", method.name + "/" + inner->text(), graph.error().message);
    }
    method.session.addDiagnostics(diagnostics);
    return graph::withBodies(**base, bodies);
}

NodeHome homeOf(const StageId& stage, std::string_view node) {
    const auto step = stage.insideDelegate() ? std::nullopt : innermostStep(node);
    if (!step || step->end + 1 == node.size()) return {stage, std::string(node)};
    return {StageId::parse(node.substr(step->begin, step->end - step->begin)), std::string(node.substr(step->end + 1))};
}

std::optional<std::string> callAround(const StageId& stage, std::string_view node) {
    const auto step = stage.insideDelegate() ? std::nullopt : innermostStep(node);
    return step && step->begin > 0 ? std::optional(std::string(node.substr(0, step->begin - 1))) : std::nullopt;
}

Result<NodeRef> nodeAt(const session::MethodView& method, const StageId& stage, std::string_view node, const JobContext& job) {
    const NodeHome home = homeOf(stage, node);
    const auto model = method.graph(home.stage, job);
    if (!model) return model.failure();
    const graph::NodeId id = (*model)->findNode(home.node);
    if (!id.valid()) return fail("no-such-node", "this stage has no node of that name");
    return NodeRef{method.resolved(home.stage), id};
}

}  // namespace etscope::join
