// Padding: constants, and elements of the tensor itself, reflected, repeated or taken around.
#include <algorithm>
#include <string>

#include "base/checked_math.h"
#include "evaluate/operators/elementwise.h"
#include "evaluate/operators/families.h"
#include "evaluate/operators/placement.h"
#include "evaluate/operators/spatial.h"

namespace etscope::evaluate {

namespace {

enum class Padding : std::uint8_t { Constant, Reflect, Replicate, Circular };

/// Where place `at` of an axis of `size` elements, which may lie outside, is taken from.
std::int64_t sourceOf(Padding mode, std::int64_t at, std::int64_t size) noexcept {
    if (at >= 0 && at < size) return at;
    switch (mode) {
        case Padding::Constant: return -1;
        case Padding::Reflect: return at < 0 ? -at : 2 * (size - 1) - at;
        case Padding::Replicate: return std::clamp<std::int64_t>(at, 0, size - 1);
        case Padding::Circular: return at < 0 ? at + size : at - size;
    }
    return -1;
}

/// Refuses padding that needs more elements than an axis has.
void checkReach(Padding mode, std::int64_t before, std::int64_t after, std::int64_t size) {
    if (mode == Padding::Constant) return;
    const std::int64_t most = mode == Padding::Reflect ? size - 1 : mode == Padding::Circular ? size : kMostSpatial;
    if (before > most || after > most || size == 0)
        refuseArguments("padding of " + std::to_string(before) + " and " + std::to_string(after) + " around " +
                        std::to_string(size) + " elements");
}

/// `amounts`: before and after the last axis, then the one before it, as torch lists them; negative ones crop.
Array padded(const Context& context, const Array& self, const Dims& amounts, Padding mode, const Value& filler) {
    if (amounts.size() % 2 != 0 || amounts.size() / 2 > self.rank())
        refuseArguments(std::to_string(amounts.size()) + " amounts of padding for " + std::to_string(self.rank()) + " dimensions");
    const std::size_t axes = amounts.size() / 2, kept = self.rank() - axes;
    if (axes == 0) return copied(context, self);
    Dims shape = self.shape, before(axes);
    for (std::size_t i = 0; i < axes; ++i) {
        const std::size_t axis = self.rank() - 1 - i;
        for (const std::int64_t amount : {amounts[2 * i], amounts[2 * i + 1]}) {
            if (amount < -kMostSpatial || amount > kMostSpatial) refuseArguments("padding of " + std::to_string(amount));
            const auto next = checkedAdd(shape[axis], amount);
            if (!next) refuseArguments("padding of " + std::to_string(amount));
            shape[axis] = *next;
        }
        if (shape[axis] < 0) refuseArguments("padding leaves a size of " + std::to_string(shape[axis]));
        checkReach(mode, amounts[2 * i], amounts[2 * i + 1], self.shape[axis]);
        before[axes - 1 - i] = amounts[2 * i];
    }
    if (checkedCount(shape) == 0) return context.makeStored(self.type, self.stored, shape);
    Places places;
    for (std::size_t d = kept; d < self.rank(); ++d) {
        places.emplace_back();
        for (std::int64_t o = 0; o < shape[d]; ++o) places.back().push_back(sourceOf(mode, o - before[d - kept], self.shape[d]));
    }
    return placed(context, self, places, filler);
}

Values constantPad(const Call& call) {
    return one(padded(call.context(), call.array("self"), call.integers("pad"), Padding::Constant, call.value("value")));
}

/// Around one to three axes; `axes`: how many, 0: as the amounts say.
Values padAround(const Call& call, std::string_view name, Padding mode, std::size_t axes) {
    const Array& self = call.array("self");
    const Dims amounts = call.integers(name);
    const std::size_t given = amounts.size() / 2;
    if (given == 0 || given > 3 || (axes != 0 && amounts.size() != 2 * axes))
        refuseArguments(std::to_string(amounts.size()) + " amounts of padding");
    for (const std::int64_t size : spatialSizes(self, given)) spatialValue(size, 1, "size");
    return one(padded(call.context(), self, amounts, mode, Nothing{}));
}

template <Padding kMode, std::size_t kAxes>
Values padAxes(const Call& call) {
    return padAround(call, "padding", kMode, kAxes);
}
Values circularPad(const Call& call) { return padAround(call, "pad", Padding::Circular, 0); }

Values padByMode(const Call& call) {
    constexpr std::pair<std::string_view, Padding> kModes[] = {
        {"reflect", Padding::Reflect}, {"replicate", Padding::Replicate}, {"circular", Padding::Circular}};
    const std::string_view name = call.text("mode");
    if (name == "constant") {
        const Value filler = call.has("value") ? call.value("value") : Value{std::int64_t{0}};
        return one(padded(call.context(), call.array("self"), call.integers("pad"), Padding::Constant, filler));
    }
    for (const auto& [mode, padding] : kModes)
        if (mode == name) return padAround(call, "pad", padding, 0);
    refuseArguments("padding of mode " + std::string(name));
}

constexpr auto kRows = std::to_array<OperatorRow>({
    {"aten.constant_pad_nd.default", "self pad value=0", constantPad},
    {"aten.pad.default", "self pad mode=\"constant\" value=none", padByMode},
    {"aten._pad_circular.default", "self pad", circularPad},
    {"aten.reflection_pad1d.default", "self padding", padAxes<Padding::Reflect, 1>},
    {"aten.reflection_pad2d.default", "self padding", padAxes<Padding::Reflect, 2>},
    {"aten.reflection_pad3d.default", "self padding", padAxes<Padding::Reflect, 3>},
    {"aten.replication_pad1d.default", "self padding", padAxes<Padding::Replicate, 1>},
    {"aten.replication_pad2d.default", "self padding", padAxes<Padding::Replicate, 2>},
    {"aten.replication_pad3d.default", "self padding", padAxes<Padding::Replicate, 3>},
});

}  // namespace

std::span<const OperatorRow> paddingRows() { return kRows; }

}  // namespace etscope::evaluate
