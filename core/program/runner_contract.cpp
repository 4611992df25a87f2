#include "program/runner_contract.h"

#include <algorithm>
#include <array>

#include "base/enum_table.h"
#include "base/lists.h"
#include "program/metadata.h"

namespace etscope::program {
namespace {

using enum PortRole;

template <std::size_t N>
using MethodNames = std::array<std::string_view, N>;
template <std::size_t N>
using Roles = std::array<PortRole, N>;

constexpr MethodNames<1> kForward{"forward"}, kEncoder{"encoder"}, kAudio{"audio_encoder"}, kStep{"decoder_step"}, kJoint{"joint"};
constexpr MethodNames<1> kSequenceDecoder{"text_decoder"};
constexpr MethodNames<2> kEmbedding{"token_embedding", "token_embeddings"}, kVision{"vision_encoder", "image_encoder"},
    kDecoder{"text_decoder", "decoder"};

constexpr Roles<1> kOneState{State}, kOneTokens{Tokens}, kOneEmbeddings{Embeddings}, kOneLogits{Logits};
constexpr Roles<2> kTokensAt{Tokens, Positions}, kEmbeddingsAt{Embeddings, Positions}, kTwoStates{State, State};
constexpr Roles<3> kDecoding{Tokens, State, Positions}, kStepping{Tokens, State, State}, kThreeStates{State, State, State};

constexpr std::array kRunnerContractTextMethods{ContractMethod{kForward, kTokensAt, kOneLogits}};
constexpr std::array kMultimodalMethods{
    ContractMethod{kEmbedding, kOneTokens, kOneEmbeddings},
    ContractMethod{kDecoder, kEmbeddingsAt, kOneLogits},
    ContractMethod{kVision, kOneState, kOneEmbeddings, false, true},
    ContractMethod{kAudio, kOneState, kOneEmbeddings, false, true},
};
constexpr std::array kRunnerContractSequenceMethods{
    ContractMethod{kEncoder, kOneState, kOneState},
    ContractMethod{kSequenceDecoder, kDecoding, kOneLogits},
};
constexpr std::array kRunnerContractTransducerMethods{
    ContractMethod{kStep, kStepping, kThreeStates, true, true},
    ContractMethod{kJoint, kTwoStates, kOneState, true, true},
};

constexpr RunnerContract kText{KeyReader::LlmRunner, "text", kRunnerContractTextMethods},
    kMultimodal{KeyReader::LlmRunner, "multimodal", kMultimodalMethods};
constexpr RunnerContract kSpeech{KeyReader::SequenceRunner, "", kRunnerContractSequenceMethods},
    kTransducing{KeyReader::TransducerRunner, "", kRunnerContractTransducerMethods};

/// The first of these methods that the program has, and that computes.
const ExecutionPlan* planOf(const Program& program, std::span<const std::string_view> names) {
    for (const std::string_view name : names)
        if (const ExecutionPlan* plan = program.plan(name); plan != nullptr && !isConstantMethod(*plan)) return plan;
    return nullptr;
}

std::vector<const ExecutionPlan*> computingPlans(const Program& program) {
    std::vector<const ExecutionPlan*> plans;
    for (const ExecutionPlan& plan : program.plans())
        if (!isConstantMethod(plan)) plans.push_back(&plan);
    return plans;
}

/// The plan that the runner calls: the name of a text model's method is the runner's option.
const ExecutionPlan* planOf(const Program& program, const RunnerContract& contract, const ContractMethod& method) {
    const ExecutionPlan* named = planOf(program, method.names);
    if (named != nullptr || contract.runner != KeyReader::LlmRunner || contract.variant != kText.variant) return named;
    const auto plans = computingPlans(program);
    return plans.size() == 1 ? plans.front() : nullptr;
}

bool isMask(const ExecutionPlan& plan, ValueIndex input) {
    const TensorInfo* tensor = plan.tensor(input);
    return tensor != nullptr && tensor->sizes.size() >= 2 &&
           (isFloating(tensor->scalarType) || tensor->scalarType == ScalarType::Bool);
}

/// Whether the method is given more than the contract knows of: masks.
bool takesMask(const ContractMethod& method, const ExecutionPlan& plan) {
    return plan.inputs.size() > method.inputs.size() &&
           std::any_of(plan.inputs.begin() + static_cast<std::ptrdiff_t>(method.inputs.size()), plan.inputs.end(),
                       [&](ValueIndex input) { return isMask(plan, input); });
}

bool isNamed(const RunnerContract& contract, std::string_view name) {
    return std::ranges::any_of(contract.methods, [name](const ContractMethod& method) {
        return std::ranges::find(method.names, name) != method.names.end();
    });
}

std::string_view roleName(PortRole role) {
    constexpr EnumTable<State> kNames({"tokens", "positions", "embeddings", "logits", "a tensor"});
    return kNames[role];
}

class ContractChecks {
public:
    ContractChecks(std::span<const MetadataEntry> entries, const Program& program) : m_metadata(entries), m_program(program) {}

