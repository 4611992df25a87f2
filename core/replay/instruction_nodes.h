// Which node of the edge graph each kernel call of a plan is. Debug handles name the nodes; where several calls share them,
// operators, types, sizes, wiring, numbers and constants tell them apart, never the order of the calls alone, which delegation
// changes. What all that leaves open stays open. The one place where this is told. Immutable once made; any thread. Rules:
// docs/FORMATS.md "Nodes of calls".
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "graph/data_flow.h"
#include "join/handles.h"
#include "join/links.h"
#include "replay/call_arguments.h"
#include "replay/operand_origins.h"

namespace etscope::replay {

class InstructionNodes {
public:
    /// Keeps the plan, too.
    InstructionNodes(std::shared_ptr<const graph::GraphModel> edge, const join::MethodHandles& handles,
                     const program::ExecutionPlan& plan);

    /// Nodes of the top graph that the call may be, in the order of the graph; none: it runs the operator of none of its nodes.
    std::span<const graph::NodeId> candidates(std::int64_t instruction) const;
    /// The one that it is; nothing: it is none, or it is not told which.
    std::optional<graph::NodeId> nodeOf(std::int64_t instruction) const;
    /// Nodes with its debug handles; kernels may be those of its operator, delegates run them.
    const std::set<graph::NodeId>& named(std::int64_t instruction) const&;
    const std::set<graph::NodeId>& named(std::int64_t) const&& = delete;
    /// Whether an operand of the plan can be that value of the record: true where nothing tells what either is.
    bool mayBe(const OperandOrigin& planned, graph::ValueId recorded) const;
    /// Calls that may run the node; none: it runs beforehand, as part of another, or as a pointer that is moved.
    std::set<std::int64_t> callsOf(graph::NodeId node) const;
    /// Calls with candidates.
    const std::map<std::int64_t, std::vector<graph::NodeId>>& all() const& noexcept { return m_candidates; }
    const std::map<std::int64_t, std::vector<graph::NodeId>>& all() const&& = delete;
    const CallArguments& arguments() const& noexcept { return m_arguments; }
    const CallArguments& arguments() const&& = delete;
    const OperandOrigins& origins() const& noexcept { return m_origins; }
    const OperandOrigins& origins() const&& = delete;

    /// Of calls that are still open: candidates that `fits` holds of, where there are any.
    void prefer(const std::function<bool(std::int64_t, graph::NodeId)>& fits);

private:
    using Nodes = std::vector<graph::NodeId>;
    /// What one call reads was given by another, or by none.
    struct Wire {
        std::int64_t reader = 0;
        OperandOrigin from;                               ///< of the plan
        std::map<graph::NodeId, OperandOrigin> recorded;  ///< of each candidate of the reader
    };
    void findFixed();
    void addCandidates(const join::MethodHandles& handles);
    Nodes nodesOf(const std::vector<std::int64_t>& handles, const join::MethodHandles& all) const;
    void addWires();
    bool fitsPlan(std::int64_t instruction, graph::NodeId node) const;
    /// Whether the candidate's operand can be what the call read.
    bool agrees(const Wire& wire, const OperandOrigin& recorded) const;
    bool narrow(std::int64_t instruction, const std::function<bool(graph::NodeId)>& fits);
    void propagate(std::set<std::int64_t> open);
    /// As many calls as nodes, each of which needs what the one before it gives: they stand in one order.
    void settleChains();
    bool needs(std::int64_t later, std::int64_t earlier) const;
    bool needs(graph::NodeId later, graph::NodeId earlier) const;
    bool takeStep() const { return m_steps++ < kMostSteps; }

    static constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 24U;  ///< files decide how much there is to tell apart

    const std::shared_ptr<const graph::GraphModel> m_model;
    const graph::GraphModel& m_edge;  ///< the model
    const program::ExecutionPlan& m_plan;
    const CallArguments m_arguments;
    const OperandOrigins m_origins;
    const graph::DataFlow m_flow;
    std::map<std::int64_t, Nodes> m_candidates;
    std::map<std::int64_t, std::set<graph::NodeId>> m_named;    ///< nodes with a call's handles
    std::set<std::int64_t> m_delegates;                         ///< delegate calls
    std::map<graph::NodeId, std::set<std::int64_t>> m_callsOf;  ///< that it is a candidate of
    std::map<graph::NodeId, std::set<std::int64_t>> m_ranBy;    ///< delegate calls with its handle
    std::vector<Wire> m_wires;
    std::map<std::int64_t, std::vector<std::size_t>> m_wiresOf;  ///< by call, at either end
    std::map<std::int64_t, std::vector<std::int64_t>> m_takers;  ///< of what a call makes
    std::set<graph::NodeId> m_fixed;  ///< their values follow from what the graph holds: passes compute them beforehand
    mutable std::uint64_t m_steps = 0;
};

/// Of the value's type and sizes; sizes that are symbols there are bounds here. What neither states fits.
bool fitsValue(const program::TensorInfo* tensor, const graph::GraphModel& model, graph::ValueId value);

/// Kept after the first call. Errors: `no-such-method` (the program has no such plan), those of session::Session::program(),
/// `cancelled`.
Result<std::shared_ptr<const InstructionNodes>> instructionNodes(const session::MethodView& method, const JobContext& job);

/// What a node is elsewhere, by join::links(); of what only shares its debug handle nothing: of an edge node calls that are it, or
/// of which nobody knows, of a call the node that it is. Errors: `cancelled`.
Result<join::NodeLinks> nodeLinks(const session::MethodView& method, const graph::NodeRef& node, const JobContext& job);

}  // namespace etscope::replay
