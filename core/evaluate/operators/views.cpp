// Operators whose result is a view of their operand, and those that copy one.
#include <algorithm>

#include "evaluate/operators/elementwise.h"
#include "evaluate/operators/families.h"
#include "evaluate/operators/shapes.h"

namespace etscope::evaluate {

namespace {

const Array& self(const Call& call) { return call.array("self"); }

Array viewed(const Call& call) { return reshaped(call.context(), self(call), call.integers("size")); }
Array reshape(const Call& call) { return reshaped(call.context(), self(call), call.integers("shape")); }
Array sameShape(const Call& call) { return reshaped(call.context(), self(call), call.array("other").shape); }

Array flatten(const Call& call) {
    const Array& array = self(call);
    const std::size_t first = axisOf(call.integer("start_dim"), array.rank()), last = axisOf(call.integer("end_dim"), array.rank());
    if (first > last) refuseArguments("the last dimension comes before the first");
    Dims shape(array.shape.begin(), array.shape.begin() + static_cast<std::ptrdiff_t>(std::min(first, array.rank())));
    std::int64_t product = 1;
    for (std::size_t d = first; d <= last && d < array.rank(); ++d) product *= array.shape[d];
    shape.push_back(product);
    for (std::size_t d = last + 1; d < array.rank(); ++d) shape.push_back(array.shape[d]);
    return reshaped(call.context(), array, shape);
}

Array unflatten(const Call& call) {
    const Array& array = self(call);
    if (array.rank() == 0) refuseArguments("a tensor without dimensions is cut");
    const std::size_t axis = axisOf(call.integer("dim"), array.rank());
    Dims inner = call.integers("sizes"), shape = array.shape;
    std::int64_t known = 1;
    for (const std::int64_t size : inner) known = size == -1 ? known : checkedCount(Dims{known, size});
    for (std::int64_t& size : inner)
        if (size == -1) size = known == 0 ? 0 : array.shape[axis] / known;
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), inner.begin(), inner.end());
    return reshaped(call.context(), array, shape);
}

Array permute(const Call& call) {
    const Array& array = self(call);
    const Dims dims = call.integers("dims");
    axesOf(dims, array.rank());
    std::vector<std::size_t> axes;
    for (const std::int64_t dim : dims) axes.push_back(axisOf(dim, array.rank()));
    return permuted(array, axes);
}

Array transpose(const Call& call) {
    const Array& array = self(call);
    return transposed(array, axisOf(call.integer("dim0"), array.rank()), axisOf(call.integer("dim1"), array.rank()));
}

Array matrixTransposed(const Call& call) {
    const Array& array = self(call);
    if (array.rank() < 2) return array;
    return transposed(array, array.rank() - 2, array.rank() - 1);
}
Array reversedAxes(const Call& call) {
    const Array& array = self(call);
    std::vector<std::size_t> axes(array.rank());
    for (std::size_t d = 0; d < axes.size(); ++d) axes[d] = axes.size() - 1 - d;
    return permuted(array, axes);
}

Array movedAxes(const Call& call) {
    const Array& array = self(call);
    const Dims from = call.integers("source"), to = call.integers("destination");
    if (from.size() != to.size()) refuseArguments("source and destination differ in length");
    if (array.rank() == 0) return array;
    const std::vector<bool> moved = axesOf(from, array.rank()), taken = axesOf(to, array.rank());
    std::vector<std::size_t> axes(array.rank());
    std::size_t next = 0;
    for (std::size_t d = 0; d < array.rank(); ++d) {
        if (!from.empty() && taken[d]) continue;
        while (!from.empty() && moved[next]) ++next;
        axes[d] = next++;
    }
    for (std::size_t i = 0; i < from.size(); ++i) axes[axisOf(to[i], array.rank())] = axisOf(from[i], array.rank());
    return permuted(array, axes);
}

Array expand(const Call& call) { return expanded(self(call), call.integers("size")); }
Array expandAs(const Call& call) { return expanded(self(call), call.array("other").shape); }

Array unsqueeze(const Call& call) { return unsqueezed(self(call), axisOf(call.integer("dim"), self(call).rank() + 1)); }

/// Without `dim`: all axes of size 1.
Array squeeze(const Call& call) {
    Array view = self(call);
    const std::vector<bool> axes = call.has("dim") ? axesOf(call.integers("dim"), view.rank()) : axesOf({}, view.rank());
    if (call.has("dim") && call.integers("dim").empty()) return view;
    for (std::size_t d = view.rank(); d-- > 0;) {
        if (!axes[d] || view.shape[d] != 1) continue;
        view.shape.erase(view.shape.begin() + static_cast<std::ptrdiff_t>(d));
        view.strides.erase(view.strides.begin() + static_cast<std::ptrdiff_t>(d));
    }
    return view;
}

Array select(const Call& call) {
    return selected(self(call), axisOf(call.integer("dim"), self(call).rank()), call.integer("index"));
}

