// What convolutions, pools and resampling have in common: the parameters of one to three spatial axes, and images plane by plane.
// Internal to core/evaluate.
#pragma once

#include <cstdint>
#include <string_view>

#include "evaluate/call.h"
#include "evaluate/elements.h"
#include "evaluate/walk.h"

namespace etscope::evaluate {

/// No spatial size, stride, padding or dilation is larger: the product of two of them fits int64.
constexpr std::int64_t kMostSpatial = std::int64_t{1} << 30U;

/// A value of at least `least` and at most kMostSpatial; refuses others.
inline std::int64_t spatialValue(std::int64_t value, std::int64_t least, std::string_view name) {
    if (value < least || value > kMostSpatial) refuseArguments(std::string(name) + " of " + std::to_string(value));
    return value;
}
/// One integer for each of `axes` axes; a list of one stands for all of them. Refuses other lengths and values below `least`.
inline Dims spatialParameter(const Call& call, std::string_view name, std::size_t axes, std::int64_t least) {
    Dims values = call.integers(name);
    if (values.size() == 1) values.assign(axes, values.front());
    if (values.size() != axes)
        refuseArguments(std::string(name) + " has " + std::to_string(values.size()) + " values, not " + std::to_string(axes));
    for (const std::int64_t value : values) spatialValue(value, least, name);
    return values;
}
/// The sizes of the last `axes` axes, of an array of one or two axes more. Refuses other ranks and sizes that are too large.
inline Dims spatialSizes(const Array& array, std::size_t axes) {
    if (array.rank() != axes + 1 && array.rank() != axes + 2)
        refuseArguments("a tensor of " + std::to_string(axes + 1) + " or " + std::to_string(axes + 2) +
                        " dimensions is wanted, not of " + std::to_string(array.rank()));
    Dims sizes(array.shape.end() - static_cast<std::ptrdiff_t>(axes), array.shape.end());
    for (const std::int64_t size : sizes) spatialValue(size, 0, "size");
    return sizes;
}

/// Parameters of one to three axes as those of three, `filler` in front.
inline Dims asThree(Dims values, std::int64_t filler) {
    values.insert(values.begin(), 3 - values.size(), filler);
    return values;
}

/// Zeros to compute with, counted as memory of the evaluation.
template <class T>
Array scratch(const Context& context, Dims shape) {
    return context.makeStored(kTypeOf<T>, kTypeOf<T>, std::move(shape));
}
template <class T>
T* itemsOf(const Array& array) {
    return reinterpret_cast<T*>(array.storage->data());
}

/// All elements, row-major.
template <class T>
Array widened(const Context& context, const Array& array) {
    Array wide = scratch<T>(context, array.shape);
    T* to = itemsOf<T>(wide);
    context.charge(array.count());
    Walk<1>({&array}, array.shape).each(4096, [&](const auto& places, const auto& steps, std::size_t n) {
        context.poll();
        loadAs<T>(array.stored, places[0], steps[0], n, to);
        to += n;
    });
    return wide;
}

/// `visit(plane, number)`: the elements of the last `axes` axes in row-major order, for each place of the axes before them in
/// row-major order. What `plane` points to may be written to.
template <class T, class Visit>
void eachPlane(const Context& context, const Array& array, std::size_t axes, Visit&& visit) {
    if (array.count() == 0) return;
    context.charge(array.count());
    const Pinned hold = Storage::pin(array.storage);
    const auto split = static_cast<std::ptrdiff_t>(array.rank() - axes);
    Array plane = array, leading = array;
    plane.shape.erase(plane.shape.begin(), plane.shape.begin() + split);
    plane.strides.erase(plane.strides.begin(), plane.strides.begin() + split);
    leading.shape.resize(static_cast<std::size_t>(split));
    leading.strides.resize(static_cast<std::size_t>(split));
    const Array buffer = scratch<T>(context, plane.shape);
    const auto item = static_cast<std::ptrdiff_t>(array.item());
    std::size_t number = 0;
    Walk<1>({&leading}, leading.shape).each(1, [&](const auto& starts, const auto&, std::size_t) {
        context.poll();
        plane.offset = (starts[0] - hold.data) / item;
        T* to = itemsOf<T>(buffer);
        Walk<1>({&plane}, plane.shape).each(4096, [&](const auto& places, const auto& steps, std::size_t n) {
            context.poll();
            loadAs<T>(array.stored, places[0], steps[0], n, to);
            to += n;
        });
        visit(itemsOf<T>(buffer), number++);
    });
}

}  // namespace etscope::evaluate
