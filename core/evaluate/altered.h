// Arguments of a call with other numbers: what an operator gives on them says how its results depend on what it was given. Internal
// to core/evaluate; functions refuse.
#pragma once

#include <cstdint>
#include <vector>

#include "evaluate/call.h"
#include "evaluate/operator_table.h"

namespace etscope::evaluate {

using Arguments = std::vector<NamedValue>;

/// The parameter that argument `i` is for; empty: none.
std::string_view nameOf(const Operator& op, const Arguments& arguments, std::size_t i) noexcept;

/// Results one by one, lists element by element.
Values flattened(Values results);
/// The operator's results, lists element by element; tensors that it writes into are copies of those given.
Values applied(const Operator& op, const Context& context, const Arguments& arguments);

/// All floating tensors and floating numbers by their absolute values, and what is quantised so that its values are as far from 0
/// as they were at least: bytes by their absolute values, zero points below 0.
Arguments absolute(const Operator& op, const Context& context, const Arguments& arguments);
/// The same of one value.
Value absolute(const Context& context, const Value& value);

/// Which way operands are moved.
struct Nudge {
    double relative = 0;     ///< of each value
    std::uint32_t ways = 0;  ///< bit i: operand i is moved down
    bool scattered = false;  ///< each element has a direction of its own instead
};
/// Floating tensors moved; numbers moved where f32 does not hold them.
Arguments nudged(const Context& context, const Arguments& arguments, const Nudge& nudge);
/// Of operands that are quantised: what a quotient in f32 may be off, over its own size.
constexpr double kHalfwayNudge = 0x1p-22;
/// How many values nudged() moves.
std::size_t movableOperands(const Arguments& arguments);

/// Bits without order, the same for the same number.
std::uint64_t scrambled(std::uint64_t x) noexcept;
/// −1 or 1, the same for the same two numbers.
double direction(std::uint64_t seed, std::uint64_t index) noexcept;

}  // namespace etscope::evaluate
