#include "gap/inherited.h"

#include <algorithm>

#include "graph/data_flow.h"

namespace etscope::gap {
namespace {

constexpr std::size_t kNone = SIZE_MAX;

/// The row that each node runs in.
std::vector<std::size_t> rowsOfNodes(const graph::StageId& stage, const graph::GraphModel& model, const join::NodesByHandle& nodes,
                                     const std::vector<GapRow>& rows) {
    std::vector<std::size_t> rowOf(model.nodeCount(), kNone);
    for (std::size_t r = rows.size(); r-- > 0;)  // of several rows the first
        for (const std::int64_t handle : rows[r].debugHandles)
            if (const auto hit = nodes.find(handle); hit != nodes.end())
                for (const graph::NodeRef& ref : hit->second)
                    if (ref.stage == stage) rowOf[ref.node.index()] = r;
    return rowOf;
}

}  // namespace

void addInherited(const graph::StageId& stage, const graph::GraphModel& model, const join::NodesByHandle& nodes,
                  std::vector<GapRow>& rows) {
    const std::vector<std::size_t> rowOf = rowsOfNodes(stage, model, nodes, rows);
    const graph::DataFlow flow(model);
    std::vector<double> reach(model.nodeCount(), 0);
    for (std::uint32_t n = 0; n < model.nodeCount(); ++n) {  // producers come before their consumers in a graph
        GapRow* row = rowOf[n] == kNone ? nullptr : &rows[rowOf[n]];
        const bool compared = row != nullptr && row->compared();
        double fed = 0;
        for (const graph::ValueId input : flow.inputs(graph::NodeId(n))) {
            const graph::NodeId producer = model.value(input).producer;
            if (!producer.valid() || producer.index() >= n) continue;
            // A compared call feeds itself nothing: its error is what comes out of it.
            if (!compared || rowOf[producer.index()] != rowOf[n]) fed = std::max(fed, reach[producer.index()]);
        }
        if (row != nullptr) row->inherited = std::max(row->inherited, fed);
        reach[n] = compared ? row->error : fed;
    }
}

}  // namespace etscope::gap
