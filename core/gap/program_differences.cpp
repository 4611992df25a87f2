#include "gap/program_differences.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "base/limits.h"
#include "base/name_text.h"
#include "evaluate/kernel_operator.h"
#include "evaluate/reading.h"
#include "gap/constant_views.h"
#include "gap/kept_whole.h"
#include "gap/operand_origins.h"
#include "gap/program_tensors.h"
#include "gap/record_surroundings.h"
#include "join/links.h"
#include "join/weights.h"
#include "program/plan_calls.h"
#include "tensor/comparison.h"
#include "tensor/format.h"
#include "tensor/views.h"

namespace etscope::gap {
namespace {

using graph::ArgumentKind;
using graph::NodeId;

using DifferenceKind = ProgramDifference::Kind;

/// A number, or a list of them, as both sides state it; nothing for other arguments.
using HandleNumbers = std::vector<double>;

std::optional<HandleNumbers> numbersOf(const program::ExecutionPlan& plan, program::ValueIndex index) {
    const program::Value* value = plan.value(index);
    if (value == nullptr) return std::nullopt;
    if (const auto* integer = std::get_if<std::int64_t>(value)) return HandleNumbers{static_cast<double>(*integer)};
    if (const auto* flag = std::get_if<bool>(value)) return HandleNumbers{*flag ? 1.0 : 0.0};
    if (const auto* number = std::get_if<double>(value)) return HandleNumbers{*number};
    if (const auto* numbers = std::get_if<program::DoubleList>(value)) return numbers->items;
    if (const auto* list = std::get_if<program::IntList>(value)) {
        HandleNumbers numbers;
        for (const auto& item : plan.integers(*list)) {
            if (!item) return std::nullopt;
            numbers.push_back(static_cast<double>(*item));
        }
        return numbers;
    }
    return std::nullopt;
}

std::optional<HandleNumbers> numbersOf(const evaluate::Value& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value)) return HandleNumbers{static_cast<double>(*integer)};
    if (const auto* flag = std::get_if<bool>(&value)) return HandleNumbers{*flag ? 1.0 : 0.0};
    if (const auto* number = std::get_if<double>(&value)) return HandleNumbers{*number};
    if (value.list() == nullptr) return std::nullopt;
    HandleNumbers numbers;
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

bool same(double left, double right) { return left == right || (std::isnan(left) && std::isnan(right)); }

/// A slice that does not say where it begins, or in which steps, begins at the first element and takes each.
std::optional<double> leftOut(std::string_view argument) {
    if (argument == "start") return 0;
    return argument == "step" ? std::optional(1.0) : std::nullopt;
}

/// Operators of which the order of two operands says nothing.
bool isCommutative(std::string_view target) {
    constexpr std::array<std::string_view, 9> kCommutative{"add", "mul",         "maximum",    "minimum",    "eq",
                                                           "ne",  "bitwise_and", "bitwise_or", "bitwise_xor"};
    return std::ranges::any_of(kCommutative,
                               [&](std::string_view word) { return target.starts_with("aten." + std::string(word) + "."); });
}

std::string numbersText(const HandleNumbers& numbers) {
    std::string text;
    for (const double number : numbers)
        text += (text.empty() ? "" : ", ") + (number == std::floor(number) && std::abs(number) < 1e15
                                                  ? std::to_string(static_cast<std::int64_t>(number))
                                                  : tensor::elementText(tensor::Element{number}, ScalarType::F64));
    return numbers.size() == 1 ? text : "[" + text + "]";
}

class Finder {
public:
    Finder(const session::Session& session, const program::ExecutionPlan& plan, const graph::GraphModel& edge,
           const evaluate::Surroundings& record, const join::MethodLinks& links, const join::WeightMap& weights,
           const JobContext& job)
        : m_session(session), m_plan(plan), m_edge(edge), m_record(record), m_weights(weights), m_job(job), m_views(edge) {
        pairNodes(links);
    }

