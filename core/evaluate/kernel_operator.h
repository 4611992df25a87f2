// The operator that a kernel of a program computes: programs name kernels that write into given tensors ("aten::add.out"), graphs
// and the table of operators name the functions ("aten.add.Tensor"). Constant data; any thread.
#pragma once

#include <span>
#include <string_view>

#include "evaluate/operator_table.h"

namespace etscope::evaluate {

/// `kernel`: "aten::add.out", as programs name it; `arguments`: the names of what it takes. Of the overloads that take them, the
/// one whose name is nearest. nullptr: none of the table's.
const Operator* operatorOfKernel(std::string_view kernel, std::span<const std::string_view> arguments);

}  // namespace etscope::evaluate
