// Judgement: whether what an operator gave elsewhere is its right result, and if not, whether rounding explains it. The right
// result is computed in double; how far rounded arithmetic may be from it is the envelope (envelope.h). Pure functions; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "evaluate/operator_table.h"

namespace etscope::evaluate {

enum class Verdict : std::uint8_t {
    Exact,       ///< the right values, rounded once to the type of the result
    Normal,      ///< as far from them as arithmetic in this type usually is
    High,        ///< rounding could do it in the worst case only
    NotRounding  ///< further, or other integers, or NaN and infinity where the other side has none
};
/// "exact", "normal", "high", "not_rounding".
std::string_view word(Verdict verdict) noexcept;

/// The type that sums are accumulated in.
enum class Accumulator : std::uint8_t { F32, F16, BF16 };
/// "f32", "f16", "bf16".
std::string_view word(Accumulator accumulator) noexcept;

/// One result held against the right one. A: what was given, L: the right result, not rounded.
struct Judgement {
    Verdict verdict = Verdict::Exact;
    double difference = 0;  ///< ‖A − L‖₂ over the elements that are finite on both sides
    double norm = 0;        ///< ‖L‖₂ over the same
    double maxAbs = 0;      ///< the largest |A − L| of the same
    double units = 0;       ///< the largest |A − L| in units of the envelope; infinite where no rounding explains an element
    double spread = 0;      ///< root mean square of |A − L| over what rounding usually does: below 1 of right results
    double normal = 0;      ///< units up to which a result is normal; 0 of exact results, whose envelope nobody needs
    double limit = 0;       ///< units up to which rounding could explain it
    /// Of sums, products of matrices and chains in floating types narrower than f64: the tightest type whose accumulation explains
    /// the result.
    std::optional<Accumulator> accumulator;
    std::int64_t worst = -1;      ///< the element that is furthest off, by its row-major index; -1: none differs
    std::int64_t mismatched = 0;  ///< elements that no rounding explains: beyond the limit, unequal integers, NaN on one side
    bool ties = false;            ///< only places of equal values differ
};

/// Judges each of `actual`, one for each result of the operator, list results element by element; nothing is not judged and gives a
/// Judgement without content. Shapes need not agree where the number of elements does: logical order decides. `arguments`: as the
/// operator was given them, before it wrote into any. `computed`: receives L, flattened like `actual`. Errors: those of apply(),
/// `judgement-results` (more results are given than the operator has).
Result<std::vector<Judgement>> judge(const Operator& op, const Context& context, std::vector<NamedValue> arguments,
                                     std::span<const std::optional<Array>> actual, Values* computed = nullptr);

}  // namespace etscope::evaluate
