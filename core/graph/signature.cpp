#include "graph/signature.h"

#include "base/enum_table.h"

namespace etscope::graph {
namespace {

constexpr EnumTable<InputKind::Unknown> kInputWords({"user_input", "constant_input", "parameter", "buffer", "constant_tensor",
                                                     "custom_obj", "token", "program_constant", "program_state", "symbol",
                                                     "captured", "unknown"});
constexpr EnumTable<OutputKind::Unknown> kOutputWords({"user_output", "loss_output", "buffer_mutation", "user_input_mutation",
                                                       "gradient_to_parameter", "gradient_to_user_input", "token", "unknown"});

}  // namespace

InputKind inputKind(std::string_view word) noexcept { return kInputWords.find(word).value_or(InputKind::Unknown); }
std::string_view inputKindWord(InputKind kind) noexcept { return kInputWords[kind]; }
OutputKind outputKind(std::string_view word) noexcept { return kOutputWords.find(word).value_or(OutputKind::Unknown); }
std::string_view outputKindWord(OutputKind kind) noexcept { return kOutputWords[kind]; }

}  // namespace etscope::graph
