// Arithmetic on elements as they are computed with: doubles, and int64s, which wrap. Pure functions; any thread. Internal to
// core/evaluate.
#pragma once

#include <cmath>
#include <cstdint>

#include "evaluate/refusal.h"

namespace etscope::evaluate {

using Real = double (*)(double);
using Whole = std::int64_t (*)(std::int64_t);
using RealOfTwo = double (*)(double, double);
using WholeOfTwo = std::int64_t (*)(std::int64_t, std::int64_t);

/// One function of two elements: what it is for doubles, and what for integers.
template <RealOfTwo real, WholeOfTwo whole>
struct Either {
    double operator()(double a, double b) const { return real(a, b); }
    std::int64_t operator()(std::int64_t a, std::int64_t b) const { return whole(a, b); }
};

constexpr std::int64_t wrapped(std::uint64_t bits) noexcept { return static_cast<std::int64_t>(bits); }
constexpr std::uint64_t bitsOf(std::int64_t value) noexcept { return static_cast<std::uint64_t>(value); }

constexpr double sumOf(double a, double b) noexcept { return a + b; }
constexpr std::int64_t sumOf(std::int64_t a, std::int64_t b) noexcept { return wrapped(bitsOf(a) + bitsOf(b)); }
constexpr double differenceOf(double a, double b) noexcept { return a - b; }
constexpr std::int64_t differenceOf(std::int64_t a, std::int64_t b) noexcept { return wrapped(bitsOf(a) - bitsOf(b)); }
constexpr double productOf(double a, double b) noexcept { return a * b; }
constexpr std::int64_t productOf(std::int64_t a, std::int64_t b) noexcept { return wrapped(bitsOf(a) * bitsOf(b)); }

constexpr double quotientOf(double a, double b) noexcept { return a / b; }

/// A NaN of either side wins.
template <class T>
constexpr T largerOf(T a, T b) noexcept {
    return a != a || a > b ? a : b;
}
template <class T>
constexpr T smallerOf(T a, T b) noexcept {
    return a != a || a < b ? a : b;
}

/// Quotients cut towards 0; those by -1 wrap. Refuse a division by 0.
inline std::int64_t cutDivided(std::int64_t a, std::int64_t b) {
    if (b == 0) refuseArguments("an integer is divided by 0");
    return b == -1 ? differenceOf(std::int64_t{0}, a) : a / b;
}
inline std::int64_t cutRemainder(std::int64_t a, std::int64_t b) {
    if (b == 0) refuseArguments("an integer is divided by 0");
    return b == -1 ? 0 : a % b;
}

/// Python's floor division and remainder.
inline std::int64_t floorDivided(std::int64_t a, std::int64_t b) {
    const std::int64_t rest = cutRemainder(a, b);
    return cutDivided(a, b) - (rest != 0 && (rest < 0) != (b < 0) ? 1 : 0);
}
template <class T>
T floorRemainderOf(T rest, T b) noexcept {
    return rest != 0 && (b < 0) != (rest < 0) ? rest + b : rest;
}
inline std::int64_t floorRemainder(std::int64_t a, std::int64_t b) { return floorRemainderOf(cutRemainder(a, b), b); }
inline double floorRemainder(double a, double b) { return floorRemainderOf(std::fmod(a, b), b); }

}  // namespace etscope::evaluate
