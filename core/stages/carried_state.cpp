#include "stages/carried_state.h"

#include <algorithm>

#include "base/limits.h"
#include "base/name_text.h"
#include "base/text.h"
#include "compare/run_cases.h"
#include "join/value_names.h"
#include "program/program.h"
#include "replay/program_constants.h"
#include "replay/record_surroundings.h"
#include "replay/run_inputs.h"

namespace etscope::stages {

namespace {

/// Of states that a session keeps: the caches of a few calls of a large decoder, or as many calls of a small one as are looked at.
constexpr std::uint64_t kStateBytes = 256ULL << 20U;
constexpr std::size_t kStates = 256;

graph::StageId recordedStage(const graph::StageId& stage) {
    return stage.is(graph::StageId::Kind::Program) ? graph::StageId::edge() : stage;
}

std::string pastText(const replay::InputChoice& choice) {
    if (choice.kind == replay::InputChoice::Kind::Example) return "example,";
    if (choice.kind == replay::InputChoice::Kind::Case) return "case " + std::to_string(choice.caseIndex) + ",";
    std::string text = "files";
    for (const std::string& file : choice.files) text.append(1, '\0').append(file);
    return text + ",";
}

std::string ownerText(const std::string& method, const graph::StageId& stage, bool wide) {
    return session::storeKey(method, session::storeKey(stage.text(), wide ? "wide" : "declared")) + ",";
}

Result<std::shared_ptr<const replay::KeptStates>> keptStates(const session::Session& session, const JobContext& job) {
    return session.store().get<replay::KeptStates>("gap::keptStates", job, [] {
        return Result<std::shared_ptr<const replay::KeptStates>>(std::make_shared<replay::KeptStates>(kStateBytes, kStates));
    });
}

/// The first of the targets that the call did not tell; nothing: `buffers` are what it left.
std::optional<std::string> takeLeft(replay::Buffers& buffers, const std::vector<std::string>& targets,
                                    const ComputedGraph& computed) {
    for (const std::string& target : targets) {
        const auto left = computed.buffers.find(target);
        if (left == computed.buffers.end()) return target;
        buffers.insert_or_assign(target, left->second);
    }
    return std::nullopt;
}

/// What a call on `choice` leaves in `buffers`.
Result<void> call(replay::Buffers& buffers, const std::vector<std::string>& targets, const replay::InputChoice& choice,
                  const replay::Buffers& constants, const session::Session& session, const std::string& method,
                  const graph::StageId& stage, bool wide, const JobContext& job) {
    const auto inputs = replay::graphInputs(session, method, stage, choice, job);
    if (!inputs) return inputs.failure();
    ComputeOptions options;
    options.wide = wide;
    options.keep = [](const std::string&) { return false; };
    options.buffers = buffers;
    options.buffers.insert(constants.begin(), constants.end());
    const auto computed = computeGraph(session, method, stage, *inputs, options, job);
    if (!computed) return computed.failure();
    if (const auto unknown = takeLeft(buffers, targets, *computed))
        return fail("depends-on-unknown", "what a call leaves in the buffer '" + *unknown + "' cannot be computed");
    return {};
}

std::vector<std::string> statedBuffers(const graph::GraphModel& model) {
    std::vector<std::string> targets;
    for (const graph::GraphOutput* output : model.bufferMutations())
        if (std::ranges::find(targets, model.text(output->target)) == targets.end())
            targets.emplace_back(model.text(output->target));
    return targets;
}

/// The program's tensors that a first call finds with values of the program, by buffer.
struct InitialTensors {
    std::map<std::string, const program::TensorInfo*> named;
    std::vector<const program::TensorInfo*> others;  ///< nothing tells which buffers they are

