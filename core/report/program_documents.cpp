// The documents of the program side: metadata, named data, delegates, memory, sizes.
#include "base/name_text.h"
#include "base/text.h"
#include "inventory/delegate_rows.h"
#include "inventory/metadata.h"
#include "inventory/named_data.h"
#include "inventory/regions.h"
#include "inventory/sharing.h"
#include "join/weights.h"
#include "program/limits.h"
#include "program/memory_plan.h"
#include "program/metadata.h"
#include "program/plan_calls.h"
#include "replay/planned_names.h"
#include "report/documents.h"
#include "report/json_values.h"
#include "report/sharing_text.h"
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
    return {{"value_type", scalarTypeName(value.type)},
            {"shape", value.shape},
            {"data_offset", value.bytes.hasData() ? Json(value.bytes.offset) : Json(nullptr)},
            {"values", std::move(elements)}};
}

Json metadataValueJson(const program::MetadataValue& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value.value)) return *integer;
    if (const auto* real = std::get_if<double>(&value.value)) return number(*real);
    if (const auto* flag = std::get_if<bool>(&value.value)) return *flag;
    if (const auto* text = std::get_if<std::string>(&value.value)) return *text;
    if (const auto* tensor = std::get_if<program::MetadataTensor>(&value.value)) return tensorValue(*tensor);
    if (const auto* raw = std::get_if<program::MetadataBytes>(&value.value)) return hexOf(raw->range);
    const auto* list = std::get_if<std::vector<program::MetadataValue>>(&value.value);
    if (list == nullptr) return nullptr;
    Json items = Json::array();
    for (const program::MetadataValue& item : *list) items.push_back(metadataValueJson(item));
    return items;
}

Json knownJson(const std::string& key) {
    const program::KnownKey* known = program::knownKey(key);
    if (known == nullptr) return nullptr;
    return {{"meaning", known->meaning}, {"expected_type", program::knownTypeName(known->type)}, {"used_by", known->usedBy}};
}

Json metadataJson(const program::MetadataEntry& entry) {
    const program::MetadataReading& chosen = entry.chosen();
    Json readings = Json::array();
    for (std::size_t i = 1; i < entry.readings.size(); ++i)
        readings.push_back({{"value", metadataValueJson(entry.readings[i].value)},
                            {"type", program::metadataTypeName(entry.readings[i].value)},
                            {"reason", entry.readings[i].reason}});
    Json row{{"key", entry.key},
             {"value", metadataValueJson(chosen.value)},
             {"type", program::metadataTypeName(chosen.value)},
             {"source", program::metadataSourceName(entry.source)},
             {"tag", chosen.tag ? Json(*chosen.tag) : Json(nullptr)},
             {"bytes", entry.bytes.hasData() ? Json(entry.bytes.size) : Json(nullptr)},
             {"data_offset", entry.bytes.hasData() ? Json(entry.bytes.offset) : Json(nullptr)},
             {"known", knownJson(entry.key)},
             {"flag", entry.flag() ? Json(*entry.flag()) : Json(nullptr)},
             {"guessed", entry.guessed}};
    if (!readings.empty()) row["other_readings"] = std::move(readings);
    return row;
}

Json layoutJson(const std::optional<tensordata::TensorLayout>& layout) {
    if (!layout) return nullptr;
    Json order = Json::array();
    for (const std::uint8_t axis : layout->dimOrder) order.push_back(static_cast<unsigned>(axis));
    return {{"value_type", scalarTypeName(layout->scalarType)}, {"shape", layout->sizes}, {"dim_order", std::move(order)}};
}

Json delegateJson(const inventory::DelegateRow& row, const join::WeightMap& weights) {
    Json specs = Json::array();
    for (const delegates::CompileSpec& spec : row.compileSpecs)
        specs.push_back({{"key", spec.key}, {"value_text", delegates::compileSpecText(spec)}, {"bytes", spec.value.size()}});
    Json facts = Json::object();
    const bool graph = row.decoded != nullptr && row.decoded->graph != nullptr;
    if (row.decoded != nullptr)
        for (const delegates::Fact& fact : row.decoded->facts) facts[fact.name] = fact.text;
    return {{"method", row.method},
            {"index", row.index},
            {"id", row.id},
            {"backend", row.id},
            {"format", row.decoded != nullptr ? Json(row.decoded->format) : Json(nullptr)},
            {"bytes", row.bytes.size},
            {"data_offset", row.bytes.hasData() ? Json(row.bytes.offset) : Json(nullptr)},
            {"compile_specs", std::move(specs)},
            {"calls", row.calls},
            {"debug_handles", row.debugHandles},
            {"decoded", graph},
            {"nodes", graph ? row.decoded->graph->top().nodes.size() : 0},
            {"reason", textOrNull(row.reason)},
            {"opens", row.opens ? Json(validName(*row.opens)) : Json(nullptr)},
            {"facts", std::move(facts)},
            {"weights", row.decoded != nullptr ? weightsJson(*row.decoded, weights) : Json::array()}};
}

