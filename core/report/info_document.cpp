

#include <set>

#include "base/name_text.h"
#include "compare/output_sources.h"
#include "compare/run_cases.h"
#include "etrecord/removed.h"
#include "inventory/summary.h"
#include "join/joins.h"
#include "join/runs.h"
#include "program/metadata.h"
#include "report/documents.h"

namespace etscope::report {
namespace {

Json portsJson(const std::vector<inventory::Port>& ports) {
    const auto size = [](const inventory::ShapeDim& dim) { return std::visit([](const auto& one) { return Json(one); }, dim); };
    return listOf(ports, [&size](const inventory::Port& port) {
        return object(F("name", port.name), F("value_type", orNull(port.valueType)),
                      F("shape", port.shape ? listOf(*port.shape, size) : Json(nullptr)), F("kind", port.kind));
    });
}

/// Null is "unknown".
Json totalsJson(const std::optional<inventory::DataTotals>& totals) {
    if (!totals) return object(F("count", nullptr), F("elements", nullptr), F("bytes", nullptr));
    return object(F("count", totals->count), F("elements", orNull(totals->elements)), F("bytes", orNull(totals->bytes)));
}

Json methodJson(const session::Method& method, const inventory::MethodSummary& summary,
                const compare::MethodReferences& references) {
    Json counts = Json::object();
    for (const auto& [stage, count] : summary.nodeCounts) counts[stage.text()] = count;
    const auto delegate = [](const inventory::DelegateTotals& one) {
        return object(F("backend", one.backend), F("calls", one.calls),
                      F("bytes", one.bytes > 0 ? Json(one.bytes) : Json(nullptr)));
    };
    return object(
        F("name", method.name), F("stages", listOf(method.stages, [](const graph::StageId& stage) { return stage.text(); })),
        F("inputs", portsJson(summary.inputs)), F("outputs", portsJson(summary.outputs)), F("node_counts", std::move(counts)),
        F("parameters", totalsJson(summary.data.parameters)), F("buffers", totalsJson(summary.data.buffers)),
        F("constants", totalsJson(summary.data.constants)), F("unused_parameters", totalsJson(summary.data.unusedParameters)),
        F("delegate_data", totalsJson(summary.data.delegateData)), F("delegates", listOf(summary.delegates, delegate)),
        F("has_reference_outputs", references.cases > 0), F("reference_cases", references.cases),
        F("reference_sources", references.sources), F("has_representative_inputs", method.hasRepresentativeInputs), F("runs", 0));
}

Json entryJson(const etrecord::Record& record, std::size_t i) {
    const etrecord::Entry& entry = record.entries()[i];
    const ZipEntry& zip = record.zipEntry(i);
    const auto data = record.zip().data(zip);
    Json row = object(F("name", zip.name), F("role", etrecord::roleName(entry.role)), F("method", textOrNull(entry.method)),
                      F("stage", textOrNull(entry.stage)), F("size", zip.size),
                      F("data_offset", data ? Json(data->offset) : Json(nullptr)), F("stored", zip.stored()));
    if (zip.recovered) row["recovered"] = true;
    if (zip.truncated) row["bytes_present"] = zip.compressedSize;
    return row;
}

Json recordJson(const etrecord::Record& record) {
    Json entries = Json::array();
    Json unknown = Json::array();
    for (std::size_t i = 0; i < record.entries().size(); ++i) {
        entries.push_back(entryJson(record, i));
        if (record.zipEntry(i).name == etrecord::kRemovedEntry)
            entries.back()["role"] = "removed";
        else if (record.entries()[i].role == etrecord::Role::Unknown)
            unknown.push_back(record.zipEntry(i).name);
    }
    const auto& id = record.sideTables().exportGraphId;
    return object(F("generation", textOrNull(record.generation())), F("torch_version", nullptr),
                  F("identifier", textOrNull(record.identifier())), F("export_graph_id", orNull(id)),
                  F("removed", etrecord::removedParts(record).words()), F("entries", std::move(entries)),
                  F("unknown_entries", std::move(unknown)));
}

Json programJson(const program::Program& program) {
    Json segments = Json::array(), plans = Json::array(), constants = Json::array();
    std::set<std::string> backends;
    for (const flat::Segment& segment : program.segments().segments)
        segments.push_back(object(F("offset", segment.offset), F("size", segment.size)));
    for (const program::ExecutionPlan& plan : program.plans()) {
        if (program::isConstantMethod(plan)) constants.push_back(plan.name);
        plans.push_back(object(F("name", plan.damaged ? Json(nullptr) : Json(plan.name)), F("values", plan.values.size()),
                               F("operators", plan.operators.size()), F("delegates", plan.delegates.size()),
                               F("chains", plan.chains.size()), F("instructions", plan.instructionCount())));
        for (const program::Delegate& delegate : plan.delegates) backends.insert(delegate.id);
    }
    const program::FileHeader& header = program.header();
    return object(F("schema_version", program.version()), F("extended_header", header.extended),
                  F("program_size", header.extended ? header.programSize : header.regionSize),
                  F("segment_base_offset", header.segmentBase), F("segments", std::move(segments)), F("plans", std::move(plans)),
                  F("backends", backends), F("constant_methods", std::move(constants)));
}

/// A bundled program: its cases; the program inside opens by its path.
Json bundleJson(const session::SessionFile& file) {
    Json suites = Json::array();
    for (const bundle::TestSuite& suite : file.bundle->suites()) {
        Json cases = Json::array();
        for (const bundle::TestCase& one : suite.cases)
            cases.push_back(object(F("inputs", one.inputs.size()), F("expected_outputs", one.expected.size())));
        suites.push_back(object(F("method", suite.method), F("cases", std::move(cases))));
    }
    const ByteRange& program = file.bundle->program();
    return object(F("identifier", file.bundle->identifier()), F("version", file.bundle->version()),
                  F("program", program.hasData() ? object(F("data_offset", program.offset), F("size", program.size),
                                                          F("opens", validName(file.path) + "#program"))
                                                 : Json(nullptr)),
                  F("suites", std::move(suites)));
}

/// A native file: its graphs are methods; the files inside open by their paths.
Json nativeJson(const session::SessionFile& file) {
    Json nested = Json::array();
    for (std::size_t i = 0; i < file.native->nested.size(); ++i) {
        const delegates::NestedFile& one = file.native->nested[i];
        nested.push_back(object(F("name", one.name), F("kind", one.kind), F("size", one.bytes.size),
                                F("data_offset", offsetOrNull(one.bytes)),
                                F("opens", validName(file.path) + "#nested:" + std::to_string(i))));
    }
    Json facts = Json::object();
    for (const delegates::Fact& fact : file.native->facts) facts[fact.name] = fact.text;
    return object(F("format", file.native->format), F("version", file.native->version),
                  F("reason", textOrNull(file.native->reason)), F("facts", std::move(facts)), F("nested", std::move(nested)));
}

/// What was opened; of several programs the files of the one that was chosen.
const session::Session& listed(const session::Session& session) {
    const auto& part = session.options().part;
    return part != nullptr && !part->chosen ? *part->whole : session;
}

/// A dump whose lists the runtime broke: what was found all the same, and of the values that it lacks, how many.
Json rebuiltJson(unsigned file, const session::Session& session, std::span<const join::SessionRun> runs) {
    std::size_t found = 0, events = 0, logged = 0, placed = 0, lost = 0;
    for (const join::SessionRun& run : runs) {
        if (run.file != file) continue;
        ++found;
        events += run.dump->events(run.run()).size();
        for (const etdump::LoggedValue& value : run.dump->values(run.run()))
            ++(value.origin == etdump::ValueOrigin::Logged ? logged : value.origin == etdump::ValueOrigin::Placed ? placed : lost);
    }
    const auto& all = listed(session).files();
    const auto number = std::ranges::find(all, session.files()[file].path, &session::SessionFile::path) - all.begin();
    return object(F("file", number), F("runs", found), F("events", events), F("logged", logged), F("placed", placed),
                  F("lost", lost));
}

}  // namespace

Result<Json> infoDocument(const session::Session& session, const JobContext& job) {
    Json document = beginDocument("info", listed(session));
    Json& methods = document["methods"] = Json::array();
    const auto references = compare::methodReferences(session);
    for (const session::Method& method : session.methods()) {
        const auto mine = references.find(method.name);
        const auto summary = inventory::summary({session, method.name}, job);
        if (summary.cancelled()) return summary.failure();
        methods.push_back(methodJson(method, summary ? **summary : inventory::MethodSummary{},
                                     mine != references.end() ? mine->second : compare::MethodReferences{}));
        job.report(static_cast<double>(methods.size()) / static_cast<double>(session.methods().size()));
    }
    const auto runs = compare::runs(session, job);
    if (runs.cancelled()) return runs.failure();
    for (Json& method : methods) {
        std::size_t count = 0;
        for (const join::SessionRun& run : runs ? **runs : std::vector<join::SessionRun>{})
            count += run.attribution.method && *run.attribution.method == method["name"].get<std::string>() ? 1U : 0U;
        method["runs"] = count;
    }
    const session::SessionFile* file = session.recordFile();
    document["etrecord"] = file != nullptr ? recordJson(*file->record) : Json(nullptr);
    const session::SessionFile* program = session.programFile();
    document["pte"] = program != nullptr ? programJson(*program->program) : Json(nullptr);
    for (const session::SessionFile& one : session.files())
        if (one.bundle != nullptr) document["bundles"].push_back(bundleJson(one));
    for (const session::SessionFile& one : session.files())
        if (one.native != nullptr) document["native"].push_back(nativeJson(one));
    for (unsigned f = 0; runs && f < session.files().size(); ++f)
        if (const auto& dump = session.files()[f].dump; dump != nullptr && dump->rebuilt())
            document["rebuilt"].push_back(rebuiltJson(f, session, **runs));
    Json& joins = document["joins"] = Json::array();
    for (const join::Join& join : join::joins(session, job))
        joins.push_back(
            object(F("from", join.from), F("to", join.to), F("state", joinStateName(join.state)), F("evidence", join.evidence)));
    if (job.cancelled()) return cancelledFailure();  // joins are "unknown" where the job ended
    return endDocument(document, session);
}

}  // namespace etscope::report
