#include "evaluate/graph_run.h"

#include <algorithm>
#include <array>

#include "base/limits.h"
#include "evaluate/operator_table.h"
#include "evaluate/operators/elementwise.h"
#include "evaluate/operators/shapes.h"

namespace etscope::evaluate {

using graph::Argument;
using graph::ArgumentKind;
using graph::GraphId;
using graph::NodeId;

namespace {

/// What a node with graphs is given: graphs in order, lists in order, all other arguments.
struct Parts {
    std::vector<GraphId> graphs;
    std::vector<Values> lists;
    Values others;
};

Parts partsOf(const GraphRun& run, NodeId id) {
    Parts parts;
    for (const Argument& argument : run.model().arguments(run.model().node(id))) {
        if (argument.kind == ArgumentKind::Graph) {
            parts.graphs.push_back(argument.graph());
        } else if (argument.kind == ArgumentKind::List) {
            parts.lists.push_back(*run.valueOf(argument).list());
        } else {
            parts.others.push_back(run.valueOf(argument));
        }
    }
    return parts;
}

void expect(const Parts& parts, std::size_t graphs, std::size_t lists) {
    if (parts.graphs.size() < graphs || parts.lists.size() < lists)
        refuseArguments("graphs or operands of a control flow node are missing");
}

/// The scope of a nested graph: its prefix below that of the node's own graph; `turn` of several.
Scope inside(const GraphRun& run, const Scope& scope, NodeId id, GraphId graph, std::optional<std::int64_t> turn) {
    const graph::Graph& body = run.model().graph(graph);
    std::string prefix = scope.prefix;
    prefix.append(run.model().text(run.model().node(id).id)).append("/").append(run.model().text(body.argument));
    if (turn) prefix.append("[").append(std::to_string(*turn)).append("]");
    return {run.model(), std::move(prefix.append("/")), scope.loop || turn.has_value()};
}

Values allKnown(const std::vector<std::optional<Value>>& values) {
    Values known;
    for (const auto& value : values) {
        if (!value) refuse("depends-on-unknown", "a value inside is not known");
        known.push_back(*value);
    }
    return known;
}

bool truthOf(const Value& value) {
    const Array* array = value.array();
    if (array == nullptr) return numberOf(value) != 0;
    if (array->count() != 1) refuseArguments("a condition of " + std::to_string(array->count()) + " elements");
    return doublesOf(*array).front() != 0;
}

Values branch(GraphRun& run, const Scope& scope, NodeId id) {
    const Parts parts = partsOf(run, id);
    expect(parts, 2, 0);
    if (parts.others.empty()) refuseArguments("a branch without a condition");
    const GraphId chosen = parts.graphs[truthOf(parts.others.front()) ? 0 : 1];
    return allKnown(
        run.runBody(inside(run, scope, id, chosen, std::nullopt), chosen, parts.lists.empty() ? Values{} : parts.lists.front()));
}

Values joined(Values first, const Values& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

Values loop(GraphRun& run, const Scope& scope, NodeId id) {
    const Parts parts = partsOf(run, id);
    expect(parts, 2, 1);
    Values carried = parts.lists[0];
    const Values more = parts.lists.size() > 1 ? parts.lists[1] : Values{};
    for (std::int64_t turn = 0;; ++turn) {
        run.countTurn();
        const Values asked =
            allKnown(run.runBody(inside(run, scope, id, parts.graphs[0], turn), parts.graphs[0], joined(carried, more)));
        if (asked.empty()) refuseArguments("a loop without a condition");
        if (!truthOf(asked.front())) return carried;
        carried = allKnown(run.runBody(inside(run, scope, id, parts.graphs[1], turn), parts.graphs[1], joined(carried, more)));
    }
}

std::int64_t lengthOf(const Values& arrays) {
    std::optional<std::int64_t> length;
    for (const Value& value : arrays) {
        const Array* array = value.array();
        if (array == nullptr || array->rank() == 0 || (length && *length != array->shape[0]))
            refuseArguments("operands of different lengths are gone through together");
        length = array->shape[0];
    }
    return length.value_or(0);
}

Values elementsAt(const Values& arrays, std::int64_t index) {
    Values elements;
    for (const Value& value : arrays) elements.emplace_back(selected(*value.array(), 0, index));
    return elements;
}

/// Results of all turns, one on the other.
class Stack {
public:
    Stack(const GraphRun& run, std::int64_t turns) : m_run(run), m_turns(turns) {}
    void add(std::int64_t turn, const Values& values, std::size_t from) {
        for (std::size_t i = from; i < values.size(); ++i) {
            const Array* array = values[i].array();
            if (array == nullptr) refuseArguments("a turn gives something else than tensors");
            if (m_stacked.size() <= i - from) {
                Dims shape = array->shape;
                shape.insert(shape.begin(), m_turns);
                m_stacked.push_back(m_run.context().make(array->type, shape));
            }
            assign(m_run.context(), selected(m_stacked[i - from], 0, turn), *array);
        }
    }
    void appendTo(Values& values) const { values.insert(values.end(), m_stacked.begin(), m_stacked.end()); }

private:
    const GraphRun& m_run;
    std::int64_t m_turns;
    std::vector<Array> m_stacked;
};

Values scan(GraphRun& run, const Scope& scope, NodeId id) {
    const Parts parts = partsOf(run, id);
    expect(parts, 1, 2);
    Values carried = parts.lists[0];
    const Values more = parts.lists.size() > 2 ? parts.lists[2] : Values{};
    const bool reverse = std::any_of(parts.others.begin(), parts.others.end(), [](const Value& v) {
        return std::holds_alternative<bool>(v.base()) && std::get<bool>(v.base());
    });
    const std::int64_t turns = lengthOf(parts.lists[1]);
    Stack stack(run, turns);
    for (std::int64_t turn = 0; turn < turns; ++turn) {
        run.countTurn();
        const std::int64_t at = reverse ? turns - 1 - turn : turn;
        const Values inputs = joined(joined(carried, elementsAt(parts.lists[1], at)), more);
        const Values results = allKnown(run.runBody(inside(run, scope, id, parts.graphs[0], turn), parts.graphs[0], inputs));
        if (results.size() < carried.size()) refuseArguments("a scan's body gives too few results");
        stack.add(at, results, carried.size());
        std::copy_n(results.begin(), carried.size(), carried.begin());
    }
    stack.appendTo(carried);
    return carried;
}

Values map(GraphRun& run, const Scope& scope, NodeId id) {
    const Parts parts = partsOf(run, id);
    expect(parts, 1, 1);
    const Values more = parts.lists.size() > 1 ? parts.lists[1] : Values{};
    const std::int64_t turns = lengthOf(parts.lists[0]);
    Stack stack(run, turns);
    for (std::int64_t turn = 0; turn < turns; ++turn) {
        run.countTurn();
        const Values inputs = joined(elementsAt(parts.lists[0], turn), more);
        stack.add(turn, allKnown(run.runBody(inside(run, scope, id, parts.graphs[0], turn), parts.graphs[0], inputs)), 0);
    }
    Values results;
    stack.appendTo(results);
    return results;
}

/// A graph that only changes how training would go on.
Values wrappedGraph(GraphRun& run, const Scope& scope, NodeId id) {
    const Parts parts = partsOf(run, id);
    expect(parts, 1, 0);
    Values inputs;
    for (const Value& value : parts.others)
        if (value.array() != nullptr) inputs.push_back(value);
    for (const Values& list : parts.lists) inputs = joined(inputs, list);
    return allKnown(run.runBody(inside(run, scope, id, parts.graphs[0], std::nullopt), parts.graphs[0], inputs));
}

Values delegateCall(GraphRun& run, const Scope& scope, NodeId id) {
    Values inputs;
    const auto arguments = run.model().arguments(run.model().node(id));
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const Value value = run.valueOf(arguments[i]);
        if (value.list() != nullptr)
            inputs = joined(inputs, *value.list());
        else
            inputs.push_back(value);
    }
    return run.runLowered(scope, id, std::move(inputs));
}

/// The inner tensor of a tensor subclass: constants of such a type are their names.
Values innerTensor(GraphRun& run, const Scope&, NodeId id) {
    const auto arguments = run.model().arguments(run.model().node(id));
    if (arguments.size() < 2) refuseArguments("an inner tensor without a name");
    const Value outer = run.valueOf(arguments[0]), name = run.valueOf(arguments[1]);
    const auto *target = std::get_if<std::string>(&outer.base()), *attribute = std::get_if<std::string>(&name.base());
    if (attribute == nullptr) refuseArguments("an inner tensor without a name");
    if (target == nullptr) refuseUnsupported("an inner tensor of what is no tensor subclass");
    Values values;
    values.push_back(run.constant(*target + "." + *attribute));
    return values;
}

constexpr auto kControlFlow = std::to_array<ControlFlow>({
    {"higher_order.cond", branch},
    {"higher_order.while_loop", loop},
    {"higher_order.scan", scan},
    {"higher_order.map_impl", map},
    {"higher_order.map", map},
    {"higher_order.executorch_call_delegate", delegateCall},
    {"higher_order.wrap_with_set_grad_enabled", wrappedGraph},
    {"higher_order.wrap_with_autocast", wrappedGraph},
    {"export.access_subclass_inner_tensor.default", innerTensor},
});

}  // namespace

const ControlFlow* controlFlow(std::string_view target) noexcept {
    const std::string_view name = shortTarget(target);
    const auto* found =
        std::find_if(kControlFlow.begin(), kControlFlow.end(), [&](const ControlFlow& row) { return row.target == name; });
    return found == kControlFlow.end() ? nullptr : found;
}

Value GraphRun::constant(const std::string& target) const { return orRefuse(m_surroundings.constant(target, m_context.memory)); }

void GraphRun::countTurn() {
    m_context.poll();
    if (m_outer != nullptr) return m_outer->countTurn();
    if (++m_turns > limits::kMaxLoopTurns)
        refuse("limit-exceeded", "loops of more than " + std::to_string(limits::kMaxLoopTurns) + " turns");
}

Values GraphRun::runLowered(const Scope& scope, NodeId id, Values inputs) {
    const graph::Node& node = m_model.node(id);
    if (node.delegate < 0) refuseUnsupported("a delegate call without its program");
    if (m_depth >= limits::kMaxGraphDepth) refuse("limit-exceeded", "delegates are nested too deep");
    const LoweredBody body = orRefuse(m_surroundings.lowered(m_model, static_cast<std::size_t>(node.delegate), m_context.job));
    const PreparedGraph prepared(*body.graph);
    GraphRun inner(prepared, *body.surroundings, m_context, m_probe, this);
    const std::string_view name = m_model.text(m_model.delegates()[static_cast<std::size_t>(node.delegate)].name);
    inner.setPrefix(scope.prefix + std::string(m_model.text(node.id)) + "/" + std::string(name) + "/");
    RunResult result = inner.runTop(std::move(inputs), stateOf(*body.graph));
    for (auto& [target, array] : result.buffers) m_left.insert_or_assign(target, std::move(array));
    std::vector<std::optional<Value>> results;
    for (std::size_t i = 0; i < result.outputs.size(); ++i)
        if (!graph::isBufferMutation(body.graph->top().outputs[i].kind)) results.push_back(std::move(result.outputs[i]));
    return allKnown(results);
}

/// What the call before left in the buffers that the delegate's program writes, as far as there was one.
std::map<std::string, Array> GraphRun::stateOf(const graph::GraphModel& lowered) const {
    std::map<std::string, Array> state;
    for (const graph::GraphOutput* output : lowered.bufferMutations()) {
        const std::string target(lowered.text(output->target));
        for (const auto* buffers : std::initializer_list<const std::map<std::string, Array>*>{&m_left, m_buffers})
            if (const auto known = buffers->find(target); known != buffers->end()) state.insert(*known);
    }
    return state;
}

}  // namespace etscope::evaluate
