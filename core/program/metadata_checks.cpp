#include <algorithm>
#include <map>
#include <set>

#include "base/name_text.h"
#include "base/number_text.h"
#include "program/metadata.h"

namespace etscope::program {
namespace {

constexpr std::size_t kMostKeyBytes = 65'535;  ///< the rule of GGUF that the proposal follows

bool isComponent(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(),
                                        [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

bool isDotted(std::string_view text) {
    if (text.find('.') == std::string_view::npos) return false;
    while (true) {
        const auto dot = text.find('.');
        if (!isComponent(text.substr(0, dot))) return false;
        if (dot == std::string_view::npos) return true;
        text.remove_prefix(dot + 1);
    }
}

/// Equal in what they say: 1 and true are, lists and single ints of one element are.
bool sameMeaning(const MetadataValue& a, const MetadataValue& b);

std::vector<MetadataValue> flat(const MetadataValue& value) {
    if (const auto* list = std::get_if<std::vector<MetadataValue>>(&value.value)) return *list;
    return {value};
}

std::optional<double> numberOf(const MetadataValue& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value.value)) return static_cast<double>(*number);
    if (const auto* flag = std::get_if<bool>(&value.value)) return *flag ? 1.0 : 0.0;
    if (const auto* real = std::get_if<double>(&value.value)) return *real;
    return std::nullopt;
}

bool sameMeaning(const MetadataValue& a, const MetadataValue& b) {
    const auto left = flat(a), right = flat(b);
    return std::equal(left.begin(), left.end(), right.begin(), right.end(), [](const MetadataValue& x, const MetadataValue& y) {
        if (const auto* s = std::get_if<std::string>(&x.value), *t = std::get_if<std::string>(&y.value); s && t) return *s == *t;
        const auto p = numberOf(x), q = numberOf(y);
        return p && q && *p == *q;
    });
}

class MetadataChecks {
public:
    explicit MetadataChecks(std::span<const MetadataEntry> entries) : m_entries(entries) {
        for (const MetadataEntry& entry : entries) m_first.emplace(entry.key, &entry);
    }

    std::vector<MetadataFinding> check() {
        std::set<std::string_view> seen;
        for (const MetadataEntry& entry : m_entries) {
            if (entry.source != MetadataSource::ConstantMethod) checkKey(entry);
            if (!seen.insert(entry.key).second)
                add(Severity::Error, "metadata-key-duplicate", entry.key,
                    "the key is there already; only the first is visible to the runtime");
            if (const KnownKey* known = knownKey(entry.key)) checkKnown(entry, *known);
        }
        checkRanges();
        checkContradictions();
        checkForms();
        return std::move(m_findings);
    }

private:
    void add(Severity severity, std::string code, const std::string& key, std::string message) {
        m_findings.push_back({severity, std::move(code), key, std::move(message)});
    }

    void checkKey(const MetadataEntry& entry) {
        const std::string_view field = std::string_view(entry.key).substr(std::min(entry.key.size(), kMetadataPrefix.size()));
        if (field.empty())
            return add(Severity::Warning, "metadata-key-empty", entry.key, "nothing follows the prefix \"metadata.\"");
        if (field.starts_with(kMetadataPrefix))
            return add(Severity::Warning, "metadata-prefix-doubled", entry.key,
                       "the exporter added the prefix twice; readers look for it once");
        const std::string bytes = nameBytes(entry.key);
        if (bytes.size() > kMostKeyBytes ||
            std::any_of(bytes.begin(), bytes.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; }))
            add(Severity::Warning, "metadata-key-text", entry.key.substr(0, 200),
                "the key is not ASCII or longer than 65,535 bytes");
        else if (!isDotted(field))
            add(Severity::Note, "metadata-key-form", entry.key,
                "the key does not follow the convention namespace.field in lower case");
    }

