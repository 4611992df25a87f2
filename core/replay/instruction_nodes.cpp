#include "replay/instruction_nodes.h"

#include <algorithm>

#include "evaluate/kernel_operator.h"
#include "join/weights.h"
#include "modules/operator_family.h"
#include "replay/constant_views.h"
#include "replay/kept_whole.h"
#include "replay/program_tensors.h"

namespace etscope::replay {
namespace {

using graph::NodeId;

/// Whether `to` follows from `from`, by what follows from each that is not behind `to`.
template <class Id, class Followers>
bool follows(Id to, Id from, Followers&& followers) {
    std::set<Id> seen{from};
    std::vector<Id> open{from};
    while (!open.empty()) {
        const Id at = open.back();
        open.pop_back();
        if (at == to) return true;
        for (const Id next : followers(at))
            if (seen.insert(next).second) open.push_back(next);
    }
    return false;
}

}  // namespace

bool fitsValue(const program::TensorInfo* tensor, const graph::GraphModel& model, graph::ValueId value) {
    if (tensor == nullptr || !model.value(value).meta.valid()) return true;
    const graph::TensorMeta& meta = model.meta(model.value(value).meta);
    const auto sizes = model.dims(meta.sizes);
    if ((meta.type && *meta.type != tensor->scalarType) || sizes.size() != tensor->sizes.size()) return false;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        const bool symbol = sizes[d].expression.valid();
        if (symbol ? tensor->dynamism == program::Dynamism::Static : sizes[d].hasHint && sizes[d].value != tensor->sizes[d])
            return false;
    }
    return true;
}

InstructionNodes::InstructionNodes(std::shared_ptr<const graph::GraphModel> edge, const join::MethodHandles& handles,
                                   const program::ExecutionPlan& plan)
    : m_model(std::move(edge)),
      m_edge(*m_model),
      m_plan(plan),
      m_arguments(m_edge, plan),
      m_origins(m_edge, plan, m_arguments.calls()),
      m_flow(m_edge) {
    findFixed();
    addCandidates(handles);
    addWires();
    std::set<std::int64_t> all;
    for (const auto& [call, nodes] : m_candidates) all.insert(call);
    propagate(std::move(all));
    prefer([this](std::int64_t call, NodeId node) { return m_arguments.numberDifferences(call, node).empty(); });
    settleChains();
}

void InstructionNodes::findFixed() {
    for (const NodeId node : m_edge.top().nodes) {
        const auto taken = m_flow.inputs(node);
        if (std::ranges::all_of(taken, [this](graph::ValueId value) {
                const OperandOrigin origin = m_origins.ofGraph(value);
                return origin.kind == OperandOrigin::Kind::Held ||
                       (origin.kind == OperandOrigin::Kind::Made && m_fixed.contains(origin.node));
            }))
            m_fixed.insert(node);
    }
}

/// Of the top graph, in its order.
InstructionNodes::Nodes InstructionNodes::nodesOf(const std::vector<std::int64_t>& handles, const join::MethodHandles& all) const {
    std::set<NodeId> nodes;
    for (const std::int64_t handle : std::set(handles.begin(), handles.end()))
        if (const auto found = all.edgeByHandle.find(handle); found != all.edgeByHandle.end())
            for (const graph::NodeRef& ref : found->second)
                if (takeStep() && ref.stage == graph::StageId::edge() && m_edge.node(ref.node).graph == graph::GraphId(0U))
                    nodes.insert(ref.node);
    return {nodes.begin(), nodes.end()};
}

void InstructionNodes::addCandidates(const join::MethodHandles& handles) {
    const std::vector<program::PlanCall>& calls = m_arguments.calls();
    for (const join::HandleRow& row : handles.rows) {
        const std::int64_t call = row.instruction;
        const program::Instruction* instruction = m_plan.instructionAt(0, call);
        const program::Operator* called = instruction != nullptr ? m_plan.calledOperator(*instruction) : nullptr;
        const bool delegate = instruction != nullptr && m_plan.calledDelegate(*instruction).has_value();
        if (called == nullptr && !delegate) continue;
        const program::PlanCall& stated = calls[static_cast<std::size_t>(call)];
        const evaluate::Operator* op = evaluate::operatorOfKernel(stated.target, stated.names);
        const std::string word = delegate ? std::string() : modules::operatorWord(called->fullName());
        Nodes exact, alike;
        if (delegate) m_delegates.insert(call);
        for (const NodeId id : nodesOf(row.debugHandles, handles)) {
            m_named[call].insert(id);
            if (delegate) m_ranBy[id].insert(call);
            const std::string_view target = m_edge.text(m_edge.node(id).target);
            if (delegate || !takeStep() || modules::operatorWord(target) != word) continue;
            (op != nullptr && evaluate::findOperator(target) == op ? exact : alike).push_back(id);
        }
        Nodes& nodes = exact.empty() ? alike : exact;
        if (nodes.empty()) continue;
        for (const NodeId node : nodes) m_callsOf[node].insert(call);
        m_candidates.emplace(call, std::move(nodes));
    }
    for (auto& [call, nodes] : m_candidates) narrow(call, [&, call = call](NodeId node) { return fitsPlan(call, node); });
}

