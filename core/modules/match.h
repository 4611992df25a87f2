// Structural comparison of two graphs: which node of one is which of the other, and what changed. Names get new numbers when a node
// is put in before them, so names decide last: first what is the same and unique, then what hangs together with what is matched,
// then order among equals, then names. O(nodes + edges); pure; any thread.
//
// The passes, each followed by spreading along edges from what it matched; pairs that a person made come before them all:
//   1. nodes whose description (operator, module, literals, weights, result types) occurs once on each side
//   2. nodes of one operator and module, in execution order, where both sides have equally many or equal descriptions
//   3. nodes of one name and operator
//   4. a node in the place of another: all its inputs are matched, and are the inputs of one free node of the same module
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "graph/data_flow.h"
#include "graph/graph_model.h"

namespace etscope::modules {

/// What told that two nodes are one.
enum class MatchedBy : std::uint8_t {
    None,         ///< they are not
    Hand,         ///< a person said so
    Description,  ///< nothing else is described like that on either side
    Neighbour,    ///< they hang together with a pair that is certain
    Order,        ///< among nodes of one operator and module
    Name,
    Place  ///< all inputs are those of the other
};
/// Whether no other pair could have been meant.
constexpr bool isCertain(MatchedBy by) noexcept {
    return by == MatchedBy::Hand || by == MatchedBy::Description || by == MatchedBy::Neighbour;
}

struct GraphMatch {
    std::vector<graph::NodeId> rightOf;  ///< per left node; invalid: removed
    std::vector<graph::NodeId> leftOf;   ///< per right node; invalid: added
    std::vector<MatchedBy> by;           ///< per left node
    std::size_t matched = 0;
};

using NodePair = std::pair<graph::NodeId, graph::NodeId>;

/// `byHand`: pairs that are right whatever else is found; of several with one node the first. Errors: `cancelled`.
Result<GraphMatch> matchGraphs(const graph::GraphModel& left, const graph::GraphModel& right, const JobContext& job,
                               std::span<const NodePair> byHand = {});

/// One thing in which a pair of nodes differs: "target", "module", "argument dim", "output 0", …; a missing side is empty.
struct FieldChange {
    std::string field, left, right;
    friend bool operator==(const FieldChange&, const FieldChange&) = default;
};

/// References to matched nodes and to graph inputs of one name are equal, whatever the nodes are called.
std::vector<FieldChange> changesOf(const graph::GraphModel& left, const graph::GraphModel& right, const GraphMatch& match,
                                   graph::NodeId leftNode);
/// Arguments whose own numbers, words and sizes are not the same, whatever values they take.
std::vector<FieldChange> constantChanges(const graph::GraphModel& left, const graph::GraphModel& right, graph::NodeId leftNode,
                                         graph::NodeId rightNode);

}  // namespace etscope::modules
