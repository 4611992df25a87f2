#include "shrink/bodies.h"

#include <algorithm>

namespace etscope::shrink {
namespace {

using graph::ArgumentKind;
using graph::ValueId;

void addGraphs(const graph::GraphModel& model, const graph::Argument& argument, std::vector<graph::GraphId>& graphs) {
    if (argument.kind == ArgumentKind::Graph) graphs.push_back(argument.graph());
    if (argument.kind == ArgumentKind::List)
        for (const graph::Argument& item : model.listItems(argument)) addGraphs(model, item, graphs);
}

void addNodes(const Sketch& sketch, const std::vector<graph::NodeId>& nodes, std::vector<graph::NodeId>& all) {
    const graph::GraphModel& model = *sketch.graph;
    for (const graph::NodeId node : nodes) {
        if (sketch.passed.contains(node)) continue;
        std::vector<graph::GraphId> graphs;
        for (const graph::Argument& argument : model.arguments(model.node(node))) addGraphs(model, argument, graphs);
        for (const graph::GraphId body : graphs) {
            for (const graph::NodeId inner : model.graph(body).nodes)
                if (!sketch.passed.contains(inner)) all.push_back(inner);
            addNodes(sketch, model.graph(body).nodes, all);
        }
    }
}

/// Type and sizes.
bool isSameForm(const graph::GraphModel& model, ValueId a, ValueId b) {
    const graph::Value &left = model.value(a), &right = model.value(b);
    if (left.kind != graph::ValueKind::Tensor || right.kind != graph::ValueKind::Tensor) return false;
    if (!left.meta.valid() || !right.meta.valid()) return false;
    const graph::TensorMeta &one = model.meta(left.meta), &other = model.meta(right.meta);
    return one.type == other.type && std::ranges::equal(model.dims(one.sizes), model.dims(other.sizes));
}

}  // namespace

std::vector<graph::NodeId> nodesOfBodies(const Sketch& sketch) {
    std::vector<graph::NodeId> all;
    addNodes(sketch, sketch.nodes, all);
    return all;
}

std::optional<ValueId> standInOf(const graph::GraphModel& model, const graph::DataFlow& flow, graph::NodeId node) {
    const auto results = flow.results(node);
    if (results.size() != 1) return std::nullopt;
    const auto inputs = flow.inputs(node);
    const auto found = std::ranges::find_if(inputs, [&](ValueId input) { return isSameForm(model, input, results.front()); });
    return found == inputs.end() ? std::nullopt : std::optional(*found);
}

bool givesWhatItReads(const Sketch& sketch) {
    const graph::GraphModel& model = *sketch.graph;
    const auto isGiven = [&](ValueId value) {
        for (auto found = sketch.passed.end(); model.value(value).producer.valid(); value = found->second)
            if ((found = sketch.passed.find(model.value(value).producer)) == sketch.passed.end()) return false;
        return true;
    };
    std::set<graph::GraphId> bodies;
    for (const auto& [node, by] : sketch.passed) bodies.insert(model.node(node).graph);
    return std::ranges::any_of(bodies, [&](graph::GraphId body) {
        return std::ranges::any_of(model.graph(body).outputs, [&](const graph::GraphOutput& output) {
            return output.argument.kind == ArgumentKind::Value && isGiven(output.argument.value());
        });
    });
}

void dropUnread(Sketch& sketch, const graph::DataFlow& flow) {
    const graph::GraphModel& model = *sketch.graph;
    std::set<ValueId> read;
    const auto add = [&](ValueId value) {
        while (model.value(value).producer.valid()) {
            const auto by = sketch.passed.find(model.value(value).producer);
            if (by == sketch.passed.end()) break;
            value = by->second;
        }
        read.insert(value);
    };
    for (const graph::NodeId node : sketch.nodes)
        if (!sketch.passed.contains(node)) std::ranges::for_each(flow.inputs(node), add);
    std::ranges::for_each(sketch.outputs, add);
    for (const Write& write : sketch.writes) add(write.value), add(write.state);
    const auto isUnread = [&](const Feed& feed) { return !read.contains(feed.value); };
    const auto isKept = [&](const Feed& feed) { return feed.kind == FeedKind::Input && !isUnread(feed); };
    if (std::ranges::any_of(sketch.feeds, isKept)) std::erase_if(sketch.feeds, isUnread);
}

std::vector<Operand> operandsOf(const graph::GraphModel& model, const graph::DataFlow& flow, graph::NodeId node) {
    std::vector<Operand> operands;
    const auto arguments = model.arguments(model.node(node));
    if (operatorName(model, node) != "cond" || arguments.empty() || arguments.back().kind != ArgumentKind::List) return operands;
    const auto given = model.listItems(arguments.back());
    for (const graph::GraphId body : flow.graphs(node)) {
        const auto& inputs = model.graph(body).inputs;
        for (std::size_t i = 0; i < std::min<std::size_t>(inputs.size(), given.size()); ++i)
            if (given[i].kind == ArgumentKind::Value && inputs[i].value.valid())
                operands.push_back({inputs[i].value, given[i].value()});
    }
    return operands;
}

}  // namespace etscope::shrink
