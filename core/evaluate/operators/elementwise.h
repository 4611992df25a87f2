// One function for each element of one to four operands that broadcast: in double, or in int64. Internal to core/evaluate.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "evaluate/call.h"
#include "evaluate/elements.h"
#include "evaluate/promotion.h"
#include "evaluate/walk.h"

namespace etscope::evaluate {

constexpr std::size_t kRun = 512;  ///< elements at once: buffers of all operands stay in the first cache

/// Whether a type is computed as int64.
inline bool integral(ScalarType type) noexcept { return !isFloating(type); }

namespace detail {

template <class T, class F, std::size_t... I>
void transform(const std::array<std::array<T, kRun>, sizeof...(I)>& in, T* out, std::size_t n, const F& f,
               std::index_sequence<I...>) {
    for (std::size_t i = 0; i < n; ++i) out[i] = f(in[I][i]...);
}

template <class T, std::size_t N, class F>
void mapInto(const Context& context, const std::array<const Array*, N>& arrays, Array& out, const F& f) {
    context.charge(out.count());
    const std::size_t size = out.item();
    std::byte* to = out.storage->data();
    std::array<std::array<T, kRun>, N> in;
    std::array<T, kRun> results;
    Walk<N>(arrays, out.shape).each(kRun, [&](const auto& places, const auto& steps, std::size_t n) {
        context.poll();
        for (std::size_t k = 0; k < N; ++k) {
            if constexpr (std::is_same_v<T, double>)
                loadDoubles(arrays[k]->stored, places[k], steps[k], n, in[k].data());
            else
                loadInts(arrays[k]->stored, places[k], steps[k], n, in[k].data());
        }
        transform(in, results.data(), n, f, std::make_index_sequence<N>());
        if constexpr (std::is_same_v<T, double>)
            storeDoubles(out.stored, results.data(), n, to);
        else
            storeInts(out.stored, results.data(), n, to);
        to += n * size;
    });
}

}  // namespace detail

/// `f` of doubles, rounded once to `type`.
template <std::size_t N, class F>
Array mapDoubles(const Context& context, const std::array<const Array*, N>& arrays, ScalarType type, const F& f) {
    Array out = context.make(type, broadcastShape(arrays));
    detail::mapInto<double>(context, arrays, out, f);
    return out;
}

/// `f` of int64s; the result wraps to `type`.
template <std::size_t N, class F>
Array mapInts(const Context& context, const std::array<const Array*, N>& arrays, ScalarType type, const F& f) {
    Array out = context.make(type, broadcastShape(arrays));
    detail::mapInto<std::int64_t>(context, arrays, out, f);
    return out;
}

/// A number as a tensor without dimensions, exact; floating ones as they are computed with: rounded to f32 where the result is f32
/// or narrower (the computation type of ExecuTorch's kernels), unless in wide mode.
Array numberArray(const Context& context, const Value& number, ScalarType result);

/// Tensors and numbers that one function takes, and the type that they have in common.
template <std::size_t N>
struct Operands {
    std::array<Array, N> arrays;
    ScalarType type = ScalarType::F32;

    Operands(const Call& call, const std::array<std::string_view, N>& names) {
        std::array<const Value*, N> values;
        for (std::size_t k = 0; k < N; ++k) values[k] = &call.value(names[k]);
        type = resultType(values);
        for (std::size_t k = 0; k < N; ++k)
            arrays[k] = values[k]->array() != nullptr ? *values[k]->array() : numberArray(call.context(), *values[k], type);
    }
    std::array<const Array*, N> pointers() const noexcept {
        std::array<const Array*, N> all;
        for (std::size_t k = 0; k < N; ++k) all[k] = &arrays[k];
        return all;
    }
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
