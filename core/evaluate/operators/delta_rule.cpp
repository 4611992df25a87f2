// The gated delta rule of linear attention: a state of keys by values that each token decays, corrects and reads.
#include <algorithm>
#include <cstring>

#include "evaluate/operators/families.h"
#include "evaluate/operators/moves.h"
#include "evaluate/parallel.h"

namespace etscope::evaluate {

namespace {

/// Elements that one operation is charged for: they are multiplied where they lie, in the caches.
constexpr std::int64_t kElementsInOperation = 8;

/// Sizes: query [batch, heads · group, steps, keys], key [batch, heads, steps, keys], value [batch, heads, steps, values].
struct DeltaSizes {
    std::int64_t batch = 0, heads = 0, group = 1, steps = 0, keys = 0, values = 0;
};

DeltaSizes deltaSizes(const Call& call) {
    const Array &query = call.array("query"), &value = call.array("value"), &decay = call.array("decay");
    DeltaSizes sizes{query.shape[0], value.shape[1], 1, query.shape[2], query.shape[3], value.shape[3]};
    if (sizes.heads == 0 || query.shape[1] % sizes.heads != 0) refuseArguments("heads of queries are no multiple of those of keys");
    sizes.group = query.shape[1] / sizes.heads;
    if (decay.rank() > 4 || (decay.rank() == 4 && decay.shape[3] != sizes.keys))
        refuseArguments("a decay for each token or for each channel of its key is wanted");
    for (const char* name : {"query", "key", "value", "decay", "beta", "initial_state"})
        if (!call.array(name).floating()) refuseArguments("floating values are wanted");
    return sizes;
}

/// Operands and results, row-major.
class DeltaRule {
public:
    DeltaRule(const Call& call, const DeltaSizes& sizes)
        : m_context(call.context()),
          m_sizes(sizes),
          m_query(doublesOf(call.array("query"))),
          m_key(doublesOf(call.array("key"))),
          m_value(doublesOf(call.array("value"))),
          m_decay(doublesOf(call.array("decay"))),
          m_beta(doublesOf(call.array("beta"))),
          m_channels(call.array("decay").rank() == 4) {
        const Dims& state = call.array("initial_state").shape;
        outputs = m_context.makeStored(ScalarType::F64, ScalarType::F64,
                                       {sizes.batch, sizes.heads * sizes.group, sizes.steps, sizes.values});
        states = m_context.makeStored(ScalarType::F64, ScalarType::F64, state);
        const std::vector<double> initial = doublesOf(call.array("initial_state"));
        std::ranges::copy(initial, doublesIn(states));
    }

    Array outputs, states;

    /// All tokens of one head of one item of the batch.
    void run(std::int64_t head) const {
        std::vector<double> delta(static_cast<std::size_t>(m_sizes.values));
        for (std::int64_t t = 0; t < m_sizes.steps; ++t) {
            m_context.poll();
            m_context.charge(m_sizes.keys * m_sizes.values * (2 + m_sizes.group) / kElementsInOperation + 1);
            step(head, t, delta.data());
        }
    }

private:
    static double* doublesIn(const Array& array) { return reinterpret_cast<double*>(array.storage->data()); }

    /// S ← g · S; δ = β · (v − Sᵀk); S ← S + k δᵀ; o = Sᵀq, of each query of the group.
    void step(std::int64_t head, std::int64_t t, double* delta) const {
        const std::int64_t keys = m_sizes.keys, values = m_sizes.values, token = head * m_sizes.steps + t;
        double* const state = doublesIn(states) + head * keys * values;
        const double* const key = m_key.data() + token * keys;
        const double* const decay = m_decay.data() + token * (m_channels ? keys : 1);
        std::fill_n(delta, values, 0.0);
        for (std::int64_t k = 0; k < keys; ++k) decayRow(state + k * values, decay[m_channels ? k : 0], key[k], delta, values);
        const double beta = m_beta[static_cast<std::size_t>(token)];
        const double* const value = m_value.data() + token * values;
        for (std::int64_t v = 0; v < values; ++v) delta[v] = (value[v] - delta[v]) * beta;
        for (std::int64_t k = 0; k < keys; ++k) addRow(delta, key[k], state + k * values, values);
        for (std::int64_t g = 0; g < m_sizes.group; ++g) {
            const std::int64_t place = (head * m_sizes.group + g) * m_sizes.steps + t;
            const double* const query = m_query.data() + place * keys;
            double* const out = doublesIn(outputs) + place * values;
            for (std::int64_t k = 0; k < keys; ++k) addRow(state + k * values, query[k], out, values);
        }
    }

    /// row ← decay · row; sums ← sums + key · row.
    static void decayRow(double* __restrict row, double decay, double key, double* __restrict sums, std::int64_t n) noexcept {
        for (std::int64_t i = 0; i < n; ++i) {
            row[i] *= decay;
            sums[i] += row[i] * key;
        }
    }
    static void addRow(const double* __restrict row, double times, double* __restrict sums, std::int64_t n) noexcept {
        for (std::int64_t i = 0; i < n; ++i) sums[i] += row[i] * times;
    }

    const Context& m_context;
    DeltaSizes m_sizes;
    std::vector<double> m_query, m_key, m_value, m_decay, m_beta;
    bool m_channels;  ///< each channel of the keys has a decay of its own
};

Values gatedDeltaRule(const Call& call) {
    const Context& context = call.context();
    const DeltaSizes sizes = deltaSizes(call);
    const DeltaRule rule(call, sizes);
    const std::int64_t heads = sizes.batch * sizes.heads;
    const double products = static_cast<double>(rule.states.count()) * static_cast<double>(sizes.steps);
    if (products >= static_cast<double>(kSharedProducts))
        inParallel(static_cast<std::size_t>(heads), [&](std::size_t head) { rule.run(static_cast<std::int64_t>(head)); });
    else
        for (std::int64_t head = 0; head < heads; ++head) rule.run(head);
    return {fresh(context, rule.outputs, call.array("query").type), fresh(context, rule.states, call.array("initial_state").type)};
}

constexpr auto kDeltaRuleRows = std::to_array<OperatorRow>({
    {"llama.gated_delta_rule.default llama.channelwise_gated_delta_rule.default", "query key value decay beta initial_state",
     gatedDeltaRule, Rule::Chain},
});

}  // namespace

std::span<const OperatorRow> deltaRuleRows() { return kDeltaRuleRows; }

}  // namespace etscope::evaluate
