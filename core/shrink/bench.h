// Bench: a sketch written as code, lowered and run by the driver, and judged by etscope as any session is. Each trial has a folder
// of its own, with the files that anybody could open. One thread.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "causes/method_culprits.h"
#include "lowering/driver.h"
#include "shrink/sketch.h"

namespace etscope::shrink {

/// The fault that is kept.
struct Wanted {
    causes::Cause cause = causes::Cause::Unknown;
    std::set<std::string> operators;  ///< of which one must be at fault; empty: any
    bool byOutputs = false;           ///< whatever the cause: an output that is not the expected one
    bool stops = false;               ///< the run ends before the method does
};

enum class TrialState : std::uint8_t {
    StillWrong,  ///< in the same way
    Otherwise,   ///< it is wrong in another way
    Right,
    NotBuilt,    ///< it cannot be written, exported or lowered; `message` says why
    NotDecided,  ///< the driver died or hung, or the run cannot be judged
};
/// "still_wrong", "otherwise", "right", "not_built", "not_decided".
std::string_view trialStateName(TrialState state) noexcept;

struct Trial {
    TrialState state = TrialState::NotDecided;
    std::string message;  ///< what was found, in a sentence
    std::string folder;   ///< of its files; empty: there are none
    bool stopped = false;  ///< the runtime stopped in the middle: that is what is wrong
    std::optional<causes::Culprit> culprit;
    std::optional<evaluate::Judgement> judgement;  ///< of what the culprit gave
    double seconds = 0;
};

/// How far what was judged is off, over what rounding normally gives; infinite: no rounding explains it; nothing: it is normal.
std::optional<double> ownErrorOf(const evaluate::Judgement& judgement) noexcept;

/// What a session of one method says of the fault that is wanted. Errors: those of findings::verdict(), causes::methodCulprits().
Result<void> judge(const session::MethodView& method, const Wanted& wanted, Trial& trial, const JobContext& job);

class Bench {
public:
    /// Keeps references. `folder` exists and takes a folder for each trial.
    Bench(lowering::Driver& driver, std::string folder, Wanted wanted)
        : m_driver(driver), m_folder(std::move(folder)), m_wanted(std::move(wanted)) {}

    /// `head`: the first lines of its code. Errors: `cancelled`, `write-failed`, those of a driver that cannot be started again.
    Result<Trial> tryOut(const Sketch& sketch, std::string_view head, const JobContext& job);

    void want(Wanted wanted) { m_wanted = std::move(wanted); }
    const Wanted& wanted() const& noexcept { return m_wanted; }
    const Wanted& wanted() const&& = delete;

private:
    Result<void> build(const Sketch& sketch, std::string_view head, Trial& trial, const JobContext& job);
    Result<void> execute(const Sketch& sketch, Trial& trial, const JobContext& job);

    lowering::Driver& m_driver;
    std::string m_folder;
    Wanted m_wanted;
    std::size_t m_number = 0;
};

}  // namespace etscope::shrink
