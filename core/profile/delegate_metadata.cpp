#include "profile/delegate_metadata.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/base64.h"
#include "base/enum_table.h"
#include "base/number_text.h"
#include "base/utf8.h"
#include "io/json.h"

namespace etscope::profile {
namespace {

using Json = nlohmann::json;

// Arm's VGF backend: executorch/devtools/inspector/vgf_neural_statistics.py.
constexpr std::string_view kVgfSchema = "executorch.vgf.neural_statistics";
constexpr std::int64_t kVgfVersion = 1;
/// Segments that are told one by one; how many there are is told of all.
constexpr std::size_t kMostSegments = 64;

constexpr std::array<std::string_view, 7> kVgfFields{"backend",        "api",       "event_name", "api_available",
                                                     "data_available", "available", "reason"};
constexpr std::array<std::string_view, 5> kSegmentFields{"is_data_graph_pipeline", "statistics_bind_point_available",
                                                         "statistics_memory_host_visible", "statistics_memory_host_coherent",
                                                         "statistics_bind_point_reason"};
constexpr std::array<std::string_view, 3> kBlobs{"debug_database", "statistics_info", "statistics_memory"};

// Core ML's delegate: executorch/examples/apple/coreml/scripts/inspector_utils.py.
constexpr std::array<std::string_view, 4> kCoreMlFields{"operatorName", "estimatedCost", "preferredComputeUnit",
                                                        "supportedComputeUnits"};

const Json* member(const Json& object, std::string_view name) {
    const auto found = object.is_object() ? object.find(name) : object.end();
    return found == object.end() ? nullptr : &*found;
}

/// Texts, numbers, flags, and lists of texts; nothing: of another kind.
std::optional<MetadataField> fieldOf(std::string name, const Json& value, std::string_view unit = {}) {
    if (value.is_boolean()) return MetadataField{std::move(name), value.get<bool>(), {}};
    if (value.is_number_integer()) return MetadataField{std::move(name), value.get<std::int64_t>(), unit};
    if (value.is_number()) return MetadataField{std::move(name), value.get<double>(), unit};
    if (value.is_string()) return MetadataField{std::move(name), value.get<std::string>(), {}};
    if (!value.is_array() || std::ranges::any_of(value, [](const Json& one) { return !one.is_string(); })) return std::nullopt;
    std::string all;
    for (const Json& one : value) all += (all.empty() ? "" : ", ") + one.get<std::string>();
    return MetadataField{std::move(name), std::move(all), {}};
}

void add(DelegateMetadata& to, const Json& from, std::string_view name, const std::string& prefix = {}) {
    const Json* value = member(from, name);
    if (value == nullptr || value->is_null()) return;
    if (auto field = fieldOf(prefix + std::string(name), *value)) to.fields.push_back(*std::move(field));
}

/// How many bytes a blob has, or why none. Empty: it is as it should be; else what is wrong.
std::string addBlob(DelegateMetadata& to, const Json& blob, const std::string& name) {
    const Json* available = member(blob, "available");
    if (available == nullptr || !available->is_boolean() || !available->get<bool>()) {
        add(to, blob, "reason", name + ".");
        add(to, blob, "vulkan_result", name + ".");
        return {};
    }
    const Json *encoding = member(blob, "encoding"), *data = member(blob, "data");
    if (encoding == nullptr || *encoding != "base64") return name + " is in an encoding that is not known";
    if (data == nullptr || !data->is_string()) return name + " has no data";
    const auto bytes = decodeBase64(data->get_ref<const std::string&>());
    if (!bytes) return name + " is no base64";
    to.fields.push_back({name, static_cast<std::int64_t>(bytes->size()), "bytes"});
    const Json* text = member(blob, "is_text");
    if (text != nullptr && text->is_boolean() && text->get<bool>())
        to.fields.push_back({name + ".text", repairedUtf8({reinterpret_cast<const char*>(bytes->data()), bytes->size()}), {}});
    return {};
}

std::string addSegment(DelegateMetadata& to, const Json& segment, std::size_t number) {
    const std::string prefix = "segments[" + std::to_string(number) + "].";
    if (const Json* id = member(segment, "segment_id"))
        if (auto field = fieldOf(prefix + "id", *id)) to.fields.push_back(*std::move(field));
    for (const std::string_view name : kSegmentFields) add(to, segment, name, prefix);
    for (const std::string_view name : kBlobs) {
        const Json* blob = member(segment, name);
        if (blob == nullptr || !blob->is_object()) continue;
        if (std::string wrong = addBlob(to, *blob, prefix + std::string(name)); !wrong.empty()) return wrong;
    }
    return {};
}

/// Nothing: it does not say that it is of the schema.
std::optional<DelegateMetadata> vgfStatistics(std::string_view text, const Result<Json>& json) {
    DelegateMetadata made;
    made.kind = MetadataKind::VgfNeuralStatistics;
    if (!json) {
        if (text.find(kVgfSchema) == std::string_view::npos) return std::nullopt;
        made.problem = "no JSON: " + json.error().message;
        return made;
    }
    const Json *schema = member(*json, "schema"), *version = member(*json, "schema_version"), *segments = member(*json, "segments");
    if (schema == nullptr || *schema != kVgfSchema) return std::nullopt;
    if (version == nullptr || *version != kVgfVersion) {
        made.problem = "of a version of the schema that is not known";
        return made;
    }
    for (const std::string_view name : kVgfFields) add(made, *json, name);
    if (segments == nullptr) return made;
    if (!segments->is_array()) made.problem = "its segments are no list";
    made.fields.push_back({"segments", static_cast<std::int64_t>(segments->is_array() ? segments->size() : 0), {}});
    for (std::size_t i = 0; segments->is_array() && made.problem.empty() && i < std::min(segments->size(), kMostSegments); ++i)
        made.problem = addSegment(made, (*segments)[i], i);
    return made;
}

std::optional<DelegateMetadata> coreMlOperation(const Result<Json>& json) {
    DelegateMetadata made;
    made.kind = MetadataKind::CoreMlOperation;
    if (json)
        for (const std::string_view name : kCoreMlFields) add(made, *json, name);
    return made.fields.empty() ? std::nullopt : std::optional(std::move(made));
}

/// executorch/examples/nxp/analyzing_with_inspector.py: 0 is the dump of the profile itself.
DelegateMetadata neutronKernel(std::span<const std::byte> bytes) {
    DelegateMetadata made;
    made.kind = MetadataKind::NeutronKernel;
    if (bytes.size() != 1)
        made.problem = "of " + std::to_string(bytes.size()) + " bytes, where a kernel has one";
    else if (const auto code = std::to_integer<std::int64_t>(bytes[0]); code == 0)
        made.fields.push_back({"kernel", std::string("profiling dump"), {}});
    else
        made.fields.push_back({"kernel", code, {}});
    return made;
}

std::string valueText(const MetadataField& field) {
    if (const auto* flag = std::get_if<bool>(&field.value)) return *flag ? "true" : "false";
    if (const auto* integer = std::get_if<std::int64_t>(&field.value)) return std::to_string(*integer);
    if (const auto* number = std::get_if<double>(&field.value)) return printed("%.6g", *number);
    return std::get<std::string>(field.value);
}

}  // namespace

std::string_view metadataKindName(MetadataKind kind) noexcept {
    static constexpr EnumTable<MetadataKind::CoreMlOperation> kNames(
        {"", "vgf_neural_statistics", "neutron_kernel", "coreml_operation"});
    return kNames[kind];
}

std::string DelegateMetadata::text() const {
    constexpr std::size_t kTold = 8;
    std::string all = problem;
    for (std::size_t i = 0; i < std::min(kTold, fields.size()); ++i) {
        all += (all.empty() ? "" : ", ") + fields[i].name + " " + valueText(fields[i]);
        if (!fields[i].unit.empty()) all += " " + std::string(fields[i].unit);
    }
    return fields.size() > kTold ? all + ", …" : all;
}

DelegateMetadata delegateMetadata(std::string_view backend, std::span<const std::byte> bytes) {
    if (bytes.empty()) return {};
    if (backend.find("Neutron") != std::string_view::npos) return neutronKernel(bytes);
    const std::string text = repairedUtf8({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    const auto json = parseJson(text, text.size());
    if (auto vgf = vgfStatistics(text, json)) return *std::move(vgf);
    const bool coreMl = backend.empty() || backend.find("CoreML") != std::string_view::npos;
    return coreMl ? coreMlOperation(json).value_or(DelegateMetadata()) : DelegateMetadata();
}

}  // namespace etscope::profile