bool InstructionNodes::fitsPlan(std::int64_t call, NodeId node) const {
    const auto made = m_plan.flattened(m_arguments.calls()[static_cast<std::size_t>(call)].makes);
    std::vector<graph::ValueId> given;
    for (const graph::OutputSlot& slot : m_edge.outputs(m_edge.node(node)))
        std::ranges::copy(m_edge.values(slot), std::back_inserter(given));
    if (made.size() != given.size()) return true;
    for (std::size_t i = 0; i < made.size(); ++i)
        if (!fitsValue(m_plan.tensor(made[i]), m_edge, given[i])) return false;
    return true;
}

void InstructionNodes::addWires() {
    std::map<program::ValueIndex, std::set<std::int64_t>> makers;
    const std::vector<program::PlanCall>& calls = m_arguments.calls();
    for (std::size_t i = 0; i < calls.size(); ++i) {
        for (const program::ValueIndex taken : calls[i].takes)
            for (const std::int64_t maker : makers[taken]) m_takers[maker].push_back(static_cast<std::int64_t>(i));
        for (const program::ValueIndex made : calls[i].makes) {
            makers[made] = {static_cast<std::int64_t>(i)};
            if (const auto* items = m_plan.tensorItems(made))
                for (const program::ValueIndex item : *items) makers[item] = {static_cast<std::int64_t>(i)};
        }
    }
    for (const auto& [call, nodes] : m_candidates) {
        std::map<std::pair<std::string, std::size_t>, Wire> wires;  // by argument and place among the operands of that name
        for (const NodeId node : nodes) {
            std::map<std::string, std::size_t> places;
            for (const CallArguments::Operand& operand : m_arguments.operands(call, node)) {
                if (!takeStep()) return;
                Wire& wire = wires[{operand.name, places[operand.name]++}];
                wire.reader = call;
                wire.from = m_origins.ofPlan(call, operand.index);
                const OperandOrigin recorded = m_origins.ofGraph(operand.value);
                wire.recorded[node] = m_fixed.contains(recorded.node) ? OperandOrigin() : recorded;
            }
        }
        for (auto& [place, wire] : wires) {
            if (wire.from.kind == OperandOrigin::Kind::Unknown) continue;
            m_wiresOf[call].push_back(m_wires.size());
            if (wire.from.instruction >= 0) m_wiresOf[wire.from.instruction].push_back(m_wires.size());
            m_wires.push_back(std::move(wire));
        }
    }
}

bool InstructionNodes::agrees(const Wire& wire, const OperandOrigin& recorded) const {
    using Kind = OperandOrigin::Kind;
    if (recorded.kind == Kind::Unknown) return true;
    // What no call runs was computed when the program was made, or inside a delegate.
    const bool delegate = m_delegates.contains(wire.from.instruction);
    if (recorded.kind == Kind::Made && !m_callsOf.contains(recorded.node))
        return wire.from.kind != Kind::Made || !delegate || named(wire.from.instruction).contains(recorded.node);
    if (wire.from.kind != Kind::Made) return wire.from.kind == recorded.kind && wire.from.input == recorded.input;
    if (delegate) return recorded.kind == Kind::Made && named(wire.from.instruction).contains(recorded.node);
    const auto makers = m_candidates.find(wire.from.instruction);
    if (makers == m_candidates.end()) return true;  // a pass added it
    return recorded.kind == Kind::Made && std::ranges::binary_search(makers->second, recorded.node);
}

const std::set<NodeId>& InstructionNodes::named(std::int64_t instruction) const& {
    static const std::set<NodeId> kNone;
    const auto found = m_named.find(instruction);
    return found == m_named.end() ? kNone : found->second;
}

