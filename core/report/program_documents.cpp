// The documents of the program side: metadata, named data, delegates, memory, sizes.
#include <map>
#include <set>

#include "base/bytes_text.h"
#include "base/hex.h"
#include "base/limits.h"
#include "base/name_text.h"
#include "base/number_text.h"
#include "findings/measured_memory.h"
#include "findings/memory_savings.h"
#include "findings/resident.h"
#include "inventory/delegate_borders.h"
#include "inventory/delegate_rows.h"
#include "inventory/metadata.h"
#include "inventory/named_data.h"
#include "inventory/regions.h"
#include "inventory/sharing.h"
#include "join/call_titles.h"
#include "join/weights.h"
#include "program/memory_plan.h"
#include "program/metadata.h"
#include "program/plan_graph.h"
#include "replay/planned_names.h"
#include "report/audit_json.h"
#include "report/documents.h"
#include "report/text_table.h"
#include "report/weight_json.h"
#include "tensor/element_reader.h"

namespace etscope::report {
namespace {

/// Elements of a metadata tensor that a document shows at most; the rest is read with `tensor`.
constexpr std::uint64_t kShownElements = 1024;

/// Null for what is longer than a value that is interpreted.
Json hexOf(const ByteRange& range) {
    if (range.size > limits::kMaxMetadataValue) return nullptr;
    const auto bytes = range.readAll();
    return bytes ? Json(hexText(*bytes)) : Json(nullptr);
}

Json tensorValue(const program::MetadataTensor& value) {
    tensor::Tensor tensor;
    tensor.type = value.type;
    tensor.shape.assign(value.shape.begin(), value.shape.end());
    tensor.storage = value.bytes;
    Json elements = Json::array();
    if (value.bytes.hasData())
        if (auto reader = tensor::ElementReader::open(tensor))
            if (const auto read =
                    reader->elements(0, static_cast<std::size_t>(std::min<std::uint64_t>(reader->count(), kShownElements))))
                for (const tensor::Element& element : *read) elements.push_back(elementJson(element));
    return object(F("value_type", scalarTypeName(value.type)), F("shape", value.shape), F("data_offset", offsetOrNull(value.bytes)),
                  F("values", std::move(elements)));
}

}  // namespace

Json metadataValueJson(const program::MetadataValue& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value.value)) return *integer;
    if (const auto* real = std::get_if<double>(&value.value)) return number(*real);
    if (const auto* flag = std::get_if<bool>(&value.value)) return *flag;
    if (const auto* text = std::get_if<std::string>(&value.value)) return validName(*text);
    if (const auto* tensor = std::get_if<program::MetadataTensor>(&value.value)) return tensorValue(*tensor);
    if (const auto* raw = std::get_if<program::MetadataBytes>(&value.value)) return hexOf(raw->range);
    const auto* list = std::get_if<std::vector<program::MetadataValue>>(&value.value);
    if (list == nullptr) return nullptr;
    return listOf(*list, metadataValueJson);
}

