#include "join/delegate_bodies.h"

#include "base/text.h"
#include "graph/compose.h"

namespace etscope::join {
namespace {

constexpr std::string_view kDelegate = "delegate:";

/// The delegate that the instruction "chain/number" calls.
std::optional<std::int64_t> calledDelegate(const program::ExecutionPlan& plan, std::string_view node) {
    const auto slash = node.find('/');
    const auto chain = parseInt(node.substr(0, slash));
    const auto number = slash == std::string_view::npos ? std::nullopt : parseInt(node.substr(slash + 1));
    if (!chain || !number || *chain < 0 || *number < 0 || static_cast<std::size_t>(*chain) >= plan.chains.size())
        return std::nullopt;
    const auto& instructions = plan.chains[static_cast<std::size_t>(*chain)].instructions;
    if (static_cast<std::size_t>(*number) >= instructions.size()) return std::nullopt;
    const auto* call = std::get_if<program::DelegateCall>(&instructions[static_cast<std::size_t>(*number)]);
    return call != nullptr ? std::optional<std::int64_t>(call->delegateIndex) : std::nullopt;
}

}  // namespace

std::optional<std::string> delegateStage(const session::Session& session, std::string_view method, std::string_view stage,
                                         const graph::GraphModel& model, graph::NodeId node) {
    const std::int32_t call = model.node(node).delegate;
    if (call < 0) return std::nullopt;
    if (stage != "program") return std::string(kDelegate) + std::to_string(call);
    const program::ExecutionPlan* plan = session.plan(method);
    const auto delegate = plan != nullptr ? calledDelegate(*plan, model.text(model.node(node).id)) : std::nullopt;
    return delegate ? std::optional(std::string(kDelegate) + std::to_string(*delegate)) : std::nullopt;
}

Result<std::shared_ptr<const graph::GraphModel>> graphWithDelegates(const session::Session& session, std::string_view method,
                                                                    std::string_view stage, const std::set<graph::NodeId>& open,
                                                                    const JobContext& job) {
    const auto base = session.graph(method, stage, job);
    if (!base || open.empty()) return base;
    std::vector<graph::Body> bodies;
    Diagnostics diagnostics;
    for (const graph::NodeId node : open) {
        if (node.index() >= (*base)->nodeCount()) continue;
        const auto inner = delegateStage(session, method, stage, **base, node);
        if (!inner) continue;
        const auto graph = session.graph(method, *inner, job);
        if (!graph && graph.error().code == "cancelled") return graph.failure();
        if (graph)
            bodies.push_back({node, *graph, *inner});
        else
            diagnostics.note("delegate-not-decoded", std::string(method) + "/" + *inner, graph.error().message);
    }
    session.addDiagnostics(diagnostics);
    return graph::withBodies(**base, bodies);
}

NodeHome homeOf(std::string_view stage, std::string_view node) {
    const auto at = stage.starts_with(kDelegate) ? std::string_view::npos : node.rfind("/delegate:");
    if (at == std::string_view::npos) return {std::string(stage), std::string(node)};
    const std::string_view inner = node.substr(at + 1);
    const auto slash = inner.find('/');
    if (slash == std::string_view::npos) return {std::string(stage), std::string(node)};
    return {std::string(inner.substr(0, slash)), std::string(inner.substr(slash + 1))};
}

}  // namespace etscope::join
