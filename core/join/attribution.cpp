#include "join/attribution.h"

#include <algorithm>
#include <set>

#include "base/enum_table.h"
#include "etdump/dump.h"
#include "etdump/event_names.h"
#include "tensor/format.h"

namespace etscope::join {
namespace {

constexpr std::size_t kShownContradictions = 4;

void contradict(Fit& fit, Sentence text) {
    if (fit.against.size() < kShownContradictions) fit.against.push_back(std::move(text));
}

/// "aten::add" + "out" → "add.out": what the runtime logs behind "native_call_".
std::string kernelName(const program::Operator& op) {
    const auto colons = op.name.rfind("::");
    const std::string name = colons == std::string::npos ? op.name : op.name.substr(colons + 2);
    return op.overload.empty() ? name : name + "." + op.overload;
}

/// Whether an event of that name can come from that instruction. Names that no kind of instruction owns say nothing.
std::optional<bool> agrees(const program::ExecutionPlan& plan, const program::Instruction& instruction, std::string_view name) {
    if (const std::string_view kernel = etdump::kernelOf(name); !kernel.empty()) {
        const program::Operator* op = plan.calledOperator(instruction);
        return op != nullptr && kernelName(*op) == kernel;
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
    return logged.type == planned.scalarType && planned.fits(logged.shape);
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
        const program::Instruction* instruction = plan.instructionAt(0, step.instruction);
        if (instruction == nullptr) {
            contradict(fit, Sentence::of("instruction %1 ran; the plan has %2", step.instruction, instructions.size()));
            continue;
        }
        const auto agreed = agrees(plan, *instruction, step.name);
        if (!agreed) continue;
        if (*agreed)
            ++operators;
        else
            contradict(fit,
                       Sentence::of("instruction %1 ran as %2; the plan has something else there", step.instruction, step.name));
    }
    fit.agreements += operators;
    if (operators > 0)
        fit.inFavour.push_back(
            Sentence::of("%1 {1:call has|calls have} the instruction and operator that the plan has", operators));
}

void compareValues(const RunTrace& run, const program::ExecutionPlan& plan, Fit& fit) {
    std::size_t values = 0;
    for (const RunTrace::Logged& logged : run.logged) {
        const program::Instruction* instruction = plan.instructionAt(0, logged.instruction);
        const auto* arguments = instruction != nullptr ? argumentsOf(*instruction) : nullptr;
        if (arguments == nullptr) continue;
        if (anyArgumentCanBe(logged.tensor, plan, *arguments))
            ++values;
        else
            contradict(fit, Sentence::of("instruction %1 logged %2; no argument of the plan's can be that", logged.instruction,
                                         tensor::typeAndShapeText(logged.tensor.type, logged.tensor.shape)));
    }
    fit.agreements += values;
    if (values > 0)
        fit.inFavour.push_back(
            Sentence::of("%1 logged {1:value has type and shape|values have types and shapes} of the plan", values));
}

void compareOutputs(const RunTrace& run, const program::ExecutionPlan& plan, Fit& fit) {
    if (run.outputs.empty()) return;
    const std::vector<std::size_t> positions = outputPositions(run.outputs.size(), plan, true);
    if (positions.empty()) {
        const auto planned =
            std::ranges::count_if(plan.outputs, [&](program::ValueIndex index) { return plan.tensor(index) != nullptr; });
        return contradict(fit, Sentence::of("it gave %1 output {1:tensor|tensors}; the plan has %2", run.outputs.size(), planned));
    }
    for (std::size_t i = 0; i < run.outputs.size(); ++i) {
        if (canBe(run.outputs[i], *plan.tensor(plan.outputs[positions[i]]))) {
            ++fit.agreements;
            continue;
        }
        contradict(fit, Sentence::of("output %1 is %2; the plan's cannot be that", positions[i],
                                     tensor::typeAndShapeText(run.outputs[i].type, run.outputs[i].shape)));
    }
    if (fit.against.empty())
        fit.inFavour.push_back(
            Sentence::of("its %1 {1:output has type and shape|outputs have types and shapes} of the plan", run.outputs.size()));
}

constexpr std::string_view kDelegateCall = "DELEGATE_CALL";

bool isKernelCall(std::string_view name) { return !etdump::kernelOf(name).empty() || name == "OPERATOR_CALL"; }
bool isHousekeeping(std::string_view name) { return name == "JF_CALL" || name == "MOVE_CALL" || name == "FREE_CALL"; }

/// What is emitted from bodies of control flow has no rows in the record's maps.
bool jumps(const RunTrace& run) {
    return std::ranges::any_of(run.steps, [](const RunTrace::Step& step) { return step.name == "JF_CALL"; });
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

std::set<std::int64_t> executed(const RunTrace& run) {
    std::set<std::int64_t> instructions;
    for (const RunTrace::Step& step : run.steps) instructions.insert(step.instruction);
    return instructions;
}

using Rows = std::map<std::int64_t, std::vector<std::int64_t>>;

/// Rows are of calls: moves, jumps and frees have none. An execution that ended well went beyond the last one.
void compareRows(const RunTrace& run, const Rows& rows, Fit& fit) {
    const std::set<std::int64_t> ran = executed(run);
    if (ran.empty()) return;
    for (const RunTrace::Step& step : run.steps)
        if (isHousekeeping(step.name) && rows.contains(step.instruction))
            contradict(fit,
                       Sentence::of("instruction %1 ran as %2; debug_handle_map knows a call there", step.instruction, step.name));
    for (const auto& [instruction, handles] : rows) {
        fit.missing += ran.contains(instruction) ? 0U : 1U;
        if (!run.outputs.empty() && instruction > *ran.rbegin())
            contradict(fit,
                       Sentence::of("debug_handle_map knows instruction %1, the last that ran is %2", instruction, *ran.rbegin()));
    }
    if (fit.missing > 0 || !isMuch(rows.size(), ran.size())) return;  // a map of few rows says nothing
    ++fit.agreements;
    fit.inFavour.push_back(Sentence::of("the %1 {1:instruction|instructions} of debug_handle_map ran", rows.size()));
}

/// The words of the operators of nodes that carry a handle: "add" of "….ops.aten.add.Tensor", and the others.
std::set<std::string_view> operatorWords(const RecordedMethod& recorded) {
    std::set<std::string_view> words;
    for (const auto& [handle, nodes] : recorded.byHandle)
        for (std::string_view op : nodes.operators)
            for (auto dot = op.find('.'); dot != std::string_view::npos; dot = op.find('.')) {
                op.remove_prefix(dot + 1);
                words.insert(op.substr(0, op.find('.')));
            }
    return words;
}

/// Calls without a row of the map. Primitive calls (sizes) and copies into buffers have none, nor have operators that were added
/// around a delegate (a map of few rows says nothing) or that lowering made of others (the record's graph has no such operator).
void compareCalls(const RunTrace& run, const Rows& rows, const RecordedMethod& recorded, Fit& fit) {
    if (jumps(run)) return;
    const std::set<std::string_view> operators = operatorWords(recorded);
    std::set<std::int64_t> calls, without;
    for (const RunTrace::Step& step : run.steps) {
        const std::string_view kernel = etdump::kernelWord(step.name);
        if ((kernel.empty() && step.name != kDelegateCall) || kernel == "copy_") continue;
        calls.insert(step.instruction);
        if (!rows.contains(step.instruction) && (kernel.empty() || operators.contains(kernel))) without.insert(step.instruction);
    }
    if (isMuch(without.size(), calls.size()) && isMuch(rows.size(), calls.size()))
        contradict(fit, Sentence::of("%1 of %2 calls have no row in debug_handle_map, the first at instruction %3", without.size(),
                                     calls.size(), *without.begin()));
}

/// Calls of a kind that were held against what the record knows of them.
struct Compared {
    std::size_t all = 0, wrong = 0;
    Sentence first;  ///< the first that is wrong

    void add(bool good, Sentence text) {
        ++all;
        if (!good && wrong++ == 0) first = std::move(text);
    }
    /// `right`: "%1 of %2 kernels are …", `others`: "%1 of %2 kernels are no …: %3"; `tooMany`: of the wrong ones.
    void judge(const char* right, const char* others, bool tooMany, Fit& fit) const {
        if (all == 0) return;
        const std::size_t good = all - wrong;
        fit.agreements += good;
        if (tooMany)
            contradict(fit, Sentence::of(others, wrong, all, first));
        else
            fit.inFavour.push_back(Sentence::of(right, good, all));
    }
};

/// Kernels against the operators of the nodes that carry their handles.
void compareOperators(const RunTrace& run, const Rows& rows, const RecordedMethod& recorded, Fit& fit) {
    Compared compared;
    for (const RunTrace::Step& step : run.steps) {
        const auto row = rows.find(step.instruction);
        if (etdump::kernelOf(step.name).empty() || row == rows.end()) continue;
        bool known = false, same = false;
        for (const std::int64_t handle : row->second)
            if (const auto hit = recorded.byHandle.find(handle); hit != recorded.byHandle.end()) {
                known = true;
                same = same || anyIsCalled(hit->second.operators, etdump::kernelWord(step.name));
            }
        if (known) compared.add(same, Sentence::of("instruction %1 ran as %2", step.instruction, step.name));
    }
    fit.operatorsKnown = compared.all > 0 && compared.wrong == 0;
    compared.judge(Sentence::phrase("%1 of %2 kernels are operators of the nodes of their handles"),
                   Sentence::phrase("%1 of %2 kernels are no operators of the nodes of their handles: %3"),
                   isMuch(compared.wrong, compared.all), fit);
}

bool fits(const RecordedMethod::Shape& recorded, const std::vector<std::int64_t>& logged) {
    return std::ranges::equal(recorded, logged, [](const auto& size, std::int64_t given) { return !size || *size == given; });
}

/// What kernels logged against the results of the nodes that carry their handles. Types may differ: programs are made in a lower
/// precision. A program that is wrong somewhere is still of its record: most shapes decide.
void compareResults(const RunTrace& run, const Rows& rows, const RecordedMethod& recorded, Fit& fit) {
    Compared compared;
    std::set<std::int64_t> kernels;
    for (const RunTrace::Step& step : run.steps)
        if (!etdump::kernelOf(step.name).empty()) kernels.insert(step.instruction);
    for (const RunTrace::Logged& logged : run.logged) {
        const auto row = rows.find(logged.instruction);
        if (row == rows.end() || !kernels.contains(logged.instruction)) continue;
        bool known = false, same = false;
        for (const std::int64_t handle : row->second)
            if (const auto hit = recorded.byHandle.find(handle); hit != recorded.byHandle.end())
                for (const RecordedMethod::Shape& result : hit->second.results) {
                    known = true;
                    same = same || fits(result, logged.tensor.shape);
                }
        if (known)
            compared.add(same, Sentence::of("instruction %1 logged %2", logged.instruction,
                                            tensor::typeAndShapeText(logged.tensor.type, logged.tensor.shape)));
    }
    compared.judge(Sentence::phrase("%1 of %2 logged values have shapes of the nodes of their handles"),
                   Sentence::phrase("%1 of %2 logged values have no shapes of the nodes of their handles: %3"),
                   2 * compared.wrong > compared.all, fit);
}

/// Where the numbers of outputs fit.
void compareRecordedOutputs(const RunTrace& run, const RecordedMethod& recorded, Fit& fit) {
    std::vector<std::optional<ScalarType>> types;
    for (const RecordedMethod::Output& output : recorded.outputs) types.push_back(output.type);
    const std::vector<std::size_t> positions = outputPositions(run.outputs.size(), types, true);
    std::size_t good = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const RecordedMethod::Output& output = recorded.outputs[positions[i]];
        if (!output.shape) continue;
        if (fits(*output.shape, run.outputs[i].shape))
            ++good;
        else
            contradict(fit, Sentence::of("output %1 is %2; the record's has another shape", positions[i],
                                         tensor::typeAndShapeText(run.outputs[i].type, run.outputs[i].shape)));
    }
    fit.agreements += good;
    if (good > 0)
        fit.inFavour.push_back(Sentence::of("%1 {1:output has the record's shape|outputs have the record's shapes}", good));
}

/// Delegate calls against delegate_map, which knows those outside bodies of control flow.
void compareDelegates(const RunTrace& run, const std::map<std::int64_t, etrecord::DelegateRow>& rows, Fit& fit) {
    const bool inBodies = jumps(run);
    std::size_t good = 0;
    for (const RunTrace::Step& step : run.steps) {
        const bool call = step.name == kDelegateCall, known = rows.contains(step.instruction);
        good += call && known ? 1U : 0U;
        const bool wrong = call ? !known && !inBodies : known && (isKernelCall(step.name) || isHousekeeping(step.name));
        if (wrong)
            contradict(fit, Sentence::of("instruction %1 ran as %2; delegate_map says otherwise", step.instruction, step.name));
    }
    fit.agreements += good;
    if (good > 0) fit.inFavour.push_back(Sentence::of("%1 delegate {1:call is a row|calls are rows} of delegate_map", good));
}

}  // namespace

std::string_view methodStateName(MethodState state) noexcept {
    static constexpr EnumTable<MethodState::Unknown> kNames({"certain", "inferred", "ambiguous", "unknown"});
    return kNames[state];
}

std::vector<std::size_t> outputPositions(std::size_t logged, const std::vector<std::optional<ScalarType>>& outputs,
                                         bool tensorsOnly) {
    std::vector<std::size_t> all, loggable;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (!outputs[i] && tensorsOnly) continue;
        all.push_back(i);
        if (!outputs[i] || etdump::isLogged(*outputs[i])) loggable.push_back(i);
    }
    for (const std::vector<std::size_t>* each : {&all, &loggable}) {
        if (each->empty() || logged % each->size() != 0) continue;
        std::vector<std::size_t> positions;
        while (positions.size() < logged) positions.insert(positions.end(), each->begin(), each->end());
        return positions;
    }
    return {};
}

