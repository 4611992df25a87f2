#include "replay/planned_names.h"

#include <algorithm>

#include "base/number_text.h"
#include "graph/roles.h"
#include "join/stage_graph.h"
#include "join/value_names.h"
#include "modules/operator_family.h"
#include "replay/plan_nodes.h"

namespace etscope::replay {
namespace {

/// 8 of "v8" and of "v8_2", the same value after it was written again.
std::optional<std::int64_t> valueNumber(std::string_view id) {
    return id.starts_with('v') ? parseInt(id.substr(1, id.find('_') - 1)) : std::nullopt;
}

}  // namespace

/// Names from the surest source on: what is held, what the method gives, what calls make, what they read. What is known of a value
/// tells more of the call that wrote it: from the last call to the first, until nothing is new.
class PlannedNames::Finder {
public:
    Finder(const program::ExecutionPlan& plan, const graph::GraphModel& edge, const join::MethodLinks& links,
           const InstructionNodes& nodes, PlannedNames& names)
        : m_plan(plan), m_edge(edge), m_links(links), m_nodes(nodes), m_names(names) {}

    void find() {
        const auto outputs = m_edge.userOutputs();
        for (std::size_t i = 0; outputs.size() == m_plan.outputs.size() && i < outputs.size(); ++i)
            if (outputs[i]->argument.kind == graph::ArgumentKind::Value) add(m_plan.outputs[i], outputs[i]->argument.value());
        for (const auto& [call, candidates] : m_nodes.all())
            if (const auto node = m_nodes.nodeOf(call)) addResults(call, *node);
        for (const auto& [call, candidates] : m_nodes.all())
            if (const auto node = m_nodes.nodeOf(call)) addRead(call, *node);
        addInner();
        findReaders();
        findEarliest();
        for (std::size_t known = 0; m_run.complete() && known != m_values.size() && m_steps <= kMostSteps;) {
            known = m_values.size();
            m_steps += m_calls.size();
            for (std::int64_t call = std::ssize(m_calls) - 1; call >= 0; --call) addTold(call);
        }
        addMoved();
    }

private:
    const program::PlanCall& callOf(std::int64_t call) const { return m_calls[static_cast<std::size_t>(call)]; }

    void add(program::ValueIndex value, graph::ValueId id) {
        m_names.m_names.try_emplace(value, m_edge.valuePath(id));
        m_values.try_emplace(value, id);
    }
    std::optional<graph::ValueId> known(program::ValueIndex value) const {
        const auto found = m_values.find(value);
        return found == m_values.end() ? std::nullopt : std::optional(found->second);
    }
    void addResults(std::int64_t call, graph::NodeId node) {
        const auto made = m_plan.flattened(callOf(call).makes);
        const auto given = m_flow.results(node);
        for (std::size_t i = 0; i < made.size(); ++i) {
            m_names.m_names.try_emplace(made[i], m_edge.nodePath(node));
            if (made.size() == given.size()) m_values.try_emplace(made[i], given[i]);
        }
    }
    void addRead(std::int64_t call, graph::NodeId node) {
        for (const CallArguments::Operand& operand : m_nodes.arguments().operands(call, node))
            if (m_edge.value(operand.value).producer.valid()) add(operand.index, operand.value);
    }

