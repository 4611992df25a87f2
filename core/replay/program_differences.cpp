#include "replay/program_differences.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/limits.h"
#include "base/lists.h"
#include "base/name_text.h"
#include "evaluate/kernel_operator.h"
#include "evaluate/reading.h"
#include "graph/roles.h"
#include "join/links.h"
#include "join/weights.h"
#include "replay/constant_views.h"
#include "replay/instruction_nodes.h"
#include "replay/kept_whole.h"
#include "replay/payload_operators.h"
#include "replay/program_tensors.h"
#include "replay/record_surroundings.h"
#include "tensor/comparison.h"
#include "tensor/format.h"
#include "tensor/views.h"

namespace etscope::replay {
namespace {

using graph::ArgumentKind;
using graph::NodeId;

using DifferenceKind = ProgramDifference::Kind;

/// Operators of which the order of two operands says nothing.
bool isCommutative(std::string_view target) {
    constexpr std::array<std::string_view, 9> kCommutative{"add", "mul",         "maximum",    "minimum",    "eq",
                                                           "ne",  "bitwise_and", "bitwise_or", "bitwise_xor"};
    return std::ranges::any_of(kCommutative,
                               [&](std::string_view word) { return target.starts_with("aten." + std::string(word) + "."); });
}

class Finder {
public:
    Finder(const session::Session& session, const program::ExecutionPlan& plan, const graph::GraphModel& edge,
           const evaluate::Surroundings& record, const RecordConstants& constants, const InstructionNodes& nodes,
           const join::WeightMap& weights, const JobContext& job)
        : m_session(session),
          m_plan(plan),
          m_edge(edge),
          m_record(record),
          m_constants(constants),
          m_nodes(nodes),
          m_weights(weights),
          m_job(job),
          m_views(edge) {}

    Result<std::vector<ProgramDifference>> find(const join::MethodLinks& links) && {
        addOperators(links);
        addPayloadOperators(m_plan, m_edge, links, m_found);
        for (const auto& [instruction, candidates] : m_nodes.all()) {
            if (m_job.cancelled()) return cancelledFailure();
            const auto node = m_nodes.nodeOf(instruction);
            if (kernelOf(instruction) == nullptr || operatorOf(candidates.front()) != kernelOf(instruction)) continue;
            compareOperands(instruction, node.value_or(candidates.front()));
            if (!node) continue;
            if (const auto done = compare(instruction, *node); !done) return done.failure();
        }
        compareStates();
        std::ranges::stable_sort(m_found, {}, &ProgramDifference::instruction);
        return std::move(m_found);
    }

private:
    const evaluate::Operator* operatorOf(NodeId node) const {
        return evaluate::findOperator(m_edge.text(m_edge.node(node).target));
    }

    const evaluate::Operator* kernelOf(std::int64_t instruction) const {
        const program::PlanCall& call = m_nodes.arguments().calls()[static_cast<std::size_t>(instruction)];
        return evaluate::operatorOfKernel(call.target, call.names);
    }

    /// Instructions that run none of their nodes' operators, though one of these is arithmetic that nothing else runs. Passes after
    /// the edge dialect add copies and change views; arithmetic stays what it is.
    void addOperators(const join::MethodLinks& links) {
        std::map<std::int64_t, std::vector<NodeId>> strange;
        std::set<NodeId> run;
        const auto& instructions = m_plan.mainInstructions();
        for (std::size_t i = 0; i < instructions.size(); ++i) {
            const auto instruction = static_cast<std::int64_t>(i);
            const evaluate::Operator* op =
                std::holds_alternative<program::KernelCall>(instructions[i]) ? kernelOf(instruction) : nullptr;
            const bool delegate = m_plan.calledDelegate(instructions[i]).has_value();
            if (op == nullptr && !delegate) continue;
            std::vector<NodeId> all;
            for (const graph::NodeRef& ref : links.ofInstruction(instruction).edge)
                if (ref.stage == graph::StageId::edge()) all.push_back(ref.node);
            const auto isRun = [&](NodeId node) { return delegate || operatorOf(node) == op; };
            const bool none = std::ranges::none_of(all, isRun);
            std::ranges::copy_if(all, std::inserter(run, run.end()), isRun);
            if (none && !delegate) strange.emplace(instruction, std::move(all));
        }
        for (const auto& [instruction, nodes] : strange) {
            const auto lost = std::ranges::find_if(nodes, [&](NodeId node) {
                const evaluate::Operator* op = operatorOf(node);
                return op != nullptr && op->row.rule != evaluate::Rule::Exact && op->row.rule != evaluate::Rule::Shape &&
                       !run.contains(node);
            });
            if (lost == nodes.end()) continue;
            const std::string target(kernelOf(instruction)->row.target);
            m_found.push_back({DifferenceKind::Operator,
                               instruction,
                               m_edge.nodePath(*lost),
                               target,
                               {},
                               std::nullopt,
                               Sentence::of("it runs %1 where the record has %2", target,
                                            evaluate::shortTarget(m_edge.text(m_edge.node(*lost).target)))});
        }
    }

