#include "program/metadata.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "base/byte_cursor.h"
#include "base/enum_table.h"
#include "base/escaped.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "program/container_spec.h"

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

// Readings of one stored value: untagged (nothing but the value) and tagged (a leading type byte).

/// What the other entries of the file tell about its writer.
enum class WireForm : std::uint8_t { Unclear, Untagged, Tagged };

struct Interpretation {
    std::vector<MetadataReading> readings;  ///< the chosen one first, "bytes" always among them
    bool guessed = false;
    bool mismatch = false;
};

using Bytes = std::span<const std::byte>;

enum Tag : std::uint8_t { TagInt = 1, TagFloat = 2, TagText = 3, TagList = 4, TagBytes = 5 };

std::optional<std::int64_t> asInt(Bytes bytes) {
    if (bytes.size() != sizeof(std::int64_t)) return std::nullopt;
    return loadLittle<std::int64_t>(bytes.data());
}

std::optional<double> asFloat(Bytes bytes) {
    if (bytes.size() != sizeof(double)) return std::nullopt;
    return loadLittle<double>(bytes.data());
}

/// u32 count, count × int64; every size is checked before the count is believed.
std::optional<std::vector<MetadataValue>> asList(Bytes bytes) {
    constexpr std::size_t kCount = sizeof(std::uint32_t), kItem = sizeof(std::int64_t);
    if (bytes.size() < kCount || (bytes.size() - kCount) % kItem != 0) return std::nullopt;
    const std::size_t count = (bytes.size() - kCount) / kItem;
    if (count != loadLittle<std::uint32_t>(bytes.data())) return std::nullopt;
    std::vector<MetadataValue> list;
    list.reserve(count);
    for (std::size_t i = 0; i < count; ++i) list.emplace_back().value = loadLittle<std::int64_t>(bytes.data() + kCount + i * kItem);
    return list;
}

/// UTF-8 without control characters other than tab, line feed and carriage return.
std::optional<std::string> asText(Bytes bytes) {
    std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const bool clean = std::all_of(text.begin(), text.end(), [](char c) {
        return static_cast<unsigned char>(c) >= 0x20 ? c != 0x7F : c == '\t' || c == '\n' || c == '\r';
    });
    return clean && isValidUtf8(text) ? std::optional(std::move(text)) : std::nullopt;
}

class Readings {
public:
    explicit Readings(Bytes bytes) : m_bytes(bytes) {}

    template <class T>
    void add(std::optional<T> value, std::string_view reason, std::optional<std::uint8_t> tag = std::nullopt) {
        if (value) m_readings.push_back({MetadataValue{*std::move(value)}, tag, reason});
    }
    void addTagged() {
        if (m_bytes.empty()) return;
        const auto tag = static_cast<std::uint8_t>(m_bytes[0]);
        const Bytes rest = m_bytes.subspan(1);
        if (tag == TagInt) add(asInt(rest), "type byte 1 and 8 bytes", tag);
        if (tag == TagFloat) add(asFloat(rest), "type byte 2 and 8 bytes", tag);
        if (tag == TagText) add(asText(rest), "type byte 3 and clean text", tag);
        if (tag == TagList) add(asList(rest), "type byte 4 and a list of the right size", tag);
        if (tag == TagBytes) add(std::optional(MetadataBytes{}), "type byte 5", tag);
    }
    void addUntagged() {
        add(asList(m_bytes), "a count and as many integers");
        add(asText(m_bytes), "clean text");
        if (asNumberIsFloat()) {
            add(asFloat(m_bytes), "8 bytes; as a float of usual size");
            add(asInt(m_bytes), "8 bytes");
        } else {
            add(asInt(m_bytes), "8 bytes; as an integer of usual size");
            add(asFloat(m_bytes), "8 bytes");
        }
    }
    std::vector<MetadataReading> take() {
        add(std::optional(MetadataBytes{}), "any bytes");
        return std::move(m_readings);
    }

private:
    /// Whether eight bytes are rather a float: the infinities and NaNs that writers make; else no small integer, not the largest
    /// one ("no limit"), and an exponent between about 1e-38 and 1e38, or that of any other NaN.
    bool asNumberIsFloat() const {
        constexpr std::int64_t kExactInDouble = std::int64_t{1} << 53;
        constexpr std::uint64_t kLowExponent = 0x380, kHighExponent = 0x47F, kNotFinite = 0x7FF,
                                kQuietBit = std::uint64_t{1} << 51U;
        const auto number = asInt(m_bytes);
        if (!number) return false;
        const auto pattern = static_cast<std::uint64_t>(*number);
        const std::uint64_t exponent = (pattern >> 52U) & 0x7FFU;
        if (exponent == kNotFinite && (pattern & (kQuietBit - 1)) == 0) return true;
        if (*number > -kExactInDouble && *number < kExactInDouble) return false;
        if (exponent == kNotFinite) return *number != std::numeric_limits<std::int64_t>::max();
        return exponent >= kLowExponent && exponent <= kHighExponent;
    }

    Bytes m_bytes;
    std::vector<MetadataReading> m_readings;
};

/// Moves the first reading that `wanted` accepts to the front.
template <class Wanted>
bool choose(std::vector<MetadataReading>& readings, Wanted&& wanted) {
    const auto found = std::find_if(readings.begin(), readings.end(), wanted);
    if (found == readings.end()) return false;
    std::rotate(readings.begin(), found, found + 1);
    return true;
}