std::vector<std::size_t> outputPositions(std::size_t logged, const program::ExecutionPlan& plan, bool tensorsOnly) {
    std::vector<std::optional<ScalarType>> types;
    for (const program::ValueIndex output : plan.outputs) {
        const program::TensorInfo* tensor = plan.tensor(output);
        types.push_back(tensor != nullptr ? std::optional(tensor->scalarType) : std::nullopt);
    }
    return outputPositions(logged, types, tensorsOnly);
}

Fit fitPlan(const RunTrace& run, const std::string& method, const program::ExecutionPlan& plan) {
    const auto& instructions = plan.mainInstructions();
    Fit fit;
    fit.method = method;
    compareSteps(run, plan, instructions, fit);
    compareValues(run, plan, fit);
    compareOutputs(run, plan, fit);
    const std::set<std::int64_t> ran = executed(run);
    if (!ran.empty()) fit.missing = instructions.size() - std::min(instructions.size(), ran.size());
    return fit;
}

Fit fitSideTables(const RunTrace& run, const std::string& method, const etrecord::SideTables& tables,
                  const RecordedMethod& recorded) {
    Fit fit;
    fit.method = method;
    fit.operatorsKnown = false;
    const auto delegates = tables.delegates.find(method);
    if (delegates != tables.delegates.end()) compareDelegates(run, delegates->second, fit);
    if (const auto rows = tables.debugHandles.find(method); rows != tables.debugHandles.end()) {
        compareRows(run, rows->second, fit);
        compareCalls(run, rows->second, recorded, fit);
        compareOperators(run, rows->second, recorded, fit);
        compareResults(run, rows->second, recorded, fit);
    }
    compareRecordedOutputs(run, recorded, fit);
    return fit;
}

