#include "exported/graph_reader.h"

#include <algorithm>

#include "base/escaped.h"
#include "base/limits.h"
#include "base/number_text.h"
#include "exported/read_state.h"

namespace etscope::exported {
namespace {

using graph::Argument;
using graph::ArgumentKind;
using graph::GraphId;
using graph::NodeId;
using graph::OutputSlot;
using graph::StringId;
using graph::ValueId;
using graph::ValueKind;

enum class GraphField : std::uint8_t { Inputs, Outputs, Nodes, Tensors, SymInts, SymBools, SymFloats, CustomObjects, None };
constexpr WordTable kGraphFields({std::pair<std::string_view, GraphField>{"inputs", GraphField::Inputs},
                                  {"outputs", GraphField::Outputs},
                                  {"nodes", GraphField::Nodes},
                                  {"tensor_values", GraphField::Tensors},
                                  {"sym_int_values", GraphField::SymInts},
                                  {"sym_bool_values", GraphField::SymBools},
                                  {"sym_float_values", GraphField::SymFloats},
                                  {"custom_obj_values", GraphField::CustomObjects}},
                                 GraphField::None);

enum class NodeField : std::uint8_t { Name, Target, Inputs, Outputs, Metadata, None };
constexpr WordTable kNodeFields({std::pair<std::string_view, NodeField>{"name", NodeField::Name},
                                 {"target", NodeField::Target},
                                 {"inputs", NodeField::Inputs},
                                 {"outputs", NodeField::Outputs},
                                 {"metadata", NodeField::Metadata}},
                                NodeField::None);

enum class MetadataKey : std::uint8_t { StackTrace, FromNode, ModuleStack, SourceFnStack, TorchFn, DebugHandle, None };
constexpr WordTable kMetadataKeys({std::pair<std::string_view, MetadataKey>{"stack_trace", MetadataKey::StackTrace},
                                   {"from_node", MetadataKey::FromNode},
                                   {"nn_module_stack", MetadataKey::ModuleStack},
                                   {"source_fn_stack", MetadataKey::SourceFnStack},
                                   {"torch_fn", MetadataKey::TorchFn},
                                   {"debug_handle", MetadataKey::DebugHandle}},
                                  MetadataKey::None);

constexpr std::string_view kDelegateTarget = "executorch_call_delegate";

}  // namespace

GraphReader::GraphReader(ReadState& state) : m_state(state), m_arguments(state, [this] { return read(); }), m_names(state) {}

GraphId GraphReader::read() {
    if (m_depth >= static_cast<std::size_t>(limits::kMaxGraphDepth)) {
        m_state.report(Severity::Error, "graph-too-deep",
                       "graphs nest more than " + std::to_string(limits::kMaxGraphDepth) + " levels; this one is left out");
        m_state.json.skip();
        return {};
    }
    if (m_state.json.peek() != JsonReader::Kind::Object) {
        m_state.json.skip();
        m_state.report(Severity::Error, "graph-damaged", "a graph is not an object");
        return {};
    }
    GraphDraft draft;
    m_state.spend(2 * sizeof(graph::Graph));
    draft.id = m_state.builder.addGraph({});
    if (m_depth > 0) m_pendingGraphs.push_back(draft.id);
    ++m_depth;
    std::uint32_t seen = 0;
    m_state.json.object([&](std::string_view key) { readMember(key, seen, draft); });
    --m_depth;
    finishGraph(draft);
    return draft.id;
}

void GraphReader::readMember(std::string_view key, std::uint32_t& seen, GraphDraft& draft) {
    const GraphField field = kGraphFields.find(key);
    if (field != GraphField::None && (field != GraphField::Nodes || m_depth == 1)) m_state.mark(seen, field, key);
    const auto readArguments = [&](std::vector<ArgumentReader::Outcome>& into) {
        into.clear();
        const auto readOne = [&] {
            m_state.spend(2 * sizeof(ArgumentReader::Outcome) + sizeof(graph::GraphInput) + sizeof(graph::Value));
            into.push_back(m_arguments.read(false));
        };
        if (!m_state.json.array(readOne))
            m_state.report(Severity::Error, "graph-damaged", "the graph's inputs or outputs are not a list");
    };
    switch (field) {
        case GraphField::Inputs: readArguments(draft.inputs); break;
        case GraphField::Outputs: readArguments(draft.outputs); break;
        case GraphField::Nodes: readNodes(draft); break;
        case GraphField::Tensors: readTensorValues(m_state, draft.types); break;
        case GraphField::SymInts: readSymbolicValues(m_state, ValueKind::SymInt, draft.types); break;
        case GraphField::SymBools: readSymbolicValues(m_state, ValueKind::SymBool, draft.types); break;
        case GraphField::SymFloats: readSymbolicValues(m_state, ValueKind::SymFloat, draft.types); break;
        case GraphField::CustomObjects: readCustomObjects(m_state, draft.types); break;
        case GraphField::None: m_state.json.skip(); break;
    }
}

void GraphReader::readNodes(GraphDraft& draft) {
    const bool isTop = m_depth == 1;
    if (!isTop && draft.hasNodes)
        m_state.warn("json-duplicate-key", "'nodes' occurs twice in an inner graph; the first one counts");
    if (isTop ? !takesTopNodes(m_state.json.offset()) : draft.hasNodes) return m_state.json.skip();
    draft.hasNodes = true;
    if (m_drafts.size() < m_depth) m_drafts.emplace_back();
    if (!m_state.json.array([&] { readNode(draft); }))
        m_state.report(Severity::Error, "graph-damaged", "the graph's nodes are not a list");
}

void GraphReader::readNode(GraphDraft& graph) {
    NodeDraft& draft = m_drafts[m_depth - 1];
    draft.node = {};
    draft.node.graph = graph.id;
    draft.arguments.clear();
    draft.outputs.clear();
    draft.values.clear();
    draft.lowered.reset();
    draft.firstGraph = m_pendingGraphs.size();
    std::uint32_t seen = 0;
    m_state.spend(sizeof(graph::Node) + sizeof(NodeId));
    const bool isObject = m_state.json.object([&](std::string_view key) { readNodeMember(key, seen, graph, draft); });
    if (!isObject) return m_state.report(Severity::Error, "node-damaged", "a node is not an object; it is left out");
    finishNode(graph, draft);
}

void GraphReader::readNodeMember(std::string_view key, std::uint32_t& seen, GraphDraft& graph, NodeDraft& draft) {
    const NodeField field = kNodeFields.find(key);
    if (field != NodeField::None) m_state.mark(seen, field, key);
    switch (field) {
        case NodeField::Name:
            if (!m_state.json.takeNull()) draft.node.id = m_state.internString();
            break;
        case NodeField::Target: draft.node.target = m_state.internString(); break;
        case NodeField::Inputs:
            draft.arguments.clear();
            draft.lowered.reset();
            if (!m_state.json.array([&] { readNamedArgument(draft); }))
                m_state.warn("node-damaged", "a node's inputs are not a list");
            break;
        case NodeField::Outputs:
            draft.outputs.clear();
            draft.values.clear();
            if (!m_state.json.array([&] { readResult(graph, draft); }))
                m_state.warn("node-damaged", "a node's outputs are not a list");
            break;
        case NodeField::Metadata: readMetadata(draft); break;
        case NodeField::None: m_state.json.skip(); break;
    }
}

void GraphReader::readNamedArgument(NodeDraft& draft) {
    m_state.spend(2 * sizeof(Argument));
    StringId name;
    std::int8_t positional = -1;
    ArgumentReader::Outcome outcome;
    const std::size_t firstGraph = m_pendingGraphs.size();
    const bool isObject = m_state.json.object([&](std::string_view key) {
        if (key == "name") {
            name = m_state.internString();
        } else if (key == "arg") {
            outcome = m_arguments.read(true);
        } else if (key == "kind") {  // torch 8.x: 1 positional, 2 keyword
            const auto kind = m_state.json.takeNull() ? std::nullopt : m_state.json.integer();
            if (kind == 1 || kind == 2) positional = *kind == 1 ? 1 : 0;
        } else {
            m_state.json.skip();
        }
    });
    if (!isObject) m_state.warn("argument-damaged", "an argument of a node is not an object");
    const bool nameless = m_state.builder.model().text(name).empty();
    if (nameless && positional < 0) positional = 1;
    for (std::size_t i = firstGraph; i < m_pendingGraphs.size(); ++i) {
        graph::Graph& inner = m_state.builder.graph(m_pendingGraphs[i]);
        if (!inner.name.valid()) inner.name = m_state.intern("graph");
        inner.argument = nameless ? inner.name : name;
    }
    Argument& argument = draft.arguments.emplace_back(outcome.argument);
    argument.name = name;
    argument.positional = positional;
    if (outcome.lowered) {
        if (draft.arguments.size() == 1) draft.lowered = outcome.lowered;
        argument.kind = ArgumentKind::Object;
        argument.id = (nameless ? m_state.intern("lowered_module") : name).index();
    }
}

void GraphReader::readResult(GraphDraft& graph, NodeDraft& draft) {
    const auto output = static_cast<std::uint32_t>(draft.outputs.size());
    const ArgumentReader::Outcome outcome = m_arguments.read(false);
    const std::size_t first = draft.values.size();
    OutputSlot slot;
    if (outcome.argument.kind == ArgumentKind::List) {
        slot.kind = ValueKind::List;
        for (std::uint32_t i = 0; i < outcome.argument.items.count; ++i)
            addResult(outcome, m_state.builder.allListItems()[outcome.argument.items.first + i], output,
                      static_cast<std::int32_t>(i), graph, draft);
    } else if (outcome.argument.kind == ArgumentKind::Unknown) {
        slot.kind = ValueKind::Unknown;
    } else if (outcome.argument.kind != ArgumentKind::None) {
        addResult(outcome, outcome.argument, output, -1, graph, draft);
        slot.kind = m_state.builder.value(draft.values.back()).kind;
    }
    slot.values = m_state.builder.addOutputValues(std::span(draft.values).subspan(first));
    draft.outputs.push_back(slot);
}

/// A value per named result; a literal one (constant results of symbolic operators) has no name.
void GraphReader::addResult(const ArgumentReader::Outcome& outcome, const Argument& item, std::uint32_t output,
                            std::int32_t element, GraphDraft& graph, NodeDraft& draft) {
    if (item.kind == ArgumentKind::None || item.kind == ArgumentKind::List) return;
    m_state.spend(sizeof(graph::Value) + 3 * sizeof(ValueId));
    const bool named = item.kind == ArgumentKind::UnresolvedName || item.kind == ArgumentKind::Object;
    graph::Value value;
    value.graph = graph.id;
    value.output = output;
    value.element = element;
    value.kind = named ? outcome.valueKind : ValueKind::Literal;
    if (named)
        value.id = item.text();
    else
        value.expression = literalText(item);
    draft.values.push_back(m_state.builder.addValue(value));
}

graph::StringId GraphReader::literalText(const Argument& literal) {
    switch (literal.kind) {
        case ArgumentKind::Int: return m_state.intern(std::to_string(literal.integer));
        case ArgumentKind::Bool: return m_state.intern(literal.integer != 0 ? "true" : "false");
        case ArgumentKind::Float: return m_state.intern(shortest(literal.number));
        case ArgumentKind::DType: return {};
        default: return literal.text();
    }
}

TextSlice GraphReader::readSlice() {
    const auto text = m_state.json.text(0);
    return text ? text->slice : TextSlice{};
}

void GraphReader::readMetadata(NodeDraft& draft) {
    graph::Node& node = draft.node;
    std::uint32_t seen = 0;
    m_state.json.object([&](std::string_view key) {
        const MetadataKey known = kMetadataKeys.find(key);
        if (known != MetadataKey::None) m_state.mark(seen, known, key);
        if (m_state.json.takeNull()) return;
        switch (known) {
            case MetadataKey::StackTrace: node.stackTrace = readSlice(); break;
            case MetadataKey::FromNode: node.fromNode = readSlice(); break;
            case MetadataKey::ModuleStack: readModuleStack(node); break;
            case MetadataKey::SourceFnStack: node.sourceFnStack = m_state.internString(); break;
            case MetadataKey::TorchFn: node.torchFn = m_state.internString(); break;
            case MetadataKey::DebugHandle: readDebugHandle(draft); break;
            case MetadataKey::None: m_state.json.skip(); break;
        }
    });
}

void GraphReader::readModuleStack(graph::Node& node) {
    node.moduleStack = m_state.internString();
    const std::string_view stack = m_state.builder.model().text(node.moduleStack);
    if (stack.size() > limits::kMaxModuleDepth && std::ranges::count(stack, ';') >= std::ptrdiff_t{limits::kMaxModuleDepth})
        m_state.warn("module-stack-too-deep", "a node lies in more than " + std::to_string(limits::kMaxModuleDepth) +
                                                  " nested modules; the inner ones are left out");
}

/// Decimal text; "None" and "null" stand for nothing.
void GraphReader::readDebugHandle(NodeDraft& draft) {
    if (m_state.json.peek() != JsonReader::Kind::String) {
        draft.node.debugHandle = m_state.json.integer();
        return;
    }
    const std::string_view text = m_state.json.string().value_or("");
    draft.node.debugHandle = parseInt(text);
    if (!draft.node.debugHandle && text != "None" && text != "null")
        m_state.warn("debug-handle-damaged", "a debug handle is not an integer: '" + escaped(text.substr(0, 40)) + "'");
}

/// The name of a node that has none: its first result's, else its operator's with its position.
graph::StringId GraphReader::derivedName(const GraphDraft& graph, const NodeDraft& draft) {
    for (const ValueId id : draft.values)
        if (m_state.builder.value(id).id.valid()) return m_state.builder.value(id).id;
    std::string_view name = m_state.builder.model().text(draft.node.target);
    if (name.ends_with(".default")) name.remove_suffix(std::string_view(".default").size());
    name = name.substr(name.rfind('.') + 1);
    const std::size_t position = m_state.builder.graph(graph.id).nodes.size();
    return m_state.intern(std::string(name.empty() ? "node" : name) + "#" + std::to_string(position));
}

void GraphReader::finishNode(GraphDraft& graph, NodeDraft& draft) {
    graph::Node& node = draft.node;
    const bool hasGraphs = m_pendingGraphs.size() > draft.firstGraph;
    if (!node.target.valid() && !node.id.valid() && draft.values.empty() && !hasGraphs)
        return m_state.report(Severity::Error, "node-damaged",
                              "a node has neither a target nor a name nor results; it is left out");
    if (!node.target.valid()) {
        m_state.report(Severity::Error, "node-damaged", "a node has no target");
        node.target = m_state.intern({});
    }
    node.syntheticId = m_state.builder.model().text(node.id).empty();
    if (node.syntheticId) node.id = derivedName(graph, draft);
    node.arguments = m_state.builder.addArguments(draft.arguments);
    node.outputs = m_state.builder.addOutputs(draft.outputs);
    const NodeId id = m_state.builder.addNode(node);
    for (const ValueId value : draft.values) m_state.builder.value(value).producer = id;
    graph.results.insert(graph.results.end(), draft.values.begin(), draft.values.end());
    for (std::size_t i = draft.firstGraph; i < m_pendingGraphs.size(); ++i) {
        graph::Graph& inner = m_state.builder.graph(m_pendingGraphs[i]);
        inner.owner = id;
        if (!inner.argument.valid()) inner.argument = m_state.intern("graph");
    }
    m_pendingGraphs.resize(draft.firstGraph);
    if (draft.lowered && m_state.builder.model().text(node.target).ends_with(kDelegateTarget)) {
        const StringId name = m_state.builder.model().arguments(node).front().text();
        m_state.builder.node(id).delegate =
            static_cast<std::int32_t>(m_state.builder.addDelegate({id, name, draft.lowered->backend, draft.lowered->document}));
    }
}

void GraphReader::finishGraph(GraphDraft& draft) {
    std::vector<ValueId> values;
    graph::Graph& graph = m_state.builder.graph(draft.id);
    // What the top graph's ports are is in the signature; inner graphs have none.
    for (const ArgumentReader::Outcome& outcome : draft.inputs) {
        graph::GraphInput& input = graph.inputs.emplace_back();
        const Argument& argument = outcome.argument;
        if (argument.kind == ArgumentKind::UnresolvedName || argument.kind == ArgumentKind::Object) {
            graph::Value value;
            value.id = input.id = argument.text();
            value.kind = outcome.valueKind;
            value.graph = draft.id;
            value.output = static_cast<std::uint32_t>(graph.inputs.size() - 1);
            input.value = m_state.builder.addValue(value);
            values.push_back(input.value);
        } else {
            input.literal = argument;
        }
    }
    for (const ArgumentReader::Outcome& outcome : draft.outputs) graph.outputs.emplace_back().argument = outcome.argument;
    values.insert(values.end(), draft.results.begin(), draft.results.end());
    m_names.resolve(draft.id, values, draft.types);
}

}  // namespace etscope::exported
