#include "join/runs.h"

#include <algorithm>

#include "etdump/debug_buffer.h"
#include "join/missing_values.h"
#include "program/metadata.h"
#include "session/debug_buffers.h"

namespace etscope::join {
namespace {

RunTrace::Tensor tensorOf(const etdump::Dump& dump, const etdump::LoggedTensor& logged) {
    const auto sizes = dump.sizes(logged);
    return {logged.type, {sizes.begin(), sizes.end()}};
}

template <class T>
void sortOnce(std::vector<T>& list) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

class Attributor {
public:
    Attributor(const session::Session& session, const JobContext& job) : m_session(session), m_fitter(session, job) {}

    const Attribution& of(const RunTrace& trace) {
        const auto [at, fresh] = m_known.try_emplace(trace);
        if (fresh) at->second = attribute(fits(trace));
        return at->second;
    }

private:
    std::vector<Fit> fits(const RunTrace& trace) {
        std::vector<Fit> fits;
        if (const session::SessionFile* file = m_session.programFile()) {
            for (const program::ExecutionPlan& plan : file->program->plans())
                if (!program::isConstantMethod(plan)) fits.push_back(fitPlan(trace, plan.name, plan));
        } else if (m_session.recordFile() != nullptr) {
            for (const session::Method& method : m_session.methods()) fits.push_back(m_fitter.fit(trace, method.name));
        }
        return fits;
    }

