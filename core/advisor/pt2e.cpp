#include "advisor/pt2e.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "evaluate/call.h"
#include "evaluate/elements.h"
#include "evaluate/operator_table.h"

namespace etscope::advisor {
namespace {

using graph::GraphModel;
using graph::NodeId;
using graph::ValueId;

/// Operators that are annotated with a weight.
constexpr std::array<std::string_view, 7> kAnnotated{
    "aten.linear.default", "aten.conv1d.default",           "aten.conv1d.padding",        "aten.conv2d.default",
    "aten.conv2d.padding", "aten.conv_transpose1d.default", "aten.conv_transpose2d.input"};
/// Operators that share the observer of what they are given (_is_share_obs_or_fq_op).
constexpr std::array<std::string_view, 20> kSharing{
    "aten.relu.default",      "aten.hardtanh.default",   "aten.hardtanh_.default", "aten.max_pool2d.default",
    "aten.mean.default",      "aten.mean.dim",           "aten.permute.default",   "aten.permute_copy.default",
    "aten.transpose.int",     "aten.squeeze.dim",        "aten.squeeze_copy.dim",  "aten.adaptive_avg_pool2d.default",
    "aten.view_copy.default", "aten.view.default",       "aten.reshape.default",   "aten.slice.Tensor",
    "aten.slice_copy.Tensor", "aten.flatten.using_ints", "aten.dropout.default",   "aten.dropout_.default"};

std::string_view targetIn(const GraphModel& model, NodeId node) {
    return evaluate::shortTarget(model.text(model.node(node).target));
}

bool isFirst(const GraphModel& model, NodeId node, ValueId value) {
    const auto arguments = model.arguments(model.node(node));
    return !arguments.empty() && arguments[0].kind == graph::ArgumentKind::Value && arguments[0].value() == value;
}

std::optional<ValueId> resultOf(const evaluate::PreparedGraph& graph, NodeId node) {
    const auto results = graph.flow.results(node);
    return results.size() == 1 ? std::optional(results.front()) : std::nullopt;
}

/// The node that is the only one to read the value.
std::optional<NodeId> readerOf(const evaluate::PreparedGraph& graph, ValueId value) {
    const auto readers = graph.flow.consumers(value);
    return readers.size() == 1 && !graph.flow.leavesGraph(value) ? std::optional(readers.front()) : std::nullopt;
}

bool isRelu(const GraphModel& model, NodeId node) {
    const auto target = targetIn(model, node);
    return target == "aten.relu.default" || target == "aten.relu_.default";
}

bool isNormalisation(const GraphModel& model, NodeId node) { return targetIn(model, node) == "aten.batch_norm.default"; }

std::optional<std::size_t> rankOf(const GraphModel& model, ValueId value) {
    const auto& known = model.value(value);
    return known.meta.valid() ? std::optional(model.dims(model.meta(known.meta).sizes).size()) : std::nullopt;
}

std::vector<float> floatsIn(const evaluate::Array& array) {
    const std::vector<double> given = evaluate::doublesOf(array);
    return {given.begin(), given.end()};
}

/// Arguments of aten.batch_norm: what is normalised, weight, bias, mean, variance, whether it trains, momentum, ε.
constexpr std::size_t kGain = 1, kBias = 2, kMean = 3, kVariance = 4, kTrains = 5, kEpsilon = 7;

/// Nothing: its arguments have no numbers.
std::optional<Normalisation> normalisationOf(const std::vector<evaluate::NamedValue>& arguments) {
    const auto given = [&](std::size_t index) { return arguments[index].value.array(); };
    const auto* epsilon = std::get_if<double>(&arguments[kEpsilon].value.base());
    if (given(kVariance) == nullptr || given(kMean) == nullptr || epsilon == nullptr) return std::nullopt;
    Normalisation made{floatsIn(*given(kVariance)), floatsIn(*given(kMean))};
    const std::size_t channels = made.factors.size();
    const auto otherwise = [&](std::size_t index, float usual) {
        std::vector<float> values = given(index) != nullptr ? floatsIn(*given(index)) : std::vector<float>();
        values.resize(channels, usual);
        return values;
    };
    const std::vector<float> gains = otherwise(kGain, 1), biases = otherwise(kBias, 0);
    made.shifts.resize(channels, 0);
    for (std::size_t i = 0; i < channels; ++i) {
        made.factors[i] = 1.0F / std::sqrt(made.factors[i] + static_cast<float>(*epsilon)) * gains[i];
        made.shifts[i] = biases[i] - made.shifts[i] * made.factors[i];
    }
    return made;
}

using Results = std::vector<std::pair<NodeId, ValueId>>;

/// A value through operators that share its observer.
Results followed(const evaluate::PreparedGraph& graph, NodeId node, ValueId value) {
    Results results{{node, value}};
    for (std::size_t i = 0; i < results.size(); ++i) {
        const ValueId from = results[i].second;
        for (const NodeId reader : graph.flow.consumers(from)) {
            const auto result = resultOf(graph, reader);
            if (result && isFirst(graph.model, reader, from) &&
                std::ranges::find(kSharing, targetIn(graph.model, reader)) != kSharing.end() &&
                std::ranges::find(results, std::pair(reader, *result)) == results.end())
                results.emplace_back(reader, *result);
        }
    }
    std::ranges::stable_sort(results, {}, [&](const auto& one) { return graph.flow.position(one.first); });
    return results;
}

/// Operators that join values.
constexpr std::array<std::string_view, 5> kJoining{"aten.add.Tensor", "aten.add_.Tensor", "aten.mul.Tensor", "aten.mul_.Tensor",
                                                   "aten.cat.default"};

/// The values that it joins; nothing: one of them is a number, or it joins none.
std::vector<ValueId> joinedBy(const GraphModel& model, NodeId node) {
    const auto arguments = model.arguments(model.node(node));
    if (arguments.empty()) return {};
    const bool cat = arguments[0].kind == graph::ArgumentKind::List;
    const auto given = cat ? model.listItems(arguments[0]) : arguments.first(std::min<std::size_t>(arguments.size(), 2));
    std::vector<ValueId> values;
    for (const graph::Argument& one : given) {
        if (one.kind != graph::ArgumentKind::Value) return {};
        values.push_back(one.value());
    }
    return !cat && values.size() < 2 ? std::vector<ValueId>() : values;
}

/// An add without a factor.
bool isPlainSum(const GraphModel& model, NodeId node) {
    return targetIn(model, node).starts_with("aten.add") && model.arguments(model.node(node)).size() == 2;
}

}  // namespace

std::optional<Site> siteOf(const evaluate::PreparedGraph& graph, NodeId node) {
    const GraphModel& model = graph.model;
    const auto target = targetIn(model, node);
    const auto arguments = model.arguments(model.node(node));
    const auto result = resultOf(graph, node);
    if (std::ranges::find(kAnnotated, target) == kAnnotated.end() || !result) return std::nullopt;
    if (arguments.empty() || arguments[0].kind != graph::ArgumentKind::Value) return std::nullopt;
    constexpr std::size_t kGroups = 6;
    if (target.starts_with("aten.conv_transpose") && arguments.size() > kGroups && arguments[kGroups].integer != 1)
        return std::nullopt;
    const bool linear = target == "aten.linear.default";
    Site site{node, arguments[0].value(), {}, false, {}};
    NodeId last = node;
    ValueId value = *result;
    for (const NodeId reader : graph.flow.consumers(value)) {
        if (!isNormalisation(model, reader) || !isFirst(model, reader, value)) continue;
        // What a layer gives for each place of a sequence is normalised along another axis: that one stays.
        if (linear && rankOf(model, site.input) != 2) continue;
        const auto given = model.arguments(model.node(reader));
        const auto normal = resultOf(graph, reader);
        if (!readerOf(graph, value) || !normal || given.size() <= kEpsilon || given[kTrains].integer != 0) return std::nullopt;
        site.normalisation = reader;
        last = reader, value = *normal;
        break;
    }
    if (const auto reader = readerOf(graph, value); reader && isRelu(model, *reader)) {
        const auto cut = resultOf(graph, *reader);
        if (!cut) return std::nullopt;
        site.fused = true;
        last = *reader, value = *cut;
    }
    site.results = followed(graph, last, value);
    return site;
}

std::vector<Join> joinsOf(const evaluate::PreparedGraph& graph) {
    std::vector<Join> joins;
    for (const NodeId node : graph.model.top().nodes) {
        const auto target = targetIn(graph.model, node);
        auto result = resultOf(graph, node);
        if (std::ranges::find(kJoining, target) == kJoining.end() || !result) continue;
        Join join{node, joinedBy(graph.model, node), target.starts_with("aten.cat"), {}};
        if (join.inputs.empty()) continue;
        NodeId last = node;
        const auto reader = readerOf(graph, *result);
        if (!join.shares && reader && isRelu(graph.model, *reader)) {
            last = *reader;
            result = resultOf(graph, *reader);
            if (!result) continue;
        }
        join.results = followed(graph, last, *result);
        joins.push_back(std::move(join));
    }
    return joins;
}

StaticPlan staticPlan(const evaluate::PreparedGraph& graph, const std::vector<const Site*>& sites, const std::vector<Join>& joins) {
    std::map<ValueId, std::size_t> groupOf;  // of values in 8 bits
    std::vector<Results> groups;
    std::map<NodeId, ValueId> made;
    std::vector<const Join*> sums;
    const auto add = [&](const Results& results) {
        const std::size_t group = groups.size();
        groups.emplace_back();
        for (const auto& [node, value] : results)
            if (groupOf.try_emplace(value, group).second) groups[group].emplace_back(node, value), made.emplace(node, value);
        return group;
    };
    for (const Site* site : sites) add(site->results);
    for (const Join& join : joins) {
        if (!std::ranges::all_of(join.inputs, [&](ValueId input) { return groupOf.contains(input); })) continue;
        const std::size_t own = add(join.results);
        if (isPlainSum(graph.model, join.node)) sums.push_back(&join);
        for (const ValueId input : join.inputs) {
            const std::size_t other = groupOf.at(input);
            if (!join.shares || other == own) continue;
            for (const auto& one : groups[other]) groupOf[one.second] = own, groups[own].push_back(one);
            groups[other].clear();
        }
    }
    std::vector<Observed> observed;
    for (Results& group : groups) {
        std::ranges::stable_sort(group, {}, [&](const auto& one) { return graph.flow.position(one.first); });
        Observed& values = observed.emplace_back();
        for (const auto& one : group) values.push_back(one.second);
    }
    StaticPlan plan;
    for (const auto& [node, value] : made) plan.results[node] = observed[groupOf.at(value)];
    const auto endsOf = [&](ValueId value) { return observed[groupOf.at(value)]; };
    for (const Join* sum : sums)
        plan.sums[sum->node] = {endsOf(sum->inputs[0]), endsOf(sum->inputs[1]), endsOf(sum->results.front().second)};
    // What is in 8 bits already has the same ends where it is taken.
    for (const Site* site : sites)
        if (!groupOf.contains(site->input)) plan.inputs[site->node] = {site->input};
    return plan;
}

Observing::Observing(const std::vector<Observed>& values, const std::vector<NodeId>& normalisations) {
    for (const Observed& together : values) {
        const auto [observer, isNew] = m_observers.try_emplace(together);
        if (!isNew) continue;
        for (const ValueId value : together) m_watched[value].push_back(&observer->second);
    }
    for (const NodeId node : normalisations) m_normalisations[node];
}

Result<evaluate::Values> Observing::compute(const evaluate::Scope& scope, NodeId node, const evaluate::Operator& op,
                                            const evaluate::Context& context, std::vector<evaluate::NamedValue> arguments) {
    const auto known = scope.prefix.empty() ? m_normalisations.find(node) : m_normalisations.end();
    if (known != m_normalisations.end() && arguments.size() > kEpsilon)
        if (auto normalisation = normalisationOf(arguments)) known->second = *std::move(normalisation);
    return Probe::compute(scope, node, op, context, std::move(arguments));
}

void Observing::take(const evaluate::Scope& scope, NodeId, ValueId value, const evaluate::Value& given) {
    const auto watched = scope.prefix.empty() && !scope.loop ? m_watched.find(value) : m_watched.end();
    const auto* array = given.array();
    if (watched == m_watched.end() || array == nullptr || !array->floating()) return;
    const std::vector<float> values = floatsIn(*array);
    for (HistogramObserver* observer : watched->second) observer->observe(values);
}

void Observing::tell(Calibration& calibration) const {
    for (const auto& [values, observer] : m_observers)
        calibration.ends[values] = observer.seen() ? std::optional(observer.parameters()) : std::nullopt;
    for (const auto& [node, known] : m_normalisations) calibration.normalisations[node] = known;
}

}  // namespace etscope::advisor
