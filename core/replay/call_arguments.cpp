#include "replay/call_arguments.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "evaluate/kernel_operator.h"
#include "tensor/format.h"

namespace etscope::replay {
namespace {

using graph::ArgumentKind;

/// A number, or a list of them, as both sides state it; nothing for other arguments.
using Numbers = std::vector<double>;

std::optional<Numbers> numbersOf(const program::ExecutionPlan& plan, program::ValueIndex index) {
    const program::Value* value = plan.value(index);
    if (value == nullptr) return std::nullopt;
    if (const auto* integer = std::get_if<std::int64_t>(value)) return Numbers{static_cast<double>(*integer)};
    if (const auto* flag = std::get_if<bool>(value)) return Numbers{*flag ? 1.0 : 0.0};
    if (const auto* number = std::get_if<double>(value)) return Numbers{*number};
    if (const auto* numbers = std::get_if<program::DoubleList>(value)) return numbers->items;
    if (const auto* list = std::get_if<program::IntList>(value)) {
        Numbers numbers;
        for (const auto& item : plan.integers(*list)) {
            if (!item) return std::nullopt;
            numbers.push_back(static_cast<double>(*item));
        }
        return numbers;
    }
    return std::nullopt;
}

std::optional<Numbers> numbersOf(const evaluate::Value& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value)) return Numbers{static_cast<double>(*integer)};
    if (const auto* flag = std::get_if<bool>(&value)) return Numbers{*flag ? 1.0 : 0.0};
    if (const auto* number = std::get_if<double>(&value)) return Numbers{*number};
    if (value.list() == nullptr) return std::nullopt;
    Numbers numbers;
    for (const evaluate::Value& item : *value.list()) {
        const auto one = numbersOf(item);
        if (!one || one->size() != 1) return std::nullopt;
        numbers.push_back(one->front());
    }
    return numbers;
}

/// A number, a list of them, or none, as the record states it; nothing for other arguments.
std::optional<evaluate::Value> statedValue(const graph::GraphModel& model, const graph::Argument& argument) {
    switch (argument.kind) {
        case ArgumentKind::Int: return argument.integer;
        case ArgumentKind::Bool: return argument.integer != 0;
        case ArgumentKind::Float: return argument.number;
        case ArgumentKind::None: return evaluate::Nothing{};
        case ArgumentKind::List: {
            evaluate::Values values;
            for (const graph::Argument& item : model.listItems(argument)) {
                auto value = statedValue(model, item);
                if (!value) return std::nullopt;
                values.push_back(*std::move(value));
            }
            return values;
        }
        default: return std::nullopt;
    }
}

std::optional<program::ValueIndex> argumentOf(const program::PlanCall& call, std::string_view name) {
    const auto place = static_cast<std::size_t>(std::ranges::find(call.names, name) - call.names.begin());
    return place < std::min(call.names.size(), call.takes.size()) ? std::optional(call.takes[place]) : std::nullopt;
}

bool same(double left, double right) { return left == right || (std::isnan(left) && std::isnan(right)); }

/// A slice that does not say where it begins, or in which steps, begins at the first element and takes each.
std::optional<double> leftOut(std::string_view argument) {
    if (argument == "start") return 0;
    return argument == "step" ? std::optional(1.0) : std::nullopt;
}

std::string numbersText(const Numbers& numbers) {
    std::string text;
    for (const double number : numbers)
        text += (text.empty() ? "" : ", ") + (number == std::floor(number) && std::abs(number) < 1e15
                                                  ? std::to_string(static_cast<std::int64_t>(number))
                                                  : tensor::elementText(tensor::Element{number}, ScalarType::F64));
    return numbers.size() == 1 ? text : "[" + text + "]";
}

}  // namespace

CallArguments::CallArguments(const graph::GraphModel& edge, const program::ExecutionPlan& plan) : m_edge(edge), m_plan(plan) {
    program::PlanCalls calls(plan);
    for (const program::Instruction& instruction : plan.mainInstructions()) {
        m_calls.push_back(calls.read(instruction));
        calls.finish(m_calls.back());
        m_made.insert(m_calls.back().makes.begin(), m_calls.back().makes.end());
    }
}

