#include "replay/operand_origins.h"

#include <algorithm>
#include <array>

#include "base/name_text.h"
#include "evaluate/kernel_operator.h"
#include "evaluate/operator_table.h"
#include "graph/roles.h"

namespace etscope::replay {
namespace {

/// Views and copies in a row; more are none that passes leave.
constexpr int kMostViews = 16;

/// Operators whose result is their operand, perhaps in other sizes: passes add and drop them.
bool isSameElements(std::string_view target) {
    constexpr std::array<std::string_view, 10> kSame{"view",      "clone",  "alias",   "detach",        "squeeze",
                                                     "unsqueeze", "_clone", "et_view", "_to_dim_order", "lift_fresh"};
    const auto begins = [&](std::string_view word) { return target.find("." + std::string(word)) != std::string_view::npos; };
    return std::ranges::any_of(kSame, begins);
}

bool isSameElementsCall(const program::PlanCall& call) {
    const auto colons = call.target.find("::");
    return colons != std::string::npos && isSameElements("." + call.target.substr(colons + 2));
}

}  // namespace

OperandOrigins::OperandOrigins(const graph::GraphModel& edge, const program::ExecutionPlan& plan,
                               const std::vector<program::PlanCall>& calls)
    : m_edge(edge), m_plan(plan), m_calls(calls) {
    for (const graph::GraphInput* input : edge.userInputs())
        if (input->value.valid()) m_inputs.emplace(input->value, edge.text(input->id));  // none where it is a literal
    const auto inputs = graph::userInputsOf(edge, plan.inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i)
        if (inputs[i]->value.valid()) m_planInputs.emplace(plan.inputs[i], inputs[i]->value);
    const auto written = graph::writtenBuffers(edge);
    for (const graph::GraphInput& input : edge.top().inputs)
        if (!graph::isUser(input.kind) && written.contains(edge.text(input.target))) m_written.insert(input.value);
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const auto addMaker = [&](program::ValueIndex made) {
            if (const auto [at, fresh] = m_makers.emplace(made, static_cast<std::int64_t>(i)); !fresh) at->second.reset();
        };
        for (const program::ValueIndex made : calls[i].makes) {
            addMaker(made);
            if (const std::vector<program::ValueIndex>* items = plan.tensorItems(made)) std::ranges::for_each(*items, addMaker);
        }
        const evaluate::Operator* op = evaluate::operatorOfKernel(calls[i].target, calls[i].names);
        if (op == nullptr) continue;
        for (const evaluate::Parameter& parameter : op->signature.parameters()) {
            const auto place = static_cast<std::size_t>(std::ranges::find(calls[i].names, parameter.name) - calls[i].names.begin());
            if (parameter.written && place < calls[i].takes.size()) m_makers[calls[i].takes[place]] = std::nullopt;
        }
    }
}

OperandOrigin OperandOrigins::ofGraph(graph::ValueId value, std::set<graph::NodeId>* passed) const {
    using Kind = OperandOrigin::Kind;
    for (int step = 0; step <= kMostViews && value.valid(); ++step) {
        if (m_inputs.contains(value)) return {Kind::Input, value, {}, -1};
        const graph::NodeId maker = m_edge.value(value).producer;
        if (!maker.valid()) return {m_written.contains(value) ? Kind::Unknown : Kind::Held, {}, {}, -1};
        const std::string_view target = m_edge.text(m_edge.node(maker).target);
        if (!isSameElements(target) && target.find("getitem") == std::string_view::npos) return {Kind::Made, {}, maker, -1};
        if (passed != nullptr) passed->insert(maker);
        const auto arguments = m_edge.arguments(m_edge.node(maker));
        if (arguments.empty() || arguments.front().kind != graph::ArgumentKind::Value) break;
        value = arguments.front().value();
    }
    return {};
}

OperandOrigin OperandOrigins::ofPlan(std::int64_t instruction, program::ValueIndex value) const {
    using Kind = OperandOrigin::Kind;
    for (int step = 0; step <= kMostViews; ++step) {
        const auto maker = m_makers.find(value);
        if (maker == m_makers.end()) {
            if (const auto input = m_planInputs.find(value); input != m_planInputs.end())
                return {Kind::Input, input->second, {}, -1};
            const program::TensorInfo* info = m_plan.tensor(value);
            const bool held = info != nullptr && (info->kind() == program::TensorKind::Constant ||
                                                  info->kind() == program::TensorKind::ExternalConstant);
            return {held ? Kind::Held : Kind::Unknown, {}, {}, -1};
        }
        if (!maker->second || *maker->second >= instruction) break;  // a loop's, or not known
        const program::PlanCall& call = m_calls[static_cast<std::size_t>(*maker->second)];
        instruction = *maker->second;
        if (!isSameElementsCall(call)) return {Kind::Made, {}, {}, instruction};
        if (call.takes.empty()) break;
        value = call.takes.front();
    }
    return {};
}

Sentence OperandOrigins::text(const OperandOrigin& origin, std::optional<graph::NodeId> node) const {
    if (origin.kind == OperandOrigin::Kind::Input) return Sentence::of("input '%1'", validName(m_inputs.at(origin.input)));
    if (origin.kind == OperandOrigin::Kind::Held) return Sentence::of("a constant");
    return node ? Sentence::of("what '%1' gives", validName(m_edge.nodePath(*node)))
                : Sentence::of("what instruction %1 gives", origin.instruction);
}

}  // namespace etscope::replay
