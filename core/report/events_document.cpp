// The `events` document: runs with their events, logged values and statistics.
#include <algorithm>

#include "base/name_text.h"
#include "compare/run_cases.h"
#include "etdump/debug_buffer.h"
#include "etdump/statistics.h"
#include "join/runs.h"
#include "profile/event_statistics.h"
#include "profile/time_totals.h"
#include "report/documents.h"
#include "report/time_difference_json.h"

namespace etscope::report {
namespace {

using etdump::Dump;
using join::SessionRun;

Json textOrNull(std::string_view text) { return text.empty() ? Json(nullptr) : Json(std::string(text)); }

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

Json eventJson(const SessionRun& run, std::size_t index, std::int32_t parent, std::optional<double> ticksPerSecond) {
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
    out["allocations"] = Json::array();
    Json& values = out["debug_values"] = Json::array();
    for (const std::uint32_t value : dump.valuesOf(event)) values.push_back(valueJson(run, dump.values(run.run())[value]));
    if (const auto metadata = dump.metadata(event); !metadata.empty())
        out["metadata"] = validName({reinterpret_cast<const char*>(metadata.data()), metadata.size()});
    return out;
}

Json allocationsJson(const Dump& dump, const etdump::Run& run) {
    Json list = Json::array();
    for (const etdump::Allocation& allocation : dump.allocations(run)) {
        const auto number = static_cast<std::size_t>(allocation.allocator) - 1;
        list.push_back({{"allocator", number < run.allocators.size() ? Json(run.allocators[number]) : Json(allocation.allocator)},
                        {"bytes", allocation.size}});
    }
    return list;
}

Json runJson(const SessionRun& run, std::optional<double> ticksPerSecond, const JobContext& job) {
    const Dump& dump = *run.dump;
    const etdump::Run& recorded = run.run();
    Json allocators = Json::array(), events = Json::array(), loose = Json::array(), candidates = Json::array();
    for (const std::string& allocator : recorded.allocators) allocators.push_back(allocator);
    for (const std::string& candidate : run.attribution.candidates) candidates.push_back(candidate);
    const auto parents = etdump::parents(dump, recorded);
    for (std::size_t e = 0; e < parents.size() && !job.cancelled(); ++e)
        events.push_back(eventJson(run, e, parents[e], ticksPerSecond));
    for (const std::uint32_t value : recorded.looseValues) loose.push_back(valueJson(run, dump.values(recorded)[value]));
    return {{"index", run.index},
            {"name", textOrNull(nameText(dump.text(recorded.name)))},
            {"method", run.attribution.method ? Json(*run.attribution.method) : Json(nullptr)},
            {"method_state", join::methodStateName(run.attribution.state)},
            {"candidates", std::move(candidates)},
            {"evidence", run.attribution.evidence},
            {"case", run.caseIndex ? Json(*run.caseIndex) : Json(nullptr)},
            {"case_evidence", textOrNull(run.caseEvidence)},
            {"allocators", std::move(allocators)},
            {"allocations", allocationsJson(dump, recorded)},
            {"events", std::move(events)},
            {"debug_values", std::move(loose)}};
}

}  // namespace

Result<Json> eventsDocument(const session::Session& session, const Selection& selection, const EventsOptions& options,
                            const JobContext& job) {
    const auto runs = compare::runs(session, job);
    if (!runs) return runs.failure();
    // Of a damaged dump there may be nothing left: the diagnostics say so.
    if (std::ranges::none_of(session.files(), [](const session::SessionFile& file) { return file.dump != nullptr; }))
        return fail("no-runs", "no file of this session is an ETDump");
    Json document = beginDocument("events", session);
    Json &list = document["runs"] = Json::array(), summary = Json::array();
    for (const SessionRun& run : **runs) {
        if (!selection.method.empty() && run.attribution.method != selection.method) continue;
        list.push_back(runJson(run, options.ticksPerSecond, job));
        if (job.cancelled()) return cancelledFailure();
        job.report(static_cast<double>(list.size()) / static_cast<double>((*runs)->size()));
    }
    const auto statistics = profile::eventStatistics(**runs, 1);
    for (const profile::EventStatistics& row : statistics) {
        const etdump::DurationStatistics& times = row.durations;
        if (times.count < 2 || (!selection.method.empty() && row.method != selection.method)) continue;
        summary.push_back({{"method", textOrNull(row.method)},
                           {"name", row.name},
                           {"instruction", row.instruction ? Json(*row.instruction) : Json(nullptr)},
                           {"delegate_debug_id", textOrNull(row.delegateId)},
                           {"count", times.count},
                           {"min", times.min},
                           {"p10", times.p10},
                           {"p50", times.p50},
                           {"p90", times.p90},
                           {"max", times.max},
                           {"mean", times.mean}});
    }
    document["summary"] = std::move(summary);
    const auto totals = profile::timeTotals(session, statistics, job);
    if (!totals) return totals.failure();
    Json& sums = document["totals"] = Json::array();
    for (const profile::TimeTotal& total : *totals)
        if (selection.method.empty() || total.method == selection.method)
            sums.push_back({{"method", total.method},
                            {"by", total.by},
                            {"name", total.name},
                            {"calls", total.calls},
                            {"ticks", total.ticks},
                            {"share", total.share}});
    if (options.against != nullptr) {
        auto against = againstJson(session, *options.against, selection, options.ticksPerSecond, job);
        if (!against) return against.failure();
        document["against"] = std::move(*against);
    }
    endDocument(document, session);
    return document;
}

}  // namespace etscope::report
