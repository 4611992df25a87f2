#include "consistency/runtime_calls.h"

#include <algorithm>
#include <set>

#include "base/limits.h"
#include "consistency/made_inputs.h"
#include "evaluate/elements.h"
#include "evaluate/reading.h"
#include "replay/shared_state.h"
#include "tensor/npy.h"

namespace etscope::consistency {

namespace {

using runrecord::CallState;

/// The elements of a type that files of inputs have; halves as f32, which has all their numbers.
Result<tensor::Value> fileValue(const Held& held, const JobContext& job) {
    const auto memory = std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes);
    const evaluate::Context context{memory, job, false};
    const bool half = held.type == ScalarType::F16 || held.type == ScalarType::BF16;
    auto array = evaluate::unlessRefused<evaluate::Array>([&] {
        evaluate::Array made = context.make(half ? ScalarType::F32 : held.type, held.shape);
        if (isFloating(held.type)) {
            evaluate::storeDoubles(made.stored, held.data.data(), held.data.size(), made.storage->data());
        } else {
            const std::vector<std::int64_t> integers(held.data.begin(), held.data.end());
            evaluate::storeInts(made.stored, integers.data(), integers.size(), made.storage->data());
        }
        return made;
    });
    if (!array) return array.failure();
    return tensor::Value(evaluate::tensorOf(*array));
}

/// An input as the caller gives it.
Result<tensor::Value> inputValue(const Step& step, std::size_t index, const JobContext& job) {
    const Subject& subject = *step.subject;
    const graph::ValueId value = subject.inputs[index].value;
    const auto kind = value.valid() ? subject.model().value(value).kind : graph::ValueKind::None;
    if (kind != graph::ValueKind::Tensor && kind != graph::ValueKind::SymInt) {
        if (index >= subject.example.size()) return fail("role-unknown", "input '" + subject.inputs[index].name + "' is no tensor");
        return subject.example[index];
    }
    const auto held = madeInput(step, index);
    if (!held) return held.failure();
    if (kind == graph::ValueKind::SymInt)
        return tensor::Value(static_cast<std::int64_t>(held->data.empty() ? 0 : held->data.front()));
    return fileValue(*held, job);
}

/// Buffers that it keeps itself, not through the caller.
bool keepsBuffers(const Subject& subject) {
    return std::ranges::any_of(subject.states, [](const KeptState& state) { return !state.input; });
}

Result<Held> heldFile(const std::string& path) {
    const auto source = Source::open(path);
    if (!source) return source.failure();
    const auto tensor = tensor::readNpy(ByteRange::whole(*source));
    if (!tensor) return tensor.failure();
    const auto memory = std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes);
    const auto array = evaluate::borrowed(*tensor, memory);
    if (!array) return array.failure();
    auto data = evaluate::readDoubles(*array);
    if (!data) return data.failure();
    return Held{array->shape, array->type, *std::move(data)};
}

}  // namespace

Result<RuntimeCalls> RuntimeCalls::make(const session::Session& session, run::TargetKind target) {
    auto plan = run::planOfFiles(session);
    if (!plan) return plan.failure();
    return RuntimeCalls(session, target, *std::move(plan));
}

const program::ExecutionPlan* RuntimeCalls::planOf(const Subject& subject) const {
    return m_session->programFile()->program->plan(subject.method);
}

/// Several methods that keep something see each other's only where program and target give them one memory.
std::optional<Sentence> RuntimeCalls::whyNotTogether(const Script& script, bool& shares) const {
    const Subject* first = nullptr;
    for (const Step& step : script) {
        if (!keepsBuffers(*step.subject)) continue;
        if (first == nullptr) first = step.subject.get();
        if (step.subject->method == first->method) continue;
        const replay::SharedState state(m_session->programFile()->program->plans());
        const auto sharers = state.sharers(*planOf(*first));
        if (std::ranges::find(sharers, planOf(*step.subject)) == sharers.end())
            return Sentence::of("in this program %1 and %2 have a memory each: what one keeps, the other does not see",
                                first->method, step.subject->method);
        if (!run::sharesMemory(m_target))
            return Sentence::of(
                "the Python runtime gives %1 and %2 a memory each: what one keeps, the other does not see; a runner program "
                "gives them the one that they share",
                first->method, step.subject->method);
        shares = true;
    }
    return std::nullopt;
}

