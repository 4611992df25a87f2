// The audit of a run: every instruction against its operator, computed on the values that the instruction itself read. Tells
// kernels that are wrong from those that were given wrong values. Works without a record, which adds the graphs of delegates. Any
// thread. Rules: docs/FORMATS.md "Audit of a run".
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/sentence.h"
#include "evaluate/interpreter.h"
#include "evaluate/judgement.h"
#include "replay/delegate_bodies.h"

namespace etscope::replay {

enum class AuditState : std::uint8_t {
    Judged,
    NotLogged,     ///< its results were not logged
    UnknownInput,  ///< `reason` says which
    NotEvaluated,  ///< its operator or delegate cannot be computed
};

/// What an instruction read is not what was given to that value: something wrote over it, before or (the overwriter is itself)
/// meanwhile.
struct Overwritten {
    program::ValueIndex value = -1;
    std::int64_t producer = -1, overwriter = -1;  ///< instructions
    std::string argument;                         ///< of the operator that read it
};

struct AuditRow {
    std::size_t run = 0;  ///< SessionRun::index
    std::size_t execution = 0;
    std::int64_t instruction = 0;
    std::string op;  ///< "aten::add.out", "delegate_call"
    std::optional<std::size_t> delegate;
    AuditState state = AuditState::NotLogged;
    Sentence reason;                           ///< of states other than Judged
    std::vector<evaluate::Judgement> results;  ///< one for each result
    std::size_t worst = 0;                     ///< of them
    std::optional<Overwritten> overwritten;    ///< and it read the other value: its result follows from that one
    bool assumed = false;                      ///< it reads state that no run logged
    bool fromInput = false;                    ///< it reads an input of the method
    bool sums = false;                         ///< its operator sums products or values
    bool keepsState = false;  ///< its delegate writes buffers of its own: what it gives follows from earlier calls, too
    /// The constant of the plan whose elements the call only moves.
    std::optional<program::ValueIndex> moved;
    bool otherElements = false;  ///< and what it gave are none of them
    /// Of a delegate call, what it was judged by: places in DelegateReadings::ways, one for each of them; empty: by the whole.
    std::vector<std::size_t> ways;

    /// Of the worst result; nullptr: it was not judged.
    const evaluate::Judgement* judgement() const& noexcept { return state == AuditState::Judged ? &results[worst] : nullptr; }
    const evaluate::Judgement* judgement() const&& = delete;
    bool wrong() const noexcept { return state == AuditState::Judged && results[worst].verdict == evaluate::Verdict::NotRounding; }
};

struct AuditOptions {
    /// In place of delegateReader().
    ReadDelegate delegate = {};
    /// Runs whose calls are judged, by SessionRun::index; empty: all. The others are replayed for the state that they leave.
    std::set<std::size_t> only = {};
    /// Shown each call with its row, and the right results where they were computed.
    std::function<Result<void>(const ReplayedCall&, const AuditRow&, const evaluate::Values&)> visit = {};
};

/// Rows of all these runs on what fed them (fedRuns()). They are of one method and stand in their order: state goes from one to the
/// next of a dump. Errors: `no-program`, `no-such-method` (the program has no such plan), `cancelled`, those of `visit`.
Result<std::vector<AuditRow>> audit(const session::MethodView& method, const std::vector<const join::SessionRun*>& runs,
                                    AuditOptions options, const JobContext& job);

/// Worse first: not rounding, high, normal, exact; of equal verdicts the share of the limit, then the elements beyond it.
bool isWorse(const evaluate::Judgement& left, const evaluate::Judgement& right) noexcept;

}  // namespace etscope::replay