    /// What a call of a branch or a loop runs.
    struct Step {
        std::string word;    ///< of the operator
        graph::NodeId node;  ///< invalid: a loop cuts a slice, or copies what it carries on
        graph::ValueId gives;
    };
    /// No debug handle leads to instructions of branches and loops: where they run the nodes of the nested graphs one after the
    /// other, each is its node. Views may be left out on either side, and nothing is told of them.
    void addInner() {
        std::vector<std::int64_t> jumps(m_calls.size() + 1);  // over each call: those that begin there, less those that end there
        for (std::size_t i = 0; i < m_calls.size(); ++i) {
            if (!m_calls[i].destination) continue;
            const std::size_t to = std::min(static_cast<std::size_t>(std::max(*m_calls[i].destination, 0)), m_calls.size());
            ++jumps[std::min(i, to)];
            --jumps[std::max(i, to)];
        }
        std::vector<std::int64_t> ran;
        std::int64_t inside = 0;
        for (std::size_t i = 0; i < m_calls.size(); ++i)
            if ((inside += jumps[i]) > 0 && isStep(m_calls[i].target)) ran.push_back(static_cast<std::int64_t>(i));
        std::vector<Step> steps;
        addSteps(m_edge.top(), steps);
        const auto fits = [&](std::int64_t call, const Step& step) {
            const auto& made = callOf(call).makes;
            return modules::operatorWord(callOf(call).target) == step.word &&
                   (!step.gives.valid() || made.size() != 1 || isLike(made.front(), step.gives));
        };
        if (!std::ranges::equal(ran, steps, fits)) return;
        for (std::size_t i = 0; i < ran.size(); ++i) {
            if (steps[i].node.valid()) addResults(ran[i], steps[i].node), addRead(ran[i], steps[i].node);
            if (steps[i].gives.valid() && callOf(ran[i]).makes.size() == 1) add(callOf(ran[i]).makes.front(), steps[i].gives);
        }
    }
    static bool isStep(std::string_view target) {
        const std::string word = modules::operatorWord(target);
        return target.find("aten") != std::string_view::npos && word != "view" && word != "alias" && word != "sym_size";
    }
    void addSteps(const graph::Graph& outer, std::vector<Step>& steps) const {
        for (const graph::NodeId node : outer.nodes) {
            const std::string_view target = m_edge.text(m_edge.node(node).target);
            const auto results = m_flow.results(node);
            if (&outer != &m_edge.top() && isStep(target))
                steps.push_back({modules::operatorWord(target), node, results.size() == 1 ? results.front() : graph::ValueId()});
            for (const graph::GraphId inner : m_flow.graphs(node)) {
                const auto& inputs = m_edge.graph(inner).inputs;
                const bool scan = target.ends_with("scan");
                const std::size_t carried = scan ? itemsOf(node, 1) : 0;
                const std::size_t cut = scan ? itemsOf(node, 2) : target.ends_with("map_impl") ? itemsOf(node, 1) : 0;
                for (std::size_t i = carried; i < std::min(carried + cut, inputs.size()); ++i)
                    steps.push_back({"select", {}, inputs[i].value});
                addSteps(m_edge.graph(inner), steps);
                for (std::size_t i = 0; i < carried; ++i) steps.push_back({"copy", {}, {}});
            }
        }
    }
    /// Of a list that the node takes.
    std::size_t itemsOf(graph::NodeId node, std::size_t argument) const {
        const auto arguments = m_edge.arguments(m_edge.node(node));
        const bool list = argument < arguments.size() && arguments[argument].kind == graph::ArgumentKind::List;
        return list ? m_edge.listItems(arguments[argument]).size() : 0;
    }

    void findReaders() {
        program::PlanCalls reading(m_plan);
        for (std::size_t i = 0; i < m_calls.size(); ++i) {
            for (const program::ValueIndex taken : m_plan.flattened(m_calls[i].takes)) {
                m_readers[taken].insert(static_cast<std::int64_t>(i));
                const auto holder = reading.writers().holding(taken);
                if (!holder || *holder == taken) continue;
                m_readers[*holder].insert(static_cast<std::int64_t>(i));
                m_holders.emplace(taken, *holder);
            }
            for (const program::ValueIndex made : m_plan.flattened(m_calls[i].makes))
                m_writers[made].insert(static_cast<std::int64_t>(i));
            reading.finish(m_calls[i]);
        }
    }

    /// The first call that can run each node, behind those that run what it needs.
    void findEarliest() {
        for (const graph::NodeId node : m_edge.top().nodes) {
            std::int64_t after = 0;
            for (const graph::ValueId value : m_flow.inputs(node))
                if (const auto maker = m_earliest.find(m_edge.value(value).producer); maker != m_earliest.end())
                    after = std::max(after, maker->second);
            const auto call = m_run.instructionsOf(node).lower_bound(after);
            m_earliest.emplace(node, call == m_run.instructionsOf(node).end() ? after : *call);
        }
    }