    Result<void> compare(std::int64_t instruction, NodeId node) {
        const CallArguments& arguments = m_nodes.arguments();
        compareType(instruction, node, arguments.calls()[static_cast<std::size_t>(instruction)]);
        for (NumberDifference& number : arguments.numberDifferences(instruction, node))
            m_found.push_back({DifferenceKind::Argument, instruction, m_edge.nodePath(node), number.name, number.name,
                               std::move(number.recorded), std::move(number.text)});
        Result<void> done;
        arguments.each(instruction, node, [&](std::string_view name, program::ValueIndex index, const graph::Argument& argument) {
            if (done && argument.kind == ArgumentKind::Value)
                done = compareConstant(instruction, node, name, index, argument.value());
        });
        return done;
    }

    /// The first operand of the call that cannot be the node's; the two of a commutative operator may be turned.
    std::optional<ProgramDifference> otherOperand(std::int64_t instruction, NodeId node) const {
        const OperandOrigins& origins = m_nodes.origins();
        const auto operands = m_nodes.arguments().operands(instruction, node);
        std::vector<OperandOrigin> planned;
        for (const CallArguments::Operand& one : operands) planned.push_back(origins.ofPlan(instruction, one.index));
        const auto fits = [&](std::size_t i, std::size_t recorded) { return m_nodes.mayBe(planned[i], operands[recorded].value); };
        std::size_t first = 0;
        while (first < operands.size() && fits(first, first)) ++first;
        const bool turned = operands.size() == 2 && isCommutative(operatorOf(node)->row.target) && fits(0, 1) && fits(1, 0);
        if (first == operands.size() || turned) return std::nullopt;
        const std::string& name = operands[first].name;
        const OperandOrigin recorded = origins.ofGraph(operands[first].value);
        return ProgramDifference{DifferenceKind::Operand,
                                 instruction,
                                 m_edge.nodePath(node),
                                 name,
                                 name,
                                 std::nullopt,
                                 Sentence::of("it reads %1 as '%2', in the record that is %3",
                                              origins.text(planned[first], m_nodes.nodeOf(planned[first].instruction)), name,
                                              origins.text(recorded, recorded.node))};
    }

    /// None of the nodes that the call may be, by its handles and its operator, has its operands.
    void compareOperands(std::int64_t instruction, NodeId node) {
        for (const NodeId other : m_nodes.named(instruction))
            if (operatorOf(other) == kernelOf(instruction) && !otherOperand(instruction, other)) return;
        if (auto found = otherOperand(instruction, node)) m_found.push_back(*std::move(found));
    }

    /// Buffers of the record that the method writes, by the values of the plan that nodes read as these; several: nothing.
    std::map<program::ValueIndex, std::string> writtenStates() const {
        std::map<graph::ValueId, std::string> buffers;
        for (const graph::GraphInput& input : m_edge.top().inputs)
            if (input.value.valid() && !graph::isUser(input.kind)) buffers.emplace(input.value, m_edge.text(input.target));
        std::map<program::ValueIndex, std::string> states;
        for (const auto& [instruction, candidates] : m_nodes.all()) {
            const auto node = m_nodes.nodeOf(instruction);
            if (!node) continue;
            for (const CallArguments::Operand& operand : m_nodes.arguments().operands(instruction, *node)) {
                const auto buffer = buffers.find(operand.value);
                if (buffer == buffers.end()) continue;
                const auto [at, fresh] = states.emplace(operand.index, buffer->second);
                if (!fresh && at->second != buffer->second) at->second.clear();
            }
        }
        return states;
    }

    /// What is copied into a state at the end of a call against what the record leaves in that buffer: no node runs the copy.
    void compareStates() {
        const auto states = writtenStates();
        const auto& calls = m_nodes.arguments().calls();
        for (std::size_t i = 0; i < calls.size(); ++i) {
            if (calls[i].target != "aten::copy_" || calls[i].takes.size() < 2) continue;
            const auto state = states.find(calls[i].takes[0]);
            if (state == states.end() || state->second.empty()) continue;
            const auto instruction = static_cast<std::int64_t>(i);
            const auto leaves = std::ranges::find_if(m_edge.top().outputs, [&](const graph::GraphOutput& output) {
                return graph::isBufferMutation(output.kind) && m_edge.text(output.target) == state->second;
            });
            if (leaves == m_edge.top().outputs.end() || leaves->argument.kind != ArgumentKind::Value) continue;
            const OperandOrigins& origins = m_nodes.origins();
            const OperandOrigin planned = origins.ofPlan(instruction, calls[i].takes[1]);
            const OperandOrigin recorded = origins.ofGraph(leaves->argument.value());
            if (recorded.kind != OperandOrigin::Kind::Made || m_nodes.mayBe(planned, leaves->argument.value())) continue;
            m_found.push_back({DifferenceKind::Operand, instruction, m_edge.nodePath(recorded.node), "src", "src", std::nullopt,
                               Sentence::of("it leaves %1 in '%2', in the record that is %3",
                                            origins.text(planned, m_nodes.nodeOf(planned.instruction)), validName(state->second),
                                            origins.text(recorded, recorded.node))});
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
                           Sentence::of("its result is %1, in the record it is %2", std::string(scalarTypeName(made->scalarType)),
                                        std::string(scalarTypeName(*type)))});
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
    Sentence otherText(const tensor::Tensor& stored, std::string_view target) const {
        const join::StoredWeight* weight = m_weights.at(stored.storage);
        if (weight == nullptr || weight->record == nullptr || weight->record->by > join::SameBy::Moved) return {};
        const auto& names = weight->record->names;
        if (names.empty()) return {};
        if (std::ranges::find(names, target) != names.end()) return Sentence::of("; it is another method's");
        return Sentence::of(weight->record->by == join::SameBy::Moved
                                ? Sentence::phrase("; it is '%1' of the record with its axes in another order")
                                : Sentence::phrase("; it is '%1' of the record"),
                            validName(names.front()));
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
        if (text.cancelled()) return text.failure();
        if (!text || !*text) return {};
        m_found.push_back({DifferenceKind::Constant, instruction, m_edge.nodePath(node), std::string(view->target),
                           std::string(name), *recorded, **text + otherText(*stored, view->target)});
        return {};
    }

