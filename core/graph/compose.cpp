#include "graph/compose.h"

#include <algorithm>

namespace etscope::graph {
namespace {

/// What is taken of a model, by id.
struct Chosen {
    explicit Chosen(const GraphModel& model, bool all)
        : nodes(model.nodeCount(), all), values(model.valueCount(), all), graphs(model.graphCount(), all) {}
    std::vector<bool> nodes, values, graphs;
};

/// The ids that what is chosen has in another model, which holds `first` of them already; the others are invalid.
template <class Id>
std::vector<Id> numbered(const std::vector<bool>& chosen, std::size_t first) {
    std::vector<Id> ids(chosen.size());
    for (std::size_t i = 0; i < chosen.size(); ++i)
        if (chosen[i]) ids[i] = Id(static_cast<std::uint32_t>(first++));
    return ids;
}

/// Appends what is chosen of one model to what a builder holds already: ids follow those that there were, texts are interned again.
class Appender {
public:
    Appender(GraphBuilder& builder, const GraphModel& model, const Chosen& chosen)
        : m_builder(builder),
          m_model(model),
          m_nodes(numbered<NodeId>(chosen.nodes, builder.model().nodeCount())),
          m_values(numbered<ValueId>(chosen.values, builder.model().valueCount())),
          m_texts(model.strings().size(), StringId()),
          m_graphs(numbered<GraphId>(chosen.graphs, builder.model().graphCount())) {}
    Appender(GraphBuilder& builder, const GraphModel& model) : Appender(builder, model, Chosen(model, true)) {}

    /// Graphs first: nodes and values name them.
    void addGraphs() {
        for (std::uint32_t g = 0; g < m_model.graphCount(); ++g) {
            if (!m_graphs[g].valid()) continue;
            const Graph& from = m_model.graph(GraphId(g));
            Graph graph;
            graph.name = text(from.name);
            graph.argument = text(from.argument);
            graph.owner = node(from.owner);
            m_builder.addGraph(std::move(graph));
        }
    }

    void addContent(bool withSlices) {
        for (std::uint32_t v = 0; v < m_model.valueCount(); ++v)
            if (m_values[v].valid()) m_builder.addValue(valueOf(m_model.value(ValueId(v))));
        for (std::uint32_t n = 0; n < m_model.nodeCount(); ++n)
            if (m_nodes[n].valid()) addNode(m_model.node(NodeId(n)), withSlices);
        for (std::uint32_t g = 0; g < m_model.graphCount(); ++g)
            if (m_graphs[g].valid()) addPorts(GraphId(g));
        for (const SymbolRange& range : m_model.ranges()) {
            SymbolRange copy = range;
            copy.symbol = text(range.symbol);
            m_builder.addRange(copy);
        }
    }

    GraphId top() const { return m_graphs.front(); }
    ValueId value(ValueId id) const { return id.valid() ? m_values[id.index()] : ValueId(); }
    GraphInput input(GraphInput input) {
        input.value = value(input.value);
        input.unknownKind = text(input.unknownKind);
        input.target = text(input.target);
        input.id = text(input.id);
        input.literal = argument(input.literal);
        return input;
    }

private:
    StringId text(StringId id) {
        if (!id.valid()) return {};
        StringId& known = m_texts[id.index()];
        if (!known.valid()) known = m_builder.intern(m_model.text(id));
        return known;
    }
    NodeId node(NodeId id) const { return id.valid() ? m_nodes[id.index()] : NodeId(); }
    GraphId graph(GraphId id) const { return id.valid() ? m_graphs[id.index()] : GraphId(); }

    std::vector<Dim> dims(Slice slice) {
        std::vector<Dim> list;
        for (Dim dim : m_model.dims(slice)) {
            dim.expression = text(dim.expression);
            list.push_back(dim);
        }
        return list;
    }

    Value valueOf(const Value& from) {
        Value copy = from;
        copy.id = text(from.id);
        copy.graph = graph(from.graph);
        copy.producer = node(from.producer);
        copy.expression = text(from.expression);
        copy.typeName = text(from.typeName);
        if (!from.meta.valid()) return copy;
        TensorMeta meta = m_model.meta(from.meta);
        const auto sizes = dims(meta.sizes), strides = dims(meta.strides);
        meta.device = text(meta.device);
        copy.meta = m_builder.internMeta(meta, sizes, strides);
        return copy;
    }

