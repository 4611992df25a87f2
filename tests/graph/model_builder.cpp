#include "graph/model_builder.h"

namespace etscope::test {

using namespace graph;
using namespace modules;

ModelBuilder::ModelBuilder() {
    m_graph = m_builder.addGraph({});
    shape(ScalarType::F32, {2, 4});
}

void ModelBuilder::shape(ScalarType type, std::initializer_list<std::int64_t> sizes) {
    std::vector<Dim> dims;
    for (const std::int64_t size : sizes) dims.push_back({size, {}, true});
    TensorMeta meta;
    meta.type = type;
    m_meta = m_builder.internMeta(meta, dims, {});
}

ValueId ModelBuilder::addValue(std::string_view id, NodeId producer, std::uint32_t output, std::int32_t element) {
    Value value;
    value.id = m_builder.intern(id);
    value.kind = ValueKind::Tensor;
    value.graph = m_graph;
    value.producer = producer;
    value.output = output;
    value.element = element;
    value.meta = m_meta;
    return m_builder.addValue(value);
}

ValueId ModelBuilder::input(std::string_view name, graph::InputKind kind, std::string_view target) {
    auto& inputs = m_builder.graph(m_graph).inputs;
    const ValueId value = addValue(name, {}, static_cast<std::uint32_t>(inputs.size()), -1);
    GraphInput input;
    input.value = value;
    input.kind = kind;
    input.id = m_builder.intern(name);
    if (!target.empty()) input.target = m_builder.intern(target);
    m_builder.graph(m_graph).inputs.push_back(input);
    return value;
}

NodeId ModelBuilder::addNode(std::string_view id, std::string_view target, const std::vector<Argument>& arguments) {
    Node node;
    node.id = m_builder.intern(id);
    node.target = m_builder.intern(target);
    node.graph = m_graph;
    node.moduleStack = m_builder.intern(m_stack.empty() ? " Root" : m_stack);
    node.arguments = m_builder.addArguments(arguments);
    const NodeId added = m_builder.addNode(node);
    for (const Argument& argument : arguments)
        if (argument.kind == ArgumentKind::Graph) {
            m_builder.graph(argument.graph()).owner = added;
            m_builder.graph(argument.graph()).argument = m_builder.graph(argument.graph()).name;
        }
    return added;
}

ValueId ModelBuilder::node(std::string_view id, std::string_view target, const std::vector<Argument>& arguments) {
    const NodeId added = addNode(id, target, arguments);
    const ValueId value = addValue(id, added, 0, -1);
    const OutputSlot slot{ValueKind::Tensor, m_builder.addOutputValues(std::span(&value, 1))};
    m_builder.node(added).outputs = m_builder.addOutputs(std::span(&slot, 1));
    return value;
}

ValueId ModelBuilder::node(std::string_view id, std::string_view target, std::initializer_list<ValueId> arguments) {
    std::vector<Argument> taken;
    for (const ValueId value : arguments) taken.push_back(valueArgument(value));
    return node(id, target, taken);
}

std::vector<ValueId> ModelBuilder::listNode(std::string_view id, std::string_view target, std::initializer_list<ValueId> arguments,
                                            std::uint32_t count) {
    std::vector<Argument> taken;
    for (const ValueId value : arguments) taken.push_back(valueArgument(value));
    const NodeId added = addNode(id, target, taken);
    std::vector<ValueId> values;
    for (std::uint32_t i = 0; i < count; ++i)
        values.push_back(addValue(std::string(id) + "_" + std::to_string(i), added, 0, static_cast<std::int32_t>(i)));
    const OutputSlot slot{ValueKind::List, m_builder.addOutputValues(values)};
    m_builder.node(added).outputs = m_builder.addOutputs(std::span(&slot, 1));
    return values;
}

GraphId ModelBuilder::nested(std::string_view name) {
    Graph graph;
    graph.name = m_builder.intern(name);
    return m_builder.addGraph(std::move(graph));
}

void ModelBuilder::output(ValueId value, graph::OutputKind kind, std::string_view target) {
    GraphOutput output;
    output.argument = valueArgument(value);
    output.kind = kind;
    if (!target.empty()) output.target = m_builder.intern(target);
    m_builder.graph(m_graph).outputs.push_back(output);
}

Argument ModelBuilder::valueArgument(ValueId value) {
    Argument argument;
    argument.kind = ArgumentKind::Value;
    argument.id = value.index();
    return argument;
}

Argument ModelBuilder::graphArgument(GraphId graph) {
    Argument argument;
    argument.kind = ArgumentKind::Graph;
    argument.id = graph.index();
    return argument;
}

Argument ModelBuilder::intArgument(std::int64_t value) {
    Argument argument;
    argument.kind = ArgumentKind::Int;
    argument.integer = value;
    return argument;
}

Argument ModelBuilder::listArgument(std::initializer_list<ValueId> values) {
    std::vector<Argument> items;
    for (const ValueId value : values) items.push_back(valueArgument(value));
    Argument list;
    list.kind = ArgumentKind::List;
    list.items = m_builder.addListItems(items);
    return list;
}

std::shared_ptr<const GraphIndex> ModelBuilder::index() {
    auto index = GraphIndex::build(finish(), moduleSteps);
    return index ? *index : nullptr;
}

std::vector<ModuleStep> moduleSteps(std::string_view stack) {
    std::vector<ModuleStep> steps;
    while (!stack.empty()) {
        const std::string_view item = stack.substr(0, stack.find(';'));
        const std::size_t blank = item.find(' ');
        steps.push_back(
            {std::string(item.substr(0, blank)), blank == std::string_view::npos ? "" : std::string(item.substr(blank + 1))});
        stack.remove_prefix(std::min(stack.size(), item.size() + 1));
    }
    return steps;
}

std::string nodeNames(const GraphModel& model, const std::vector<NodeId>& nodes) {
    std::string text;
    for (const NodeId node : nodes) text += (text.empty() ? "" : " ") + std::string(model.text(model.node(node).id));
    return text;
}

std::string treeText(const GraphIndex& index) {
    const Hierarchy& hierarchy = index.hierarchy();
    std::string text;
    std::vector<ModuleId> open{hierarchy.root()};
    while (!open.empty()) {
        const ModuleId id = open.back();
        open.pop_back();
        const Module& module = hierarchy.module(id);
        text += std::string(std::size_t{2} * module.depth, ' ') + (module.parent.valid() ? module.name : "root");
        if (module.kind == ModuleKind::Operator) text += " (operator)";
        if (module.kind == ModuleKind::Branch) text += " (branch)";
        if (!module.type.empty()) text += " [" + std::string(module.className()) + "]";
        text += " " + std::to_string(module.nodes.size()) + "/" + std::to_string(module.nodeCount);
        if (module.parts > 1) text += " part " + std::to_string(module.part + 1) + " of " + std::to_string(module.parts);
        if (const std::string like = hierarchy.repeatText(id).text(); !like.empty()) text += " " + like;
        if (!module.nodes.empty()) text += ": " + nodeNames(index.model(), module.nodes);
        text += "\n";
        open.insert(open.end(), module.children.rbegin(), module.children.rend());
    }
    return text;
}

}  // namespace etscope::test
