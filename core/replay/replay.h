// Replay: a run's instructions in order, each with the values that it read and those that it gave, as far as the run logged them.
// The input of an instruction is never guessed: it is what was last written to its memory, or unknown. Works from the program, the
// dump and its buffer; no record is needed. Rules: docs/FORMATS.md "Memory of a run".
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/sentence.h"
#include "evaluate/context.h"
#include "evaluate/operator_table.h"
#include "program/plan_graph.h"
#include "replay/executed.h"
#include "replay/plan_memory.h"
#include "session/session.h"

namespace etscope::replay {

struct ReplayedArgument {
    std::string_view name;
    program::ValueIndex index = -1;  ///< of the plan
    evaluate::Value value;           ///< what it read
    /// What its producer gave, where other bytes lie there now.
    std::optional<evaluate::Value> given;
    std::int64_t producer = -1;        ///< instruction that gave it; −1: none, or not known
    std::int64_t overwriter = -1;      ///< instruction that wrote over `given`
    std::optional<std::size_t> input;  ///< it is that input of the method
};

struct ReplayedCall {
    std::int64_t instruction = 0;
    std::size_t execution = 0;
    const program::PlanCall* call = nullptr;
    const evaluate::Operator* op = nullptr;  ///< nullptr: a delegate, or not in the table
    std::vector<ReplayedArgument> arguments;
    Sentence unknown;        ///< why not all arguments are known; empty: they are
    bool assumed = false;    ///< it reads state that was not logged: zeros, or what the program starts from
    bool fromInput = false;  ///< it reads an input of the method, which no dump has
    std::vector<std::optional<evaluate::Value>> results;  ///< logged; lists element by element
    bool logged = false;                                  ///< any of them
    std::optional<ScalarType> type;                       ///< of the first result, as the plan says
};

/// As evaluate::apply() wants them for `call.op`. Tensors that it writes into are copies of their own; the element type of the
/// result, which a kernel is told by the tensor that it fills, is named.
/// Errors: those of evaluate::readOwned().
Result<std::vector<evaluate::NamedValue>> argumentsOf(const ReplayedCall& call, const evaluate::Context& context);

/// The runs of one method in order: its state goes from one to the next.
class Replay {
public:
    enum class Next : std::uint8_t { GoOn, Stop };
    /// Says what happens behind the call; one that stops leaves what it and those behind it write as it was.
    using Visit = std::function<Result<Next>(const ReplayedCall&)>;

    /// `memory` counts what is held beside the files. The plan is the session's; both must live as long.
    Replay(const session::Session& session, const program::ExecutionPlan& plan, std::shared_ptr<evaluate::Memory> memory);
    /// `inputs`: of the method, in order, as far as they are known. Errors: `cancelled`, those of `visit`.
    Result<void> run(const join::SessionRun& run, const std::vector<std::optional<evaluate::Value>>& inputs, const Visit& visit,
                     const JobContext& job);

    /// Of the method, as the last run left it.
    PlanMemory& memory() noexcept { return m_values; }

private:
    struct Known {
        const evaluate::Operator* op = nullptr;
        program::PlanCall call;
    };
    /// What every replay of a plan needs and none changes; made once a session.
    struct Facts {
        std::vector<Known> calls;    ///< by instruction
        std::vector<bool> isInput;   ///< by value
        std::vector<bool> isShared;  ///< by value: other methods find it at the same place
    };
    static std::shared_ptr<const Facts> factsOf(const session::Session& session, const program::ExecutionPlan& plan);
    void bindInputs(const std::vector<std::optional<evaluate::Value>>& inputs);
    ReplayedCall replayed(const Executed& executed);
    void readKernel(const Known& known, ReplayedCall& call);
    void readDelegate(const Known& known, const Executed& executed, ReplayedCall& call);
    void takeResults(const Executed& executed, std::size_t skipped, ReplayedCall& call);
    /// Lists hold numbers and tensors; `depth`: inside one.
    evaluate::Value valueOf(program::ValueIndex index, ReplayedArgument& argument, ReplayedCall& call, int depth = 0);
    evaluate::Value tensorValue(program::ValueIndex index, const program::TensorInfo& info, ReplayedArgument& argument,
                                ReplayedCall& call);
    evaluate::Value unknownValue(ReplayedCall& call, Sentence why);
    void finish(const ReplayedCall& call, const JobContext& job);
    void finishMove(const ReplayedCall& call);
    void finishView(const ReplayedCall& call);
    void finishCopyIndex(const ReplayedCall& call, const JobContext& job);
    void finishInPlace(const ReplayedCall& call, const JobContext& job);
    void forget(const ReplayedCall& call);
    void finishScalar(const ReplayedCall& call, const JobContext& job);
    /// What the instruction wrote to each value that it makes.
    void writeResults(const ReplayedCall& call);

    const session::Session& m_session;
    const program::ExecutionPlan& m_plan;
    std::shared_ptr<evaluate::Memory> m_memory;
    std::shared_ptr<const Facts> m_facts;
    PlanMemory m_values;
    std::map<program::ValueIndex, std::optional<evaluate::Value>> m_scalars;  ///< that instructions made
    std::map<program::ValueIndex, evaluate::Value> m_constants;
};

}  // namespace etscope::replay