    bool mayHold(const evaluate::Array& buffer) const {
        return std::ranges::any_of(others, [&](const program::TensorInfo* tensor) {
            return tensor->scalarType == buffer.type && tensor->fits(buffer.shape);
        });
    }
};

/// By their names, which programs have when they were asked for, else by the operators that take them.
Result<InitialTensors> initialTensors(const session::Session& session, const std::string& method, const JobContext& job) {
    InitialTensors tensors;
    const program::ExecutionPlan* plan = session.plan(method);
    if (plan == nullptr) return tensors;
    const auto graph = session.graph(method, graph::StageId::program(), job);
    const auto names = join::valueNames(session, method, job);
    if (!graph) return graph.failure();
    if (!names) return names.failure();
    for (const graph::GraphInput& input : (*graph)->top().inputs) {
        const auto index = parseInt((*graph)->text(input.id).substr(1));  // "v12"
        const program::TensorInfo* tensor = index ? plan->tensor(static_cast<program::ValueIndex>(*index)) : nullptr;
        if (tensor == nullptr || tensor->kind() != program::TensorKind::InitialValue) continue;
        const auto known = (*names)->find(input.value);
        if (tensor->name().empty() && known == (*names)->end())
            tensors.others.push_back(tensor);
        else
            tensors.named.emplace(tensor->name().empty() ? known->second : std::string(tensor->name()), tensor);
    }
    return tensors;
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
    if (stage.is(graph::StageId::Kind::Edge))
        for (std::uint32_t i = 0; i < model.delegates().size(); ++i) {
            const auto lowered = session.program(method, graph::StageId::lowered(i), job);
            if (lowered.cancelled()) return lowered.failure();
            if (lowered) std::ranges::move(statedBuffers(*(*lowered)->graph), std::back_inserter(targets));
        }
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
    state.past = "program,";
    if (targets->empty()) return state;
    const auto surroundings = replay::recordSurroundings(session, method, stage, job);
    if (!surroundings) return surroundings.failure();
    const auto initial = initialTensors(session, method, job);
    if (!initial) return initial.failure();
    const auto memory = std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes);
    const evaluate::Context context{memory, job};
    std::vector<std::string> carried, recorded, zeros;
    for (const std::string& target : *targets) {
        const auto value = (*surroundings)->constant(target, memory);
        if (!value && value.error().code != "no-such-constant") return value.failure();
        const evaluate::Array* like = value ? value->array() : nullptr;
        const auto known = initial->named.find(target);
        if (value && like == nullptr) continue;
        if (like == nullptr || (known == initial->named.end() && initial->mayHold(*like))) {
            recorded.push_back(target);
            continue;
        }
        auto begun = known != initial->named.end() ? initialValue(session, *known->second, *like, memory) : std::nullopt;
        auto array = begun ? Result<evaluate::Array>(*std::move(begun)) : evaluate::zerosLike(context, *like);
        if (!array) return array.failure();
        (known != initial->named.end() ? carried : zeros).push_back(target);
        state.buffers.emplace(target, *std::move(array));
    }
    const auto tell = [&](const std::vector<std::string>& names, const std::string& what, const std::string& why) {
        if (names.empty()) return;
        state.evidence += (state.evidence.empty() ? "the state begins with " : ", with ") + what + namesText(names) + why;
    };
    tell(carried, "the program's values of ", "");
    tell(recorded, "the record's values of ", ": nothing tells those of the runtime");
    tell(zeros, "zeros in ",
         session.plan(method) == nullptr ? ", as runtimes do unless the program carries values"
                                         : ", of which the program carries no values");
    return state;
}

Result<void> carryThrough(CarriedState& state, const std::vector<replay::InputChoice>& earlier, const std::string& who,
                          const session::Session& session, const std::string& method, const graph::StageId& asked, bool wide,
                          const JobContext& job) {
    const graph::StageId stage = recordedStage(asked);
    const auto targets = writtenBuffers(session, method, stage, job);
    if (!targets) return targets.failure();
    if (targets->empty() || earlier.empty()) return {};
    const auto kept = keptStates(session, job);
    if (!kept) return kept.failure();
    const std::string owner = ownerText(method, asked, wide);
    std::string past = owner + state.past;
    std::vector<std::size_t> ends;  // of what is behind each call
    for (const replay::InputChoice& choice : earlier) ends.push_back((past += pastText(choice)).size());
    std::size_t done = earlier.size();
    for (; done > 0; --done)
        if (auto found = (*kept)->find(std::string_view(past).substr(0, ends[done - 1]))) {
            state.buffers = *std::move(found);
            break;
        }
    replay::Buffers constants;
    if (done < earlier.size() && stage != asked) {
        auto ofProgram = replay::programConstants(session, method, job);
        if (!ofProgram) return ofProgram.failure();
        constants = std::move(ofProgram->different);
    }
    for (; done < earlier.size(); ++done) {
        const auto called = call(state.buffers, *targets, earlier[done], constants, session, method, stage, wide, job);
        if (!called) return called;
        (*kept)->keep(past.substr(0, ends[done]), state.buffers);
    }
    state.past = past.substr(owner.size());
    state.evidence += (state.evidence.empty() ? "the state is carried through " : ", carried through ") + who;
    return {};
}

void keepState(const CarriedState& before, const replay::InputChoice& inputs, const ComputedGraph& computed,
               const session::Session& session, const std::string& method, const graph::StageId& stage, bool wide) {
    const auto targets = writtenBuffers(session, method, recordedStage(stage), {});
    const auto kept = keptStates(session, {});
    if (!targets || targets->empty() || !kept || !computed.restarts.empty()) return;
    replay::Buffers left = before.buffers;
    if (!takeLeft(left, *targets, computed))
        (*kept)->keep(ownerText(method, stage, wide) + before.past + pastText(inputs), std::move(left));
}

Result<CarriedState> stateBeforeRun(const session::Session& session, const std::string& method, const graph::StageId& stage,
                                    std::size_t run, bool wide, const JobContext& job) {
    auto state = programState(session, method, recordedStage(stage), job);
    if (!state || state->evidence.empty()) return state;
    const auto runs = compare::runs(session, job);
    if (!runs) return runs.failure();
    const auto fed = replay::inputsOfRuns(session, method, job);
    if (!fed) return fed.failure();
    std::vector<replay::InputChoice> earlier;
    std::vector<std::size_t> numbers;
    for (const join::SessionRun& before : **runs) {
        if (before.index >= run || before.file != (**runs)[run].file) continue;
        if (before.attribution.method != method || before.kind() != etdump::BlockKind::Execute) continue;
        const auto inputs = (*fed)->find(before.index);
        if (inputs == (*fed)->end() || !inputs->second.known) {
            state->evidence += "; what run " + std::to_string(before.index) + " left in it is not known: it belongs to no case";
            return state;
        }
        earlier.push_back(inputs->second.choice);
        numbers.push_back(before.index);
    }
    if (numbers.empty()) return state;
    const std::string first = std::to_string(numbers.front());
    const std::string who = numbers.size() == 1 ? "run " + first : "runs " + first + " to " + std::to_string(numbers.back());
    const CarriedState begun = *state;
    if (auto carried = carryThrough(*state, earlier, who, session, method, stage, wide, job); !carried) {
        if (carried.cancelled()) return carried.failure();
        state = begun;
        state->evidence += "; what " + who + " left in it is not known: " + carried.error().message;
    }
    return state;
}

}  // namespace etscope::stages