/// Whether these bytes, alone, prove a form: sizes that only one of them has.
WireForm provenForm(std::span<const std::byte> bytes, const KnownKey* known) {
    Readings tagged(bytes), untagged(bytes);
    tagged.addTagged();
    untagged.addUntagged();
    const auto provesTagged = [&](const MetadataReading& reading) {
        return reading.tag && *reading.tag != TagBytes && (known == nullptr || isOfType(reading.value, known->type));
    };
    const auto taggedReadings = tagged.take();
    if (std::any_of(taggedReadings.begin(), taggedReadings.end(), provesTagged)) return WireForm::Tagged;
    const auto untaggedReadings = untagged.take();
    const bool number = bytes.size() == sizeof(std::int64_t);
    const bool list = bytes.size() >= sizeof(std::uint32_t) && asList(bytes).has_value();
    const bool fits =
        known == nullptr || std::any_of(untaggedReadings.begin(), untaggedReadings.end(),
                                        [&](const MetadataReading& reading) { return isOfType(reading.value, known->type); });
    return (number || list || known != nullptr) && fits && !bytes.empty() ? WireForm::Untagged : WireForm::Unclear;
}

Interpretation interpret(std::span<const std::byte> bytes, const KnownKey* known, WireForm form) {
    Readings all(bytes);
    if (form != WireForm::Untagged) all.addTagged();
    all.addUntagged();
    if (form == WireForm::Untagged) all.addTagged();
    Interpretation result{all.take()};
    if (known != nullptr) {
        // The known type decides: untagged first, except where the first byte is a type byte and the form is not disproved.
        const auto fits = [&](const MetadataReading& reading) { return isOfType(reading.value, known->type); };
        if (choose(result.readings, fits)) return result;
        result.mismatch = true;
    }
    // In a file without type bytes, and in one where nothing tells, a lone type byte 5 proves nothing.
    if (form != WireForm::Tagged && result.readings.front().tag == TagBytes)
        choose(result.readings, [](const MetadataReading& r) { return !r.tag; });
    result.guessed = !result.readings.front().tag;
    return result;
}

std::optional<std::int64_t> integerOf(const MetadataValue& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value.value)) return *number;
    if (const auto* flag = std::get_if<bool>(&value.value)) return *flag ? 1 : 0;
    return std::nullopt;
}

}  // namespace

bool isOfType(const MetadataValue& value, KnownType type) {
    const auto* list = std::get_if<std::vector<MetadataValue>>(&value.value);
    const auto isInt = [](const MetadataValue& item) { return std::holds_alternative<std::int64_t>(item.value); };
    const bool ints = list != nullptr && std::all_of(list->begin(), list->end(), isInt);
    switch (type) {
        case KnownType::Int: return isInt(value);
        case KnownType::Flag: return isInt(value) || std::holds_alternative<bool>(value.value);
        case KnownType::Float: return std::holds_alternative<double>(value.value);
        case KnownType::String: return std::holds_alternative<std::string>(value.value);
        case KnownType::IntList: return ints;
        case KnownType::IntOrIntList: return ints || isInt(value);
    }
    return false;
}

std::string_view metadataTypeName(const MetadataValue& value) noexcept {
    static constexpr std::string_view kNames[] = {"none", "int", "float", "bool", "string", "list", "tensor", "bytes"};
    static_assert(std::size(kNames) == std::variant_size_v<decltype(MetadataValue::value)>);
    return value.value.valueless_by_exception() ? kNames[0] : kNames[value.value.index()];
}

std::string_view metadataSourceName(MetadataSource source) noexcept {
    constexpr EnumTable<MetadataSource::Ptd> kNames({"constant_method", "named_data", "ptd"});
    return kNames[source];
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

MetadataView::MetadataView(std::span<const MetadataEntry> entries) {
    for (const MetadataEntry& entry : entries) m_entries.emplace(entry.key, &entry);
}

const MetadataEntry* MetadataView::entry(std::string_view key) const {
    if (const auto hit = m_entries.find(key); hit != m_entries.end()) return hit->second;
    for (const EquivalentKeys& pair : equivalentKeys()) {
        const std::string_view other = pair.first == key ? pair.second : pair.second == key ? pair.first : std::string_view{};
        if (other.empty()) continue;
        if (const auto hit = m_entries.find(other); hit != m_entries.end()) return hit->second;
    }
    return nullptr;
}

std::optional<std::int64_t> MetadataView::integer(std::string_view key) const {
    const MetadataEntry* found = entry(key);
    return found == nullptr ? std::nullopt : integerOf(found->chosen().value);
}

std::vector<std::int64_t> MetadataView::integers(std::string_view key) const {
    const MetadataEntry* found = entry(key);
    std::vector<std::int64_t> numbers;
    if (found == nullptr) return numbers;
    const MetadataValue& value = found->chosen().value;
    if (const auto one = integerOf(value)) numbers.push_back(*one);
    if (const auto* list = std::get_if<std::vector<MetadataValue>>(&value.value))
        for (const MetadataValue& item : *list)
            if (const auto one = integerOf(item)) numbers.push_back(*one);
    return numbers;
}

}  // namespace etscope::program
