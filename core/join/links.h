// Links: from a node of one stage to what it is in the others: exported node, edge node, instruction, delegate, node inside the
// delegate. Indexed once per method from the debug handles, the record's side tables and the program's plan; a look-up costs what
// it finds. Immutable; any thread. Rules: docs/FORMATS.md "Joining".
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "join/handles.h"

namespace etscope::join {

/// What a node is elsewhere. Nodes and numbers in graph order, each once; the node itself is among those of its own stage. Of an
/// instruction and of a node inside a delegate, other instructions with the same debug handle are not told.
struct NodeLinks {
    std::vector<graph::NodeRef> exported, edge;
    std::vector<std::int64_t> debugHandles;
    std::vector<std::int64_t> instructions;  ///< of the first chain
    std::vector<std::string> backends;       ///< of the instructions that are delegate calls
    std::vector<std::int64_t> delegates;     ///< of the plan, that those instructions call
    std::vector<std::string> delegateDebugIds;
    std::vector<graph::NodeRef> delegateNodes;  ///< of decoded payloads
};

/// How a delegate's nodes are told apart: not, by the ids of delegate_map, or by debug handles that they carry themselves.
enum class InsideBy : std::uint8_t { Nothing, Ids, Handles };

/// What is known of where a node runs.
enum class RunsIn : std::uint8_t { Unknown, Kernels, Delegate };

class MethodLinks {
public:
    /// Without a record only program and delegates are linked, without a program only the record's stages and tables. Errors:
    /// `cancelled`.
    static Result<std::shared_ptr<const MethodLinks>> make(const session::MethodView& method, const JobContext& job);

    /// Of a node of any stage of the method; nothing of one that is in none.
    NodeLinks of(const graph::NodeRef& node) const;
    NodeLinks ofInstruction(std::int64_t instruction) const;
    /// The program's node that stands for the instruction; an invalid one without a program that has it.
    graph::NodeRef nodeOf(std::int64_t instruction) const;
    /// What names the nodes that look-ups give.
    const StageGraphs& graphs() const& noexcept { return m_graphs; }
    const StageGraphs& graphs() const&& = delete;
    /// Of what of() gave: Kernels only where the program's own instructions prove it, which the record's map (or being an
    /// instruction) names; everything that nothing tells is Unknown.
    RunsIn runsIn(const NodeLinks& links) const;
    InsideBy insideBy(std::int64_t delegate) const;
    bool hasHandles() const noexcept { return m_hasHandles; }
    bool hasExported() const noexcept { return m_handles->hasExported; }
    bool hasProgram() const noexcept { return m_hasProgram; }

private:
    void addHandle(std::int64_t handle, std::optional<std::int64_t> instruction, NodeLinks& links) const;
    void addInstruction(std::int64_t instruction, NodeLinks& links) const;
    /// What tells the nodes of a delegate's graph apart: the ids of the record's delegate_map, or handles that the nodes carry and
    /// the map gives the call.
    struct DelegateIds {
        std::unordered_map<std::string, graph::NodeId> nodeOfId;
        std::unordered_map<graph::NodeId, std::string> idOfNode;
        std::map<std::int64_t, std::vector<graph::NodeId>> nodesOfHandle;
        std::unordered_map<graph::NodeId, std::int64_t> handleOfNode;
    };
    void addPlan(const session::MethodView& method, const program::ExecutionPlan& plan, const JobContext& job);
    void addDelegateNodes(const session::MethodView& method, std::int64_t delegate, const HandleRow& row, const JobContext& job);
    std::vector<std::optional<std::int64_t>> handlesInside(const session::MethodView& method, std::int64_t delegate,
                                                           const graph::GraphModel& model, const HandleRow& row,
                                                           const JobContext& job) const;
    void addInstructionAndHandles(std::int64_t instruction, NodeLinks& links) const;
    void ofDelegate(const graph::NodeRef& node, NodeLinks& links) const;

    std::shared_ptr<const MethodHandles> m_handles;                        ///< never null
    std::unordered_map<graph::NodeRef, std::int64_t> m_onlyInstructionOf;  ///< where operator and order tell it
    StageGraphs m_graphs;
    std::unordered_map<graph::NodeRef, std::int64_t> m_handleOf;  ///< of nodes of the record's stages
    std::map<std::int64_t, std::vector<std::size_t>> m_rowsOfHandle;
    std::map<std::int64_t, std::size_t> m_rowOfInstruction;
    std::vector<std::optional<std::int64_t>> m_instructionOf;     ///< of the program's nodes; nothing outside the first chain
    std::map<std::int64_t, graph::NodeId> m_nodeOfInstruction;    ///< in the program's graph
    std::map<std::int64_t, std::int64_t> m_delegateOf;            ///< instruction → delegate of the plan
    std::map<std::int64_t, std::string> m_backendOf;              ///< delegate of the plan → its id
    std::int64_t m_instructions = 0;                              ///< of the plan's first chain
    std::map<std::int64_t, std::vector<std::int64_t>> m_callsOf;  ///< delegate → instructions
    std::map<std::int64_t, DelegateIds> m_idsOf;                  ///< by delegate
    bool m_hasHandles = false, m_hasProgram = false;
};

/// What the nodes of the method's stages are in the others; kept after the first call. Errors: `cancelled`.
Result<std::shared_ptr<const MethodLinks>> links(const session::MethodView& method, const JobContext& job);

}  // namespace etscope::join