namespace {

/// Of methods that several things agree with, the one that leaves fewest instructions out, then the one with most agreements.
bool isBetter(const Fit* a, const Fit* b) {
    if ((a->agreements > 0) != (b->agreements > 0)) return a->agreements > 0;
    return a->missing != b->missing ? a->missing < b->missing : a->agreements > b->agreements;
}

void addContradictions(const std::vector<Fit>& fits, Attribution& result) {
    for (const Fit& fit : fits)
        for (const Sentence& text : fit.against) result.evidence.push_back(fit.method + ": " + text);
}

}  // namespace

Attribution attribute(std::vector<Fit> fits) {
    Attribution result;
    std::vector<const Fit*> possible;
    for (const Fit& fit : fits)
        if (fit.against.empty()) possible.push_back(&fit);
    std::ranges::stable_sort(possible, isBetter);
    for (const Fit* fit : possible) result.candidates.push_back(fit->method);
    if (possible.empty()) addContradictions(fits, result);
    if (possible.empty() || possible.front()->agreements == 0) return result;  // nothing is known of those that are left
    const Fit& best = *possible.front();
    const Fit* next = possible.size() > 1 ? possible[1] : nullptr;
    const bool tied = next != nullptr && !isBetter(&best, next);
    const bool unknown = !best.operatorsKnown && possible.back()->agreements == 0;
    result.state = tied || unknown                           ? MethodState::Ambiguous
                   : next != nullptr || !best.operatorsKnown ? MethodState::Inferred
                                                             : MethodState::Certain;
    result.evidence = best.inFavour;
    if (tied) result.evidence.push_back(Sentence::of("%1 methods fit equally well", possible.size()));
    if (unknown && !tied) result.evidence.push_back(Sentence::of("nothing speaks for or against %1", possible.back()->method));
    if (tied || unknown) return result;
    result.method = best.method;
    if (next != nullptr && next->agreements > 0)
        result.evidence.push_back(Sentence::of("it leaves %1 instructions of the method out; the next best, %2, %3", best.missing,
                                               next->method, next->missing));
    else if (next != nullptr)
        result.evidence.push_back(Sentence::of("nothing speaks for or against %1", next->method));
    else if (fits.size() > 1)
        result.evidence.push_back(Sentence::of("everything contradicts the other methods"));
    return result;
}

}  // namespace etscope::join