    std::vector<ContractFinding> check(const RunnerContract& contract) {
        m_contract = &contract;
        m_runner = Sentence::of(keyReaderName(contract.runner));
        for (const ContractMethod& method : contract.methods) {
            const ExecutionPlan* plan = planOf(m_program, contract, method);
            if (plan != nullptr && !plan->damaged)
                checkMethod(method, *plan);
            else if (plan == nullptr && method.required)
                absent(method);
        }
        checkWidths();
        return std::move(m_findings);
    }

private:
    void add(Severity severity, const char* code, std::string where, Sentence message) {
        m_findings.push_back({severity, code, std::move(where), std::move(message)});
    }
    static std::string place(const ExecutionPlan& plan, const char* side, std::size_t index) {
        return plan.name + ", " + side + " " + std::to_string(index);
    }
    bool isText() const { return m_contract->variant == kText.variant; }
    /// As the runner assumes without the key.
    bool announcesCache() const { return m_metadata.integer("use_kv_cache").value_or(1) != 0; }

    void absent(const ContractMethod& method) {
        std::string there;
        for (const ContractMethod& other : m_contract->methods)
            if (const ExecutionPlan* plan = planOf(m_program, other.names)) there += (there.empty() ? "" : ", ") + plan->name;
        add(Severity::Error, "runner-method-absent", std::string(method.names.front()),
            Sentence::of("the %1 calls %2, which the program does not have", m_runner, method.names.front()) +
                (there.empty() ? Sentence() : Sentence::of("; it has %1", there)));
    }

    void checkMethod(const ContractMethod& method, const ExecutionPlan& plan) {
        checkCount(method, plan);
        for (std::size_t i = 0; i < std::min(method.inputs.size(), plan.inputs.size()); ++i) checkInput(method.inputs[i], plan, i);
        if (plan.outputs.empty() || (!method.moreOutputs && plan.outputs.size() != method.outputs.size()) ||
            plan.outputs.size() < method.outputs.size())
            add(Severity::Warning, "runner-output-count", plan.name,
                Sentence::of("the %1 takes %2 {2:output|outputs} of %3, which gives %4", m_runner, method.outputs.size(), plan.name,
                             plan.outputs.size()));
        if (!method.outputs.empty() && method.outputs.front() == Logits) checkLogits(plan);
        const TensorInfo* tokens = portOf(method, plan, Tokens);
        if (tokens == nullptr) tokens = portOf(method, plan, Embeddings);
        if (tokens != nullptr && tokens->sizes.size() >= 2) checkBounds(method, plan, *tokens);
    }