    /// What values that are known by now tell of the call.
    void addTold(std::int64_t call) {
        const program::PlanCall& stated = callOf(call);
        if (stated.delegate >= 0) return addCrossing(call, stated);
        for (const program::ValueIndex made : m_plan.flattened(stated.makes)) {
            const auto value = known(made);
            const graph::NodeId node = value ? m_edge.value(*value).producer : graph::NodeId();
            if (std::ranges::find(m_nodes.candidates(call), node) != m_nodes.candidates(call).end())
                addResults(call, node), addRead(call, node);
        }
        if (stated.target.starts_with("executorch_prim::et_view") && !stated.takes.empty() && stated.makes.size() == 1)
            addViewed(stated.takes.front(), stated.makes.front());
        for (const program::ValueIndex taken : stated.takes)
            if (const auto holder = m_holders.find(taken); holder != m_holders.end()) addViewed(holder->second, taken);
        if (stated.target == "aten::copy_" && stated.takes.size() > 1 && stated.makes.size() == 1)
            addState(stated.makes.front(), stated.takes[1]);
    }
    /// A view is the only one of its size of what it shows; what it shows is what the view of the graph takes.
    void addViewed(program::ValueIndex of, program::ValueIndex view) {
        if (const auto value = known(of); value && !known(view)) {
            std::vector<graph::ValueId> views;
            for (const graph::NodeId user : m_flow.consumers(*value))
                if (m_run.isView(user))
                    std::ranges::copy_if(m_flow.results(user), std::back_inserter(views),
                                         [&](auto one) { return isLike(view, one); });
            if (views.size() == 1) add(view, views.front());
        }
        const auto value = known(view);
        const graph::NodeId node = value ? m_edge.value(*value).producer : graph::NodeId();
        if (!node.valid() || !m_run.isView(node) || m_flow.inputs(node).empty()) return;
        const graph::ValueId shown = m_flow.inputs(node).front();
        const graph::NodeId maker = m_edge.value(shown).producer;
        const bool behind = maker.valid() && m_run.isView(maker) && m_run.mayBeSilent(maker);  // of that, perhaps
        if (maker.valid() && !behind && isLike(of, shown)) add(of, shown);
    }
    /// What is copied into a state is the only one that is written back into a buffer of the record.
    void addState(program::ValueIndex state, program::ValueIndex from) {
        const auto value = known(from);
        std::vector<std::string> targets;
        for (const graph::GraphOutput& output : m_edge.top().outputs)
            if (value && output.argument.kind == graph::ArgumentKind::Value && output.argument.value() == *value &&
                graph::isBufferMutation(output.kind))
                targets.emplace_back(m_edge.text(output.target));
        if (targets.size() == 1 && m_names.m_names.try_emplace(state, targets.front()).second) m_names.m_held.insert(state);
    }

