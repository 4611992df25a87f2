// Elements that index tensors choose: taken, written, added to.
#include "evaluate/operators/families.h"
#include "evaluate/operators/indices.h"
#include "evaluate/operators/lanes.h"

namespace etscope::evaluate {

namespace {

/// What `places(array)` chooses, with factor · values added: in double or int64, rounded once.
template <class Places>
Array withAdded(const Context& context, const Array& self, const Array& values, const Value& factor, const Places& places) {
    const ScalarType wide = isFloating(self.type) ? ScalarType::F64 : ScalarType::I64;
    const Array sums = copied(context, kept(context, self, wide, wide));
    const Array terms = kept(context, values, wide, wide);
    const auto add = [&](auto scale) {
        using T = decltype(scale);
        combine<T>(context, places(sums), terms, [scale](T there, T x) { return sumOf(there, productOf(scale, x)); });
    };
    if (wide == ScalarType::F64)
        add(evaluate::factor(context, factor, self.type));
    else
        add(integerOf(factor));
    return kept(context, sums, self.type, context.storedAs(self.type));
}

Values index(const Call& call) {
    const Context& context = call.context();
    return one(taken(context, chosen(context, call.array("self"), call.optionalArrays("indices"), Negative::FromEnd)));
}

Values indexPut(const Call& call) {
    const Context& context = call.context();
    const Array& self = call.array("self");
    const auto indices = call.optionalArrays("indices");
    const auto places = [&](const Array& array) { return chosen(context, array, indices, Negative::FromEnd); };
    if (call.flag("accumulate")) return one(withAdded(context, self, call.array("values"), std::int64_t{1}, places));
    Array out = fresh(context, self, self.type);
    put(context, places(out), call.array("values"));
    return one(std::move(out));
}

/// Along one axis; a tensor without dimensions counts as one of a single element.
struct AxisWalk {
    Array self;
    std::size_t axis = 0;
    Array index;

