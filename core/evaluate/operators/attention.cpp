#include "evaluate/operators/attention.h"

#include <algorithm>
#include <cmath>

#include "base/float_limits.h"
#include "evaluate/operators/families.h"
#include "evaluate/operators/gemm.h"
#include "evaluate/operators/moves.h"
#include "evaluate/operators/shapes.h"

namespace etscope::evaluate {

namespace {

/// Heads beyond those that there are: each repeated, as an axis of its own that costs no memory.
struct Heads {
    Array query, key, value;  ///< [batch…, heads of keys, heads that share one, L, E]; keys and values with one in that place
};
Heads groupedHeads(const Context& context, const Attention& attention) {
    const Array& query = attention.query;
    const std::size_t rank = query.rank();
    if (rank < 2 || attention.key.rank() != rank || attention.value.rank() != rank)
        refuseArguments("queries, keys and values have different numbers of dimensions");
    const auto grouped = [&](const Array& array, std::int64_t shared) {
        Dims shape = array.shape;
        if (rank == 2) {
            shape.insert(shape.begin(), {1, 1});
        } else {
            shape[rank - 3] /= shared;
            shape.insert(shape.end() - 2, shared);
        }
        return reshaped(context, array, shape);
    };
    std::int64_t shared = 1;
    if (rank > 2) {
        const std::int64_t heads = query.shape[rank - 3], keyHeads = attention.key.shape[rank - 3];
        if (attention.value.shape[rank - 3] != keyHeads) refuseArguments("keys and values have different numbers of heads");
        if (heads != keyHeads && (keyHeads <= 1 || heads % keyHeads != 0) && keyHeads != 1)
            refuseArguments("the heads of the queries do not divide among those of the keys");
        if (keyHeads > 0 && heads % keyHeads == 0) shared = heads / keyHeads;
        if (shared == 0) shared = 1;
    }
    return {grouped(query, shared), grouped(attention.key, 1), grouped(attention.value, 1)};
}

/// Scores of one query over the keys, made the shares of their values. Returns log Σ e^score; 0 where nothing is seen.
double softmaxRow(double* row, std::int64_t count, double unseen) {
    double most = -kInfinity;
    for (std::int64_t i = 0; i < count; ++i)
        most = row[i] != row[i] || row[i] > most ? row[i] : most != most ? most : std::max(most, row[i]);
    if (most == -kInfinity) {
        std::fill_n(row, count, unseen);
        return 0;
    }
    double sum = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        row[i] = std::exp(row[i] - most);
        sum += row[i];
    }
    for (std::int64_t i = 0; i < count; ++i) row[i] /= sum;
    return most + std::log(sum);
}

/// Added to the scores, dense.
void addMask(const Context& context, const Array& scores, const Array& mask) {
    const bool truth = mask.type == ScalarType::Bool;
    const Array seen = broadcastTo(mask, scores.shape);
    auto* to = reinterpret_cast<double*>(scores.storage->data());
    std::array<double, kRun> terms;
    Walk<1>({&seen}, scores.shape).each(kRun, [&](const auto& places, const auto& steps, std::size_t n) {
        context.poll();
        loadDoubles(seen.stored, places[0], steps[0], n, terms.data());
        for (std::size_t i = 0; i < n; ++i) to[i] = truth ? (terms[i] != 0 ? to[i] : -kInfinity) : to[i] + terms[i];
        to += n;
    });
}

}  // namespace

Attended attended(const Context& context, const Attention& attention, ScalarType type, ScalarType logarithmType) {
    const Heads heads = groupedHeads(context, attention);
    const std::size_t rank = heads.query.rank();
    if (heads.key.shape[rank - 2] != heads.value.shape[rank - 2]) refuseArguments("there are not as many values as keys");
    Array scores = matrixProducts(context, heads.query, transposed(heads.key, rank - 2, rank - 1));
    const std::int64_t queries = scores.shape[rank - 2], keys = scores.shape[rank - 1];
    const double scale = attention.scale.value_or(1 / std::sqrt(static_cast<double>(heads.query.shape[rank - 1])));
    auto* values = reinterpret_cast<double*>(scores.storage->data());
    context.charge(scores.count());
    for (std::int64_t i = 0; i < scores.count(); ++i) values[i] *= scale;
    Dims shape = attention.query.shape;
    if (shape.size() == 2) shape.insert(shape.begin(), 1);
    shape.back() = keys;
    const Array flat = reshaped(context, scores, shape);
    if (attention.mask) addMask(context, flat, *attention.mask);
    shape.pop_back();
    Array logarithms = context.makeStored(ScalarType::F64, ScalarType::F64, shape);
    auto* logarithm = reinterpret_cast<double*>(logarithms.storage->data());
    for (std::int64_t row = 0; row < logarithms.count(); ++row, values += keys) {
        context.poll();
        const std::int64_t seen = row % queries + attention.start + 1;
        if (attention.causal && seen < keys) std::fill(values + std::max<std::int64_t>(seen, 0), values + keys, -kInfinity);
        logarithm[row] = softmaxRow(values, keys, attention.unseen);
    }
    Dims result = attention.query.shape;
    result.back() = attention.value.shape.back();
    const Array mixed = matrixProducts(context, scores, heads.value);
    if (attention.query.rank() == 2) logarithms = reshaped(context, logarithms, {queries});
    return {reshaped(context, fresh(context, mixed, type), result), fresh(context, logarithms, logarithmType)};
}

void refuseDropout(const Call& call, std::string_view name) {
    if (call.number(name) != 0) refuseUnsupported("dropout: its values are random");
}

namespace {

Attended scaledDotProduct(const Call& call) {
    refuseDropout(call, "dropout_p");
    Attention attention{call.array("query"), call.array("key"), call.array("value"), {}, call.flag("is_causal"), 0, {}};
    const std::size_t rank = attention.query.rank();
    const bool shares = call.has("enable_gqa") && call.flag("enable_gqa");
    if (!shares && rank > 2 && attention.key.rank() == rank && attention.key.shape[rank - 3] != attention.query.shape[rank - 3] &&
        attention.key.shape[rank - 3] != 1)
        refuseArguments("queries and keys have different numbers of heads");
    if (const Array* mask = call.arrayIf("attn_mask")) attention.mask = *mask;
    if (attention.causal && attention.mask) refuseArguments("a mask and causality are asked for at once");
    if (call.has("scale")) attention.scale = call.number("scale");
    const ScalarType type = attention.query.type;
    return attended(call.context(), attention, type, type == ScalarType::F64 ? type : ScalarType::F32);
}

constexpr auto kAttentionRows = std::to_array<OperatorRow>({
    {"aten.scaled_dot_product_attention.default",
     "query key value attn_mask=none dropout_p=0 is_causal=false scale=none enable_gqa=false",
     [](const Call& call) { return one(scaledDotProduct(call).values); }, Rule::Chain},
    {"aten._scaled_dot_product_flash_attention_for_cpu.default",
     "query key value dropout_p=0 is_causal=false attn_mask=none scale=none",
     [](const Call& call) {
         const Attended results = scaledDotProduct(call);
         return Values{results.values, results.logarithms};
     },
     Rule::Chain},
});

}  // namespace

std::span<const OperatorRow> attentionRows() { return kAttentionRows; }

}  // namespace etscope::evaluate
