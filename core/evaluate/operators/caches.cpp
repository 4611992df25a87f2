// Caches of keys and values that an operator keeps beside the graph, or hands on as they are.
#include <algorithm>

#include "evaluate/operators/attention.h"
#include "evaluate/operators/families.h"
#include "evaluate/operators/moves.h"
#include "evaluate/operators/shapes.h"

namespace etscope::evaluate {

namespace {

/// Whether the tokens are the first ones of a sequence, at places 0, 1, ….
bool beginsSequence(const Array& position) {
    if (position.shape[1] != 1) return false;
    const std::vector<std::int64_t> places = intsOf(position);
    for (std::size_t i = 0; i < places.size(); ++i)
        if (places[i] != static_cast<std::int64_t>(i)) return false;
    return true;
}

/// What the cache of the layer holds is no value of the graph, so only the step that fills an empty one is known: each token sees
/// itself and those before it, as a cache that keeps all of them gives it.
Values updateAndAttend(const Call& call) {
    const Array &position = call.array("position"), &query = call.array("q");
    if (!integral(position.type)) refuseArguments("places of tokens are integers");
    if (!beginsSequence(position))
        refuseUnsupported("attention over a cache that is not in the graph, but for tokens at 0, 1, …: the first of a sequence");
    const ScalarType type = call.typeOr("out_dtype", query.type);
    if (!isFloating(type)) refuseArguments("attention gives floating values");
    Attention attention{query, call.array("k"), call.array("v"), {}, true, 0, call.number("scale")};
    return one(attended(call.context(), attention, type, ScalarType::F64).values);
}

/// Writes the value over the beginning of the cache; the result is a copy of all of it.
Values updateCrossAttentionCache(const Call& call) {
    const Array &value = call.array("value"), &cache = call.array("cache");
    if (value.type != cache.type) refuseArguments("the value has another type than its cache");
    if (value.shape[2] > cache.shape[2]) refuseArguments("a sequence that ends outside its cache");
    assign(call.context(), sliced(cache, 2, 0, value.shape[2], 1), value);
    return one(copied(call.context(), cache));
}

constexpr auto kCacheRows = std::to_array<OperatorRow>({
    {"kvcache.update_and_attend.default", "q k v position layer_id scale out_dtype", updateAndAttend, Rule::Chain},
    {"executorch.update_cross_attn_cache.default", "value cache!", updateCrossAttentionCache},
    {"executorch.alias.default", "x y",
     [](const Call& call) {
         return Values{call.array("x"), call.array("y")};
     }},
});

}  // namespace

std::span<const OperatorRow> cacheRows() { return kCacheRows; }

}  // namespace etscope::evaluate
