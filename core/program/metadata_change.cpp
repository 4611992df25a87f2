#include "program/metadata_change.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>

#include "base/escaped.h"
#include "base/number_text.h"
#include "base/utf8.h"
#include "io/json.h"

namespace etscope::program {
namespace {

constexpr std::size_t kNearKeys = 5;

Failure wrong(std::string_view text, std::string_view wanted) {
    return fail("metadata-value", "'" + escaped(text) + "' is no " + std::string(wanted));
}

Result<MetadataValue> number(std::string_view text) {
    const std::string copy(text);
    char* end = nullptr;
    const double value = std::strtod(copy.c_str(), &end);
    if (copy.empty() || *end != '\0' || end != copy.c_str() + copy.size()) return wrong(text, "number");
    return MetadataValue{value};
}

Result<MetadataValue> flag(std::string_view text) {
    if (text == "true" || text == "1") return MetadataValue{true};
    if (text == "false" || text == "0") return MetadataValue{false};
    return wrong(text, "bool: say true or false");
}

Result<MetadataValue> fromJson(const nlohmann::json& json, const MetadataValue* like);

Result<MetadataValue> listFromJson(const nlohmann::json& json, const MetadataValue* like) {
    const auto* items = like == nullptr ? nullptr : std::get_if<std::vector<MetadataValue>>(&like->value);
    std::vector<MetadataValue> list;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const MetadataValue* item = items == nullptr || items->empty() ? nullptr : &(*items)[std::min(i, items->size() - 1)];
        auto value = fromJson(json[i], item);
        if (!value) return value;
        list.push_back(*std::move(value));
    }
    return MetadataValue{std::move(list)};
}

/// An item of a list: of the type of the item that it replaces, where there is one.
Result<MetadataValue> fromJson(const nlohmann::json& json, const MetadataValue* like) {
    const std::string_view type = like == nullptr ? std::string_view() : metadataTypeName(*like);
    if (json.is_array() && (like == nullptr || type == "list")) return listFromJson(json, like);
    if (json.is_number_integer() && json.is_number_unsigned() &&
        json.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return wrong(json.dump(), "integer of 64 bits");
    if (json.is_number() && type == "float") return MetadataValue{json.get<double>()};
    if (json.is_number_integer() && (like == nullptr || type == "int")) return MetadataValue{json.get<std::int64_t>()};
    if (json.is_number_float() && like == nullptr) return MetadataValue{json.get<double>()};
    if (json.is_boolean() && (like == nullptr || type == "bool")) return MetadataValue{json.get<bool>()};
    if (json.is_string() && (like == nullptr || type == "string")) return MetadataValue{json.get<std::string>()};
    return wrong(json.dump(), like == nullptr ? "value of a list" : type);
}

Result<MetadataValue> list(std::string_view text, const MetadataValue* like) {
    const auto json = parseJson(text, text.size());
    if (!json || !json->is_array()) return wrong(text, "list: say [1, 2]");
    return listFromJson(*json, like);
}

std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0U : 1U);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

template <class T>
void append(std::vector<std::byte>& bytes, T number) {
    const auto own = std::as_bytes(std::span(&number, 1));
    bytes.insert(bytes.end(), own.begin(), own.end());
}

/// Appends the value and says which type byte it has.
std::optional<std::uint8_t> encode(const MetadataValue& value, std::vector<std::byte>& bytes) {
    if (const auto* integer = std::get_if<std::int64_t>(&value.value)) return append(bytes, *integer), 1;
    if (const auto* flag = std::get_if<bool>(&value.value)) return append(bytes, std::int64_t{*flag ? 1 : 0}), 1;
    if (const auto* real = std::get_if<double>(&value.value)) return append(bytes, *real), 2;
    if (const auto* text = std::get_if<std::string>(&value.value)) {
        const auto own = std::as_bytes(std::span(*text));
        bytes.insert(bytes.end(), own.begin(), own.end());
        return 3;
    }
    const auto* items = std::get_if<std::vector<MetadataValue>>(&value.value);
    if (items == nullptr) return std::nullopt;
    append(bytes, static_cast<std::uint32_t>(items->size()));
    for (const MetadataValue& item : *items) {
        const auto* integer = std::get_if<std::int64_t>(&item.value);
        if (integer == nullptr) return std::nullopt;
        append(bytes, *integer);
    }
    return 4;
}

}  // namespace

Result<MetadataValue> parseMetadataValue(std::string_view text, std::string_view type, const MetadataValue* like) {
    if (type == "int") {
        const auto value = parseInt(text);
        return value ? Result<MetadataValue>(MetadataValue{*value}) : wrong(text, "integer");
    }
    if (type == "float") return number(text);
    if (type == "bool") return flag(text);
    if (type == "string") {
        if (!isValidUtf8(text)) return wrong(text, "text: it is not UTF-8");
        return MetadataValue{std::string(text)};
    }
    if (type == "list") return list(text, like);
    return fail("metadata-value",
                "values of type " + escaped(type) + " are not edited; there are int, float, bool, string and list");
}

Result<std::vector<std::byte>> metadataBytes(const MetadataValue& value, bool tagged) {
    std::vector<std::byte> bytes;
    const auto tag = encode(value, bytes);
    if (!tag) return fail("metadata-value", "named metadata holds an int, a float, a string or a list of ints");
    if (tagged) bytes.insert(bytes.begin(), std::byte{*tag});
    return bytes;
}

void addLeaves(const MetadataValue& value, std::vector<MetadataValue>& leaves) {
    const auto* items = std::get_if<std::vector<MetadataValue>>(&value.value);
    if (items == nullptr) return leaves.push_back(value);
    for (const MetadataValue& item : *items) addLeaves(item, leaves);
}

std::vector<std::string> nearKeys(std::string_view key, const std::vector<std::string>& keys) {
    constexpr std::size_t kLongest = 200;
    std::vector<std::pair<std::size_t, std::string>> all;
    for (const std::string& known : keys)
        all.emplace_back(distance(key.substr(0, kLongest), std::string_view(known).substr(0, kLongest)), known);
    std::ranges::stable_sort(all, {}, &std::pair<std::size_t, std::string>::first);
    std::vector<std::string> near;
    for (std::size_t i = 0; i < std::min(kNearKeys, all.size()); ++i) near.push_back(all[i].second);
    return near;
}

}  // namespace etscope::program
