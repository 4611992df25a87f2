// EdgeClasses: what flows along an edge of the data flow: weights, indices, masks, the cache, what skips a block, or plain data.
// Told by signature, names of arguments, types and the operators around, each with the rule that told it. Immutable; any thread.
// The model and its data flow must live as long. Rules: docs/FORMATS.md "Classes of edges".
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "graph/data_flow.h"
#include "graph/graph_model.h"

namespace etscope::modules {

enum class EdgeClass : std::uint8_t { Data, Residual, Mask, KvCache, Weight, Index };
/// "data", "residual", "mask", "kv_cache", "weight", "index".
std::string_view edgeClassName(EdgeClass kind) noexcept;

struct EdgeKind {
    EdgeClass kind = EdgeClass::Data;
    std::string_view rule;  ///< a clause; empty for data
};

class EdgeClasses {
public:
    EdgeClasses(const graph::GraphModel& model, const graph::DataFlow& flow);
    /// Of one of GraphModel::edges(). Looks at a bounded number of nodes around it.
    EdgeKind of(const graph::Edge& edge) const;

private:
    enum class Source : std::uint8_t { Computed, Weight, State };

    void addSources(const graph::Graph& graph);
    bool isMask(const graph::Edge& edge) const;
    bool isResidual(const graph::Edge& edge) const;
    bool dependsOn(graph::ValueId value, graph::ValueId ancestor) const;
    bool comesFromProduct(graph::ValueId value) const;
    std::vector<graph::ValueId> otherInputs(const graph::Edge& edge) const;

    const graph::GraphModel& m_model;
    const graph::DataFlow& m_flow;
    std::vector<Source> m_sources;  ///< per value
};

}  // namespace etscope::modules
