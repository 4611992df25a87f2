// Folding: runs of nodes that mean one thing (dynamic quantise, rotary, silu, permute · view), shown as one item.
// A run is one module's, its inner values leave nowhere else, and only its last node's results go on, so that contracting it
// never makes a cycle. The patterns are rules (pattern_rules.h), and runs of shape operators. Immutable once built; any thread.
#pragma once

#include <string>
#include <vector>

#include "graph/data_flow.h"
#include "graph/graph_model.h"
#include "modules/hierarchy.h"
#include "modules/operator_family.h"

namespace etscope::modules {

using PatternId = StrongId<struct PatternTag>;

struct Pattern {
    std::string name;  ///< "dynamic quantise", "view · permute"
    OperatorFamily family = OperatorFamily::Other;
    std::vector<graph::NodeId> nodes;  ///< in execution order; the last one's results are the pattern's
};

class Folding {
public:
    Folding(const graph::GraphModel& model, const graph::DataFlow& flow, const Hierarchy& hierarchy);

    std::size_t size() const noexcept { return m_patterns.size(); }
    const Pattern& pattern(PatternId id) const& noexcept { return m_patterns[id.index()]; }
    const Pattern& pattern(PatternId id) const&& = delete;
    /// The pattern that the node belongs to, or invalid.
    PatternId patternOf(graph::NodeId node) const noexcept { return m_patternOf[node.index()]; }

private:
    std::vector<Pattern> m_patterns;
    std::vector<PatternId> m_patternOf;
};

}  // namespace etscope::modules