Result<run::PlannedCall> RuntimeCalls::callOf(const Script& script, std::size_t s, const std::vector<std::size_t>& calls,
                                              const std::map<std::size_t, run::FedInput>& carried) const {
    const Step& step = script[s];
    run::PlannedCall call;
    call.facts.method = step.subject->method;
    call.facts.source = runrecord::CaseSource::Given;
    call.facts.caseText = "inputs of call " + std::to_string(s) + " of a way that was made up";
    std::size_t nth = 0;
    for (std::size_t i = 0; i < step.subject->inputs.size(); ++i) {
        const auto earlier = step.fed.find(i);
        const auto state = step.subject->inputs[i].leaves ? carried.find(nth++) : carried.end();
        if (earlier != step.fed.end() || state != carried.end()) {
            call.fed[i] =
                earlier != step.fed.end() ? run::FedInput{calls[earlier->second.step], earlier->second.output} : state->second;
            call.values.emplace_back(tensor::None{});
            continue;
        }
        auto value = inputValue(step, i, {});
        if (!value) return value.failure();
        call.values.push_back(*std::move(value));
    }
    if (const auto fits = run::fit(call, *planOf(*step.subject)); !fits) return fits.failure();
    return call;
}

std::optional<Sentence> RuntimeCalls::add(const Script& script, PlacedScript& placed) {
    for (const Step& step : script) {
        const program::ExecutionPlan* plan = planOf(*step.subject);
        if (plan == nullptr || plan->damaged) return Sentence::of("the program has no method %1", step.subject->method);
        const std::size_t outputs = step.subject->model().userOutputs().size();
        if (plan->outputs.size() != outputs)
            return Sentence::of("%1 of the program gives %2 outputs, the graph %3", step.subject->method,
                                std::to_string(plan->outputs.size()), std::to_string(outputs));
    }
    if (auto why = whyNotTogether(script, placed.sharesMemory)) return why;
    std::vector<run::PlannedCall> calls;
    std::vector<run::PlannedModule> modules;
    std::map<std::size_t, run::FedInput> carried;
    for (std::size_t s = 0; s < script.size(); ++s) {
        if (s == 0 || script[s].fresh) {
            modules.push_back({runrecord::Pass::Outputs, {}, 0, placed.sharesMemory});
            carried.clear();
        }
        auto call = callOf(script, s, placed.calls, carried);
        if (!call) return Sentence(call.error().message);
        const std::size_t number = m_plan.calls.size() + calls.size();
        calls.push_back(*std::move(call));
        modules.back().calls.push_back(number);
        placed.calls.push_back(number);
        placed.modules.push_back(m_plan.modules.size() + modules.size() - 1);
        std::size_t nth = 0;
        for (const KeptState& state : script[s].subject->states)
            if (state.input) carried[nth++] = {number, *state.output};
    }
    std::ranges::move(calls, std::back_inserter(m_plan.calls));
    std::ranges::move(modules, std::back_inserter(m_plan.modules));
    for (const Step& step : script)
        if (std::ranges::find(m_plan.methods, step.subject->method, &runrecord::MethodFacts::name) == m_plan.methods.end())
            m_plan.methods.push_back({step.subject->method, std::nullopt});
    return std::nullopt;
}

bool wasTried(const PlacedScript& placed, const run::RunOutcome& outcome) {
    return std::ranges::all_of(placed.calls,
                               [&](std::size_t call) { return outcome.record.calls[call].state != CallState::NotRun; });
}

std::optional<Sentence> playedWay(const PlacedScript& placed, const Script& script, const run::RunOutcome& outcome, Way& way,
                                  const JobContext& job) {
    way.script = script;
    for (std::size_t s = 0; s < script.size(); ++s) {
        const runrecord::RunCall& call = outcome.record.calls[placed.calls[s]];
        if (call.state != CallState::Done)
            return Sentence::of("the runtime does not take call %1 of %2 with %3 {3:position|positions}: %4", std::to_string(s),
                                call.method, std::to_string(script[s].size), call.message);
        if (placed.sharesMemory && !outcome.shared.contains(placed.modules[s]))
            return Sentence::of("this runner gives each method a memory of its own");
        if (job.cancelled()) return Sentence::of("cancelled");
        Seen seen;
        for (const runrecord::CallOutput& output : call.outputs) {
            auto held =
                output.file.empty() ? Result<Held>(fail("run-no-values", "")) : heldFile(outcome.folder + "/" + output.file);
            seen.outputs.push_back(held ? std::optional(*std::move(held)) : std::nullopt);
        }
        way.wide.push_back(std::move(seen));
        way.declared.emplace_back();
    }
    return std::nullopt;
}

}  // namespace etscope::consistency
