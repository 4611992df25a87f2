#include "evaluate/interpreter.h"

#include "base/limits.h"
#include "base/out_of_memory.h"
#include "evaluate/decompositions.h"
#include "evaluate/graph_run.h"
#include "evaluate/operator_table.h"
#include "evaluate/operators/elementwise.h"

namespace etscope::evaluate {

using graph::Argument;
using graph::ArgumentKind;
using graph::GraphId;
using graph::GraphModel;
using graph::NodeId;
using graph::ValueId;

Result<Values> Probe::compute(const Scope&, NodeId, const Operator& op, const Context& context, std::vector<NamedValue> arguments) {
    return apply(op, context, std::move(arguments));
}

bool writesInPlace(const GraphModel& model) {
    for (std::size_t n = 0; n < model.nodeCount(); ++n) {
        const Operator* op = findOperator(model.text(model.node(NodeId(static_cast<std::uint32_t>(n))).target));
        if (op != nullptr && op->signature.writes()) return true;
    }
    return false;
}

Value detached(const Context& context, const Value& value) {
    if (const Array* array = value.array()) return copied(context, *array);
    return value;
}

Result<Array> zerosLike(const Context& context, const Array& array) {
    return unlessRefused<Array>([&] { return context.make(array.type, array.shape); });
}

namespace {

/// What looking up a node and its arguments costs, in operations.
constexpr std::int64_t kNodeOperations = 1000;

/// What is allocated for a value beside the bytes of its storage.
std::uint64_t bytesBeside(const Value& value) {
    std::uint64_t bytes = sizeof(Value);
    if (const Array* array = value.array()) bytes += 2 * array->rank() * sizeof(std::int64_t);
    if (const Values* list = value.list())
        for (const Value& item : *list) bytes += bytesBeside(item);
    return bytes;
}

}  // namespace

PreparedGraph::PreparedGraph(const GraphModel& of)
    : model(of), flow(of), functional(!writesInPlace(of)), symbolic(usesSymbols(of)) {}

GraphRun::GraphRun(const PreparedGraph& prepared, const Surroundings& surroundings, const Context& context, Probe& probe,
                   GraphRun* outer)
    : m_model(prepared.model),
      m_surroundings(surroundings),
      m_context(context),
      m_probe(probe),
      m_flow(prepared.flow),
      m_values(prepared.model.valueCount()),
      m_outer(outer),
      m_depth(outer == nullptr ? 0 : outer->m_depth + 1) {
    m_context.functional = prepared.functional;
    if (prepared.symbolic) m_symbols.emplace();
}

GraphRun::GraphRun(const GraphRun& from, const PreparedGraph& prepared, Probe& probe)
    : m_model(from.m_model),
      m_surroundings(from.m_surroundings),
      m_context(from.m_context),
      m_probe(probe),
      m_flow(prepared.flow),
      m_values(from.m_values),
      m_buffers(from.m_buffers),
      m_written(from.m_written),
      m_left(from.m_left),
      m_symbols(from.m_symbols),
      m_prefix(from.m_prefix),
      m_held(from.m_held),
      m_outer(from.m_outer),
      m_depth(from.m_depth),
      m_turns(from.m_turns) {
    m_context.memory->take(m_held);
}

/// With bytes of its own, of the type that it is kept as.
Array GraphRun::owned(const Array& array) const {
    Array out = m_context.make(array.type, array.shape);
    assign(m_context, out, array);
    return out;
}

Value GraphRun::boundInput(const graph::GraphInput& input) {
    const std::string target(m_model.text(input.target));
    const auto kept = m_buffers->find(target);
    Value value = kept != m_buffers->end() ? Value(kept->second) : orRefuse(m_surroundings.constant(target, m_context.memory));
    const bool mutableBuffer = !m_context.functional && input.kind == graph::InputKind::Buffer;
    if (mutableBuffer && value.array() != nullptr) value = owned(*value.array());
    return value;
}

void GraphRun::bindTop(Values inputs) {
    std::size_t next = 0;
    const Scope scope{m_model, m_prefix, false};
    for (const graph::GraphInput& input : m_model.top().inputs) {
        std::optional<Value> value;
        if (graph::isUser(input.kind)) {
            if (next < inputs.size()) value = std::move(inputs[next]);
            if (value && !m_context.functional && value->array() != nullptr) value = owned(*value->array());
            ++next;
        } else {
            try {
                value = boundInput(input);
            } catch (const Refusal& refusal) {
                if (refusal.error.isCancelled()) throw;
                m_probe.refused(scope, NodeId(), refusal.error);
            }
        }
        if (!input.value.valid()) continue;
        if (value) m_probe.take(scope, NodeId(), input.value, *value);
        set(input.value, std::move(value));
    }
    if (next > inputs.size())
        refuse("evaluation-inputs", std::to_string(next) + " inputs are wanted, " + std::to_string(inputs.size()) + " are given");
}

void GraphRun::set(ValueId id, std::optional<Value> value) {
    reset(id);
    if (!value) return;
    if (m_symbols) m_symbols->learn(m_model, id, *value);
    const std::uint64_t bytes = bytesBeside(*value);
    m_context.memory->take(bytes);
    m_held += bytes;
    m_values[id.index()] = std::move(value);
}

void GraphRun::reset(ValueId id) {
    std::optional<Value>& value = m_values[id.index()];
    if (!value) return;
    const std::uint64_t bytes = bytesBeside(*value);
    m_context.memory->give(bytes);
    m_held -= bytes;
    value.reset();
}

const Value& GraphRun::known(ValueId id) const {
    const auto& value = m_values[id.index()];
    if (!value) refuse("depends-on-unknown", std::string("'").append(m_model.text(m_model.value(id).id)).append("' is not known"));
    return *value;
}

Value GraphRun::valueOf(const Argument& argument) const {
    const auto text = [&] { return std::string(m_model.text(argument.text())); };
    switch (argument.kind) {
        case ArgumentKind::None: return Nothing{};
        case ArgumentKind::Value: return known(argument.value());
        case ArgumentKind::Int: return argument.integer;
        case ArgumentKind::Float: return argument.number;
        case ArgumentKind::Bool: return argument.integer != 0;
        case ArgumentKind::DType:
            if (argument.integer < 0) refuseUnsupported("an element type that is not known");
            return static_cast<ScalarType>(argument.integer);
        case ArgumentKind::List: {
            Values items;
            for (const Argument& item : m_model.listItems(argument)) items.push_back(valueOf(item));
            return items;
        }
        case ArgumentKind::String:
        case ArgumentKind::Device:
        case ArgumentKind::MemoryFormat:
        case ArgumentKind::Object:
        case ArgumentKind::Operator: return text();
        case ArgumentKind::Layout: return Nothing{};
        case ArgumentKind::Symbol:
        case ArgumentKind::UnresolvedName:
            if (m_symbols) return m_symbols->number(m_model.text(argument.text()));
            break;
        case ArgumentKind::Number:
        case ArgumentKind::Unknown:
        case ArgumentKind::Graph: break;
    }
    refuseUnsupported("the argument '" + text() + "'");
}

Values GraphRun::results(const Scope& scope, NodeId id) {
    const graph::Node& node = m_model.node(id);
    const std::string_view target = m_model.text(node.target);
    if (const ControlFlow* control = controlFlow(target)) return control->run(*this, scope, id);
    const Operator* op = findOperator(target);
    const Decomposition* own = op == nullptr ? findDecomposition(target) : nullptr;
    if (op == nullptr && own == nullptr) refuseUnsupported("the operator '" + std::string(shortTarget(target)) + "' is not known");
    const auto given = m_model.arguments(node);
    std::vector<NamedValue> arguments;
    arguments.reserve(given.size());
    for (const Argument& argument : given) arguments.push_back({std::string(m_model.text(argument.name)), valueOf(argument)});
    if (own != nullptr) return decomposed(*own, m_context, std::move(arguments));
    return orRefuse(m_probe.compute(scope, id, *op, m_context, std::move(arguments)));
}

void GraphRun::bindResults(const Scope& scope, NodeId id, Values given) {
    std::size_t next = 0;
    const auto take = [&](ValueId value, Value& result) {
        set(value, std::move(result));
        m_probe.take(scope, id, value, *m_values[value.index()]);
    };
    const auto one = [&](ValueId value) {
        if (next < given.size()) return take(value, given[next++]);
        if (!m_flow.consumers(value).empty() || m_flow.leavesGraph(value))
            refuseArguments("the operator gives " + std::to_string(given.size()) + " results, the graph takes more");
    };
    for (const graph::OutputSlot& slot : m_model.outputs(m_model.node(id))) {
        const auto values = m_model.values(slot);
        if (slot.kind == graph::ValueKind::List && next < given.size() && given[next].list() != nullptr) {
            Values& items = std::get<Values>(given[next++]);
            if (items.size() < values.size()) refuseArguments("a list of results is shorter than the graph says");
            for (std::size_t i = 0; i < values.size(); ++i) take(values[i], items[i]);
        } else if (values.empty()) {
            ++next;
        } else {
            for (const ValueId value : values) one(value);
        }
    }
}

void GraphRun::release(NodeId id) {
    const auto done = [&](ValueId value) {
        if (m_flow.leavesGraph(value)) return;
        const auto users = m_flow.consumers(value);
        if (users.empty() || m_flow.position(users.back()) <= m_flow.position(id)) reset(value);
    };
    for (const ValueId value : m_flow.inputs(id))
        if (m_model.value(value).graph == m_model.node(id).graph) done(value);
    for (const ValueId value : m_flow.results(id)) done(value);
}

void GraphRun::runNode(const Scope& scope, NodeId id) {
    try {
        m_context.poll();
        m_context.charge(kNodeOperations);
        bindResults(scope, id, results(scope, id));
    } catch (const Refusal& refusal) {
        if (refusal.error.isCancelled()) throw;
        for (const ValueId value : m_flow.results(id)) reset(value);
        m_probe.refused(scope, id, refusal.error);
        if (auto instead = m_probe.instead(scope, id)) bindResults(scope, id, *std::move(instead));
    }
    release(id);
}

std::vector<std::optional<Value>> GraphRun::runGraph(const Scope& scope, GraphId id) {
    const graph::Graph& graph = m_model.graph(id);
    for (const NodeId node : graph.nodes) runNode(scope, node);
    return outputsOf(graph);
}

std::vector<std::optional<Value>> GraphRun::outputsOf(const graph::Graph& graph) const {
    std::vector<std::optional<Value>> outputs;
    for (const graph::GraphOutput& output : graph.outputs) {
        try {
            outputs.emplace_back(valueOf(output.argument));
        } catch (const Refusal&) {
            outputs.emplace_back(std::nullopt);
        }
    }
    return outputs;
}

std::vector<std::optional<Value>> GraphRun::runBody(const Scope& scope, GraphId id, const Values& inputs) {
    const graph::Graph& graph = m_model.graph(id);
    if (graph.inputs.size() != inputs.size())
        refuseArguments("a body takes " + std::to_string(graph.inputs.size()) + " inputs and is given " +
                        std::to_string(inputs.size()));
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (!graph.inputs[i].value.valid()) continue;
        set(graph.inputs[i].value, inputs[i]);
        m_probe.take(scope, NodeId(), graph.inputs[i].value, inputs[i]);
    }
    return runGraph(scope, id);
}

