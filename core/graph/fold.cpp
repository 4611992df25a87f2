#include "graph/fold.h"

#include <algorithm>

namespace etscope::graph {
namespace {

/// Operators whose words begin so, each taking what the one before makes, are one thing.
struct Rule {
    std::string_view name;
    OperatorFamily family;
    std::vector<std::string_view> words;
    bool sameInput = false;  ///< the last operator takes the first one's input, too: x · sigmoid(x)
};

const std::vector<Rule>& rules() {
    static const std::vector<Rule> kRules{
        {"silu", OperatorFamily::Activation, {"sigmoid", "mul"}, true},
        {"dynamic quantise", OperatorFamily::Quantise, {"choose_qparams", "quantize", "dequantize"}},
        {"quantise · dequantise", OperatorFamily::Quantise, {"quantize", "dequantize"}}};
    return kRules;
}

class Folder {
public:
    Folder(const GraphModel& model, const DataFlow& flow, const Hierarchy& hierarchy)
        : m_model(model), m_flow(flow), m_hierarchy(hierarchy) {}

    std::string word(NodeId node) const { return operatorWord(m_model.text(m_model.node(node).target)); }
    bool together(NodeId a, NodeId b) const {
        return m_hierarchy.moduleOf(a) == m_hierarchy.moduleOf(b) && m_model.node(a).graph == m_model.node(b).graph;
    }
    bool isShape(NodeId node) const {
        return describeOperator(m_model.text(m_model.node(node).target)).family == OperatorFamily::Shape &&
               m_flow.graphs(node).empty();
    }

    /// The only consumer of all results, in the same module; invalid when there is another or none.
    NodeId next(NodeId node) const {
        NodeId only;
        for (const ValueId value : m_flow.results(node)) {
            if (m_flow.leavesGraph(value)) return {};
            for (const NodeId user : m_flow.consumers(value)) {
                if (only.valid() && only != user) return {};
                only = user;
            }
        }
        return only.valid() && together(only, node) ? only : NodeId();
    }

    /// The nodes of a rule from `start` on, or none.
    std::vector<NodeId> match(const Rule& rule, NodeId start) const {
        std::vector<NodeId> nodes{start};
        if (!word(start).starts_with(rule.words[0])) return {};
        while (nodes.size() < rule.words.size()) {
            const NodeId following = user(nodes.back(), rule.words[nodes.size()]);
            if (!following.valid()) return {};
            nodes.push_back(following);
        }
        const auto inputs = m_flow.inputs(nodes.back());
        const auto ofFirst = m_flow.inputs(start);
        const bool shared = !rule.sameInput || std::any_of(ofFirst.begin(), ofFirst.end(), [&](ValueId value) {
            return std::find(inputs.begin(), inputs.end(), value) != inputs.end();
        });
        return shared && closed(nodes) ? nodes : std::vector<NodeId>{};
    }

private:
    NodeId user(NodeId node, std::string_view wanted) const {
        for (const ValueId value : m_flow.results(node))
            for (const NodeId user : m_flow.consumers(value))
                if (user != node && together(user, node) && m_flow.graphs(user).empty() && word(user).starts_with(wanted))
                    return user;
        return {};
    }

    /// Whether the values of all but the last stay inside.
    bool closed(const std::vector<NodeId>& nodes) const {
        for (std::size_t i = 0; i + 1 < nodes.size(); ++i)
            for (const ValueId value : m_flow.results(nodes[i])) {
                if (m_flow.leavesGraph(value)) return false;
                for (const NodeId user : m_flow.consumers(value))
                    if (std::find(nodes.begin(), nodes.end(), user) == nodes.end()) return false;
            }
        return true;
    }

    const GraphModel& m_model;
    const DataFlow& m_flow;
    const Hierarchy& m_hierarchy;
};

}  // namespace

Folding::Folding(const GraphModel& model, const DataFlow& flow, const Hierarchy& hierarchy) : m_patternOf(model.nodeCount()) {
    const Folder folder(model, flow, hierarchy);
    const auto take = [&](std::string name, OperatorFamily family, std::vector<NodeId> nodes) {
        const PatternId id(m_patterns.size());
        for (const NodeId node : nodes) m_patternOf[node.index()] = id;
        m_patterns.push_back({std::move(name), family, std::move(nodes)});
    };
    const auto free = [&](const std::vector<NodeId>& nodes) {
        return std::none_of(nodes.begin(), nodes.end(), [&](NodeId node) { return patternOf(node).valid(); });
    };
    for (std::uint32_t i = 0; i < model.nodeCount(); ++i) {
        const NodeId node(i);
        if (patternOf(node).valid() || !flow.graphs(node).empty()) continue;
        for (const Rule& rule : rules()) {
            std::vector<NodeId> nodes = folder.match(rule, node);
            if (nodes.empty() || !free(nodes)) continue;
            take(std::string(rule.name), rule.family, std::move(nodes));
            break;
        }
        if (patternOf(node).valid() || !folder.isShape(node)) continue;
        std::vector<NodeId> run{node};
        std::string name = folder.word(node);
        for (NodeId at = folder.next(node); at.valid() && !patternOf(at).valid() && folder.isShape(at); at = folder.next(at)) {
            run.push_back(at);
            if (run.size() <= 3) name += " · " + folder.word(at);
        }
        if (run.size() > 3) name += " …";
        if (run.size() > 1) take(std::move(name), OperatorFamily::Shape, std::move(run));
    }
}

}  // namespace etscope::graph
