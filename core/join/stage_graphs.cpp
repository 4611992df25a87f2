#include "join/stage_graphs.h"

#include "exported/metadata.h"
#include "graph/module_stack.h"

namespace etscope::join {

std::string StageGraphs::moduleStack(const std::vector<graph::NodeRef>& nodes) const {
    std::vector<std::string_view> stacks;
    for (const graph::NodeRef& node : nodes)
        if (const graph::GraphModel* model = find(node.stage)) stacks.push_back(model->text(model->node(node.node).moduleStack));
    return graph::commonModuleStack(stacks);
}

std::string StageGraphs::module(const std::vector<graph::NodeRef>& nodes) const {
    const auto calls = exported::parseModuleStack(moduleStack(nodes));
    return calls.empty() || graph::isNoModule(calls.back().path) ? std::string() : calls.back().path;
}

}  // namespace etscope::join
