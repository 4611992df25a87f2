#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/lists.h"
#include "base/name_text.h"
#include "base/number_text.h"
#include "program/metadata.h"
#include "program/runner_contract.h"

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
                    Sentence::of("the key is there already; only the first is visible to the runtime"));
            if (const KnownKey* known = knownKey(entry.key)) checkKnown(entry, *known);
        }
        checkRanges();
        checkContradictions();
        checkForms();
        return std::move(m_findings);
    }

private:
    void add(Severity severity, std::string code, const std::string& key, Sentence message) {
        m_findings.push_back({severity, std::move(code), key, std::move(message)});
    }

    void checkKey(const MetadataEntry& entry) {
        const std::string_view field = std::string_view(entry.key).substr(std::min(entry.key.size(), kMetadataPrefix.size()));
        if (field.empty())
            return add(Severity::Warning, "metadata-key-empty", entry.key,
                       Sentence::of("nothing follows the prefix %1", std::string("\"metadata.\"")));
        if (field.starts_with(kMetadataPrefix))
            return add(Severity::Warning, "metadata-prefix-doubled", entry.key,
                       Sentence::of("the exporter added the prefix twice; readers look for it once"));
        const std::string bytes = nameBytes(entry.key);
        if (bytes.size() > kMostKeyBytes ||
            std::any_of(bytes.begin(), bytes.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; }))
            add(Severity::Warning, "metadata-key-text", entry.key.substr(0, 200),
                Sentence::of("the key is not ASCII or longer than 65,535 bytes"));
        else if (!isDotted(field))
            add(Severity::Note, "metadata-key-form", entry.key,
                Sentence::of("the key does not follow the convention namespace.field in lower case"));
    }

    void checkKnown(const MetadataEntry& entry, const KnownKey& known) {
        const MetadataValue& value = entry.chosen().value;
        if (entry.mismatch || !isOfType(value, known.type)) {
            add(Severity::Warning, "metadata-type-mismatch", entry.key,
                entry.bytes.hasData() ? Sentence::of("expected %1, found %2 of %3 bytes", knownTypeName(known.type),
                                                     metadataTypeName(value), entry.bytes.size)
                                      : Sentence::of("expected %1, found %2", knownTypeName(known.type), metadataTypeName(value)));
            return;
        }
        for (const MetadataValue& item : flat(value)) {
            const auto number = numberOf(item);
            if (!number) continue;
            if (known.type == KnownType::Flag && *number != 0 && *number != 1)
                add(Severity::Warning, "metadata-flag-value", entry.key,
                    Sentence::of("a flag is 0 or 1, this is %1", shortest(*number)));
            else if (known.type != KnownType::Float && *number < 0)
                add(Severity::Warning, "metadata-value-negative", entry.key,
                    Sentence::of("the value is negative: %1", shortest(*number)));
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
                Sentence::of("the most tokens of a call, %1, are more than the context holds, %2", shortest(*sequence),
                             shortest(*context)));
        const auto vocabulary = number({"metadata.model.vocab_size", "metadata.tokenizer.vocab_size", "get_vocab_size"});
        if (!vocabulary) return;
        for (const char* key : {"metadata.tokenizer.bos_id", "metadata.tokenizer.eos_ids", "metadata.tokenizer.bos_token_id",
                                "metadata.tokenizer.eos_token_id", "get_bos_id", "get_eos_id", "get_eos_ids"}) {
            const auto found = m_first.find(key);
            if (found == m_first.end()) continue;
            for (const MetadataValue& item : flat(found->second->chosen().value))
                if (const auto token = numberOf(item); token && *token >= *vocabulary)
                    add(Severity::Warning, "metadata-token-range", key,
                        Sentence::of("token %1 is outside the vocabulary of %2", shortest(*token), shortest(*vocabulary)));
        }
    }

    void checkContradictions() {
        for (const EquivalentKeys& pair : equivalentKeys()) {
            const auto first = m_first.find(pair.first), second = m_first.find(pair.second);
            if (first == m_first.end() || second == m_first.end()) continue;
            if (!sameMeaning(first->second->chosen().value, second->second->chosen().value))
                add(Severity::Warning, "metadata-contradiction", std::string(pair.first),
                    Sentence::of("the value differs from that of %1", pair.second));
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
                Sentence::of("some values have a leading type byte and some have not: two exporters were involved"));
    }

    std::span<const MetadataEntry> m_entries;
    std::map<std::string_view, const MetadataEntry*> m_first;
    std::vector<MetadataFinding> m_findings;
};

/// Methods that give logits, most telling first; "forward" is the whole model of a text-only export.
constexpr std::array<std::string_view, 4> kLogitMethods{"text_decoder", "kv_forward", "decoder", "forward"};

/// What metadata say against what the program is (docs/FORMATS.md "Findings about metadata").
class ProgramChecks {
public:
    ProgramChecks(std::span<const MetadataEntry> entries, const Program& program) : m_program(program), m_metadata(entries) {}

    std::optional<ProgramRunner> runner() const {
        for (const ReaderSign& sign : readerSigns()) {
            std::vector<std::string> seen;
            bool telling = false;
            for (const std::string_view name : sign.names)
                if (shows(sign, name)) {
                    seen.emplace_back(name);
                    telling = telling || name.starts_with(sign.telling);
                }
            const std::string names = joined(seen, ", ");
            ProgramRunner runner{sign.reader, sign.methods ? Sentence::of("methods %1", names) : Sentence::of("keys %1", names)};
            if (seen.size() >= sign.least && telling && !(sign.methods && isSilent(sign.reader)) && mayBeMeant(runner, m_program))
                return runner;
        }
        return std::nullopt;
    }

