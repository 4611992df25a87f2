// Floating types of one byte (docs/FORMATS.md "Scalar types") to double and back, as torch 2.13 converts them. Constant data; any
// thread. Internal to core/evaluate.
#pragma once

#include <array>
#include <cstdint>

#include "base/scalar_type.h"

namespace etscope::evaluate {

/// The values of all 256 codes of F8E5M2, F8E4M3FN, F8E5M2FNUZ, F8E4M3FNUZ or F8E8M0FNU; no other type is asked for.
const std::array<double, 256>& smallFloats(ScalarType type) noexcept;

/// The code of a value, rounded once to nearest even. Beyond the largest value: ∞ of F8E5M2, the largest itself of F8E4M3FN, NaN of
/// the others. F8E8M0FNU has powers of two alone: signs are dropped, the middle between two becomes the larger.
std::uint8_t smallFloatOf(ScalarType type, double value) noexcept;

/// One element as it lies in memory.
template <ScalarType kType>
struct SmallFloat {
    std::uint8_t bits;
    operator double() const noexcept { return smallFloats(kType)[bits]; }
    static SmallFloat of(double value) noexcept { return {smallFloatOf(kType, value)}; }
};

template <class T>
inline constexpr bool kSmallFloat = false;
template <ScalarType kType>
inline constexpr bool kSmallFloat<SmallFloat<kType>> = true;

}  // namespace etscope::evaluate
