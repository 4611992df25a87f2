// A module of a stage in numbers: what is inside, how much it weighs, how long it took, how far it is off. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "modules/graph_index.h"
#include "session/session.h"

namespace etscope::profile {

struct ModuleTotals {
    std::string path, className;  ///< "layers.0.attention", "Attention"
    std::uint64_t nodes = 0;      ///< inside at any depth, over all parts of a module that is called more than once
    std::vector<std::pair<std::string, std::uint64_t>> operators;  ///< "aten.mm": how often; most frequent first
    std::uint64_t weights = 0;                                     ///< parameters, buffers and constants that its nodes take
    std::optional<std::uint64_t> weightBytes;                      ///< nothing: the size of one is not known
    std::optional<double> ticks;      ///< sum of the medians of the calls that run its nodes; nothing: no run tells
    bool sharedCalls = false;         ///< some of these calls run nodes outside the module, too
    std::optional<double> error;      ///< the largest of its nodes; nothing: none was compared
    std::string worstNode;            ///< path of the node with that error
    std::optional<std::string> like;  ///< path of the first module that is alike
};

/// Nodes inside at any depth, of all parts of the module with that path.
std::set<graph::NodeId> nodesOfModule(const modules::Hierarchy& hierarchy, const std::string& path);

/// Errors: `no-such-node`: the stage has no such module; those of join::graphIndex.
Result<ModuleTotals> moduleTotals(const session::MethodView& method, const graph::StageId& stage, const std::string& path,
                                  const JobContext& job);

}  // namespace etscope::profile
