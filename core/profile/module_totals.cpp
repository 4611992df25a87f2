#include "profile/module_totals.h"

#include <algorithm>
#include <map>

#include "base/checked_math.h"
#include "join/stage_graph.h"
#include "profile/node_amounts.h"

namespace etscope::profile {
namespace {

void addOperators(const modules::GraphIndex& index, const std::set<graph::NodeId>& nodes, ModuleTotals& totals) {
    std::map<std::string_view, std::uint64_t> counts;
    for (const graph::NodeId node : nodes) ++counts[index.operatorOf(node).title];
    totals.operators.assign(counts.begin(), counts.end());
    std::ranges::stable_sort(totals.operators, std::greater(), &std::pair<std::string, std::uint64_t>::second);
}

/// Each weight once, however many nodes take it.
void addWeights(const modules::GraphIndex& index, const std::set<graph::NodeId>& nodes, ModuleTotals& totals) {
    const graph::GraphModel& model = index.model();
    std::set<graph::ValueId> weights;
    for (const graph::GraphInput& input : model.top().inputs)
        if (input.value.valid() && graph::isHeld(input.kind)) weights.insert(input.value);
    std::set<graph::ValueId> taken;
    for (const graph::NodeId node : nodes)
        for (const graph::ValueId value : index.flow().inputs(node))
            if (weights.contains(value)) taken.insert(value);
    totals.weights = taken.size();
    totals.weightBytes = 0;
    for (const graph::ValueId value : taken) {
        const auto bytes = valueBytes(model, value);
        totals.weightBytes = bytes && totals.weightBytes ? checkedAdd(*totals.weightBytes, *bytes) : std::nullopt;
    }
}

/// A call that runs several nodes counts once.
void addTime(const NodeAmounts& times, const std::set<graph::NodeId>& nodes, ModuleTotals& totals) {
    std::set<std::int64_t> calls;
    for (const graph::NodeId node : nodes) {
        if (!times.has(node)) continue;
        const std::int64_t call = times.shares[node.index()];
        if (call < 0 || calls.insert(call).second) totals.ticks = totals.ticks.value_or(0) + times.values[node.index()];
    }
    for (std::uint32_t n = 0; n < times.values.size() && !totals.sharedCalls; ++n)
        totals.sharedCalls = times.has(graph::NodeId(n)) && calls.contains(times.shares[n]) && !nodes.contains(graph::NodeId(n));
}

}  // namespace

std::set<graph::NodeId> nodesOfModule(const modules::Hierarchy& hierarchy, const std::string& path) {
    std::set<graph::NodeId> nodes;
    for (std::uint32_t m = 0; m < hierarchy.size(); ++m) {
        const modules::ModuleId id(m);
        if (hierarchy.module(id).kind != modules::ModuleKind::Module || hierarchy.module(id).path != path) continue;
        const auto inside = hierarchy.nodesBelow(id);
        nodes.insert(inside.begin(), inside.end());
    }
    return nodes;
}

Result<ModuleTotals> moduleTotals(const session::MethodView& method, const graph::StageId& stage, const std::string& path,
                                  const JobContext& job) {
    const auto read = join::graphIndex(method, stage, job);
    if (!read) return read.failure();
    const modules::GraphIndex& index = **read;
    const modules::Hierarchy& hierarchy = index.hierarchy();
    const modules::ModuleId first = hierarchy.findPath(path);
    if (!first.valid()) return fail("no-such-node", "the stage has no module " + path);
    const std::set<graph::NodeId> nodes = nodesOfModule(hierarchy, path);
    ModuleTotals totals;
    totals.path = path;
    totals.className = hierarchy.module(first).className();
    totals.nodes = nodes.size();
    if (const auto alike = hierarchy.repeats(first); !alike.empty() && alike.front() != first)
        totals.like = hierarchy.module(alike.front()).path;
    addOperators(index, nodes, totals);
    addWeights(index, nodes, totals);
    if (const auto times = nodeLatencies(method, stage, index.model(), job)) addTime(*times, nodes, totals);
    if (const auto errors = nodeErrors(method, stage, index.model(), job))
        for (const graph::NodeId node : nodes)
            if (errors->has(node) && !(totals.error && *totals.error >= errors->values[node.index()])) {
                totals.error = errors->values[node.index()];
                totals.worstNode = index.model().nodePath(node);
            }
    if (job.cancelled()) return cancelledFailure();
    return totals;
}

}  // namespace etscope::profile