RunResult GraphRun::runTop(Values inputs, const std::map<std::string, Array>& buffers) {
    begin(std::move(inputs), buffers);
    runTo(0, m_model.top().nodes.size());
    return end();
}

void GraphRun::begin(Values inputs, const std::map<std::string, Array>& buffers) {
    m_buffers = &buffers;
    bindTop(std::move(inputs));
    if (m_context.functional) return;
    for (const graph::GraphInput& input : m_model.top().inputs)
        if (input.kind == graph::InputKind::Buffer && input.value.valid() && m_values[input.value.index()])
            if (const Array* array = m_values[input.value.index()]->array()) m_written.emplace(m_model.text(input.target), *array);
}

void GraphRun::runTo(std::size_t from, std::size_t to) {
    const auto& nodes = m_model.top().nodes;
    const Scope scope{m_model, m_prefix, false};
    for (std::size_t i = from; i < std::min(to, nodes.size()); ++i) {
        m_probe.progress(static_cast<double>(i) / static_cast<double>(nodes.size()));
        runNode(scope, nodes[i]);
    }
}

RunResult GraphRun::end() {
    RunResult result{outputsOf(m_model.top()), std::move(m_written)};
    for (std::size_t i = 0; i < result.outputs.size(); ++i) {
        const graph::GraphOutput& output = m_model.top().outputs[i];
        if (!graph::isBufferMutation(output.kind) || !result.outputs[i]) continue;
        if (const Array* array = result.outputs[i]->array())
            result.buffers.insert_or_assign(std::string(m_model.text(output.target)), *array);
    }
    result.buffers.merge(m_left);
    return result;
}

Result<RunResult> run(const GraphModel& model, Values inputs, const std::map<std::string, Array>& buffers,
                      const Surroundings& surroundings, const Context& context, Probe& probe) {
    return withinMemory([&] { return run(PreparedGraph(model), std::move(inputs), buffers, surroundings, context, probe); });
}

Result<RunResult> run(const PreparedGraph& prepared, Values inputs, const std::map<std::string, Array>& buffers,
                      const Surroundings& surroundings, const Context& context, Probe& probe) {
    return unlessRefused<RunResult>(
        [&] { return GraphRun(prepared, surroundings, context, probe).runTop(std::move(inputs), buffers); });
}

}  // namespace etscope::evaluate
