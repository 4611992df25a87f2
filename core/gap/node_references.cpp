#include "gap/node_references.h"

#include <algorithm>
#include <iterator>

namespace etscope::gap {
namespace {

Reference oneOrNone(std::optional<tensor::Value> value) { return value ? Reference{std::move(value)} : Reference{}; }

Reference listed(std::vector<tensor::Value> list) {
    return {std::make_move_iterator(list.begin()), std::make_move_iterator(list.end())};
}

Reference referenceOf(std::int64_t handle, const ReferenceValues& references) {
    auto list = listed(references.listOfHandle(handle));
    return list.empty() ? oneOrNone(references.ofHandle(handle)) : list;
}

NodeName nameOf(const join::StageGraphs& graphs, const graph::NodeRef& ref) {
    NodeName name{graphs.path(ref), {}};
    const graph::GraphModel* model = graphs.find(ref.stage);
    if (model == nullptr || ref.node.index() >= model->nodeCount()) return name;
    for (const graph::OutputSlot& slot : model->outputs(model->node(ref.node)))
        for (const graph::ValueId value : model->values(slot)) name.results.push_back(model->valuePath(value));
    if (name.results.size() == 1 && name.results.front() == name.path) name.results.clear();
    return name;
}

}  // namespace

Reference referenceOf(const NodeName& node, const ReferenceValues& references) {
    if (auto list = listed(references.listOfNode(node.path)); !list.empty()) return list;
    Reference results;
    for (const std::string& result : node.results) results.push_back(references.ofNode(result));
    if (std::ranges::any_of(results, [](const auto& one) { return one.has_value(); })) return results;
    return oneOrNone(references.ofNode(node.path));
}

bool holdsPart(const std::string& path) { return path.find("getitem") != std::string::npos; }

graph::StageId homeOf(const graph::StageId& stage) {
    return stage.is(graph::StageId::Kind::Exported) ? stage : graph::StageId::edge();
}

join::NodesByHandle nodesOf(const join::MethodHandles& handles, const graph::StageId& stage) {
    const graph::StageId home = homeOf(stage);
    join::NodesByHandle nodes;
    for (const auto& [handle, refs] : home.is(graph::StageId::Kind::Exported) ? handles.exportedByHandle : handles.edgeByHandle)
        for (const graph::NodeRef& ref : refs)
            if (ref.stage == home) nodes[handle].push_back(ref);
    return nodes;
}

NodeNames namesOf(const join::MethodHandles& handles, const graph::StageId& stage) {
    NodeNames names;
    for (const auto& [handle, refs] : nodesOf(handles, stage))
        for (const graph::NodeRef& ref : refs) names[handle].push_back(nameOf(handles.graphs, ref));
    return names;
}

std::map<std::int64_t, Reference> referenceByHandle(const NodeNames& nodes, const ReferenceValues& references) {
    std::map<std::int64_t, Reference> values;
    for (const auto& [handle, names] : nodes) {
        for (const NodeName& node : names)
            if (auto value = holdsPart(node.path) ? Reference{} : referenceOf(node, references); !value.empty())
                values.insert_or_assign(handle, std::move(value));
        if (!values.contains(handle))
            if (auto value = referenceOf(handle, references); !value.empty()) values.emplace(handle, std::move(value));
    }
    // Nodes of the stage may carry no handles at all: the file's own keys still name what ran.
    for (const std::int64_t handle : references.handles())
        if (!values.contains(handle)) values.emplace(handle, referenceOf(handle, references));
    return values;
}

}  // namespace etscope::gap
