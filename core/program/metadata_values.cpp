#include "program/metadata_values.h"

#include <algorithm>
#include <limits>
#include <string>

#include "base/byte_cursor.h"
#include "base/utf8.h"

namespace etscope::program {
namespace {

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
        constexpr std::uint64_t kLowExponent = 0x380, kHighExponent = 0x47F, kNotFinite = 0x7FF, kQuietBit = std::uint64_t{1} << 51U;
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

bool isOfType(const MetadataValue& value, KnownType type) {
    const bool integer = std::holds_alternative<std::int64_t>(value.value);
    const bool list = std::holds_alternative<std::vector<MetadataValue>>(value.value);
    switch (type) {
        case KnownType::Int:
        case KnownType::Flag: return integer;
        case KnownType::Float: return std::holds_alternative<double>(value.value);
        case KnownType::String: return std::holds_alternative<std::string>(value.value);
        case KnownType::IntList: return list;
        case KnownType::IntOrIntList: return integer || list;
    }
    return false;
}

/// Moves the first reading that `wanted` accepts to the front.
template <class Wanted>
bool choose(std::vector<MetadataReading>& readings, Wanted&& wanted) {
    const auto found = std::find_if(readings.begin(), readings.end(), wanted);
    if (found == readings.end()) return false;
    std::rotate(readings.begin(), found, found + 1);
    return true;
}

}  // namespace

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

}  // namespace etscope::program
