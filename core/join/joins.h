// Joins: whether the files of a session belong together, with the facts that say so. Computed when asked for. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "join/constants.h"

namespace etscope::join {

enum class JoinState : std::uint8_t { Matched, Ambiguous, Mismatched, Unknown };
std::string_view joinStateName(JoinState state) noexcept;

struct Join {
    std::string from, to;  ///< kinds of files, as the command line names them
    JoinState state = JoinState::Unknown;
    std::vector<Sentence> evidence;            ///< what contradicts, then what agrees
    std::vector<Difference> differences;       ///< constants of a program that are not its record's though the others are
    std::size_t against = 0;                   ///< how many facts of the evidence contradict
    std::optional<unsigned> fromFile, toFile;  ///< of Session::files(), where one file is meant
};

/// Record with program; program with its external data; bundled cases with the methods; dumps with the methods that ran, debug
/// buffers with their dumps. Kept after the first call; none when `job` is cancelled.
std::vector<Join> joins(const session::Session& session, const JobContext& job);

/// Adds a diagnostic `files-mismatched` for each record, program and dump that do not belong together: what joins them is wrong.
void addMismatches(const session::Session& session, const JobContext& job);

}  // namespace etscope::join
