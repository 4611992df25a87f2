#include "profile/node_amounts.h"

#include <algorithm>

#include "base/checked_math.h"
#include "causes/investigation.h"
#include "compare/run_cases.h"
#include "join/delegate_bodies.h"
#include "profile/call_places.h"
#include "profile/timed_runs.h"

namespace etscope::profile {
namespace {

NodeAmounts nothing(const graph::GraphModel& model) {
    NodeAmounts amounts;
    amounts.values.assign(model.nodeCount(), NodeAmounts::kNone);
    amounts.shares.assign(model.nodeCount(), -1);
    return amounts;
}

void set(NodeAmounts& amounts, std::uint32_t node, double value, std::int64_t share) {
    amounts.values[node] = value;
    amounts.shares[node] = share;
    ++amounts.known;
}

/// What a method's calls take in a run at the median, and the steps inside delegates.
struct Durations {
    DumpedCalls calls;
    std::map<std::pair<std::int64_t, std::string>, double> steps;  ///< by instruction and debug id

    explicit Durations(std::span<const EventStatistics> events) : calls(callsOf(events)) {
        for (const EventStatistics& event : events)
            if (event.instruction && !event.delegateId.empty())
                steps.try_emplace({*event.instruction, event.delegateId}, event.perRun);
    }
};

/// Where the nodes of a stage are at home: those of delegates that are shown in place in the delegate's own stage.
class Homes {
public:
    Homes(const session::MethodView& method, const graph::StageId& stage, const graph::GraphModel& model, const JobContext& job)
        : m_method(method), m_stage(stage), m_model(model), m_job(job) {}

    graph::NodeRef of(graph::NodeId node) {
        const graph::NodeRef here{m_stage, node};
        if (m_model.node(node).graph.index() == 0) return here;
        const join::NodeHome home = join::homeOf(m_stage, m_model.nodePath(node));
        if (home.stage == m_stage) return here;
        const auto inner = m_method.graph(home.stage, m_job);
        return inner ? graph::NodeRef{m_method.resolved(home.stage), (*inner)->findNode(home.node)} : here;
    }

private:
    const session::MethodView& m_method;
    const graph::StageId& m_stage;
    const graph::GraphModel& m_model;
    const JobContext& m_job;
};

/// Calls `visit(node number, links, stage in which it is at home)` for every node of the model.
template <class Visit>
Result<void> forEachNode(const session::MethodView& method, const graph::StageId& stage, const graph::GraphModel& model,
                         const JobContext& job, Visit&& visit) {
    const auto links = join::links(method, job);
    if (!links) return links.failure();
    Homes homes(method, stage, model, job);
    for (std::uint32_t n = 0; n < model.nodeCount(); ++n) {
        if (n % 1024 == 0 && job.cancelled()) return cancelledFailure();
        const graph::NodeRef home = homes.of(graph::NodeId(n));
        visit(n, (*links)->of(home), home.stage);
    }
    return {};
}

}  // namespace

Result<NodeAmounts> nodeLatencies(const session::MethodView& method, const graph::StageId& stage, const graph::GraphModel& model,
                                  const JobContext& job) {
    const auto runs = compare::runs(method.session, job);
    if (!runs) return runs.failure();
    std::vector<EventStatistics> events = eventStatistics(timedRuns(**runs), 1);
    std::erase_if(events, [&](const EventStatistics& event) { return event.method != method.name; });
    const Durations durations(events);
    NodeAmounts amounts = nothing(model);
    const auto add = [&](std::uint32_t node, const join::NodeLinks& of, const graph::StageId& home) {
        const bool inside = home.insideDelegate();
        double sum = 0;
        bool any = false;
        for (const std::int64_t instruction : of.instructions) {
            if (inside) {
                for (const std::string& id : of.delegateDebugIds)
                    if (const auto hit = durations.steps.find({instruction, id}); hit != durations.steps.end())
                        sum += hit->second, any = true;
            } else if (const DumpedCall* call = durations.calls.find(instruction); call != nullptr && call->ticks) {
                sum += *call->ticks, any = true;
            }
        }
        if (any) set(amounts, node, sum, inside ? -1 : of.instructions.front());
    };
    if (auto done = forEachNode(method, stage, model, job, add); !done) return done.failure();
    amounts.source = "median of the events in the ETDump";
    return amounts;
}

GapRows::GapRows(const std::vector<gap::GapRow>& rows, const std::function<bool(std::size_t)>& wanted) {
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (!wanted(r)) continue;
        for (const std::int64_t handle : rows[r].debugHandles) m_byHandle.emplace(handle, r);
        for (const std::string& node : rows[r].nodes) m_byNode.emplace(node, r);
        // Steps inside a delegate share its instruction: the worst speaks for the call.
        const auto [at, fresh] = m_byInstruction.emplace(rows[r].instruction, r);
        if (!fresh && rows[at->second].error < rows[r].error) at->second = r;
    }
}

std::optional<std::size_t> GapRows::of(const join::NodeLinks& node, const graph::StageId& stage, const std::string& path) const {
    if (stage.is(graph::StageId::Kind::Edge)) {
        const auto named = m_byNode.find(path);
        return named != m_byNode.end() ? std::optional(named->second) : std::nullopt;
    }
    const bool program = stage.is(graph::StageId::Kind::Program);
    const auto& known = program ? m_byInstruction : m_byHandle;
    for (const std::int64_t key : program ? node.instructions : node.debugHandles)
        if (const auto hit = known.find(key); hit != known.end()) return hit->second;
    return std::nullopt;
}

