// Exact conversions between the small floating types and float. Formulas: IEEE 754 binary16; bfloat16 = upper half of
// binary32; float8 forms as in docs/FORMATS.md ("Scalar types").
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace etscope {

inline float floatFromBf16(std::uint16_t bits) noexcept { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16); }

/// A float of `exponentBits` and `mantissaBits` with IEEE rules for the all-ones exponent.
template <int exponentBits, int mantissaBits>
inline float floatFromSmall(std::uint32_t bits) noexcept {
    constexpr std::uint32_t kMantissaMask = (1U << mantissaBits) - 1U;
    constexpr std::uint32_t kExponentMask = (1U << exponentBits) - 1U;
    constexpr int kBias = (1 << (exponentBits - 1)) - 1;
    const float sign = (bits >> (exponentBits + mantissaBits)) & 1U ? -1.0F : 1.0F;
    const std::uint32_t exponent = (bits >> mantissaBits) & kExponentMask;
    const std::uint32_t mantissa = bits & kMantissaMask;
    if (exponent == kExponentMask)
        return mantissa != 0 ? std::numeric_limits<float>::quiet_NaN() : sign * std::numeric_limits<float>::infinity();
    if (exponent == 0) return sign * std::ldexp(static_cast<float>(mantissa), 1 - kBias - mantissaBits);
    return sign *
           std::ldexp(static_cast<float>(mantissa | (1U << mantissaBits)), static_cast<int>(exponent) - kBias - mantissaBits);
}

/// binary16 without branches, so that loops vectorise: the exponent is rebiased by a multiplication, which is exact for
/// subnormals too; all-ones exponents are set apart.
inline float floatFromF16(std::uint16_t bits) noexcept {
    const std::uint32_t magnitude = (bits & 0x7FFFU) << 13U;
    const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000U) << 16U;
    const auto scaled = std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude) * 0x1p112F);
    const std::uint32_t finite = magnitude >= 0x0F800000U ? (magnitude | 0x7F800000U) : scaled;
    return std::bit_cast<float>(sign | finite);
}

inline float floatFromF8E5M2(std::uint8_t bits) noexcept { return floatFromSmall<5, 2>(bits); }

/// Finite-only forms: `bias` as given, no infinities; NaN where the format says.
inline float floatFromF8Finite(std::uint8_t bits, int exponentBits, int mantissaBits, int bias) noexcept {
    const std::uint32_t mantissa = bits & ((1U << mantissaBits) - 1U);
    const std::uint32_t exponent = (static_cast<std::uint32_t>(bits) >> mantissaBits) & ((1U << exponentBits) - 1U);
    const float sign = (bits & 0x80U) != 0 ? -1.0F : 1.0F;
    if (exponent == 0) return sign * std::ldexp(static_cast<float>(mantissa), 1 - bias - mantissaBits);
    return sign * std::ldexp(static_cast<float>(mantissa | (1U << mantissaBits)), static_cast<int>(exponent) - bias - mantissaBits);
}

inline float floatFromF8E4M3FN(std::uint8_t bits) noexcept {
    return (bits & 0x7FU) == 0x7FU ? std::numeric_limits<float>::quiet_NaN() : floatFromF8Finite(bits, 4, 3, 7);
}
inline float floatFromF8E5M2FNUZ(std::uint8_t bits) noexcept {
    return bits == 0x80U ? std::numeric_limits<float>::quiet_NaN() : floatFromF8Finite(bits, 5, 2, 16);
}
inline float floatFromF8E4M3FNUZ(std::uint8_t bits) noexcept {
    return bits == 0x80U ? std::numeric_limits<float>::quiet_NaN() : floatFromF8Finite(bits, 4, 3, 8);
}
/// Exponent only, bias 127, 0xFF = NaN.
inline float floatFromF8E8M0FNU(std::uint8_t bits) noexcept {
    return bits == 0xFFU ? std::numeric_limits<float>::quiet_NaN() : std::ldexp(1.0F, static_cast<int>(bits) - 127);
}

/// binary32 rounded to odd: what was cut off shows in the last bit, so that a second rounding to fewer bits is right (Boldo and
/// Melquiond, "When double rounding is odd").
inline float floatRoundedToOdd(double value) noexcept {
    const auto nearest = static_cast<float>(value);
    if (static_cast<double>(nearest) == value || value != value) return nearest;
    auto bits = std::bit_cast<std::uint32_t>(nearest);
    if (std::fabs(static_cast<double>(nearest)) > std::fabs(value)) --bits;
    return std::bit_cast<float>(bits | 1U);
}

/// binary16 and bfloat16 of a double, rounded once, to nearest even.
inline std::uint16_t f16FromDouble(double value) noexcept {
    const auto bits = std::bit_cast<std::uint32_t>(floatRoundedToOdd(value));
    const auto sign = static_cast<std::uint16_t>((bits >> 16U) & 0x8000U);
    const std::uint32_t magnitude = bits & 0x7FFF'FFFFU;
    if (magnitude > 0x7F80'0000U) return static_cast<std::uint16_t>(sign | 0x7E00U);
    if (magnitude >= 0x4780'0000U) return static_cast<std::uint16_t>(sign | 0x7C00U);  // 65536 and more
    if (magnitude < 0x3880'0000U) {                                                    // below 2^-14: multiples of 2^-24
        const float scaled = std::bit_cast<float>(magnitude) * 0x1p24F;
        return static_cast<std::uint16_t>(sign | static_cast<std::uint32_t>(std::nearbyint(scaled)));
    }
    const std::uint32_t rounded = magnitude + 0xFFFU + ((magnitude >> 13U) & 1U);
    return static_cast<std::uint16_t>(sign | ((rounded - 0x3800'0000U) >> 13U));
}
inline std::uint16_t bf16FromDouble(double value) noexcept {
    const auto bits = std::bit_cast<std::uint32_t>(floatRoundedToOdd(value));
    if ((bits & 0x7FFF'FFFFU) > 0x7F80'0000U) return static_cast<std::uint16_t>((bits >> 16U) | 0x40U);
    return static_cast<std::uint16_t>((bits + 0x7FFFU + ((bits >> 16U) & 1U)) >> 16U);
}

}  // namespace etscope
