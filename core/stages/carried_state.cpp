#include "stages/carried_state.h"

#include "base/limits.h"
#include "base/lists.h"
#include "base/name_text.h"
#include "compare/run_cases.h"
#include "replay/fed_inputs.h"
#include "replay/program_constants.h"
#include "replay/program_tensors.h"
#include "replay/state.h"

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

/// The first of them that the call did not tell; nothing: `buffers` are what it left.
std::optional<std::string> takeLeft(replay::Buffers& buffers, const replay::State& written, const ComputedGraph& computed) {
    for (const replay::StateBuffer& buffer : written) {
        const auto left = computed.buffers.find(buffer.name);
        if (left == computed.buffers.end()) return buffer.name;
        buffers.insert_or_assign(buffer.name, left->second);
    }
    return std::nullopt;
}

/// What a call on `choice` leaves in `buffers`.
Result<void> call(replay::Buffers& buffers, const replay::State& written, const replay::InputChoice& choice,
                  const replay::Buffers& constants, const session::MethodView& method, const graph::StageId& stage, bool wide,
                  const JobContext& job) {
    const auto inputs = replay::graphInputs(method, recordedStage(stage), choice, job);
    if (!inputs) return inputs.failure();
    ComputeOptions options;
    options.wide = wide;
    options.keep = [](const std::string&) { return false; };
    options.buffers = buffers;
    options.buffers.insert(constants.begin(), constants.end());
    const auto computed = computeGraph(method, stage, *inputs, options, job);
    if (!computed) return computed.failure();
    if (const auto unknown = takeLeft(buffers, written, *computed))
        return fail("depends-on-unknown", "what a call leaves in the buffer '" + *unknown + "' cannot be computed");
    return {};
}

/// The program's values as the buffer's; nothing where they are of another type or shape.
std::optional<evaluate::Array> initialValue(const session::Session& session, const program::TensorInfo& info,
                                            const evaluate::Array& like, const std::shared_ptr<evaluate::Memory>& memory) {
    const auto tensor = replay::programTensor(session, info);
    auto array = tensor ? evaluate::borrowed(*tensor, memory) : Result<evaluate::Array>(tensor.failure());
    if (!array || array->type != like.type || array->shape != like.shape) return std::nullopt;
    return *std::move(array);
}

}  // namespace

Result<CarriedState> programState(const session::MethodView& method, const graph::StageId& stage, const JobContext& job) {
    using Initial = replay::StateBuffer::Initial;
    const auto known = replay::stateOf(method, stage, job);
    if (!known) return known.failure();
    CarriedState state;
    state.past = "program,";
    if ((*known)->empty()) return state;
    const evaluate::Context context{std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes), job};
    std::map<Initial, std::vector<std::string>> names;
    for (const replay::StateBuffer& buffer : **known) {
        names[buffer.initial].push_back(validName(buffer.name));
        if (buffer.initial == Initial::Unknown || buffer.initial == Initial::Given) continue;
        evaluate::Array like;
        like.type = buffer.type;
        like.shape = buffer.shape;
        auto begun = buffer.tensor != nullptr ? initialValue(method.session, *buffer.tensor, like, context.memory) : std::nullopt;
        auto array = begun ? Result<evaluate::Array>(*std::move(begun)) : evaluate::zerosLike(context, like);
        if (!array) return array.failure();
        state.buffers.emplace(buffer.name, *std::move(array));
    }
    const auto tell = [&](Initial initial, const char* words) {
        if (names[initial].empty()) return;
        const Sentence what = Sentence::of(words, firstOf(names[initial], 3));
        state.evidence = state.evidence.empty() ? Sentence::of("the state begins with %1", what)
                                                : Sentence::of("%1, with %2", state.evidence, what);
    };
    tell(Initial::Program, Sentence::phrase("the program's values of %1"));
    tell(Initial::Given, Sentence::phrase("what delegates were given for %1"));
    tell(Initial::Unknown, Sentence::phrase("the record's values of %1: nothing tells those of the runtime"));
    tell(Initial::Zeros, method.plan() == nullptr
                             ? Sentence::phrase("zeros in %1, as runtimes do unless the program carries values")
                             : Sentence::phrase("zeros in %1, of which the program carries no values"));
    return state;
}

Result<void> carryThrough(CarriedState& state, const std::vector<replay::InputChoice>& earlier, const Sentence& who,
                          const session::MethodView& method, const graph::StageId& asked, bool wide, const JobContext& job) {
    const graph::StageId stage = recordedStage(asked);
    const auto written = replay::stateOf(method, stage, job);
    if (!written) return written.failure();
    if ((*written)->empty() || earlier.empty()) return {};
    const auto kept = keptStates(method.session, job);
    if (!kept) return kept.failure();
    const std::string owner = ownerText(method.name, asked, wide);
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
        auto ofProgram = replay::programConstants(method, job);
        if (!ofProgram) return ofProgram.failure();
        constants = std::move(ofProgram->different);
    }
    for (; done < earlier.size(); ++done) {
        const auto called = call(state.buffers, **written, earlier[done], constants, method, asked, wide, job);
        if (!called) return called;
        (*kept)->keep(past.substr(0, ends[done]), state.buffers);
    }
    state.past = past.substr(owner.size());
    state.evidence = state.evidence.empty() ? Sentence::of("the state is carried through %1", who)
                                            : Sentence::of("%1, carried through %2", state.evidence, who);
    return {};
}

void keepState(const CarriedState& before, const replay::InputChoice& inputs, const ComputedGraph& computed,
               const session::MethodView& method, const graph::StageId& stage, bool wide) {
    const auto written = replay::stateOf(method, recordedStage(stage), {});
    const auto kept = keptStates(method.session, {});
    if (!written || (*written)->empty() || !kept || !computed.restarts.empty()) return;
    replay::Buffers left = before.buffers;
    if (!takeLeft(left, **written, computed))
        (*kept)->keep(ownerText(method.name, stage, wide) + before.past + pastText(inputs), std::move(left));
}

Result<CarriedState> stateBeforeRun(const session::MethodView& method, const graph::StageId& stage, std::size_t run, bool wide,
                                    const JobContext& job) {
    auto state = programState(method, recordedStage(stage), job);
    if (!state || state->evidence.empty()) return state;
    const auto runs = compare::runs(method.session, job);
    if (!runs) return runs.failure();
    const auto fed = replay::fedRuns(method, job);
    if (!fed) return fed.failure();
    std::vector<replay::InputChoice> earlier;
    std::vector<std::size_t> numbers;
    for (const join::SessionRun& before : **runs) {
        if (before.index >= run || before.file != (**runs)[run].file) continue;
        if (before.attribution.method != method.name || before.kind() != etdump::BlockKind::Execute) continue;
        const auto one = (*fed)->find(before.index);
        if (one == (*fed)->end() || !one->second.known()) {
            state->evidence += Sentence::of("; what run %1 left in it is not known: it belongs to no case", before.index);
            state->known = false;
            return state;
        }
        earlier.push_back(one->second.choice());
        numbers.push_back(before.index);
    }
    if (numbers.empty()) return state;
    const Sentence who = numbers.size() == 1 ? Sentence::of("run %1", numbers.front())
                                             : Sentence::of("runs %1 to %2", numbers.front(), numbers.back());
    const CarriedState begun = *state;
    if (auto carried = carryThrough(*state, earlier, who, method, stage, wide, job); !carried) {
        if (carried.cancelled()) return carried.failure();
        state = begun;
        state->evidence += Sentence::of("; what %1 left in it is not known: %2", who, carried.error().message);
        state->known = false;
    }
    return state;
}

}  // namespace etscope::stages