namespace {

Json knownJson(const std::string& key) {
    const program::KnownKey* known = program::knownKey(key);
    if (known == nullptr) return nullptr;
    return object(F("meaning", known->meaning), F("expected_type", program::knownTypeName(known->type)),
                  F("used_by", program::keyReaderName(known->usedBy)));
}

Json metadataJson(const program::MetadataEntry& entry) {
    const program::MetadataReading& chosen = entry.chosen();
    Json readings = Json::array();
    for (std::size_t i = 1; i < entry.readings.size(); ++i)
        readings.push_back(object(F("value", metadataValueJson(entry.readings[i].value)),
                                  F("type", program::metadataTypeName(entry.readings[i].value)),
                                  F("reason", entry.readings[i].reason)));
    Json row = object(F("key", entry.key), F("value", metadataValueJson(chosen.value)),
                      F("type", program::metadataTypeName(chosen.value)), F("source", program::metadataSourceName(entry.source)),
                      F("tag", orNull(chosen.tag)), F("bytes", entry.bytes.hasData() ? Json(entry.bytes.size) : Json(nullptr)),
                      F("data_offset", offsetOrNull(entry.bytes)), F("known", knownJson(entry.key)),
                      F("flag", orNull(entry.flag())), F("guessed", entry.guessed));
    if (!readings.empty()) row["other_readings"] = std::move(readings);
    return row;
}

Json layoutJson(const std::optional<tensordata::TensorLayout>& layout) {
    if (!layout) return nullptr;
    return object(F("value_type", scalarTypeName(layout->scalarType)), F("shape", layout->sizes),
                  F("dim_order", listOf(layout->dimOrder, [](std::uint8_t axis) { return static_cast<unsigned>(axis); })));
}

/// What the payload names and no file has: keys, then paths beside the program.
Json missingJson(const delegates::Decoded& decoded) {
    Json list = decoded.missing;
    for (const std::string& path : decoded.missingBeside) list.push_back(path);
    return list;
}

/// Files that the payload names or holds.
Json namedFilesJson(const delegates::Decoded& decoded) {
    return listOf(decoded.nested, [](const delegates::NestedFile& file) {
        return object(F("name", file.name), F("kind", file.kind), F("key", textOrNull(file.key)),
                      F("bytes", file.bytes.hasData() ? Json(file.bytes.size) : Json(nullptr)),
                      F("data_offset", offsetOrNull(file.bytes)), F("sha256_stated", textOrNull(file.sha256)));
    });
}

Json portJson(const delegates::BorderPort& port) {
    const auto size = [](const delegates::BorderSize& one) {
        return object(F("least", one.least),
                      F("most", one.most == delegates::BorderSize::kNoLimit ? Json(nullptr) : Json(one.most)));
    };
    return object(F("name", textOrNull(port.name)), F("value_type", port.type ? Json(scalarTypeName(*port.type)) : Json(nullptr)),
                  F("element_bytes", orNull(port.elementBytes)),
                  F("sizes", port.sizes ? listOf(*port.sizes, size) : Json(nullptr)));
}

using BordersOf = std::map<std::pair<std::string, std::int64_t>, std::vector<const inventory::BorderRow*>>;

/// By method and delegate.
BordersOf bordersOf(const std::vector<inventory::BorderRow>& rows) {
    BordersOf of;
    for (const inventory::BorderRow& row : rows) of[{row.method, static_cast<std::int64_t>(row.delegate)}].push_back(&row);
    return of;
}

/// What payload and plan say of each value at the delegate's border.
Json borderJson(const inventory::DelegateRow& row, const BordersOf& borders) {
    const auto own = borders.find({row.method, row.index});
    if (own == borders.end()) return Json::array();
    return listOf(own->second, [](const inventory::BorderRow* one) {
        return object(F("side", one->output ? "output" : "input"), F("index", one->index), F("instruction", one->instruction),
                      F("value", one->value < 0 ? Json(nullptr) : Json(one->value)), F("payload", portJson(one->payload)),
                      F("plan", one->plan), F("state", inventory::borderStateName(one->state)),
                      F("differs_in", listOf(one->parts, inventory::borderPartName)));
    });
}

Json delegateJson(const inventory::DelegateRow& row, const BordersOf& borders, const join::CallTitle& title,
                  const join::WeightMap& weights) {
    const auto spec = [](const delegates::CompileSpec& one) {
        return object(F("key", one.key), F("value_text", delegates::compileSpecText(one)), F("bytes", one.value.size()));
    };
    Json facts = Json::object();
    const bool graph = row.decoded != nullptr && row.decoded->graph != nullptr;
    if (row.decoded != nullptr)
        for (const delegates::Fact& fact : row.decoded->facts) facts[fact.name] = fact.text;
    return object(
        F("method", row.method), F("index", row.index), F("id", row.id), F("backend", row.id),
        F("title", textOrNull(title.work.text())), F("format", row.decoded != nullptr ? Json(row.decoded->format) : Json(nullptr)),
        F("bytes", row.bytes.size), F("data_offset", offsetOrNull(row.bytes)), F("compile_specs", listOf(row.compileSpecs, spec)),
        F("calls", row.calls), F("debug_handles", row.debugHandles), F("decoded", graph),
        F("nodes", graph ? row.decoded->graph->top().nodes.size() : 0), F("reason", textOrNull(row.reason)),
        F("opens", row.opens ? Json(validName(*row.opens)) : Json(nullptr)), F("facts", std::move(facts)),
        F("nested", row.decoded != nullptr ? namedFilesJson(*row.decoded) : Json::array()),
        F("missing", row.decoded != nullptr ? missingJson(*row.decoded) : Json::array()), F("border", borderJson(row, borders)),
        F("weights", row.decoded != nullptr ? weightsJson(*row.decoded, weights) : Json::array()));
}

/// By value: {"input"} of a method, or {"instruction","operator"} of the first chain that first makes it; of a view that the
/// emitter left out, who made what it shows. Nothing: nobody.
std::map<program::ValueIndex, Json> writersOf(const program::ExecutionPlan& plan) {
    std::map<program::ValueIndex, Json> writers;
    for (std::size_t i = 0; i < plan.inputs.size(); ++i) writers.try_emplace(plan.inputs[i], object(F("input", i)));
    program::PlanCalls calls(plan);
    const auto& instructions = plan.mainInstructions();
    for (std::size_t i = 0; i < instructions.size(); ++i) {
        const program::PlanCall call = calls.read(instructions[i]);
        for (const program::ValueIndex taken : call.takes)
            if (const auto holder = calls.writers().holding(taken); holder && !writers.contains(taken))
                if (const auto known = writers.find(*holder); known != writers.end()) writers.emplace(taken, known->second);
        for (const program::ValueIndex made : plan.flattened(call.makes))
            writers.try_emplace(made, object(F("instruction", i), F("operator", call.target)));
        calls.finish(call);
    }
    return writers;
}

Json memoryJson(const program::ExecutionPlan& plan, const program::MemoryPlan& memory, const replay::PlannedNames& names) {
    const auto writers = writersOf(plan);
    Json buffers = Json::array(), tensors = Json::array(), peaks = Json::array(), overlaps = Json::array();
    for (const program::PlannedBuffer& buffer : memory.buffers)
        buffers.push_back(object(F("memory_id", buffer.memoryId), F("bytes", buffer.bytes)));
    for (const program::PlannedTensor& tensor : memory.tensors) {
        const auto writer = writers.find(tensor.value);
        const bool made = writer != writers.end() && writer->second.contains("instruction");
        const auto instruction = made ? std::optional(writer->second["instruction"].get<std::int64_t>()) : std::nullopt;
        tensors.push_back(
            object(F("value", tensor.value), F("name", textOrNull(tensor.name)),
                   F("name_in_record", textOrNull(names.name(tensor.value))), F("module", textOrNull(names.module(instruction))),
                   F("written_by", writer != writers.end() ? writer->second : Json(nullptr)), F("memory_id", tensor.memoryId),
                   F("offset", tensor.offset), F("bytes", tensor.bytes),
                   F("first_use", tensor.used ? Json(tensor.firstUse) : Json(nullptr)),
                   F("last_use", tensor.used ? Json(tensor.lastUse) : Json(nullptr)), F("upper_bound", tensor.upperBound)));
    }
    for (const program::MemoryPeak& peak : memory.peaks)
        peaks.push_back(object(F("memory_id", peak.memoryId), F("bytes", peak.bytes), F("at_instruction", peak.atInstruction),
                               F("live", peak.live)));
    for (const program::MemoryOverlap& overlap : memory.overlaps)
        if (overlap.kind == program::OverlapKind::Suspicious)
            overlaps.push_back({{"memory_id", overlap.memoryId}, {"values", {overlap.first, overlap.second}}});
    return object(F("method", plan.name), F("buffers", std::move(buffers)), F("tensors", std::move(tensors)),
                  F("peak", std::move(peaks)), F("overlaps", std::move(overlaps)));
}

Json residentJson(const findings::Resident& resident) {
    return object(F("bytes", resident.bytes), F("exact", resident.exact), F("complete", resident.complete),
                  F("parts", listOf(resident.parts, [](const findings::ResidentPart& part) {
                        return object(F("kind", findings::residentKindName(part.kind)), F("of", part.of),
                                      F("bytes", orNull(part.bytes)), F("certainty", findings::certaintyName(part.certainty)),
                                      F("title", part.title.text()), F("how", part.how.text()));
                    })));
}

Json measuredJson(const findings::MeasuredMemory& measured) {
    const auto part = [](const findings::MeasuredPart& one) {
        return object(F("id", one.id), F("resident", one.resident), F("proportional", one.proportional),
                      F("title", one.title.text()), F("how", one.how.text()));
    };
    return object(F("file", measured.file), F("resident", measured.resident), F("proportional", measured.proportional),
                  F("note", textOrNull(measured.note.text())), F("parts", listOf(measured.parts, part)));
}

Json savingJson(const findings::MemorySaving& saving) {
    return object(F("id", saving.id), F("bytes", saving.bytes), F("exact", saving.exact), F("title", saving.title.text()),
                  F("how", saving.how.text()));
}

/// "3 weights are read from one place by several (2 methods), which saves 2.9 KiB; 1 weight is stored twice, sharing would save
/// 2.3 KiB". Empty: neither.
std::string sharingText(const inventory::SharingMap& map) {
    std::size_t most = 0;
    std::set<std::string> methods;
    for (const inventory::SharedBytes& one : map.shared) {
        if (one.saved > 0) methods.insert(one.methods.begin(), one.methods.end());
        if (one.wasted > 0) most = std::max(most, one.places.size());
    }
    std::string text;
    if (map.sharedOnce > 0)
        text = counted(map.sharedOnce, "weight is", "weights are") + " read from one place by several (" +
               counted(methods.size(), "method", "methods") + "), which saves " + bytesText(map.saved);
    if (map.copied > 0)
        text += (text.empty() ? "" : "; ") + counted(map.copied, "weight is", "weights are") + " stored " +
                (most == 2 ? "twice" : "up to " + std::to_string(most) + " times") + ", sharing would save " +
                bytesText(map.wasted);
    return text;
}

Json userJson(const inventory::BytesUser& user) {
    return object(F("method", user.method), F("delegate", orNull(user.delegate)), F("name", textOrNull(user.name)));
}

/// The weight's name in the record, at the first place of which it is known.
const join::StoredWeight* namedWeight(const session::Session& session, const join::WeightMap& weights,
                                      const inventory::SharedBytes& shared) {
    const join::StoredWeight* found = nullptr;
    for (const inventory::BytesPlace& place : shared.places) {
        const join::StoredWeight* weight = weights.at({session.files()[place.file].source, place.offset, shared.size});
        if (found == nullptr || (weight != nullptr && weight->record != nullptr && found->record == nullptr)) found = weight;
    }
    return found;
}

Json sharingJson(const session::Session& session, const join::WeightMap& weights, const inventory::SharingMap& map) {
    Json shared = Json::array(), overlaps = Json::array();
    for (const inventory::SharedBytes& one : map.shared) {
        Json places = Json::array(), users = Json::array(), copies = Json::object();
        for (const std::string& method : one.methods) copies[method] = inventory::copiesRead(one, method);
        for (const inventory::BytesPlace& place : one.places)
            places.push_back(object(F("file", place.file), F("data_offset", place.offset)));
        for (const inventory::BytesUser& user : one.users) {
            users.push_back(userJson(user));
            users.back()["place"] = user.place;
        }
        shared.push_back(object(F("bytes", one.size), F("proof", one.places.size() > 1 ? "content" : "place"),
                                F("methods", one.methods), F("users", std::move(users)), F("places", std::move(places)),
                                F("copies", std::move(copies)), F("sha256", textOrNull(one.sha256)), F("saved", one.saved),
                                F("wasted", one.wasted)));
        shared.back().update(recordNameJson(namedWeight(session, weights, one)));
    }
    for (const inventory::OverlappingBytes& one : map.overlaps)
        overlaps.push_back({{"file", one.file},
                            {"data_offset", one.offset},
                            {"bytes", one.size},
                            {"users", {userJson(one.first), userJson(one.second)}}});
    return object(F("saved", map.saved), F("wasted", map.wasted), F("weights_shared", map.sharedOnce),
                  F("weights_copied", map.copied), F("sentence", textOrNull(sharingText(map))), F("shared", std::move(shared)),
                  F("overlaps", std::move(overlaps)));
}

}  // namespace

