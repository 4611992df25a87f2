#include "evaluate/small_floats.h"

#include <cmath>

#include "base/half_float.h"

namespace etscope::evaluate {

namespace {

using Codes = std::array<double, 256>;

template <float (*convert)(std::uint8_t)>
const Codes& codes() noexcept {
    static const Codes kCodes = [] {
        Codes values{};
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(convert(static_cast<std::uint8_t>(i)));
        return values;
    }();
    return kCodes;
}

/// How a type with a sign is made up; codes are those of positive values.
struct Form {
    int mantissaBits, bias;
    unsigned largest, beyond, notANumber;
    bool oneZero;  ///< there is no −0, and its code is NaN, which has no sign either
};
constexpr Form kE5M2{2, 15, 0x7B, 0x7C, 0x7F, false}, kE4M3FN{3, 7, 0x7E, 0x7E, 0x7F, false};
constexpr Form kE5M2FNUZ{2, 16, 0x7F, 0x80, 0x80, true}, kE4M3FNUZ{3, 8, 0x7F, 0x80, 0x80, true};

std::uint8_t codeOf(const Form& form, double value) noexcept {
    const unsigned sign = std::signbit(value) ? 0x80U : 0U;
    const auto signedCode = [&](unsigned code) {
        return static_cast<std::uint8_t>(form.oneZero && (code & 0x7FU) == 0 ? code : code | sign);
    };
    if (value != value) return signedCode(form.notANumber);
    const double size = std::fabs(value);
    if (size >= 0x1p17) return signedCode(form.beyond);  // infinity too
    const int least = 1 - form.bias;                     // exponent of the smallest normal value
    const int exponent = size < std::ldexp(1.0, least) ? least : std::ilogb(size);
    // 2^mantissaBits and more: the implicit bit, which raises the exponent's field by one, as a mantissa that is rounded up does.
    const auto mantissa = static_cast<unsigned>(std::nearbyint(std::ldexp(size, form.mantissaBits - exponent)));
    const unsigned code = (static_cast<unsigned>(exponent - least) << static_cast<unsigned>(form.mantissaBits)) + mantissa;
    return signedCode(code > form.largest ? form.beyond : code);
}

/// 2^(code − 127); 0xFF is NaN, and there is no zero. Below 2^-126 torch takes the larger of what is not 2^-127 or less.
std::uint8_t powerOf(double value) noexcept {
    constexpr std::uint8_t kNotANumber = 0xFF;
    const double size = std::fabs(value);
    if (!(size < 0x1.8p127)) return kNotANumber;
    if (size < 0x1p-126) return size > 0x1p-127 ? 1 : 0;
    const int exponent = std::ilogb(size);
    return static_cast<std::uint8_t>(exponent + 127 + (size >= std::ldexp(1.5, exponent) ? 1 : 0));
}

}  // namespace

const std::array<double, 256>& smallFloats(ScalarType type) noexcept {
    switch (type) {
        case ScalarType::F8E5M2: return codes<floatFromF8E5M2>();
        case ScalarType::F8E4M3FN: return codes<floatFromF8E4M3FN>();
        case ScalarType::F8E5M2FNUZ: return codes<floatFromF8E5M2FNUZ>();
        case ScalarType::F8E4M3FNUZ: return codes<floatFromF8E4M3FNUZ>();
        default: return codes<floatFromF8E8M0FNU>();
    }
}

std::uint8_t smallFloatOf(ScalarType type, double value) noexcept {
    switch (type) {
        case ScalarType::F8E5M2: return codeOf(kE5M2, value);
        case ScalarType::F8E4M3FN: return codeOf(kE4M3FN, value);
        case ScalarType::F8E5M2FNUZ: return codeOf(kE5M2FNUZ, value);
        case ScalarType::F8E4M3FNUZ: return codeOf(kE4M3FNUZ, value);
        default: return powerOf(value);
    }
}

}  // namespace etscope::evaluate
