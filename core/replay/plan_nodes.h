// Which nodes of the edge graph an instruction runs: those that carry its debug handles, fewer where InstructionNodes tells more.
// What turns out of a delegate call narrows others. One thread at a time. Rules: docs/FORMATS.md "Graphs of delegates".
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "graph/data_flow.h"
#include "join/links.h"
#include "program/program.h"
#include "replay/instruction_nodes.h"

namespace etscope::replay {

class PlanNodes {
public:
    PlanNodes(const graph::GraphModel& edge, const join::MethodLinks& links, const program::ExecutionPlan& plan,
              const InstructionNodes& kernels);

    /// Whether all nodes were looked at: files decide how many instructions share how many.
    bool complete() const noexcept { return m_complete; }
    /// Of the top edge graph: what the instruction may run. Those that another instruction is known to run are not among them.
    const std::set<graph::NodeId>& of(std::int64_t instruction) const;
    /// Whether another instruction may run one of the nodes.
    bool isShared(std::int64_t instruction) const;
    /// All that may run the node.
    const std::set<std::int64_t>& instructionsOf(graph::NodeId node) const;
    bool hasInstruction(graph::NodeId node) const { return !instructionsOf(node).empty(); }
    /// Whether its result may be that of the node before it: no instruction may run it, or it is a view that no kernel is known to
    /// be.
    bool mayBeSilent(graph::NodeId node) const { return !hasInstruction(node) || (isView(node) && !m_kernels.contains(node)); }
    /// A view in the same order: the same elements, perhaps of other sizes.
    bool isView(graph::NodeId node) const;
    /// The values, and those of silent nodes behind them.
    std::set<graph::ValueId> withViews(const graph::DataFlow& flow, std::vector<graph::ValueId> values) const;
    /// The number of the recorded lowered module that it calls, where its handles are of one.
    std::optional<std::size_t> lowered(std::int64_t instruction) const;

    /// The instruction runs exactly these, and gives these values.
    void settle(std::int64_t instruction, const std::set<graph::NodeId>& nodes, std::vector<graph::ValueId> results);
    /// As settle() told; empty: not known.
    std::span<const graph::ValueId> resultsOf(std::int64_t instruction) const;

private:
    void share(const std::vector<std::int64_t>& instructions, const std::set<graph::NodeId>& nodes);

    const graph::GraphModel& m_edge;
    std::map<std::int64_t, std::set<graph::NodeId>> m_nodesOf;
    std::map<graph::NodeId, std::set<std::int64_t>> m_instructionsOf;
    std::map<std::int64_t, std::vector<graph::ValueId>> m_results;
    std::map<std::int64_t, std::size_t> m_lowered;
    bool m_complete = true;
    std::set<graph::NodeId> m_kernels;  ///< nodes that kernels are known to be
};

}  // namespace etscope::replay
