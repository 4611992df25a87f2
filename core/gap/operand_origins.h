// What the operands of a plan's instructions are in the edge graph: an input of the method, or what one node gives. Only where that
// is certain. Internal to core/gap. Rules: docs/FORMATS.md "Causes".
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "graph/graph_model.h"
#include "program/plan_calls.h"

namespace etscope::gap {

class OperandOrigins {
public:
    /// `nodeOf`: instructions that run one node each, and no other instruction that node. Keeps references.
    OperandOrigins(const graph::GraphModel& edge, const program::ExecutionPlan& plan, const std::vector<program::PlanCall>& calls,
                   const std::map<std::int64_t, graph::NodeId>& nodeOf);

    /// What the graph's value is a view of: an input, or the one result of a node that an instruction runs; nothing: neither.
    std::optional<graph::ValueId> ofGraph(graph::ValueId value) const;
    /// The same of a value of the plan as the instruction reads it.
    std::optional<graph::ValueId> ofPlan(std::int64_t instruction, program::ValueIndex value) const;
    /// "input 'x'", "what 'aten_mul_tensor' gives".
    std::string text(graph::ValueId origin) const;

private:
    std::optional<graph::ValueId> resultOf(graph::NodeId node) const;

    const graph::GraphModel& m_edge;
    const std::vector<program::PlanCall>& m_calls;
    const std::map<std::int64_t, graph::NodeId>& m_nodeOf;
    std::map<program::ValueIndex, std::optional<std::int64_t>> m_makers;  ///< nothing: several, or it is written into
    std::map<program::ValueIndex, graph::ValueId> m_planInputs;
    std::map<graph::ValueId, std::string> m_inputs;  ///< of the user, with their names
    std::map<graph::NodeId, std::int64_t> m_instructionOf;
};

}  // namespace etscope::gap
