#include "gap/carried_state.h"

#include <algorithm>

#include "base/limits.h"
#include "base/name_text.h"
#include "compare/run_cases.h"
#include "gap/record_surroundings.h"
#include "program/program.h"

namespace etscope::gap {

namespace {

constexpr std::string_view kWritten = "buffer_mutation";

std::vector<std::string> statedBuffers(const graph::GraphModel& model) {
    std::vector<std::string> targets;
    for (const graph::GraphOutput& output : model.top().outputs)
        if (model.text(output.kind) == kWritten && std::ranges::find(targets, model.text(output.target)) == targets.end())
            targets.emplace_back(model.text(output.target));
    return targets;
}

/// The program's tensor of that name which a call finds in memory as the one before left it.
const program::TensorInfo* stateNamed(const program::ExecutionPlan* plan, const std::string& target) {
    if (plan == nullptr) return nullptr;
    const auto found = std::ranges::find_if(plan->tensors, [&](const program::TensorInfo& tensor) {
        return tensor.kind() == program::TensorKind::InitialValue && tensor.name() == target;
    });
    return found == plan->tensors.end() ? nullptr : &*found;
}

/// The program's bytes as the buffer's; nothing where they are of another type or shape.
std::optional<evaluate::Array> initialValue(const session::Session& session, const program::TensorInfo& info,
                                            const evaluate::Array& like, const std::shared_ptr<evaluate::Memory>& memory) {
    auto bytes = session.programFile()->program->tensorBytes(info);
    if (!bytes) return std::nullopt;
    tensor::Tensor tensor;
    tensor.type = info.scalarType;
    tensor.shape.assign(info.sizes.begin(), info.sizes.end());
    tensor.strides = info.strides().value_or(std::vector<std::int64_t>{});
    tensor.storage = *bytes;
    auto array = evaluate::borrowed(tensor, memory);
    if (!array || array->type != like.type || array->shape != like.shape) return std::nullopt;
    return *std::move(array);
}

std::string namesText(const std::vector<std::string>& names) {
    constexpr std::size_t kTold = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(kTold, names.size()); ++i) text += (i == 0 ? "" : ", ") + validName(names[i]);
    return names.size() > kTold ? text + " and " + std::to_string(names.size() - kTold) + " more" : text;
}

}  // namespace

Result<std::vector<std::string>> writtenBuffers(const session::Session& session, const std::string& method,
                                                const graph::StageId& stage, const JobContext& job) {
    const auto program = session.program(method, stage, job);
    if (!program) return program.failure();
    const graph::GraphModel& model = *(*program)->graph;
    std::vector<std::string> targets = statedBuffers(model);
    const session::Method* all = session.method(method);
    if (!targets.empty() || !evaluate::writesInPlace(model) || all == nullptr) return targets;
    for (const graph::StageId& other : all->stages) {
        if (other == stage || other.is(graph::StageId::Kind::Program)) continue;
        const auto beside = session.program(method, other, job);
        if (beside) targets = statedBuffers(*(*beside)->graph);
        if (!targets.empty()) break;
    }
    return targets;
}

Result<CarriedState> programState(const session::Session& session, const std::string& method, const graph::StageId& stage,
                                  const JobContext& job) {
    const auto targets = writtenBuffers(session, method, stage, job);
    if (!targets) return targets.failure();
    CarriedState state;
    if (targets->empty()) return state;
    const auto surroundings = recordSurroundings(session, method, stage, job);
    if (!surroundings) return surroundings.failure();
    const auto memory = std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes);
    const evaluate::Context context{memory, job};
    std::vector<std::string> carried, zeros;
    for (const std::string& target : *targets) {
        const auto recorded = (*surroundings)->constant(target, memory);
        if (!recorded) return recorded.failure();
        const evaluate::Array* like = recorded->array();
        if (like == nullptr) continue;
        const program::TensorInfo* info = stateNamed(session.plan(method), target);
        auto initial = info != nullptr ? initialValue(session, *info, *like, memory) : std::nullopt;
        auto array = initial ? Result<evaluate::Array>(*std::move(initial)) : evaluate::zerosLike(context, *like);
        if (!array) return array.failure();
        (info != nullptr ? carried : zeros).push_back(target);
        state.buffers.emplace(target, *std::move(array));
    }
    if (!carried.empty()) state.evidence = "the state begins with the program's values of " + namesText(carried);
    if (!zeros.empty())
        state.evidence += (carried.empty() ? "the state begins with zeros" : ", with zeros") + (" in " + namesText(zeros)) +
                          (session.plan(method) == nullptr ? ", as runtimes do unless the program carries values"
                                                           : ", of which the program carries no values");
    return state;
}

Result<void> carryThrough(CarriedState& state, const std::vector<InputChoice>& earlier, const std::string& who,
                          const session::Session& session, const std::string& method, const graph::StageId& stage, bool wide,
                          const JobContext& job) {
    const auto targets = writtenBuffers(session, method, stage, job);
    if (!targets) return targets.failure();
    if (targets->empty() || earlier.empty()) return {};
    for (const InputChoice& choice : earlier) {
        const auto inputs = graphInputs(session, method, stage, choice, job);
        if (!inputs) return inputs.failure();
        ComputeOptions options;
        options.wide = wide;
        options.keep = [](const std::string&) { return false; };
        options.buffers = state.buffers;
        auto computed = computeGraph(session, method, stage, *inputs, options, job);
        if (!computed) return computed.failure();
        for (const std::string& target : *targets) {
            const auto left = computed->buffers.find(target);
            if (left == computed->buffers.end())
                return fail("depends-on-unknown", "what a call leaves in the buffer '" + target + "' cannot be computed");
            state.buffers.insert_or_assign(target, left->second);
        }
    }
    state.evidence += (state.evidence.empty() ? "the state is carried through " : ", carried through ") + who;
    return {};
}

Result<CarriedState> stateBeforeRun(const session::Session& session, const std::string& method, const graph::StageId& stage,
                                    std::size_t run, bool wide, const JobContext& job) {
    auto state = programState(session, method, stage, job);
    if (!state || state->buffers.empty()) return state;
    const auto runs = compare::runs(session, job);
    if (!runs) return runs.failure();
    std::vector<InputChoice> earlier;
    std::vector<std::size_t> numbers;
    for (const join::SessionRun& before : **runs) {
        if (before.index >= run || before.file != (**runs)[run].file) continue;
        if (before.attribution.method != method || before.kind() != etdump::BlockKind::Execute) continue;
        if (!before.caseIndex) {
            state->evidence += "; what run " + std::to_string(before.index) + " left in it is not known: it belongs to no case";
            return state;
        }
        earlier.push_back({InputChoice::Kind::Case, static_cast<std::size_t>(*before.caseIndex), {}});
        numbers.push_back(before.index);
    }
    if (numbers.empty()) return state;
    const std::string first = std::to_string(numbers.front());
    const std::string who = numbers.size() == 1 ? "run " + first : "runs " + first + " to " + std::to_string(numbers.back());
    const CarriedState begun = *state;
    if (auto carried = carryThrough(*state, earlier, who, session, method, stage, wide, job); !carried) {
        if (carried.error().code == "cancelled") return carried.failure();
        state = begun;
        state->evidence += "; what " + who + " left in it is not known: " + carried.error().message;
    }
    return state;
}

}  // namespace etscope::gap
