#include "session/gap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "base/text.h"
#include "etdump/debug_buffer.h"
#include "gap/matching.h"
#include "gap/upstream_metric.h"
#include "graph/data_flow.h"
#include "session/handles.h"
#include "session/outputs.h"

namespace etscope::session {
namespace {

using gap::Handles;

/// What one call of a run logged.
struct Call {
    Handles handles;
    std::int64_t instruction = 0;
    std::size_t run = 0;
    std::string name;
    std::size_t outputs = 1;
    std::vector<tensor::Value> values;
};

/// Handles of an event: of its instruction, or what the delegate map says of the id inside it.
Handles handlesOf(const HandleRow& row, const etdump::Dump& dump, const etdump::DelegateId& id) {
    if (id.kind == etdump::DelegateId::Kind::None) return row.debugHandles;
    const std::string text = id.kind == etdump::DelegateId::Kind::Int ? std::to_string(id.number) : std::string(dump.text(id.text));
    for (const DelegateHandleRow& inner : row.delegateHandles)
        if (inner.delegateDebugId == text) return inner.debugHandles;
    return {};
}

/// The calls of a run that logged values, in the order of their events. Iterations of a loop are one call.
class CallCollector {
public:
    CallCollector(const MethodHandles& handles, const std::unordered_set<std::int64_t>& known) : m_known(known) {
        for (const HandleRow& row : handles.rows) m_rows.emplace(row.instruction, &row);
    }

    void add(const SessionRun& run) {
        std::map<std::tuple<std::int32_t, int, std::int32_t, std::uint32_t>, std::size_t> ofPlace;
        const auto values = run.dump->values(run.run());
        for (const etdump::Event& event : run.dump->events(run.run())) {
            const auto logged = run.dump->valuesOf(event);
            const auto row = event.place.chain == 0 ? m_rows.find(event.place.instruction) : m_rows.end();
            if (logged.empty() || row == m_rows.end() || run.dump->text(event.name) == "OPERATOR_CALL") continue;
            const auto& id = event.place.delegate;
            const auto [at, fresh] =
                ofPlace.try_emplace({event.place.instruction, static_cast<int>(id.kind), id.number, id.text}, m_calls.size());
            if (fresh) addCall(run, event, *row->second);
            Call& call = m_calls[at->second];
            for (const std::uint32_t value : logged) addValues(run, values[value], call);
        }
    }

    /// One call for each tuple of handles: that of the largest instruction, the first of equal ones. A delegate call gives way to
    /// what its inside logged.
    std::vector<Call> finish() && {
        std::vector<Call> kept;
        std::map<Handles, std::size_t> byHandles;
        for (Call& call : m_calls) {
            if (call.name == "DELEGATE_CALL" && insideLogged(call)) continue;
            if (std::ranges::none_of(call.handles, [this](std::int64_t handle) { return m_known.contains(handle); })) continue;
            const auto [at, fresh] = byHandles.try_emplace(call.handles, kept.size());
            if (fresh)
                kept.push_back(std::move(call));
            else if (call.instruction > kept[at->second].instruction)
                kept[at->second] = std::move(call);
        }
        return kept;
    }

private:
    void addCall(const SessionRun& run, const etdump::Event& event, const HandleRow& row) {
        Call& call = m_calls.emplace_back();
        call.handles = handlesOf(row, *run.dump, event.place.delegate);
        call.instruction = event.place.instruction;
        call.run = run.index;
        call.name = std::string(run.dump->text(event.name));
        call.outputs = static_cast<std::size_t>(std::max<std::int64_t>(1, row.outputs));
        if (event.place.delegate.kind == etdump::DelegateId::Kind::None) return;
        call.outputs = 1;
        m_inside.insert(call.handles.begin(), call.handles.end());
    }

    static void addValues(const SessionRun& run, const etdump::LoggedValue& value, Call& call) {
        const std::size_t elements = value.kind == etdump::ValueKind::TensorList ? value.tensorCount : 1;
        for (std::size_t i = 0; i < elements; ++i) call.values.push_back(etdump::debugValue(*run.dump, value, run.buffer, i));
    }

    bool insideLogged(const Call& call) const {
        return std::ranges::any_of(call.handles, [this](std::int64_t handle) { return m_inside.contains(handle); });
    }

