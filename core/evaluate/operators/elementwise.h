// One function for each element of one to four operands that broadcast: in double, or in int64. Internal to core/evaluate.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "evaluate/call.h"
#include "evaluate/elements.h"
#include "evaluate/operators/numbers.h"
#include "evaluate/parallel.h"
#include "evaluate/promotion.h"
#include "evaluate/walk.h"

namespace etscope::evaluate {

constexpr std::size_t kRun = 512;  ///< elements at once: buffers of all operands stay in the first cache

/// Whether a type is computed as int64.
inline bool integral(ScalarType type) noexcept { return !isFloating(type); }

/// A function that is given the number of an element of the result, row-major, before the elements.
template <class F>
struct Numbered {
    F of;
};
template <class F>
Numbered(F) -> Numbered<F>;

namespace detail {

/// Operands of f32 that lie one after the other, and repeated numbers that are f32: computed with where they lie, in double.
template <std::size_t N>
class FloatRun {
public:
    /// Whether all operands are such; else they are converted one by one.
    bool take(const std::array<const Array*, N>& arrays, const std::array<const std::byte*, N>& places,
              const std::array<std::ptrdiff_t, N>& steps, std::size_t n) {
        for (std::size_t k = 0; k < N; ++k) {
            if (arrays[k]->stored == ScalarType::F32 && (steps[k] == sizeof(float) || n == 1))
                m_places[k] = places[k];
            else if (steps[k] != 0 || !repeat(k, arrays[k]->stored, places[k], n))
                return false;
        }
        return true;
    }

    template <class F, std::size_t... I>
    void transform(std::byte* to, std::size_t n, const F& f, std::index_sequence<I...>) const {
        const std::array<const std::byte*, N> in = m_places;
        auto* __restrict out = reinterpret_cast<float*>(to);
        for (std::size_t i = 0; i < n; ++i)
            out[i] = static_cast<float>(f(static_cast<double>(loadItem<float>(in[I] + i * sizeof(float)))...));
    }

private:
    /// The number `n` times; false: it is no f32.
    bool repeat(std::size_t k, ScalarType stored, const std::byte* place, std::size_t n) {
        if (place != m_repeated[k] || n > m_filled[k]) {
            double value = 0;
            loadDoubles(stored, place, 0, 1, &value);
            const auto narrow = static_cast<float>(value);
            if (static_cast<double>(narrow) != value) return false;
            std::fill_n(m_numbers[k].data(), n, narrow);
            m_repeated[k] = place;
            m_filled[k] = n;
        }
        m_places[k] = reinterpret_cast<const std::byte*>(m_numbers[k].data());
        return true;
    }