    /// What leaves and what enters the nodes of a delegate call, where types, sizes, readers and writers tell which value it is.
    void addCrossing(std::int64_t call, const program::PlanCall& stated) {
        std::set<graph::ValueId> given, taken;
        for (const graph::NodeId node : m_run.of(call)) {
            if (m_earliest[node] > call) continue;
            for (const graph::ValueId value : m_flow.results(node)) {
                const auto users = m_flow.consumers(value);
                if (m_flow.leavesGraph(value) || std::ranges::any_of(users, [&](auto user) { return mayBeOutside(user, call); }))
                    given.insert(value);
            }
            for (const graph::ValueId value : m_flow.inputs(node))
                if (const auto maker = m_edge.value(value).producer; maker.valid() && mayBeOutside(maker, call))
                    taken.insert(value);
        }
        addOnly(stated.makes, std::move(given), [&](auto made, auto value) { return areReaders(call, made, value); });
        addOnly(stated.takes, std::move(taken), [&](auto read, auto value) { return areWriters(read, value); });
    }
    bool mayBeOutside(graph::NodeId node, std::int64_t call) const {
        const std::set<std::int64_t>& calls = m_run.instructionsOf(node);
        return m_run.mayBeSilent(node) || calls.size() > 1 || !calls.contains(call);
    }
    /// Whether each call that may run a user of the value reads it, and each that reads it may run one, or a user of a view.
    bool areReaders(std::int64_t call, program::ValueIndex made, graph::ValueId value) {
        const std::set<std::int64_t>& readers = m_readers[made];
        const auto reads = [&](std::int64_t one) { return one == call || readers.contains(one); };
        for (const graph::NodeId user : m_flow.consumers(value))
            if (!m_run.mayBeSilent(user) && std::ranges::none_of(m_run.instructionsOf(user), reads)) return false;
        std::set<std::int64_t> users;
        for (const graph::ValueId view : m_run.withViews(m_flow, {value}))
            for (const graph::NodeId user : m_flow.consumers(view))
                users.insert(m_run.instructionsOf(user).begin(), m_run.instructionsOf(user).end());
        return std::ranges::all_of(readers, [&](std::int64_t one) { return users.contains(one) || m_run.of(one).empty(); });
    }
    bool areWriters(program::ValueIndex read, graph::ValueId value) {
        const std::set<std::int64_t>& makers = m_run.instructionsOf(m_edge.value(value).producer);
        const auto may = [&](std::int64_t one) { return makers.contains(one) || m_run.of(one).empty(); };
        return makers.empty() || std::ranges::any_of(m_writers[read], may);
    }
    /// Names those that can be but one of the values, or views of it of its own sizes; it then is no other's.
    template <class Fits>
    void addOnly(const std::vector<program::ValueIndex>& planned, std::set<graph::ValueId> values, const Fits& fits) {
        m_steps += planned.size() * values.size();
        if (m_steps > kMostSteps) return;
        std::map<program::ValueIndex, std::set<graph::ValueId>> open;
        for (const program::ValueIndex one : planned)
            if (const auto value = known(one))
                values.erase(*value);
            else
                open[one];
        for (auto& [one, fitting] : open) {
            std::ranges::copy_if(values, std::inserter(fitting, fitting.end()),
                                 [&, one = one](graph::ValueId value) { return isLike(one, value) && fits(one, value); });
            const auto isViewed = [&, &fitting = fitting](graph::ValueId value) {
                return std::ranges::any_of(m_flow.consumers(value), [&](graph::NodeId user) {
                    return m_run.isView(user) &&
                           std::ranges::any_of(m_flow.results(user), [&](auto view) { return fitting.contains(view); });
                });
            };
            std::erase_if(fitting, isViewed);
        }
        const auto isOnly = [&](const auto& one) {
            const auto same = [&](const auto& other) { return other.second == one.second; };
            return one.second.size() == 1 && std::ranges::count_if(open, same) == 1;
        };
        for (auto only = std::ranges::find_if(open, isOnly); only != open.end(); only = std::ranges::find_if(open, isOnly)) {
            const graph::ValueId value = *only->second.begin();
            add(only->first, value);
            open.erase(only);
            for (auto& [one, fitting] : open) fitting.erase(value);
        }
    }
    bool isLike(program::ValueIndex value, graph::ValueId id) const {
        return m_plan.tensor(value) != nullptr && m_edge.value(id).meta.valid() && fitsValue(m_plan.tensor(value), m_edge, id);
    }

    /// Of moves, and of views that the plan leaves out: what they have in common with what they were made of.
    void addMoved() {
        for (const program::PlanCall& call : m_calls)
            if (call.target == "move" && call.takes.size() == 1 && call.makes.size() == 1 &&
                m_writers[call.makes.front()].size() == 1)  // else each branch gives another
                addSame(call.makes.front(), call.takes.front());
        for (const auto& [value, holder] : m_holders) addSame(value, holder);
    }
    void addSame(program::ValueIndex value, program::ValueIndex other) {
        auto& names = m_names.m_names;
        if (const auto known = names.find(other); known != names.end()) names.try_emplace(value, known->second);
    }

    static constexpr std::size_t kMostSteps = std::size_t{1} << 20U;  ///< files decide how much there is to tell apart
    std::size_t m_steps = 0;
    const program::ExecutionPlan& m_plan;
    const graph::GraphModel& m_edge;
    const join::MethodLinks& m_links;
    const InstructionNodes& m_nodes;
    const std::vector<program::PlanCall>& m_calls = m_nodes.arguments().calls();
    const graph::DataFlow m_flow{m_edge};
    const PlanNodes m_run{m_edge, m_links, m_plan, m_nodes};
    std::map<program::ValueIndex, std::set<std::int64_t>> m_readers, m_writers;  ///< instructions
    std::map<graph::NodeId, std::int64_t> m_earliest;
    std::map<program::ValueIndex, program::ValueIndex> m_holders;  ///< of views that the plan leaves out
    std::map<program::ValueIndex, graph::ValueId> m_values;        ///< which of the graph they are
    PlannedNames& m_names;
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
    if (edge && nodes) Finder(plan, **edge, **links, **nodes, names).find();
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
