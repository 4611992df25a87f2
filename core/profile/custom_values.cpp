#include "profile/custom_values.h"

#include <algorithm>
#include <array>

#include "base/base_name.h"
#include "base/escaped.h"
#include "base/name_text.h"
#include "base/number_text.h"
#include "base/real_text.h"
#include "base/utf8.h"
#include "io/json.h"
#include "io/source.h"
#include "session/limits.h"

namespace etscope::profile {
namespace {

/// What parts the fields: semicolons and tabs leave the comma to numbers, which are refused then.
char separatorOf(std::string_view text) {
    const std::string_view first = text.substr(0, text.find('\n'));
    for (const char separator : {';', '\t'})
        if (first.find(separator) != std::string_view::npos) return separator;
    return ',';
}

/// Key, value, and how many fields the line has.
struct CsvLine {
    std::array<std::string, 2> fields;
    std::size_t count = 1;
};

/// One line of CSV (RFC 4180), from `at` on, which is moved to the next line.
CsvLine takeLine(std::string_view text, char separator, std::size_t& at) {
    CsvLine line;
    std::string rest;
    bool quoted = false;
    for (; at < text.size() && (quoted || text[at] != '\n'); ++at) {
        const char c = text[at];
        std::string& field = line.count <= line.fields.size() ? line.fields[line.count - 1] : rest;
        const bool escaped = quoted && c == '"' && at + 1 < text.size() && text[at + 1] == '"';
        if (escaped)
            field += text[++at];
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && c == separator)
            ++line.count;
        else if (c != '\r' || quoted)
            field += c;
    }
    ++at;
    return line;
}

std::optional<double> numberOf(std::string_view text) {
    double value = 0;
    const auto [end, error] = readReal(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && !text.empty() ? std::optional(value) : std::nullopt;
}

/// "3,5", which may be three and a half or two numbers.
bool isDecimalComma(const std::string& text) {
    const auto comma = text.find(',');
    return comma != std::string::npos && numberOf(text.substr(0, comma)) && numberOf(text.substr(comma + 1));
}

CustomValues::Value valueOf(const std::string& text) {
    if (const auto number = numberOf(text)) return *number;
    return text;
}

/// 5 of "0/5", an instruction of the first chain.
std::optional<std::int64_t> instructionOf(std::string_view key) {
    return key.starts_with("0/") ? parseInt(key.substr(2)) : std::nullopt;
}

}  // namespace

std::optional<CustomValues::Key> CustomValues::keyNamed(std::string_view name) {
    static constexpr std::array<std::pair<std::string_view, Key>, 7> kNames{{{"node", Key::Node},
                                                                             {"name", Key::Node},
                                                                             {"id", Key::Node},
                                                                             {"debug_handle", Key::Handle},
                                                                             {"handle", Key::Handle},
                                                                             {"instruction", Key::Instruction},
                                                                             {"instr", Key::Instruction}}};
    const auto hit = std::ranges::find(kNames, name, [](const auto& one) { return one.first; });
    return hit == kNames.end() ? std::nullopt : std::optional(hit->second);
}

/// A key whose kind the file does not say: "0/5" is an instruction, a number a debug handle, all else a node.
void CustomValues::add(std::optional<Key> kind, const std::string& key, Value value) {
    m_numeric = m_numeric && std::holds_alternative<double>(value);
    const auto instruction = instructionOf(key), number = parseInt(key);
    const Key what = kind.value_or(instruction ? Key::Instruction : number ? Key::Handle : Key::Node);
    if (what == Key::Instruction && (instruction || number))
        m_byInstruction.insert_or_assign(instruction ? *instruction : *number, std::move(value));
    else if (what == Key::Handle && number)
        m_byHandle.insert_or_assign(*number, std::move(value));
    else
        m_byNode.insert_or_assign(key, std::move(value));
}

Result<void> CustomValues::readCsv(std::string_view text, const std::string& path) {
    std::optional<Key> kind;
    std::size_t number = 0, columns = 2;
    const char separator = separatorOf(text);
    const auto refused = [&](const std::string& what) {
        return fail("custom-values-syntax", "line " + std::to_string(number) + what, path);
    };
    for (std::size_t at = 0; at < text.size();) {
        ++number;
        const CsvLine line = takeLine(text, separator, at);
        const auto& [key, value] = line.fields;
        if (line.count == 1 && key.empty()) continue;
        if (line.count < 2) return refused(" has no second column: key, value is wanted");
        if (number == 1 && keyNamed(key)) {
            kind = keyNamed(key);
            m_title = value;
            columns = line.count;
            continue;
        }
        if (line.count > columns)
            return refused(" has " + std::to_string(line.count) + " columns where " + std::to_string(columns) +
                           " are known: numbers have a decimal point, and texts with a comma stand in quotes");
        if (isDecimalComma(value)) return refused(": " + value + " has a comma; numbers have a decimal point");
        add(kind, key, valueOf(value));
    }
    return {};
}

/// {"node": value, …}, or a list of rows such as {"debug_handle": 7, "cycles": 120}.
Result<void> CustomValues::readJson(std::string_view text, const std::string& path) {
    const auto parsed = parseJson(text, text.size());
    if (!parsed && parsed.error().code == "limit-exceeded") return parsed.failure();
    if (!parsed) return fail("custom-values-syntax", "it is no JSON", path);
    const nlohmann::json& document = *parsed;
    const auto value = [](const nlohmann::json& one) -> std::optional<Value> {
        if (one.is_number()) return one.get<double>();
        if (one.is_string()) return one.get<std::string>();
        if (one.is_boolean()) return std::string(one.get<bool>() ? "true" : "false");
        return std::nullopt;
    };
    if (document.is_object()) {
        for (const auto& [key, one] : document.items()) {
            if (auto taken = value(one)) add({}, key, *std::move(taken));
        }
        return {};
    }
    if (!document.is_array()) return fail("custom-values-syntax", "it is neither an object nor a list of rows", path);
    for (const auto& row : document) {
        if (!row.is_object()) continue;
        const auto key = std::ranges::find_if(row.items(), [](const auto& field) { return keyNamed(field.key()).has_value(); });
        if (key == row.items().end()) continue;
        for (const auto& [name, one] : row.items()) {
            auto taken = keyNamed(name) ? std::nullopt : value(one);
            if (!taken) continue;
            if (m_title.empty()) m_title = name;
            const nlohmann::json& id = key.value();
            add(*keyNamed(key.key()), id.is_string() ? id.get<std::string>() : id.dump(), *std::move(taken));
            break;
        }
    }
    return {};
}

Result<std::shared_ptr<const CustomValues>> CustomValues::read(const std::string& path) {
    const auto source = Source::open(path);
    if (!source) return source.failure();
    if ((*source)->size() > limits::kMaxCustomValues)
        return fail("limit-exceeded", "the file is too large for an overlay", escaped(path));
    const auto bytes = (*source)->read(0, (*source)->size());
    if (!bytes) return bytes.failure();
    const std::string text = repairedUtf8({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    const auto values = std::make_shared<CustomValues>();
    const auto first = text.find_first_not_of(" \t\r\n");
    const bool json = first != std::string::npos && (text[first] == '{' || text[first] == '[');
    auto done = json ? values->readJson(text, escaped(path)) : values->readCsv(text, escaped(path));
    if (!done) return done.failure();
    if (values->size() == 0)
        return fail("custom-values-empty", "it has no value by node, debug_handle or instruction", escaped(path));
    if (values->m_title.empty()) values->m_title = nameText(baseName(path));
    return std::shared_ptr<const CustomValues>(values);
}

std::optional<CustomValues::Value> CustomValues::of(const std::string& node, const join::NodeLinks& links) const {
    if (const auto hit = m_byNode.find(node); hit != m_byNode.end()) return hit->second;
    for (const std::int64_t handle : links.debugHandles)
        if (const auto hit = m_byHandle.find(handle); hit != m_byHandle.end()) return hit->second;
    for (const std::int64_t instruction : links.instructions)
        if (const auto hit = m_byInstruction.find(instruction); hit != m_byInstruction.end()) return hit->second;
    return std::nullopt;
}

}  // namespace etscope::profile
