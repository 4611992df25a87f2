#include "modules/named_node.h"

#include <algorithm>
#include <array>

namespace etscope::modules {
namespace {

using enum OperatorFamily;

/// Most of what is computed first; the others are alike.
constexpr std::array kOrder{Compute, Delegate, Normalise, Activation, ElementWise, Control, Memory, Quantise, Shape, Other};
/// How names of nodes begin that are made of the operators of a library.
constexpr std::array<std::string_view, 5> kLibraries{"aten_", "quantized_decomposed_", "dim_order_ops_", "torchao_", "quant_"};
constexpr std::size_t kLongestName = 128;  ///< what is longer is looked at so far

}  // namespace

OperatorFamily familyOfNode(std::string_view node) {
    if (const auto slash = node.rfind('/'); slash != std::string_view::npos) node.remove_prefix(slash + 1);
    for (const std::string_view library : kLibraries)
        if (node.starts_with(library)) {
            node.remove_prefix(library.size());
            break;
        }
    node = node.substr(0, kLongestName);
    for (;;) {  // overload and number stand behind the operator
        const OperatorFamily family = describeOperator("aten::" + std::string(node)).family;
        const auto last = node.rfind('_');
        if (family != Other || last == std::string_view::npos || last == 0) return family;
        node = node.substr(0, last);
    }
}

std::size_t namedNode(std::span<const std::string> nodes) {
    const auto place = [](const std::string& node) { return std::ranges::find(kOrder, familyOfNode(node)) - kOrder.begin(); };
    std::size_t best = 0;
    for (std::size_t i = 1; i < nodes.size(); ++i)
        if (place(nodes[i]) <= place(nodes[best])) best = i;
    return best;
}

}  // namespace etscope::modules
