// Handles: what links runtime instructions to nodes: debug_handle_map, delegate_map, debug handles of edge nodes and the
// provenance of exported nodes (docs/FORMATS.md "Joining").
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "join/stage_graphs.h"
#include "session/session.h"

namespace etscope::join {

struct DelegateHandleRow {
    std::string delegateDebugId;  ///< decimal text or the backend's own word
    std::vector<std::int64_t> debugHandles;
};

struct HandleRow {
    std::int64_t instruction = 0;
    std::vector<std::int64_t> debugHandles;  ///< in file order, duplicates kept
    std::int64_t outputs = 1;
    bool isDelegate = false;
    std::string kind;                                ///< kernel, delegate, move, jump_false, free
    std::string op;                                  ///< of kernels: the program's operator; empty without a program
    std::string backend;                             ///< delegates
    std::vector<DelegateHandleRow> delegateHandles;  ///< as delegate_map has them
    std::vector<DelegateHandleRow> steps;            ///< the same with handles of the edge graph, as far as they are told
    std::vector<graph::NodeRef> edgeNodes;           ///< of the edge graph and its lowered modules, graph order
    std::vector<graph::NodeRef> exportedNodes;       ///< of the exported stage, graph order
    /// In MethodHandles::shared, which has the nodes then; `edgeNodes` is the one that the operator tells, or empty: not known.
    std::optional<std::size_t> shared;
};

/// Instructions that all carry the same handles, too many to name their nodes for each.
struct SharedHandles {
    std::vector<std::int64_t> debugHandles, instructions;
    std::vector<graph::NodeRef> edgeNodes, exportedNodes;
};

/// The nodes that carry a debug handle, in graph order. Ordered: files choose the handles.
using NodesByHandle = std::map<std::int64_t, std::vector<graph::NodeRef>>;

struct MethodHandles {
    std::string method;
    std::vector<HandleRow> rows;  ///< by instruction
    std::vector<SharedHandles> shared;
    std::uint64_t unknownHandles = 0;  ///< handles in the map that no edge node carries
    std::uint64_t unmappedNodes = 0;   ///< edge nodes with a handle that no instruction names
    bool hasEdge = false, hasExported = false;
    NodesByHandle edgeByHandle;  ///< of the edge graph, then of its lowered modules
    NodesByHandle exportedByHandle;
    NodesByHandle edgeTaps;  ///< what shows nodes of the edge graph, and is none of what an instruction runs
    StageGraphs graphs;      ///< of these nodes
};

/// The methods that the record's debug handle map knows, in session order. Errors: `no-record`.
Result<std::vector<std::string>> methodsWithHandles(const session::Session& session);
/// One of them; kept after the first call. Errors: `no-record`, also for a method that the map does not know, `cancelled`.
Result<std::shared_ptr<const MethodHandles>> handles(const session::MethodView& method, const JobContext& job);

}  // namespace etscope::join