    const std::unordered_set<std::int64_t>& m_known;
    std::map<std::int64_t, const HandleRow*> m_rows;
    std::vector<Call> m_calls;
    std::unordered_set<std::int64_t> m_inside;  ///< handles that events inside delegates logged values for
};

/// The reference value of each handle: that of the last of its nodes which has one. Getitem nodes hold parts of others.
std::unordered_map<std::int64_t, tensor::Value> referenceByHandle(const NodesByHandle& nodes, const ReferenceValues& references) {
    std::unordered_map<std::int64_t, tensor::Value> values;
    for (const auto& [handle, paths] : nodes) {
        for (const std::string& path : paths)
            if (path.find("getitem") == std::string::npos)
                if (auto value = references.ofNode(path)) values.insert_or_assign(handle, *std::move(value));
        if (!values.contains(handle))
            if (auto value = references.ofHandle(handle)) values.emplace(handle, *std::move(value));
    }
    return values;
}

class GapMaker {
public:
    GapMaker(const NodesByHandle& nodes, std::unordered_map<std::int64_t, tensor::Value> references, const GapOptions& options,
             const JobContext& job)
        : m_nodes(nodes), m_references(std::move(references)), m_options(options), m_job(job) {
        for (const auto& [handle, value] : m_references) m_known.insert(handle);
    }

    Result<GapRow> row(const gap::RuntimeEntry& entry, const Call& call) {
        GapRow row;
        row.debugHandles = entry.handles;
        row.runtime = call.name;
        row.instruction = call.instruction;
        row.run = call.run;
        addNodes(row);
        if (call.values.empty()) row.state = GapState::NoRuntimeValue;
        for (std::size_t k = 0; k < call.outputs; ++k) {
            const auto handle = gap::referenceHandle(entry.handles, k, m_known);
            if (!handle) continue;
            const tensor::Value& reference = m_references.at(*handle);
            const auto which = gap::runtimeValue(reference, call.values, k, call.outputs);
            if (!which) {
                row.state = GapState::NoRuntimeValue;
                row.note = "it has " + std::to_string(call.outputs) + " outputs and logged " + std::to_string(call.values.size()) +
                           " values";
                continue;
            }
            if (auto compared = compare(reference, call.values[*which], row); !compared) return compared.failure();
        }
        return row;
    }

private:
    void addNodes(GapRow& row) const {
        for (const std::int64_t handle : std::unordered_set(row.debugHandles.begin(), row.debugHandles.end()))
            if (const auto hit = m_nodes.find(handle); hit != m_nodes.end())
                for (const std::string& path : hit->second)
                    if (path.find("getitem") == std::string::npos) row.nodes.push_back(path);
        std::ranges::sort(row.nodes);
    }

    Result<void> compare(const tensor::Value& reference, const tensor::Value& runtime, GapRow& row) {
        const OutputPair pair{"", 0, 0, OutputValue{.value = reference}, OutputValue{.value = runtime}};
        const auto sides = comparableSides(pair);
        if (!sides) {
            row.state = GapState::Incomparable;
            row.note = sides.error().message;
            return {};
        }
        tensor::ComparisonOptions options;
        options.tolerance = m_options.tolerance;
        options.findAxisOrder = false;
        auto result = tensor::compare(sides->reference, sides->runtime, options, m_job);
        if (!result && result.error().code == "cancelled") return result.failure();
        if (!result) {
            row.state = GapState::Incomparable;
            row.note = result.error().message;
            return {};
        }
        if (result->state == tensor::ComparisonState::ShapeMismatch) {
            if (row.gap.empty()) row.state = GapState::ShapeMismatch;
        } else if (auto number = gapNumber(*sides, *result)) {
            row.state = GapState::Ok;
            row.gap.push_back(*number);
            if (!sides->runtime.contiguous())
                row.note =
                    "the value is not row-major; the original takes it so, and so does `gap`. The metrics respect the strides";
        } else {
            return number.failure();
        }
        row.diverges = row.diverges || result->state != tensor::ComparisonState::Match;
        if (row.result) return {};
        if (result->metrics) row.error = std::pow(10.0, -result->metrics->snrDb / 20);
        row.reference = sides->reference;
        row.value = sides->runtime;
        row.result = std::move(*result);
        return {};
    }

    /// The original takes a value's bytes as row-major, whatever the strides that are logged with them.
    static tensor::Tensor asRowMajor(tensor::Tensor value) {
        value.strides.clear();
        return value;
    }

    /// MSE, L1 and SNR as the original computes them; the others as `compare` does.
    Result<double> gapNumber(const ComparableSides& sides, const tensor::ComparisonResult& result) const {
        if (m_options.metric == "mse" || m_options.metric == "l1" || m_options.metric == "snr_db") {
            const auto numbers = gap::upstreamNumbers(sides.reference, asRowMajor(sides.runtime), m_job);
            if (!numbers) return numbers.failure();
            return m_options.metric == "mse" ? numbers->mse : m_options.metric == "l1" ? numbers->l1 : numbers->snrDb;
        }
        const auto value = tensor::metricColumn(m_options.metric)->value(*result.metrics);
        return value.value_or(std::nan(""));
    }

