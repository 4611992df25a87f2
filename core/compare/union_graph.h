// Both sides of one module as one graph: the nodes of the right side, and those of the left that are gone, wired as they were. What
// comes from outside the module is an input. Made to be drawn: of arguments only values are kept. Pure; any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "compare/module_changes.h"

namespace etscope::compare {

/// Which sides are drawn.
enum class UnionSides : std::uint8_t { Both, Before, After };

struct UnionGraph {
    std::shared_ptr<const graph::GraphModel> model;
    std::vector<graph::NodeId> left, right;          ///< per node of `model`; invalid: that side does not have it
    std::vector<std::optional<ChangeState>> states;  ///< per node; nothing: it is the same

    std::size_t count(ChangeState state) const;
};

/// Nodes inside the module at any depth, `most` of them. Of one side alone, as it is there. Errors: `limit-exceeded`.
Result<UnionGraph> unionGraph(const MethodChange& method, const StageDiff& stage, const std::string& path, std::size_t most,
                              UnionSides sides = UnionSides::Both);

}  // namespace etscope::compare