    explicit AxisWalk(const Call& call)
        : self(atLeastOneAxis(call.array("self"))),
          axis(axisOf(call.integer("dim"), call.array("self").rank())),
          index(atLeastOneAxis(call.array("index"))) {
        if (index.rank() > 1) refuseArguments("an index of one dimension is wanted");
    }
    Array shapedAs(const Call& call, const Array& array) const {
        return call.array("self").rank() == 0 && array.count() == 1 ? selected(array, 0, 0) : array;
    }
};

Values indexSelect(const Call& call) {
    const AxisWalk along(call);
    return one(along.shapedAs(
        call, taken(call.context(), chosenAlong(call.context(), along.self, along.axis, along.index, Negative::Refused))));
}

/// The source, which must have the sizes of what is chosen.
Array sourceOf(const Call& call, const AxisWalk& along) {
    Array source = atLeastOneAxis(call.array("source"));
    Dims wanted = along.self.shape;
    wanted[along.axis] = along.index.shape[0];
    if (source.shape != wanted) source = reshaped(call.context(), source, wanted);
    return source;
}

Values indexAdd(const Call& call) {
    const Context& context = call.context();
    const AxisWalk along(call);
    return one(
        along.shapedAs(call, withAdded(context, along.self, sourceOf(call, along), call.value("alpha"), [&](const Array& array) {
                           return chosenAlong(context, array, along.axis, along.index, Negative::Refused);
                       })));
}

Values written(const Call& call, const AxisWalk& along, const Array& values, Negative negative) {
    Array out = fresh(call.context(), along.self, along.self.type);
    put(call.context(), chosenAlong(call.context(), out, along.axis, along.index, negative), values);
    return one(along.shapedAs(call, out));
}

Values indexCopy(const Call& call) {
    const AxisWalk along(call);
    return written(call, along, sourceOf(call, along), Negative::Refused);
}

Values indexFill(const Call& call) {
    const AxisWalk along(call);
    const Value& value = call.value("value");
    if (value.array() != nullptr && value.array()->rank() != 0) refuseArguments("a value without dimensions is wanted");
    return written(call, along, value.array() != nullptr ? *value.array() : elementOf(call.context(), value, along.self.type),
                   Negative::FromEnd);
}

/// Elements by their row-major number.
Values take(const Call& call) {
    const Context& context = call.context();
    const Array& self = call.array("self");
    return one(
        taken(context, chosenAlong(context, reshaped(context, self, {self.count()}), 0, call.array("index"), Negative::FromEnd)));
}

Values putFlat(const Call& call) {
    const Context& context = call.context();
    const Array& self = call.array("self");
    const Array flat = reshaped(context, self, {self.count()});
    const Array source = reshaped(context, call.array("source"), call.array("index").shape);
    const auto places = [&](const Array& array) { return chosenAlong(context, array, 0, call.array("index"), Negative::FromEnd); };
    if (call.flag("accumulate"))
        return one(reshaped(context, withAdded(context, flat, source, std::int64_t{1}, places), self.shape));
    const Array out = fresh(context, flat, self.type);
    put(context, places(out), source);
    return one(reshaped(context, out, self.shape));
}

/// Rows of a table that is left in its file.
Array rowsRead(const Context& context, const Array& table, const Array& indices) {
    Dims shape = indices.shape;
    shape.push_back(table.shape[1]);
    Array out = context.makeStored(table.type, table.stored, shape);
    const auto row = static_cast<std::uint64_t>(table.shape[1]) * table.item();
    std::byte* to = out.storage->data();
    for (const std::int64_t index : intsOf(indices)) {
        context.poll();
        if (index < 0 || index >= table.shape[0])
            refuseArguments("index " + std::to_string(index) + " of " + std::to_string(table.shape[0]));
        const std::int64_t at = table.offset + index * table.strides[0];
        table.storage->read(static_cast<std::uint64_t>(at) * table.item(), {to, static_cast<std::size_t>(row)});
        to += row;
    }
    return out;
}

/// `padding_idx` matters to training only.
Values embeddingRows(const Call& call) {
    const Array &weight = call.array("weight"), &indices = call.array("indices");
    const bool fewRows = integral(indices.type) && indices.count() < weight.shape[0] && weight.strides[1] == 1;
    if (fewRows && weight.storage->readInParts()) return one(rowsRead(call.context(), weight, indices));
    return one(taken(call.context(), chosenAlong(call.context(), weight, 0, call.array("indices"), Negative::Refused)));
}

constexpr const char* kPut = "self indices values accumulate=false";

constexpr auto kIndexingRows = std::to_array<OperatorRow>({
    {"aten.index.Tensor aten._unsafe_index.Tensor", "self indices", index},
    {"aten.index_put.default aten._unsafe_index_put.default", kPut, indexPut, Rule::Sum},
    {"aten.index_put_.default", "self! indices values accumulate=false", inPlace<indexPut>, Rule::Sum},
    {"aten._index_put_impl_.default", "self! indices values accumulate=false unsafe=false", inPlace<indexPut>, Rule::Sum},
    {"aten.index_select.default", "self dim index", indexSelect},
    {"aten.index_add.default", "self dim index source alpha=1", indexAdd, Rule::Sum},
    {"aten.index_add_.default", "self! dim index source alpha=1", inPlace<indexAdd>, Rule::Sum},
    {"aten.index_copy.default", "self dim index source", indexCopy},
    {"aten.index_copy_.default", "self! dim index source", inPlace<indexCopy>},
    {"aten.index_fill.int_Scalar aten.index_fill.int_Tensor", "self dim index value", indexFill},
    {"aten.index_fill_.int_Scalar aten.index_fill_.int_Tensor", "self! dim index value", inPlace<indexFill>},
    {"aten.take.default", "self index", take},
    {"aten.put.default", "self index source accumulate=false", putFlat, Rule::Sum},
    {"aten.embedding.default", "weight indices padding_idx=-1 scale_grad_by_freq=false sparse=false", embeddingRows},
});

}  // namespace

std::span<const OperatorRow> indexingRows() { return kIndexingRows; }

}  // namespace etscope::evaluate
