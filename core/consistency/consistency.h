// Consistency: whether a model is right where no reference tells, by computing its recorded graph in ways that must agree: a text
// at once and token by token, alone and in a batch, with and without what comes later. Any thread. Rules: docs/FORMATS.md
// "Consistency".
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/sentence.h"
#include "consistency/blame.h"
#include "consistency/subject.h"

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
    std::string otherMethod;  ///< of the right way, if it is another
};

struct MethodConsistency {
    std::string method;
    graph::StageId stage;
    std::vector<InputRole> roles;
    Axis sequence, batch;
    std::vector<std::string> states;
    std::vector<CheckResult> checks;
    std::optional<Error> error;  ///< the method's graph cannot be computed at all
};

struct Options {
    std::string stage;  ///< empty: the exported graph, else the edge graph
    ToldRoles roles;
    std::vector<std::string> checks;  ///< ids; empty: all
    std::uint64_t operations = 0;     ///< at most, of all; 0: the limit of the command line
};

/// Of one method. Errors: `no-such-method`, `no-such-check`, `cancelled`.
Result<MethodConsistency> consistencyOf(const session::MethodView& method, const Options& options, const JobContext& job);

}  // namespace etscope::consistency
