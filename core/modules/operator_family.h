// What kind of operator a target is, and how it is called on the canvas. Pure functions of the text; any thread.
// The families and their colours: docs/FORMATS.md does not know them, they are the product's own.
#pragma once

#include <cstdint>
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

}  // namespace etscope::modules
