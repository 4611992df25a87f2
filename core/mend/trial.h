// Trial: measures applied to the recorded program, lowered and run on the session's cases by the driver, and judged as any other
// session is. One thread.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "findings/verdict.h"
#include "lowering/driver.h"
#include "mend/cases.h"
#include "mend/patch.h"

namespace etscope::mend {

/// What an export costs.
struct Costs {
    std::uint64_t bytes = 0;  ///< of the program's file
    std::size_t kernels = 0;  ///< calls of operators outside delegates
    std::size_t delegateCalls = 0;
    std::optional<double> p50;  ///< ticks of the runtime that a run takes at the median, all methods together
};

/// What is wrong in a session.
struct Score {
    struct Method {
        std::size_t differ = 0;    ///< outputs that differ or cannot be compared
        std::size_t wrong = 0;     ///< calls
        std::size_t compared = 0;  ///< outputs
        std::size_t judged = 0;    ///< calls
        bool faulty = false;       ///< anything is at fault
        double maxAbs = 0;         ///< of outputs that differ
        std::string why;           ///< the culprit's sentence, in English
        bool rounds = false;       ///< what differs is rounding to integers, which the graph itself does, and is not what is mended
        std::size_t looked() const noexcept { return compared + judged; }
        bool right() const noexcept { return rounds || (differ == 0 && wrong == 0 && !faulty); }
    };
    std::map<std::string, Method> methods;
    /// Nothing is wrong, and something was looked at.
    bool right() const noexcept;
    /// Anything of it is worse than in `before`.
    bool worseThan(const Score& before) const noexcept;
    /// Less is wrong than in `before`, or outputs are at most half as far off, and nothing is more wrong.
    bool betterThan(const Score& before) const noexcept;
};
/// `mended`: the cause of what is at fault. Errors: those of findings::verdict().
Result<Score> scoreOf(const session::Session& session, causes::Cause mended, const JobContext& job);
/// Of the session's program and of its runs with times.
Costs costsOf(const session::Session& session, const JobContext& job);

enum class TrialState : std::uint8_t {
    Right,       ///< everything is right
    Better,      ///< less is wrong, nothing more
    Same,        ///< what was wrong still is
    Worse,       ///< something is wrong that was not
    Refused,     ///< it cannot be lowered or run: `message` says why
    NotDecided,  ///< the driver died or hung
    NotHere,     ///< it cannot be tried here: `message` says why
    Waiting,     ///< not tried yet, or not any more: the time was over, or it was cancelled
    Lowering,    ///< it is being lowered
    Running      ///< it runs and is judged
};
/// "right", "better", "same", "worse", "refused", "not_decided", "not_here", "waiting", "lowering", "running".
std::string_view trialStateName(TrialState state) noexcept;

struct Trial {
    std::vector<Measure> measures;
    TrialState state = TrialState::NotDecided;
    std::string message;  ///< why it is not right, in one line of English; may be empty
    Sentence reason;      ///< the same as a sentence, where it is none of Python or of a culprit
    Score score;
    Costs costs;
    double seconds = 0;
    std::string patch;  ///< export_patch.py
    std::string print;  ///< SHA-256 of the program's file; empty: it was not lowered
    /// Whether it was run and judged: it has a score and costs.
    bool ran() const noexcept { return state < TrialState::Refused; }
    std::string name() const;
    Sentence title() const;
    std::size_t touches() const noexcept;
};

/// What all trials have in common.
struct Bench {
    lowering::Driver* driver = nullptr;
    const Cases* cases = nullptr;
    std::string record;  ///< path of the ETRecord
    std::string folder;  ///< each trial has a folder below it
    std::string python, version;
    causes::Cause cause = causes::Cause::Unknown;   ///< of what is at fault
    std::map<std::string, std::size_t> firstWrong;  ///< by method: the first case that is wrong
    std::string print;                              ///< of the program that nothing is changed of; empty: it is not known
    std::function<void(TrialState)> onState;        ///< told when a trial is lowered, and run; may be empty
};

/// Lowers, runs, judges. `before`: what was wrong; null: the trial itself shows it. Errors: `cancelled`, those of the driver that
/// no trial could do without.
Result<Trial> tryOut(const Bench& bench, const Lowered& lowered, std::vector<Measure> measures, const Score* before,
                     const JobContext& job);

}  // namespace etscope::mend
