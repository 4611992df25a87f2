// The operators that can be computed, by the target that graphs name. Adding one is a row, a function, its cases. Immutable; any
// thread.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "evaluate/call.h"
#include "evaluate/precondition.h"

namespace etscope::evaluate {

/// How far a right result in the declared type may be from the computed one (docs/FORMATS.md "Computed values").
enum class Rule : std::uint8_t {
    Exact,        ///< the same values: moves, comparisons, integer arithmetic, selections
    Elementwise,  ///< one rounding, and what a function of the machine's library is off
    Chain,        ///< several roundings in a row: softmax, norms, attention, activations
    Dot,          ///< sums of products
    Sum,
    Quantize,  ///< steps of a quantised type
    Shape,     ///< the values say nothing: empty()
};

/// A row of the table. `target` as graphs name it, without its prefix: "aten.add.Tensor"; targets that are the same thing are
/// parted by spaces where the families state them.
struct OperatorRow {
    std::string_view target;
    std::string_view parameters;  ///< Signature
    Kernel kernel;
    Rule rule = Rule::Exact;
};

struct Operator {
    OperatorRow row;
    Signature signature;
    const Precondition* precondition = nullptr;  ///< nullptr: none beyond what the kernel finds in the elements
    bool view = false;                           ///< its results share the operand's bytes, where nothing is written
};

/// Without "torch.ops.", "executorch.exir.dialects.edge.ops." and the like: "aten.add.Tensor".
std::string_view shortTarget(std::string_view target) noexcept;
/// nullptr: not in the table. `target` with or without its prefix.
const Operator* findOperator(std::string_view target);
/// All rows, for tests and lists.
std::span<const Operator> operators();

/// Why an overload of the core set is not computed.
struct LeftOut {
    std::string_view target;
    std::string_view reason;
};
std::span<const LeftOut> leftOutOperators() noexcept;

/// The results of a call whose preconditions hold, one value each; refuses those that do not, and what the kernel does.
Values computed(const Operator& op, const Call& call);

/// The results of the operator, one value each; a list result is one list. What it refuses, and memory that cannot be had, is the
/// error. Errors: `operator-arguments-invalid`, `operator-not-supported`, `limit-exceeded`, `out-of-memory`, `cancelled`, those of
/// reading.
Result<Values> apply(const Operator& op, const Context& context, std::vector<NamedValue> arguments);

}  // namespace etscope::evaluate
