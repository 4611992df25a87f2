// The `events` document: runs with their events, logged values and statistics.
#include <algorithm>

#include "base/name_text.h"
#include "compare/run_cases.h"
#include "etdump/debug_buffer.h"
#include "etdump/statistics.h"
#include "join/runs.h"
#include "profile/event_statistics.h"
#include "report/documents.h"
#include "report/events_summary.h"
#include "report/json_values.h"
#include "report/time_difference_json.h"

namespace etscope::report {
namespace {

using etdump::Dump;
using join::SessionRun;

Json delegateId(const Dump& dump, const etdump::DelegateId& id) {
    switch (id.kind) {
        case etdump::DelegateId::Kind::None: return nullptr;
        case etdump::DelegateId::Kind::Int: return id.number;
        case etdump::DelegateId::Kind::Text: return nameText(dump.text(id.text));
    }
    return nullptr;
}

Json tensorJson(const SessionRun& run, const etdump::LoggedTensor& logged) {
    const tensor::Tensor tensor = etdump::debugTensor(*run.dump, logged, run.buffer);
    const auto bytes = etdump::byteCount(*run.dump, logged);
    return {{"value_type", scalarTypeName(logged.type)},
            {"shape", tensor.shape},
            {"offset", logged.offset < 0 ? Json(nullptr) : Json(logged.offset)},
            {"bytes", bytes ? Json(*bytes) : Json(nullptr)},
            {"readable", tensor.state == tensor::DataState::Dense}};
}

Json valueJson(const SessionRun& run, const etdump::LoggedValue& value) {
    Json out{{"kind", etdump::valueKindName(value.kind)}, {"output", value.output}};
    const auto tensors = run.dump->tensors(value);
    switch (value.kind) {
        case etdump::ValueKind::Int: out["value"] = value.integer; break;
        case etdump::ValueKind::Bool: out["value"] = value.integer != 0; break;
        case etdump::ValueKind::Float:
        case etdump::ValueKind::Double: out["value"] = number(value.number); break;
        case etdump::ValueKind::Tensor:
            if (!tensors.empty()) out.update(tensorJson(run, tensors.front()));
            break;
        case etdump::ValueKind::TensorList: {
            Json& list = out["tensors"] = Json::array();
            for (const etdump::LoggedTensor& tensor : tensors) list.push_back(tensorJson(run, tensor));
            break;
        }
        default: break;
    }
    return out;
}

/// Ticks, and milliseconds where the user says how long a tick is.
void addTimes(Json& out, const etdump::Event& event, std::optional<double> ticksPerSecond) {
    out["start"] = event.start;
    out["end"] = event.end;
    out["duration"] = event.duration();
    if (ticksPerSecond) out["duration_ms"] = static_cast<double>(event.duration()) / *ticksPerSecond * 1e3;
}

Json eventJson(const SessionRun& run, std::size_t index, std::int32_t parent, Json allocations,
               std::optional<double> ticksPerSecond) {
    const Dump& dump = *run.dump;
    const etdump::Event& event = dump.events(run.run())[index];
    const bool inside = event.place.chain >= 0;
    Json out{{"index", index},
             {"name", textOrNull(profile::eventName(dump, event))},
             {"kind", etdump::eventKindName(event.kind)},
             {"chain", inside ? Json(event.place.chain) : Json(nullptr)},
             {"instruction", inside && event.place.instruction >= 0 ? Json(event.place.instruction) : Json(nullptr)},
             {"delegate_debug_id", delegateId(dump, event.place.delegate)},
             {"parent", parent < 0 ? Json(nullptr) : Json(parent)}};
    addTimes(out, event, ticksPerSecond);
    out["allocations"] = std::move(allocations);
    Json& values = out["debug_values"] = Json::array();
    for (const std::uint32_t value : dump.valuesOf(event)) values.push_back(valueJson(run, dump.values(run.run())[value]));
    if (const auto metadata = dump.metadata(event); !metadata.empty())
        out["metadata"] = validName({reinterpret_cast<const char*>(metadata.data()), metadata.size()});
    return out;
}

/// What was allocated since the event before, by event.
class AllocationsBefore {
public:
    AllocationsBefore(const Dump& dump, const etdump::Run& run) : m_run(run), m_left(dump.allocations(run)) {}

