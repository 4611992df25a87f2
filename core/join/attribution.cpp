#include "join/attribution.h"

#include <algorithm>
#include <array>
#include <set>

#include "etdump/dump.h"
#include "tensor/format.h"

namespace etscope::join {
namespace {

constexpr std::size_t kShownContradictions = 4;
constexpr std::string_view kNativeCall = "native_call_";

void contradict(Fit& fit, std::string text) {
    if (fit.against.size() < kShownContradictions) fit.against.push_back(std::move(text));
}

/// "aten::add" + "out" → "add.out": what the runtime logs behind "native_call_".
std::string kernelName(const program::Operator& op) {
    const auto colons = op.name.rfind("::");
    const std::string name = colons == std::string::npos ? op.name : op.name.substr(colons + 2);
    return op.overload.empty() ? name : name + "." + op.overload;
}

std::string at(std::int64_t instruction) { return "instruction " + std::to_string(instruction); }

const program::Operator* operatorOf(const program::ExecutionPlan& plan, const program::KernelCall& call) {
    const auto index = static_cast<std::size_t>(call.operatorIndex);
    return call.operatorIndex >= 0 && index < plan.operators.size() ? &plan.operators[index] : nullptr;
}

/// Whether an event of that name can come from that instruction. Names that no kind of instruction owns say nothing.
std::optional<bool> agrees(const program::ExecutionPlan& plan, const program::Instruction& instruction, std::string_view name) {
    if (name.starts_with(kNativeCall)) {
        const auto* call = std::get_if<program::KernelCall>(&instruction);
        const program::Operator* op = call != nullptr ? operatorOf(plan, *call) : nullptr;
        return op != nullptr && kernelName(*op) == name.substr(kNativeCall.size());
    }
    if (name == "OPERATOR_CALL") return std::holds_alternative<program::KernelCall>(instruction);
    if (name == "DELEGATE_CALL") return std::holds_alternative<program::DelegateCall>(instruction);
    if (name == "MOVE_CALL") return std::holds_alternative<program::MoveCall>(instruction);
    if (name == "JF_CALL") return std::holds_alternative<program::JumpFalseCall>(instruction);
    if (name == "FREE_CALL") return std::holds_alternative<program::FreeCall>(instruction);
    return std::nullopt;
}

/// Whether a logged tensor can be that value: sizes of dynamic tensors are upper bounds.
bool canBe(const RunTrace::Tensor& logged, const program::TensorInfo& planned) {
    if (logged.type != planned.scalarType || logged.shape.size() != planned.sizes.size()) return false;
    for (std::size_t i = 0; i < logged.shape.size(); ++i) {
        const bool fits = planned.dynamism == program::Dynamism::Static       ? logged.shape[i] == planned.sizes[i]
                          : planned.dynamism == program::Dynamism::UpperBound ? logged.shape[i] <= planned.sizes[i]
                                                                              : true;
        if (!fits) return false;
    }
    return true;
}

/// The tensors among the arguments of an instruction, those in lists included.
bool anyArgumentCanBe(const RunTrace::Tensor& logged, const program::ExecutionPlan& plan,
                      const std::vector<program::ValueIndex>& arguments) {
    return std::ranges::any_of(arguments, [&](program::ValueIndex index) {
        if (const auto* tensor = plan.tensor(index)) return canBe(logged, *tensor);
        const program::Value* value = plan.value(index);
        const auto* list = value != nullptr ? std::get_if<program::TensorList>(value) : nullptr;
        return list != nullptr && std::ranges::any_of(list->items, [&](program::ValueIndex item) {
                   const auto* tensor = plan.tensor(item);
                   return tensor != nullptr && canBe(logged, *tensor);
               });
    });
}

const std::vector<program::ValueIndex>* argumentsOf(const program::Instruction& instruction) {
    if (const auto* call = std::get_if<program::KernelCall>(&instruction)) return &call->arguments;
    if (const auto* call = std::get_if<program::DelegateCall>(&instruction)) return &call->arguments;
    return nullptr;
}

void compareSteps(const RunTrace& run, const program::ExecutionPlan& plan, const std::vector<program::Instruction>& instructions,
                  Fit& fit) {
    std::size_t operators = 0;
    for (const RunTrace::Step& step : run.steps) {
        if (step.instruction < 0 || static_cast<std::size_t>(step.instruction) >= instructions.size()) {
            contradict(fit, at(step.instruction) + " ran; the plan has " + std::to_string(instructions.size()));
            continue;
        }
        const auto agreed = agrees(plan, instructions[static_cast<std::size_t>(step.instruction)], step.name);
        if (!agreed) continue;
        if (*agreed)
            ++operators;
        else
            contradict(fit, at(step.instruction) + " ran as " + std::string(step.name) + "; the plan has something else there");
    }
    fit.agreements += operators;
    if (operators > 0)
        fit.inFavour.push_back(std::to_string(operators) + " calls are those of the plan, by instruction and operator");
}

void compareValues(const RunTrace& run, const program::ExecutionPlan& plan, const std::vector<program::Instruction>& instructions,
                   Fit& fit) {
    std::size_t values = 0;
    for (const RunTrace::Logged& logged : run.logged) {
        if (logged.instruction < 0 || static_cast<std::size_t>(logged.instruction) >= instructions.size()) continue;
        const auto* arguments = argumentsOf(instructions[static_cast<std::size_t>(logged.instruction)]);
        if (arguments == nullptr) continue;
        if (anyArgumentCanBe(logged.tensor, plan, *arguments))
            ++values;
        else
            contradict(fit, at(logged.instruction) + " logged " +
                                tensor::typeAndShapeText(logged.tensor.type, logged.tensor.shape) +
                                "; no argument of the plan's can be that");
    }
    fit.agreements += values;
    if (values > 0) fit.inFavour.push_back(std::to_string(values) + " logged values have types and shapes of the plan");
}

void compareOutputs(const RunTrace& run, const program::ExecutionPlan& plan, Fit& fit) {
    if (run.outputs.empty()) return;
    const std::vector<std::size_t> positions = outputPositions(run.outputs.size(), plan, true);
    if (positions.empty()) {
        const auto planned =
            std::ranges::count_if(plan.outputs, [&](program::ValueIndex index) { return plan.tensor(index) != nullptr; });
        return contradict(
            fit, "it gave " + std::to_string(run.outputs.size()) + " output tensors; the plan has " + std::to_string(planned));
    }
    for (std::size_t i = 0; i < run.outputs.size(); ++i) {
        if (canBe(run.outputs[i], *plan.tensor(plan.outputs[positions[i]]))) {
            ++fit.agreements;
            continue;
        }
        contradict(fit, "output " + std::to_string(positions[i]) + " is " +
                            tensor::typeAndShapeText(run.outputs[i].type, run.outputs[i].shape) + "; the plan's cannot be that");
    }
    if (fit.against.empty())
        fit.inFavour.push_back("its " + std::to_string(run.outputs.size()) + " outputs have types and shapes of the plan");
}

bool isCall(std::string_view name) { return name.starts_with(kNativeCall) || name == "OPERATOR_CALL" || name == "DELEGATE_CALL"; }

/// "native_call_add.out" → "add".
std::string_view kernelWord(std::string_view name) {
    name.remove_prefix(kNativeCall.size());
    return name.substr(0, name.find('.'));
}

/// Whether one of the operators has that name: "….ops.aten.add.Tensor", "add".
bool anyIsCalled(const std::vector<std::string>& operators, std::string_view word) {
    return std::ranges::any_of(operators, [&](const std::string& op) {
        const auto at = op.rfind("." + std::string(word));
        const std::size_t end = at == std::string::npos ? 0 : at + 1 + word.size();
        return at != std::string::npos && (end == op.size() || op[end] == '.');
    });
}

/// Of the facts that are few where things fit, this share makes a contradiction: one in four.
bool isMuch(std::size_t part, std::size_t all) { return part * 4 > all; }

/// Calls without a row of the map. Primitive calls (sizes), copies into buffers and bodies of control flow have none, nor have
/// operators that were added around a delegate: a map of few rows says nothing.
void compareRows(const RunTrace& run, const std::map<std::int64_t, std::vector<std::int64_t>>& rows, Fit& fit) {
    std::set<std::int64_t> calls, without;
    for (const RunTrace::Step& step : run.steps) {
        if (step.name == "JF_CALL") return;
        const bool copies = step.name.starts_with(kNativeCall) && kernelWord(step.name) == "copy_";
        if (!isCall(step.name) || step.name == "OPERATOR_CALL" || copies) continue;
        calls.insert(step.instruction);
        if (!rows.contains(step.instruction)) without.insert(step.instruction);
    }
    if (isMuch(without.size(), calls.size()) && isMuch(rows.size(), calls.size()))
        contradict(fit, std::to_string(without.size()) + " of " + std::to_string(calls.size()) +
                            " calls have no row in debug_handle_map, the first at " + at(*without.begin()));
}

/// Kernels against the operators of the nodes that carry their handles.
void compareOperators(const RunTrace& run, const std::map<std::int64_t, std::vector<std::int64_t>>& rows,
                      const HandleOperators& operators, Fit& fit) {
    std::size_t compared = 0, wrong = 0;
    std::string first;
    for (const RunTrace::Step& step : run.steps) {
        const auto row = rows.find(step.instruction);
        if (!step.name.starts_with(kNativeCall) || row == rows.end()) continue;
        bool known = false, same = false;
        for (const std::int64_t handle : row->second)
            if (const auto hit = operators.find(handle); hit != operators.end()) {
                known = true;
                same = same || anyIsCalled(hit->second, kernelWord(step.name));
            }
        compared += known ? 1U : 0U;
        if (!known || same) continue;
        if (wrong++ == 0) first = at(step.instruction) + " ran as " + std::string(step.name);
    }
    fit.operatorsKnown = compared > 0 && wrong == 0;
    if (isMuch(wrong, compared))
        contradict(fit, std::to_string(wrong) + " of " + std::to_string(compared) +
                            " kernels are no operator of the nodes of their handles: " + first);
    else if (compared > 0)
        fit.inFavour.push_back(std::to_string(compared - wrong) + " of " + std::to_string(compared) +
                               " kernels are operators of the nodes of their handles");
}

std::set<std::int64_t> executed(const RunTrace& run) {
    std::set<std::int64_t> instructions;
    for (const RunTrace::Step& step : run.steps) instructions.insert(step.instruction);
    return instructions;
}

}  // namespace

std::string_view methodStateName(MethodState state) noexcept {
    static constexpr std::array<std::string_view, 4> kNames{"certain", "inferred", "ambiguous", "unknown"};
    return kNames[static_cast<std::size_t>(state)];
}

std::vector<std::size_t> outputPositions(std::size_t logged, const program::ExecutionPlan& plan, bool tensorsOnly) {
    std::vector<std::size_t> all, loggable;
    for (std::size_t i = 0; i < plan.outputs.size(); ++i) {
        const program::TensorInfo* tensor = plan.tensor(plan.outputs[i]);
        if (tensor == nullptr && tensorsOnly) continue;
        all.push_back(i);
        if (tensor == nullptr || etdump::isLogged(tensor->scalarType)) loggable.push_back(i);
    }
    for (const std::vector<std::size_t>* each : {&all, &loggable}) {
        if (each->empty() || logged % each->size() != 0) continue;
        std::vector<std::size_t> positions;
        while (positions.size() < logged) positions.insert(positions.end(), each->begin(), each->end());
        return positions;
    }
    return {};
}

Fit fitPlan(const RunTrace& run, const std::string& method, const program::ExecutionPlan& plan) {
    static const std::vector<program::Instruction> kNone;
    const auto& instructions = plan.chains.empty() ? kNone : plan.chains[0].instructions;
    Fit fit;
    fit.method = method;
    compareSteps(run, plan, instructions, fit);
    compareValues(run, plan, instructions, fit);
    compareOutputs(run, plan, fit);
    const std::set<std::int64_t> ran = executed(run);
    if (!ran.empty()) fit.missing = instructions.size() - std::min(instructions.size(), ran.size());
    return fit;
}

Fit fitSideTables(const RunTrace& run, const std::string& method, const etrecord::SideTables& tables,
                  const HandleOperators& operators) {
    Fit fit;
    fit.method = method;
    const auto handles = tables.debugHandles.find(method);
    const auto delegates = tables.delegates.find(method);
    const auto isDelegate = [&](std::int64_t instruction) {
        return delegates != tables.delegates.end() && delegates->second.contains(instruction);
    };
    const std::set<std::int64_t> ran = executed(run);
    for (const RunTrace::Step& step : run.steps) {
        const bool call = step.name == "DELEGATE_CALL";
        if (call == isDelegate(step.instruction)) {
            fit.agreements += call ? 1U : 0U;
            continue;
        }
        if (isCall(step.name))
            contradict(fit, at(step.instruction) + " ran as " + std::string(step.name) + "; delegate_map says otherwise");
    }
    fit.operatorsKnown = false;
    if (handles != tables.debugHandles.end()) {
        for (const auto& [instruction, list] : handles->second) {
            ++(ran.contains(instruction) ? fit.agreements : fit.missing);
            if (!ran.empty() && instruction > *ran.rbegin())
                contradict(fit,
                           "debug_handle_map knows " + at(instruction) + ", the last that ran is " + std::to_string(*ran.rbegin()));
        }
        compareRows(run, handles->second, fit);
        compareOperators(run, handles->second, operators, fit);
    }
    if (fit.agreements > 0)
        fit.inFavour.push_back(std::to_string(fit.agreements) + " instructions are rows of the record's side tables");
    return fit;
}

Attribution attribute(std::vector<Fit> fits) {
    Attribution result;
    std::vector<const Fit*> possible;
    for (const Fit& fit : fits)
        if (fit.against.empty() && fit.agreements > 0) possible.push_back(&fit);
    if (possible.empty()) {
        // A method that nothing is known of may have run all the same.
        if (std::ranges::any_of(fits, [](const Fit& fit) { return fit.against.empty(); })) return result;
        for (const Fit& fit : fits)
            for (const std::string& text : fit.against) result.evidence.push_back(fit.method + ": " + text);
        return result;
    }
    std::ranges::stable_sort(possible, [](const Fit* a, const Fit* b) {
        return a->missing != b->missing ? a->missing < b->missing : a->agreements > b->agreements;
    });
    for (const Fit* fit : possible) result.candidates.push_back(fit->method);
    const Fit& best = *possible.front();
    const bool tied = possible.size() > 1 && possible[1]->missing == best.missing && possible[1]->agreements == best.agreements;
    result.state = tied                                          ? MethodState::Ambiguous
                   : possible.size() > 1 || !best.operatorsKnown ? MethodState::Inferred
                                                                 : MethodState::Certain;
    result.evidence = best.inFavour;
    if (tied) {
        result.evidence.push_back(std::to_string(possible.size()) + " methods fit equally well");
        return result;
    }
    result.method = best.method;
    if (possible.size() > 1)
        result.evidence.push_back("it leaves " + std::to_string(best.missing) + " instructions of the method out; the next best, " +
                                  possible[1]->method + ", " + std::to_string(possible[1]->missing));
    else if (fits.size() > 1)
        result.evidence.push_back("everything contradicts the other methods");
    return result;
}

}  // namespace etscope::join
