// The same elements in another arrangement: joined, repeated, mirrored, rolled.
#include <algorithm>

#include "base/checked_math.h"
#include "evaluate/operators/families.h"
#include "evaluate/operators/indices.h"
#include "evaluate/operators/lanes.h"

namespace etscope::evaluate {

namespace {

/// The sum of two sizes. Refuses what no tensor has.
std::int64_t added(std::int64_t a, std::int64_t b) {
    const auto sum = checkedAdd(a, b);
    if (!sum) refuse("limit-exceeded", "a tensor of more than 2^62 elements");
    return checkedCount(Dims{*sum});
}

ScalarType commonType(const std::vector<Array>& arrays) {
    Values values(arrays.begin(), arrays.end());
    std::vector<const Value*> operands;
    for (const Value& value : values) operands.push_back(&value);
    return resultType(operands);
}

/// One after the other along an axis. Vectors without elements fit anything.
Array joined(const Context& context, const std::vector<Array>& arrays, std::int64_t dim) {
    if (arrays.empty()) refuseArguments("no tensors are joined");
    const auto counts = [](const Array& array) { return array.shape != Dims{0}; };
    const auto first = std::find_if(arrays.begin(), arrays.end(), counts);
    Dims shape = first == arrays.end() ? Dims{0} : first->shape;
    if (shape.empty()) refuseArguments("tensors without dimensions are joined");
    const std::size_t axis = axisOf(dim, shape.size());
    shape[axis] = 0;
    for (const Array& array : arrays) {
        if (!counts(array)) continue;
        Dims others = array.shape;
        if (others.size() != shape.size()) refuseArguments("the tensors have different numbers of dimensions");
        others[axis] = shape[axis];
        if (others != shape) refuseArguments("the tensors differ in more than the joined dimension");
        shape[axis] = added(shape[axis], array.shape[axis]);
        checkedCount(shape);
    }
    Array out = context.make(commonType(arrays), shape);
    std::int64_t at = 0;
    for (const Array& array : arrays) {
        if (!counts(array)) continue;
        place(context, sliced(out, axis, at, at + array.shape[axis], 1), array);
        at += array.shape[axis];
    }
    return out;
}

Values cat(const Call& call) { return one(joined(call.context(), call.arrays("tensors"), call.integer("dim"))); }

Values stack(const Call& call) {
    std::vector<Array> arrays = call.arrays("tensors");
    if (arrays.empty()) refuseArguments("no tensors are joined");
    const std::size_t axis = axisOf(call.integer("dim"), arrays.front().rank() + 1);
    for (Array& array : arrays) {
        if (array.shape.size() < axis) refuseArguments("the tensors have different shapes");
        array = unsqueezed(array, axis);
    }
    return one(joined(call.context(), arrays, static_cast<std::int64_t>(axis)));
}

/// With at least as many dimensions: a vector becomes a row, a matrix gets a last axis.
Array atLeast(Array array, std::size_t rank) {
    while (array.rank() < rank) array = unsqueezed(array, array.rank() == 2 ? 2 : 0);
    return array;
}
template <std::size_t kRank, std::int64_t kAxis>
Values stackAlong(const Call& call) {
    std::vector<Array> arrays = call.arrays("tensors");
    for (Array& array : arrays) array = atLeast(array, kRank);
    const bool vectors = kRank == 1 && !arrays.empty() && arrays.front().rank() == 1;
    return one(joined(call.context(), arrays, vectors ? 0 : kAxis));
}
/// Vectors become columns.
Values columnStack(const Call& call) {
    std::vector<Array> arrays = call.arrays("tensors");
    for (Array& array : arrays)
        if (array.rank() <= 1) array = unsqueezed(atLeastOneAxis(array), 1);
    return one(joined(call.context(), arrays, 1));
}

Values blockDiagonal(const Call& call) {
    const Context& context = call.context();
    std::vector<Array> arrays = call.arrays("tensors");
    const ScalarType type = arrays.empty() ? ScalarType::F32 : commonType(arrays);
    Dims shape{arrays.empty() ? 1 : 0, 0};
    for (Array& array : arrays) {
        if (array.rank() > 2) refuseArguments("blocks of more than two dimensions");
        array = atLeast(array, 2);
        for (const std::size_t d : {0U, 1U}) shape[d] = added(shape[d], array.shape[d]);
        checkedCount(shape);
    }
    Array out = context.make(type, shape);
    Dims at{0, 0};
    for (const Array& array : arrays) {
        const Array rows = sliced(out, 0, at[0], at[0] + array.shape[0], 1);
        place(context, sliced(rows, 1, at[1], at[1] + array.shape[1], 1), array);
        for (const std::size_t d : {0U, 1U}) at[d] += array.shape[d];
    }
    return one(std::move(out));
}

/// The array several times along each axis, from an axis of its own for the repetition.
Array repeated(const Context& context, const Array& given, Dims repeats, bool elementwise) {
    if (repeats.size() < given.rank()) refuseArguments("there are fewer repetitions than dimensions");
    Array array = given;
    array.shape.insert(array.shape.begin(), repeats.size() - given.rank(), 1);
    array.strides.insert(array.strides.begin(), repeats.size() - given.rank(), 0);
    Array view = array;
    view.shape.clear();
    view.strides.clear();
    Dims shape;
    const auto add = [&](std::int64_t size, std::int64_t stride) {
        view.shape.push_back(size);
        view.strides.push_back(stride);
    };
    for (std::size_t d = 0; d < repeats.size(); ++d) {
        if (repeats[d] < 0) refuseArguments(std::to_string(repeats[d]) + " repetitions");
        shape.push_back(checkedCount(Dims{repeats[d], array.shape[d]}));
        if (!elementwise && repeats[d] != 1) add(repeats[d], 0);
        add(array.shape[d], array.strides[d]);
        if (elementwise && repeats[d] != 1) add(repeats[d], 0);
    }
    checkedCount(shape);
    return reshaped(context, copied(context, view), shape);
}

Values repeat(const Call& call) { return one(repeated(call.context(), call.array("self"), call.integers("repeats"), false)); }
Values tile(const Call& call) {
    Dims repeats = call.integers("dims");
    const Array& self = call.array("self");
    if (repeats.size() < self.rank()) repeats.insert(repeats.begin(), self.rank() - repeats.size(), 1);
    return one(repeated(call.context(), self, repeats, false));
}

/// What is repeated element by element, and along which axis; without one over all elements.
struct Interleaved {
    Array array;
    std::size_t axis = 0;

