#include "evaluate/elements.h"

#include <algorithm>
#include <limits>

#include "evaluate/context.h"
#include "evaluate/walk.h"

namespace etscope::evaluate {

namespace {

constexpr std::size_t kChunk = 1024;

template <class T>
constexpr bool kFloating = std::is_floating_point_v<T> || std::is_same_v<T, Half> || std::is_same_v<T, Brain> || kSmallFloat<T>;

/// Elements that are loaded into a list of their own.
std::size_t loadedCount(const Array& array) {
    Computing::list(array.count(), sizeof(double));
    return static_cast<std::size_t>(array.count());
}

template <class T>
double doubleOf(T item) noexcept {
    return static_cast<double>(item);
}

}  // namespace

bool computable(ScalarType type) noexcept {
    using enum ScalarType;
    constexpr ScalarType kComputable[] = {F32, F64, F16, BF16, I64,    I32,      I16,        I8,         U8,
                                          U16, U32, U64, Bool, F8E5M2, F8E4M3FN, F8E5M2FNUZ, F8E4M3FNUZ, F8E8M0FNU};
    return std::ranges::find(kComputable, type) != std::end(kComputable);
}

std::int64_t cutToInt(double value) noexcept {
    if (value >= -0x1p63 && value < 0x1p63) return static_cast<std::int64_t>(value);
    return std::numeric_limits<std::int64_t>::min();
}

void loadDoubles(ScalarType stored, const std::byte* from, std::ptrdiff_t step, std::size_t n, double* to) {
    withType(stored, [&](auto sample) {
        using T = decltype(sample);
        if (step == static_cast<std::ptrdiff_t>(sizeof(T))) {
            for (std::size_t i = 0; i < n; ++i) to[i] = doubleOf(loadItem<T>(from + i * sizeof(T)));
        } else if (step == 0 && n > 0) {
            std::fill_n(to, n, doubleOf(loadItem<T>(from)));
        } else {
            for (std::size_t i = 0; i < n; ++i) to[i] = doubleOf(loadItem<T>(from + static_cast<std::ptrdiff_t>(i) * step));
        }
    });
}

void loadInts(ScalarType stored, const std::byte* from, std::ptrdiff_t step, std::size_t n, std::int64_t* to) {
    withType(stored, [&](auto sample) {
        using T = decltype(sample);
        for (std::size_t i = 0; i < n; ++i) {
            const T item = loadItem<T>(from + static_cast<std::ptrdiff_t>(i) * step);
            if constexpr (kFloating<T>)
                to[i] = cutToInt(doubleOf(item));
            else
                to[i] = static_cast<std::int64_t>(item);
        }
    });
}

void storeDoubles(ScalarType stored, const double* from, std::size_t n, std::byte* to) {
    withType(stored, [&](auto sample) {
        using T = decltype(sample);
        for (std::size_t i = 0; i < n; ++i) {
            if constexpr (kFloating<T>) {
                storeDouble<T>(from[i], to + i * sizeof(T));
            } else if constexpr (std::is_same_v<T, bool>) {
                to[i] = static_cast<std::byte>(from[i] != 0);
            } else {
                const auto item = static_cast<T>(cutToInt(from[i]));
                std::memcpy(to + i * sizeof(T), &item, sizeof(T));
            }
        }
    });
}

void storeInts(ScalarType stored, const std::int64_t* from, std::size_t n, std::byte* to) {
    withType(stored, [&](auto sample) {
        using T = decltype(sample);
        for (std::size_t i = 0; i < n; ++i) {
            if constexpr (kFloating<T>) {
                storeDouble<T>(static_cast<double>(from[i]), to + i * sizeof(T));
            } else if constexpr (std::is_same_v<T, bool>) {
                to[i] = static_cast<std::byte>(from[i] != 0);
            } else {
                const auto item = static_cast<T>(from[i]);
                std::memcpy(to + i * sizeof(T), &item, sizeof(T));
            }
        }
    });
}

double roundedTo(ScalarType type, double value) noexcept {
    switch (type) {
        case ScalarType::F32: return static_cast<double>(static_cast<float>(value));
        case ScalarType::F16: return Half{f16FromDouble(value)};
        case ScalarType::BF16: return Brain{bf16FromDouble(value)};
        case ScalarType::F8E5M2:
        case ScalarType::F8E4M3FN:
        case ScalarType::F8E5M2FNUZ:
        case ScalarType::F8E4M3FNUZ:
        case ScalarType::F8E8M0FNU: return smallFloats(type)[smallFloatOf(type, value)];
        default: return value;
    }
}

void copyItems(const Array& array, std::byte* to) {
    const std::size_t size = array.item();
    const auto step = static_cast<std::ptrdiff_t>(size);
    Walk<1>({&array}, array.shape).each(std::size_t{1} << 20U, [&](const auto& places, const auto& steps, std::size_t n) {
        Computing::poll();
        if (steps[0] == step) {
            std::memcpy(to, places[0], n * size);
        } else {
            for (std::size_t i = 0; i < n; ++i)
                std::memcpy(to + i * size, places[0] + static_cast<std::ptrdiff_t>(i) * steps[0], size);
        }
        to += n * size;
    });
}

template <class T>
std::vector<T> itemsAs(const Array& array) {
    std::vector<T> values(loadedCount(array));
    T* to = values.data();
    Walk<1>({&array}, array.shape).each(kChunk, [&](const auto& places, const auto& steps, std::size_t n) {
        Computing::poll();
        loadAs<T>(array.stored, places[0], steps[0], n, to);
        to += n;
    });
    return values;
}
template std::vector<double> itemsAs(const Array& array);
template std::vector<std::int64_t> itemsAs(const Array& array);

Dims broadcastShape(std::span<const Array* const> arrays) {
    Dims shape;
    for (const Array* array : arrays) {
        if (array->rank() > shape.size()) shape.insert(shape.begin(), array->rank() - shape.size(), 1);
        const std::size_t shift = shape.size() - array->rank();
        for (std::size_t d = 0; d < array->rank(); ++d) {
            std::int64_t& size = shape[shift + d];
            const std::int64_t other = array->shape[d];
            if (size != other && size != 1 && other != 1)
                refuseArguments("sizes " + std::to_string(size) + " and " + std::to_string(other) + " do not broadcast");
            if (size == 1) size = other;
        }
    }
    checkedCount(shape);
    return shape;
}

std::int64_t broadcastStride(const Array& array, const Dims& shape, std::size_t axis) {
    const std::size_t shift = shape.size() - array.rank();
    if (axis < shift) return 0;
    const std::int64_t size = array.shape[axis - shift];
    if (size == shape[axis]) return array.strides[axis - shift];
    if (size != 1) refuseArguments("size " + std::to_string(size) + " does not broadcast to " + std::to_string(shape[axis]));
    return 0;
}

Array broadcastTo(const Array& array, const Dims& shape) {
    if (array.shape == shape) return array;
    if (array.rank() > shape.size()) refuseArguments("a tensor does not broadcast to fewer dimensions");
    Array seen = array;
    seen.shape = shape;
    seen.strides.resize(shape.size());
    for (std::size_t d = 0; d < shape.size(); ++d) seen.strides[d] = broadcastStride(array, shape, d);
    return seen;
}

}  // namespace etscope::evaluate