    /// Whether its bytes are that tensor's.
    bool isKnown(const tensor::Tensor& stored, std::string_view target) const {
        const join::StoredWeight* weight = m_weights.at(stored.storage);
        return weight != nullptr && weight->record != nullptr && weight->record->by == join::SameBy::Bytes &&
               m_constants.holds(target, *weight->record);
    }

    const session::Session& m_session;
    const program::ExecutionPlan& m_plan;
    const graph::GraphModel& m_edge;
    const evaluate::Surroundings& m_record;
    const RecordConstants& m_constants;
    const InstructionNodes& m_nodes;
    const join::WeightMap& m_weights;
    const JobContext& m_job;
    std::shared_ptr<evaluate::Memory> m_memory = std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes);
    const ConstantViews m_views;
    std::vector<ProgramDifference> m_found;
};

/// What rounding a value to that type may change, relative to it.
double relativeRounding(ScalarType type) {
    return type == ScalarType::F16 ? 0x1p-10 : type == ScalarType::BF16 ? 0x1p-7 : type == ScalarType::F32 ? 0x1p-23 : 0;
}

/// How else the stored tensor lies to the recorded one.
Sentence relationText(const tensor::ComparisonResult& result) {
    if (!result.axisOrder || !result.axisOrder->matches) return {};
    const bool matrix = result.axisOrder->axes.size() == 2;
    return matrix ? Sentence::of("; it is the record's transposed")
                  : Sentence::of("; it is the record's with its axes in another order");
}

}  // namespace

Result<std::optional<Sentence>> constantDifference(const tensor::Tensor& recorded, const tensor::Tensor& stored,
                                                   const JobContext& job) {
    tensor::ComparisonOptions options;
    options.tolerance = {recorded.type == stored.type ? 0 : relativeRounding(stored.type), 0, true};
    options.worst = 0;
    const auto result = tensor::compare(recorded, stored, options, job);
    if (!result) return result.failure();
    if (!result->metrics || result->metrics->mismatched == 0 || !result->first) return std::optional<Sentence>();
    return std::optional(Sentence::of("%1 of %2 {2:element|elements}, first %3: %4 in the program, %5 in the record",
                                      result->metrics->mismatched, result->metrics->count,
                                      "[" + joined(tensor::multiIndex(stored.shape, result->first->index), ",") + "]",
                                      tensor::elementText(result->first->runtime, stored.type),
                                      tensor::elementText(result->first->reference, recorded.type)) +
                         relationText(*result));
}

Result<std::shared_ptr<const std::vector<ProgramDifference>>> programDifferences(const session::MethodView& method,
                                                                                 const JobContext& job) {
    using All = std::vector<ProgramDifference>;
    return keptWhole<All>(
        method.session, "replay::programDifferences " + method.name, job, [&]() -> Result<std::shared_ptr<const All>> {
            const program::ExecutionPlan* plan = method.plan();
            const auto edge = method.program(graph::StageId::edge(), job);
            const auto record = recordSurroundings(method, graph::StageId::edge(), job);
            const auto constants = recordConstants(method, graph::StageId::edge(), job);
            for (const Error* error : {edge ? nullptr : &edge.error(), record ? nullptr : &record.error()})
                if (error != nullptr && error->isCancelled()) return Failure{*error};
            if (plan == nullptr || !edge || !record || !constants) return std::make_shared<const All>();
            const auto links = join::links(method, job);
            if (!links) return links.failure();
            const auto weights = join::weights(method.session, job);
            if (!weights) return weights.failure();
            const auto nodes = instructionNodes(method, job);
            if (!nodes) return nodes.failure();
            auto found =
                Finder(method.session, *plan, *(*edge)->graph, **record, *constants, **nodes, **weights, job).find(**links);
            if (!found) return found.failure();
            return std::make_shared<const All>(*std::move(found));
        });
}

}  // namespace etscope::replay