    Result<std::vector<ProgramDifference>> find() && {
        const OperandOrigins origins(m_edge, m_plan, m_calls, m_sure);
        for (const auto& [instruction, node] : m_nodeOf) {
            if (m_job.cancelled()) return cancelledFailure();
            if (const auto done = compare(instruction, node); !done) return done.failure();
            if (m_sure.contains(instruction)) compareOperands(instruction, node, origins);
        }
        std::ranges::stable_sort(m_found, {}, &ProgramDifference::instruction);
        return std::move(m_found);
    }

private:
    /// The node of an instruction: of those with its handles the one of its operator; of several the one of its place among as many
    /// instructions.
    void pairNodes(const join::MethodLinks& links) {
        program::PlanCalls calls(m_plan);
        std::map<std::pair<const evaluate::Operator*, std::vector<NodeId>>, std::vector<std::int64_t>> groups;
        const auto& instructions = m_plan.mainInstructions();
        for (std::size_t i = 0; i < instructions.size(); ++i) {
            program::PlanCall call = calls.read(instructions[i]);
            calls.finish(call);
            const auto* op = std::holds_alternative<program::KernelCall>(instructions[i])
                                 ? evaluate::operatorOfKernel(call.target, call.names)
                                 : nullptr;
            if (op != nullptr) addInstruction(static_cast<std::int64_t>(i), *op, links, groups);
            if (m_plan.calledDelegate(instructions[i]))
                for (const graph::NodeRef& ref : links.ofInstruction(static_cast<std::int64_t>(i)).edge) m_run.insert(ref.node);
            m_made.insert(call.makes.begin(), call.makes.end());
            m_calls.push_back(std::move(call));
        }
        addOperators();
        for (const auto& [key, list] : groups)
            if (key.second.size() == list.size()) pairGroup(list, key.second);
        std::map<NodeId, std::size_t> uses;
        for (const auto& [instruction, node] : m_nodeOf) ++uses[node];
        for (const auto& [key, list] : groups)
            if (list.size() == 1 && key.second.size() == 1 && uses[key.second.front()] == 1)
                m_sure.emplace(list.front(), key.second.front());
    }

    /// Each with the first node left whose numbers are its own; those without one in their order.
    void pairGroup(const std::vector<std::int64_t>& instructions, std::vector<NodeId> nodes) {
        std::vector<std::int64_t> left;
        for (const std::int64_t instruction : instructions) {
            const auto fits =
                std::ranges::find_if(nodes, [&](NodeId node) { return numberDifferences(instruction, node).empty(); });
            if (fits == nodes.end()) {
                left.push_back(instruction);
                continue;
            }
            m_nodeOf[instruction] = *fits;
            nodes.erase(fits);
        }
        for (std::size_t i = 0; i < left.size(); ++i) m_nodeOf[left[i]] = nodes[i];
    }

    template <class Groups>
    void addInstruction(std::int64_t instruction, const evaluate::Operator& op, const join::MethodLinks& links, Groups& groups) {
        std::vector<NodeId> all, own;
        for (const graph::NodeRef& ref : links.ofInstruction(instruction).edge)
            if (ref.stage == graph::StageId::edge()) all.push_back(ref.node);
        std::ranges::copy_if(all, std::back_inserter(own), [&](NodeId node) { return operatorOf(node) == &op; });
        m_run.insert(own.begin(), own.end());
        if (!own.empty())
            groups[{&op, std::move(own)}].push_back(instruction);
        else if (!all.empty())
            m_strange.push_back({instruction, &op, std::move(all)});
    }

    const evaluate::Operator* operatorOf(NodeId node) const {
        return evaluate::findOperator(m_edge.text(m_edge.node(node).target));
    }

    /// Instructions that run none of their nodes' operators, though one of these is arithmetic that nothing else runs. Passes after
    /// the edge dialect add copies and change views; arithmetic stays what it is.
    void addOperators() {
        for (const Strange& strange : m_strange) {
            const auto lost = std::ranges::find_if(strange.nodes, [this](NodeId node) {
                const evaluate::Operator* op = operatorOf(node);
                return op != nullptr && op->row.rule != evaluate::Rule::Exact && op->row.rule != evaluate::Rule::Shape &&
                       !m_run.contains(node);
            });
            if (lost == strange.nodes.end()) continue;
            m_found.push_back({DifferenceKind::Operator,
                               strange.instruction,
                               m_edge.nodePath(*lost),
                               std::string(strange.op->row.target),
                               {},
                               std::nullopt,
                               "it runs " + std::string(strange.op->row.target) + " where the record has " +
                                   std::string(evaluate::shortTarget(m_edge.text(m_edge.node(*lost).target)))});
        }
    }

    Result<void> compare(std::int64_t instruction, NodeId node) {
        compareType(instruction, node, m_calls[static_cast<std::size_t>(instruction)]);
        for (ProgramDifference& difference : numberDifferences(instruction, node)) m_found.push_back(std::move(difference));
        Result<void> done;
        eachArgument(instruction, node, [&](std::string_view name, program::ValueIndex index, const graph::Argument& argument) {
            if (done && argument.kind == ArgumentKind::Value)
                done = compareConstant(instruction, node, name, index, argument.value());
        });
        return done;
    }