    Argument argument(const Argument& from) {
        Argument copy = from;
        copy.name = text(from.name);
        switch (from.kind) {
            case ArgumentKind::None:
            case ArgumentKind::Int:
            case ArgumentKind::Float:
            case ArgumentKind::Bool:
            case ArgumentKind::DType: return copy;
            case ArgumentKind::Value: copy.id = value(from.value()).index(); return copy;
            case ArgumentKind::Graph: copy.id = graph(from.graph()).index(); return copy;
            case ArgumentKind::List: {
                std::vector<Argument> items;
                for (const Argument& item : m_model.listItems(from)) items.push_back(argument(item));
                copy.items = m_builder.addListItems(items);
                return copy;
            }
            default: copy.id = text(from.text()).index(); return copy;
        }
    }
    void addNode(const Node& from, bool withSlices) {
        Node copy = from;
        copy.id = text(from.id);
        copy.target = text(from.target);
        copy.graph = graph(from.graph);
        copy.moduleStack = text(from.moduleStack);
        copy.sourceFnStack = text(from.sourceFnStack);
        copy.torchFn = text(from.torchFn);
        if (!withSlices) copy.stackTrace = copy.fromNode = {};
        std::vector<Argument> arguments;
        for (const Argument& one : m_model.arguments(from)) arguments.push_back(argument(one));
        copy.arguments = m_builder.addArguments(arguments);
        std::vector<OutputSlot> slots;
        for (const OutputSlot& slot : m_model.outputs(from)) {
            std::vector<ValueId> values;
            for (const ValueId id : m_model.values(slot)) values.push_back(value(id));
            slots.push_back({slot.kind, m_builder.addOutputValues(values)});
        }
        copy.outputs = m_builder.addOutputs(slots);
        copy.delegate = -1;
        const NodeId id = m_builder.addNode(copy);
        if (from.delegate < 0) return;
        DelegateCall call = m_model.delegates()[static_cast<std::size_t>(from.delegate)];
        call.node = id;
        call.name = text(call.name);
        call.backend = text(call.backend);
        if (!withSlices) call.document = {};
        m_builder.node(id).delegate = static_cast<std::int32_t>(m_builder.addDelegate(call));
    }

    void addPorts(GraphId id) {
        const Graph& from = m_model.graph(id);
        std::vector<GraphInput> inputs;
        for (const GraphInput& given : from.inputs) inputs.push_back(input(given));
        std::vector<GraphOutput> outputs;
        for (GraphOutput output : from.outputs) {
            output.argument = argument(output.argument);
            output.unknownKind = text(output.unknownKind);
            output.target = text(output.target);
            outputs.push_back(output);
        }
        Graph& to = m_builder.graph(graph(id));
        to.inputs = std::move(inputs);
        to.outputs = std::move(outputs);
    }

