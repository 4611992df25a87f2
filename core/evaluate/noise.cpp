#include "evaluate/noise.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "evaluate/elements.h"
#include "evaluate/envelope.h"
#include "evaluate/operators/elementwise.h"
#include "evaluate/operators/product_sizes.h"

namespace etscope::evaluate {

namespace {

constexpr std::uint64_t kMostKept = std::uint64_t{16} << 20U;    ///< bytes of results that are the same in every run
constexpr std::uint64_t kMostNoise = std::uint64_t{128} << 20U;  ///< bytes of deviations in memory
constexpr std::uint64_t kStepsInElements = 16;                   ///< one of so many quantised elements is a step off

/// Views of all elements in their order.
constexpr auto kSameOrder = std::to_array<std::string_view>(
    {"_unsafe_view", "alias", "alias_copy", "clone", "_clone_dim_order", "contiguous", "detach", "detach_copy", "reshape",
     "squeeze", "squeeze_copy", "_to_dim_order_copy", "unsqueeze", "unsqueeze_copy", "view", "view_copy"});

std::string keyOf(const Scope& scope, graph::NodeId node) { return scope.prefix + std::to_string(node.index()); }

std::uint64_t seedOf(std::uint64_t seed, std::string_view key) noexcept {
    for (const char c : key) seed = scrambled(seed ^ static_cast<unsigned char>(c));
    return seed;
}

/// Results of sums are off by about half a unit, however long they are; those of functions by an eighth of what is normal of them,
/// and two units at most.
std::vector<float> deviationsOf(const Envelope& envelope, const Array& right, ScalarType computed) {
    if (envelope.normal == 0 || !right.floating()) return {};
    const ScalarType type = roundoff(right.type) > roundoff(computed) ? right.type : computed;
    const Units units(envelope, type, type);
    const double factor = envelope.accumulates && envelope.terms > 1 ? 0.5 : std::min(envelope.normal / 8, 2.0);
    const std::vector<double> values = doublesOf(right);
    std::vector<float> deviations(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double deviation = factor * units.at(i, values[i]);
        deviations[i] = std::isfinite(deviation) ? static_cast<float>(deviation) : 0;
    }
    return deviations;
}

/// Some elements a step up or down, within the quantised range.
Array stepped(const Call& call, const Array& result, std::uint64_t seed) {
    using Limits = std::numeric_limits<std::int64_t>;
    const std::int64_t least = std::max(call.integerOr("quant_min", Limits::min()), Limits::min() + 1),
                       most = std::min(call.integerOr("quant_max", Limits::max()), Limits::max() - 1);
    if (least > most) return result;
    return mapInts<1>(call.context(), {&result}, result.type, Numbered{[&](std::uint64_t index, std::int64_t x) {
                          const std::uint64_t chosen = scrambled(seed ^ scrambled(index));
                          if (chosen % kStepsInElements != 0) return x;
                          return std::clamp(std::clamp(x, least, most) + ((chosen >> 32U) % 2 == 0 ? 1 : -1), least, most);
                      }});
}

Array moved(const Context& context, const Array& result, const std::vector<float>& deviations, std::uint64_t seed) {
    const std::uint64_t start = scrambled(seed);
    std::vector<std::uint64_t> ways(deviations.size() / 64 + 1);  // of 64 elements each
    for (std::size_t i = 0; i < ways.size(); ++i) ways[i] = scrambled(start ^ i);
    return mapDoubles<1>(context, {&result}, result.type, Numbered{[&](std::uint64_t i, double x) {
                             const double signs[] = {-1, 1};
                             return x + signs[(ways[i / 64] >> (i % 64)) & 1U] * static_cast<double>(deviations[i]);
                         }});
}

/// What the operator gives, one value each as a graph binds them: lists stay lists.
template <class Change>
void changeEach(Values& results, const Change& change) {
    std::size_t next = 0;
    for (Value& result : results) {
        if (const Values* list = result.list()) {
            Values items = *list;
            for (Value& item : items) change(next++, item);
            result = std::move(items);
        } else {
            change(next++, result);
        }
    }
}

template <class Work>
Result<Values> refusedAsError(Work&& work) {
    try {
        return std::forward<Work>(work)();
    } catch (const Refusal& refusal) {
        return Failure{refusal.error};
    }
}

}  // namespace

GraphNoise::GraphNoise(std::shared_ptr<Memory> memory, const PreparedGraph& graph)
    : m_memory(std::move(memory)), m_graph(graph), m_still(graph.model.valueCount()) {
    for (std::uint32_t v = 0; v < graph.model.valueCount(); ++v)
        m_still[v] = !graph.model.value(graph::ValueId(v)).producer.valid();
}

bool GraphNoise::isStill(graph::NodeId node) const {
    const auto inputs = m_graph.flow.inputs(node);
    return m_graph.functional && std::ranges::all_of(inputs, [this](graph::ValueId value) { return m_still[value.index()]; });
}

void GraphNoise::setStill(graph::NodeId node) {
    for (const graph::ValueId value : m_graph.flow.results(node)) m_still[value.index()] = true;
}

bool GraphNoise::keeps(const Values& results) noexcept {
    std::uint64_t bytes = 0;
    for (const Value& result : results)
        if (const Array* array = result.array(); array != nullptr && array->storage->owned()) bytes += array->storage->size();
    if (bytes > kMostKept - m_kept) return false;
    m_kept += bytes;
    return true;
}

void GraphNoise::add(const std::string& key, NodeNoise noise) {
    for (ResultNoise& deviations : noise.deviations) {
        const std::uint64_t bytes = deviations.here.size() * sizeof(float);
        if (m_held + bytes > kMostNoise) putAside(deviations);
        if (deviations.here.empty()) continue;
        m_memory->take(bytes);
        m_held += bytes;
    }
    m_nodes.insert_or_assign(key, std::move(noise));
}

/// Where there is no room on the disk either, it stays.
void GraphNoise::putAside(ResultNoise& noise) {
    if (noise.here.empty() || m_noAside) return;
    if (!m_aside) {
        if (auto made = ScratchFile::create())
            m_aside.emplace(*std::move(made));
        else
            m_noAside = true;
    }
    if (!m_aside) return;
    const auto at = m_aside->append(std::as_bytes(std::span(noise.here)));
    if (!at) {
        m_noAside = true;
        return;
    }
    m_reading.reset();
    noise.at = *at;
    std::vector<float>().swap(noise.here);  // its memory, too
}

std::vector<float> GraphNoise::load(const ResultNoise& noise) const {
    if (noise.here.size() == noise.count) return noise.here;
    if (!m_reading) m_reading = orRefuse(m_aside->read());
    std::vector<float> all(noise.count);
    orRefuse(m_reading->read(noise.at, std::as_writable_bytes(std::span(all))));
    return all;
}

const NodeNoise* GraphNoise::find(const std::string& key) const {
    const auto found = m_nodes.find(key);
    return found == m_nodes.end() ? nullptr : &found->second;
}

std::vector<float> GraphNoise::ofValue(graph::ValueId value) const {
    const graph::GraphModel& model = m_graph.model;
    for (;;) {
        const graph::NodeId producer = model.value(value).producer;
        const NodeNoise* made = producer.valid() ? find(std::to_string(producer.index())) : nullptr;
        if (made == nullptr || made->deviations.size() != 1) return {};
        if (!made->deviations.front().empty()) return load(made->deviations.front());
        const auto inputs = m_graph.flow.inputs(producer);
        const auto* view = std::ranges::find(kSameOrder, stemOf(shortTarget(model.text(model.node(producer).target))));
        if (view == kSameOrder.end() || inputs.empty()) return {};
        value = inputs.front();
    }
}

Result<Values> MeasuringProbe::compute(const Scope& scope, graph::NodeId node, const Operator& op, const Context& context,
                                       std::vector<NamedValue> arguments) {
    MeasuredProducts products(isProduct(op));
    auto results = apply(op, context, arguments);
    if (!results || op.signature.writes()) return results;
    return refusedAsError([&]() -> Result<Values> {
        const Computing computing(context);
        const Values flat = flattened(*results);
        const std::vector<Envelope> envelopes = envelopesOf(op, context, arguments, flat, products.sizes);
        NodeNoise noise;
        noise.deviations.resize(flat.size());
        for (std::size_t r = 0; r < flat.size(); ++r)
            if (const Array* array = flat[r].array()) {
                noise.deviations[r].here = deviationsOf(envelopes[r], *array, m_type);
                noise.deviations[r].count = noise.deviations[r].here.size();
            }
        if (scope.prefix.empty() && !jumps(op) && m_noise.isStill(node)) {
            if (std::ranges::all_of(noise.deviations, &ResultNoise::empty)) m_noise.setStill(node);
            if (m_noise.keeps(flat)) noise.still = *results;
        }
        m_noise.add(keyOf(scope, node), std::move(noise));
        return results;
    });
}

Result<Values> NoisyProbe::compute(const Scope& scope, graph::NodeId node, const Operator& op, const Context& context,
                                   std::vector<NamedValue> arguments) {
    const std::string key = keyOf(scope, node);
    const NodeNoise* found = m_noise.find(key);
    if (found == nullptr) return apply(op, context, std::move(arguments));
    return refusedAsError([&]() -> Result<Values> {
        const std::uint64_t seed = seedOf(m_seed, key);
        if (jumps(op)) arguments = nudged(context, arguments, {kHalfwayNudge, static_cast<std::uint32_t>(seed), true});
        auto results = found->still ? Result<Values>(*found->still) : apply(op, context, arguments);
        if (!results) return results;
        const Call call(context, op.signature, arguments);
        changeEach(*results, [&](std::size_t r, Value& value) {
            const Array* array = value.array();
            if (array == nullptr || r >= found->deviations.size()) return;
            const ResultNoise& deviations = found->deviations[r];
            if (op.row.rule == Rule::Quantize && !array->floating())
                value = stepped(call, *array, seed + r);
            else if (deviations.count == static_cast<std::size_t>(array->count()) && !deviations.empty())
                value = moved(context, *array, m_noise.load(deviations), seed + r);
        });
        return results;
    });
}

}  // namespace etscope::evaluate