    const NodesByHandle& m_nodes;
    std::unordered_map<std::int64_t, tensor::Value> m_references;
    std::unordered_set<std::int64_t> m_known;
    const GapOptions& m_options;
    const JobContext& m_job;
};

/// What each row's inputs bring with them: along the edges of the stage, through nodes that were not compared.
void addInherited(const graph::GraphModel& model, const NodesByHandle& nodes, std::vector<GapRow>& rows) {
    constexpr std::size_t kNone = SIZE_MAX;
    std::unordered_map<std::int64_t, std::size_t> rowOfHandle;
    for (std::size_t r = 0; r < rows.size(); ++r)
        for (const std::int64_t handle : rows[r].debugHandles) rowOfHandle.emplace(handle, r);
    std::unordered_map<std::string, std::int64_t> handleOf;
    for (const auto& [handle, paths] : nodes)
        for (const std::string& path : paths) handleOf.emplace(path, handle);
    const graph::DataFlow flow(model);
    std::vector<std::size_t> rowOf(model.nodeCount(), kNone);
    std::vector<double> reach(model.nodeCount(), 0);
    for (std::uint32_t n = 0; n < model.nodeCount(); ++n) {  // producers come before their consumers in a graph
        const graph::NodeId node(n);
        if (const auto handle = handleOf.find(repairedUtf8(model.nodePath(node))); handle != handleOf.end())
            if (const auto row = rowOfHandle.find(handle->second); row != rowOfHandle.end()) rowOf[n] = row->second;
        double fed = 0;
        for (const graph::ValueId input : flow.inputs(node)) {
            const graph::NodeId producer = model.value(input).producer;
            if (!producer.valid() || producer.index() >= n) continue;
            if (rowOf[n] == kNone || rowOf[producer.index()] != rowOf[n]) fed = std::max(fed, reach[producer.index()]);
        }
        const bool compared = rowOf[n] != kNone && rows[rowOf[n]].result && rows[rowOf[n]].result->metrics;
        if (rowOf[n] != kNone) rows[rowOf[n]].inherited = std::max(rows[rowOf[n]].inherited, fed);
        reach[n] = compared ? rows[rowOf[n]].error : fed;
    }
}

Result<std::vector<SessionRun>> runsOf(const Session& session, const std::string& method, const GapOptions& options,
                                       const JobContext& job) {
    const auto all = session.runs(job);
    if (!all) return all.failure();
    std::vector<SessionRun> runs;
    for (const SessionRun& run : **all)
        if (options.run ? run.index == *options.run : run.attribution.method == method) runs.push_back(run);
    if (runs.empty()) return fail("no-runs", "no run of an ETDump is known to be of this method", method);
    return runs;
}

}  // namespace

std::string_view gapStateName(GapState state) noexcept {
    static constexpr std::array<std::string_view, 5> kNames{"ok", "shape_mismatch", "no_reference", "no_runtime_value",
                                                            "incomparable"};
    return kNames[static_cast<std::size_t>(state)];
}

Result<GapTable> numericGap(const Session& session, const std::string& method, const ReferenceValues& references,
                            const GapOptions& options, const JobContext& job) {
    if (session.method(method) == nullptr) return fail("no-such-method", "the session has no such method", method);
    if (tensor::metricColumn(options.metric) == nullptr) return fail("no-such-metric", "there is no such metric", options.metric);
    const auto graph = session.graph(method, options.stage, job);
    if (!graph) return graph.failure();
    const auto all = handles(session, job);
    if (!all) return all.failure();
    const auto mine = std::ranges::find(*all, method, &MethodHandles::method);
    if (mine == all->end()) return fail("no-record", "the record's debug_handle_map does not know this method", method);
    const NodesByHandle& nodes = options.stage == "exported" ? mine->exportedByHandle : mine->edgeByHandle;
    const auto runs = runsOf(session, method, options, job);
    if (!runs) return runs.failure();

    std::unordered_set<std::int64_t> known;
    for (const auto& [handle, paths] : nodes) known.insert(handle);
    CallCollector collector(*mine, known);
    for (const SessionRun& run : *runs) collector.add(run);
    const std::vector<Call> calls = std::move(collector).finish();
    std::vector<gap::RuntimeEntry> entries;
    for (std::size_t i = 0; i < calls.size(); ++i) entries.push_back({calls[i].handles, calls[i].instruction, i});
    GapTable table;
    GapMaker maker(nodes, referenceByHandle(nodes, references), options, job);
    const auto merged = gap::mergeOverlapping(std::move(entries));
    for (const gap::RuntimeEntry& entry : merged) {
        if (job.cancelled()) return cancelledFailure();
        auto row = maker.row(entry, calls[entry.id]);
        if (!row) return row.failure();
        table.rows.push_back(std::move(*row));
        job.report(static_cast<double>(table.rows.size()) / static_cast<double>(merged.size()));
    }
    std::ranges::stable_sort(table.rows, {}, [](const GapRow& row) { return std::pair(row.run, row.instruction); });
    addInherited(**graph, nodes, table.rows);
    const auto first = std::ranges::find_if(table.rows, &GapRow::diverges);
    if (first != table.rows.end()) table.firstDivergence = static_cast<std::size_t>(first - table.rows.begin());
    return table;
}

}  // namespace etscope::session
