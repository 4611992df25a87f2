// The verdict of a session: do the runs give what they should, and do the files belong together. The one answer that command line,
// Overview, status bar and marks give. Any thread. Rules: docs/FORMATS.md "Verdict".
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "causes/method_culprits.h"
#include "compare/outputs.h"
#include "compare/source_conflicts.h"
#include "findings/possible_causes.h"
#include "join/joins.h"
#include "session/entity.h"

namespace etscope::findings {

/// Worst last. Unknown: nothing was compared, or not all of it could be.
enum class Verdict : std::uint8_t { Match, Unknown, Differ };
/// "match", "unknown", "differ": the words of the command line.
std::string_view verdictName(Verdict verdict) noexcept;

struct OutputCounts {
    std::size_t match = 0, differ = 0;
    std::size_t incomparable = 0;  ///< shapes or types that do not fit, values that cannot be read
    std::size_t missing = 0;       ///< one side is not there
    std::size_t all() const noexcept { return match + differ + incomparable + missing; }
};

/// One run of a method: its outputs, and what it did.
struct RunOutcome {
    std::size_t run = 0;                      ///< SessionRun::index
    std::optional<compare::PairState> worst;  ///< of its outputs; nothing: it gave none that are known
    std::size_t right = 0, open = 0;          ///< calls
    std::optional<causes::Culprit> culprit;
    std::optional<std::size_t> caseIndex;  ///< that fed it; nothing: not known
};

/// Outputs of one method in all its cases and runs.
struct MethodOutcome {
    std::string method;
    OutputCounts outputs;
    std::vector<std::int64_t> differing;  ///< columns (compare::OutputPair::column) with an output that differs, in their order
    std::size_t columns = 0;              ///< with an output that was compared
    compare::PairState worst = compare::PairState::Match;
    session::Entity worstOutput;   ///< the largest difference of the worst state; none: there is no output
    std::optional<double> maxAbs;  ///< of the outputs that differ, else of those that match
    std::uint64_t notFinite = 0;   ///< positions of outputs that differ where one side only is not finite
    Sentence note;                 ///< of the worst output
    bool removed = false;          ///< values of the worst output were taken out of their file on purpose
    bool unread = false;           ///< runs of no case that is known gave outputs that cannot be read
    std::optional<causes::Culprit> culprit;
    std::optional<causes::Proof> proof;          ///< of the culprit, where it is a call that was run
    std::vector<RunOutcome> runs;                ///< those with outputs, and those that were judged; by index
    std::size_t right = 0, wrong = 0, open = 0;  ///< calls of its runs that were judged right, wrong, and not
};

/// Two files, and whether they are of one export.
struct JoinOutcome {
    join::Join join;
    std::vector<std::string> files;  ///< names
    Verdict state = Verdict::Unknown;
    bool ambiguous = false;
    Sentence finding;                ///< what contradicts; empty: nothing does
    std::string constant;            ///< name of the first constant that differs; empty: none does
    session::Entity constantTensor;  ///< the record's tensor of that name
};

/// One line of the answer.
struct Statement {
    CauseState state = CauseState::Missing;
    Sentence text;
    std::string address;  ///< of what it is about; may be empty
};

/// A run of a session that has no model.
struct UnknownRun {
    std::size_t run = 0;  ///< SessionRun::index
    Sentence kind;        ///< what runs that executed the same are called
};

struct SessionVerdict {
    Verdict state = Verdict::Unknown;
    std::vector<Statement> sentences;  ///< one at least
    OutputCounts outputs;
    std::vector<MethodOutcome> methods;   ///< worst first, then in session order
    std::size_t ambiguousRuns = 0;        ///< that several methods can have executed, and nothing tells which
    std::vector<UnknownRun> unknownRuns;  ///< that executed something, where no method is known
    std::vector<JoinOutcome> joins;
    std::vector<compare::SourceConflict> conflicts;     ///< sources of one side that contradict each other
    std::size_t differentConstants = 0, constants = 0;  ///< of those that were compared with the record's
    std::size_t unjoined = 0;                           ///< files that no join speaks of
    bool doubtful = false;              ///< what differs are values that may be another program's; nobody is accused
    bool unreadable = false;            ///< a file cannot be read at all; damaged parts are causes
    std::vector<PossibleCause> causes;  ///< causes, doubts, what is missing, in that order

    /// There are joins, and all fit.
    bool joinsFit() const noexcept;
};

/// What was found of that cause in the runs of its method; null: it is no culprit's, or another one's.
const causes::Culprit* culpritOf(const SessionVerdict& verdict, const PossibleCause& cause) noexcept;
/// The cause that answers why something differs: that of a method's runs, else the first; null: nothing differs, or none is known.
const PossibleCause* answeredCause(const SessionVerdict& verdict) noexcept;

/// Outputs of all methods, compared; without culprits. Kept after the first call. Errors: `cancelled`, those of pairOutputs().
Result<std::shared_ptr<const std::vector<MethodOutcome>>> outcomes(const session::Session& session, const JobContext& job);

/// Everything: outputs, joins, every call of every run that was logged. Kept after the first call. Errors: `cancelled`.
Result<std::shared_ptr<const SessionVerdict>> verdict(const session::Session& session, const JobContext& job);

}  // namespace etscope::findings
