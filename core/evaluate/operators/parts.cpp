// A tensor with a part replaced by another: the part is a view of a copy.
#include "evaluate/operators/families.h"
#include "evaluate/operators/lanes.h"
#include "evaluate/operators/moves.h"

namespace etscope::evaluate {

namespace {

/// `part(copy)` is written with the source, which has its sizes.
template <class Part>
Values withPart(const Call& call, const Part& part) {
    const Context& context = call.context();
    const Array& self = call.array("self");
    Array out = fresh(context, self, self.type);
    const Array& source = call.array("src");
    const Array view = part(out);
    if (view.shape != source.shape) refuseArguments("the source has not the sizes of the part that it replaces");
    place(context, view, source);
    return one(std::move(out));
}

Values selectScatter(const Call& call) {
    return withPart(
        call, [&](const Array& out) { return selected(out, axisOf(call.integer("dim"), out.rank()), call.integer("index")); });
}

Values sliceScatter(const Call& call) {
    const auto bound = [&](std::string_view name) { return call.has(name) ? std::optional(call.integer(name)) : std::nullopt; };
    return withPart(call, [&](const Array& out) {
        return sliced(out, axisOf(call.integer("dim"), out.rank()), bound("start"), bound("end"), call.integer("step"));
    });
}

Values diagonalScatter(const Call& call) {
    return withPart(call, [&](const Array& out) {
        return diagonalOf(out, axisOf(call.integer("dim1"), out.rank()), axisOf(call.integer("dim2"), out.rank()),
                          call.integer("offset"));
    });
}

/// Strides mean the memory of `self`, so that is copied as a whole.
Values asStridedScatter(const Call& call) {
    const Context& context = call.context();
    Array self = call.array("self");
    Array memory = self;
    memory.shape = {static_cast<std::int64_t>(self.storage->size() / self.item())};
    memory.strides = {1};
    memory.offset = 0;
    memory = fresh(context, memory, self.type);
    self.storage = memory.storage;
    self.stored = memory.stored;
    const Array view =
        restrided(self, call.integers("size"), call.integers("stride"), call.integerOr("storage_offset", self.offset));
    if (view.shape != call.array("src").shape) refuseArguments("the source has not the sizes of the part that it replaces");
    place(context, view, call.array("src"));
    return one(copied(context, self));
}

/// The side of a square matrix with a diagonal of that length, so far from its middle.
std::int64_t sideOf(std::int64_t length, std::int64_t offset) {
    constexpr std::int64_t kFar = std::int64_t{1} << 40U;
    if (offset < -kFar || offset > kFar) refuse("limit-exceeded", "a diagonal far from the middle");
    return length + (offset < 0 ? -offset : offset);
}

/// The last axis on a diagonal of new matrices.
Values diagEmbed(const Call& call) {
    const Context& context = call.context();
    const Array self = call.array("self");
    if (self.rank() == 0) refuseArguments("a tensor without dimensions has no diagonal");
    const std::size_t a = axisOf(call.integer("dim1"), self.rank() + 1), b = axisOf(call.integer("dim2"), self.rank() + 1);
    if (a == b) refuseArguments("a diagonal lies between two dimensions");
    const std::int64_t offset = call.integer("offset"), side = sideOf(self.shape.back(), offset);
    Dims shape(self.shape.begin(), self.shape.end() - 1);
    for (const std::size_t d : {std::min(a, b), std::max(a, b)}) shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(d), side);
    Array out = context.makeStored(self.type, self.stored, shape);
    place(context, diagonalOf(out, a, b, offset), self);
    return one(std::move(out));
}

/// Of a vector a matrix, of a matrix its diagonal.
Values diag(const Call& call) {
    const Context& context = call.context();
    const Array& self = call.array("self");
    const std::int64_t offset = call.integer("diagonal");
    if (self.rank() == 2) return one(copied(context, diagonalOf(self, 0, 1, offset)));
    if (self.rank() != 1) refuseArguments("a vector or a matrix is wanted");
    const std::int64_t side = sideOf(self.shape[0], offset);
    Array out = context.makeStored(self.type, self.stored, {side, side});
    place(context, diagonalOf(out, 0, 1, offset), self);
    return one(std::move(out));
}

constexpr auto kPartsRows = std::to_array<OperatorRow>({
    {"aten.select_scatter.default", "self src dim index", selectScatter},
    {"aten.slice_scatter.default", "self src dim=0 start=none end=none step=1", sliceScatter},
    {"aten.diagonal_scatter.default", "self src offset=0 dim1=0 dim2=1", diagonalScatter},
    {"aten.as_strided_scatter.default", "self src size stride storage_offset=none", asStridedScatter},
    {"aten.diag_embed.default", "self offset=0 dim1=-2 dim2=-1", diagEmbed},
    {"aten.diag.default", "self diagonal=0", diag},
});

}  // namespace

std::span<const OperatorRow> partRows() { return kPartsRows; }

}  // namespace etscope::evaluate
