// Handles: what links runtime instructions to nodes: debug_handle_map, delegate_map, debug handles of edge nodes and the
// provenance of exported nodes (docs/FORMATS.md "Joining").
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
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
    std::string kind;     ///< kernel, delegate, move, jump_false, free
    std::string op;       ///< of kernels: the program's operator; empty without a program
    std::string backend;  ///< delegates
    std::vector<DelegateHandleRow> delegateHandles;
    std::vector<graph::NodeRef> edgeNodes;      ///< of the edge stage, graph order
    std::vector<graph::NodeRef> exportedNodes;  ///< of the exported stage, graph order
};

/// The nodes that carry a debug handle, in graph order.
using NodesByHandle = std::unordered_map<std::int64_t, std::vector<graph::NodeRef>>;

struct MethodHandles {
    std::string method;
    std::vector<HandleRow> rows;       ///< by instruction
    std::uint64_t unknownHandles = 0;  ///< handles in the map that no edge node carries
    std::uint64_t unmappedNodes = 0;   ///< edge nodes with a handle that no instruction names
    bool hasEdge = false, hasExported = false;
    NodesByHandle edgeByHandle, exportedByHandle;
    StageGraphs graphs;  ///< of these nodes
};

/// One method per key of the debug handle map, in session order.
Result<std::vector<MethodHandles>> handles(const session::Session& session, const JobContext& job);

}  // namespace etscope::join
