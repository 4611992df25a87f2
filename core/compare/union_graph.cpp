#include "compare/union_graph.h"

#include <algorithm>
#include <map>
#include <set>

namespace etscope::compare {
namespace {

using graph::Argument;
using graph::ArgumentKind;
using graph::GraphModel;
using graph::NodeId;
using graph::ValueId;

class UnionBuilder {
public:
    UnionBuilder(const MethodChange& method, const StageDiff& stage, UnionSides sides)
        : m_method(method), m_stage(stage), m_sides(sides) {
        m_builder.addGraph({});
        for (const ChangedNode& one : stage.changed) m_changed.insert(one.left);
    }

    Result<UnionGraph> make(const std::string& path, std::size_t most) {
        if (m_sides != UnionSides::Before) m_rightNodes = inside(m_method.right, path);
        if (m_sides != UnionSides::After)
            for (const NodeId node : inside(m_method.left, path))
                if (m_sides == UnionSides::Before || !m_stage.match.rightOf[node.index()].valid()) m_gone.push_back(node);
        if (m_rightNodes.size() + m_gone.size() > most)
            return fail("limit-exceeded", "the module has " + std::to_string(m_rightNodes.size() + m_gone.size()) +
                                              " nodes on both sides; " + std::to_string(most) + " are drawn at most");
        for (const NodeId node : m_gone) m_goneSet.insert(node);
        if (std::size_t values = 0; tooMany(m_rightNodes, rightSide(), values, most) || tooMany(m_gone, leftSide(), values, most))
            return fail("limit-exceeded", "the nodes of the module take and give more values than are drawn");
        addNodes();
        wire();
        m_out.model = m_builder.finish();
        return std::move(m_out);
    }

private:
    struct Side {
        const GraphModel& model;
        const graph::DataFlow& flow;
        bool right;
    };
    Side rightSide() const { return {m_method.right.index->model(), m_method.right.index->flow(), true}; }
    Side leftSide() const { return {m_method.left.index->model(), m_method.left.index->flow(), false}; }

    /// Values that the nodes take and give; a real node has a handful.
    static bool tooMany(const std::vector<NodeId>& nodes, const Side& side, std::size_t& values, std::size_t most) {
        constexpr std::size_t kOfNode = 32;
        for (const NodeId node : nodes)
            values +=
                side.flow.inputs(node).size() + side.flow.results(node).size() + side.model.arguments(side.model.node(node)).size();
        return values > kOfNode * most;
    }

    /// In the order of execution.
    static std::vector<NodeId> inside(const MethodFacts& facts, const std::string& path) {
        const modules::Hierarchy& hierarchy = facts.index->hierarchy();
        std::vector<NodeId> nodes;
        for (std::uint32_t m = 0; m < hierarchy.size(); ++m)
            if (const modules::Module& module = hierarchy.module(modules::ModuleId(m));
                module.path == path || path.empty() || module.path.starts_with(path + "."))
                nodes.insert(nodes.end(), module.nodes.begin(), module.nodes.end());
        std::ranges::sort(nodes);
        nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
        return nodes;
    }

    /// Gone nodes stand where they stood: before the first that came after them and is still there.
    void addNodes() {
        std::size_t gone = 0;
        for (const NodeId node : m_rightNodes) {
            const NodeId before = m_stage.match.leftOf[node.index()];
            for (; before.valid() && gone < m_gone.size() && m_gone[gone] < before; ++gone) addNode(leftSide(), m_gone[gone]);
            addNode(rightSide(), node);
        }
        for (; gone < m_gone.size(); ++gone) addNode(leftSide(), m_gone[gone]);
    }

    void addNode(const Side& side, NodeId from) {
        const graph::Node& node = side.model.node(from);
        graph::Node copy;
        std::string id(side.model.text(node.id));
        while (!m_names.insert(id).second) id += " (before)";
        copy.id = m_builder.intern(id);
        copy.target = m_builder.intern(side.model.text(node.target));
        copy.graph = graph::GraphId(std::uint32_t{0});
        const NodeId made = m_builder.addNode(copy);
        std::vector<graph::OutputSlot> slots;
        for (const graph::OutputSlot& slot : side.model.outputs(node)) {
            std::vector<ValueId> values;
            for (const ValueId value : side.model.values(slot)) values.push_back(addValue(side, value, made));
            slots.push_back({slot.kind, m_builder.addOutputValues(values)});
        }
        m_builder.node(made).outputs = m_builder.addOutputs(slots);
        m_made[{side.right, from}] = made;
        const NodeId left = side.right ? m_stage.match.leftOf[from.index()] : from;
        m_out.left.push_back(left);
        const NodeId right = side.right ? from : m_stage.match.rightOf[from.index()];
        m_out.right.push_back(right);
        m_out.states.push_back(!right.valid()             ? std::optional(ChangeState::Removed)
                               : !left.valid()            ? std::optional(ChangeState::Added)
                               : m_changed.contains(left) ? std::optional(ChangeState::Changed)
                                                          : std::nullopt);
    }

