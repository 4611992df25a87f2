#include "gap/operand_origins.h"

#include <algorithm>
#include <array>

#include "base/name_text.h"
#include "evaluate/kernel_operator.h"
#include "evaluate/operator_table.h"

namespace etscope::gap {
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
                               const std::vector<program::PlanCall>& calls, const std::map<std::int64_t, graph::NodeId>& nodeOf)
    : m_edge(edge), m_calls(calls), m_nodeOf(nodeOf) {
    for (const auto& [instruction, node] : nodeOf) m_instructionOf.emplace(node, instruction);
    const auto inputs = edge.userInputs();
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const graph::ValueId value = inputs[i]->value;  // none where it is a literal
        if (!value.valid()) continue;
        m_inputs.emplace(value, edge.text(inputs[i]->id));
        if (inputs.size() == plan.inputs.size()) m_planInputs.emplace(plan.inputs[i], value);
    }
    for (std::size_t i = 0; i < calls.size(); ++i) {
        for (const program::ValueIndex made : calls[i].makes)
            if (const auto [at, fresh] = m_makers.emplace(made, static_cast<std::int64_t>(i)); !fresh) at->second.reset();
        const evaluate::Operator* op = evaluate::operatorOfKernel(calls[i].target, calls[i].names);
        if (op == nullptr) continue;
        for (const evaluate::Parameter& parameter : op->signature.parameters()) {
            const auto place = static_cast<std::size_t>(std::ranges::find(calls[i].names, parameter.name) - calls[i].names.begin());
            if (parameter.written && place < calls[i].takes.size()) m_makers[calls[i].takes[place]] = std::nullopt;
        }
    }
}

std::optional<graph::ValueId> OperandOrigins::resultOf(graph::NodeId node) const {
    const auto outputs = m_edge.outputs(m_edge.node(node));
    if (outputs.size() != 1 || m_edge.values(outputs.front()).size() != 1) return std::nullopt;
    return m_edge.values(outputs.front()).front();
}

std::optional<graph::ValueId> OperandOrigins::ofGraph(graph::ValueId value) const {
    for (int step = 0; step <= kMostViews; ++step) {
        if (m_inputs.contains(value)) return value;
        const graph::NodeId maker = m_edge.value(value).producer;
        if (!maker.valid()) return std::nullopt;
        if (!isSameElements(m_edge.text(m_edge.node(maker).target)))
            return m_instructionOf.contains(maker) ? resultOf(maker) : std::nullopt;
        const auto arguments = m_edge.arguments(m_edge.node(maker));
        if (arguments.empty() || arguments.front().kind != graph::ArgumentKind::Value) return std::nullopt;
        value = arguments.front().value();
    }
    return std::nullopt;
}

std::optional<graph::ValueId> OperandOrigins::ofPlan(std::int64_t instruction, program::ValueIndex value) const {
    for (int step = 0; step <= kMostViews; ++step) {
        const auto maker = m_makers.find(value);
        if (maker == m_makers.end()) {
            const auto input = m_planInputs.find(value);
            return input == m_planInputs.end() ? std::nullopt : std::optional(input->second);
        }
        if (!maker->second || *maker->second >= instruction) return std::nullopt;  // a loop's, or not known
        const program::PlanCall& call = m_calls[static_cast<std::size_t>(*maker->second)];
        instruction = *maker->second;
        if (!isSameElementsCall(call)) {
            const auto node = m_nodeOf.find(instruction);
            return node == m_nodeOf.end() || call.makes.size() != 1 ? std::nullopt : resultOf(node->second);
        }
        if (call.takes.empty()) return std::nullopt;
        value = call.takes.front();
    }
    return std::nullopt;
}

std::string OperandOrigins::text(graph::ValueId origin) const {
    if (const auto input = m_inputs.find(origin); input != m_inputs.end()) return "input '" + validName(input->second) + "'";
    return "what '" + validName(m_edge.nodePath(m_edge.value(origin).producer)) + "' gives";
}

}  // namespace etscope::gap
