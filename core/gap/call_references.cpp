#include "gap/call_references.h"

#include <algorithm>

#include "evaluate/operator_table.h"
#include "gap/closeness.h"

namespace etscope::gap {
namespace {

using graph::NodeId;

/// Values nearer than that are one: another node's would be far off.
constexpr double kOneValue = 1e-3;

NodeName nameOf(const graph::GraphModel& model, NodeId node) {
    NodeName name{model.nodePath(node), {}};
    for (const graph::OutputSlot& slot : model.outputs(model.node(node)))
        for (const graph::ValueId value : model.values(slot)) name.results.push_back(model.valuePath(value));
    if (name.results.size() == 1 && name.results.front() == name.path) name.results.clear();
    return name;
}

}  // namespace

CallReferences::CallReferences(const graph::GraphModel& edge, const replay::InstructionNodes& kernels,
                               const join::MethodHandles& handles, const ReferenceValues& source, const JobContext& job)
    : m_edge(edge), m_kernels(kernels), m_source(source), m_job(job), m_flow(edge) {
    for (const auto& [handle, refs] : handles.edgeByHandle)
        for (const graph::NodeRef& ref : refs)
            if (ref.stage == graph::StageId::edge() && edge.node(ref.node).graph == graph::GraphId(0U))
                m_nodesOfHandle[handle].push_back(ref.node);
    for (const join::HandleRow& row : handles.rows)
        for (const std::int64_t handle : std::set(row.debugHandles.begin(), row.debugHandles.end()))
            ++m_callsOfHandle[{handle, row.isDelegate}];
    for (const auto& [call, nodes] : kernels.all()) m_kernelNodes.insert(nodes.begin(), nodes.end());
}

CallReferences::Nodes CallReferences::nodesOf(const Call& call) const {
    Nodes nodes;
    for (const std::int64_t handle : std::set(call.handles.begin(), call.handles.end()))
        if (const auto found = m_nodesOfHandle.find(handle); found != m_nodesOfHandle.end())
            nodes.insert(nodes.end(), found->second.begin(), found->second.end());
    return nodes;
}

bool CallReferences::isShared(const Call& call) const {
    return std::ranges::any_of(call.handles, [&](std::int64_t handle) {
        const auto found = m_callsOfHandle.find({handle, !call.kernel});
        return found != m_callsOfHandle.end() && found->second > 1;
    });
}

Result<std::optional<CallReference>> CallReferences::of(const Call& call) const {
    CallReference found;
    const bool shared = isShared(call);
    if (call.inside || (call.kernel && !shared && m_kernels.candidates(call.instruction).empty()))
        return std::optional<CallReference>();
    const auto own = m_kernels.nodeOf(call.instruction);
    for (const NodeId node : nodesOf(call)) {
        const bool mine = call.kernel ? own == node || (!shared && !m_kernelNodes.contains(node)) : !m_kernelNodes.contains(node);
        if (const std::string path = m_edge.nodePath(node); mine && !holdsPart(path)) found.nodes.push_back(path);
    }
    std::ranges::sort(found.nodes);
    if (call.kernel)
        addKernel(call, found);
    else if (const auto done = addDelegate(call, found); !done)
        return done.failure();
    const bool any = std::ranges::any_of(found.outputs, [](const Reference& one) { return !one.empty(); });
    return any || !found.note.empty() ? std::optional(std::move(found)) : std::nullopt;
}

void CallReferences::addKernel(const Call& call, CallReference& found) const {
    const auto nodes = m_kernels.candidates(call.instruction);
    const auto own = m_kernels.nodeOf(call.instruction);
    const evaluate::Operator* op = own ? evaluate::findOperator(m_edge.text(m_edge.node(*own).target)) : nullptr;
    if (op != nullptr && op->row.rule == evaluate::Rule::Shape) {
        found.note = Sentence::of("its values say nothing: it makes room for others");
    } else if (own) {
        found.outputs = {referenceOf(nameOf(m_edge, *own), m_source)};
    } else if (!nodes.empty()) {
        found.note = Sentence::of("nothing tells which of %1 nodes of its debug handle it is", nodes.size());
    } else {
        found.note = Sentence::of("its debug handle is that of several calls, and no node of it runs its operator");
    }
}

std::vector<CallReferences::Candidate> CallReferences::valuesOf(const Nodes& nodes, const std::vector<std::int64_t>& shape) const {
    const std::set<NodeId> inside(nodes.begin(), nodes.end());
    std::vector<Candidate> found;
    for (const NodeId node : nodes)
        for (const graph::ValueId id : m_flow.results(node)) {
            std::string path = m_edge.valuePath(id);
            auto value = m_source.ofNode(path);
            const auto* tensor = value ? std::get_if<tensor::Tensor>(&*value) : nullptr;
            if (tensor == nullptr || tensor->shape != shape) continue;
            const auto users = m_flow.consumers(id);
            const bool leaves =
                m_flow.leavesGraph(id) || std::ranges::any_of(users, [&](NodeId user) { return !inside.contains(user); });
            found.push_back({std::move(path), *std::move(value), leaves});
        }
    return found;
}

Result<std::optional<std::size_t>> CallReferences::nearest(const tensor::Value& value, const std::vector<Candidate>& all) const {
    std::optional<std::size_t> best;
    double least = kOneValue;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto close = closeness(all[i].value, value, m_job);
        if (close.cancelled()) return close.failure();
        if (!close || !close->fits || close->relative() >= least) continue;
        least = close->relative();
        best = i;
    }
    return best;
}

