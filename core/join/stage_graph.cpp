#include "join/stage_graph.h"

#include <map>

#include "exported/metadata.h"
#include "graph/compose.h"
#include "join/links.h"

namespace etscope::join {
namespace {

using graph::NodeRef;
using graph::StageId;

std::string stackOf(const MethodHandles& handles, const HandleRow& row, std::map<std::size_t, std::string>& ofShared) {
    const auto told = [&](const auto& nodes) {
        return handles.graphs.moduleStack(nodes.edgeNodes.empty() ? nodes.exportedNodes : nodes.edgeNodes);
    };
    if (!row.shared || !row.edgeNodes.empty()) return told(row);
    const auto [known, first] = ofShared.try_emplace(*row.shared);
    if (first) known->second = told(handles.shared[*row.shared]);
    return known->second;
}

}  // namespace

Result<std::shared_ptr<const graph::GraphModel>> stageGraph(const session::MethodView& method, const StageId& stage,
                                                            const JobContext& job) {
    const auto base = method.graph(stage, job);
    if (!base || !stage.is(StageId::Kind::Program)) return base;
    return method.store().get<graph::GraphModel>(
        method.key("join::stageGraph"), job, [&]() -> Result<std::shared_ptr<const graph::GraphModel>> {
            const auto known = handles(method, job);
            if (known.cancelled()) return known.failure();
            const auto links = known ? join::links(method, job) : Result<std::shared_ptr<const MethodLinks>>(known.failure());
            if (!links) return known ? Result<std::shared_ptr<const graph::GraphModel>>(links.failure()) : base;
            std::map<graph::NodeId, std::string> stacks;
            std::map<std::size_t, std::string> ofShared;
            for (const HandleRow& row : (*known)->rows)
                if (const NodeRef node = (*links)->nodeOf(row.instruction); node.node.valid())
                    stacks.emplace(node.node, stackOf(**known, row, ofShared));
            return graph::withModuleStacks(**base, stacks);
        });
}

std::vector<modules::ModuleStep> moduleSteps(std::string_view text) {
    std::vector<modules::ModuleStep> steps;
    for (exported::ModuleCall& call : exported::parseModuleStack(text))
        steps.push_back({std::move(call.path), std::move(call.type)});
    return steps;
}

Result<std::shared_ptr<const modules::GraphIndex>> graphIndex(const session::MethodView& method, const graph::StageId& stage,
                                                              const JobContext& job) {
    const graph::StageId known = method.resolved(stage);
    return method.store().get<modules::GraphIndex>(method.key(known.text()), job,
                                                   [&]() -> Result<std::shared_ptr<const modules::GraphIndex>> {
                                                       const auto model = stageGraph(method, known, job);
                                                       if (!model) return model.failure();
                                                       return modules::GraphIndex::build(*model, moduleSteps, job);
                                                   });
}

}  // namespace etscope::join
