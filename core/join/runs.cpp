#include "join/runs.h"

#include <algorithm>
#include <map>

#include "etdump/debug_buffer.h"
#include "join/record_fit.h"
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

}  // namespace

RunTrace traceOf(const etdump::Dump& dump, const etdump::Run& run) {
    RunTrace trace;
    for (const etdump::Event& event : dump.events(run))
        if (event.place.chain == 0 && event.kind != etdump::EventKind::Delegate)
            trace.steps.push_back({event.place.instruction, dump.text(event.name)});
    for (const etdump::LoggedValue& value : dump.values(run))
        for (const etdump::LoggedTensor& tensor : dump.tensors(value)) {
            if (value.programOutput)
                trace.outputs.push_back(tensorOf(dump, tensor));
            else if (value.place.chain == 0 && value.place.delegate.kind == etdump::DelegateId::Kind::None)
                trace.logged.push_back({value.place.instruction, tensorOf(dump, tensor)});
        }
    sortOnce(trace.steps);
    sortOnce(trace.logged);
    return trace;
}

/// Method attribution of all runs.
Result<std::vector<SessionRun>> attributedRuns(const session::Session& session, const JobContext& job) {
    std::vector<SessionRun> runs;
    Attributor attributor(session, job);
    Diagnostics diagnostics;
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
                run.attribution = {MethodState::Certain, given->second, {given->second}, {"given by the user"}};
            } else if (!trace.steps.empty() || !trace.outputs.empty()) {
                run.attribution = attributor.of(trace);
            }
            runs.push_back(std::move(run));
        }
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
    std::vector<tensor::Value> values;
    for (const etdump::LoggedValue& value : run.dump->values(run.run())) {
        if (!value.programOutput) continue;
        const std::size_t elements = value.kind == etdump::ValueKind::TensorList ? value.tensorCount : 1;
        for (std::size_t i = 0; i < elements; ++i) values.push_back(etdump::debugValue(*run.dump, value, run.buffer, i));
    }
    const auto* plan = run.attribution.method ? session.plan(*run.attribution.method) : nullptr;
    std::vector<std::size_t> positions;
    if (plan != nullptr) positions = outputPositions(values.size(), *plan, false);
    for (std::size_t i = positions.size(); i < values.size(); ++i) positions.push_back(i);
    std::vector<RunOutput> outputs;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!outputs.empty() && positions[i] <= positions[i - 1]) outputs.clear();  // the next execution of the block
        outputs.push_back({static_cast<std::int64_t>(positions[i]), std::move(values[i])});
    }
    return outputs;
}

}  // namespace etscope::join
