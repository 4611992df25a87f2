// Operators that make tensors from numbers, and those that change a tensor's type.
#include <algorithm>
#include <cmath>

#include "evaluate/operators/elementwise.h"
#include "evaluate/operators/families.h"

namespace etscope::evaluate {

namespace {

/// The type of tensors made from a number without being told one.
ScalarType typeOfNumber(const Value& number) {
    if (std::holds_alternative<bool>(number.base())) return ScalarType::Bool;
    return std::holds_alternative<double>(number.base()) ? ScalarType::F32 : ScalarType::I64;
}

Array filled(const Call& call, Dims shape, const Value& number, ScalarType type) {
    Array out = call.context().make(type, std::move(shape));
    assign(call.context(), out, numberArray(call.context(), number, ScalarType::F64));
    return out;
}

Values full(const Call& call) {
    const Value& number = call.value("fill_value");
    return one(filled(call, call.integers("size"), number, call.typeOr("dtype", typeOfNumber(number))));
}
Values fullLike(const Call& call) {
    const Array& self = call.array("self");
    return one(filled(call, self.shape, call.value("fill_value"), call.typeOr("dtype", self.type)));
}
Values newFull(const Call& call) {
    return one(filled(call, call.integers("size"), call.value("fill_value"), call.typeOr("dtype", call.array("self").type)));
}

template <int kNumber>
Values constant(const Call& call) {
    return one(filled(call, call.integers("size"), std::int64_t{kNumber}, call.typeOr("dtype", ScalarType::F32)));
}
template <int kNumber>
Values constantLike(const Call& call) {
    const Array& self = call.array("self");
    return one(filled(call, self.shape, std::int64_t{kNumber}, call.typeOr("dtype", self.type)));
}
template <int kNumber>
Values constantNew(const Call& call) {
    return one(filled(call, call.integers("size"), std::int64_t{kNumber}, call.typeOr("dtype", call.array("self").type)));
}

Values scalarTensor(const Call& call) {
    const Value& number = call.value("s");
    return one(filled(call, {}, number, call.typeOr("dtype", ScalarType::F32)));
}

/// start, start + step, … before end, each computed from its index.
Values arange(const Call& call) {
    Value start = call.has("start") ? call.value("start") : Value(std::int64_t{0}), end = call.value("end"),
          step = call.has("step") ? call.value("step") : Value(std::int64_t{1});
    const auto floating = [](const Value& v) { return std::holds_alternative<double>(v.base()); };
    bool anyFloating = floating(start) || floating(end) || floating(step);
    const ScalarType type = call.typeOr("dtype", anyFloating ? ScalarType::F32 : ScalarType::I64);
    if (integral(type) && anyFloating) {
        for (Value* number : {&start, &end, &step}) *number = cutToInt(numberOf(*number));
        anyFloating = false;
    }
    const double first = numberOf(start), last = numberOf(end), distance = numberOf(step);
    if (distance == 0 || (last - first) / distance < 0) refuseArguments("arange never reaches its end");
    const double count = std::ceil((last - first) / distance);
    if (!(count < 0x1p62)) refuseArguments("arange of " + std::to_string(count) + " elements");
    Array out = call.context().make(type, {static_cast<std::int64_t>(count)});
    call.context().charge(out.count());
    std::byte* to = out.storage->data();
    const bool integers = !anyFloating;
    for (std::int64_t i = 0; i < out.count(); ++i, to += out.item()) {
        if (i % 65536 == 0) call.context().poll();
        if (integers) {
            const std::int64_t value = sumOf(integerOf(start), productOf(i, integerOf(step)));
            storeInts(out.stored, &value, 1, to);
        } else {
            const double value = first + static_cast<double>(i) * distance;
            storeDoubles(out.stored, &value, 1, to);
        }
    }
    return one(out);
}

/// From both ends to the middle, so that the last element is the end.
Values linspace(const Call& call) {
    const std::int64_t steps = call.integer("steps");
    const double start = call.number("start"), end = call.number("end");
    Array out = call.context().make(call.typeOr("dtype", ScalarType::F32), {steps});
    call.context().charge(steps);
    const double distance = steps > 1 ? (end - start) / static_cast<double>(steps - 1) : 0;
    std::byte* to = out.storage->data();
    for (std::int64_t i = 0; i < steps; ++i, to += out.item()) {
        if (i % 65536 == 0) call.context().poll();
        const double value =
            i < steps / 2 ? start + distance * static_cast<double>(i) : end - distance * static_cast<double>(steps - 1 - i);
        storeDoubles(out.stored, steps == 1 ? &start : &value, 1, to);
    }
    return one(out);
}

Values eye(const Call& call) {
    const std::int64_t rows = call.integer("n"), columns = call.integerOr("m", rows);
    Array out = call.context().make(call.typeOr("dtype", ScalarType::F32), {rows, columns});
    const std::int64_t unit = 1;
    call.context().charge(std::min(rows, columns));
    for (std::int64_t i = 0; i < std::min(rows, columns); ++i)
        storeInts(out.stored, &unit, 1, out.storage->data() + static_cast<std::size_t>(i * (columns + 1)) * out.item());
    return one(out);
}

/// Row and column indices of the lower or upper triangle of a matrix, row by row.
template <bool kLower>
Values triangleIndices(const Call& call) {
    const std::int64_t rows = call.integer("row"), columns = call.integer("col");
    call.context().charge(rows + checkedCount(Dims{rows, columns}));
    const std::int64_t offset = std::clamp(call.integer("offset"), -rows - 1, columns + 1);  // beyond it is all or nothing
    const auto first = [&](std::int64_t r) { return kLower ? 0 : std::clamp<std::int64_t>(r + offset, 0, columns); };
    const auto last = [&](std::int64_t r) { return kLower ? std::clamp<std::int64_t>(r + offset + 1, 0, columns) : columns; };
    std::int64_t count = 0;
    for (std::int64_t r = 0; r < rows; ++r) count += last(r) - first(r);
    Array out = call.context().make(call.typeOr("dtype", ScalarType::I64), {2, count});
    std::byte *row = out.storage->data(), *column = row + static_cast<std::size_t>(count) * out.item();
    for (std::int64_t r = 0; r < rows; ++r) {
        call.context().poll();
        for (std::int64_t c = first(r); c < last(r); ++c, row += out.item(), column += out.item()) {
            storeInts(out.stored, &r, 1, row);
            storeInts(out.stored, &c, 1, column);
        }
    }
    return one(out);
}

/// Same values in another type; without a type the tensor itself, copied.
Values toCopy(const Call& call) {
    const Array& self = call.array("self");
    const ScalarType type = call.typeOr("dtype", self.type);
    return one(type == self.type ? copied(call.context(), self) : cast(call.context(), self, type));
}
Values to(const Call& call) {
    const Array& self = call.array("self");
    const ScalarType type = call.typeOr("dtype", self.type);
    if (type != self.type) return one(cast(call.context(), self, type));
    return one(call.has("copy") && call.flag("copy") ? copied(call.context(), self) : self);
}
Values typeAs(const Call& call) { return one(cast(call.context(), call.array("self"), call.array("other").type)); }

constexpr auto kCreationRows = std::to_array<OperatorRow>({
    {"aten.full.default", "size fill_value dtype=none layout=none device=none pin_memory=none", full},
    {"aten.full_like.default", "self fill_value dtype=none layout=none device=none pin_memory=none memory_format=none", fullLike},
    {"aten.new_full.default", "self size fill_value dtype=none layout=none device=none pin_memory=none", newFull},
    {"aten.zeros.default", "size dtype=none layout=none device=none pin_memory=none", constant<0>},
    {"aten.ones.default", "size dtype=none layout=none device=none pin_memory=none", constant<1>},
    {"aten.zeros_like.default", "self dtype=none layout=none device=none pin_memory=none memory_format=none", constantLike<0>},
    {"aten.ones_like.default", "self dtype=none layout=none device=none pin_memory=none memory_format=none", constantLike<1>},
    {"aten.new_zeros.default", "self size dtype=none layout=none device=none pin_memory=none", constantNew<0>},
    {"aten.new_ones.default", "self size dtype=none layout=none device=none pin_memory=none", constantNew<1>},
    {"aten.empty.memory_format", "size dtype=none layout=none device=none pin_memory=none memory_format=none", constant<0>,
     Rule::Shape},
    {"aten.empty_strided.default", "size stride dtype=none layout=none device=none pin_memory=none", constant<0>, Rule::Shape},
    {"aten.empty_like.default", "self dtype=none layout=none device=none pin_memory=none memory_format=none", constantLike<0>,
     Rule::Shape},
    {"aten.new_empty.default", "self size dtype=none layout=none device=none pin_memory=none", constantNew<0>, Rule::Shape},
    {"aten.new_empty_strided.default", "self size stride dtype=none layout=none device=none pin_memory=none", constantNew<0>,
     Rule::Shape},
    {"dim_order_ops._empty_dim_order.default", "size dtype=none layout=none device=none pin_memory=none dim_order=none",
     constant<0>, Rule::Shape},
    {"aten.scalar_tensor.default", "s dtype=none layout=none device=none pin_memory=none", scalarTensor},
    {"aten.arange.default", "end dtype=none layout=none device=none pin_memory=none", arange, Rule::Elementwise},
    {"aten.arange.start", "start end dtype=none layout=none device=none pin_memory=none", arange, Rule::Elementwise},
    {"aten.arange.start_step", "start end step=1 dtype=none layout=none device=none pin_memory=none", arange, Rule::Elementwise},
    {"aten.linspace.default", "start end steps dtype=none layout=none device=none pin_memory=none", linspace, Rule::Elementwise},
    {"aten.eye.default", "n dtype=none layout=none device=none pin_memory=none", eye},
    {"aten.eye.m", "n m dtype=none layout=none device=none pin_memory=none", eye},
    {"aten.tril_indices.default", "row col offset=0 dtype=4 layout=none device=none pin_memory=none", triangleIndices<true>},
    {"aten.triu_indices.default", "row col offset=0 dtype=4 layout=none device=none pin_memory=none", triangleIndices<false>},
    {"aten._to_copy.default", "self dtype=none layout=none device=none pin_memory=none non_blocking=false memory_format=none",
     toCopy, Rule::Elementwise},
    {"dim_order_ops._to_dim_order_copy.default",
     "self dtype=none layout=none device=none pin_memory=none non_blocking=false dim_order=none", toCopy, Rule::Elementwise},
    {"aten.to.dtype", "self dtype non_blocking=false copy=false memory_format=none", to, Rule::Elementwise},
    {"aten.to.device", "self device dtype non_blocking=false copy=false memory_format=none", to, Rule::Elementwise},
    {"aten.to.dtype_layout",
     "self dtype=none layout=none device=none pin_memory=none non_blocking=false copy=false memory_format=none", to,
     Rule::Elementwise},
    {"aten.to.other", "self other non_blocking=false copy=false memory_format=none", typeAs, Rule::Elementwise},
    {"aten.type_as.default", "self other", typeAs, Rule::Elementwise},
});

}  // namespace

std::span<const OperatorRow> creationRows() { return kCreationRows; }

}  // namespace etscope::evaluate