    std::array<const std::byte*, N> m_places, m_repeated{};
    std::array<std::size_t, N> m_filled{};
    std::array<std::array<float, kRun>, N> m_numbers;
};

template <class F>
constexpr bool kNumbered = false;
template <class F>
constexpr bool kNumbered<Numbered<F>> = true;

template <class T, class F, std::size_t... I>
void transform(const std::array<std::array<T, kRun>, sizeof...(I)>& in, T* out, std::size_t n, [[maybe_unused]] std::uint64_t first,
               const F& f, std::index_sequence<I...>) {
    for (std::size_t i = 0; i < n; ++i) {
        if constexpr (kNumbered<F>)
            out[i] = f.of(first + i, in[I][i]...);
        else
            out[i] = f(in[I][i]...);
    }
}

/// Elements of a result from `first` on, row-major, to where they lie: `out` says their types and shape.
template <class T, std::size_t N, class F>
void mapPart(const Context& context, const std::array<const Array*, N>& arrays, const Array& out, std::uint64_t first, const F& f) {
    constexpr auto kAll = std::make_index_sequence<N>();
    const std::size_t size = out.item();
    std::byte* to = out.storage->data() + static_cast<std::size_t>(out.offset) * size;
    std::array<std::array<T, kRun>, N> in;
    std::array<T, kRun> results;
    [[maybe_unused]] FloatRun<N> floats;
    Walk<N>(arrays, out.shape).each(kRun, [&](const auto& places, const auto& steps, std::size_t n) {
        context.poll();
        if constexpr (std::is_same_v<T, double> && !kNumbered<F>) {
            if (out.stored == ScalarType::F32 && floats.take(arrays, places, steps, n)) {
                floats.transform(to, n, f, kAll);
                to += n * size;
                return;
            }
        }
        for (std::size_t k = 0; k < N; ++k) loadAs<T>(arrays[k]->stored, places[k], steps[k], n, in[k].data());
        transform(in, results.data(), n, first, f, kAll);
        first += n;
        storeAs<T>(out.stored, results.data(), n, to);
        to += n * size;
    });
}

/// Whole indices of a shape's outermost axis of more than one.
struct ShapePart {
    std::size_t axis = 0;
    std::int64_t begin = 0, size = 0;  ///< along the axis
};
/// What threads share of a result: parts of whole indices that lie one after the other; one part where it is small.
std::vector<ShapePart> partsOf(const Dims& shape);
/// That part of an array, broadcast to the shape.
Array partOf(const Array& array, const Dims& shape, const ShapePart& part);

/// The function of every element, on all threads where there are many. It may depend on nothing but what it is given: the
/// elements, and their number where it is Numbered.
template <class T, std::size_t N, class F>
void mapInto(const Context& context, const std::array<const Array*, N>& arrays, Array& out, const F& f) {
    context.charge(out.count());
    const std::vector<ShapePart> parts = partsOf(out.shape);
    if (parts.size() < 2) return mapPart<T>(context, arrays, out, 0, f);
    std::array<Pinned, N> held;  // read from files once, by this thread
    for (std::size_t k = 0; k < N; ++k) held[k] = Storage::pin(arrays[k]->storage);
    inParallel(parts.size(), [&](std::size_t p) {
        std::array<Array, N> taken;
        std::array<const Array*, N> pointers;
        for (std::size_t k = 0; k < N; ++k) pointers[k] = &(taken[k] = partOf(*arrays[k], out.shape, parts[p]));
        const Array to = partOf(out, out.shape, parts[p]);
        mapPart<T>(context, pointers, to, static_cast<std::uint64_t>(to.offset), f);
    });
}

}  // namespace detail

/// `f` of doubles, rounded once to `type`. Any thread may call it (detail::mapInto).
template <std::size_t N, class F>
Array mapDoubles(const Context& context, const std::array<const Array*, N>& arrays, ScalarType type, const F& f) {
    Array out = context.make(type, broadcastShape(arrays), Content::Unset);
    detail::mapInto<double>(context, arrays, out, f);
    return out;
}

/// `f` of int64s; the result wraps to `type`.
template <std::size_t N, class F>
Array mapInts(const Context& context, const std::array<const Array*, N>& arrays, ScalarType type, const F& f) {
    Array out = context.make(type, broadcastShape(arrays), Content::Unset);
    detail::mapInto<std::int64_t>(context, arrays, out, f);
    return out;
}

/// `f` has both forms: whichever `type`, that of the result, asks for.
template <std::size_t N, class F>
Array mapNumbers(const Context& context, const std::array<const Array*, N>& arrays, ScalarType type, const F& f) {
    return integral(type) ? mapInts(context, arrays, type, f) : mapDoubles(context, arrays, type, f);
}

/// Writes the elements of an array of the same shape into `out`, in double where one of both is floating.
void convertInto(const Context& context, const Array& array, Array& out);

/// A number as it is computed with: rounded to f32 where it is floating and the result is f32 or narrower (the computation type of
/// ExecuTorch's kernels), unless in wide mode.
double factor(const Context& context, const Value& number, ScalarType result);
/// The same as a tensor without dimensions; integers are exact.
Array numberArray(const Context& context, const Value& number, ScalarType result);

/// Tensors and numbers that one function takes, and the type that they have in common.
template <std::size_t N>
class Operands {
public:
    ScalarType type = ScalarType::F32;

    /// Refers to the call's tensors.
    Operands(const Call& call, const std::array<std::string_view, N>& names) {
        std::array<const Value*, N> values;
        for (std::size_t k = 0; k < N; ++k) values[k] = &call.value(names[k]);
        type = resultType(values);
        for (std::size_t k = 0; k < N; ++k) {
            m_arrays[k] = values[k]->array();
            if (m_arrays[k] == nullptr) m_arrays[k] = &m_numbers[k].emplace(numberArray(call.context(), *values[k], type));
        }
    }
    Operands(const Operands&) = delete;
    Operands& operator=(const Operands&) = delete;

    const std::array<const Array*, N>& pointers() const& noexcept { return m_arrays; }

private:
    std::array<const Array*, N> m_arrays;
    std::array<std::optional<Array>, N> m_numbers;
};

/// The array's elements in another type: rounded once, cut towards 0 or wrapped. Itself where nothing changes and no copy is
/// wanted.
Array cast(const Context& context, const Array& array, ScalarType type);
/// A row-major copy.
Array copied(const Context& context, const Array& array);
/// Writes the elements of `from`, broadcast, into those of `to`.
void assign(const Context& context, const Array& to, const Array& from);

/// What the kernel gives, written into `self`.
template <Kernel kernel>
Values inPlace(const Call& call) {
    const Values results = kernel(call);
    const Array& self = call.array("self");
    assign(call.context(), self, *results.front().array());
    return one(self);
}

}  // namespace etscope::evaluate
