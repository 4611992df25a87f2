#include "gap/inherited.h"

#include <algorithm>
#include <unordered_map>

#include "base/text.h"
#include "graph/data_flow.h"

namespace etscope::gap {
namespace {

constexpr std::size_t kNone = SIZE_MAX;

/// The row that each node runs in.
std::vector<std::size_t> rowsOfNodes(const graph::GraphModel& model, const join::NodesByHandle& nodes,
                                     const std::vector<GapRow>& rows) {
    std::unordered_map<std::string, std::size_t> ofPath;
    for (std::size_t r = 0; r < rows.size(); ++r)
        for (const std::int64_t handle : rows[r].debugHandles)
            if (const auto hit = nodes.find(handle); hit != nodes.end())
                for (const std::string& path : hit->second) ofPath.emplace(path, r);
    std::vector<std::size_t> rowOf(model.nodeCount(), kNone);
    for (std::uint32_t n = 0; n < model.nodeCount(); ++n)
        if (const auto hit = ofPath.find(repairedUtf8(model.nodePath(graph::NodeId(n)))); hit != ofPath.end())
            rowOf[n] = hit->second;
    return rowOf;
}

}  // namespace

void addInherited(const graph::GraphModel& model, const join::NodesByHandle& nodes, std::vector<GapRow>& rows) {
    const std::vector<std::size_t> rowOf = rowsOfNodes(model, nodes, rows);
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
