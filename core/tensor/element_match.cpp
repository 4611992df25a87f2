#include "tensor/element_match.h"

#include <cmath>
#include <complex>

#include "tensor/finite.h"

namespace etscope::tensor {
namespace {

using Number = std::complex<long double>;  // 64 bits of mantissa: integers and their differences are exact

Number numberOf(const Element& element) noexcept {
    if (const auto* complex = std::get_if<std::complex<double>>(&element)) return {complex->real(), complex->imag()};
    if (const auto* flag = std::get_if<bool>(&element)) return *flag ? 1.0L : 0.0L;
    if (const auto* integer = std::get_if<std::int64_t>(&element)) return static_cast<long double>(*integer);
    if (const auto* bits = std::get_if<std::uint64_t>(&element)) return static_cast<long double>(*bits);
    return *std::get_if<double>(&element);
}

}  // namespace

bool isMismatch(const Element& reference, const Element& runtime, const Tolerance& tolerance) noexcept {
    const Number a = numberOf(reference), b = numberOf(runtime);
    if (isNan(a) && isNan(b)) return !tolerance.equalNan;
    if (!isFinite(a) || !isFinite(b)) return a != b;
    return !(std::abs(b - a) <= tolerance.atol + tolerance.rtol * std::abs(a));
}

}  // namespace etscope::tensor
