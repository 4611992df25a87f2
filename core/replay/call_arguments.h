// What an instruction of a plan and a node of the edge graph state for the arguments of one operator. Internal to core/replay.
// Immutable once made; any thread.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/sentence.h"
#include "evaluate/value.h"
#include "graph/graph_model.h"
#include "program/plan_graph.h"

namespace etscope::replay {

/// A number, or a list of them, that is another one on both sides.
struct NumberDifference {
    std::string name;          ///< of the argument
    evaluate::Value recorded;  ///< what the graph has
    Sentence text;             ///< "'dim' is 2, in the record it is 1"
};

class CallArguments {
public:
    /// Keeps references.
    CallArguments(const graph::GraphModel& edge, const program::ExecutionPlan& plan);

    /// Of the plan's first chain, by instruction.
    const std::vector<program::PlanCall>& calls() const& noexcept { return m_calls; }
    const std::vector<program::PlanCall>& calls() const&& = delete;

    using Visit = std::function<void(std::string_view name, program::ValueIndex index, const graph::Argument& argument)>;
    /// Arguments that both sides have, by the name in the operator's signature; none of instructions that run no operator.
    void each(std::int64_t instruction, graph::NodeId node, const Visit& visit) const;

    /// Tensors of an argument on both sides, lists item by item.
    struct Operand {
        std::string name;
        program::ValueIndex index = -1;
        graph::ValueId value;
    };
    std::vector<Operand> operands(std::int64_t instruction, graph::NodeId node) const;
    /// What an instruction makes is not told by the plan.
    std::vector<NumberDifference> numberDifferences(std::int64_t instruction, graph::NodeId node) const;

private:
    std::optional<NumberDifference> numberDifference(std::string_view name, program::ValueIndex index,
                                                     const evaluate::Value& stated) const;
    bool isMade(program::ValueIndex index) const;

    const graph::GraphModel& m_edge;
    const program::ExecutionPlan& m_plan;
    std::vector<program::PlanCall> m_calls;
    std::set<program::ValueIndex> m_made;
};

}  // namespace etscope::replay
