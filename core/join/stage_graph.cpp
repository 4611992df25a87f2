#include "join/stage_graph.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "graph/compose.h"
#include "join/links.h"

namespace etscope::join {
namespace {

using graph::NodeRef;
using graph::StageId;

/// A module stack as files write it: items from the outermost on, with ';' between them.
using Items = std::vector<std::string_view>;

Items itemsOf(std::string_view stack) {
    Items items;
    while (!stack.empty()) {
        const std::size_t end = std::min(stack.find(';'), stack.size());
        items.push_back(stack.substr(0, end));
        stack.remove_prefix(std::min(end + 1, stack.size()));
    }
    return items;
}

/// What exporters write where a node has no module stack.
constexpr std::string_view kNoStack = "_empty_nn_module_stack";

/// The modules around all of the nodes; nodes without a stack say nothing.
std::string commonStack(const StageGraphs& graphs, const std::vector<NodeRef>& nodes) {
    std::optional<Items> common;
    for (const NodeRef& node : nodes) {
        const graph::GraphModel* model = graphs.find(node.stage);
        const Items items = model == nullptr ? Items() : itemsOf(model->text(model->node(node.node).moduleStack));
        if (items.empty() || items.front().starts_with(kNoStack)) continue;
        if (!common) common = items;
        std::size_t same = 0;
        while (same < common->size() && same < items.size() && (*common)[same] == items[same]) ++same;
        common->resize(same);
    }
    std::string text;
    for (const std::string_view item : common.value_or(Items())) text.append(text.empty() ? "" : ";").append(item);
    return text;
}

std::string stackOf(const MethodHandles& handles, const HandleRow& row, std::map<std::size_t, std::string>& ofShared) {
    const auto told = [&](const auto& nodes) {
        return commonStack(handles.graphs, nodes.edgeNodes.empty() ? nodes.exportedNodes : nodes.edgeNodes);
    };
    if (!row.shared || !row.edgeNodes.empty()) return told(row);
    const auto [known, first] = ofShared.try_emplace(*row.shared);
    if (first) known->second = told(handles.shared[*row.shared]);
    return known->second;
}

}  // namespace

Result<std::shared_ptr<const graph::GraphModel>> stageGraph(const session::Session& session, std::string_view method,
                                                            const StageId& stage, const JobContext& job) {
    const auto base = session.graph(method, stage, job);
    if (!base || !stage.is(StageId::Kind::Program)) return base;
    return session.store().get<graph::GraphModel>(
        session::storeKey("join::stageGraph", method), job, [&]() -> Result<std::shared_ptr<const graph::GraphModel>> {
            const auto known = handles(session, method, job);
            if (!known && known.error().code == "cancelled") return known.failure();
            const auto links =
                known ? join::links(session, method, job) : Result<std::shared_ptr<const MethodLinks>>(known.failure());
            if (!links) return known ? Result<std::shared_ptr<const graph::GraphModel>>(links.failure()) : base;
            std::map<graph::NodeId, std::string> stacks;
            std::map<std::size_t, std::string> ofShared;
            for (const HandleRow& row : (*known)->rows)
                if (const NodeRef node = (*links)->nodeOf(row.instruction); node.node.valid())
                    stacks.emplace(node.node, stackOf(**known, row, ofShared));
            return graph::withModuleStacks(**base, stacks);
        });
}

}  // namespace etscope::join
