// Method attribution: an ETDump never names its methods. Which method a run executed is inferred from what its events say:
// instruction numbers, operators, delegate calls, types and shapes of values (docs/FORMATS.md "Which method ran"). A method is
// ruled out by what contradicts it, never by what is not known of it. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/scalar_type.h"
#include "base/sentence.h"
#include "etrecord/record.h"
#include "program/plan.h"

namespace etscope::join {

/// What the events of one run say about the method.
struct RunTrace {
    struct Step {
        std::int64_t instruction = 0;
        std::string_view name;  ///< "native_call_add.out", "OPERATOR_CALL", "DELEGATE_CALL", …; a view of the dump's texts
        friend auto operator<=>(const Step&, const Step&) = default;
    };
    struct Tensor {
        ScalarType type = ScalarType::Unknown;
        std::vector<std::int64_t> shape;
        friend auto operator<=>(const Tensor&, const Tensor&) = default;
    };
    struct Logged {
        std::int64_t instruction = 0;
        Tensor tensor;
        friend auto operator<=>(const Logged&, const Logged&) = default;
    };
    std::vector<Step> steps;      ///< sorted, each once
    std::vector<Logged> logged;   ///< values of instructions, sorted, each once
    std::vector<Tensor> outputs;  ///< of the method, in order; empty: none was logged
    friend auto operator<=>(const RunTrace&, const RunTrace&) = default;
};

/// How sure the answer is.
enum class MethodState : std::uint8_t { Certain, Inferred, Ambiguous, Unknown };
std::string_view methodStateName(MethodState state) noexcept;

struct Attribution {
    MethodState state = MethodState::Unknown;
    std::optional<std::string> method;
    std::vector<std::string> candidates;  ///< all methods that nothing contradicts, best first
    std::vector<Sentence> evidence;       ///< what speaks for the method, or what contradicts all of them
};

/// How far a run fits one method.
struct Fit {
    std::string method;
    bool operatorsKnown = true;     ///< the calls' operators were held against the method's
    std::size_t agreements = 0;     ///< facts that were compared and agree
    std::size_t missing = 0;        ///< instructions of the method that the run did not execute
    std::vector<Sentence> against;  ///< the first contradictions, in words
    std::vector<Sentence> inFavour;
};

/// Which outputs of a method so many logged ones are, one position each: all of them, or all whose types the runtime's writer can
/// log; several times over when the block holds several executions. Empty: the number fits neither. `outputs`: the element type of
/// each, nothing for what is no tensor.
std::vector<std::size_t> outputPositions(std::size_t logged, const std::vector<std::optional<ScalarType>>& outputs,
                                         bool tensorsOnly);
std::vector<std::size_t> outputPositions(std::size_t logged, const program::ExecutionPlan& plan, bool tensorsOnly);

/// What a record's graph says of a method. A size that is not known fits any.
struct RecordedMethod {
    using Shape = std::vector<std::optional<std::int64_t>>;
    /// The nodes that carry a debug handle.
    struct Nodes {
        std::vector<std::string> operators;  ///< "executorch.exir.dialects.edge.ops.aten.add.Tensor"
        std::vector<Shape> results;
    };
    struct Output {
        std::optional<ScalarType> type;  ///< nothing: it is no tensor
        std::optional<Shape> shape;
    };
    std::map<std::int64_t, Nodes> byHandle;
    std::vector<Output> outputs;
};

Fit fitPlan(const RunTrace& run, const std::string& method, const program::ExecutionPlan& plan);
/// Against the record: its side tables know instructions and delegate calls, `recorded` what a kernel can be and give.
Fit fitSideTables(const RunTrace& run, const std::string& method, const etrecord::SideTables& tables,
                  const RecordedMethod& recorded = {});

/// The answer: among methods that nothing contradicts and something agrees with, the only one, or the only one that executed whole,
/// or the one with the most agreements. Methods that nothing is known of stay candidates, and where one could be the answer as well
/// as one whose operators were not compared, there is none. `certain`: only one method can be it, and operators were compared;
/// `inferred`: several can, one fits better, or nothing is known of operators.
Attribution attribute(std::vector<Fit> fits);

}  // namespace etscope::join