    Json take(std::size_t event) {
        Json list = Json::array();
        for (; !m_left.empty() && m_left.front().eventsBefore <= event; m_left = m_left.subspan(1)) {
            const auto number = static_cast<std::size_t>(m_left.front().allocator) - 1;
            const bool known = m_left.front().allocator >= 1 && number < m_run.allocators.size();
            list.push_back({{"allocator", known ? Json(m_run.allocators[number]) : Json(m_left.front().allocator)},
                            {"bytes", m_left.front().size}});
        }
        return list;
    }

private:
    const etdump::Run& m_run;
    std::span<const etdump::Allocation> m_left;
};

/// The single events and the values that belong to none.
void addEvents(Json& out, const SessionRun& run, std::optional<double> ticksPerSecond, const JobContext& job) {
    const Dump& dump = *run.dump;
    const etdump::Run& recorded = run.run();
    Json &events = out["events"] = Json::array(), loose = Json::array();
    const auto parents = etdump::parents(dump, recorded);
    AllocationsBefore allocations(dump, recorded);
    for (std::size_t e = 0; e < parents.size() && !job.cancelled(); ++e)
        events.push_back(eventJson(run, e, parents[e], allocations.take(e), ticksPerSecond));
    for (const std::uint32_t value : recorded.looseValues) loose.push_back(valueJson(run, dump.values(recorded)[value]));
    out["debug_values"] = std::move(loose);
}

Json runJson(const SessionRun& run) {
    const Dump& dump = *run.dump;
    const etdump::Run& recorded = run.run();
    Json allocators = Json::array(), candidates = Json::array();
    for (const std::string& allocator : recorded.allocators) allocators.push_back(allocator);
    for (const std::string& candidate : run.attribution.candidates) candidates.push_back(candidate);
    return {{"index", run.index},
            {"name", textOrNull(nameText(dump.text(recorded.name)))},
            {"method", run.attribution.method ? Json(*run.attribution.method) : Json(nullptr)},
            {"method_state", join::methodStateName(run.attribution.state)},
            {"candidates", std::move(candidates)},
            {"evidence", run.attribution.evidence},
            {"case", run.caseIndex ? Json(*run.caseIndex) : Json(nullptr)},
            {"case_evidence", textOrNull(run.caseEvidence)},
            {"logging", loggingOf(run)},
            {"allocators", std::move(allocators)},
            {"allocations", allocationsJson(dump, recorded)}};
}

}  // namespace

Result<Json> eventsDocument(const session::Session& session, const Selection& selection, const EventsOptions& options,
                            const JobContext& job) {
    const auto runs = compare::runs(session, job);
    if (!runs) return runs.failure();
    // Of a damaged dump there may be nothing left: the diagnostics say so.
    if (std::ranges::none_of(session.files(), [](const session::SessionFile& file) { return file.dump != nullptr; }))
        return fail("no-runs", "no file of this session is an ETDump");
    RunList mine;
    for (const SessionRun& run : **runs)
        if (selection.method.empty() || run.attribution.method == selection.method) mine.push_back(run);
    Json document = beginDocument("events", session);
    if (options.summaryOnly || options.against != nullptr) document["table"] = options.summaryOnly ? "summary" : "against";
    document["ticks_per_second"] = options.ticksPerSecond ? Json(*options.ticksPerSecond) : Json(nullptr);
    Json& list = document["runs"] = Json::array();
    for (const SessionRun& run : mine) {
        list.push_back(runJson(run));
        if (!options.summaryOnly) addEvents(list.back(), run, options.ticksPerSecond, job);
        if (job.cancelled()) return cancelledFailure();
        job.report(static_cast<double>(list.size()) / static_cast<double>(mine.size()));
    }
    if (auto added = addSummary(document, session, mine, options.ticksPerSecond, job); !added) return added.failure();
    document["allocations"] = allAllocationsJson(mine);
    document["notes"] = notesJson(mine);
    if (options.against != nullptr) {
        auto against = againstJson(session, *options.against, selection, options.ticksPerSecond, job);
        if (!against) return against.failure();
        document["against"] = std::move(*against);
    }
    endDocument(document, session);
    return document;
}

}  // namespace etscope::report
