#include "inventory/roles.h"

namespace etscope::inventory {

RoleMap rolesOf(const exported::Program& program) {
    const graph::GraphModel& model = *program.graph;
    RoleMap roles;
    for (const graph::GraphInput& input : model.top().inputs) {
        if (!input.target.valid() || !graph::isRecorded(input.kind)) continue;
        roles.emplace(model.text(input.target), input.kind == graph::InputKind::Parameter ? TensorRole::Parameter
                                                : input.kind == graph::InputKind::Buffer  ? TensorRole::Buffer
                                                                                          : TensorRole::Constant);
    }
    return roles;
}

}  // namespace etscope::inventory
