// Roles: what inputs and outputs of a trace's methods are, from types, shapes, names, the recorded graph, and the values of the
// calls. Each has a reason. Pure functions; any thread. Rules: docs/FORMATS.md "Roles in conversations".
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conversation/call_values.h"
#include "session/session.h"

namespace etscope::conversation {

enum class InputRole : std::uint8_t { Other, Pixels, Ids, Embeddings, Positions, CachePosition, Mask, Cache };
enum class OutputRole : std::uint8_t { Other, Rows, Logits, Cache };
enum class MethodKind : std::uint8_t {
    Other,
    Vision,     ///< pictures to rows
    Embedding,  ///< ids to rows
    Decoder     ///< rows or ids to logits
};
/// "other", "pixels", …: the words of documents.
std::string_view roleName(InputRole role) noexcept;
std::string_view roleName(OutputRole role) noexcept;
std::string_view kindName(MethodKind kind) noexcept;

struct RoleOfInput {
    InputRole role = InputRole::Other;
    std::string name;  ///< in the record's graph; may be empty
    std::string reason;
    std::size_t output = 0;  ///< of a cache: the output that is its next state
};
struct RoleOfOutput {
    OutputRole role = OutputRole::Other;
    std::string reason;
};
struct MethodRoles {
    MethodKind kind = MethodKind::Other;
    std::vector<RoleOfInput> inputs;
    std::vector<RoleOfOutput> outputs;
    std::size_t calls = 0;

    /// The first input of that role.
    std::optional<std::size_t> input(InputRole role) const noexcept;
    std::optional<std::size_t> output(OutputRole role) const noexcept;
};

using Roles = std::map<std::string, MethodRoles>;

struct RoleClues {
    const session::Session& session;
    const traces::Trace& trace;
    const std::vector<CallStep>& steps;
    std::size_t vocabulary = 0;  ///< ids of the tokenizer; 0: not known
};

/// Errors: `cancelled`.
Result<Roles> rolesOf(const RoleClues& clues, const JobContext& job);

}  // namespace etscope::conversation
