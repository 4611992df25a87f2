// Parts of judgements: floating results held against the right ones, and what all results have in common. Internal to
// core/evaluate; functions refuse.
#pragma once

#include <span>

#include "evaluate/envelope.h"
#include "evaluate/judgement.h"

namespace etscope::evaluate {

/// NaN is NaN.
inline bool same(double a, double b) noexcept { return a == b || (a != a && b != b); }
/// Whether different elements are off by one factor, by one term, or by both: no rounding does that. The fewer elements, the more
/// alike they have to be; those that are powers of two of another are rounded like it.
bool isSystematic(std::span<const double> right, std::span<const double> actual);
/// Of a result that has another number of elements.
Judgement otherSize(const Array& right);

/// The differences alone; of as many elements on both sides, whatever their shapes. Exact where all elements are the right ones,
/// rounded once, else not yet judged.
Judgement differenceOf(const Context& context, const Array& right, const Array& actual);
/// `difference` with its verdict, of results that are not exact.
Judgement judgedBy(const Envelope& envelope, const Context& context, const Array& right, const Array& actual, Judgement difference);

}  // namespace etscope::evaluate
