#include "join/value_names.h"

#include <algorithm>
#include <vector>

#include "graph/roles.h"
#include "join/links.h"
#include "join/stage_graph.h"

namespace etscope::join {
namespace {

using graph::GraphModel;
using graph::StageId;
using graph::ValueId;

/// Type and sizes; strides are those of another memory.
bool alike(const GraphModel& a, ValueId left, const GraphModel& b, ValueId right) {
    const graph::MetaId l = a.value(left).meta, r = b.value(right).meta;
    if (!l.valid() || !r.valid() || a.meta(l).type != b.meta(r).type) return false;
    return std::ranges::equal(a.dims(a.meta(l).sizes), b.dims(b.meta(r).sizes), {}, &graph::Dim::value, &graph::Dim::value);
}

/// The inputs of graphs by their values.
class Inputs {
public:
    /// nullptr: it is none of the outermost graph.
    const graph::GraphInput* of(const GraphModel& model, ValueId value) {
        const auto [known, first] = m_models.try_emplace(&model);
        if (first)
            for (const graph::GraphInput& input : model.top().inputs)
                if (input.value.valid()) known->second.emplace(input.value, &input);
        const auto found = known->second.find(value);
        return found == known->second.end() ? nullptr : found->second;
    }

private:
    std::map<const GraphModel*, std::map<ValueId, const graph::GraphInput*>> m_models;
};

/// Names of parameters, buffers and constants that these nodes take and that are like the value; each once.
std::vector<std::string> namesFor(const GraphModel& plan, ValueId value, const std::vector<graph::NodeRef>& nodes,
                                  const StageGraphs& graphs, Inputs& inputs) {
    std::vector<std::string> names;
    for (const graph::NodeRef& ref : nodes) {
        const GraphModel* model = graphs.find(ref.stage);
        if (model == nullptr) continue;
        for (const graph::Argument& argument : model->arguments(model->node(ref.node))) {
            if (argument.kind != graph::ArgumentKind::Value) continue;
            const graph::GraphInput* input = inputs.of(*model, argument.value());
            if (input == nullptr || !input->target.valid() || !alike(plan, value, *model, argument.value())) continue;
            const std::string name(model->text(input->target));
            if (std::ranges::find(names, name) == names.end()) names.push_back(name);
        }
    }
    return names;
}

class Finder {
public:
    Finder(const GraphModel& plan, const MethodHandles& handles, const MethodLinks& links)
        : m_plan(plan), m_handles(handles), m_links(links) {}

    ValueNames find(const GraphModel& edge) {
        nameInputs(edge);
        for (const HandleRow& row : m_handles.rows) nameHeld(row);
        ValueNames names = std::move(m_inputs);
        for (auto& [value, fitting] : m_fitting)
            if (fitting.size() == 1) names.emplace(value, std::move(fitting.front()));
        return names;
    }

private:
    /// Both have them in the order of the call.
    void nameInputs(const GraphModel& edge) {
        const auto mine = m_plan.userInputs(), its = graph::userInputsOf(edge, mine.size());
        for (std::size_t i = 0; i < its.size(); ++i)  // an input may be a literal
            if (mine[i]->value.valid()) m_inputs.emplace(mine[i]->value, edge.text(its[i]->id));
    }

    void nameHeld(const HandleRow& row) {
        const graph::NodeRef node = m_links.nodeOf(row.instruction);
        if (!node.node.valid()) return;
        const auto& nodes = row.edgeNodes.empty() && row.shared ? m_handles.shared[*row.shared].edgeNodes : row.edgeNodes;
        for (const graph::Argument& argument : m_plan.arguments(m_plan.node(node.node))) {
            if (argument.kind != graph::ArgumentKind::Value) continue;
            const graph::GraphInput* input = m_byValue.of(m_plan, argument.value());
            if (input == nullptr || graph::isUser(input->kind)) continue;
            narrow(argument.value(), namesFor(m_plan, argument.value(), nodes, m_handles.graphs, m_byValue));
        }
    }

    /// All that take it must agree.
    void narrow(ValueId value, std::vector<std::string> names) {
        if (names.empty()) return;
        const auto [known, first] = m_fitting.try_emplace(value, names);
        if (!first) std::erase_if(known->second, [&](const auto& name) { return std::ranges::find(names, name) == names.end(); });
    }

    const GraphModel& m_plan;
    const MethodHandles& m_handles;
    const MethodLinks& m_links;
    Inputs m_byValue;
    ValueNames m_inputs;
    std::map<ValueId, std::vector<std::string>> m_fitting;
};

}  // namespace

Result<std::shared_ptr<const ValueNames>> valueNames(const session::MethodView& method, const JobContext& job) {
    return method.store().get<ValueNames>(method.key("join::valueNames"), job, [&]() -> Result<std::shared_ptr<const ValueNames>> {
        const auto none = std::make_shared<const ValueNames>();
        const auto plan = stageGraph(method, StageId::program(), job);
        if (!plan) return plan.failure();
        const auto edge = method.graph(StageId::edge(), job);
        const auto known = edge ? handles(method, job) : Result<std::shared_ptr<const MethodHandles>>(edge.failure());
        const auto links = known ? join::links(method, job) : Result<std::shared_ptr<const MethodLinks>>(known.failure());
        if (links.cancelled()) return links.failure();
        if (!links) return none;
        return std::make_shared<const ValueNames>(Finder(**plan, **known, **links).find(**edge));
    });
}

std::shared_ptr<const ValueNames> valueNames(const session::MethodView& method, const graph::StageId& stage,
                                             const JobContext& job) {
    if (stage.is(graph::StageId::Kind::Payload)) return std::make_shared<const ValueNames>();
    if (!stage.is(graph::StageId::Kind::Program)) return nullptr;
    const auto names = valueNames(method, job);
    return names ? *names : std::make_shared<const ValueNames>();
}

}  // namespace etscope::join
