#include "tensor/format.h"

#include <array>
#include <cmath>
#include <limits>

#include "base/hex.h"
#include "base/number_text.h"
#include "base/real_text.h"
#include "tensor/element_codec.h"

namespace etscope::tensor {
namespace {

template <class T>
std::string digits(T value, int precision = 0) {
    std::array<char, 40> text{};
    const auto end = precision > 0
                         ? std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, precision).ptr
                         : std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return {text.data(), end};
}

/// Distance to the nearest other value of a small floating type. Its positive codes rise with their value.
double nearestNeighbour(double value, ScalarType type) {
    const std::uint32_t half = type == ScalarType::F8E8M0FNU ? floatCodes(type) : floatCodes(type) / 2;
    const double size = std::abs(value);
    std::uint32_t low = 0, high = half;  // the code of `size` is in [low, high)
    while (high - low > 1) {
        const std::uint32_t middle = (low + high) / 2;
        const double at = floatOfCode(type, middle);
        (!std::isnan(at) && at <= size ? low : high) = middle;
    }
    const double below = low > 0 ? size - floatOfCode(type, low - 1) : std::numeric_limits<double>::infinity();
    const double above = low + 1 < half ? floatOfCode(type, low + 1) - size : std::numeric_limits<double>::infinity();
    return std::min(std::isnan(below) ? above : below, std::isnan(above) ? below : above);
}

/// The fewest digits that are nearer to `value` than to any other value of the type.
std::string shortestSmall(double value, ScalarType type) {
    const double room = nearestNeighbour(value, type) / 2;
    for (int precision = 1; precision < 17; ++precision) {
        const std::string text = digits(value, precision);
        double back = 0;
        readReal(text.data(), text.data() + text.size(), back);
        if (std::abs(back - value) < room) return shortest(back);  // 65500 rather than 6.55e+04
    }
    return shortest(value);
}

std::string floatText(double value, ScalarType type) {
    if (!std::isfinite(value)) return shortest(value);
    if (type == ScalarType::F32 || type == ScalarType::C64) return digits(static_cast<float>(value));
    if (type == ScalarType::C32) type = ScalarType::F16;
    return floatCodes(type) > 0 ? shortestSmall(value, type) : shortest(value);
}

std::string complexText(const std::complex<double>& value, ScalarType type) {
    const bool minus = std::signbit(value.imag()) && !std::isnan(value.imag());
    return floatText(value.real(), type) + (minus ? "" : "+") + floatText(value.imag(), type) + "i";
}

std::string joined(std::span<const std::int64_t> numbers, const char* separator) {
    std::string text = "[";
    for (std::size_t i = 0; i < numbers.size(); ++i) text += (i > 0 ? separator : "") + std::to_string(numbers[i]);
    return text + "]";
}

}  // namespace

std::string elementText(const Element& element, ScalarType type) {
    struct Visitor {
        ScalarType type;
        std::string operator()(bool value) const { return value ? "true" : "false"; }
        std::string operator()(std::int64_t value) const { return std::to_string(value); }
        std::string operator()(std::uint64_t value) const {
            return type == ScalarType::U64 ? std::to_string(value) : "0x" + hexNumber(value, 2 * itemSize(type), HexCase::Upper);
        }
        std::string operator()(double value) const { return floatText(value, type); }
        std::string operator()(const std::complex<double>& value) const { return complexText(value, type); }
    };
    return std::visit(Visitor{type}, element);
}

std::string shapeText(std::span<const std::int64_t> shape) { return joined(shape, ","); }

std::string typeAndShapeText(ScalarType type, std::span<const std::int64_t> shape) {
    return scalarTypeName(type) + shapeText(shape);
}

std::string indexText(std::span<const std::int64_t> index) { return joined(index, ", "); }

}  // namespace etscope::tensor
