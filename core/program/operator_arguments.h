// Names of the arguments of kernels, by operator: a program lists values in schema order without naming them. Facts of the
// operators' public schemas. Immutable; any thread.
#pragma once

#include <string_view>

namespace etscope::program {

struct OperatorArguments {
    std::string_view name;     ///< "aten::add.out"
    std::string_view inputs;   ///< "self other alpha", in schema order; "copy_to!" is written in place and not returned
    std::string_view outputs;  ///< "out": arguments that the kernel writes and returns, behind the inputs; empty: returned only
};

/// nullptr for operators that are not in the table.
const OperatorArguments* operatorArguments(std::string_view name) noexcept;

}  // namespace etscope::program
