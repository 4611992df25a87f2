#include "inventory/roles.h"

namespace etscope::inventory {

RoleMap rolesOf(const exported::Program& program) {
    const graph::GraphModel& model = *program.graph;
    RoleMap roles;
    for (const graph::GraphInput& input : model.top().inputs) {
        const std::string_view kind = model.text(input.kind);
        if (!input.target.valid()) continue;
        if (kind == "parameter") roles.emplace(model.text(input.target), TensorRole::Parameter);
        if (kind == "buffer") roles.emplace(model.text(input.target), TensorRole::Buffer);
        if (kind == "constant_tensor") roles.emplace(model.text(input.target), TensorRole::Constant);
    }
    return roles;
}

}  // namespace etscope::inventory
