// Mend: a change of the export that makes its outputs right, shown to do so; or that there is none, with what was tried. Values.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "mend/fault.h"
#include "mend/trial.h"

namespace etscope::mend {

enum class AnswerState : std::uint8_t {
    Healthy,         ///< nothing is wrong: no remedy
    Mended,          ///< one makes everything right
    Better,          ///< one makes less wrong; none all of it
    NothingHelped,   ///< all that the table has was tried
    NotOfTheExport,  ///< what is at fault is no part of it: `advice` says what to do instead
    CannotTry        ///< `advice` says what is missing
};
/// "healthy", "mended", "better", "nothing_helped", "not_of_the_export", "cannot_try".
std::string_view answerStateName(AnswerState state) noexcept;

struct Answer {
    AnswerState state = AnswerState::CannotTry;
    std::vector<Fault> faults;  ///< of one cause
    Sentence summary, advice;   ///< what was found; what to do, may be empty
    lowering::Versions versions;
    Lowered lowered;
    std::size_t cases = 0, expected = 0;  ///< that were run; with outputs that they should give
    std::optional<Costs> before;          ///< of the export as it is, lowered and run as the trials are
    std::vector<Trial> trials;            ///< the proven ones first, the smallest change first; those that wait last
    std::size_t left = 0;                 ///< of them, not tried: the time was over, or it was cancelled
    bool cancelled = false;               ///< by then, which is known is here
    std::vector<Sentence> notes;
    double seconds = 0;

    /// The one to take; null: none helps.
    const Trial* best() const noexcept;
    std::string cause() const;
};

/// Told when the state of a trial changes, from the thread that asked: all of them, in the order in which they are tried.
/// `changed`: its place; that of none where they are told of for the first time.
using OnTrial = std::function<void(const std::vector<Trial>& trials, std::size_t changed)>;
/// How many need not be waited for.
std::size_t decidedOf(const std::vector<Trial>& trials) noexcept;

struct Request {
    std::string of;  ///< an address or a method; empty: what the verdict answers
    std::string python = "python3";
    std::chrono::milliseconds time = std::chrono::minutes(10);    ///< of all trials; 0: no limit
    std::chrono::milliseconds oneTime = std::chrono::minutes(5);  ///< of one request to the driver
    std::uint64_t memory = std::uint64_t{8} << 30U;               ///< of the driver; 0: no limit
    std::string version;                                          ///< of etscope
    OnTrial onTrial;
};

/// EXECUTES candidates in a process of their own. Writes the folder, which must not exist or be empty, whole or not at all:
/// export_patch.py, report.md, mended.pte and mended.etrecord where one helps, tried/ with the patches of all trials. Errors:
/// `no-such-address`, those of Driver::start(), faultsOf(), casesOf(), `write-failed`, `cancelled`: before the export as it is has
/// been judged; later what is known is the answer.
Result<Answer> mend(const session::Session& session, const Request& request, const std::string& folder, const JobContext& job);

/// report.md.
std::string reportText(const Answer& answer);

}  // namespace etscope::mend
