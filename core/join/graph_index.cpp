#include "join/graph_index.h"

#include "exported/metadata.h"
#include "join/stage_graph.h"

namespace etscope::join {

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
