// Constants of a program that a call hands to its delegate, against those of the record that the delegate's nodes take. Nothing
// names them: neither a kernel's signature nor, where they differ, their contents. Any thread. Rules: docs/FORMATS.md "Causes".
#pragma once

#include <optional>

#include "replay/program_differences.h"

namespace etscope::replay {

/// The first argument of the method's instruction that can be one tensor of the record only, by type and sizes, and has other
/// elements. Tensors of the record that the program holds elsewhere, by contents, are none of them; nothing where several fit.
/// Errors: `cancelled`, those of reading record and program.
Result<std::optional<ProgramDifference>> delegateArgument(const session::MethodView& method, std::int64_t instruction,
                                                          const JobContext& job);

}  // namespace etscope::replay
