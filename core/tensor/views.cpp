#include "tensor/views.h"

#include <algorithm>
#include <limits>
#include <string>

#include "base/checked_math.h"
#include "base/escaped.h"
#include "base/number_text.h"

namespace etscope::tensor {
namespace {

Failure invalid(std::string message) { return fail("slice-invalid", std::move(message)); }

Failure outOfRange(std::int64_t index, std::size_t axis, std::int64_t size) {
    return fail("slice-out-of-range",
                "index " + std::to_string(index) + " of axis " + std::to_string(axis) + ", which has size " + std::to_string(size));
}

/// The tensor with explicit strides, ready to be changed; fails when its own description is broken.
Result<Tensor> strided(const Tensor& tensor) {
    Tensor view = tensor;
    view.strides = tensor.effectiveStrides();
    if (view.strides.size() != view.shape.size())
        return invalid("the tensor has " + std::to_string(view.strides.size()) + " strides");
    return view;
}

bool moveOffset(Tensor& view, std::int64_t steps, std::int64_t stride) {
    const auto way = checkedMul(steps, stride);
    const auto offset = way ? checkedAdd(view.storageOffset, *way) : std::nullopt;
    if (offset) view.storageOffset = *offset;
    return offset.has_value();
}

/// Keeps every `step`-th of `count` per-channel parameters from `start` on.
void narrowScales(Tensor& view, std::size_t axis, std::int64_t start, std::int64_t count, std::int64_t step) {
    if (!view.quantization || view.quantization->axis != static_cast<std::int64_t>(axis)) return;
    const auto pick = [&](std::vector<double>& values) {
        std::vector<double> kept;
        for (std::int64_t i = 0, at = start; i < count && at < static_cast<std::int64_t>(values.size()); ++i, at += step)
            kept.push_back(values[static_cast<std::size_t>(at)]);
        values = std::move(kept);
    };
    pick(view.quantization->scales);
    pick(view.quantization->zeroPoints);
}

/// Python's slice bound: negative from the end, then clipped to [0, size].
std::int64_t clipped(std::int64_t bound, std::int64_t size) {
    if (bound < 0) bound = checkedAdd(bound, size).value_or(0);
    return std::clamp<std::int64_t>(bound, 0, size);
}

std::vector<std::string_view> parts(std::string_view text, char separator) {
    std::vector<std::string_view> result;
    for (;;) {
        const auto end = text.find(separator);
        std::string_view part = text.substr(0, end);
        while (!part.empty() && part.front() == ' ') part.remove_prefix(1);
        while (!part.empty() && part.back() == ' ') part.remove_suffix(1);
        result.push_back(part);
        if (end == std::string_view::npos) return result;
        text.remove_prefix(end + 1);
    }
}

/// "a:b:c" with each number optional, applied to `axis`.
Result<Tensor> narrowByText(const Tensor& view, std::size_t axis, std::string_view text) {
    const auto bounds = parts(text, ':');
    std::int64_t numbers[3] = {0, std::numeric_limits<std::int64_t>::max(), 1};
    if (bounds.size() > 3) return invalid("\"" + escaped(text) + "\" is not start:stop:step");
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        if (bounds[i].empty()) continue;
        const auto number = parseInt(bounds[i]);
        if (!number) return invalid("\"" + escaped(text) + "\" is not start:stop:step");
        numbers[i] = *number;
    }
    return narrow(view, axis, numbers[0], numbers[1], numbers[2]);
}

}  // namespace

Result<Tensor> select(const Tensor& tensor, std::size_t axis, std::int64_t index) {
    auto view = strided(tensor);
    if (!view) return view;
    if (axis >= view->shape.size())
        return invalid("axis " + std::to_string(axis) + " of a tensor of rank " + std::to_string(view->shape.size()));
    const std::int64_t size = view->shape[axis];
    if (index < -size || index >= size) return outOfRange(index, axis, size);
    if (index < 0) index += size;
    if (!moveOffset(*view, index, view->strides[axis])) return outOfRange(index, axis, size);
    narrowScales(*view, axis, index, 1, 1);
    const auto at = static_cast<std::ptrdiff_t>(axis);
    view->shape.erase(view->shape.begin() + at);
    view->strides.erase(view->strides.begin() + at);
    if (auto& q = view->quantization; q && q->axis) {
        if (*q->axis == at)
            q->axis.reset();
        else if (*q->axis > at)
            --*q->axis;
    }
    return view;
}

