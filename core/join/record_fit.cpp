#include "join/record_fit.h"

namespace etscope::join {

Fit RecordFitter::fit(const RunTrace& run, const std::string& method) {
    return fitSideTables(run, method, m_session.recordFile()->record->sideTables(), operatorsOf(method));
}

const HandleOperators& RecordFitter::operatorsOf(const std::string& method) {
    const auto [at, fresh] = m_operators.try_emplace(method);
    if (!fresh) return at->second;
    const auto graph = m_session.graph(method, graph::StageId::edge(), m_job);
    if (!graph) return at->second;
    const graph::GraphModel& model = **graph;
    for (std::uint32_t i = 0; i < model.nodeCount(); ++i) {
        const graph::Node& node = model.node(graph::NodeId(i));
        if (node.debugHandle && *node.debugHandle != 0) at->second[*node.debugHandle].emplace_back(model.text(node.target));
    }
    return at->second;
}

}  // namespace etscope::join
