#include "gap/inherited.h"

#include <algorithm>

#include "graph/data_flow.h"

namespace etscope::gap {
namespace {

using graph::NodeId;

constexpr std::size_t kNoRow = SIZE_MAX;

/// The row that each node runs in; none where it is not told which of several. Taps are of what calls run.
std::vector<std::size_t> rowsOfNodes(const graph::GraphModel& model, const std::vector<GapRow>& rows) {
    std::vector<std::size_t> rowOf(model.nodeCount(), kNoRow);
    std::vector<bool> several(model.nodeCount());
    for (std::size_t r = 0; r < rows.size(); ++r)
        for (const std::string& path : rows[r].tap ? std::vector<std::string>() : rows[r].nodes)
            if (const NodeId node = model.findNode(path); node.valid()) {
                several[node.index()] = several[node.index()] || rowOf[node.index()] != kNoRow;
                rowOf[node.index()] = several[node.index()] ? kNoRow : r;
            }
    return rowOf;
}

}  // namespace

void Brought::take(const Brought& other) noexcept {
    error = std::max(error, other.error);
    excess = std::max(excess, other.excess);
    open = open || other.open;
    undefined = undefined || other.undefined;
}

void walkRows(const graph::GraphModel& model, const std::vector<GapRow>& rows, std::vector<Brought>& brought,
              const std::function<Brought(graph::ValueId)>& source, const std::function<Brought(std::size_t row)>& give,
              const std::function<Brought(graph::NodeId, const Brought&)>& pass) {
    const std::vector<std::size_t> rowOf = rowsOfNodes(model, rows);
    for (Brought& fed : brought) fed.open = true, fed.told = false;
    for (const std::size_t row : rowOf)
        if (row != kNoRow) brought[row].open = false, brought[row].told = true;
    const graph::DataFlow flow(model);
    std::vector<Brought> reach(model.nodeCount());
    for (std::uint32_t n = 0; n < model.nodeCount(); ++n) {
        const std::size_t row = rowOf[n];
        const bool compared = row != kNoRow && (rows[row].compared() || rows[row].restarts);
        Brought fed;
        for (const graph::ValueId input : flow.inputs(NodeId(n))) {
            const NodeId producer = model.value(input).producer;
            if (!producer.valid())
                fed.take(source(input));
            else if (producer.index() < n && (!compared || rowOf[producer.index()] != row))  // it feeds itself nothing
                fed.take(reach[producer.index()]);
        }
        if (row != kNoRow) brought[row].take(fed);
        reach[n] = compared ? give(row) : pass(NodeId(n), fed);
    }
}

std::size_t callOf(const std::vector<GapRow>& rows, std::size_t row) {
    if (!rows[row].tap) return row;
    const auto own = std::ranges::find_if(
        rows, [&](const GapRow& one) { return !one.tap && one.run == rows[row].run && one.instruction == rows[row].instruction; });
    return own == rows.end() ? row : static_cast<std::size_t>(own - rows.begin());
}

void addInherited(const graph::GraphModel& model, std::vector<GapRow>& rows) {
    std::vector<Brought> brought(rows.size());
    walkRows(
        model, rows, brought, [](graph::ValueId) { return Brought(); }, [&](std::size_t row) { return Brought{rows[row].error}; },
        [](NodeId, const Brought& fed) { return fed; });
    for (std::size_t r = 0; r < rows.size(); ++r) rows[r].inherited = brought[callOf(rows, r)].error;
}

}  // namespace etscope::gap