std::optional<std::int64_t> boundOf(const Call& call, std::string_view name) {
    return call.has(name) ? std::optional(call.integer(name)) : std::nullopt;
}
Array slice(const Call& call) {
    return sliced(self(call), axisOf(call.integer("dim"), self(call).rank()), boundOf(call, "start"), boundOf(call, "end"),
                  call.integer("step"));
}
Array narrow(const Call& call) {
    const Array& array = self(call);
    const std::size_t axis = axisOf(call.integer("dim"), array.rank());
    const std::int64_t size = array.rank() == 0 ? 0 : array.shape[axis];
    const Array* stored = call.value("start").array();
    if (stored != nullptr && (stored->count() != 1 || !integral(stored->type))) refuseArguments("a start of one integer is wanted");
    const std::int64_t given = stored != nullptr ? intsOf(*stored).front() : call.integer("start");
    const std::int64_t start = given < 0 ? given + size : given, length = call.integer("length");
    if (start < 0 || start > size || length > size - start) refuseArguments("a part beyond the dimension's size");
    return sliced(array, axis, start, start + length, 1);
}

Array diagonal(const Call& call) {
    const Array& array = self(call);
    return diagonalOf(array, axisOf(call.integer("dim1"), array.rank()), axisOf(call.integer("dim2"), array.rank()),
                      call.integer("offset"));
}

Array asStrided(const Call& call) {
    const Array& array = self(call);
    return restrided(array, call.integers("size"), call.integers("stride"), call.integerOr("storage_offset", array.offset));
}

Array unfold(const Call& call) {
    const Array& array = self(call);
    const std::size_t axis = axisOf(call.integer("dimension"), array.rank());
    const std::int64_t size = call.integer("size"), step = call.integer("step");
    const std::int64_t held = array.rank() == 0 ? 1 : array.shape[axis];
    if (size > held) refuseArguments("windows of " + std::to_string(size) + " in a dimension of " + std::to_string(held));
    Array view = array;
    if (array.rank() == 0) {
        view.shape = {size};
        view.strides = {1};
        return view;
    }
    view.shape[axis] = (held - size) / step + 1;
    if (view.shape[axis] > 1) view.strides[axis] = array.strides[axis] * step;
    view.shape.push_back(size);
    view.strides.push_back(array.strides[axis]);
    checkedCount(view.shape);
    return view;
}

Array itself(const Call& call) { return self(call); }

/// Parts of an axis, `sizes` long each.
Values parts(const Array& array, std::size_t axis, const Dims& sizes) {
    Values views;
    std::int64_t at = 0;
    for (const std::int64_t size : sizes) {
        if (size > array.shape[axis] - at) refuseArguments("the parts are longer than the dimension");
        views.emplace_back(sliced(array, axis, at, at + size, 1));
        at += size;
    }
    if (at != array.shape[axis]) refuseArguments("the parts are shorter than the dimension");
    return views;
}

/// Parts of `size`, the last one shorter.
Dims evenSizes(std::int64_t total, std::int64_t size) {
    if (size == 0 && total != 0) refuseArguments("parts of size 0");
    if (total == 0) return {0};
    const std::int64_t count = checkedParts((total - 1) / size + 1);
    Dims sizes(static_cast<std::size_t>(count), size);
    sizes.back() = total - size * (count - 1);
    return sizes;
}

std::size_t splitAxis(const Call& call) {
    if (self(call).rank() == 0) refuseArguments("a tensor without dimensions is split");
    return axisOf(call.integer("dim"), self(call).rank());
}

Values split(const Call& call) {
    const std::size_t axis = splitAxis(call);
    return parts(self(call), axis, evenSizes(self(call).shape[axis], call.integer("split_size")));
}
Values splitSizes(const Call& call) {
    return parts(self(call), splitAxis(call), call.has("split_sizes") ? call.integers("split_sizes") : call.integers("split_size"));
}
Values chunk(const Call& call) {
    const std::size_t axis = splitAxis(call);
    const std::int64_t chunks = call.integer("chunks"), size = self(call).shape[axis];
    if (size == 0) return parts(self(call), axis, Dims(static_cast<std::size_t>(checkedParts(chunks)), 0));
    return parts(self(call), axis, evenSizes(size, (size - 1) / chunks + 1));
}
Values unbind(const Call& call) {
    const std::size_t axis = splitAxis(call);
    Values views;
    const std::int64_t count = checkedParts(self(call).shape[axis]);
    for (std::int64_t i = 0; i < count; ++i) views.emplace_back(selected(self(call), axis, i));
    return views;
}

using View = Array (*)(const Call&);
template <View view>
Values share(const Call& call) {
    return one(view(call));
}
template <View view>
Values keep(const Call& call) {
    return one(snapshot(call.context(), view(call)));
}

template <Kernel list>
Values shareAll(const Call& call) {
    return oneList(list(call));
}
template <Kernel list>
Values keepAll(const Call& call) {
    Values items = list(call);
    for (Value& item : items) item = snapshot(call.context(), *item.array());
    return oneList(std::move(items));
}

