// Padding: constants, and elements of the tensor itself, reflected, repeated or taken around.
#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "base/checked_math.h"
#include "evaluate/operators/elementwise.h"
#include "evaluate/operators/families.h"
#include "evaluate/operators/moves.h"
#include "evaluate/operators/spatial.h"

namespace etscope::evaluate {

namespace {

enum class Padding : std::uint8_t { Constant, Reflect, Replicate, Circular };

/// One axis: so many elements are put before and after it; negative amounts crop.
struct PaddedAxis {
    std::int64_t size = 0, before = 0, after = 0;

    /// Refuses what leaves less than nothing, and padding that needs more elements than there are.
    std::int64_t outputs(Padding mode) const {
        const bool near = std::min(before, after) >= -kMostSpatial && std::max(before, after) <= kMostSpatial;
        const std::int64_t first = near ? std::max<std::int64_t>(-before, 0) : 0,
                           end = near ? size + std::min<std::int64_t>(after, 0) : 0;
        const std::int64_t most = mode == Padding::Reflect ? size - 1 : mode == Padding::Circular ? end - first : kMostSpatial;
        const auto padded = near && before <= most && after <= most ? checkedAdd(size, before + after) : std::nullopt;
        if (!padded || *padded < 0 || (mode != Padding::Constant && size == 0))
            refuseArguments("padding of " + std::to_string(before) + " and " + std::to_string(after) + " around " +
                            std::to_string(size) + " elements");
        return *padded;
    }

    /// Where an output is taken from; -1: it is the constant.
    std::int64_t sourceOf(Padding mode, std::int64_t output) const noexcept {
        const std::int64_t at = output - before;
        if (mode == Padding::Circular) {  // what is left of the axis goes on around
            const std::int64_t first = std::max<std::int64_t>(-before, 0), end = size + std::min<std::int64_t>(after, 0);
            return at < first ? at + (end - first) : at >= end ? at - (end - first) : at;
        }
        if (at >= 0 && at < size) return at;
        if (mode == Padding::Reflect) return at < 0 ? -at : 2 * (size - 1) - at;
        return mode == Padding::Replicate ? std::clamp<std::int64_t>(at, 0, size - 1) : -1;
    }
};

void fill(const Context& context, const Array& out, const Value& filler) {
    const Array number = numberArray(context, filler, out.type);
    std::vector<std::byte> item(out.item());
    if (isFloating(number.type) || isFloating(out.type))
        storeDoubles(out.stored, doublesOf(number).data(), 1, item.data());
    else
        storeInts(out.stored, intsOf(number).data(), 1, item.data());
    const std::size_t bytes = static_cast<std::size_t>(out.count()) * item.size();
    for (std::size_t at = 0; at < bytes; at += item.size()) {
        if (at % 65536 == 0) context.poll();
        std::memcpy(out.storage->data() + at, item.data(), item.size());
    }
}

/// `amounts`: before and after the last axis, then the one before it, as torch lists them.
Array padded(const Context& context, const Array& self, const Dims& amounts, Padding mode, const Value& filler) {
    if (amounts.size() % 2 != 0 || amounts.size() / 2 > self.rank())
        refuseArguments(std::to_string(amounts.size()) + " amounts of padding for " + std::to_string(self.rank()) + " dimensions");
    if (amounts.empty()) return copied(context, self);
    const std::size_t kept = self.rank() - amounts.size() / 2;
    Dims shape = self.shape;
    std::vector<PaddedAxis> axes;
    for (std::size_t d = kept; d < self.rank(); ++d) {
        const std::size_t from = 2 * (self.rank() - 1 - d);
        axes.push_back({self.shape[d], amounts[from], amounts[from + 1]});
        shape[d] = axes.back().outputs(mode);
    }
    Array out = context.makeStored(self.type, self.stored, shape);
    if (out.count() == 0) return out;
    context.charge(out.count());
    for (std::size_t d = kept; d < self.rank(); ++d) Computing::list(shape[d], sizeof(std::int64_t));
    if (!filler.none()) fill(context, out, filler);
    Places places;
    for (std::size_t d = kept; d < self.rank(); ++d) {
        Dims& along = places.emplace_back();
        for (std::int64_t o = 0; o < shape[d]; ++o) along.push_back(axes[d - kept].sourceOf(mode, o));
    }
    place(context, self, places, out);
    return out;
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

constexpr auto kPaddingRows = std::to_array<OperatorRow>({
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

std::span<const OperatorRow> paddingRows() { return kPaddingRows; }

}  // namespace etscope::evaluate
