#include "graph/compose.h"

#include <algorithm>
#include <set>

namespace etscope::graph {
namespace {

/// Appends one model to what a builder holds already: ids move by how many there were, texts are interned again.
class Appender {
public:
    Appender(GraphBuilder& builder, const GraphModel& model)
        : m_builder(builder),
          m_model(model),
          m_nodes(static_cast<std::uint32_t>(builder.model().nodeCount())),
          m_values(static_cast<std::uint32_t>(builder.model().valueCount())),
          m_texts(model.strings().size(), StringId()) {}

    /// Graphs first: nodes and values name them.
    void addGraphs() {
        m_graphs.resize(m_model.graphCount());
        for (std::uint32_t g = 0; g < m_model.graphCount(); ++g) {
            const Graph& from = m_model.graph(GraphId(g));
            Graph graph;
            graph.name = text(from.name);
            graph.argument = text(from.argument);
            graph.owner = node(from.owner);
            m_graphs[g] = m_builder.addGraph(std::move(graph));
        }
    }

    void addContent(bool withSlices) {
        for (std::uint32_t v = 0; v < m_model.valueCount(); ++v) m_builder.addValue(valueOf(m_model.value(ValueId(v))));
        for (std::uint32_t n = 0; n < m_model.nodeCount(); ++n) addNode(m_model.node(NodeId(n)), withSlices);
        for (std::uint32_t g = 0; g < m_model.graphCount(); ++g) addPorts(GraphId(g));
        for (const SymbolRange& range : m_model.ranges()) {
            SymbolRange copy = range;
            copy.symbol = text(range.symbol);
            m_builder.addRange(copy);
        }
    }

    GraphId top() const { return m_graphs.front(); }

private:
    StringId text(StringId id) {
        if (!id.valid()) return {};
        StringId& known = m_texts[id.index()];
        if (!known.valid()) known = m_builder.intern(m_model.text(id));
        return known;
    }
    NodeId node(NodeId id) const { return id.valid() ? NodeId(m_nodes + id.index()) : NodeId(); }
    ValueId value(ValueId id) const { return id.valid() ? ValueId(m_values + id.index()) : ValueId(); }
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
        for (GraphInput input : from.inputs) {
            input.value = value(input.value);
            input.kind = text(input.kind);
            input.target = text(input.target);
            input.id = text(input.id);
            input.literal = argument(input.literal);
            inputs.push_back(input);
        }
        std::vector<GraphOutput> outputs;
        for (GraphOutput output : from.outputs) {
            output.argument = argument(output.argument);
            output.kind = text(output.kind);
            output.target = text(output.target);
            outputs.push_back(output);
        }
        Graph& to = m_builder.graph(graph(id));
        to.inputs = std::move(inputs);
        to.outputs = std::move(outputs);
    }

    GraphBuilder& m_builder;
    const GraphModel& m_model;
    std::uint32_t m_nodes, m_values;
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
    Argument holds;
    holds.name = builder.intern(body.name);
    holds.kind = ArgumentKind::Graph;
    holds.id = top.index();
    arguments.push_back(holds);
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

std::shared_ptr<const GraphModel> partOf(const GraphModel& base, const Part& part) {
    GraphBuilder builder;
    addBase(builder, base);
    const StringId given = builder.intern("user_input"), result = builder.intern("user_output");
    Graph& top = builder.graph(GraphId(0U));
    const std::set<NodeId> inside(part.nodes.begin(), part.nodes.end());
    for (const NodeId id : top.nodes)  // the others take nothing
        if (!inside.contains(id)) builder.node(id).arguments = {};
    top.nodes = part.nodes;
    std::vector<GraphInput> inputs;
    for (const ValueId id : part.inputs) {
        GraphInput input;
        input.value = id;
        input.kind = given;
        input.id = base.value(id).id.valid() ? builder.intern(base.text(base.value(id).id)) : StringId();
        inputs.push_back(input);
    }
    for (const GraphInput& input : top.inputs) {
        const std::string_view kind = builder.model().text(input.kind);
        const bool held = kind != "user_input" && kind != "constant_input" && !kind.empty();
        if (held && std::ranges::find(part.inputs, input.value) == part.inputs.end()) inputs.push_back(input);
    }
    top.inputs = std::move(inputs);
    top.outputs.clear();
    for (const ValueId id : part.outputs) {
        GraphOutput output;
        output.argument.kind = ArgumentKind::Value;
        output.argument.id = id.index();
        output.kind = result;
        top.outputs.push_back(output);
    }
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
