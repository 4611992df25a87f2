#include "replay/planned_names.h"

#include <algorithm>

#include "base/number_text.h"
#include "join/stage_graph.h"
#include "join/value_names.h"
#include "modules/operator_family.h"
#include "replay/instruction_nodes.h"

namespace etscope::replay {
namespace {

/// 8 of "v8" and of "v8_2", the same value after it was written again.
std::optional<std::int64_t> valueNumber(std::string_view id) {
    return id.starts_with('v') ? parseInt(id.substr(1, id.find('_') - 1)) : std::nullopt;
}

}  // namespace

/// Names from the surest source on: what is held, what the method gives, what calls make, what they read.
class PlannedNames::Finder {
public:
    Finder(const program::ExecutionPlan& plan, const graph::GraphModel& edge, const join::MethodLinks& links,
           const InstructionNodes& nodes, std::map<program::ValueIndex, std::string>& names)
        : m_plan(plan), m_edge(edge), m_links(links), m_nodes(nodes), m_names(names) {}

    void find() {
        const auto outputs = m_edge.userOutputs();
        for (std::size_t i = 0; outputs.size() == m_plan.outputs.size() && i < outputs.size(); ++i)
            if (outputs[i]->argument.kind == graph::ArgumentKind::Value) add(m_plan.outputs[i], outputs[i]->argument.value());
        const auto& calls = m_nodes.arguments().calls();
        for (std::size_t i = 0; i < calls.size(); ++i)
            if (calls[i].delegate < 0) addMade(static_cast<std::int64_t>(i), calls[i]);
        for (const auto& [instruction, candidates] : m_nodes.all())
            if (const auto node = m_nodes.nodeOf(instruction))
                for (const CallArguments::Operand& operand : m_nodes.arguments().operands(instruction, *node))
                    add(operand.index, operand.value);
        for (std::size_t i = 0; i < calls.size(); ++i)
            if (calls[i].delegate >= 0) addGiven(static_cast<std::int64_t>(i), calls[i]);
        addMoved(calls);
    }

private:
    void add(program::ValueIndex value, graph::ValueId id) { m_names.try_emplace(value, m_edge.valuePath(id)); }

    void addMade(std::int64_t instruction, const program::PlanCall& call) {
        const std::string name = nodeName(instruction, call);
        for (const program::ValueIndex made : call.makes) {
            if (name.empty()) break;
            m_names.try_emplace(made, name);
            if (const auto* items = m_plan.tensorItems(made))
                for (const program::ValueIndex item : *items) m_names.try_emplace(item, name);
        }
    }

    /// The node that the call is; inside branches and loops the only one of its handles with its operator.
    std::string nodeName(std::int64_t instruction, const program::PlanCall& call) const {
        if (const auto node = m_nodes.nodeOf(instruction)) return m_edge.nodePath(*node);
        std::set<std::string> found;
        const join::NodeLinks links = m_links.ofInstruction(instruction);
        for (const graph::NodeRef& ref : links.edge) {
            const graph::GraphModel* model = m_links.graphs().find(ref.stage);
            if (model == nullptr) continue;
            const bool same =
                modules::operatorWord(model->text(model->node(ref.node).target)) == modules::operatorWord(call.target);
            if (same || links.edge.size() == 1) found.insert(model->nodePath(ref.node));
        }
        return found.size() == 1 ? *found.begin() : std::string();
    }