    /// A text decoder of one input keeps no cache; that is allowed where none is announced.
    void checkCount(const ContractMethod& method, const ExecutionPlan& plan) {
        const std::size_t count = plan.inputs.size();
        if (count == method.inputs.size()) return;
        if (isText() && count == 1) {
            if (announcesCache())
                add(Severity::Error, "runner-input-count", plan.name,
                    Sentence::of(
                        "%1 a cache, for which %2 takes 2 inputs (%3); it takes 1, so each call would see the newest token "
                        "alone",
                        m_metadata.entry("use_kv_cache") != nullptr ? Sentence::of("use_kv_cache announces")
                                                                    : Sentence::of("without use_kv_cache the runner assumes"),
                        plan.name, joined(method.inputs, ", ", roleName)));
            return;
        }
        add(Severity::Error, "runner-input-count", plan.name,
            Sentence::of("the %1 gives %2 %3 {3:input|inputs} (%4), the method takes %5", m_runner, plan.name, method.inputs.size(),
                         joined(method.inputs, ", ", roleName), count));
    }

    void checkInput(PortRole role, const ExecutionPlan& plan, std::size_t index) {
        const TensorInfo* tensor = plan.tensor(plan.inputs[index]);
        const std::string_view name = roleName(role);
        if (tensor == nullptr) {
            add(Severity::Error, "runner-input-type", place(plan, "input", index),
                Sentence::of("the %1 gives %2 as a tensor, the method takes none there", m_runner, name));
            return;
        }
        const bool wanted = role == Tokens || role == Positions ? tensor->scalarType == ScalarType::I64
                            : role == Embeddings                ? isFloating(tensor->scalarType)
                                                                : true;
        if (!wanted)
            add(Severity::Error, "runner-input-type", place(plan, "input", index),
                Sentence::of("the %1 gives %2 as %3, %4 takes %5", m_runner, name,
                             role == Embeddings ? Sentence::of("real numbers") : Sentence(std::string("i64")), plan.name,
                             std::string(scalarTypeName(tensor->scalarType))));
    }

    void checkLogits(const ExecutionPlan& plan) {
        const TensorInfo* logits = plan.outputs.empty() ? nullptr : plan.tensor(plan.outputs.front());
        if (logits == nullptr) return;
        constexpr std::array kSampled{ScalarType::F32, ScalarType::F16, ScalarType::BF16, ScalarType::U16};
        if (std::ranges::find(kSampled, logits->scalarType) == kSampled.end())
            add(Severity::Warning, "runner-logits-type", place(plan, "output", 0),
                Sentence::of("the %1 samples logits of f32, f16, bf16 or u16; %2 gives %3", m_runner, plan.name,
                             std::string(scalarTypeName(logits->scalarType))));
        if (logits->sizes.size() < 2 || !isFloating(logits->scalarType)) return;
        for (const std::string_view key : {"get_bos_id", "get_eos_ids"})
            for (const std::int64_t token : m_metadata.integers(key))
                if (token >= logits->sizes.back())
                    add(Severity::Warning, "runner-token-beyond-logits", std::string(key),
                        Sentence::of("token %1 is beyond the %2 logits of %3", token, logits->sizes.back(), plan.name));
    }

    const TensorInfo* portOf(const ContractMethod& method, const ExecutionPlan& plan, PortRole role) const {
        for (std::size_t i = 0; i < std::min(method.inputs.size(), plan.inputs.size()); ++i)
            if (method.inputs[i] == role) return plan.tensor(plan.inputs[i]);
        return nullptr;
    }