    static bool fits(const MetadataValue& value, KnownType type) {
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

    void checkKnown(const MetadataEntry& entry, const KnownKey& known) {
        const MetadataValue& value = entry.chosen().value;
        if (entry.mismatch || !fits(value, known.type)) {
            add(Severity::Warning, "metadata-type-mismatch", entry.key,
                "expected " + std::string(knownTypeName(known.type)) + ", found " + std::string(metadataTypeName(value)) +
                    (entry.bytes.hasData() ? " of " + std::to_string(entry.bytes.size) + " bytes" : ""));
            return;
        }
        for (const MetadataValue& item : flat(value)) {
            const auto number = numberOf(item);
            if (!number) continue;
            if (known.type == KnownType::Flag && *number != 0 && *number != 1)
                add(Severity::Warning, "metadata-flag-value", entry.key, "a flag is 0 or 1, this is " + shortest(*number));
            else if (known.type != KnownType::Float && *number < 0)
                add(Severity::Warning, "metadata-value-negative", entry.key, "the value is negative: " + shortest(*number));
        }
    }

    /// The number under the first of these keys that is there.
    std::optional<double> number(std::initializer_list<std::string_view> keys) const {
        for (const std::string_view key : keys)
            if (const auto found = m_first.find(key); found != m_first.end())
                if (const auto value = numberOf(found->second->chosen().value)) return value;
        return std::nullopt;
    }

    void checkRanges() {
        const auto sequence = number({"metadata.context.max_seq_len", "get_max_seq_len"});
        const auto context = number({"metadata.context.max_context_len", "get_max_context_len"});
        if (sequence && context && *sequence > *context)
            add(Severity::Warning, "metadata-length-order", "max_seq_len",
                "the most tokens of a call, " + shortest(*sequence) + ", are more than the context holds, " + shortest(*context));
        const auto vocabulary = number({"metadata.model.vocab_size", "metadata.tokenizer.vocab_size", "get_vocab_size"});
        if (!vocabulary) return;
        for (const char* key : {"metadata.tokenizer.bos_id", "metadata.tokenizer.eos_ids", "metadata.tokenizer.bos_token_id",
                                "metadata.tokenizer.eos_token_id", "get_bos_id", "get_eos_id", "get_eos_ids"}) {
            const auto found = m_first.find(key);
            if (found == m_first.end()) continue;
            for (const MetadataValue& item : flat(found->second->chosen().value))
                if (const auto token = numberOf(item); token && *token >= *vocabulary)
                    add(Severity::Warning, "metadata-token-range", key,
                        "token " + shortest(*token) + " is outside the vocabulary of " + shortest(*vocabulary));
        }
    }

    void checkContradictions() {
        for (const EquivalentKeys& pair : equivalentKeys()) {
            const auto first = m_first.find(pair.first), second = m_first.find(pair.second);
            if (first == m_first.end() || second == m_first.end()) continue;
            if (!sameMeaning(first->second->chosen().value, second->second->chosen().value))
                add(Severity::Warning, "metadata-contradiction", std::string(pair.first),
                    "the value differs from that of " + std::string(pair.second));
        }
    }

    void checkForms() {
        bool tagged = false, untagged = false;
        for (const MetadataEntry& entry : m_entries) {
            if (entry.source == MetadataSource::ConstantMethod || entry.bytes.size == 0) continue;
            (entry.chosen().tag ? tagged : untagged) = true;
        }
        if (tagged && untagged)
            add(Severity::Warning, "metadata-forms-mixed", {},
                "some values have a leading type byte and some have not: two exporters were involved");
    }

    std::span<const MetadataEntry> m_entries;
    std::map<std::string_view, const MetadataEntry*> m_first;
    std::vector<MetadataFinding> m_findings;
};

}  // namespace

std::vector<MetadataFinding> checkMetadata(std::span<const MetadataEntry> entries) { return MetadataChecks(entries).check(); }

}  // namespace etscope::program
