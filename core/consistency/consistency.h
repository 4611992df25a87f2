// Consistency: whether a model is right where no reference tells, by computing its recorded graph in ways that must agree: a text
// at once and token by token, alone and in a batch, with and without what comes later. Where the user asks for it, the program
// plays the same ways, too (core/run). Any thread. Rules: docs/FORMATS.md "Consistency".
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/sentence.h"
#include "consistency/blame.h"
#include "consistency/subject.h"
#include "run/target.h"

namespace etscope::consistency {

/// NotSetUp: it was not asked, and `reason` says why: nobody knows. NotApplicable: the model does not claim it.
enum class State : std::uint8_t { Agree, Disagree, NotSetUp, NotApplicable };
/// "agree", "disagree", "not_set_up", "not_applicable".
std::string_view stateName(State state) noexcept;

/// A row of the table of checks.
struct CheckName {
    std::string_view id;   ///< "prefill_stepping"
    const char* title;     ///< for people: "prefill = stepping"
    const char* question;  ///< what must agree
};
std::span<const CheckName> checkNames() noexcept;

/// What the program gives. NotPlayed: `reason` says why. Unknown: it was played, and its numbers tell nothing.
enum class RuntimeState : std::uint8_t { Agree, Disagree, Unknown, NotPlayed };
/// "agree", "disagree", "unknown", "not_played".
std::string_view runtimeStateName(RuntimeState state) noexcept;

/// Who is at fault, by who disagrees with itself: both, only the program (a kernel or a delegate), only the graph.
enum class Fault : std::uint8_t { None, Model, Runtime, Graph };
/// "none", "model", "runtime", "graph".
std::string_view faultName(Fault fault) noexcept;

/// The ways of a check, played by the program; of several the one that disagrees, else the furthest apart.
struct RuntimeResult {
    RuntimeState state = RuntimeState::NotPlayed;
    Fault fault = Fault::None;
    Sentence reason;
    Sentence left, right;      ///< the two ways
    std::size_t compared = 0;  ///< outputs of calls
    double difference = 0;     ///< the largest, |left − right|
    double envelope = 0;       ///< what rounding may do there: as of the graph, for kernels that sum in their type
    bool leftApart = false, rightApart = false;  ///< the way gives something else than the graph
    std::size_t output = 0;
    std::optional<std::int64_t> position, row;
};

struct CheckResult {
    std::string id;
    State state = State::NotSetUp;
    Sentence reason;           ///< why it is not asked; of others what was found
    Sentence left, right;      ///< the two ways; of the pair that disagrees, else of the last one
    std::size_t compared = 0;  ///< outputs of calls that were held against each other
    double difference = 0;     ///< the largest, |left − right| in double
    double envelope = 0;       ///< what rounding may do to both there
    std::size_t output = 0;
    std::optional<std::int64_t> position, row;
    std::optional<Blame> blame;
    std::string otherMethod;               ///< of the right way, if it is another
    std::optional<RuntimeResult> runtime;  ///< nothing: nobody asked for it, or nothing was asked of the graph
};

/// Where the program is executed, and with what.
struct RuntimeOptions {
    run::TargetChoice target;
    std::chrono::milliseconds time = std::chrono::minutes(10);
    std::uint64_t memory = std::uint64_t{8} << 30U;
    std::string version;  ///< of etscope
};

/// What was executed for a method.
struct RuntimeFacts {
    std::string kind, path, executorch;  ///< of the target
    std::size_t calls = 0;               ///< that came to their end
    double seconds = 0;
    std::optional<Error> error;  ///< why nothing could be executed
};

struct MethodConsistency {
    std::string method;
    graph::StageId stage;
    std::vector<InputRole> roles;
    Axis sequence, batch;
    std::vector<std::string> states;
    std::vector<CheckResult> checks;
    std::optional<Error> error;           ///< the method's graph cannot be computed at all
    std::optional<RuntimeFacts> runtime;  ///< nothing: nobody asked for it, or there was nothing to play
};

struct Options {
    std::string stage;  ///< empty: the exported graph, else the edge graph
    ToldRoles roles;
    std::vector<std::string> checks;             ///< ids; empty: all
    std::uint64_t operations = 0;                ///< at most, of all; 0: the limit of the command line
    std::optional<RuntimeOptions> runtime = {};  ///< the program is executed, too; nothing: nothing is
};

/// Of one method. Errors: `no-such-method`, `no-such-check`, `cancelled`.
Result<MethodConsistency> consistencyOf(const session::MethodView& method, const Options& options, const JobContext& job);

}  // namespace etscope::consistency