Result<Tensor> narrow(const Tensor& tensor, std::size_t axis, std::int64_t start, std::int64_t stop, std::int64_t step) {
    auto view = strided(tensor);
    if (!view) return view;
    if (axis >= view->shape.size())
        return invalid("axis " + std::to_string(axis) + " of a tensor of rank " + std::to_string(view->shape.size()));
    if (step < 1) return invalid("a step of " + std::to_string(step) + "; it must be at least 1");
    const std::int64_t size = view->shape[axis];
    start = clipped(start, size);
    stop = clipped(stop, size);
    const std::int64_t count = stop > start ? (stop - start - 1) / step + 1 : 0;
    view->shape[axis] = count;
    narrowScales(*view, axis, start, count, step);
    if (count == 0) return view;
    if (!moveOffset(*view, start, view->strides[axis])) return outOfRange(start, axis, size);
    const auto stride = checkedMul(view->strides[axis], count > 1 ? step : 1);
    if (!stride) return outOfRange(stop, axis, size);
    view->strides[axis] = *stride;
    return view;
}

Result<Tensor> permute(const Tensor& tensor, std::span<const std::size_t> axes) {
    const auto source = strided(tensor);
    if (!source) return source.failure();
    std::vector<bool> seen(source->shape.size(), false);
    if (axes.size() != seen.size()) return invalid("the order names " + std::to_string(axes.size()) + " axes");
    Tensor view = *source;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        if (axes[i] >= seen.size() || seen[axes[i]]) return invalid("the order of axes is not a permutation");
        seen[axes[i]] = true;
        view.shape[i] = source->shape[axes[i]];
        view.strides[i] = source->strides[axes[i]];
        if (view.quantization && source->quantization->axis == static_cast<std::int64_t>(axes[i]))
            view.quantization->axis = static_cast<std::int64_t>(i);
    }
    return view;
}

std::optional<Tensor> withSingletonAxes(const Tensor& tensor, std::span<const std::int64_t> shape) {
    Tensor view = tensor;
    view.shape.assign(shape.begin(), shape.end());
    view.strides.assign(tensor.strides.empty() ? 0 : shape.size(), 1);
    std::size_t from = 0;
    const auto skipSingletons = [&] {
        while (from < tensor.shape.size() && tensor.shape[from] == 1) ++from;
    };
    for (std::size_t to = 0; to < shape.size(); ++to) {
        if (shape[to] == 1) continue;
        skipSingletons();
        if (from == tensor.shape.size() || tensor.shape[from] != shape[to]) return std::nullopt;
        if (!view.strides.empty()) view.strides[to] = tensor.strides[from];
        ++from;
    }
    skipSingletons();
    if (from != tensor.shape.size()) return std::nullopt;
    return view;
}

Result<Tensor> slice(const Tensor& tensor, std::string_view text) {
    Result<Tensor> view = tensor;
    if (text.find_first_not_of(' ') == std::string_view::npos) return view;
    const auto selectors = parts(text, ',');
    const auto ellipses = static_cast<std::size_t>(std::count(selectors.begin(), selectors.end(), "..."));
    if (ellipses > 1 || selectors.size() - ellipses > tensor.shape.size())
        return invalid("\"" + escaped(text) + "\" has more parts than the tensor has axes (" + std::to_string(tensor.shape.size()) +
                       ")");
    std::size_t axis = 0;
    for (const std::string_view selector : selectors) {
        if (selector == "...") {
            axis += tensor.shape.size() - (selectors.size() - 1);
        } else if (selector.find(':') != std::string_view::npos) {
            view = narrowByText(*view, axis++, selector);
        } else if (const auto index = parseInt(selector)) {
            view = select(*view, axis, *index);
        } else {
            return invalid("\"" + escaped(selector) + "\" is neither an index nor start:stop:step");
        }
        if (!view) return view;
    }
    return view;
}

std::vector<std::int64_t> multiIndex(std::span<const std::int64_t> shape, std::uint64_t flat) {
    std::vector<std::int64_t> index(shape.size(), 0);
    for (std::size_t i = shape.size(); i-- > 0;) {
        if (shape[i] <= 0) continue;
        index[i] = static_cast<std::int64_t>(flat % static_cast<std::uint64_t>(shape[i]));
        flat /= static_cast<std::uint64_t>(shape[i]);
    }
    return index;
}

Result<std::uint64_t> flatIndex(std::span<const std::int64_t> shape, std::span<const std::int64_t> index) {
    if (index.size() != shape.size())
        return invalid(std::to_string(index.size()) + " indices for rank " + std::to_string(shape.size()));
    std::uint64_t flat = 0;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (index[i] < 0 || index[i] >= shape[i]) return outOfRange(index[i], i, shape[i]);
        flat = flat * static_cast<std::uint64_t>(shape[i]) + static_cast<std::uint64_t>(index[i]);
    }
    return flat;
}

}  // namespace etscope::tensor
