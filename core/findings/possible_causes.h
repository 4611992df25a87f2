// Possible causes: the one list of what may be wrong, each with what was seen, where, and what to do. Any thread. Rules:
// docs/FORMATS.md "Possible causes".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/sentence.h"
#include "compare/source_conflicts.h"
#include "session/session.h"

namespace etscope::findings {

struct MethodOutcome;
struct JoinOutcome;

/// Of a statement or a cause, worst first.
enum class CauseState : std::uint8_t {
    Differs,       ///< it was compared, and is another
    Incomparable,  ///< it could not be compared
    Warning,       ///< it contradicts something
    Doubtful,      ///< it fits, and nothing proves it
    Missing,       ///< what is not there, and what will not work
    Matches        ///< it was compared, and is equal
};
/// "differ", "incomparable", "warning", "doubtful", "missing", "match".
std::string_view causeStateName(CauseState state) noexcept;

/// Outputs differ, nothing tells why, and no bundled program is there to say what the runs were fed with.
inline constexpr std::string_view kBundleAbsent = "bundle-absent";

/// A file cannot be read, or not all of it.
inline constexpr std::string_view kFileDamaged = "file-damaged";

struct PossibleCause {
    CauseState state = CauseState::Missing;
    std::string kind;  ///< "kernel", "constant", … of causes::causeName; "type", "shape", "values", "metadata", "export", "file",
                       ///< "lint-delegate-border", "lint-known-bug", "likeness", or a code of findings()
    Sentence title;    ///< what was seen, in a sentence
    std::vector<Sentence> evidence;  ///< more of it
    std::string address;             ///< of what is at fault; may be empty
    std::string method;              ///< may be empty
    std::string source;              ///< "models.py:252" of the export script; empty: nothing tells
    Sentence action;                 ///< what a person can do; may be empty
};

/// In the order of their states; causes that were found in several runs once. Errors: `cancelled`.
Result<std::vector<PossibleCause>> possibleCauses(const session::Session& session, const std::vector<MethodOutcome>& methods,
                                                  const std::vector<JoinOutcome>& joins,
                                                  const std::vector<compare::SourceConflict>& conflicts, const JobContext& job);

/// Whether anything tells why outputs of the method differ: its runs, a join, sources that contradict each other.
bool isExplained(const MethodOutcome& outcome, const std::vector<JoinOutcome>& joins,
                 const std::vector<compare::SourceConflict>& conflicts);
/// "none of 12 calls that could be looked at is wrong, 3 could not be".
Sentence lookedAtText(const MethodOutcome& outcome);

}  // namespace etscope::findings