    explicit Interleaved(const Call& call) {
        const Array& self = call.array("self");
        array = call.has("dim") ? atLeastOneAxis(self) : reshaped(call.context(), self, {self.count()});
        axis = call.has("dim") ? axisOf(call.integer("dim"), self.rank()) : 0;
    }
};

Values repeatEach(const Call& call) {
    const Interleaved wanted(call);
    Dims repeats(wanted.array.rank(), 1);
    repeats[wanted.axis] = call.integer("repeats");
    return one(repeated(call.context(), wanted.array, repeats, true));
}

/// Each number of [0, n) as often as the counts say.
Array countedNumbers(const Context& context, const Array& counts, ScalarType type) {
    if (counts.rank() != 1 || isFloating(counts.type)) refuseArguments("a vector of integers is wanted for repetitions");
    const std::vector<std::int64_t> times = intsOf(counts);
    std::int64_t total = 0;
    for (const std::int64_t n : times) {
        total = added(total, checkedCount(Dims{n}));
    }
    Array out = context.make(type, {total});
    context.charge(total);
    std::byte* to = out.storage->data();
    for (std::size_t i = 0; i < times.size(); ++i)
        for (std::int64_t k = 0; k < times[i]; ++k, to += out.item()) {
            if (k % 65536 == 0) context.poll();
            const auto number = static_cast<std::int64_t>(i);
            storeInts(out.stored, &number, 1, to);
        }
    return out;
}
Values repeatCounted(const Call& call) {
    const Interleaved wanted(call);
    Array counts = atLeastOneAxis(call.array("repeats"));
    if (counts.count() == 1) counts = broadcastTo(reshaped(call.context(), counts, {1}), {wanted.array.shape[wanted.axis]});
    if (counts.rank() != 1 || counts.shape[0] != wanted.array.shape[wanted.axis])
        refuseArguments("there are not as many repetitions as elements");
    const Array numbers = countedNumbers(call.context(), counts, ScalarType::I64);
    return one(taken(call.context(), chosenAlong(call.context(), wanted.array, wanted.axis, numbers, Negative::Refused)));
}
Values repeatNumbers(const Call& call) {
    const Array& counts = call.array("repeats");
    return one(countedNumbers(call.context(), counts, counts.type));
}

Array mirrored(Array view, std::size_t axis) {
    if (view.shape[axis] > 0) view.offset += (view.shape[axis] - 1) * view.strides[axis];
    view.strides[axis] = -view.strides[axis];
    return view;
}
Array mirrored(Array view, const Dims& dims) {
    if (dims.empty() || view.count() == 0) return view;
    const std::vector<bool> axes = axesOf(dims, view.rank());
    for (std::size_t d = 0; d < view.rank(); ++d)
        if (axes[d]) view = mirrored(view, d);
    return view;
}
Values flip(const Call& call) { return one(copied(call.context(), mirrored(call.array("self"), call.integers("dims")))); }
template <std::int64_t kAxis>
Values flipAlong(const Call& call) {
    return one(copied(call.context(), mirrored(call.array("self"), Dims{kAxis})));
}

/// By quarters of a turn, from the first dimension to the second.
Values rotate(const Call& call) {
    const Array& self = call.array("self");
    const Dims dims = call.integers("dims");
    if (dims.size() != 2) refuseArguments("two dimensions are wanted");
    axesOf(dims, self.rank());
    const std::size_t a = axisOf(dims[0], self.rank()), b = axisOf(dims[1], self.rank());
    const std::int64_t turns = (call.integer("k") % 4 + 4) % 4;
    Array view = self;
    if (turns == 1) view = transposed(mirrored(view, Dims{dims[1]}), a, b);
    if (turns == 2) view = mirrored(view, dims);
    if (turns == 3) view = transposed(mirrored(view, Dims{dims[0]}), a, b);
    return one(copied(call.context(), view));
}

Array rolled(const Context& context, const Array& array, std::size_t axis, std::int64_t shift) {
    const std::int64_t size = array.shape[axis];
    if (array.count() == 0) return copied(context, array);
    const std::int64_t start = (shift % size + size) % size;
    Array out = context.makeStored(array.type, array.stored, array.shape);
    place(context, sliced(out, axis, start, size, 1), sliced(array, axis, 0, size - start, 1));
    place(context, sliced(out, axis, 0, start, 1), sliced(array, axis, size - start, size, 1));
    return out;
}

/// Without dimensions over all elements.
Values roll(const Call& call) {
    const Context& context = call.context();
    const Array& self = call.array("self");
    const Dims shifts = call.integers("shifts"), dims = call.integers("dims");
    if (dims.empty() && shifts.size() == 1)
        return one(reshaped(context, rolled(context, reshaped(context, self, {self.count()}), 0, shifts[0]), self.shape));
    if (dims.size() != shifts.size() || dims.empty()) refuseArguments("shifts and dimensions differ in number");
    Array out = copied(context, atLeastOneAxis(self));
    for (std::size_t i = 0; i < dims.size(); ++i) out = rolled(context, out, axisOf(dims[i], self.rank()), shifts[i]);
    return one(self.rank() == 0 ? selected(out, 0, 0) : out);
}

/// Each vector spread over the axes of the others; "xy" changes the first two.
Values meshgrid(const Call& call) {
    std::vector<Array> vectors = call.arrays("tensors");
    const bool swapped = call.has("indexing") && call.text("indexing") == "xy" && vectors.size() >= 2;
    if (swapped) std::swap(vectors[0], vectors[1]);
    Dims shape;
    for (Array& vector : vectors) {
        if (vector.rank() > 1) refuseArguments("vectors are wanted");
        vector = atLeastOneAxis(vector);
        shape.push_back(vector.shape[0]);
    }
    checkedCount(shape);
    Values grids;
    for (std::size_t i = 0; i < vectors.size(); ++i) {
        Array grid = vectors[i];
        grid.shape = shape;
        grid.strides.assign(shape.size(), 0);
        grid.strides[i] = vectors[i].strides[0];
        grids.emplace_back(snapshot(call.context(), grid));
    }
    if (swapped) std::swap(grids[0], grids[1]);
    return oneList(std::move(grids));
}

constexpr auto kArrangementsRows = std::to_array<OperatorRow>({
    {"aten.cat.default aten.concat.default aten.concatenate.default", "tensors dim=0", cat},
    {"aten.stack.default", "tensors dim=0", stack},
    {"aten.hstack.default", "tensors", stackAlong<1, 1>},
    {"aten.vstack.default", "tensors", stackAlong<2, 0>},
    {"aten.dstack.default", "tensors", stackAlong<3, 2>},
    {"aten.column_stack.default", "tensors", columnStack},
    {"aten.block_diag.default", "tensors", blockDiagonal},
    {"aten.repeat.default", "self repeats", repeat},
    {"aten.tile.default", "self dims", tile},
    {"aten.repeat_interleave.self_int", "self repeats dim=none output_size=none", repeatEach},
    {"aten.repeat_interleave.self_Tensor", "self repeats dim=none output_size=none", repeatCounted},
    {"aten.repeat_interleave.Tensor", "repeats output_size=none", repeatNumbers},
    {"aten.flip.default", "self dims", flip},
    {"aten.flipud.default", "self", flipAlong<0>},
    {"aten.fliplr.default", "self", flipAlong<1>},
    {"aten.rot90.default", "self k=1 dims=[0,1]", rotate},
    {"aten.roll.default", "self shifts dims=[]", roll},
    {"aten.meshgrid.default", "tensors", meshgrid},
    {"aten.meshgrid.indexing", "tensors indexing", meshgrid},
});

}  // namespace

std::span<const OperatorRow> arrangementRows() { return kArrangementsRows; }

}  // namespace etscope::evaluate
