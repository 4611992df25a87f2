// What operands are on both sides: an input of the method, what it holds, or what an instruction of the plan, or a node of the
// edge graph, gives. Views and copies of the same elements are passed through. Internal to core/replay. Rules: docs/FORMATS.md
// "Causes".
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/sentence.h"
#include "graph/graph_model.h"
#include "program/plan_graph.h"

namespace etscope::replay {

struct OperandOrigin {
    enum class Kind : std::uint8_t { Unknown, Input, Held, Made };
    Kind kind = Kind::Unknown;
    graph::ValueId input;           ///< of Input, of the graph
    graph::NodeId node;             ///< of Made in the graph
    std::int64_t instruction = -1;  ///< of Made in the plan
};

class OperandOrigins {
public:
    /// Keeps references.
    OperandOrigins(const graph::GraphModel& edge, const program::ExecutionPlan& plan, const std::vector<program::PlanCall>& calls);

    /// `passed`: receives the nodes of views and copies.
    OperandOrigin ofGraph(graph::ValueId value, std::set<graph::NodeId>* passed = nullptr) const;
    /// Of a value of the plan as the instruction reads it.
    OperandOrigin ofPlan(std::int64_t instruction, program::ValueIndex value) const;
    /// "input 'x'", "a constant", "what 'aten_mul_tensor' gives", of its node where that is known.
    Sentence text(const OperandOrigin& origin, std::optional<graph::NodeId> node) const;

private:
    const graph::GraphModel& m_edge;
    const program::ExecutionPlan& m_plan;
    const std::vector<program::PlanCall>& m_calls;
    std::map<program::ValueIndex, std::optional<std::int64_t>> m_makers;  ///< nothing: several, or it is written into
    std::map<program::ValueIndex, graph::ValueId> m_planInputs;
    std::map<graph::ValueId, std::string> m_inputs;  ///< of the user, with their names
    std::set<graph::ValueId> m_written;              ///< buffers that the graph writes
};

}  // namespace etscope::replay