bool InstructionNodes::mayBe(const OperandOrigin& planned, graph::ValueId value) const {
    using Kind = OperandOrigin::Kind;
    std::set<NodeId> nodes;  // what gives it, and the views of that, which delegates may be of
    const OperandOrigin recorded = m_origins.ofGraph(value, &nodes);
    if (planned.kind == Kind::Unknown || recorded.kind == Kind::Unknown || m_fixed.contains(recorded.node)) return true;
    const bool made = recorded.kind == Kind::Made;
    if (made && callsOf(recorded.node).empty()) return true;  // computed when the program was made, or left out
    if (planned.kind != Kind::Made) return planned.kind == recorded.kind && planned.input == recorded.input;
    if (made) nodes.insert(recorded.node);
    const bool added = !m_delegates.contains(planned.instruction) && candidates(planned.instruction).empty();  // by a pass
    return added || std::ranges::any_of(nodes, [&](NodeId node) { return named(planned.instruction).contains(node); });
}

/// Keeps the candidates that fit; where none does, all: no assignment fits. True: they are fewer.
bool InstructionNodes::narrow(std::int64_t call, const std::function<bool(NodeId)>& fits) {
    Nodes& nodes = m_candidates.at(call);
    if (nodes.size() < 2 || m_steps + nodes.size() > kMostSteps) return false;
    m_steps += nodes.size();
    Nodes kept;
    std::ranges::copy_if(nodes, std::back_inserter(kept), fits);
    if (kept.empty() || kept.size() == nodes.size()) return false;
    for (const NodeId node : nodes)
        if (!std::ranges::binary_search(kept, node)) m_callsOf.at(node).erase(call);
    nodes = std::move(kept);
    return true;
}

void InstructionNodes::propagate(std::set<std::int64_t> open) {
    while (!open.empty()) {
        const std::int64_t call = *open.begin();
        open.erase(open.begin());
        std::set<std::int64_t> changed;
        const auto wires = m_wiresOf.find(call);
        for (const std::size_t w : wires == m_wiresOf.end() ? std::vector<std::size_t>() : wires->second) {
            const Wire& wire = m_wires[w];
            const auto stated = [&](NodeId node) {
                const auto found = wire.recorded.find(node);
                return found == wire.recorded.end() ? OperandOrigin() : found->second;
            };
            if (narrow(wire.reader, [&](NodeId node) { return agrees(wire, stated(node)); })) changed.insert(wire.reader);
            if (!m_candidates.contains(wire.from.instruction)) continue;
            std::set<NodeId> read;
            bool any = false;
            for (const NodeId node : m_candidates.at(wire.reader)) {
                const OperandOrigin origin = stated(node);
                any = any || origin.kind != OperandOrigin::Kind::Made || !m_callsOf.contains(origin.node);
                read.insert(origin.node);
            }
            if (!any && narrow(wire.from.instruction, [&](NodeId node) { return read.contains(node); }))
                changed.insert(wire.from.instruction);
        }
        // Two calls are not one node, where there are as many.
        if (const Nodes& own = m_candidates.at(call); own.size() == 1) {
            const std::set<std::int64_t> others = m_callsOf.at(own.front());
            for (const std::int64_t other : others)
                if (other != call && narrow(other, [&](NodeId node) { return node != own.front(); })) changed.insert(other);
        }
        for (const std::int64_t one : changed) {
            open.insert(one);
            for (const std::size_t w : m_wiresOf[one])
                for (const std::int64_t end : {m_wires[w].reader, m_wires[w].from.instruction})
                    if (m_candidates.contains(end)) open.insert(end);
        }
    }
}

void InstructionNodes::prefer(const std::function<bool(std::int64_t, NodeId)>& fits) {
    std::set<std::int64_t> changed;
    for (const auto& [call, nodes] : m_candidates)
        if (nodes.size() > 1 && narrow(call, [&, call = call](NodeId node) { return fits(call, node); })) changed.insert(call);
    propagate(std::move(changed));
}

bool InstructionNodes::needs(std::int64_t later, std::int64_t earlier) const {
    return follows(later, earlier, [&](std::int64_t call) {
        const auto takers = m_takers.find(call);
        return takers != m_takers.end() && call < later && takeStep() ? takers->second : std::vector<std::int64_t>();
    });
}

bool InstructionNodes::needs(NodeId later, NodeId earlier) const {
    return follows(later, earlier, [&](NodeId node) {
        Nodes next;
        if (m_flow.position(node) < m_flow.position(later) && takeStep())
            for (const graph::ValueId value : m_flow.results(node))
                std::ranges::copy(m_flow.consumers(value), std::back_inserter(next));
        return next;
    });
}

