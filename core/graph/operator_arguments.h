// Names of the arguments of kernels, by operator: a program lists values in schema order without naming them. Facts of the
// operators' public schemas. Immutable; any thread.
#pragma once

#include <string_view>
#include <vector>

namespace etscope::graph {

struct OperatorArguments {
    std::string_view inputs;   ///< "self other alpha", in schema order; "copy_to!" is written in place and not returned
    std::string_view outputs;  ///< "out": arguments that the kernel writes and returns, behind the inputs; empty: returned only
};

/// "aten::add.out"; nullptr for operators that are not in the table.
const OperatorArguments* operatorArguments(std::string_view name);
/// Of an operator as graphs name it: "aten.add.Tensor", "et_vk.prepack.default". Its own row, else that of its kernel.
const OperatorArguments* argumentsOfTarget(std::string_view target);
/// "self other" → {"self", "other"}.
std::vector<std::string_view> argumentNames(std::string_view list);

}  // namespace etscope::graph
