// What the signature of a program says its named tensors are. Any thread.
#pragma once

#include "base/text_hash.h"
#include "exported/program.h"
#include "inventory/tensor_rows.h"

namespace etscope::inventory {

/// Names of parameters, buffers and constants of one program → role. The keys are views into the program.
using RoleMap = TextViewMap<TensorRole>;
RoleMap rolesOf(const exported::Program& program);
RoleMap rolesOf(const exported::Program&& program) = delete;

}  // namespace etscope::inventory
