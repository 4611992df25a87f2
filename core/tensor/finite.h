// NaN and infinity of real and complex elements alike.
#pragma once

#include <cmath>
#include <complex>

namespace etscope::tensor {

template <class T>
bool isNan(T x) noexcept {
    return std::isnan(static_cast<double>(x));
}
template <class T>
bool isNan(const std::complex<T>& z) noexcept {
    return std::isnan(z.real()) || std::isnan(z.imag());
}
template <class T>
bool isFinite(T x) noexcept {
    return std::isfinite(static_cast<double>(x));
}
template <class T>
bool isFinite(const std::complex<T>& z) noexcept {
    return std::isfinite(z.real()) && std::isfinite(z.imag());
}

}  // namespace etscope::tensor
