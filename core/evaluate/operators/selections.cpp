// Elements chosen by their order: sorted, the largest, the middle, the most frequent. NaN is the largest; of equal ones the first
// comes first, both ways.
#include <limits>

#include "evaluate/operators/families.h"
#include "evaluate/operators/lanes.h"
#include "evaluate/operators/moves.h"
#include "evaluate/operators/ordering.h"

namespace etscope::evaluate {

namespace {

/// The operand and the axis along which lanes lie.
struct Asked {
    Array operand;
    std::size_t axis = 0, rank = 0;

    Asked(const Call& call, std::int64_t dim)
        : operand(atLeastOneAxis(call.array("self"))),
          axis(axisOf(dim, call.array("self").rank())),
          rank(call.array("self").rank()) {}
    explicit Asked(const Call& call) : Asked(call, call.integer("dim")) {}
    std::int64_t size() const { return operand.shape[axis]; }
    /// Refuses lanes without elements, when there are lanes.
    void refuseEmpty() const {
        Dims others = operand.shape;
        others[axis] = 1;
        if (size() == 0 && checkedCount(others) != 0) refuseArguments("a choice out of no elements");
    }
};

/// Values and places: `count` elements of each lane, which `pick` names.
template <class Pick>
Values picked(const Context& context, const Asked& asked, std::int64_t count, const Pick& pick) {
    const Array& operand = asked.operand;
    Dims shape = operand.shape;
    shape[asked.axis] = count;
    Array values = context.makeStored(operand.type, operand.stored, shape), places = context.make(ScalarType::I64, shape);
    if (count == 0 || operand.count() == 0) return {values, places};
    const std::ptrdiff_t from = laneStep(operand, asked.axis), toValue = laneStep(values, asked.axis),
                         toPlace = laneStep(places, asked.axis);
    eachLane<3>(context, {&operand, &values, &places}, asked.axis, [&](const auto& at) {
        const std::int64_t* chosen = pick(at[0]);
        std::byte *value = writable(values, at[1]), *place = writable(places, at[2]);
        for (std::int64_t i = 0; i < count; ++i, value += toValue, place += toPlace) {
            std::memcpy(value, at[0] + chosen[i] * from, operand.item());
            std::memcpy(place, &chosen[i], sizeof chosen[i]);
        }
    });
    return {values, places};
}

/// Without the axis, unless it is kept.
Values dropped(Values results, const Asked& asked, bool keep) {
    for (Value& result : results)
        if (!keep || asked.rank == 0) result = selected(*result.array(), asked.axis, 0);
    return results;
}

/// A tensor without dimensions gives such.
Values shapedBack(Values results, const Asked& asked) {
    if (asked.rank > 0) return results;
    for (Value& result : results)
        if (result.array()->count() == 1) result = selected(*result.array(), 0, 0);
    return results;
}

Values sorted(const Call& call, const Asked& asked, bool descending) {
    const Context& context = call.context();
    LaneOrder order(context, asked.operand, asked.axis, descending ? Direction::Falling : Direction::Rising);
    return shapedBack(picked(context, asked, asked.size(), [&](const std::byte* at) { return order.of(at).data(); }), asked);
}
Values sort(const Call& call) { return sorted(call, Asked(call), call.flag("descending")); }
Values argsort(const Call& call) { return {sort(call).back()}; }
Values msort(const Call& call) { return {sorted(call, Asked(call, 0), false).front()}; }

Values topk(const Call& call) {
    const Asked asked(call);
    const std::int64_t k = call.integer("k");
    if (k > asked.size()) refuseArguments(std::to_string(k) + " of " + std::to_string(asked.size()) + " elements");
    LaneOrder order(call.context(), asked.operand, asked.axis, call.flag("largest") ? Direction::Falling : Direction::Rising);
    return shapedBack(picked(call.context(), asked, k, [&](const std::byte* at) { return order.of(at).data(); }), asked);
}

Values kthvalue(const Call& call) {
    const Asked asked(call);
    const std::int64_t k = call.integer("k");
    if (k > asked.size()) refuseArguments(std::to_string(k) + " of " + std::to_string(asked.size()) + " elements");
    LaneOrder order(call.context(), asked.operand, asked.axis, Direction::Rising);
    const auto pick = [&](const std::byte* at) { return order.of(at).data() + k - 1; };
    return dropped(picked(call.context(), asked, 1, pick), asked, call.flag("keepdim"));
}

/// The lower of the two in the middle. NaN is the middle of everything, or is not looked at.
template <bool kIgnoresNan>
Values median(const Context& context, const Asked& asked) {
    asked.refuseEmpty();
    LaneOrder order(context, asked.operand, asked.axis, Direction::Rising);
    return picked(context, asked, 1, [&](const std::byte* at) {
        const auto& places = order.of(at);
        const std::int64_t numbers = order.numbers(), all = asked.size();
        if (numbers < all && (!kIgnoresNan || numbers == 0)) return places.data() + numbers;  // the first NaN
        return places.data() + (numbers - 1) / 2;
    });
}
template <bool kIgnoresNan>
Values medianAlong(const Call& call) {
    const Asked asked(call);
    return dropped(median<kIgnoresNan>(call.context(), asked), asked, call.flag("keepdim"));
}
template <bool kIgnoresNan>
Values medianOfAll(const Call& call) {
    const Context& context = call.context();
    const Array& self = call.array("self");
    if (self.count() == 0) {
        if (!self.floating()) refuseArguments("the median of no integers");
        return one(elementOf(context, std::numeric_limits<double>::quiet_NaN(), self.type));
    }
    Asked asked(call, 0);
    asked.operand = reshaped(context, self, {self.count()});
    return {selected(*median<kIgnoresNan>(context, asked).front().array(), 0, 0)};
}

/// The most frequent, the smallest of those; its last place.
Values mode(const Call& call) {
    const Asked asked(call);
    asked.refuseEmpty();
    LaneOrder order(call.context(), asked.operand, asked.axis, Direction::Rising);
    const auto pick = [&](const std::byte* at) {
        const auto& places = order.of(at);
        std::size_t best = 0, most = 0;
        for (std::size_t first = 0; first < places.size();) {
            std::size_t end = first + 1;
            while (end < places.size() && order.equal(places[first], places[end])) ++end;
            if (end - first > most) {
                most = end - first;
                best = end - 1;
            }
            first = end;
        }
        return places.data() + best;
    };
    return dropped(picked(call.context(), asked, 1, pick), asked, call.flag("keepdim"));
}

/// The largest or smallest so far; of equal ones the last. NaN stays.
template <Direction kDirection>
Values runningSelection(const Call& call) {
    const Asked asked(call);
    LaneOrder order(call.context(), asked.operand, asked.axis, kDirection);
    Computing::list(asked.size(), sizeof(std::int64_t));
    std::vector<std::int64_t> places(static_cast<std::size_t>(asked.size()));
    const auto pick = [&](const std::byte* at) {
        order.load(at);
        std::int64_t best = 0;
        for (std::size_t i = 0; i < places.size(); ++i) {
            const auto k = static_cast<std::int64_t>(i);
            if (order.isNan(k) || (!order.isNan(best) && !order.before(best, k))) best = k;
            places[i] = best;
        }
        return static_cast<const std::int64_t*>(places.data());
    };
    return shapedBack(picked(call.context(), asked, asked.size(), pick), asked);
}

constexpr auto kSelectionsRows = std::to_array<OperatorRow>({
    {"aten.sort.default", "self dim=-1 descending=false", sort},
    {"aten.sort.stable", "self stable dim=-1 descending=false", sort},
    {"aten.argsort.default", "self dim=-1 descending=false", argsort},
    {"aten.argsort.stable", "self stable dim=-1 descending=false", argsort},
    {"aten.msort.default", "self", msort},
    {"aten.topk.default", "self k dim=-1 largest=true sorted=true", topk},
    {"aten.kthvalue.default", "self k dim=-1 keepdim=false", kthvalue},
    {"aten.median.default", "self", medianOfAll<false>},
    {"aten.median.dim", "self dim keepdim=false", medianAlong<false>},
    {"aten.nanmedian.default", "self", medianOfAll<true>},
    {"aten.nanmedian.dim", "self dim keepdim=false", medianAlong<true>},
    {"aten.mode.default", "self dim=-1 keepdim=false", mode},
    {"aten.cummax.default", "self dim", runningSelection<Direction::Falling>},
    {"aten.cummin.default", "self dim", runningSelection<Direction::Rising>},
});

}  // namespace

std::span<const OperatorRow> selectionRows() { return kSelectionsRows; }

}  // namespace etscope::evaluate
