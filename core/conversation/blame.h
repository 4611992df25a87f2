// Blame of a token: where the reference, computed over the same conversation, chooses another one than the device did, the part of
// the calls whose exchange brings the reference's token back. Parts are exchanged one by one, calls first, then modules, then
// single constants and operators, and what follows is computed on. Any thread. Rules: docs/FORMATS.md "Blame of a token".
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conversation/conversation.h"

namespace etscope::conversation {

enum class BlameState : std::uint8_t {
    Found,    ///< one part alone brings the token back
    Several,  ///< no single part does
    Same,     ///< the reference chooses what was chosen
    Choice,   ///< the device's logits say what the reference's do, and something else was chosen
    Unknown   ///< it cannot be computed
};
/// "found", "several", "same", "choice", "unknown".
std::string_view blameStateName(BlameState state) noexcept;

/// Something that was the reference's for once.
struct BlamePart {
    enum class Kind : std::uint8_t { Calls, Method, State, Module, Constant, Operator, Delegate };
    Kind kind = Kind::Calls;
    Sentence title;  ///< "call 12, text_decoder", "layers.11", "layers.0 … layers.10"
    std::string method;
    std::vector<std::int64_t> calls;    ///< by their index in the trace
    std::string module;                 ///< path; of several the first one's
    std::vector<std::string> names;     ///< constants, and values of the edge graph
    std::string node, source, address;  ///< of a single operator or constant: "models.py:252", "text_decoder/edge/…"
    bool measured = false;              ///< `share` and what follows are known
    double share = 0;                   ///< of the lost lead, that comes back
    std::int64_t token = -1;            ///< what is chosen then
    bool bringsBack = false;
    std::vector<BlamePart> parts;
};
/// "calls", "method", "state", "module", "constant", "operator", "delegate".
std::string_view partKindName(BlamePart::Kind kind) noexcept;

struct Blame {
    BlameState state = BlameState::Unknown;
    std::size_t choice = 0;  ///< among Answer::tokens
    std::int64_t call = -1;
    std::int64_t chosen = -1, reference = -1;  ///< ids
    std::vector<Candidate> candidates;         ///< the likeliest of both sides, by the reference
    double lead = 0;                           ///< of the reference's token over the chosen one in the reference's logits
    double lost = 0;                           ///< of it, in the device's: more than `lead` where another one was chosen
    std::vector<BlamePart> parts;
    std::vector<std::size_t> culprit;  ///< path to it in `parts`; empty: none
    Sentence sentence;
    std::vector<Sentence> notes;  ///< what could not be told apart, and why
    std::size_t exchanges = 0;
    std::uint64_t operations = 0;

    const BlamePart* part(const std::vector<std::size_t>& path) const;
};

/// What it takes, before it is asked for. `operations`: as limits::settable().operations counts them.
struct BlameCost {
    std::size_t calls = 0, exchanges = 0;
    std::uint64_t operations = 0;
};
BlameCost blameCost(const Answer& answer, std::size_t choice);

struct BlameOptions {
    /// Of Answer::tokens; nothing: the first one that the reference does not choose.
    std::optional<std::size_t> choice;
    std::size_t exchanges = 160;  ///< at most
    /// What is known so far, after every exchange; may be empty.
    std::function<void(const Blame&)> known;
};

/// Errors: `no-trace`, `no-such-choice`, `cancelled` (what was known was told), `limit-exceeded`.
Result<std::shared_ptr<const Blame>> blame(const session::Session& session, const BlameOptions& options, const JobContext& job);

}  // namespace etscope::conversation
