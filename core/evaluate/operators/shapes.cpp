#include "evaluate/operators/shapes.h"

#include <algorithm>

#include "base/checked_math.h"
#include "evaluate/operators/elementwise.h"

namespace etscope::evaluate {

namespace {

/// The shape with its -1 computed.
Dims resolved(Dims shape, std::int64_t count) {
    std::optional<std::size_t> open;
    std::int64_t known = 1;
    for (std::size_t d = 0; d < shape.size(); ++d) {
        if (shape[d] == -1 && !open) {
            open = d;
        } else {
            known = checkedCount(Dims{known, shape[d]});
        }
    }
    if (open) {
        if (known == 0 || count % known != 0)
            refuseArguments("a size cannot be computed from " + std::to_string(count) + " elements");
        shape[*open] = count / known;
    }
    if (checkedCount(shape) != count)
        refuseArguments(std::to_string(count) + " elements do not fit a shape of " + std::to_string(checkedCount(shape)));
    return shape;
}

/// Strides of a view with that shape; nothing where no view has it. Axes that lie after each other in memory are taken together.
std::optional<Dims> viewStrides(const Array& array, const Dims& shape) {
    Dims strides(shape.size(), 1);
    if (array.count() == 0) return rowMajor(shape);
    auto to = static_cast<std::int64_t>(shape.size()) - 1;
    std::int64_t base = array.rank() == 0 ? 1 : array.strides.back(), elements = 1, taken = 1;
    for (auto from = static_cast<std::int64_t>(array.rank()) - 1; from >= 0; --from) {
        const auto d = static_cast<std::size_t>(from);
        elements *= array.shape[d];
        const bool last = from == 0;
        if (!last && (array.shape[d - 1] == 1 || array.strides[d - 1] == elements * base)) continue;
        while (to >= 0 && (taken < elements || shape[static_cast<std::size_t>(to)] == 1)) {
            strides[static_cast<std::size_t>(to)] = taken * base;
            taken *= shape[static_cast<std::size_t>(to)];
            --to;
        }
        if (taken != elements) return std::nullopt;
        if (!last) {
            base = array.strides[d - 1];
            elements = taken = 1;
        }
    }
    for (; to >= 0; --to) strides[static_cast<std::size_t>(to)] = 1;
    return strides;
}

}  // namespace

Array reshaped(const Context& context, const Array& array, Dims shape) {
    shape = resolved(std::move(shape), array.count());
    auto strides = viewStrides(array, shape);
    Array view = strides ? array : copied(context, array);
    view.strides = strides ? *std::move(strides) : rowMajor(shape);
    view.shape = std::move(shape);
    return view;
}

Array permuted(const Array& array, const std::vector<std::size_t>& axes) {
    if (axes.size() != array.rank()) refuseArguments("the number of dimensions differs");
    Array view = array;
    for (std::size_t d = 0; d < axes.size(); ++d) {
        view.shape[d] = array.shape[axes[d]];
        view.strides[d] = array.strides[axes[d]];
    }
    return view;
}

Array transposed(const Array& array, std::size_t a, std::size_t b) {
    Array view = array;
    if (array.rank() == 0) return view;
    std::swap(view.shape[a], view.shape[b]);
    std::swap(view.strides[a], view.strides[b]);
    return view;
}

Array sliced(const Array& array, std::size_t axis, std::optional<std::int64_t> start, std::optional<std::int64_t> end,
             std::int64_t step) {
    if (array.rank() == 0) refuseArguments("a tensor without dimensions is sliced");
    if (step <= 0) refuseArguments("a step of " + std::to_string(step));
    const std::int64_t size = array.shape[axis];
    const auto bound = [size](std::int64_t at) {
        return std::clamp<std::int64_t>(at < 0 ? std::max(at, -size) + size : at, 0, size);
    };
    const std::int64_t first = bound(start.value_or(0)), last = std::max(bound(end.value_or(size)), first);
    Array view = array;
    view.shape[axis] = last == first ? 0 : (last - first - 1) / step + 1;
    view.offset += view.shape[axis] > 0 ? first * array.strides[axis] : 0;
    view.strides[axis] = view.shape[axis] > 1 ? array.strides[axis] * step : array.strides[axis];
    return view;
}

std::int64_t checkedParts(std::int64_t parts) {
    if (parts > kMostParts) refuse("limit-exceeded", std::to_string(parts) + " parts of one tensor");
    return parts;
}

Array selected(const Array& array, std::size_t axis, std::int64_t index) {
    if (array.rank() == 0) refuseArguments("a tensor without dimensions is indexed");
    const std::int64_t size = array.shape[axis];
    if (index < -size || index >= size)
        refuseArguments("index " + std::to_string(index) + " of a dimension of " + std::to_string(size));
    Array view = array;
    view.offset += (index < 0 ? index + size : index) * array.strides[axis];
    view.shape.erase(view.shape.begin() + static_cast<std::ptrdiff_t>(axis));
    view.strides.erase(view.strides.begin() + static_cast<std::ptrdiff_t>(axis));
    return view;
}

Array unsqueezed(const Array& array, std::size_t axis) {
    Array view = array;
    const std::int64_t stride = axis < array.rank() ? array.shape[axis] * array.strides[axis] : 1;
    view.shape.insert(view.shape.begin() + static_cast<std::ptrdiff_t>(axis), 1);
    view.strides.insert(view.strides.begin() + static_cast<std::ptrdiff_t>(axis), stride);
    return view;
}

Array expanded(const Array& array, Dims shape) {
    if (shape.size() < array.rank()) refuseArguments("a tensor is not expanded to fewer dimensions");
    const std::size_t shift = shape.size() - array.rank();
    for (std::size_t d = 0; d < array.rank(); ++d)
        if (shape[shift + d] == -1) shape[shift + d] = array.shape[d];
    checkedCount(shape);
    return broadcastTo(array, shape);
}

Array diagonalOf(const Array& array, std::size_t a, std::size_t b, std::int64_t offset) {
    if (a == b || array.rank() < 2) refuseArguments("a diagonal lies between two dimensions");
    const std::int64_t room = offset >= 0 ? std::min(array.shape[a], array.shape[b] - std::min(offset, array.shape[b]))
                                          : std::min(array.shape[a] + std::max(offset, -array.shape[a]), array.shape[b]);
    Array view = array;
    if (room > 0) view.offset += offset >= 0 ? offset * array.strides[b] : -offset * array.strides[a];
    for (const std::size_t d : {std::max(a, b), std::min(a, b)}) {
        view.shape.erase(view.shape.begin() + static_cast<std::ptrdiff_t>(d));
        view.strides.erase(view.strides.begin() + static_cast<std::ptrdiff_t>(d));
    }
    view.shape.push_back(std::max<std::int64_t>(room, 0));
    view.strides.push_back(array.strides[a] + array.strides[b]);
    return view;
}

Array restrided(const Array& array, Dims shape, Dims strides, std::int64_t offset) {
    if (shape.size() != strides.size()) refuseArguments("there are not as many strides as sizes");
    Array view = array;
    const std::int64_t count = checkedCount(shape);
    std::optional<std::int64_t> last = offset;
    for (std::size_t d = 0; d < shape.size() && count > 0 && last; ++d) {
        const auto reach = strides[d] < 0 ? std::nullopt : checkedMul(shape[d] - 1, strides[d]);
        last = reach ? checkedAdd(*last, *reach) : std::nullopt;
    }
    const auto held = static_cast<std::int64_t>(array.storage->size() / array.item());
    if (!last || offset < 0 || (count > 0 && *last >= held)) refuseArguments("strides lead outside the tensor");
    for (std::size_t d = 0; d < shape.size(); ++d)
        if (count == 0 || shape[d] == 1) strides[d] = 1;  // they lead nowhere, whatever they are
    view.shape = std::move(shape);
    view.strides = std::move(strides);
    view.offset = count > 0 ? offset : 0;
    return view;
}

Array snapshot(const Context& context, const Array& view) {
    return context.functional || !view.storage->owned() ? view : copied(context, view);
}

}  // namespace etscope::evaluate