/// Partitioners order results as the graph does. Where that does not fit, or the nodes give more than the call, the values tell;
/// what they do not tell is held against nothing.
Result<void> CallReferences::addDelegate(const Call& call, CallReference& found) const {
    const bool shared = isShared(call);
    Nodes nodes;
    std::ranges::copy_if(nodesOf(call), std::back_inserter(nodes), [&](NodeId node) { return !m_kernelNodes.contains(node); });
    found.outputs.resize(std::min(call.outputs, call.values.size()));
    found.paths.resize(found.outputs.size());
    std::map<std::vector<std::int64_t>, std::vector<std::size_t>> alike;  // shape → outputs, from the last one backwards
    for (std::size_t k = found.outputs.size(); k-- > 0;)
        if (const auto* tensor = std::get_if<tensor::Tensor>(&call.values[call.values.size() - 1 - k]))
            alike[tensor->shape].push_back(k);
    for (const auto& [shape, outputs] : alike) {
        std::vector<Candidate> all = valuesOf(nodes, shape);
        const auto leaving = static_cast<std::size_t>(std::ranges::count_if(all, &Candidate::leaves));
        if (!shared && leaving >= outputs.size()) std::erase_if(all, [](const Candidate& one) { return !one.leaves; });
        const bool ordered = !shared && all.size() == outputs.size();
        std::vector<std::optional<std::size_t>> chosen;
        for (const std::size_t k : outputs) {
            const auto near = nearest(call.values[call.values.size() - 1 - k], all);
            if (!near) return near.failure();
            chosen.push_back(*near);
        }
        const std::set<std::optional<std::size_t>> different(chosen.begin(), chosen.end());
        const bool told = different.size() == chosen.size() && !different.contains(std::nullopt);
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            if (const auto which = told ? chosen[i] : ordered ? std::optional(i) : shared ? chosen[i] : std::nullopt) {
                found.outputs[outputs[i]] = {all[*which].value};
                found.paths[outputs[i]] = all[*which].path;
            } else if (!all.empty()) {
                found.note = Sentence::of("nothing tells which of %1 values of its nodes an output is", all.size());
            }
        }
    }
    return {};
}

}  // namespace etscope::gap