    ValueId addValue(const Side& side, ValueId from, NodeId producer) {
        const graph::Value& value = side.model.value(from);
        graph::Value copy;
        std::string id(side.model.text(value.id));
        while (!m_values.insert(id).second) id += " (before)";
        copy.id = m_builder.intern(id);
        copy.kind = value.kind;
        copy.graph = graph::GraphId(std::uint32_t{0});
        copy.producer = producer;
        copy.output = value.output;
        copy.element = value.element;
        copy.expression = m_builder.intern(side.model.text(value.expression));
        if (value.meta.valid()) copy.meta = addMeta(side.model, side.model.meta(value.meta));
        const ValueId made = m_builder.addValue(copy);
        m_valueOf[{side.right, from}] = made;
        return made;
    }

    graph::MetaId addMeta(const GraphModel& model, graph::TensorMeta meta) {
        const auto dims = [&](graph::Slice slice) {
            std::vector<graph::Dim> list;
            for (graph::Dim dim : model.dims(slice)) {
                if (dim.expression.valid()) dim.expression = m_builder.intern(model.text(dim.expression));
                list.push_back(dim);
            }
            return list;
        };
        const auto sizes = dims(meta.sizes), strides = dims(meta.strides);
        meta.device = m_builder.intern(model.text(meta.device));
        return m_builder.internMeta(meta, sizes, strides);
    }

    /// A value where the union has it: made by a node of it, by the node that its maker became, or an input.
    ValueId valueOf(const Side& side, ValueId from) {
        if (const auto known = m_valueOf.find({side.right, from}); known != m_valueOf.end()) return known->second;
        const graph::Value& value = side.model.value(from);
        if (m_sides == UnionSides::Both && !side.right && value.producer.valid())
            if (const NodeId now = m_stage.match.rightOf[value.producer.index()]; now.valid())
                if (const ValueId same = resultOf(now, value.output, value.element); same.valid())
                    return valueOf(rightSide(), same);
        const std::string name(side.model.text(value.id));
        if (const auto known = m_inputs.find(name); known != m_inputs.end()) return known->second;
        const ValueId made = addValue(side, from, NodeId());
        graph::GraphInput input;
        input.value = made;
        input.kind = kindOf(side, from);
        input.id = m_builder.intern(name);
        m_builder.graph(graph::GraphId(std::uint32_t{0})).inputs.push_back(input);
        m_inputs[name] = made;
        return made;
    }

    /// That of the stage's own input: weights are drawn as such.
    static graph::InputKind kindOf(const Side& side, ValueId value) {
        const auto& inputs = side.model.top().inputs;
        const std::size_t number = side.model.value(value).output;
        const bool own = !side.model.value(value).producer.valid() && number < inputs.size() && inputs[number].value == value;
        return own ? inputs[number].kind : graph::InputKind::User;
    }

    ValueId resultOf(NodeId node, std::uint32_t output, std::int32_t element) const {
        const GraphModel& model = m_method.right.index->model();
        for (const ValueId value : m_method.right.index->flow().results(node))
            if (model.value(value).output == output && model.value(value).element == element) return value;
        return {};
    }

    /// Values that the node takes, list elements included.
    static void visitValues(const GraphModel& model, NodeId node, const auto& visit) {
        for (const Argument& argument : model.arguments(model.node(node))) {
            if (argument.kind == ArgumentKind::Value) visit(argument.name, argument.value());
            if (argument.kind == ArgumentKind::List)
                for (const Argument& item : model.listItems(argument))
                    if (item.kind == ArgumentKind::Value) visit(argument.name, item.value());
        }
    }

    void wire() {
        for (const auto& [key, made] : m_made) {
            const auto [right, from] = key;
            const Side side = right ? rightSide() : leftSide();
            std::vector<Argument> arguments;
            const auto take = [&](const Side& of, const std::string& name, ValueId value) {
                Argument argument;
                argument.name = m_builder.intern(name);
                argument.kind = ArgumentKind::Value;
                argument.id = valueOf(of, value).index();
                arguments.push_back(argument);
            };
            visitValues(side.model, from,
                        [&](graph::StringId name, ValueId value) { take(side, std::string(side.model.text(name)), value); });
            if (right && m_stage.match.leftOf[from.index()].valid()) {  // what it took from nodes that are gone
                const GraphModel& before = m_method.left.index->model();
                visitValues(before, m_stage.match.leftOf[from.index()], [&](graph::StringId name, ValueId value) {
                    if (const NodeId maker = before.value(value).producer; maker.valid() && m_goneSet.contains(maker))
                        take(leftSide(), "was " + std::string(before.text(name)), value);
                });
            }
            m_builder.node(made).arguments = m_builder.addArguments(arguments);
        }
    }

    const MethodChange& m_method;
    const StageDiff& m_stage;
    const UnionSides m_sides;
    graph::GraphBuilder m_builder;
    UnionGraph m_out;
    std::vector<NodeId> m_rightNodes, m_gone;
    std::set<NodeId> m_goneSet, m_changed;
    std::set<std::string> m_names, m_values;
    std::map<std::pair<bool, NodeId>, NodeId> m_made;
    std::map<std::pair<bool, ValueId>, ValueId> m_valueOf;
    std::map<std::string, ValueId> m_inputs;
};

}  // namespace

std::size_t UnionGraph::count(ChangeState state) const {
    return static_cast<std::size_t>(std::ranges::count(states, std::optional(state)));
}

Result<UnionGraph> unionGraph(const MethodChange& method, const StageDiff& stage, const std::string& path, std::size_t most,
                              UnionSides sides) {
    return UnionBuilder(method, stage, sides).make(path, most);
}

}  // namespace etscope::compare