constexpr auto kViewsRows = std::to_array<OperatorRow>({
    {"aten.view.default aten._unsafe_view.default", "self size", share<viewed>},
    {"aten.view_copy.default", "self size", keep<viewed>},
    {"aten.view_as.default aten.reshape_as.default", "self other", share<sameShape>},
    {"aten.reshape.default", "self shape", share<reshape>},
    {"aten._reshape_alias_copy.default", "self size stride", keep<viewed>},
    {"aten.flatten.using_ints", "self start_dim=0 end_dim=-1", share<flatten>},
    {"aten.unflatten.int", "self dim sizes", share<unflatten>},
    {"aten.permute.default", "self dims", share<permute>},
    {"aten.permute_copy.default", "self dims", keep<permute>},
    {"aten.transpose.int aten.swapaxes.default", "self dim0 dim1", share<transpose>},
    {"aten.transpose_copy.int", "self dim0 dim1", keep<transpose>},
    {"aten.t.default aten.mT.default", "self", share<matrixTransposed>},
    {"aten.t_copy.default", "self", keep<matrixTransposed>},
    {"aten.numpy_T.default", "self", share<reversedAxes>},
    {"aten.movedim.int aten.movedim.intlist", "self source destination", share<movedAxes>},
    {"aten.expand.default", "self size implicit=false", share<expand>},
    {"aten.expand_copy.default", "self size implicit=false", keep<expand>},
    {"aten.expand_as.default", "self other", share<expandAs>},
    {"aten.broadcast_to.default", "self size", share<expand>},
    {"aten.unsqueeze.default", "self dim", share<unsqueeze>},
    {"aten.unsqueeze_copy.default", "self dim", keep<unsqueeze>},
    {"aten.squeeze.default", "self", share<squeeze>},
    {"aten.squeeze.dim aten.squeeze.dims", "self dim", share<squeeze>},
    {"aten.squeeze_copy.default", "self", keep<squeeze>},
    {"aten.squeeze_copy.dim aten.squeeze_copy.dims", "self dim", keep<squeeze>},
    {"aten.select.int", "self dim index", share<select>},
    {"aten.select_copy.int", "self dim index", keep<select>},
    {"aten.slice.Tensor", "self dim=0 start=none end=none step=1", share<slice>},
    {"aten.slice_copy.Tensor", "self dim=0 start=none end=none step=1", keep<slice>},
    {"aten.narrow.default aten.narrow.Tensor", "self dim start length", share<narrow>},
    {"aten.narrow_copy.default", "self dim start length", keep<narrow>},
    {"aten.diagonal.default", "self offset=0 dim1=0 dim2=1", share<diagonal>},
    {"aten.diagonal_copy.default", "self offset=0 dim1=0 dim2=1", keep<diagonal>},
    {"aten.as_strided.default", "self size stride storage_offset=none", share<asStrided>},
    {"aten.as_strided_copy.default", "self size stride storage_offset=none", keep<asStrided>},
    {"aten.unfold.default", "self dimension size step", share<unfold>},
    {"aten.unfold_copy.default", "self dimension size step", keep<unfold>},
    {"aten.alias.default aten.detach.default aten.detach_.default aten.lift_fresh.default", "self", share<itself>},
    {"aten.alias_copy.default aten.detach_copy.default aten.lift_fresh_copy.default", "self", keep<itself>},
    {"et_copy._h2d_copy.default et_copy._d2h_copy.default", "self", keep<itself>},  // between processor and device
    {"executorch_utils.graph_break.Tensor", "x", [](const Call& call) { return one(call.array("x")); }},
    {"aten.contiguous.default", "self memory_format=0", share<itself>},
    {"aten.clone.default", "self memory_format=none", keep<itself>},
    {"aten.dropout.default", "input p train",
     [](const Call& call) {
         if (call.flag("train")) refuseUnsupported("dropout of training: its values are random");
         return one(call.array("input"));
     }},
    {"aten.native_dropout.default", "input p train",
     [](const Call& call) {
         if (call.has("train") && call.flag("train")) refuseUnsupported("dropout of training: its values are random");
         const Array& input = call.array("input");
         const Array mask = call.context().make(ScalarType::Bool, input.shape);
         std::fill_n(mask.storage->data(), mask.count(), std::byte{1});
         return Values{input, mask};
     }},
    {"aten.split.Tensor", "self split_size dim=0", shareAll<split>},
    {"aten.split.sizes", "self split_size dim=0", shareAll<splitSizes>},
    {"aten.split_with_sizes.default", "self split_sizes dim=0", shareAll<splitSizes>},
    {"aten.split_copy.Tensor aten.unsafe_split.Tensor", "self split_size dim=0", keepAll<split>},
    {"aten.split_with_sizes_copy.default", "self split_sizes dim=0", keepAll<splitSizes>},
    {"aten.chunk.default", "self chunks dim=0", shareAll<chunk>},
    {"aten.unsafe_chunk.default", "self chunks dim=0", keepAll<chunk>},
    {"aten.unbind.int", "self dim=0", shareAll<unbind>},
    {"aten.unbind_copy.int", "self dim=0", keepAll<unbind>},
    {"dim_order_ops._clone_dim_order.default", "self non_blocking=false dim_order=none", keep<itself>},
});

}  // namespace

std::span<const OperatorRow> viewRows() { return kViewsRows; }

}  // namespace etscope::evaluate