Json runnerJson(const inventory::Metadata& metadata) {
    if (!metadata.runner) return nullptr;
    return object(F("name", metadata.runner->name()), F("evidence", metadata.runner->evidence));
}

Result<Json> metadataDocument(const session::Session& session, bool& failed, const JobContext& job) {
    const auto metadata = inventory::metadata(session);
    if (job.cancelled()) return cancelledFailure();
    Json findings = Json::array();
    for (const program::MetadataFinding& finding : metadata->findings) {
        findings.push_back(object(F("severity", severityName(finding.severity)), F("code", finding.code), F("key", finding.key),
                                  F("message", finding.message), F("script", textOrNull(finding.script))));
        failed = failed || finding.severity == Severity::Error;
    }
    return documentOf("metadata", session, F("entries", listOf(metadata->entries, metadataJson)),
                      F("findings", std::move(findings)), F("runner", runnerJson(*metadata)));
}

Result<Json> namedDataDocument(const session::Session& session, const JobContext& job) {
    const auto data = inventory::namedData(session, true, job);
    if (!data) return data.failure();
    const auto weights = join::weights(session, job);
    if (!weights) return weights.failure();
    Json entries = Json::array(), shared = Json::array();
    for (const inventory::NamedDataRow& row : data->rows) {
        Json users = Json::array();
        for (const inventory::NamedDataUser& user : row.users)
            users.push_back(object(F("method", user.method), F("delegate", orNull(user.delegate))));
        entries.push_back(object(F("key", row.key), F("segment", row.segment), F("data_offset", offsetOrNull(row.bytes)),
                                 F("bytes", row.bytes.size), F("alignment", orNull(row.alignment)),
                                 F("offset_divisible_by", row.divisor > 0 ? Json(row.divisor) : Json(nullptr)),
                                 F("shadowed_by", orNull(row.shadowedBy)), F("sha256", textOrNull(row.sha256)), F("file", row.file),
                                 F("tensor", layoutJson(row.tensor)), F("users", std::move(users))));
        entries.back().update(recordNameJson((*weights)->at(row.bytes)));
    }
    for (const inventory::SharedData& one : data->shared)
        shared.push_back(object(F("sha256", one.sha256), F("bytes", one.bytes), F("keys", one.keys), F("methods", one.methods),
                                F("stored_once", one.sameSegment)));
    const auto sharing = inventory::sharingMap(session, job);
    if (!sharing) return sharing.failure();
    return documentOf("named-data", session, F("entries", std::move(entries)), F("shared", std::move(shared)),
                      F("sharing", sharingJson(session, **weights, **sharing)));
}

