#include "evaluate/ties.h"

#include <algorithm>
#include <string_view>

#include "evaluate/elements.h"
#include "evaluate/envelope.h"

namespace etscope::evaluate {

namespace {

/// How a place is counted.
enum class Along : std::uint8_t {
    Axis,   ///< along `dim`, or over all elements where that is none
    Line,   ///< over the last axis
    Plane,  ///< over the last two axes
    Space   ///< over the last three
};
struct PlaceRow {
    std::string_view stem;
    Along along = Along::Axis;
};

constexpr auto kPlaces = std::to_array<PlaceRow>({
    {"adaptive_max_pool1d", Along::Line},
    {"adaptive_max_pool2d", Along::Plane},
    {"adaptive_max_pool3d", Along::Space},
    {"argmax"},
    {"argmin"},
    {"argsort"},
    {"cummax"},
    {"cummin"},
    {"kthvalue"},
    {"max"},
    {"max_pool1d_with_indices", Along::Line},
    {"max_pool2d_with_indices", Along::Plane},
    {"max_pool3d_with_indices", Along::Space},
    {"median"},
    {"min"},
    {"mode"},
    {"nanmedian"},
    {"sort"},
    {"topk"},
});

/// The operand as [outer, lane, inner] and results as [outer, found, inner].
struct Lanes {
    std::int64_t lane = 1, inner = 1;
};

Lanes lanesOf(const Call& call, const Array& operand, Along along) {
    const auto product = [&](std::size_t from) {
        std::int64_t size = 1;
        for (std::size_t d = from; d < operand.rank(); ++d) size *= operand.shape[d];
        return size;
    };
    const auto ofLast = [&](std::size_t axes) { return Lanes{product(operand.rank() - std::min(operand.rank(), axes)), 1}; };
    if (along != Along::Axis) return ofLast(along == Along::Line ? 1 : along == Along::Plane ? 2 : 3);
    if (!call.has("dim") || operand.rank() == 0) return {operand.count(), 1};
    const std::size_t axis = axisOf(call.integer("dim"), operand.rank());
    return {operand.shape[axis], product(axis + 1)};
}

template <class T>
std::vector<bool> compared(const std::vector<T>& values, const Lanes& lanes, const std::vector<std::int64_t>& ours,
                           const std::vector<std::int64_t>& theirs) {
    std::vector<bool> tied(ours.size());
    const auto all = static_cast<std::int64_t>(values.size());
    const std::int64_t outer = lanes.lane * lanes.inner == 0 ? 0 : all / (lanes.lane * lanes.inner);
    const std::int64_t found = outer * lanes.inner == 0 ? 0 : static_cast<std::int64_t>(ours.size()) / (outer * lanes.inner);
    const auto valueAt = [&](std::int64_t i, std::int64_t place) {
        return values[static_cast<std::size_t>((i / (found * lanes.inner) * lanes.lane + place) * lanes.inner + i % lanes.inner)];
    };
    for (std::int64_t i = 0; i < outer * found * lanes.inner; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const auto held = [&](std::int64_t place) { return place >= 0 && place < lanes.lane; };
        if (!held(ours[at]) || !held(theirs[at])) continue;
        const T a = valueAt(i, ours[at]), b = valueAt(i, theirs[at]);
        tied[at] = a == b || (a != a && b != b);
    }
    return tied;
}

}  // namespace

std::vector<bool> tiedPlaces(const Operator& op, const Call& call, const std::vector<std::int64_t>& ours,
                             const std::vector<std::int64_t>& theirs) {
    const std::string_view stem = stemOf(op.row.target);
    const auto* found = std::find_if(kPlaces.begin(), kPlaces.end(), [&](const PlaceRow& row) { return row.stem == stem; });
    if (found == kPlaces.end() || ours.size() != theirs.size()) return {};
    const Array& operand = call.array("self");
    const Lanes lanes = lanesOf(call, operand, found->along);
    return operand.floating() ? compared(doublesOf(operand), lanes, ours, theirs) : compared(intsOf(operand), lanes, ours, theirs);
}

}  // namespace etscope::evaluate