    /// Tensors of an argument on both sides, lists item by item.
    struct Operand {
        std::string_view name;
        program::ValueIndex index = -1;
        graph::ValueId value;
    };
    std::vector<Operand> operandsOf(std::int64_t instruction, NodeId node) const {
        std::vector<Operand> operands;
        eachArgument(instruction, node, [&](std::string_view name, program::ValueIndex index, const graph::Argument& argument) {
            if (argument.kind == ArgumentKind::Value) operands.push_back({name, index, argument.value()});
            const std::vector<program::ValueIndex>* items = m_plan.tensorItems(index);
            if (argument.kind != ArgumentKind::List || items == nullptr) return;
            const auto recorded = m_edge.listItems(argument);
            for (std::size_t i = 0; recorded.size() == items->size() && i < recorded.size(); ++i)
                if (recorded[i].kind == ArgumentKind::Value) operands.push_back({name, (*items)[i], recorded[i].value()});
        });
        return operands;
    }

    void compareOperands(std::int64_t instruction, NodeId node, const OperandOrigins& origins) {
        std::vector<graph::ValueId> mine, recorded;
        std::optional<ProgramDifference> first;
        for (const Operand& operand : operandsOf(instruction, node)) {
            const auto here = origins.ofPlan(instruction, operand.index), there = origins.ofGraph(operand.value);
            if (here) mine.push_back(*here);
            if (there) recorded.push_back(*there);
            if (first || !here || !there || *here == *there) continue;
            const std::string name(operand.name);
            first = {DifferenceKind::Operand,
                     instruction,
                     m_edge.nodePath(node),
                     name,
                     name,
                     std::nullopt,
                     "it reads " + origins.text(*here) + " as '" + name + "', in the record that is " + origins.text(*there)};
        }
        std::ranges::sort(mine), std::ranges::sort(recorded);
        const bool turned = mine == recorded && isCommutative(operatorOf(node)->row.target);
        if (first && !turned) m_found.push_back(*std::move(first));
    }

    /// What the record leaves out has the operator's default.
    std::vector<ProgramDifference> numberDifferences(std::int64_t instruction, NodeId node) const {
        std::vector<ProgramDifference> found;
        std::set<std::string_view> stated;
        const auto add = [&](std::string_view name, program::ValueIndex index, const evaluate::Value& recorded) {
            if (auto difference = numberDifference(instruction, node, name, index, recorded))
                found.push_back(*std::move(difference));
        };
        eachArgument(instruction, node, [&](std::string_view name, program::ValueIndex index, const graph::Argument& argument) {
            stated.insert(name);
            if (const auto recorded = statedValue(m_edge, argument)) add(name, index, *recorded);
        });
        const program::PlanCall& call = m_calls[static_cast<std::size_t>(instruction)];
        for (const evaluate::Parameter& parameter : parametersOf(call))
            if (const auto taken = argumentOf(call, parameter.name);
                taken && parameter.fallback && !stated.contains(parameter.name))
                add(parameter.name, *taken, *parameter.fallback);
        return found;
    }

    static const std::vector<evaluate::Parameter>& parametersOf(const program::PlanCall& call) {
        return evaluate::operatorOfKernel(call.target, call.names)->signature.parameters();
    }
    static std::optional<program::ValueIndex> argumentOf(const program::PlanCall& call, std::string_view name) {
        const auto place = static_cast<std::size_t>(std::ranges::find(call.names, name) - call.names.begin());
        return place < std::min(call.names.size(), call.takes.size()) ? std::optional(call.takes[place]) : std::nullopt;
    }

    /// Arguments that both sides have, by the name in the operator's signature.
    template <class Visit>
    void eachArgument(std::int64_t instruction, NodeId node, Visit&& visit) const {
        const program::PlanCall& call = m_calls[static_cast<std::size_t>(instruction)];
        const auto& parameters = parametersOf(call);
        const auto arguments = m_edge.arguments(m_edge.node(node));
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            std::string_view name = m_edge.text(arguments[i].name);
            if (name.empty() && i < parameters.size()) name = parameters[i].name;
            if (const auto taken = argumentOf(call, name)) visit(name, *taken, arguments[i]);
        }
    }