    /// How many tokens a call takes against how many the metadata promise, and the cache holds.
    void checkBounds(const ContractMethod& method, const ExecutionPlan& plan, const TensorInfo& tokens) {
        const std::int64_t bound = tokens.sizes[1];
        const bool oneByOne = (isText() && announcesCache() && m_metadata.integer("enable_dynamic_shape").value_or(0) == 0) ||
                              m_contract->runner == KeyReader::SequenceRunner || m_contract->runner == KeyReader::TransducerRunner;
        const bool dynamic = tokens.dynamism == Dynamism::UpperBound;
        const auto sequence = m_metadata.integer("get_max_seq_len");
        if (dynamic && sequence && bound + 1 < *sequence)
            add(Severity::Warning, "runner-sequence-bound", plan.name,
                Sentence::of("get_max_seq_len promises calls of %1 tokens, %2 takes at most %3 in a call", *sequence, plan.name,
                             bound));
        else if (tokens.dynamism == Dynamism::Static && oneByOne && bound != 1)
            add(Severity::Warning, "runner-sequence-bound", plan.name,
                Sentence::of("the %1 feeds tokens one by one here, %2 takes %3 in every call", m_runner, plan.name, bound));
        const auto context =
            m_metadata.entry("get_max_context_len") != nullptr ? m_metadata.integer("get_max_context_len") : sequence;
        if (dynamic && context && bound > *context)
            add(Severity::Warning, "runner-bound-beyond-cache", plan.name,
                Sentence::of("%1 takes up to %2 tokens in a call, the context holds %3", plan.name, bound, *context));
        const TensorInfo* positions = portOf(method, plan, Positions);
        if (dynamic && positions != nullptr && positions->sizes.size() == 1 && positions->sizes[0] > 1 &&
            positions->sizes[0] < bound)
            add(Severity::Warning, "runner-position-bound", plan.name,
                Sentence::of("%1 takes up to %2 tokens in a call and %3 positions, and the runner gives as many of both", plan.name,
                             bound, positions->sizes[0]));
    }

    /// What the embedding methods give must be what the decoder takes.
    void checkWidths() {
        if (m_contract->variant != kMultimodal.variant) return;
        const ExecutionPlan* decoder = planOf(m_program, kDecoder);
        const TensorInfo* taken =
            decoder == nullptr || decoder->inputs.empty() ? nullptr : decoder->tensor(decoder->inputs.front());
        if (taken == nullptr || taken->sizes.size() < 2) return;
        for (const std::span<const std::string_view> names : {std::span<const std::string_view>(kEmbedding), {kVision}, {kAudio}}) {
            const ExecutionPlan* plan = planOf(m_program, names);
            const TensorInfo* given = plan == nullptr || plan->outputs.empty() ? nullptr : plan->tensor(plan->outputs.front());
            if (given == nullptr || given->sizes.size() < 2 || given->sizes.back() == taken->sizes.back()) continue;
            add(Severity::Error, "runner-embedding-width", plan->name,
                Sentence::of("%1 gives embeddings of width %2, %3 takes width %4", plan->name, given->sizes.back(), decoder->name,
                             taken->sizes.back()));
        }
    }

    MetadataView m_metadata;
    const Program& m_program;
    const RunnerContract* m_contract = nullptr;
    Sentence m_runner;
    std::vector<ContractFinding> m_findings;
};

}  // namespace

std::optional<RunnerContract> contractOf(const ProgramRunner& runner, const Program& program) {
    if (runner.reader == KeyReader::SequenceRunner) return kSpeech;
    if (runner.reader == KeyReader::TransducerRunner) return kTransducing;
    if (runner.reader != KeyReader::LlmRunner) return std::nullopt;
    for (const ContractMethod& method : kMultimodalMethods)
        if (planOf(program, method.names) != nullptr) return kMultimodal;
    return kText;
}

bool mayBeMeant(const ProgramRunner& runner, const Program& program) {
    const auto contract = contractOf(runner, program);
    if (!contract || contract->runner != KeyReader::LlmRunner) return true;
    const auto plans = computingPlans(program);
    const bool others = std::ranges::any_of(plans, [&](const ExecutionPlan* plan) { return !isNamed(*contract, plan->name); });
    return std::ranges::all_of(contract->methods, [&](const ContractMethod& method) {
        const ExecutionPlan* plan = planOf(program, *contract, method);
        return plan == nullptr ? !method.required || !others : !takesMask(method, *plan);
    });
}

std::vector<ContractFinding> checkContract(std::span<const MetadataEntry> entries, const Program& program) {
    const auto runner = runnerOf(entries, program);
    const auto contract = runner ? contractOf(*runner, program) : std::nullopt;
    return contract ? ContractChecks(entries, program).check(*contract) : std::vector<ContractFinding>{};
}

}  // namespace etscope::program