Result<std::vector<std::optional<std::size_t>>> nodeRows(const session::MethodView& method, const graph::StageId& stage,
                                                         const graph::GraphModel& model, const GapRows& rows,
                                                         const JobContext& job) {
    std::vector<std::optional<std::size_t>> rowOf(model.nodeCount());
    const auto add = [&](std::uint32_t node, const join::NodeLinks& of, const graph::StageId& home) {
        rowOf[node] = rows.of(of, home, model.nodePath(graph::NodeId(node)));
    };
    if (auto done = forEachNode(method, stage, model, job, add); !done) return done.failure();
    return rowOf;
}

Result<NodeAmounts> nodeErrors(const session::MethodView& method, const graph::StageId& stage, const graph::GraphModel& model,
                               const JobContext& job, bool compute) {
    NodeAmounts amounts = nothing(model);
    const auto computed = [&]() -> Result<causes::References> {
        return compute ? causes::keptReferences(method, std::nullopt, job) : causes::knownReferences(method, std::nullopt, job);
    };
    const auto held = causes::heldRun(method, {}, {}, computed, job);
    if (held.cancelled()) return held.failure();
    if (!held || held->references == nullptr) return amounts;
    const std::vector<gap::GapRow>& rows = held->table.rows;
    const GapRows compared(rows, [&](std::size_t r) { return rows[r].compared() && !rows[r].assumed; });
    const auto rowOf = nodeRows(method, stage, model, compared, job);
    if (!rowOf) return rowOf.failure();
    for (std::uint32_t n = 0; n < model.nodeCount(); ++n)
        if (const auto row = (*rowOf)[n]) set(amounts, n, rows[*row].error, static_cast<std::int64_t>(*row));
    amounts.source = held->references->source();
    return amounts;
}

std::optional<std::uint64_t> valueBytes(const graph::GraphModel& model, graph::ValueId id) {
    const graph::Value& value = model.value(id);
    if (value.kind != graph::ValueKind::Tensor || !value.meta.valid()) return {};
    const graph::TensorMeta& meta = model.meta(value.meta);
    if (!meta.type) return {};
    auto bytes = std::optional<std::uint64_t>(itemSize(*meta.type));
    for (const graph::Dim& dim : model.dims(meta.sizes)) {
        if (!dim.hasHint || dim.value < 0) return {};
        bytes = checkedMul(*bytes, static_cast<std::uint64_t>(dim.value));
        if (!bytes) return {};
    }
    return bytes;
}

std::vector<double> nodeWeightBytes(const modules::GraphIndex& index) {
    const graph::GraphModel& model = index.model();
    std::vector<double> ofValue(model.valueCount(), 0);
    for (std::uint32_t g = 0; g < model.graphCount(); ++g)
        for (const graph::GraphInput& input : model.graph(graph::GraphId(g)).inputs)
            if (input.value.valid() && graph::isHeld(input.kind))
                ofValue[input.value.index()] = static_cast<double>(valueBytes(model, input.value).value_or(0));
    std::vector<double> bytes(model.nodeCount(), NodeAmounts::kNone);
    for (std::uint32_t i = 0; i < model.nodeCount(); ++i) {
        double sum = 0;
        for (const graph::ValueId value : index.flow().inputs(graph::NodeId(i))) sum += ofValue[value.index()];
        if (sum > 0) bytes[i] = sum;
    }
    return bytes;
}

Result<view::NodeFacts> nodeFacts(const session::MethodView& method, const graph::StageId& stage, const modules::GraphIndex& index,
                                  const std::vector<std::string>& keys, const JobContext& job) {
    view::NodeFacts facts;
    const graph::GraphModel& model = index.model();
    const auto wanted = [&keys](const char* key) { return std::ranges::find(keys, key) != keys.end(); };
    const auto take = [&facts](const char* key, Result<NodeAmounts> amounts) {
        if (amounts) facts.numbers[key] = std::move(amounts->values);
    };
    if (wanted("bytes")) facts.numbers["bytes"] = nodeWeightBytes(index);
    if (wanted("latency")) take("latency", nodeLatencies(method, stage, model, job));
    if (wanted("error")) take("error", nodeErrors(method, stage, model, job, true));
    if (wanted("delegated"))
        if (const auto links = join::links(method, job)) {
            auto& words = facts.words["delegated"];
            words.assign(model.nodeCount(), "unknown");
            const auto add = [&](std::uint32_t node, const join::NodeLinks& of, const graph::StageId&) {
                const join::RunsIn where = (*links)->runsIn(of);
                if (where == join::RunsIn::Kernels) words[node] = "no";
                if (where == join::RunsIn::Delegate) words[node] = of.backends.empty() ? "yes" : "yes " + of.backends.front();
            };
            if (auto done = forEachNode(method, stage, model, job, add); !done) return done.failure();
        }
    if (job.cancelled()) return cancelledFailure();
    return facts;
}

}  // namespace etscope::profile
