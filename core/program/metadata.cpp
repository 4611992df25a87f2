#include "program/metadata.h"

#include <algorithm>

#include "base/escaped.h"
#include "program/container_spec.h"
#include "program/limits.h"
#include "program/metadata_values.h"

namespace etscope::program {
namespace {

bool isConstant(const ExecutionPlan& plan, ValueIndex index) {
    const Value* value = plan.value(index);
    if (value == nullptr) return false;
    if (const TensorInfo* tensor = plan.tensor(index)) return tensor->kind() == TensorKind::Constant;
    return std::holds_alternative<NoneValue>(*value) || std::holds_alternative<std::int64_t>(*value) ||
           std::holds_alternative<bool>(*value) || std::holds_alternative<double>(*value) ||
           std::holds_alternative<std::string>(*value);
}

MetadataValue constantValue(const Program& program, const ExecutionPlan& plan, ValueIndex index) {
    const Value& value = *plan.value(index);
    if (const TensorInfo* tensor = plan.tensor(index)) {
        auto bytes = program.tensorBytes(*tensor);
        return {MetadataTensor{tensor->scalarType, tensor->sizes, tensor->dimOrder, bytes ? *std::move(bytes) : ByteRange{}}};
    }
    if (const auto* number = std::get_if<std::int64_t>(&value)) return {*number};
    if (const auto* flag = std::get_if<bool>(&value)) return {*flag};
    if (const auto* real = std::get_if<double>(&value)) return {*real};
    if (const auto* text = std::get_if<std::string>(&value)) return {*text};
    return {NoneValue{}};
}

/// Nests the values as the tree says; `next` is the first value not taken yet.
MetadataValue nested(const ContainerSpec& spec, std::vector<MetadataValue>& values, std::size_t& next) {
    if (spec.kind == ContainerKind::Leaf) return std::move(values[next++]);
    if (spec.kind == ContainerKind::None) return {NoneValue{}};
    std::vector<MetadataValue> list;
    for (const ContainerSpec& child : spec.children) list.push_back(nested(child, values, next));
    return {std::move(list)};
}

MetadataEntry constantMethodEntry(const Program& program, const ExecutionPlan& plan) {
    MetadataEntry entry{.key = plan.name};
    std::vector<MetadataValue> values;
    for (const ValueIndex output : plan.outputs) values.push_back(constantValue(program, plan, output));
    const auto spec = parseContainerSpec(plan.encodedOutputs);
    MetadataReading& reading = entry.readings.emplace_back();
    reading.reason = "constant method";
    if (spec && spec->leafCount() == values.size()) {
        std::size_t next = 0;
        entry.places = leafPlaces(*spec);
        reading.value = nested(*spec, values, next);
    } else if (values.size() == 1) {
        reading.value = std::move(values.front());
    } else {
        reading.value.value = std::move(values);
    }
    return entry;
}

/// The bytes behind the type byte, where there is one.
ByteRange untagged(const ByteRange& bytes, std::optional<std::uint8_t> tag) {
    return tag && bytes.size > 0 ? ByteRange{bytes.source, bytes.offset + 1, bytes.size - 1} : bytes;
}

}  // namespace

std::string_view metadataTypeName(const MetadataValue& value) noexcept {
    static constexpr std::string_view kNames[] = {"none", "int", "float", "bool", "string", "list", "tensor", "bytes"};
    static_assert(std::size(kNames) == std::variant_size_v<decltype(MetadataValue::value)>);
    return value.value.valueless_by_exception() ? kNames[0] : kNames[value.value.index()];
}

std::string_view metadataSourceName(MetadataSource source) noexcept {
    switch (source) {
        case MetadataSource::ConstantMethod: return "constant_method";
        case MetadataSource::NamedData: return "named_data";
        case MetadataSource::Ptd: return "ptd";
    }
    return "named_data";
}

std::optional<bool> MetadataEntry::flag() const noexcept {
    const KnownKey* known = knownKey(key);
    if (known == nullptr || known->type != KnownType::Flag) return std::nullopt;
    if (const auto* value = std::get_if<bool>(&chosen().value.value)) return *value;
    const auto* number = std::get_if<std::int64_t>(&chosen().value.value);
    return number != nullptr && (*number == 0 || *number == 1) ? std::optional(*number == 1) : std::nullopt;
}

bool isConstantMethod(const ExecutionPlan& plan) {
    if (plan.damaged || !plan.inputs.empty() || !plan.delegates.empty() || plan.instructionCount() > 0 || plan.chains.empty())
        return false;
    return std::all_of(plan.outputs.begin(), plan.outputs.end(), [&](ValueIndex output) { return isConstant(plan, output); });
}

std::vector<MetadataEntry> interpretMetadata(std::span<const StoredMetadata> stored, MetadataSource source,
                                             Diagnostics& diagnostics) {
    std::vector<std::optional<std::vector<std::byte>>> contents;
    std::int64_t tagged = 0;
    for (const StoredMetadata& item : stored) {
        auto& content = contents.emplace_back();
        if (item.bytes.size > limits::kMaxMetadataValue) continue;
        if (auto bytes = item.bytes.hasData() ? item.bytes.readAll() : std::vector<std::byte>{})
            content = *std::move(bytes);
        else
            diagnostics.error(bytes.error());
        if (!content) continue;
        const WireForm form = provenForm(*content, knownKey(item.key));
        tagged += form == WireForm::Tagged ? 1 : form == WireForm::Untagged ? -1 : 0;
    }
    const WireForm form = tagged > 0 ? WireForm::Tagged : tagged < 0 ? WireForm::Untagged : WireForm::Unclear;
    std::vector<MetadataEntry> entries;
    for (std::size_t i = 0; i < stored.size(); ++i) {
        MetadataEntry& entry =
            entries.emplace_back(MetadataEntry{.key = stored[i].key, .source = source, .bytes = stored[i].bytes});
        if (!contents[i]) {
            entry.readings.push_back({MetadataValue{MetadataBytes{entry.bytes}}, std::nullopt, "too large, or unreadable"});
            continue;
        }
        Interpretation interpretation = interpret(*contents[i], knownKey(stored[i].key), form);
        entry.readings = std::move(interpretation.readings);
        entry.guessed = interpretation.guessed;
        entry.mismatch = interpretation.mismatch;
        for (MetadataReading& reading : entry.readings)
            if (auto* raw = std::get_if<MetadataBytes>(&reading.value.value)) raw->range = untagged(entry.bytes, reading.tag);
    }
    return entries;
}

std::vector<MetadataEntry> readMetadata(const Program& program, Diagnostics& diagnostics) {
    std::vector<MetadataEntry> entries;
    std::size_t elements = 0;
    for (const ExecutionPlan& plan : program.plans()) {
        if (!isConstantMethod(plan)) continue;
        elements += plan.outputs.size();
        if (elements > limits::kMaxMetadataElements) {
            diagnostics.warning("metadata-limit", escaped(plan.name), "more constants than are shown; the rest is left out");
            break;
        }
        entries.push_back(constantMethodEntry(program, plan));
    }
    std::vector<StoredMetadata> stored;
    for (const NamedData& data : program.namedData()) {
        if (!data.key.starts_with(kMetadataPrefix)) continue;
        auto bytes = program.segmentBytes(data.segmentIndex);
        if (bytes)
            stored.push_back({data.key, *std::move(bytes)});
        else
            diagnostics.error(bytes.error().code, escaped(data.key), bytes.error().message);
    }
    for (MetadataEntry& entry : interpretMetadata(stored, MetadataSource::NamedData, diagnostics))
        entries.push_back(std::move(entry));
    return entries;
}

}  // namespace etscope::program