    void compareType(std::int64_t instruction, NodeId node, const program::PlanCall& call) {
        const program::TensorInfo* made = call.makes.empty() ? nullptr : m_plan.tensor(call.makes.front());
        const auto outputs = m_edge.outputs(m_edge.node(node));
        if (made == nullptr || outputs.size() != call.makes.size() || m_edge.values(outputs.front()).empty()) return;
        const graph::Value& value = m_edge.value(m_edge.values(outputs.front()).front());
        if (!value.meta.valid()) return;
        const auto type = m_edge.meta(value.meta).type;
        if (!type || *type == made->scalarType) return;
        m_found.push_back({DifferenceKind::Type,
                           instruction,
                           m_edge.nodePath(node),
                           std::string(scalarTypeName(made->scalarType)),
                           {},
                           std::nullopt,
                           "its result is " + std::string(scalarTypeName(made->scalarType)) + ", in the record it is " +
                               std::string(scalarTypeName(*type))});
    }

    std::optional<ProgramDifference> numberDifference(std::int64_t instruction, NodeId node, std::string_view name,
                                                      program::ValueIndex index, const evaluate::Value& stated) const {
        const auto meant = leftOut(name);
        auto mine = numbersOf(m_plan, index), recorded = numbersOf(stated);
        const program::Value* value = m_plan.value(index);
        if (meant && value != nullptr && std::holds_alternative<program::NoneValue>(*value)) mine = HandleNumbers{*meant};
        if (meant && stated.none()) recorded = HandleNumbers{*meant};
        if (mine && recorded && recorded->size() == 1) recorded->resize(mine->size(), recorded->front());  // one for all axes
        if (!mine || !recorded || isMade(index) || std::ranges::equal(*mine, *recorded, same)) return std::nullopt;
        if (mine->size() == 1 && recorded->size() == 1 &&
            static_cast<float>(mine->front()) == static_cast<float>(recorded->front()))
            return std::nullopt;
        return ProgramDifference{
            DifferenceKind::Argument,
            instruction,
            m_edge.nodePath(node),
            std::string(name),
            std::string(name),
            stated,
            "'" + std::string(name) + "' is " + numbersText(*mine) + ", in the record it is " + numbersText(*recorded)};
    }

    /// Whether an instruction makes the number, or one of the list: then the plan does not say it.
    bool isMade(program::ValueIndex index) const {
        const program::Value* value = m_plan.value(index);
        if (m_made.contains(index) || value == nullptr) return true;
        const auto* list = std::get_if<program::IntList>(value);
        return list != nullptr && std::ranges::any_of(list->items, [this](std::int64_t item) { return m_made.contains(item); });
    }

    /// The record's constant as the argument has it.
    std::optional<evaluate::Value> recordedAs(const ConstantView& view) const {
        const auto recorded = m_record.constant(view.target, m_memory);
        if (!recorded || !view.axes) return recorded ? std::optional(*recorded) : std::nullopt;
        const evaluate::Array* array = recorded->array();
        const auto known = array != nullptr ? evaluate::readTensor(*array) : fail("tensor-has-no-data", "");
        const auto permuted = known ? tensor::permute(*known, *view.axes) : known;
        if (!permuted) return std::nullopt;
        auto borrowed = evaluate::borrowed(*permuted, m_memory);
        return borrowed ? std::optional<evaluate::Value>(*std::move(borrowed)) : std::nullopt;
    }

    /// What of the record the bytes are, where they are those of another tensor.
    std::string otherText(const tensor::Tensor& stored, std::string_view target) const {
        const join::StoredWeight* weight = m_weights.at(stored.storage);
        if (weight == nullptr || weight->record == nullptr || weight->record->by > join::SameBy::Moved) return {};
        const auto& names = weight->record->names;
        if (names.empty() || std::ranges::find(names, target) != names.end()) return {};
        return "; it is '" + validName(names.front()) + "' of the record" +
               (weight->record->by == join::SameBy::Moved ? " with its axes in another order" : "");
    }

    Result<void> compareConstant(std::int64_t instruction, NodeId node, std::string_view name, program::ValueIndex index,
                                 graph::ValueId value) {
        const program::TensorInfo* info = m_plan.tensor(index);
        if (info == nullptr) return {};
        const program::TensorKind kind = info->kind();
        if (kind != program::TensorKind::Constant && kind != program::TensorKind::ExternalConstant) return {};
        const auto view = m_views.of(value);
        if (!view) return {};
        const auto stored = programTensor(m_session, *info);
        if (!stored || (!view->axes && isKnown(*stored, view->target))) return {};
        const auto recorded = recordedAs(*view);
        const evaluate::Array* array = recorded ? recorded->array() : nullptr;
        if (array == nullptr || array->shape != stored->shape) return {};
        const auto known = evaluate::readTensor(*array);
        if (!known) return {};
        const auto text = constantDifference(*known, *stored, m_job);
        if (!text && text.error().code == "cancelled") return text.failure();
        if (!text || !*text) return {};
        m_found.push_back({DifferenceKind::Constant, instruction, m_edge.nodePath(node), std::string(view->target),
                           std::string(name), *recorded, **text + otherText(*stored, view->target)});
        return {};
    }