Result<Json> delegatesDocument(const session::Session& session, const Selection& selection, const JobContext& job) {
    const auto rows = inventory::delegateRows(session, job);
    if (!rows) return rows.failure();
    const auto weights = join::weights(session, job);
    if (!weights) return weights.failure();
    const auto borders = inventory::delegateBorders(session, job);
    if (!borders) return borders.failure();
    const BordersOf own = bordersOf(**borders);
    Json list = Json::array();
    for (const inventory::DelegateRow& row : *rows)
        if (selection.method.empty() || selection.method == row.method)
            list.push_back(delegateJson(row, own, join::delegateTitle({session, row.method}, row.index, job), **weights));
    return documentOf("delegates", session, F("delegates", std::move(list)));
}

Result<Json> memoryDocument(const session::Session& session, const Selection& selection, const JobContext& job) {
    const session::SessionFile* file = session.programFile();
    if (file == nullptr) return fail("no-program", "memory is planned in a program; the session has none");
    Json methods = Json::array();
    for (const program::ExecutionPlan& plan : file->program->plans()) {
        if (!selection.method.empty() && selection.method != plan.name) continue;
        const auto memory = program::memoryPlan(plan, job);
        if (!memory) return memory.failure();
        const auto names = replay::PlannedNames::make(session, plan, job);
        if (!names) return names.failure();
        methods.push_back(memoryJson(plan, *memory, *names));
    }
    const auto resident = findings::resident(session, job);
    if (!resident) return resident.failure();
    const auto savings = findings::memorySavings(session, job);
    if (!savings) return savings.failure();
    const auto measured = findings::measuredMemory(session, job);
    if (!measured) return measured.failure();
    return documentOf("memory", session, F("methods", std::move(methods)), F("resident", residentJson(**resident)),
                      F("savings", listOf(**savings, savingJson)), F("measured", listOf(**measured, measuredJson)));
}

Result<Json> sizesDocument(const session::Session& session, const JobContext& job) {
    const auto weights = join::weights(session, job);
    if (!weights) return weights.failure();
    Json regions = Json::array();
    for (unsigned f = 0; f < session.files().size(); ++f) {
        if (job.cancelled()) return cancelledFailure();
        if (session.files()[f].source == nullptr) continue;
        for (const flat::Region& region : inventory::fileRegions(session, f, job)) {
            Json row = object(F("offset", region.offset), F("size", region.size), F("name", region.name),
                              F("kind", flat::regionKindName(region.kind)), F("owner", textOrNull(region.owner)));
            if (session.files().size() > 1) row["file"] = f;
            if (const auto* weight = (*weights)->at({session.files()[f].source, region.offset, region.size}))
                row.update(recordNameJson(weight));
            regions.push_back(std::move(row));
        }
    }
    if (job.cancelled()) return cancelledFailure();
    return documentOf("sizes", session, F("regions", std::move(regions)));
}

}  // namespace etscope::report