    GraphBuilder& m_builder;
    const GraphModel& m_model;
    std::vector<NodeId> m_nodes;
    std::vector<ValueId> m_values;
    std::vector<StringId> m_texts;
    std::vector<GraphId> m_graphs;
};

/// Gives the owner one more argument, which holds the body.
void attach(GraphBuilder& builder, const Body& body, GraphId top) {
    Graph& graph = builder.graph(top);
    graph.owner = body.owner;
    graph.name = graph.argument = builder.intern(body.name);
    std::vector<Argument> arguments;
    for (const Argument& one : builder.model().arguments(builder.node(body.owner))) arguments.push_back(one);
    arguments.emplace_back(ArgumentKind::Graph, top.index()).name = graph.argument;
    builder.node(body.owner).arguments = builder.addArguments(arguments);
}

void addBase(GraphBuilder& builder, const GraphModel& base) {
    builder.setDocument(base.document());
    Appender ofBase(builder, base);
    ofBase.addGraphs();
    ofBase.addContent(true);
}

}  // namespace

std::shared_ptr<const GraphModel> withModuleStacks(const GraphModel& base, const std::map<NodeId, std::string>& stacks) {
    GraphBuilder builder;
    addBase(builder, base);
    for (const auto& [id, stack] : stacks)
        if (Node& node = builder.node(id); !node.moduleStack.valid() && !stack.empty()) node.moduleStack = builder.intern(stack);
    return builder.finish();
}

std::shared_ptr<const GraphModel> withTargets(const GraphModel& base, const std::map<NodeId, std::string>& targets) {
    GraphBuilder builder;
    addBase(builder, base);
    for (const auto& [id, target] : targets) builder.node(id).target = builder.intern(target);
    return builder.finish();
}

namespace {

/// Finds what a part of a top graph needs of its model: its nodes with the graphs that they hold, and all values that these name.
class Needed {
public:
    Needed(const GraphModel& model, const Part& part) : m_model(model), m_chosen(model, false) {
        m_chosen.graphs[0] = true;
        for (const NodeId id : part.nodes) addNode(id);
        for (const auto& ids : {part.inputs, part.outputs})
            for (const ValueId id : ids) m_chosen.values[id.index()] = true;
        while (!m_open.empty()) {
            const GraphId id = m_open.back();
            m_open.pop_back();
            addGraph(id);
        }
        for (std::uint32_t v = 0; v < model.valueCount(); ++v)  // views of results
            if (const NodeId maker = model.value(ValueId(v)).producer; maker.valid() && m_chosen.nodes[maker.index()])
                m_chosen.values[v] = true;
    }
    Chosen chosen() && { return std::move(m_chosen); }

private:
    void addArgument(const Argument& argument) {
        if (argument.kind == ArgumentKind::Value) m_chosen.values[argument.value().index()] = true;
        if (argument.kind == ArgumentKind::Graph && !m_chosen.graphs[argument.graph().index()]) {
            m_chosen.graphs[argument.graph().index()] = true;
            m_open.push_back(argument.graph());
        }
        if (argument.kind == ArgumentKind::List)
            for (const Argument& item : m_model.listItems(argument)) addArgument(item);
    }
    void addNode(NodeId id) {
        m_chosen.nodes[id.index()] = true;
        const Node& node = m_model.node(id);
        for (const Argument& argument : m_model.arguments(node)) addArgument(argument);
        for (const OutputSlot& slot : m_model.outputs(node))
            for (const ValueId value : m_model.values(slot)) m_chosen.values[value.index()] = true;
    }
    void addGraph(GraphId id) {
        const Graph& graph = m_model.graph(id);
        for (const NodeId node : graph.nodes) addNode(node);
        for (const GraphInput& input : graph.inputs)
            if (input.value.valid()) m_chosen.values[input.value.index()] = true;
        for (const GraphOutput& output : graph.outputs) addArgument(output.argument);
    }

    const GraphModel& m_model;
    Chosen m_chosen;
    std::vector<GraphId> m_open;
};

}  // namespace

std::shared_ptr<const GraphModel> partOf(const GraphModel& base, const Part& part) {
    GraphBuilder builder;
    builder.setDocument(base.document());
    const Chosen chosen = Needed(base, part).chosen();
    Appender appender(builder, base, chosen);
    appender.addGraphs();
    appender.addContent(true);
    std::vector<GraphInput> inputs;
    for (const ValueId id : part.inputs) {
        GraphInput input;
        input.value = appender.value(id);
        input.id = base.value(id).id.valid() ? builder.intern(base.text(base.value(id).id)) : StringId();
        inputs.push_back(input);
    }
    for (const GraphInput& input : base.top().inputs)
        if (!isUser(input.kind) && input.value.valid() && chosen.values[input.value.index()] &&
            std::ranges::find(part.inputs, input.value) == part.inputs.end())
            inputs.push_back(appender.input(input));
    std::vector<GraphOutput> outputs;
    for (const ValueId id : part.outputs) {
        outputs.emplace_back().argument = Argument(appender.value(id));
    }
    Graph& top = builder.graph(GraphId(0U));
    top.inputs = std::move(inputs);
    top.outputs = std::move(outputs);
    return builder.finish();
}

std::shared_ptr<const GraphModel> withBodies(const GraphModel& base, std::span<const Body> bodies) {
    GraphBuilder builder;
    addBase(builder, base);
    for (const Body& body : bodies) {
        Appender ofBody(builder, *body.graph);
        ofBody.addGraphs();
        ofBody.addContent(false);
        attach(builder, body, ofBody.top());
    }
    return builder.finish();
}

}  // namespace etscope::graph
