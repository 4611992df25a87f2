#include "graph/data_flow.h"

namespace etscope::graph {
namespace {

/// Rows of different length as flat arrays.
template <class T>
void flatten(const std::vector<std::vector<T>>& rows, std::vector<std::uint32_t>& start, std::vector<T>& items) {
    start.assign(1, 0);
    for (const auto& row : rows) {
        items.insert(items.end(), row.begin(), row.end());
        start.push_back(static_cast<std::uint32_t>(items.size()));
    }
}

}  // namespace

DataFlow::DataFlow(const GraphModel& model) : m_position(model.nodeCount(), 0), m_leaves(model.valueCount(), false) {
    std::vector<std::vector<NodeId>> uses(model.valueCount());
    std::vector<std::vector<ValueId>> inputs(model.nodeCount()), results(model.nodeCount());
    std::vector<std::vector<GraphId>> graphs(model.nodeCount());
    std::vector<bool> listed(model.valueCount(), false);
    for (std::uint32_t g = 0; g < model.graphCount(); ++g) {
        const Graph& graph = model.graph(GraphId(g));
        for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) m_position[graph.nodes[i].index()] = i;
        for (const GraphOutput& output : graph.outputs)
            if (output.argument.kind == ArgumentKind::Value) m_leaves[output.argument.value().index()] = true;
    }
    for (std::uint32_t n = 0; n < model.nodeCount(); ++n) {
        const NodeId id(n);
        const auto take = [&](const Argument& argument) {
            if (argument.kind != ArgumentKind::Value) return;
            const ValueId value = argument.value();
            if (model.value(value).producer == id) return;
            if (uses[value.index()].empty() || uses[value.index()].back() != id) {
                uses[value.index()].push_back(id);
                inputs[n].push_back(value);
            }
        };
        for (const Argument& argument : model.arguments(model.node(id))) {
            take(argument);
            if (argument.kind == ArgumentKind::Graph) graphs[n].push_back(argument.graph());
            if (argument.kind == ArgumentKind::List)
                for (const Argument& item : model.listItems(argument)) take(item);
        }
        for (const OutputSlot& slot : model.outputs(model.node(id)))
            for (const ValueId value : model.values(slot)) {
                results[n].push_back(value);
                listed[value.index()] = true;
            }
    }
    for (std::uint32_t v = 0; v < model.valueCount(); ++v)  // views of results are no results of their own
        if (const NodeId maker = model.value(ValueId(v)).producer; maker.valid() && !listed[v])
            results[maker.index()].push_back(ValueId(v));
    flatten(uses, m_useStart, m_uses);
    flatten(inputs, m_inputStart, m_inputs);
    flatten(results, m_resultStart, m_results);
    flatten(graphs, m_graphStart, m_graphs);
}

}  // namespace etscope::graph
