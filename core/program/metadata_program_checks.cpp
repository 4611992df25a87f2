// What metadata say against what the program is (docs/FORMATS.md "Findings about metadata").
#include <algorithm>
#include <array>

#include "program/metadata.h"
#include "program/metadata_view.h"
#include "program/runner_contract.h"

namespace etscope::program {
namespace {

/// Methods that give logits, most telling first; "forward" is the whole model of a text-only export.
constexpr std::array<std::string_view, 4> kLogitMethods{"text_decoder", "kv_forward", "decoder", "forward"};

class ProgramChecks {
public:
    ProgramChecks(std::span<const MetadataEntry> entries, const Program& program) : m_program(program), m_metadata(entries) {}

    std::optional<ProgramRunner> runner() const {
        for (const ReaderSign& sign : readerSigns()) {
            std::string evidence;
            std::size_t seen = 0;
            bool telling = false;
            for (const std::string_view name : sign.names)
                if (shows(sign, name)) {
                    evidence.append(++seen == 1 ? (sign.methods ? "methods " : "keys ") : ", ").append(name);
                    telling = telling || name.starts_with(sign.telling);
                }
            ProgramRunner runner{sign.reader, std::move(evidence)};
            if (seen >= sign.least && telling && !(sign.methods && isSilent(sign.reader)) && mayBeMeant(runner, m_program))
                return runner;
        }
        return std::nullopt;
    }

    std::vector<MetadataFinding> check() {
        if (const auto told = runner()) checkAbsent(told->name);
        if (const ExecutionPlan* plan = logitPlan()) {
            checkVocabulary(*plan);
            checkDynamicShape(*plan);
        }
        checkCaches();
        return std::move(m_findings);
    }

private:
    void add(Severity severity, const char* code, std::string_view key, std::string message, std::string script = {}) {
        m_findings.push_back({severity, code, std::string(key), std::move(message), std::move(script)});
    }

    /// `constant_methods["get_vocab_size"] = 32`: as `constant_methods` of an export are given. Keys of named data have another
    /// way.
    static std::string line(std::string_view key, std::string_view value) {
        if (value.empty() || key.starts_with(kMetadataPrefix)) return {};
        return "constant_methods[\"" + std::string(key) + "\"] = " + std::string(value);
    }

    /// The value that the reader takes without the key, or that of the key which it asks then.
    std::string fallbackValue(const KnownKey& key) const {
        constexpr std::string_view kOfOther = "that of ";
        if (key.fallback.starts_with(kOfOther)) {
            const auto other = integer(key.fallback.substr(kOfOther.size()));
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
    bool isSilent(std::string_view runner) const {
        const auto has = [&](const KnownKey& key) { return (key.usedBy == runner || key.key.starts_with("get_")) && entry(key.key) != nullptr; };
        return runner == kLlmRunner && std::ranges::none_of(knownKeys(), has);
    }

    void checkAbsent(std::string_view runner) {
        for (const KnownKey& key : knownKeys())
            if (key.usedBy == runner && !key.absent.empty() && entry(key.key) == nullptr)
                add(key.required ? Severity::Warning : Severity::Note,
                    key.required ? "metadata-required-absent" : "metadata-absent", key.key,
                    "absent, and read by the " + std::string(runner) + ": " + std::string(key.absent),
                    line(key.key, fallbackValue(key)));
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
                "the vocabulary has " + std::to_string(*vocabulary) + " tokens, the first output of " + plan.name + " gives " +
                    std::to_string(logits->sizes.back()) + " logits",
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
                "it is set, but every input of " + plan.name + " has one shape only", line("enable_dynamic_shape", "False"));
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
                           "the context holds " + std::to_string(*context) + " tokens, but no dimension of " +
                               std::string(tensor.name()) + " in " + plan.name + " is that long");
            }
    }

    const Program& m_program;
    MetadataView m_metadata;
    std::vector<MetadataFinding> m_findings;
};

}  // namespace

std::optional<ProgramRunner> runnerOf(std::span<const MetadataEntry> entries, const Program& program) {
    return ProgramChecks(entries, program).runner();
}

std::vector<MetadataFinding> checkMetadata(std::span<const MetadataEntry> entries, const Program& program) {
    return ProgramChecks(entries, program).check();
}

}  // namespace etscope::program
