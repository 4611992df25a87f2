// Elements that a mask of booleans chooses; triangles of matrices.
#include <algorithm>

#include "evaluate/operators/families.h"
#include "evaluate/operators/indices.h"
#include "evaluate/operators/lanes.h"

namespace etscope::evaluate {

namespace {

/// The operand and its mask, broadcast to each other.
struct Masked {
    Array self, mask;

    explicit Masked(const Call& call) : self(call.array("self")), mask(call.array("mask")) {
        if (mask.type != ScalarType::Bool && mask.type != ScalarType::U8)
            refuseArguments("a mask of type " + scalarTypeName(mask.type));
        const Dims shape = broadcastShape(std::array<const Array*, 2>{&self, &mask});
        self = broadcastTo(self, shape);
        mask = broadcastTo(mask, shape);
    }
};

/// `visit(place)` in row-major order, with the places of `array` where the mask is true.
template <class Visit>
void eachTrue(const Context& context, const Array& array, const Array& mask, const Visit& visit) {
    context.charge(array.count());
    Walk<2>({&array, &mask}, array.shape).each(4096, [&](const auto& places, const auto& steps, std::size_t n) {
        context.poll();
        for (std::size_t i = 0; i < n; ++i) {
            const auto k = static_cast<std::ptrdiff_t>(i);
            if (places[1][k * steps[1]] != std::byte{0}) visit(places[0] + k * steps[0]);
        }
    });
}

Values maskedFill(const Call& call) {
    const Context& context = call.context();
    const Masked masked(call);
    const Value& value = call.value("value");
    const ScalarType type = masked.self.type;
    if (value.array() != nullptr && value.array()->rank() != 0) refuseArguments("a value without dimensions is wanted");
    const Array element = value.array() != nullptr ? fresh(context, *value.array(), type) : elementOf(context, value, type);
    Array out = fresh(context, masked.self, type);
    const std::byte* from = element.storage->data();
    withItemSize(out.item(), [&](auto constant) {
        eachTrue(context, out, masked.mask, [&](const std::byte* at) { std::memcpy(writable(out, at), from, constant); });
    });
    return one(std::move(out));
}

std::int64_t trueCount(const Context& context, const Array& mask) {
    std::int64_t count = 0;
    eachTrue(context, mask, mask, [&](const std::byte*) { ++count; });
    return count;
}

/// The source's elements in row-major order, one for each place of the mask.
Values maskedScatter(const Call& call) {
    const Context& context = call.context();
    const Masked masked(call);
    Array out = fresh(context, masked.self, masked.self.type);
    const Array source = fresh(context, call.array("source"), out.type);
    if (trueCount(context, masked.mask) > source.count()) refuseArguments("the source has fewer elements than the mask");
    const std::byte* from = source.storage->data();
    eachTrue(context, out, masked.mask, [&](const std::byte* at) {
        std::memcpy(writable(out, at), from, out.item());
        from += out.item();
    });
    return one(std::move(out));
}

Values maskedSelect(const Call& call) {
    const Context& context = call.context();
    const Masked masked(call);
    Array out = context.makeStored(masked.self.type, masked.self.stored, {trueCount(context, masked.mask)});
    std::byte* to = out.storage->data();
    eachTrue(context, masked.self, masked.mask, [&](const std::byte* at) {
        std::memcpy(to, at, out.item());
        to += out.item();
    });
    return one(std::move(out));
}

Values nonzero(const Call& call) { return one(nonzeroPlaces(call.context(), call.array("self"))); }

/// The first `size` of them, filled up.
Values nonzeroStatic(const Call& call) {
    const Context& context = call.context();
    const Array found = nonzeroPlaces(context, call.array("self"));
    const std::int64_t size = call.integer("size"), rank = found.shape[1];
    Array out = context.make(ScalarType::I64, {size, rank});
    const std::int64_t copied_ = std::min(size, found.shape[0]) * rank;
    auto* to = reinterpret_cast<std::int64_t*>(out.storage->data());
    std::copy_n(reinterpret_cast<const std::int64_t*>(found.storage->data()), copied_, to);
    std::fill(to + copied_, to + out.count(), call.integer("fill_value"));
    return one(std::move(out));
}

/// One tensor for each dimension; a tensor without dimensions has one.
Values nonzeroLists(const Call& call) {
    const Context& context = call.context();
    const Array found = nonzeroPlaces(context, atLeastOneAxis(call.array("self")));
    Values lists;
    for (std::int64_t d = 0; d < found.shape[1]; ++d) lists.emplace_back(copied(context, selected(found, 1, d)));
    return oneList(std::move(lists));
}

/// Matrices with zeros above (lower) or below a diagonal.
template <bool kLower>
Values triangle(const Call& call) {
    const Context& context = call.context();
    Array out = copied(context, call.array("self"));
    if (out.rank() < 2) refuseArguments("a triangle of a tensor of less than two dimensions");
    const std::int64_t rows = out.shape[out.rank() - 2], columns = out.shape[out.rank() - 1];
    if (out.count() == 0) return one(std::move(out));
    const std::int64_t diagonal = std::clamp(call.integer("diagonal"), -rows - 1, columns + 1);
    const std::size_t size = out.item();
    std::byte* row = out.storage->data();
    for (std::int64_t i = 0; i < out.count() / columns; ++i, row += static_cast<std::size_t>(columns) * size) {
        if (i % 1024 == 0) context.poll();
        const std::int64_t edge = std::clamp<std::int64_t>(i % rows + diagonal + (kLower ? 1 : 0), 0, columns);
        const auto at = static_cast<std::size_t>(edge) * size;
        if (kLower)
            std::memset(row + at, 0, static_cast<std::size_t>(columns) * size - at);
        else
            std::memset(row, 0, at);
    }
    return one(std::move(out));
}

constexpr auto kMasksRows = std::to_array<OperatorRow>({
    {"aten.masked_fill.Scalar aten.masked_fill.Tensor", "self mask value", maskedFill},
    {"aten.masked_fill_.Scalar aten.masked_fill_.Tensor", "self! mask value", inPlace<maskedFill>},
    {"aten.masked_scatter.default", "self mask source", maskedScatter},
    {"aten.masked_scatter_.default", "self! mask source", inPlace<maskedScatter>},
    {"aten.masked_select.default", "self mask", maskedSelect},
    {"aten.nonzero.default aten.argwhere.default", "self", nonzero},
    {"aten.nonzero_static.default", "self size fill_value=-1", nonzeroStatic},
    {"aten.nonzero_numpy.default", "self", nonzeroLists},
    {"aten.tril.default", "self diagonal=0", triangle<true>},
    {"aten.triu.default", "self diagonal=0", triangle<false>},
});

}  // namespace

std::span<const OperatorRow> maskRows() { return kMasksRows; }

}  // namespace etscope::evaluate