void InstructionNodes::settleChains() {
    std::map<Nodes, std::vector<std::int64_t>> alike;
    for (const auto& [call, nodes] : m_candidates)
        if (nodes.size() > 1) alike[nodes].push_back(call);
    std::set<std::int64_t> changed;
    for (const auto& [nodes, calls] : alike) {
        bool chain = nodes.size() == calls.size();
        Nodes ordered = nodes;
        std::ranges::sort(ordered, {}, [this](NodeId node) { return m_flow.position(node); });
        for (std::size_t i = 1; chain && i < calls.size(); ++i)
            chain = needs(calls[i], calls[i - 1]) && needs(ordered[i], ordered[i - 1]);
        for (std::size_t i = 0; chain && i < calls.size(); ++i)
            if (narrow(calls[i], [&](NodeId node) { return node == ordered[i]; })) changed.insert(calls[i]);
    }
    propagate(std::move(changed));
}

std::span<const NodeId> InstructionNodes::candidates(std::int64_t instruction) const {
    const auto found = m_candidates.find(instruction);
    return found == m_candidates.end() ? std::span<const NodeId>() : std::span<const NodeId>(found->second);
}

std::optional<NodeId> InstructionNodes::nodeOf(std::int64_t instruction) const {
    const auto nodes = candidates(instruction);
    return nodes.size() == 1 && m_callsOf.at(nodes.front()).size() == 1 ? std::optional(nodes.front()) : std::nullopt;
}

std::set<std::int64_t> InstructionNodes::callsOf(NodeId node) const {
    const auto kernels = m_callsOf.find(node), delegates = m_ranBy.find(node);
    if (kernels != m_callsOf.end() && !kernels->second.empty()) return kernels->second;
    return delegates == m_ranBy.end() ? std::set<std::int64_t>() : delegates->second;
}

Result<std::shared_ptr<const InstructionNodes>> instructionNodes(const session::MethodView& method, const JobContext& job) {
    return keptWhole<InstructionNodes>(
        method.session, "replay::instructionNodes " + method.name, job, [&]() -> Result<std::shared_ptr<const InstructionNodes>> {
            const program::ExecutionPlan* plan = method.plan();
            if (plan == nullptr) return fail("no-such-method", "the program has no such method", method.name);
            const auto edge = method.program(graph::StageId::edge(), job);
            if (!edge) return edge.failure();
            const auto handles = join::handles(method, job);
            if (handles.cancelled()) return handles.failure();
            const auto weights = join::weights(method.session, job);
            if (weights.cancelled()) return weights.failure();
            auto made = std::make_shared<InstructionNodes>((*edge)->graph, handles ? **handles : join::MethodHandles(), *plan);
            const ConstantViews views(*(*edge)->graph);
            if (weights)
                made->prefer([&](std::int64_t call, NodeId node) {
                    bool fits = true;
                    for (const CallArguments::Operand& operand : made->arguments().operands(call, node)) {
                        const auto view = views.of(operand.value);
                        const program::TensorInfo* info = plan->tensor(operand.index);
                        const auto stored =
                            view && info != nullptr ? programTensor(method.session, *info) : fail("tensor-without-data", "");
                        const join::StoredWeight* weight = stored ? (*weights)->at(stored->storage) : nullptr;
                        if (weight == nullptr || weight->record == nullptr) continue;
                        const auto& names = weight->record->names;
                        fits = fits && std::ranges::find(names, view->target) != names.end();
                    }
                    return fits;
                });
            return std::shared_ptr<const InstructionNodes>(std::move(made));
        });
}

Result<join::NodeLinks> nodeLinks(const session::MethodView& method, const graph::NodeRef& node, const JobContext& job) {
    using Kind = graph::StageId::Kind;
    const auto links = join::links(method, job);
    if (!links) return links.failure();
    join::NodeLinks of = (*links)->of(node);
    if (of.instructions.empty() || !(node.stage.is(Kind::Edge) || node.stage.is(Kind::Program))) return of;
    const auto kernels = instructionNodes(method, job);
    if (kernels.cancelled()) return kernels.failure();
    if (!kernels) return of;
    if (node.stage.is(Kind::Program)) {
        if (const auto own = (*kernels)->nodeOf(of.instructions.front())) of.edge = {{graph::StageId::edge(), *own}};
        return of;
    }
    const auto isOwn = [&](std::int64_t call) { return (*kernels)->nodeOf(call) == node.node; };
    if (const auto own = std::ranges::find_if(of.instructions, isOwn); own != of.instructions.end())
        return join::NodeLinks{of.exported, {node}, of.debugHandles, {*own}, {}, {}, {}, {}};
    std::erase_if(of.instructions, [&](std::int64_t call) { return !(*kernels)->candidates(call).empty(); });
    of.edge = {node};
    return of;
}

}  // namespace etscope::replay