    /// Whether its bytes are that tensor's.
    bool isKnown(const tensor::Tensor& stored, std::string_view target) const {
        const join::StoredWeight* weight = m_weights.at(stored.storage);
        return weight != nullptr && weight->record != nullptr && weight->record->by == join::SameBy::Bytes &&
               std::ranges::find(weight->record->names, target) != weight->record->names.end();
    }

    struct Strange {
        std::int64_t instruction = 0;
        const evaluate::Operator* op = nullptr;
        std::vector<NodeId> nodes;
    };

    const session::Session& m_session;
    const program::ExecutionPlan& m_plan;
    const graph::GraphModel& m_edge;
    const evaluate::Surroundings& m_record;
    const join::WeightMap& m_weights;
    const JobContext& m_job;
    std::shared_ptr<evaluate::Memory> m_memory = std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes);
    const ConstantViews m_views;
    std::vector<program::PlanCall> m_calls;           ///< by instruction
    std::set<std::int64_t> m_made;                    ///< values
    std::map<std::int64_t, NodeId> m_nodeOf, m_sure;  ///< sure: no other pair was possible
    std::set<NodeId> m_run;                           ///< an instruction runs their operator, or a delegate does
    std::vector<Strange> m_strange;
    std::vector<ProgramDifference> m_found;
};

std::string placeText(const std::vector<std::int64_t>& index) {
    std::string text;
    for (const std::int64_t i : index) text += (text.empty() ? "" : ",") + std::to_string(i);
    return "[" + text + "]";
}

/// What rounding a value to that type may change, relative to it.
double relativeRounding(ScalarType type) {
    return type == ScalarType::F16 ? 0x1p-10 : type == ScalarType::BF16 ? 0x1p-7 : type == ScalarType::F32 ? 0x1p-23 : 0;
}

/// How else the stored tensor lies to the recorded one.
std::string relationText(const tensor::ComparisonResult& result) {
    if (!result.axisOrder || !result.axisOrder->matches) return {};
    const bool matrix = result.axisOrder->axes.size() == 2;
    return matrix ? "; it is the record's transposed" : "; it is the record's with its axes in another order";
}

}  // namespace

Result<std::optional<std::string>> constantDifference(const tensor::Tensor& recorded, const tensor::Tensor& stored,
                                                      const JobContext& job) {
    tensor::ComparisonOptions options;
    options.tolerance = {recorded.type == stored.type ? 0 : relativeRounding(stored.type), 0, true};
    options.worst = 0;
    const auto result = tensor::compare(recorded, stored, options, job);
    if (!result) return result.failure();
    if (!result->metrics || result->metrics->mismatched == 0 || !result->first) return std::optional<std::string>();
    return std::optional(std::to_string(result->metrics->mismatched) + " of " + std::to_string(result->metrics->count) +
                         (result->metrics->count == 1 ? " element" : " elements") + ", first " +
                         placeText(tensor::multiIndex(stored.shape, result->first->index)) + ": " +
                         tensor::elementText(result->first->runtime, stored.type) + " in the program, " +
                         tensor::elementText(result->first->reference, recorded.type) + " in the record" + relationText(*result));
}

Result<std::shared_ptr<const std::vector<ProgramDifference>>> programDifferences(const session::Session& session,
                                                                                 const std::string& method, const JobContext& job) {
    using All = std::vector<ProgramDifference>;
    return keptWhole<All>(session, "gap::programDifferences " + method, job, [&]() -> Result<std::shared_ptr<const All>> {
        const program::ExecutionPlan* plan = session.plan(method);
        const auto edge = session.program(method, graph::StageId::edge(), job);
        const auto record = recordSurroundings(session, method, graph::StageId::edge(), job);
        for (const Error* error : {edge ? nullptr : &edge.error(), record ? nullptr : &record.error()})
            if (error != nullptr && error->code == "cancelled") return Failure{*error};
        if (plan == nullptr || !edge || !record) return std::make_shared<const All>();
        const auto links = join::links(session, method, job);
        if (!links) return links.failure();
        const auto weights = join::weights(session, job);
        if (!weights) return weights.failure();
        auto found = Finder(session, *plan, *(*edge)->graph, **record, **links, **weights, job).find();
        if (!found) return found.failure();
        return std::make_shared<const All>(*std::move(found));
    });
}

}  // namespace etscope::gap