/// By value: {"input"} of a method, or {"instruction","operator"} of the first chain that first makes it; of a view that the
/// emitter left out, who made what it shows. Nothing: nobody.
std::map<program::ValueIndex, Json> writersOf(const program::ExecutionPlan& plan) {
    std::map<program::ValueIndex, Json> writers;
    for (std::size_t i = 0; i < plan.inputs.size(); ++i) writers.try_emplace(plan.inputs[i], Json{{"input", i}});
    program::PlanCalls calls(plan);
    const auto& instructions = plan.mainInstructions();
    for (std::size_t i = 0; i < instructions.size(); ++i) {
        const program::PlanCall call = calls.read(instructions[i]);
        for (const program::ValueIndex taken : call.takes)
            if (const auto holder = calls.writers().holding(taken); holder && !writers.contains(taken))
                if (const auto known = writers.find(*holder); known != writers.end()) writers.emplace(taken, known->second);
        for (const program::ValueIndex made : call.makes) {
            const Json writer{{"instruction", i}, {"operator", call.target}};
            writers.try_emplace(made, writer);
            if (const auto* items = plan.tensorItems(made))
                for (const program::ValueIndex item : *items) writers.try_emplace(item, writer);
        }
        calls.finish(call);
    }
    return writers;
}

Json memoryJson(const program::ExecutionPlan& plan, const program::MemoryPlan& memory, const replay::PlannedNames& names) {
    const auto writers = writersOf(plan);
    Json buffers = Json::array(), tensors = Json::array(), peaks = Json::array(), overlaps = Json::array();
    for (const program::PlannedBuffer& buffer : memory.buffers)
        buffers.push_back({{"memory_id", buffer.memoryId}, {"bytes", buffer.bytes}});
    for (const program::PlannedTensor& tensor : memory.tensors) {
        const auto writer = writers.find(tensor.value);
        const bool made = writer != writers.end() && writer->second.contains("instruction");
        const auto instruction = made ? std::optional(writer->second["instruction"].get<std::int64_t>()) : std::nullopt;
        tensors.push_back({{"value", tensor.value},
                           {"name", textOrNull(tensor.name)},
                           {"name_in_record", textOrNull(names.name(tensor.value))},
                           {"module", textOrNull(names.module(instruction))},
                           {"written_by", writer != writers.end() ? writer->second : Json(nullptr)},
                           {"memory_id", tensor.memoryId},
                           {"offset", tensor.offset},
                           {"bytes", tensor.bytes},
                           {"first_use", tensor.used ? Json(tensor.firstUse) : Json(nullptr)},
                           {"last_use", tensor.used ? Json(tensor.lastUse) : Json(nullptr)},
                           {"upper_bound", tensor.upperBound}});
    }
    for (const program::MemoryPeak& peak : memory.peaks)
        peaks.push_back(
            {{"memory_id", peak.memoryId}, {"bytes", peak.bytes}, {"at_instruction", peak.atInstruction}, {"live", peak.live}});
    for (const program::MemoryOverlap& overlap : memory.overlaps)
        if (overlap.kind == program::OverlapKind::Suspicious)
            overlaps.push_back({{"memory_id", overlap.memoryId}, {"values", {overlap.first, overlap.second}}});
    return {{"method", plan.name},
            {"buffers", std::move(buffers)},
            {"tensors", std::move(tensors)},
            {"peak", std::move(peaks)},
            {"overlaps", std::move(overlaps)}};
}

Json userJson(const inventory::BytesUser& user) {
    return {{"method", user.method},
            {"delegate", user.delegate ? Json(*user.delegate) : Json(nullptr)},
            {"name", textOrNull(user.name)}};
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
            places.push_back({{"file", place.file}, {"data_offset", place.offset}});
        for (const inventory::BytesUser& user : one.users) {
            users.push_back(userJson(user));
            users.back()["place"] = user.place;
        }
        shared.push_back({{"bytes", one.size},
                          {"proof", one.places.size() > 1 ? "content" : "place"},
                          {"methods", one.methods},
                          {"users", std::move(users)},
                          {"places", std::move(places)},
                          {"copies", std::move(copies)},
                          {"sha256", textOrNull(one.sha256)},
                          {"saved", one.saved},
                          {"wasted", one.wasted}});
        shared.back().update(recordNameJson(namedWeight(session, weights, one)));
    }
    for (const inventory::OverlappingBytes& one : map.overlaps)
        overlaps.push_back({{"file", one.file},
                            {"data_offset", one.offset},
                            {"bytes", one.size},
                            {"users", {userJson(one.first), userJson(one.second)}}});
    return {{"saved", map.saved},
            {"wasted", map.wasted},
            {"weights_shared", map.sharedOnce},
            {"weights_copied", map.copied},
            {"sentence", textOrNull(sharingText(map))},
            {"shared", std::move(shared)},
            {"overlaps", std::move(overlaps)}};
}

}  // namespace

