#include "profile/call_places.h"

#include <algorithm>
#include <set>

#include "base/number_text.h"
#include "etdump/event_names.h"
#include "modules/operator_family.h"
#include "profile/time_difference.h"

namespace etscope::profile {
namespace {

using graph::NodeRef;
using graph::StageId;

/// The text of `"key": "text"` in what may be cut or no JSON at all; empty: none.
std::string_view textOfKey(std::string_view json, std::string_view key) {
    const auto at = json.find("\"" + std::string(key) + "\"");
    if (at == std::string_view::npos) return {};
    const auto colon = json.find_first_not_of(" :", at + key.size() + 2);
    if (colon == std::string_view::npos || json[colon] != '"') return {};
    const auto end = json.find('"', colon + 1);
    return end == std::string_view::npos ? std::string_view() : json.substr(colon + 1, end - colon - 1);
}

/// Whether it is a whole number without a sign.
bool isNumber(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::string stepType(std::string_view id) {
    if (id.starts_with('{')) {
        const std::string_view name = textOfKey(id, "name");
        return std::string(name.empty() ? textOfKey(id, "kernel_name") : name);
    }
    const auto mark = id.rfind(" #");
    return mark != std::string_view::npos && isNumber(id.substr(mark + 2)) ? std::string(id.substr(0, mark)) : std::string();
}

/// Shaders that no operator of the graph dispatches (copies of inputs, transfers) name none.
std::string stepNode(std::string_view id) {
    if (!id.starts_with('{')) return std::string(id);
    constexpr std::string_view kKey = "\"delegate_node_id\"";
    const auto at = id.find(kKey);
    const auto digits = at == std::string_view::npos ? at : id.find_first_not_of(" :", at + kKey.size());
    if (digits == std::string_view::npos) return {};
    const std::string_view number = id.substr(digits, id.find_first_not_of("0123456789", digits) - digits);
    return isNumber(number) ? std::string(number) : std::string();
}

std::optional<LayerOfModule> layerOf(std::string_view module) {
    for (std::size_t first = 0; first < module.size();) {
        const std::size_t end = std::min(module.find('.', first), module.size());
        const std::string_view part = module.substr(first, end - first);
        if (const auto index = isNumber(part) ? parseInt(part) : std::nullopt)
            return LayerOfModule{std::string(module.substr(0, end)), *index};
        first = end + 1;
    }
    return std::nullopt;
}

CallPlaces::CallPlaces(const session::MethodView& method, const JobContext& job) : m_method(method), m_job(job) {
    if (m_method.name.empty()) return;
    m_plan = method.plan();
    if (auto links = join::links(method, job)) m_links = *std::move(links);
    if (auto handles = join::handles(method, job)) m_handles = *std::move(handles);
    if (m_handles != nullptr)
        for (std::size_t r = 0; r < m_handles->rows.size(); ++r) m_rowOf.try_emplace(m_handles->rows[r].instruction, r);
}

CallPlace CallPlaces::of(std::int64_t instruction, const DumpedCall& noted) const {
    const program::Instruction* one = m_plan != nullptr ? m_plan->instructionAt(0, instruction) : nullptr;
    const program::Operator* op = one != nullptr ? m_plan->calledOperator(*one) : nullptr;
    const auto delegate = one != nullptr ? m_plan->calledDelegate(*one) : std::nullopt;
    CallPlace place;
    place.delegateCall = one != nullptr ? delegate.has_value() : noted.delegateCall;
    place.backend = delegate ? m_plan->delegates[*delegate].id : place.delegateCall ? "delegate" : "CPU";
    if (!place.delegateCall) place.op = op != nullptr ? op->fullName() : noted.kernel;
    if (m_links != nullptr) place.module = m_links->graphs().module(m_links->ofInstruction(instruction).edge);
    return place;
}

std::vector<std::string> CallPlaces::operatorsOf(std::int64_t instruction) const {
    using enum modules::OperatorFamily;
    std::vector<std::string> working, arranging;
    if (m_links == nullptr) return working;
    for (const NodeRef& node : m_links->ofInstruction(instruction).edge) {
        const graph::GraphModel* model = m_links->graphs().find(node.stage);
        if (model == nullptr) continue;
        const std::string_view target = model->text(model->node(node.node).target);
        const modules::OperatorFamily family = modules::describeOperator(target).family;
        std::vector<std::string>& words = family == Shape || family == Memory || family == Control ? arranging : working;
        std::string word = modules::operatorWord(target);
        if (std::ranges::find(words, word) == words.end()) words.push_back(std::move(word));
    }
    return working.empty() ? arranging : working;
}

std::vector<NodeRef> CallPlaces::nodesOfStep(std::int64_t instruction, const std::string& delegateId) const {
    std::vector<NodeRef> nodes;
    const auto row = m_rowOf.find(instruction);
    if (m_handles == nullptr || row == m_rowOf.end()) return nodes;
    for (const join::DelegateHandleRow& inner : m_handles->rows[row->second].steps) {
        if (inner.delegateDebugId != delegateId) continue;
        for (const std::int64_t handle : inner.debugHandles)
            if (const auto hit = m_handles->edgeByHandle.find(handle); hit != m_handles->edgeByHandle.end())
                nodes.insert(nodes.end(), hit->second.begin(), hit->second.end());
    }
    return nodes;
}

std::string CallPlaces::targetOfStep(std::int64_t instruction, const std::string& delegateId,
                                     const std::vector<NodeRef>& nodes) const {
    const program::Instruction* one = m_plan != nullptr ? m_plan->instructionAt(0, instruction) : nullptr;
    if (const auto delegate = one != nullptr ? m_plan->calledDelegate(*one) : std::nullopt)
        if (const auto graph = m_method.graph(StageId::payload(static_cast<std::uint32_t>(*delegate)), m_job))
            if (const graph::NodeId node = (*graph)->findNode(delegateId); node.valid())
                return std::string((*graph)->text((*graph)->node(node).target));
    std::string target;
    for (const NodeRef& node : nodes) {
        const graph::GraphModel* model = m_handles->graphs.find(node.stage);
        if (model == nullptr) continue;
        const std::string own(model->text(model->node(node.node).target));
        if (!target.empty() && own != target) return {};  // several operators became one step
        target = own;
    }
    return target;
}

CallPlace CallPlaces::ofStep(std::int64_t instruction, const std::string& delegateId) const {
    const std::string id = stepNode(delegateId);
    const auto nodes = nodesOfStep(instruction, id);
    CallPlace place = of(instruction, {.ticks = {}, .kernel = {}, .delegateCall = true});
    place.op = stepType(delegateId);
    if (place.op.empty()) place.op = targetOfStep(instruction, id, nodes);
    if (m_links != nullptr && !nodes.empty()) place.module = m_links->graphs().module(nodes);
    if (m_handles != nullptr) place.nodes = m_handles->graphs.paths(nodes);
    place.delegateNode = delegateNodeOf(instruction, id);
    return place;
}

std::string CallPlaces::delegateNodeOf(std::int64_t instruction, const std::string& id) const {
    const program::Instruction* one = m_plan != nullptr ? m_plan->instructionAt(0, instruction) : nullptr;
    const auto delegate = one != nullptr ? m_plan->calledDelegate(*one) : std::nullopt;
    if (!delegate || id.empty()) return {};
    const auto graph = m_method.graph(StageId::payload(static_cast<std::uint32_t>(*delegate)), m_job);
    return graph && (*graph)->findNode(id).valid() ? id : std::string();
}

const DumpedCall* DumpedCalls::find(std::int64_t instruction) const {
    const auto hit = byInstruction.find(instruction);
    return hit != byInstruction.end() ? &hit->second : nullptr;
}

std::optional<double> DumpedCalls::shareOf(double part) const {
    return added && ticks > 0 ? std::optional(part / ticks) : std::nullopt;
}

DumpedCalls callsOf(std::span<const EventStatistics> events) {
    DumpedCalls calls;
    std::set<std::int64_t> noted;  // instructions that were noted themselves
    for (const EventStatistics& event : events) {
        if (!event.instruction) continue;
        const TimeLevel level = timeLevelOf(event);
        const bool inside = level == TimeLevel::Inside;
        DumpedCall& call = calls.byInstruction[*event.instruction];
        call.delegateCall = call.delegateCall || inside || event.kind == etdump::EventKind::DelegateCall;
        if (inside) continue;
        const double before = call.ticks.value_or(0);
        if (level == TimeLevel::Instruction)
            call.ticks = noted.insert(*event.instruction).second ? event.perRun : before + event.perRun;
        else if (!noted.contains(*event.instruction))
            call.ticks = std::max(before, event.perRun);
        if (const std::string_view kernel = etdump::kernelOf(event.name); !kernel.empty()) call.kernel = kernel;
    }
    for (const auto& [instruction, call] : calls.byInstruction) calls.ticks += call.ticks.value_or(0);
    return calls;
}

}  // namespace etscope::profile
