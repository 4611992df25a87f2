#include "graph/fold.h"

#include <algorithm>

namespace etscope::graph {
namespace {

/// A run of these operator words, in this order, is one thing. The last row is the general rule for shape operators.
struct Rule {
    std::string_view name;
    OperatorFamily family;
    std::string_view first, second;
};
constexpr Rule kRules[] = {{"silu", OperatorFamily::Activation, "sigmoid", "mul"},
                           {"quantise · dequantise", OperatorFamily::Quantise, "quantize_per_tensor", "dequantize_per_tensor"}};

}  // namespace

Folding::Folding(const GraphModel& model, const DataFlow& flow, const Hierarchy& hierarchy) : m_patternOf(model.nodeCount()) {
    /// The only consumer of all results, in the same module; invalid when there is another or none.
    const auto next = [&](NodeId node) {
        NodeId only;
        for (const ValueId value : flow.results(node)) {
            if (flow.leavesGraph(value)) return NodeId();
            for (const NodeId user : flow.consumers(value)) {
                if (only.valid() && only != user) return NodeId();
                only = user;
            }
        }
        return only.valid() && hierarchy.moduleOf(only) == hierarchy.moduleOf(node) && model.node(only).graph == model.node(node).graph ? only : NodeId();
    };
    const auto take = [&](std::string name, OperatorFamily family, std::vector<NodeId> nodes) {
        const PatternId id(m_patterns.size());
        for (const NodeId node : nodes) m_patternOf[node.index()] = id;
        m_patterns.push_back({std::move(name), family, std::move(nodes)});
    };
    for (std::uint32_t i = 0; i < model.nodeCount(); ++i) {
        const NodeId node(i);
        if (patternOf(node).valid() || !flow.graphs(node).empty()) continue;
        const std::string word = operatorWord(model.text(model.node(node).target));
        const NodeId second = next(node);
        if (!second.valid() || patternOf(second).valid()) continue;
        const std::string secondWord = operatorWord(model.text(model.node(second).target));
        const auto rule = std::find_if(std::begin(kRules), std::end(kRules), [&](const Rule& r) { return r.first == word && r.second == secondWord; });
        if (rule != std::end(kRules)) {
            take(std::string(rule->name), rule->family, {node, second});
            continue;
        }
        std::vector<NodeId> run{node};
        std::string name = word;
        const auto isShape = [&](NodeId id) { return describeOperator(model.text(model.node(id).target)).family == OperatorFamily::Shape && flow.graphs(id).empty(); };
        if (!isShape(node)) continue;
        for (NodeId at = second; at.valid() && !patternOf(at).valid() && isShape(at); at = next(at)) {
            run.push_back(at);
            if (run.size() <= 3) name += " · " + operatorWord(model.text(model.node(at).target));
        }
        if (run.size() > 3) name += " …";
        if (run.size() > 1) take(std::move(name), OperatorFamily::Shape, std::move(run));
    }
}

}  // namespace etscope::graph
