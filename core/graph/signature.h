// What the inputs and outputs of a graph are: what a caller gives and gets, or what the model holds and writes. One word each for
// documents. Values; any thread.
#pragma once

#include <cstdint>
#include <string_view>

namespace etscope::graph {

enum class InputKind : std::uint8_t {
    User,             ///< a caller gives it
    ConstantInput,    ///< the same, and the export fixed it: a number, a text, or None
    Parameter,        ///< exported programs: weights
    Buffer,           ///< what the module holds beside them; state, where an output writes it
    TensorConstant,   ///< a tensor of the code
    CustomObject,     ///< an object of the code
    Token,            ///< orders effects
    ProgramConstant,  ///< execution plans: bytes of the program or of its data files
    ProgramState,     ///< memory that nothing of the call has written
    Symbol,           ///< delegates: a size that the inputs tell
    Captured,         ///< written outside of this graph
    Unknown           ///< no signature tells, or its word is not known
};

enum class OutputKind : std::uint8_t {
    User,               ///< a caller gets it
    Loss,               ///< the same, and training begins with it
    BufferMutation,     ///< what the call leaves in the buffer `target`
    UserInputMutation,  ///< what the call leaves in the input `target`
    ParameterGradient,
    UserInputGradient,
    Token,
    Unknown  ///< no signature tells, or its word is not known
};

/// "user_input", "parameter", … : the words of the files and of the command line. Every other word: Unknown.
InputKind inputKind(std::string_view word) noexcept;
std::string_view inputKindWord(InputKind kind) noexcept;
OutputKind outputKind(std::string_view word) noexcept;
std::string_view outputKindWord(OutputKind kind) noexcept;

/// Whether a caller gives it. Constant inputs, too: they are arguments of the call, and inputs of the program's plan.
constexpr bool isUser(InputKind kind) noexcept { return kind == InputKind::User || kind == InputKind::ConstantInput; }
/// Whether it is there before the call: neither the caller nor the order of effects brings it.
constexpr bool isHeld(InputKind kind) noexcept { return !isUser(kind) && kind != InputKind::Token; }
/// Whether an exported program holds its values under the name `target`.
constexpr bool isRecorded(InputKind kind) noexcept {
    return kind == InputKind::Parameter || kind == InputKind::Buffer || kind == InputKind::TensorConstant;
}
/// Whether a caller gets it: an output of the program's plan.
constexpr bool isUser(OutputKind kind) noexcept { return kind == OutputKind::User || kind == OutputKind::Loss; }
/// Whether the call leaves it in a buffer. What a delegate's program leaves in its own is no result of the delegate's call.
constexpr bool isBufferMutation(OutputKind kind) noexcept { return kind == OutputKind::BufferMutation; }
constexpr bool isMutation(OutputKind kind) noexcept { return isBufferMutation(kind) || kind == OutputKind::UserInputMutation; }

}  // namespace etscope::graph