void CallArguments::each(std::int64_t instruction, graph::NodeId node, const Visit& visit) const {
    const program::PlanCall& call = m_calls[static_cast<std::size_t>(instruction)];
    const evaluate::Operator* op = evaluate::operatorOfKernel(call.target, call.names);
    if (op == nullptr) return;
    const auto& parameters = op->signature.parameters();
    const auto arguments = m_edge.arguments(m_edge.node(node));
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        std::string_view name = m_edge.text(arguments[i].name);
        if (name.empty() && i < parameters.size()) name = parameters[i].name;
        if (const auto taken = argumentOf(call, name)) visit(name, *taken, arguments[i]);
    }
}

std::vector<CallArguments::Operand> CallArguments::operands(std::int64_t instruction, graph::NodeId node) const {
    std::vector<Operand> operands;
    each(instruction, node, [&](std::string_view name, program::ValueIndex index, const graph::Argument& argument) {
        if (argument.kind == ArgumentKind::Value) operands.push_back({std::string(name), index, argument.value()});
        const std::vector<program::ValueIndex>* items = m_plan.tensorItems(index);
        if (argument.kind != ArgumentKind::List || items == nullptr) return;
        const auto recorded = m_edge.listItems(argument);
        for (std::size_t i = 0; recorded.size() == items->size() && i < recorded.size(); ++i)
            if (recorded[i].kind == ArgumentKind::Value) operands.push_back({std::string(name), (*items)[i], recorded[i].value()});
    });
    return operands;
}

/// What the record leaves out has the operator's default.
std::vector<NumberDifference> CallArguments::numberDifferences(std::int64_t instruction, graph::NodeId node) const {
    std::vector<NumberDifference> found;
    std::set<std::string_view> stated;
    const auto add = [&](std::string_view name, program::ValueIndex index, const evaluate::Value& recorded) {
        if (auto difference = numberDifference(name, index, recorded)) found.push_back(*std::move(difference));
    };
    each(instruction, node, [&](std::string_view name, program::ValueIndex index, const graph::Argument& argument) {
        stated.insert(name);
        if (const auto recorded = statedValue(m_edge, argument)) add(name, index, *recorded);
    });
    const program::PlanCall& call = m_calls[static_cast<std::size_t>(instruction)];
    const evaluate::Operator* op = evaluate::operatorOfKernel(call.target, call.names);
    if (op == nullptr) return found;
    for (const evaluate::Parameter& parameter : op->signature.parameters())
        if (const auto taken = argumentOf(call, parameter.name); taken && parameter.fallback && !stated.contains(parameter.name))
            add(parameter.name, *taken, *parameter.fallback);
    return found;
}

std::optional<NumberDifference> CallArguments::numberDifference(std::string_view name, program::ValueIndex index,
                                                                const evaluate::Value& stated) const {
    const auto meant = leftOut(name);
    auto mine = numbersOf(m_plan, index), recorded = numbersOf(stated);
    const program::Value* value = m_plan.value(index);
    if (meant && value != nullptr && std::holds_alternative<program::NoneValue>(*value)) mine = Numbers{*meant};
    if (meant && stated.none()) recorded = Numbers{*meant};
    if (mine && recorded && recorded->size() == 1) recorded->resize(mine->size(), recorded->front());  // one for all axes
    if (!mine || !recorded || isMade(index) || std::ranges::equal(*mine, *recorded, same)) return std::nullopt;
    if (mine->size() == 1 && recorded->size() == 1 && static_cast<float>(mine->front()) == static_cast<float>(recorded->front()))
        return std::nullopt;
    return NumberDifference{std::string(name), stated,
                            Sentence::of("'%1' is %2, in the record it is %3", name, numbersText(*mine), numbersText(*recorded))};
}

/// Whether an instruction makes the number, or one of the list: then the plan does not say it.
bool CallArguments::isMade(program::ValueIndex index) const {
    const program::Value* value = m_plan.value(index);
    if (m_made.contains(index) || value == nullptr) return true;
    const auto* list = std::get_if<program::IntList>(value);
    const auto made = [this](std::int64_t item) {
        return std::in_range<program::ValueIndex>(item) && m_made.contains(static_cast<program::ValueIndex>(item));
    };
    return list != nullptr && std::ranges::any_of(list->items, made);
}

}  // namespace etscope::replay
