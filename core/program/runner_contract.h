// What a runner calls: methods, the number and kinds of their inputs and outputs, and whether a program answers that. Any thread.
// Source: the text, multimodal, sequence-to-sequence and transducer runners of ExecuTorch 1.5.1. Rules: docs/FORMATS.md "Runner
// contracts".
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "program/metadata.h"

namespace etscope::program {

/// What a runner puts into an input, or takes from an output.
enum class PortRole : std::uint8_t {
    Tokens,      ///< i64 [1, n]
    Positions,   ///< i64 [1] or [n]
    Embeddings,  ///< of real numbers [1, n, width]
    Logits,      ///< f32, f16, bf16 or u16 […, vocabulary]
    State,       ///< whatever the method says
};

struct ContractMethod {
    std::span<const std::string_view> names;  ///< of this method, today's first
    std::span<const PortRole> inputs;
    std::span<const PortRole> outputs;
    bool required = true;
    bool moreOutputs = false;  ///< further outputs are left alone
};

struct RunnerContract {
    KeyReader runner;
    std::string_view variant;  ///< "text", "multimodal"; empty: there is one only
    std::span<const ContractMethod> methods;
};

/// The contract of the runner that a program is made for; nothing where that is not known, or the runner's contract is not.
std::optional<RunnerContract> contractOf(const ProgramRunner& runner, const Program& program);

/// Whether the program can be called as that runner calls programs: not where methods of other names stand for those that it
/// requires, nor where a decoder is given a mask, which a runner of its own makes. True for runners whose contract is not known.
bool mayBeMeant(const ProgramRunner& runner, const Program& program);

struct ContractFinding {
    Severity severity = Severity::Warning;
    std::string code;
    std::string where;  ///< "forward", "forward, input 0"
    Sentence message;
};

/// Where the program breaks the contract of its runner. Empty without a runner.
std::vector<ContractFinding> checkContract(std::span<const MetadataEntry> entries, const Program& program);

}  // namespace etscope::program
