

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
    Json list = Json::array();
    for (const inventory::Port& port : ports) {
        Json shape = nullptr;
        if (port.shape) {
            shape = Json::array();
            for (const inventory::ShapeDim& dim : *port.shape)
                shape.push_back(std::holds_alternative<std::int64_t>(dim) ? Json(std::get<std::int64_t>(dim))
                                                                          : Json(std::get<std::string>(dim)));
        }
        list.push_back({{"name", port.name},
                        {"value_type", port.valueType ? Json(*port.valueType) : Json(nullptr)},
                        {"shape", std::move(shape)},
                        {"kind", port.kind}});
    }
    return list;
}

/// Null is "unknown".
Json totalsJson(const std::optional<inventory::DataTotals>& totals) {
    const auto number = [](const std::optional<std::uint64_t>& value) { return value ? Json(*value) : Json(nullptr); };
    if (!totals) return {{"count", nullptr}, {"elements", nullptr}, {"bytes", nullptr}};
    return {{"count", totals->count}, {"elements", number(totals->elements)}, {"bytes", number(totals->bytes)}};
}

Json methodJson(const session::Method& method, const inventory::MethodSummary& summary,
                const compare::MethodReferences& references) {
    Json counts = Json::object();
    for (const auto& [stage, count] : summary.nodeCounts) counts[stage.text()] = count;
    Json stages = Json::array();
    for (const graph::StageId& stage : method.stages) stages.push_back(stage.text());
    Json delegates = Json::array();
    for (const inventory::DelegateTotals& one : summary.delegates)
        delegates.push_back(
            {{"backend", one.backend}, {"calls", one.calls}, {"bytes", one.bytes > 0 ? Json(one.bytes) : Json(nullptr)}});
    return {{"name", method.name},
            {"stages", std::move(stages)},
            {"inputs", portsJson(summary.inputs)},
            {"outputs", portsJson(summary.outputs)},
            {"node_counts", std::move(counts)},
            {"parameters", totalsJson(summary.data.parameters)},
            {"buffers", totalsJson(summary.data.buffers)},
            {"constants", totalsJson(summary.data.constants)},
            {"unused_parameters", totalsJson(summary.data.unusedParameters)},
            {"delegate_data", totalsJson(summary.data.delegateData)},
            {"delegates", std::move(delegates)},
            {"has_reference_outputs", references.cases > 0},
            {"reference_cases", references.cases},
            {"reference_sources", references.sources},
            {"has_representative_inputs", method.hasRepresentativeInputs},
            {"runs", 0}};
}

Json entryJson(const etrecord::Record& record, std::size_t i) {
    const etrecord::Entry& entry = record.entries()[i];
    const ZipEntry& zip = record.zipEntry(i);
    const auto data = record.zip().data(zip);
    const auto text = [](const std::string& value) { return value.empty() ? Json(nullptr) : Json(value); };
    Json row{{"name", zip.name},
             {"role", etrecord::roleName(entry.role)},
             {"method", text(entry.method)},
             {"stage", text(entry.stage)},
             {"size", zip.size},
             {"data_offset", data ? Json(data->offset) : Json(nullptr)},
             {"stored", zip.stored()}};
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
    return {{"generation", record.generation().empty() ? Json(nullptr) : Json(record.generation())},
            {"torch_version", nullptr},
            {"identifier", record.identifier().empty() ? Json(nullptr) : Json(record.identifier())},
            {"export_graph_id", id ? Json(*id) : Json(nullptr)},
            {"removed", etrecord::removedParts(record).words()},
            {"entries", std::move(entries)},
            {"unknown_entries", std::move(unknown)}};
}

Json programJson(const program::Program& program) {
    Json segments = Json::array(), plans = Json::array(), constants = Json::array();
    std::set<std::string> backends;
    for (const flat::Segment& segment : program.segments().segments)
        segments.push_back({{"offset", segment.offset}, {"size", segment.size}});
    for (const program::ExecutionPlan& plan : program.plans()) {
        if (program::isConstantMethod(plan)) constants.push_back(plan.name);
        plans.push_back({{"name", plan.name},
                         {"values", plan.values.size()},
                         {"operators", plan.operators.size()},
                         {"delegates", plan.delegates.size()},
                         {"chains", plan.chains.size()},
                         {"instructions", plan.instructionCount()}});
        for (const program::Delegate& delegate : plan.delegates) backends.insert(delegate.id);
    }
    const program::FileHeader& header = program.header();
    return {{"schema_version", program.version()},
            {"extended_header", header.extended},
            {"program_size", header.extended ? header.programSize : header.regionSize},
            {"segment_base_offset", header.segmentBase},
            {"segments", std::move(segments)},
            {"plans", std::move(plans)},
            {"backends", backends},
            {"constant_methods", std::move(constants)}};
}

/// A bundled program: its cases; the program inside opens by its path.
Json bundleJson(const session::SessionFile& file) {
    Json suites = Json::array();
    for (const bundle::TestSuite& suite : file.bundle->suites()) {
        Json cases = Json::array();
        for (const bundle::TestCase& one : suite.cases)
            cases.push_back({{"inputs", one.inputs.size()}, {"expected_outputs", one.expected.size()}});
        suites.push_back({{"method", suite.method}, {"cases", std::move(cases)}});
    }
    const ByteRange& program = file.bundle->program();
    return {{"identifier", file.bundle->identifier()},
            {"version", file.bundle->version()},
            {"program",
             program.hasData()
                 ? Json{{"data_offset", program.offset}, {"size", program.size}, {"opens", validName(file.path) + "#program"}}
                 : Json(nullptr)},
            {"suites", std::move(suites)}};
}

/// A native file: its graphs are methods; the files inside open by their paths.
Json nativeJson(const session::SessionFile& file) {
    Json nested = Json::array();
    for (std::size_t i = 0; i < file.native->nested.size(); ++i) {
        const delegates::NestedFile& one = file.native->nested[i];
        nested.push_back({{"name", one.name},
                          {"kind", one.kind},
                          {"size", one.bytes.size},
                          {"data_offset", one.bytes.hasData() ? Json(one.bytes.offset) : Json(nullptr)},
                          {"opens", validName(file.path) + "#nested:" + std::to_string(i)}});
    }
    Json facts = Json::object();
    for (const delegates::Fact& fact : file.native->facts) facts[fact.name] = fact.text;
    return {{"format", file.native->format},
            {"version", file.native->version},
            {"reason", file.native->reason.empty() ? Json(nullptr) : Json(file.native->reason)},
            {"facts", std::move(facts)},
            {"nested", std::move(nested)}};
}

}  // namespace

Result<Json> infoDocument(const session::Session& session, const JobContext& job) {
    Json document = beginDocument("info", session);
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
    Json& joins = document["joins"] = Json::array();
    for (const join::Join& join : join::joins(session, job))
        joins.push_back({{"from", join.from}, {"to", join.to}, {"state", joinStateName(join.state)}, {"evidence", join.evidence}});
    if (job.cancelled()) return cancelledFailure();  // joins are "unknown" where the job ended
    endDocument(document, session);
    return document;
}

}  // namespace etscope::report
