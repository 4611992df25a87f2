// What a process holds in memory that has loaded the session's program and all its methods: what the files say exactly, and what
// backends make of their payloads, which is estimated or not known. Any thread. Rules: docs/FORMATS.md "Resident memory".
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/sentence.h"
#include "session/session.h"

namespace etscope::findings {

enum class ResidentKind : std::uint8_t {
    Program,    ///< the program file: instructions, constants, payloads of delegates
    Data,       ///< an external data file
    Packed,     ///< copies that a backend makes of its weights
    Arena,      ///< planned memory of a method but its state
    State,      ///< planned memory that outlives a call: caches
    Workspace,  ///< of a backend, for values inside delegates
    Ports       ///< inputs and outputs that the caller holds
};
/// "program", "data", "packed", "arena", "state", "workspace", "ports".
std::string_view residentKindName(ResidentKind kind) noexcept;

enum class Certainty : std::uint8_t { Exact, Bound, Estimate, Unknown };
/// "exact", "bound" (the most that it can be), "estimate", "unknown".
std::string_view certaintyName(Certainty certainty) noexcept;

struct ResidentPart {
    ResidentKind kind = ResidentKind::Program;
    std::string of;                      ///< the file, the backend, or the method
    std::optional<std::uint64_t> bytes;  ///< nothing: not known
    Certainty certainty = Certainty::Exact;
    Sentence title, how;  ///< what it is; how that is known
};

struct Resident {
    std::vector<ResidentPart> parts;  ///< by kind, then in the session's order
    std::uint64_t bytes = 0;          ///< of the parts that are known
    std::uint64_t exact = 0;          ///< of them: exact
    bool complete = true;             ///< false: a part is not known, `bytes` are the least
    /// "404 MiB", with "≈ " where a part is no exact one, "≥ " where one is not known.
    std::string text() const;
};

/// Kept after the first call. Without a program there are no parts. Decodes the program's delegates, which the session keeps.
/// Errors: `cancelled`.
Result<std::shared_ptr<const Resident>> resident(const session::Session& session, const JobContext& job);

}  // namespace etscope::findings
