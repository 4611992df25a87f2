// The `events` document: runs with their events, logged values and statistics; the difference of two sets of runs.
#include <algorithm>
#include <map>

#include "base/lists.h"
#include "base/name_text.h"
#include "compare/run_cases.h"
#include "etdump/debug_buffer.h"
#include "etdump/statistics.h"
#include "join/call_titles.h"
#include "join/links.h"
#include "join/runs.h"
#include "profile/compared_runs.h"
#include "profile/event_statistics.h"
#include "profile/time_totals.h"
#include "report/documents.h"

namespace etscope::report {
namespace {

/// The runs of a selection.
using RunList = std::vector<join::SessionRun>;

/// What a set is called, names as they are.
Json titleJson(const profile::RunSet& set) {
    if (!set.method.empty()) return set.method;
    return set.number > 0 || set.block.empty() ? Json(set.title()) : Json(set.block);
}

/// {"kind", "fields", "problem", "text"}; null: nothing was noted.
Json notedJson(const std::optional<profile::DelegateMetadata>& metadata) {
    if (!metadata) return nullptr;
    const auto field = [](const profile::MetadataField& one) {
        Json value = std::visit([](const auto& plain) { return Json(plain); }, one.value);
        if (const auto* real = std::get_if<double>(&one.value)) value = number(*real);
        return object(F("name", one.name), F("value", std::move(value)), F("unit", textOrNull(one.unit)));
    };
    return object(F("kind", textOrNull(profile::metadataKindName(metadata->kind))), F("fields", listOf(metadata->fields, field)),
                  F("problem", textOrNull(metadata->problem)));
}

Json rowJson(const profile::SummaryRow& row, const std::string& title, std::optional<double> ticksPerSecond) {
    const etdump::DurationStatistics& times = row.event.durations;
    Json out = object(
        F("set", row.event.set), F("method", textOrNull(row.event.method)), F("level", profile::timeLevelName(row.level)),
        F("name", row.event.name), F("instruction", orNull(row.event.instruction)),
        F("delegate_debug_id", textOrNull(row.event.delegateId)), F("operator", textOrNull(row.op)), F("title", textOrNull(title)),
        F("module", textOrNull(row.module)), F("layer", orNull(row.layer)), F("backend", textOrNull(row.backend)),
        F("unit", textOrNull(profile::timeUnitName(row.unit))), F("count", times.count), F("min", times.min), F("p10", times.p10),
        F("p50", times.p50), F("p90", times.p90), F("max", times.max), F("mean", times.mean), F("per_run", row.event.perRun),
        F("share", orNull(row.share)), F("delegate_node", textOrNull(row.delegateNode)), F("nodes", row.nodes),
        F("metadata", notedJson(row.metadata)), F("metadata_text", row.metadata ? textOrNull(row.metadata->text()) : Json(nullptr)),
        F("metadata_varies", row.metadataVaries));
    const auto seconds = profile::secondsOf(row.unit, ticksPerSecond);
    if (ticksPerSecond) out["p50_ms"] = seconds ? number(times.p50 * *seconds * 1e3) : Json(nullptr);
    return out;
}

Json totalJson(const profile::TimeTotal& total) {
    return object(F("set", total.set), F("method", textOrNull(total.method)), F("by", total.by), F("name", total.name),
                  F("calls", total.calls), F("ticks", total.ticks), F("unit", textOrNull(profile::timeUnitName(total.unit))),
                  F("share", orNull(total.share)));
}

Json useJson(const etdump::AllocatorUse& use) {
    return object(F("allocator", use.name.empty() ? Json(use.allocator) : Json(use.name)), F("count", use.count),
                  F("bytes", orNull(use.bytes)), F("largest", use.largest), F("peak", orNull(use.peak)));
}

/// "run 1", "runs 1, 3 and 5 more".
std::string runsText(const std::vector<std::size_t>& runs) {
    constexpr std::size_t kTold = 5;
    return (runs.size() == 1 ? "run " : "runs ") + firstOf(runs, kTold).text();
}

/// Of a delegate call; else empty.
std::string titleOf(const session::Session& session, const profile::SummaryRow& row, const JobContext& job) {
    if (row.level != profile::TimeLevel::Instruction || !row.event.instruction || row.event.method.empty()) return {};
    const auto titles = join::callTitles({session, row.event.method}, job);
    const auto title = titles ? (*titles)->find(*row.event.instruction) : join::CallTitles::const_iterator();
    return titles && title != (*titles)->end() ? title->second.title() : std::string();
}

/// "run_sets", "summary", "totals", each with the ticks of a second where they are told. Errors: `cancelled`.
Result<void> addSummary(Json& document, const session::Session& session, const RunList& runs, std::optional<double> ticksPerSecond,
                        const JobContext& job) {
    const auto summary = profile::summary(session, runs, job);
    if (!summary) return summary.failure();
    document["run_sets"] = listOf(summary->sets, [number = 0](const profile::RunSet& set) mutable -> Json {
        return object(F("set", number++), F("method", textOrNull(set.method)), F("name", textOrNull(set.block)),
                      F("title", titleJson(set)), F("instructions", set.number > 0 ? Json(set.instructions) : Json(nullptr)),
                      F("runs", set.runs));
    });
    document["summary"] = listOf(
        summary->rows, [&](const profile::SummaryRow& row) { return rowJson(row, titleOf(session, row, job), ticksPerSecond); });
    document["totals"] = listOf(profile::timeTotals(*summary), totalJson);
    for (const profile::TimeTotal& total : profile::stepTotals(*summary)) document["totals"].push_back(totalJson(total));
    return {};
}

/// Of one run: a row for each allocator, with its timeline.
Json allocationsJson(const etdump::Dump& dump, const etdump::Run& run) {
    return listOf(etdump::allocatorUses(dump, run), [](const etdump::AllocatorUse& use) {
        Json one = useJson(use);
        one["timeline"] =
            listOf(use.timeline, [](const auto& at) { return object(F("event", at.event), F("bytes", orNull(at.bytes))); });
        return one;
    });
}

/// Of all: a row for each dump and allocator; the file is its index in the session.
Json allAllocationsJson(const RunList& runs) {
    std::map<std::tuple<unsigned, std::string, std::int32_t>, etdump::AllocatorUse> uses;
    for (const join::SessionRun& run : runs)
        for (const etdump::AllocatorUse& use : etdump::allocatorUses(*run.dump, run.run())) {
            // Numbers are the run's own: one allocator has one name, not one number.
            const auto [at, fresh] = uses.try_emplace({run.file, use.name, use.name.empty() ? use.allocator : 0});
            if (fresh) at->second.name = use.name, at->second.allocator = use.allocator;
            etdump::addUse(at->second, use);
        }
    return listOf(uses, [](const auto& use) {
        Json one = useJson(use.second);
        one["file"] = std::get<0>(use.first);
        return one;
    });
}

/// What the run logged.
std::string_view loggingOf(const join::SessionRun& run) {
    bool outputs = false;
    for (const etdump::LoggedValue& value : run.dump->values(run.run())) {
        if (!value.programOutput) return "intermediate";
        outputs = true;
    }
    return outputs ? "outputs" : "none";
}

/// Sentences about what the times hold besides the work.
Json notesJson(const RunList& runs) {
    std::vector<std::size_t> logged, rebuilt;
    for (const join::SessionRun& run : runs) {
        if (loggingOf(run) == "intermediate") logged.push_back(run.index);
        if (run.dump->rebuilt()) rebuilt.push_back(run.index);
    }
    Json notes = Json::array();
    if (!rebuilt.empty())
        notes.push_back(runsText(rebuilt) +
                        " were rebuilt: the runtime broke the lists of their dump when it logged values of half precision");
    if (!logged.empty())
        notes.push_back(runsText(logged) +
                        " logged intermediate values: the runtime copies them while the kernel or the delegate call is timed, so "
                        "these times are longer than those of a run that logs none");
    return notes;
}

using profile::TimeDifference;

/// Edge nodes of an instruction, by name.
Json nodesJson(const session::Session& session, const TimeDifference& row, const JobContext& job) {
    Json nodes = Json::array();
    if (!row.instruction || row.left.count == 0 || row.method.empty()) return nodes;
    const auto links = join::links({session, row.method}, job);
    if (!links) return nodes;
    nodes = (*links)->graphs().paths((*links)->ofInstruction(*row.instruction).edge);
    return nodes;
}

/// `set`: that of the row.
Json rowJson(const TimeDifference& row, const profile::RunSet& set, Json nodes, std::optional<double> ticksPerSecond) {
    const auto& medians = row.medians;
    const auto within = medians ? medians->withinNoise() : std::nullopt;
    Json json =
        object(F("method", textOrNull(row.method)), F("title", titleJson(set)), F("level", profile::timeLevelName(row.level)),
               F("instruction", orNull(row.instruction)), F("right_instruction", orNull(row.rightInstruction)), F("name", row.name),
               F("delegate_debug_id", textOrNull(row.delegateId)), F("nodes", std::move(nodes)), F("left_count", row.left.count),
               F("right_count", row.right.count), F("left_p50", row.left.count > 0 ? number(row.left.p50) : Json(nullptr)),
               F("right_p50", row.right.count > 0 ? number(row.right.p50) : Json(nullptr)),
               F("difference", medians ? number(medians->difference()) : Json(nullptr)),
               F("interval", medians && medians->low ? Json{orNull(medians->low), orNull(medians->high)} : Json(nullptr)),
               F("within_noise", orNull(within)));
    if (ticksPerSecond && medians) json["difference_ms"] = number(medians->difference() / *ticksPerSecond * 1e3);
    return json;
}

/// What each run of a side took; `first`: its first one among the runs that the sets are made of.
void addRuns(Json& list, const char* side, const RunList& runs, const profile::RunSets& sets, std::size_t first,
             const Selection& selection) {
    for (std::size_t r = 0; r < runs.size(); ++r) {
        const join::SessionRun& run = runs[r];
        if (!selection.method.empty() && run.attribution.method != selection.method) continue;
        const profile::RunTotal total = profile::totalOf(run);
        if (!total.execute && !total.instructions) continue;
        list.push_back(object(F("side", side), F("run", run.index), F("method", orNull(run.attribution.method)),
                              F("title", titleJson(sets.sets[sets.setOfRun[first + r]])), F("execute", orNull(total.execute)),
                              F("instructions", orNull(total.instructions))));
    }
}

/// {"files", "runs", "rows"}: the difference of two sets of runs.
Result<Json> againstJson(const session::Session& left, const session::Session& right, const Selection& selection,
                         std::optional<double> ticksPerSecond, const JobContext& job) {
    const auto before = compare::runs(left, job), after = compare::runs(right, job);
    if (!before) return before.failure();
    if (!after) return after.failure();
    const auto rows = profile::comparedTimes(left, **before, right, **after, job);
    if (!rows) return rows.failure();
    const profile::RunSets sets = profile::setsOfBoth(**before, **after);
    Json list = Json::array();
    for (const TimeDifference& row : *rows)
        if (selection.method.empty() || row.method == selection.method)
            list.push_back(rowJson(row, sets.sets[row.set], nodesJson(left, row, job), ticksPerSecond));
    Json totals = Json::array();
    addRuns(totals, "left", **before, sets, 0, selection);
    addRuns(totals, "right", **after, sets, (*before)->size(), selection);
    return object(F("files", beginDocument("events", right)["files"]), F("runs", std::move(totals)), F("rows", std::move(list)));
}

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
    return object(F("value_type", scalarTypeName(logged.type)), F("shape", tensor.shape),
                  F("offset", logged.offset < 0 ? Json(nullptr) : Json(logged.offset)), F("bytes", orNull(bytes)),
                  F("readable", tensor.state == tensor::DataState::Dense));
}

Json valueJson(const SessionRun& run, const etdump::LoggedValue& value) {
    Json out = object(F("kind", etdump::valueKindName(value.kind)), F("origin", etdump::valueOriginName(value.origin)),
                      F("output", value.output));
    const auto tensors = run.dump->tensors(value);
    switch (value.kind) {
        case etdump::ValueKind::Int: out["value"] = value.integer; break;
        case etdump::ValueKind::Bool: out["value"] = value.integer != 0; break;
        case etdump::ValueKind::Float:
        case etdump::ValueKind::Double: out["value"] = number(value.number); break;
        case etdump::ValueKind::Tensor:
            if (!tensors.empty()) out.update(tensorJson(run, tensors.front()));
            break;
        case etdump::ValueKind::TensorList:
            out["tensors"] = listOf(tensors, [&run](const auto& tensor) { return tensorJson(run, tensor); });
            break;
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

/// Which backend an instruction of the run's method calls; empty: none, or it is not known.
class Backends {
public:
    Backends(const session::Session& session, const SessionRun& run)
        : m_plan(run.attribution.method ? session.plan(*run.attribution.method) : nullptr) {}
    std::string of(std::int64_t instruction) const {
        const program::Instruction* one = m_plan != nullptr ? m_plan->instructionAt(0, instruction) : nullptr;
        const auto delegate = one != nullptr ? m_plan->calledDelegate(*one) : std::nullopt;
        return delegate ? m_plan->delegates[*delegate].id : std::string();
    }

private:
    const program::ExecutionPlan* m_plan;
};

Json eventJson(const SessionRun& run, std::size_t index, std::int32_t parent, Json allocations, const Backends& backends,
               std::optional<double> ticksPerSecond) {
    const Dump& dump = *run.dump;
    const etdump::Event& event = dump.events(run.run())[index];
    const bool inside = event.place.chain >= 0;
    Json out = object(F("index", index), F("name", textOrNull(profile::eventName(dump, event))),
                      F("kind", etdump::eventKindName(event.kind)), F("chain", inside ? Json(event.place.chain) : Json(nullptr)),
                      F("instruction", inside && event.place.instruction >= 0 ? Json(event.place.instruction) : Json(nullptr)),
                      F("delegate_debug_id", delegateId(dump, event.place.delegate)),
                      F("parent", parent < 0 ? Json(nullptr) : Json(parent)));
    addTimes(out, event, ticksPerSecond);
    out["allocations"] = std::move(allocations);
    const auto value = [&](std::uint32_t one) { return valueJson(run, dump.values(run.run())[one]); };
    out["debug_values"] = listOf(dump.valuesOf(event), value);
    if (const auto metadata = dump.metadata(event); !metadata.empty())
        out["metadata"] = validName({reinterpret_cast<const char*>(metadata.data()), metadata.size()}),
        out["noted"] = notedJson(profile::delegateMetadata(inside ? backends.of(event.place.instruction) : "", metadata));
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
            list.push_back(object(F("allocator", known ? Json(m_run.allocators[number]) : Json(m_left.front().allocator)),
                                  F("bytes", m_left.front().size)));
        }
        return list;
    }

private:
    const etdump::Run& m_run;
    std::span<const etdump::Allocation> m_left;
};

/// The single events and the values that belong to none.
void addEvents(Json& out, const session::Session& session, const SessionRun& run, std::optional<double> ticksPerSecond,
               const JobContext& job) {
    const Dump& dump = *run.dump;
    const Backends backends(session, run);
    const etdump::Run& recorded = run.run();
    Json& events = out["events"] = Json::array();
    const auto parents = etdump::parents(dump, recorded);
    AllocationsBefore allocations(dump, recorded);
    for (std::size_t e = 0; e < parents.size() && !job.cancelled(); ++e)
        events.push_back(eventJson(run, e, parents[e], allocations.take(e), backends, ticksPerSecond));
    out["debug_values"] =
        listOf(recorded.looseValues, [&](std::uint32_t value) { return valueJson(run, dump.values(recorded)[value]); });
}

Json runJson(const SessionRun& run) {
    const Dump& dump = *run.dump;
    const etdump::Run& recorded = run.run();
    return object(F("index", run.index), F("name", textOrNull(nameText(dump.text(recorded.name)))),
                  F("method", orNull(run.attribution.method)), F("method_state", join::methodStateName(run.attribution.state)),
                  F("candidates", run.attribution.candidates), F("evidence", run.attribution.evidence),
                  F("case", orNull(run.caseIndex)), F("case_evidence", textOrNull(run.caseEvidence.text())),
                  F("logging", loggingOf(run)), F("rebuilt", dump.rebuilt()), F("allocators", recorded.allocators),
                  F("allocations", allocationsJson(dump, recorded)));
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
    document["ticks_per_second"] = orNull(options.ticksPerSecond);
    Json& list = document["runs"] = Json::array();
    for (const SessionRun& run : mine) {
        list.push_back(runJson(run));
        if (!options.summaryOnly) addEvents(list.back(), session, run, options.ticksPerSecond, job);
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
    return endDocument(document, session);
}

}  // namespace etscope::report