Result<Json> metadataDocument(const session::Session& session, bool& failed, const JobContext& job) {
    const auto metadata = inventory::metadata(session);
    if (job.cancelled()) return cancelledFailure();
    Json document = beginDocument("metadata", session);
    Json &entries = document["entries"] = Json::array(), findings = Json::array();
    for (const program::MetadataEntry& entry : metadata->entries) entries.push_back(metadataJson(entry));
    for (const program::MetadataFinding& finding : metadata->findings) {
        findings.push_back({{"severity", severityName(finding.severity)},
                            {"code", finding.code},
                            {"key", finding.key},
                            {"message", finding.message},
                            {"script", textOrNull(finding.script)}});
        failed = failed || finding.severity == Severity::Error;
    }
    document["findings"] = std::move(findings);
    document["runner"] =
        metadata->runner ? Json{{"name", metadata->runner->name}, {"evidence", metadata->runner->evidence}} : Json(nullptr);
    endDocument(document, session);
    return document;
}

Result<Json> namedDataDocument(const session::Session& session, const JobContext& job) {
    const auto data = inventory::namedData(session, true, job);
    if (!data) return data.failure();
    const auto weights = join::weights(session, job);
    if (!weights) return weights.failure();
    Json document = beginDocument("named-data", session);
    Json &entries = document["entries"] = Json::array(), shared = Json::array();
    for (const inventory::NamedDataRow& row : data->rows) {
        Json users = Json::array();
        for (const inventory::NamedDataUser& user : row.users)
            users.push_back({{"method", user.method}, {"delegate", user.delegate ? Json(*user.delegate) : Json(nullptr)}});
        entries.push_back({{"key", row.key},
                           {"segment", row.segment},
                           {"data_offset", row.bytes.hasData() ? Json(row.bytes.offset) : Json(nullptr)},
                           {"bytes", row.bytes.size},
                           {"alignment", row.alignment ? Json(*row.alignment) : Json(nullptr)},
                           {"offset_divisible_by", row.divisor > 0 ? Json(row.divisor) : Json(nullptr)},
                           {"shadowed_by", row.shadowedBy ? Json(*row.shadowedBy) : Json(nullptr)},
                           {"sha256", textOrNull(row.sha256)},
                           {"file", row.file},
                           {"tensor", layoutJson(row.tensor)},
                           {"users", std::move(users)}});
        entries.back().update(recordNameJson((*weights)->at(row.bytes)));
    }
    for (const inventory::SharedData& one : data->shared)
        shared.push_back({{"sha256", one.sha256},
                          {"bytes", one.bytes},
                          {"keys", one.keys},
                          {"methods", one.methods},
                          {"stored_once", one.sameSegment}});
    document["shared"] = std::move(shared);
    const auto sharing = inventory::sharingMap(session, job);
    if (!sharing) return sharing.failure();
    document["sharing"] = sharingJson(session, **weights, **sharing);
    endDocument(document, session);
    return document;
}

Result<Json> delegatesDocument(const session::Session& session, const Selection& selection, const JobContext& job) {
    const auto rows = inventory::delegateRows(session, job);
    if (!rows) return rows.failure();
    const auto weights = join::weights(session, job);
    if (!weights) return weights.failure();
    Json document = beginDocument("delegates", session);
    Json& list = document["delegates"] = Json::array();
    for (const inventory::DelegateRow& row : *rows)
        if (selection.method.empty() || selection.method == row.method) list.push_back(delegateJson(row, **weights));
    endDocument(document, session);
    return document;
}

Result<Json> memoryDocument(const session::Session& session, const Selection& selection, const JobContext& job) {
    const session::SessionFile* file = session.programFile();
    if (file == nullptr) return fail("no-program", "memory is planned in a program; the session has none");
    Json document = beginDocument("memory", session);
    Json& methods = document["methods"] = Json::array();
    for (const program::ExecutionPlan& plan : file->program->plans()) {
        if (!selection.method.empty() && selection.method != plan.name) continue;
        const auto memory = program::memoryPlan(plan, job);
        if (!memory) return memory.failure();
        const auto names = replay::PlannedNames::make(session, plan, job);
        if (!names) return names.failure();
        methods.push_back(memoryJson(plan, *memory, *names));
    }
    endDocument(document, session);
    return document;
}

Result<Json> sizesDocument(const session::Session& session, const JobContext& job) {
    const auto weights = join::weights(session, job);
    if (!weights) return weights.failure();
    Json document = beginDocument("sizes", session);
    Json& regions = document["regions"] = Json::array();
    for (unsigned f = 0; f < session.files().size(); ++f) {
        if (job.cancelled()) return cancelledFailure();
        if (session.files()[f].source == nullptr) continue;
        for (const flat::Region& region : inventory::fileRegions(session, f, job)) {
            Json row{{"offset", region.offset},
                     {"size", region.size},
                     {"name", region.name},
                     {"kind", flat::regionKindName(region.kind)},
                     {"owner", textOrNull(region.owner)}};
            if (session.files().size() > 1) row["file"] = f;
            if (const auto* weight = (*weights)->at({session.files()[f].source, region.offset, region.size}))
                row.update(recordNameJson(weight));
            regions.push_back(std::move(row));
        }
    }
    if (job.cancelled()) return cancelledFailure();
    endDocument(document, session);
    return document;
}

}  // namespace etscope::report