    const session::Session& m_session;
    RecordFitter m_fitter;
    std::map<RunTrace, Attribution> m_known;
};

std::optional<RecordedMethod::Shape> shapeOf(const graph::GraphModel& model, graph::ValueId id) {
    const graph::Value& value = model.value(id);
    if (value.kind != graph::ValueKind::Tensor || !value.meta.valid()) return std::nullopt;
    RecordedMethod::Shape shape;
    for (const graph::Dim& dim : model.dims(model.meta(value.meta).sizes))
        shape.push_back(dim.expression.valid() ? std::nullopt : std::optional(dim.value));
    return shape;
}

void addNode(const graph::GraphModel& model, const graph::Node& node, RecordedMethod& method) {
    if (!node.debugHandle || *node.debugHandle == 0) return;
    RecordedMethod::Nodes& nodes = method.byHandle[*node.debugHandle];
    nodes.operators.emplace_back(model.text(node.target));
    for (const graph::OutputSlot& slot : model.outputs(node))
        for (const graph::ValueId value : model.values(slot))
            if (auto shape = shapeOf(model, value)) nodes.results.push_back(*std::move(shape));
}

void addOutputs(const graph::GraphModel& model, RecordedMethod& method) {
    for (const graph::GraphOutput* output : model.userOutputs()) {
        RecordedMethod::Output& added = method.outputs.emplace_back();
        if (output->argument.kind != graph::ArgumentKind::Value) continue;
        const graph::Value& value = model.value(output->argument.value());
        added.shape = shapeOf(model, output->argument.value());
        if (value.kind == graph::ValueKind::Tensor)
            added.type = value.meta.valid() ? model.meta(value.meta).type.value_or(ScalarType::Unknown) : ScalarType::Unknown;
    }
}

}  // namespace

RunTrace traceOf(const etdump::Dump& dump, const etdump::Run& run) {
    RunTrace trace;
    for (const etdump::Event& event : dump.events(run))
        if (event.place.chain == 0 && event.kind != etdump::EventKind::Delegate)
            trace.steps.push_back({event.place.instruction, dump.text(event.name)});
    for (const etdump::LoggedValue& value : dump.values(run)) {
        if (value.origin != etdump::ValueOrigin::Logged) continue;  // it is of the plan because it was taken from there
        for (const etdump::LoggedTensor& tensor : dump.tensors(value)) {
            if (value.programOutput)
                trace.outputs.push_back(tensorOf(dump, tensor));
            else if (value.place.chain == 0 && value.place.delegate.kind == etdump::DelegateId::Kind::None)
                trace.logged.push_back({value.place.instruction, tensorOf(dump, tensor)});
        }
    }
    sortOnce(trace.steps);
    sortOnce(trace.logged);
    return trace;
}

namespace {

/// The runs of a rebuilt dump with the values that it lacks.
void addMissingValues(const session::Session& session, std::span<SessionRun> runs, Diagnostics& diagnostics,
                      const JobContext& job) {
    if (runs.empty() || !runs.front().dump->rebuilt()) return;
    const auto dump = runs.front().dump;
    std::vector<const program::ExecutionPlan*> plans;
    for (const SessionRun& run : runs) plans.push_back(run.attribution.method ? session.plan(*run.attribution.method) : nullptr);
    const MissingValues missing = missingValues(*dump, plans, runs.front().buffer, job);
    if (missing.values.empty()) return;
    const auto completed = dump->with(missing.values);
    for (SessionRun& run : runs) run.dump = completed;
    diagnostics.note("etdump-values-placed", dump->file().where(),
                     std::to_string(missing.values.size() - missing.lost) + " of " + std::to_string(missing.values.size()) +
                         " values that the dump lacks were found in the debug buffer, by what the program writes there" +
                         (missing.lost > 0 ? "; where the others lie is not surely known" : ""));
}

/// A run.json says which call the run was.
void setRecorded(const RecordedCall& call, SessionRun& run) {
    const std::string& method = call.facts().method;
    run.recorded = std::make_shared<const RecordedCall>(call);
    run.attribution = {MethodState::Certain, method, {method}, {Sentence::of("by run.json")}};
    run.caseIndex = call.caseIndex();
    run.pairing = run.caseIndex ? Pairing::Told : Pairing::None;
    run.caseEvidence = run.caseIndex ? Sentence::of("by run.json")
                                     : Sentence::of("by run.json: it was fed %1, which is no case", call.facts().caseText);
}

}  // namespace

/// Method attribution of all runs.
Result<std::vector<SessionRun>> attributedRuns(const session::Session& session, const JobContext& job) {
    std::vector<SessionRun> runs;
    Attributor attributor(session, job);
    Diagnostics diagnostics;
    const auto records = runRecords(session, job);
    if (!records) return records.failure();
    for (unsigned f = 0; f < session.files().size(); ++f) {
        const session::SessionFile& file = session.files()[f];
        if (file.dump == nullptr) continue;
        const ByteRange buffer = session::bufferOf(session, file);
        if (buffer.hasData()) etdump::checkBuffer(*file.dump, buffer, diagnostics);
        for (std::size_t r = 0; r < file.dump->runs().size(); ++r) {
            if (job.cancelled()) return cancelledFailure();
            SessionRun run{.index = runs.size(), .file = f, .dump = file.dump, .runOfDump = r, .buffer = buffer};
            const RunTrace trace = traceOf(*file.dump, file.dump->runs()[r]);
            if (const auto given = session.options().runMethods.find(run.index); given != session.options().runMethods.end()) {
                run.attribution = {MethodState::Certain, given->second, {given->second}, {Sentence::of("given by the user")}};
            } else if (const auto told = (*records)->runs.find({f, r}); told != (*records)->runs.end()) {
                setRecorded(told->second, run);
            } else if (!trace.steps.empty() || !trace.outputs.empty()) {
                run.attribution = attributor.of(trace);
            }
            runs.push_back(std::move(run));
        }
        addMissingValues(session, std::span(runs).last(file.dump->runs().size()), diagnostics, job);
        if (job.cancelled()) return cancelledFailure();
    }
    session.addDiagnostics(diagnostics);
    return runs;
}

Result<std::shared_ptr<const std::vector<SessionRun>>> runs(const session::Session& session, const JobContext& job) {
    using Runs = std::vector<SessionRun>;
    return session.store().get<Runs>("join::runs", job, [&]() -> Result<std::shared_ptr<const Runs>> {
        auto found = attributedRuns(session, job);
        if (!found) return found.failure();
        return std::make_shared<const Runs>(std::move(*found));
    });
}

std::vector<RunOutput> runOutputs(const session::Session& session, const SessionRun& run) {
    const auto* plan = run.attribution.method ? session.plan(*run.attribution.method) : nullptr;
    if (plan == nullptr && run.dump->rebuilt()) return {};  // which of them the dump lacks is not known
    std::vector<tensor::Value> values;
    std::vector<bool> lost;
    for (const etdump::LoggedValue& value : run.dump->values(run.run())) {
        if (!value.programOutput) continue;
        const std::size_t elements = value.kind == etdump::ValueKind::TensorList ? value.tensorCount : 1;
        for (std::size_t i = 0; i < elements; ++i) values.push_back(etdump::debugValue(*run.dump, value, run.buffer, i));
        lost.resize(values.size(), value.origin == etdump::ValueOrigin::Lost);
    }
    std::vector<std::size_t> positions;
    if (plan != nullptr) positions = outputPositions(values.size(), *plan, false);
    for (std::size_t i = positions.size(); i < values.size(); ++i) positions.push_back(i);
    std::vector<RunOutput> outputs;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!outputs.empty() && positions[i] <= positions[i - 1]) outputs.clear();  // the next execution of the block
        if (!lost[i]) outputs.push_back({static_cast<std::int64_t>(positions[i]), std::move(values[i])});
    }
    return outputs;
}

Fit RecordFitter::fit(const RunTrace& run, const std::string& method) {
    return fitSideTables(run, method, m_session.recordFile()->record->sideTables(), recorded(method));
}

const RecordedMethod& RecordFitter::recorded(const std::string& method) {
    const auto [at, fresh] = m_methods.try_emplace(method);
    if (!fresh) return at->second;
    const auto graph = m_session.graph(method, graph::StageId::edge(), m_job);
    if (!graph) return at->second;
    const graph::GraphModel& model = **graph;
    for (std::uint32_t i = 0; i < model.nodeCount(); ++i) addNode(model, model.node(graph::NodeId(i)), at->second);
    addOutputs(model, at->second);
    return at->second;
}

}  // namespace etscope::join
