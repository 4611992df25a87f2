// llama: attention over caches of keys and values, as language models are exported with.
#include <cmath>
#include <limits>

#include "evaluate/operators/attention.h"
#include "evaluate/operators/families.h"
#include "evaluate/operators/lanes.h"
#include "evaluate/operators/quantization.h"
#include "evaluate/operators/shapes.h"

namespace etscope::evaluate {

namespace {

/// Queries, keys and values as [batch, heads, sequence, …].
struct Sequences {
    Array query, key, value;
};

/// Keys beyond those that were written are not looked at, unless a mask says which are.
Array attendedSequences(const Call& call, const Sequences& given, ScalarType type) {
    refuseDropout(call, "drpout_p");
    Attention attention{given.query, given.key, given.value, {}, call.flag("is_causal"), call.integer("start_pos"), {}};
    attention.unseen = std::numeric_limits<double>::quiet_NaN();
    const std::int64_t queries = given.query.shape[2], keys = given.key.shape[2];
    if (attention.start < 0 || attention.start > keys) refuseArguments("a sequence that starts outside its cache");
    if (call.has("scale")) attention.scale = call.number("scale");
    if (const Array* mask = call.arrayIf("attn_mask")) {
        if (attention.causal) refuseArguments("a mask and causality are asked for at once");
        if (mask->rank() != 2 || mask->shape[0] != queries || mask->shape[1] != keys)
            refuseArguments("the mask does not have a row for each query and a column for each key");
        attention.mask = *mask;
    } else {
        const std::int64_t written = attention.start + queries;
        if (written > keys) refuseArguments("a sequence that ends outside its cache");
        attention.key = sliced(attention.key, 2, 0, written, 1);
        attention.value = sliced(attention.value, 2, 0, written, 1);
    }
    return attended(call.context(), attention, type, ScalarType::F64).values;
}

Array headsFirst(const Array& array) {
    if (array.rank() != 4) refuseArguments("four dimensions are wanted");
    return transposed(array, 1, 2);
}

Array attendedCaches(const Call& call, const Array& query, const Array& key, const Array& value) {
    const Sequences sequences{headsFirst(query), headsFirst(key), headsFirst(value)};
    return copied(call.context(), transposed(attendedSequences(call, sequences, query.type), 1, 2));
}

Values customAttention(const Call& call) {
    return one(attendedCaches(call, call.array("query"), call.array("key"), call.array("value")));
}

/// Of whole numbers with a scale and a zero point for each vector.
Values quantizedAttention(const Call& call) {
    const Context& context = call.context();
    const bool headsAreFirst = call.flag("is_seq_at_dim_2");
    const auto dequantized = [&](std::string_view name, std::string_view scale, std::string_view zero) {
        const Array &values = call.array(name), &scales = call.array(scale), &zeros = call.array(zero);
        if (values.rank() != 4 || scales.rank() != 4 || zeros.rank() != 4) refuseArguments("four dimensions are wanted");
        const Array result = stepped(context, std::array<const Array*, 3>{&values, &scales, &zeros}, ScalarType::F64,
                                     [](double x, double s, double z) { return (x - z) * s; });
        if (result.shape != values.shape) refuseArguments("scales have other sizes than what they scale");
        return headsAreFirst ? result : transposed(result, 1, 2);
    };
    const Sequences sequences{dequantized("query", "q_scales", "q_zero_points"), dequantized("key", "k_scales", "k_zero_points"),
                              dequantized("value", "v_scales", "v_zero_points")};
    const Array out = attendedSequences(call, sequences, ScalarType::F32);
    return one(headsAreFirst ? out : copied(context, transposed(out, 1, 2)));
}

/// Writes the value into the cache from `start` on.
void write(const Call& call, const Array& cache, const Array& value, std::int64_t start) {
    if (cache.rank() != 4 || value.rank() != 4) refuseArguments("four dimensions are wanted");
    const std::int64_t length = value.shape[1];
    if (start < 0 || start > cache.shape[1] || length > cache.shape[1] - start)
        refuseArguments("a sequence that ends outside its cache");
    const Array part = sliced(cache, 1, start, start + length, 1);
    if (part.shape != value.shape) refuseArguments("the value does not have the sizes of its cache");
    assign(call.context(), part, value);
}

/// What the operators that only write return: one element without a meaning.
Values written(const Call& call) { return one(call.context().make(call.array("value").type, {1})); }

Values updateCache(const Call& call) {
    write(call, call.array("cache"), call.array("value"), call.integer("start_pos"));
    return written(call);
}

/// Each step of each sequence has a place of its own.
Values updateCacheAt(const Call& call) {
    const Array &cache = call.array("cache"), &value = call.array("value"), &indices = call.array("indices");
    if (cache.rank() != 4 || value.rank() != 4 || indices.shape != Dims{value.shape[0], value.shape[1]} ||
        cache.shape[0] != value.shape[0])
        refuseArguments("an index for each step of each sequence is wanted");
    const std::vector<std::int64_t> places = intsOf(indices);
    for (std::size_t i = 0; i < places.size(); ++i) {
        call.context().poll();
        const auto step = static_cast<std::int64_t>(i);
        const std::int64_t batch = step / value.shape[1];
        if (places[i] < 0) refuseArguments("an index below 0");
        assign(call.context(), selected(selected(cache, 0, batch), 0, places[i]),
               selected(selected(value, 0, batch), 0, step % value.shape[1]));
    }
    return written(call);
}

Values attentionWithCaches(const Call& call) {
    const std::int64_t start = call.integer("start_pos");
    write(call, call.array("key_cache"), call.array("key"), start);
    write(call, call.array("value_cache"), call.array("value"), start);
    return one(attendedCaches(call, call.array("query"), call.array("key_cache"), call.array("value_cache")));
}

/// Σ ± x over √n, by halves, along the last axis.
void transformRow(std::vector<double>& row) {
    const std::size_t n = row.size();
    for (std::size_t half = 1; half < n; half *= 2)
        for (std::size_t first = 0; first < n; first += 2 * half)
            for (std::size_t i = first; i < first + half; ++i) {
                const double a = row[i], b = row[i + half];
                row[i] = a + b;
                row[i + half] = a - b;
            }
    const double scale = 1 / std::sqrt(static_cast<double>(n));
    for (double& x : row) x *= scale;
}

Values hadamard(const Call& call) {
    const Context& context = call.context();
    const Array& matrix = call.array("mat");
    if (!matrix.floating() || matrix.rank() == 0) refuseArguments("rows of floating values are wanted");
    const std::int64_t size = matrix.shape.back();
    if (size <= 0 || (size & (size - 1)) != 0) refuseUnsupported("Hadamard transforms of " + std::to_string(size) + " elements");
    Array out = context.make(matrix.type, matrix.shape);
    std::vector<double> row(static_cast<std::size_t>(size));
    const std::size_t axis = matrix.rank() - 1;
    eachLane<2>(context, {&matrix, &out}, axis, [&](const auto& at) {
        loadDoubles(matrix.stored, at[0], laneStep(matrix, axis), row.size(), row.data());
        transformRow(row);
        storeDoubles(out.stored, row.data(), row.size(), writable(out, at[1]));
    });
    return one(std::move(out));
}

constexpr const char* kQuantized =
    "query key value start_pos attn_mask=none drpout_p=0 is_causal=false scale=none q_zero_points=none q_scales=none "
    "k_zero_points=none k_scales=none v_zero_points=none v_scales=none is_seq_at_dim_2=false";

constexpr auto kLlamaRows = std::to_array<OperatorRow>({
    {"llama.custom_sdpa.default", "query key value start_pos attn_mask=none drpout_p=0 is_causal=false scale=none", customAttention,
     Rule::Chain},
    {"llama.custom_quantized_sdpa.default", kQuantized, quantizedAttention, Rule::Chain},
    {"llama.update_cache.default", "value cache! start_pos", updateCache, Rule::Shape},
    {"llama.update_cache_with_indices.default", "value cache! start_pos indices", updateCacheAt, Rule::Shape},
    {"llama.sdpa_with_kv_cache.default",
     "query key value key_cache! value_cache! start_pos seq_len attn_mask=none drpout_p=0 is_causal=false scale=none",
     attentionWithCaches, Rule::Chain},
    {"llama.fast_hadamard_transform.default", "mat", hadamard, Rule::Chain},
});

}  // namespace

std::span<const OperatorRow> llamaRows() { return kLlamaRows; }

}  // namespace etscope::evaluate