    /// What leaves the nodes of a delegate call, where types and sizes tell which result it is.
    void addGiven(std::int64_t instruction, const program::PlanCall& call) {
        std::set<graph::NodeId> inside;
        for (const graph::NodeRef& ref : m_links.ofInstruction(instruction).edge)
            if (ref.stage == graph::StageId::edge()) inside.insert(ref.node);
        std::vector<graph::ValueId> given;
        for (const graph::NodeId node : inside)
            for (const graph::ValueId value : m_flow.results(node)) {
                const auto users = m_flow.consumers(value);
                const bool left = std::ranges::any_of(users, [&](graph::NodeId user) { return !inside.contains(user); });
                if (left || users.empty()) given.push_back(value);
            }
        for (const program::ValueIndex made : call.makes) {
            std::vector<graph::ValueId> fitting;
            std::ranges::copy_if(given, std::back_inserter(fitting), [&](graph::ValueId id) { return isLike(made, id); });
            const auto alike = std::ranges::count_if(
                call.makes, [&](program::ValueIndex other) { return !fitting.empty() && isLike(other, fitting.front()); });
            if (fitting.size() == 1 && alike == 1) add(made, fitting.front());
        }
    }
    bool isLike(program::ValueIndex value, graph::ValueId id) const {
        const program::TensorInfo* tensor = m_plan.tensor(value);
        const graph::MetaId meta = m_edge.value(id).meta;
        return tensor != nullptr && meta.valid() && m_edge.meta(meta).type == tensor->scalarType &&
               std::ranges::equal(m_edge.dims(m_edge.meta(meta).sizes), tensor->sizes,
                                  [](const graph::Dim& dim, auto size) { return dim.expression.valid() || dim.value == size; });
    }

    /// Of moves, and of views that the plan leaves out: what they have in common with what they were made of.
    void addMoved(const std::vector<program::PlanCall>& calls) {
        program::PlanCalls reading(m_plan);
        for (const program::PlanCall& call : calls) {
            if (call.target == "move" && call.takes.size() == 1 && call.makes.size() == 1)
                addSame(call.makes.front(), call.takes.front());
            for (const program::ValueIndex taken : call.takes)
                if (const auto holder = reading.writers().holding(taken)) addSame(taken, *holder);
            reading.finish(call);
        }
    }
    void addSame(program::ValueIndex value, program::ValueIndex other) {
        if (const auto known = m_names.find(other); known != m_names.end()) m_names.try_emplace(value, known->second);
    }

    const program::ExecutionPlan& m_plan;
    const graph::GraphModel& m_edge;
    const join::MethodLinks& m_links;
    const InstructionNodes& m_nodes;
    const graph::DataFlow m_flow{m_edge};
    std::map<program::ValueIndex, std::string>& m_names;
};

Result<PlannedNames> PlannedNames::make(const session::Session& session, const program::ExecutionPlan& plan,
                                        const JobContext& job) {
    PlannedNames names;
    if (session.recordFile() == nullptr) return names;
    const auto graph = join::stageGraph({session, plan.name}, graph::StageId::program(), job);
    using Held = std::shared_ptr<const join::ValueNames>;
    const auto held = graph ? join::valueNames({session, plan.name}, job) : Result<Held>(graph.failure());
    using Links = std::shared_ptr<const join::MethodLinks>;
    const auto links = held ? join::links({session, plan.name}, job) : Result<Links>(held.failure());
    using Index = std::shared_ptr<const modules::GraphIndex>;
    const auto index =
        links ? join::graphIndex({session, plan.name}, graph::StageId::program(), job) : Result<Index>(links.failure());
    if (index.cancelled()) return index.failure();
    if (!index) return names;
    for (const auto& [value, name] : **held)
        if (const auto number = valueNumber((*graph)->text((*graph)->value(value).id)))
            names.m_names.emplace(*number, name), names.m_held.insert(static_cast<program::ValueIndex>(*number));
    names.m_links = *links;
    names.m_index = *index;
    const auto edge = session.graph(plan.name, graph::StageId::edge(), job);
    const auto nodes = instructionNodes({session, plan.name}, job);
    if (nodes.cancelled()) return nodes.failure();
    if (edge && nodes) Finder(plan, **edge, **links, **nodes, names.m_names).find();
    return names;
}

std::string PlannedNames::name(program::ValueIndex value) const {
    const auto hit = m_names.find(value);
    return hit == m_names.end() ? std::string() : hit->second;
}

std::string PlannedNames::module(std::optional<std::int64_t> writer) const {
    if (!writer || m_index == nullptr) return {};
    const graph::NodeRef node = m_links->nodeOf(*writer);
    const modules::ModuleId module = node.node.valid() ? m_index->hierarchy().moduleOf(node.node) : modules::ModuleId();
    return module.valid() ? m_index->hierarchy().module(module).path : std::string();
}

}  // namespace etscope::replay