    std::vector<MetadataFinding> check() {
        if (const auto told = runner()) checkAbsent(*told);
        if (const ExecutionPlan* plan = logitPlan()) {
            checkVocabulary(*plan);
            checkDynamicShape(*plan);
        }
        checkCaches();
        return std::move(m_findings);
    }

private:
    void add(Severity severity, const char* code, std::string_view key, Sentence message, std::string script = {}) {
        m_findings.push_back({severity, code, std::string(key), std::move(message), {}, std::move(script)});
    }

    /// `constant_methods["get_vocab_size"] = 32`: as `constant_methods` of an export are given. Keys of named data have another
    /// way.
    static std::string line(std::string_view key, std::string_view value) {
        if (value.empty() || key.starts_with(kMetadataPrefix)) return {};
        return "constant_methods[\"" + std::string(key) + "\"] = " + std::string(value);
    }

    /// The value that the reader takes without the key, or that of the key which it asks then.
    std::string fallbackValue(const KnownKey& key) const {
        if (!key.instead.empty()) {
            const auto other = integer(key.instead);
            return other ? std::to_string(*other) : std::string();
        }
        if (key.fallback == "true") return "True";
        if (key.fallback == "false") return "False";
        return std::ranges::all_of(key.fallback, [](char c) { return (c >= '0' && c <= '9') || c == '-' || c == '.'; })
                   ? std::string(key.fallback)
                   : std::string();
    }

    const MetadataEntry* entry(std::string_view key) const { return m_metadata.entry(key); }
    std::optional<std::int64_t> integer(std::string_view key) const { return m_metadata.integer(key); }

    bool shows(const ReaderSign& sign, std::string_view name) const {
        if (!sign.methods) return entry(name) != nullptr;
        const ExecutionPlan* plan = m_program.plan(name);
        return plan != nullptr && !isConstantMethod(*plan);
    }

    /// Methods of other models have the names that the LLM runner calls, too: what is exported for it carries keys that it reads.
    bool isSilent(KeyReader runner) const {
        const auto has = [&](const KnownKey& key) {
            return (key.usedBy == runner || key.key.starts_with("get_")) && entry(key.key) != nullptr;
        };
        return runner == KeyReader::LlmRunner && std::ranges::none_of(knownKeys(), has);
    }

    void checkAbsent(const ProgramRunner& runner) {
        for (const KnownKey& key : knownKeys())
            if (key.usedBy == runner.reader && key.absent != nullptr && entry(key.key) == nullptr) {
                const Sentence detail = Sentence::of("read by the %1: %2", runner.name(), Sentence::of(key.absent));
                add(key.required ? Severity::Warning : Severity::Note,
                    key.required ? "metadata-required-absent" : "metadata-absent", key.key, Sentence::of("absent, and %1", detail),
                    line(key.key, fallbackValue(key)));
                m_findings.back().detail = detail;
            }
    }

    const ExecutionPlan* logitPlan() const {
        for (const std::string_view method : kLogitMethods)
            if (const ExecutionPlan* plan = m_program.plan(method)) return plan;
        return nullptr;
    }

    void checkVocabulary(const ExecutionPlan& plan) {
        const auto vocabulary = integer("get_vocab_size");
        const TensorInfo* logits = plan.outputs.empty() ? nullptr : plan.tensor(plan.outputs.front());
        if (!vocabulary || logits == nullptr || logits->sizes.size() < 2 || !isFloating(logits->scalarType)) return;
        if (logits->sizes.back() != *vocabulary)
            add(Severity::Warning, "metadata-vocabulary-size", "get_vocab_size",
                Sentence::of("the vocabulary has %1 tokens, the first output of %2 gives %3 logits", *vocabulary, plan.name,
                             logits->sizes.back()),
                line("get_vocab_size", std::to_string(logits->sizes.back())));
    }

    void checkDynamicShape(const ExecutionPlan& plan) {
        if (integer("enable_dynamic_shape") != 1) return;
        bool anyTensor = false;
        for (const ValueIndex input : plan.inputs)
            if (const TensorInfo* tensor = plan.tensor(input)) {
                if (tensor->dynamism != Dynamism::Static) return;
                anyTensor = true;
            }
        if (anyTensor)
            add(Severity::Warning, "metadata-static-inputs", "enable_dynamic_shape",
                Sentence::of("it is set, but every input of %1 has one shape only", plan.name),
                line("enable_dynamic_shape", "False"));
    }

    /// Tensors that are called caches: one of their dimensions holds the context.
    void checkCaches() {
        const auto context = entry("get_max_context_len") != nullptr ? integer("get_max_context_len") : integer("get_max_seq_len");
        if (!context) return;
        for (const ExecutionPlan& plan : m_program.plans())
            for (const TensorInfo& tensor : plan.tensors) {
                if (tensor.name().find("cache") == std::string_view::npos || tensor.sizes.size() < 3) continue;
                if (*std::ranges::max_element(tensor.sizes) >= *context) continue;
                return add(Severity::Warning, "metadata-cache-length", "get_max_context_len",
                           Sentence::of("the context holds %1 tokens, but no dimension of %2 in %3 is that long", *context,
                                        tensor.name(), plan.name));
            }
    }

    const Program& m_program;
    MetadataView m_metadata;
    std::vector<MetadataFinding> m_findings;
};

}  // namespace

std::vector<MetadataFinding> checkMetadata(std::span<const MetadataEntry> entries) { return MetadataChecks(entries).check(); }

std::optional<ProgramRunner> runnerOf(std::span<const MetadataEntry> entries, const Program& program) {
    return ProgramChecks(entries, program).runner();
}

std::vector<MetadataFinding> checkMetadata(std::span<const MetadataEntry> entries, const Program& program) {
    return ProgramChecks(entries, program).check();
}

}  // namespace etscope::program
