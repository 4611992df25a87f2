// What kind of operator a target is, and how it is called on the canvas. Pure functions of the text; any thread.
// The families and their colours: docs/FORMATS.md does not know them, they are the product's own.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace etscope::modules {

enum class OperatorFamily : std::uint8_t {
    Compute,
    ElementWise,
    Normalise,
    Activation,
    Shape,
    Quantise,
    Memory,
    Control,
    Delegate,
    Input,
    Constant,
    Other
};
inline constexpr std::size_t kOperatorFamilyCount = static_cast<std::size_t>(OperatorFamily::Other) + 1;

/// "compute", "element-wise", "normalise", …
std::string_view familyName(OperatorFamily family) noexcept;
std::optional<OperatorFamily> familyNamed(std::string_view name) noexcept;

struct OperatorName {
    std::string title;  ///< "aten.linear": no dialect prefix, no overload; "getitem", "cond", "delegate"
    OperatorFamily family = OperatorFamily::Other;
    /// Drawn in one line: shape and element-wise operators, whose node id says nothing more than the title.
    bool oneLine = false;
};

/// Understands the forms of all stages: "executorch.exir.dialects.edge.ops.aten.add.Tensor", "torch.ops.aten.add.Tensor",
/// "_operator.getitem", "aten::add.out", "delegate_call", and the node names of decoded delegates.
OperatorName describeOperator(std::string_view target);

/// The bare operator word that tables compare: lower case, without namespace, overload, leading and trailing underscores and
/// `_copy`: "view" for "…edge.ops.aten.view_copy.default", "add" for "aten::add_.Tensor".
std::string operatorWord(std::string_view target);

// Which of several nodes that run as one they are named after: the linear layer of a linear layer and its views. Pure; any thread.

/// Of a node by its name in a graph, with or without the path of the graph: Compute of "cond/true_graph/aten_linear_default_83".
OperatorFamily familyOfNode(std::string_view node);

/// The node that says most of what is computed, by family: compute operators before norms, activations, element-wise operators, and
/// shapes last; of several of one family the last. An index into `nodes`, which are not empty.
std::size_t namedNode(std::span<const std::string> nodes);

}  // namespace etscope::modules
