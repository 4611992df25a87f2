// Elements in memory to numbers that are computed with, and back: floating types as double, integers and bool as int64. Rounding to
// a type happens here and nowhere else: once, to nearest even (docs/FORMATS.md "Computed values"). Stateless; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "base/half_float.h"
#include "base/scalar_type.h"
#include "evaluate/array.h"
#include "evaluate/refusal.h"
#include "evaluate/small_floats.h"

namespace etscope::evaluate {

/// binary16 and bfloat16 as they lie in memory.
struct Half {
    std::uint16_t bits;
    operator double() const noexcept { return static_cast<double>(floatFromF16(bits)); }
};
struct Brain {
    std::uint16_t bits;
    operator double() const noexcept { return static_cast<double>(floatFromBf16(bits)); }
};

/// Calls `visit` with a value of the C++ type of elements: `visit(float{})`. Refuses types without arithmetic.
template <class Visit>
decltype(auto) withType(ScalarType type, Visit&& visit) {
    switch (type) {
        case ScalarType::F32: return visit(float{});
        case ScalarType::F64: return visit(double{});
        case ScalarType::F16: return visit(Half{});
        case ScalarType::BF16: return visit(Brain{});
        case ScalarType::I64: return visit(std::int64_t{});
        case ScalarType::I32: return visit(std::int32_t{});
        case ScalarType::I16: return visit(std::int16_t{});
        case ScalarType::I8: return visit(std::int8_t{});
        case ScalarType::U8: return visit(std::uint8_t{});
        case ScalarType::U16: return visit(std::uint16_t{});
        case ScalarType::U32: return visit(std::uint32_t{});
        case ScalarType::U64: return visit(std::uint64_t{});
        case ScalarType::Bool: return visit(bool{});
        case ScalarType::F8E5M2: return visit(SmallFloat<ScalarType::F8E5M2>{});
        case ScalarType::F8E4M3FN: return visit(SmallFloat<ScalarType::F8E4M3FN>{});
        case ScalarType::F8E5M2FNUZ: return visit(SmallFloat<ScalarType::F8E5M2FNUZ>{});
        case ScalarType::F8E4M3FNUZ: return visit(SmallFloat<ScalarType::F8E4M3FNUZ>{});
        case ScalarType::F8E8M0FNU: return visit(SmallFloat<ScalarType::F8E8M0FNU>{});
        default: refuseUnsupported("values of type " + scalarTypeName(type));
    }
}
/// Whether withType() takes it.
bool computable(ScalarType type) noexcept;

template <class T>
T loadItem(const std::byte* at) noexcept {
    if constexpr (std::is_same_v<T, bool>) {
        return *at != std::byte{0};
    } else {
        T item;
        std::memcpy(&item, at, sizeof(T));
        return item;
    }
}

template <class T>
void storeDouble(double value, std::byte* at) noexcept {
    if constexpr (std::is_same_v<T, Half>) {
        const Half item{f16FromDouble(value)};
        std::memcpy(at, &item, sizeof item);
    } else if constexpr (std::is_same_v<T, Brain>) {
        const Brain item{bf16FromDouble(value)};
        std::memcpy(at, &item, sizeof item);
    } else if constexpr (kSmallFloat<T>) {
        const T item = T::of(value);
        std::memcpy(at, &item, sizeof item);
    } else {
        const auto item = static_cast<T>(value);
        std::memcpy(at, &item, sizeof item);
    }
}

/// `n` elements, `step` bytes apart. Integers become the nearest double.
void loadDoubles(ScalarType stored, const std::byte* from, std::ptrdiff_t step, std::size_t n, double* to);
/// Of integers and bool; floating values are cut towards 0, those beyond int64 are its least number, as on x86.
void loadInts(ScalarType stored, const std::byte* from, std::ptrdiff_t step, std::size_t n, std::int64_t* to);
/// To consecutive elements. Floating types are rounded once; integer types take the value cut towards 0, and wrap.
void storeDoubles(ScalarType stored, const double* from, std::size_t n, std::byte* to);
/// Integers wrap; bool is "not 0"; floating types take the nearest.
void storeInts(ScalarType stored, const std::int64_t* from, std::size_t n, std::byte* to);

/// T = double or int64.
template <class T>
void loadAs(ScalarType stored, const std::byte* from, std::ptrdiff_t step, std::size_t n, T* to) {
    if constexpr (std::is_same_v<T, double>)
        loadDoubles(stored, from, step, n, to);
    else
        loadInts(stored, from, step, n, to);
}
template <class T>
void storeAs(ScalarType stored, const T* from, std::size_t n, std::byte* to) {
    if constexpr (std::is_same_v<T, double>)
        storeDoubles(stored, from, n, to);
    else
        storeInts(stored, from, n, to);
}
/// To places that lie `step` bytes apart.
template <class T>
void storeApart(ScalarType stored, const T* from, std::size_t n, std::byte* to, std::ptrdiff_t step) {
    if (step == static_cast<std::ptrdiff_t>(itemSize(stored))) return storeAs<T>(stored, from, n, to);
    for (std::size_t i = 0; i < n; ++i) storeAs<T>(stored, from + i, 1, to + static_cast<std::ptrdiff_t>(i) * step);
}
/// The type of arrays of T.
template <class T>
constexpr ScalarType kTypeOf = std::is_same_v<T, double> ? ScalarType::F64 : ScalarType::I64;

/// What a floating type holds; f32's for all others.
struct FloatRange {
    double roundoff;     ///< unit roundoff: half of what 1 and the next number differ by
    double leastNormal;  ///< above 0
    double leastKept;    ///< below it values may be flushed to zero
    double largest;
};
constexpr FloatRange floatRange(ScalarType type) noexcept {
    switch (type) {
        case ScalarType::F16: return {0x1p-11, 0x1p-14, 0x1p-24, 65504};
        case ScalarType::BF16: return {0x1p-8, 0x1p-126, 0x1p-126, 0x1.fep127};
        case ScalarType::F64: return {0x1p-53, 0x1p-1022, 0x1p-1022, 0x1.fffffffffffffp1023};
        case ScalarType::F8E5M2: return {0x1p-3, 0x1p-14, 0x1p-16, 57344};
        case ScalarType::F8E4M3FN: return {0x1p-4, 0x1p-6, 0x1p-9, 448};
        case ScalarType::F8E5M2FNUZ: return {0x1p-3, 0x1p-15, 0x1p-17, 57344};
        case ScalarType::F8E4M3FNUZ: return {0x1p-4, 0x1p-7, 0x1p-10, 240};
        case ScalarType::F8E8M0FNU: return {0.5, 0x1p-127, 0x1p-127, 0x1p127};
        default: return {0x1p-24, 0x1p-126, 0x1p-126, 0x1.fffffep127};
    }
}

/// A value rounded to a floating type; other types: itself.
double roundedTo(ScalarType type, double value) noexcept;
/// A double cut towards 0; NaN and what is beyond int64 become its least number.
std::int64_t cutToInt(double value) noexcept;

/// All elements, row-major and consecutive, as they are stored.
void copyItems(const Array& array, std::byte* to);
template <class T>
std::vector<T> itemsAs(const Array& array);  ///< T = double or int64
inline std::vector<double> doublesOf(const Array& array) { return itemsAs<double>(array); }
inline std::vector<std::int64_t> intsOf(const Array& array) { return itemsAs<std::int64_t>(array); }

}  // namespace etscope::evaluate
