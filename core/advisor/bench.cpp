#include "advisor/bench.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <mutex>

#include "advisor/narrowing.h"
#include "base/limits.h"
#include "evaluate/call.h"
#include "evaluate/kept_constants.h"
#include "evaluate/parallel.h"
#include "evaluate/reading.h"
#include "replay/evaluated_values.h"
#include "stages/carried_state.h"
#include "tokens/vocabulary.h"

namespace etscope::advisor {

using evaluate::Array;

/// Inputs of one call, and what it gives as it is.
struct Bench::Case {
    std::vector<tensor::Value> inputs;
    std::vector<Output> outputs;  ///< of those that callers get
    std::string source;
};

namespace {

const Array* floatingOutput(const evaluate::RunResult& result, std::size_t place) {
    const Array* array = result.outputs[place] ? result.outputs[place]->array() : nullptr;
    return array != nullptr && array->floating() ? array : nullptr;
}

/// Its type and shape.
tensor::Tensor likeOf(const Array& array) {
    tensor::Tensor like;
    like.type = array.type;
    like.shape = array.shape;
    return like;
}

/// Adds what was spent before each of these nodes of the top graph; another probe computes.
class Spending final : public evaluate::Probe {
public:
    Spending(const evaluate::Memory& memory, std::map<graph::NodeId, std::uint64_t>& before, evaluate::Probe& probe)
        : m_memory(memory), m_before(before), m_probe(probe) {}
    Result<evaluate::Values> compute(const evaluate::Scope& scope, graph::NodeId node, const evaluate::Operator& op,
                                     const evaluate::Context& context, std::vector<evaluate::NamedValue> arguments) override {
        if (const auto known = m_before.find(node); scope.prefix.empty() && !scope.loop && known != m_before.end())
            known->second += m_memory.operations();
        return m_probe.compute(scope, node, op, context, std::move(arguments));
    }

private:
    const evaluate::Memory& m_memory;
    std::map<graph::NodeId, std::uint64_t>& m_before;
    evaluate::Probe& m_probe;
};

}  // namespace

Bench::Bench(const session::MethodView& method, const JobContext& job) : m_method(method), m_job(job) {}
Bench::~Bench() = default;

Result<std::unique_ptr<Bench>> Bench::open(const session::MethodView& method, std::size_t cases, const JobContext& job,
                                           const Bench* like) {
    std::unique_ptr<Bench> made(new Bench(method, job));
    if (auto done = made->open(cases, like); !done) return done.failure();
    if (auto done = made->playReference(like != nullptr ? like->m_method.session : method.session); !done) return done.failure();
    return made;
}

Result<std::unique_ptr<Bench>> Bench::idle(const session::MethodView& method, std::size_t cases, const JobContext& job) {
    std::unique_ptr<Bench> made(new Bench(method, job));
    if (auto done = made->open(cases, nullptr); !done) return done.failure();
    return made;
}

std::shared_ptr<evaluate::Memory> Bench::memory() const {
    return std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes, limits::settable().operations);
}

Result<void> Bench::open(std::size_t cases, const Bench* like) {
    const session::Method* known = m_method.known();
    if (known == nullptr || known->stages.empty())
        return fail("no-graph", "the record has no graph of it that could be computed", m_method.name);
    const auto exported =
        std::ranges::find_if(known->stages, [](const graph::StageId& stage) { return stage.is(graph::StageId::Kind::Exported); });
    m_stage = exported != known->stages.end()      ? *exported
              : known->has(graph::StageId::edge()) ? graph::StageId::edge()
                                                   : known->primaryStage();
    auto computable = replay::computableGraph(m_method, m_stage, m_job);
    if (!computable) return computable.failure();
    m_computable = *std::move(computable);
    m_surroundings = evaluate::keepingConstants(m_computable->surroundings);
    m_prepared = std::make_unique<evaluate::PreparedGraph>(*m_computable->graph);
    const auto& outputs = m_computable->graph->top().outputs;
    for (std::size_t i = 0; i < outputs.size(); ++i)
        if (graph::isUser(outputs[i].kind)) m_user.push_back(i);
    auto state = stages::programState(m_method, m_stage, m_job);
    if (!state) return state.failure();
    // With bytes of their own: several threads read them.
    const evaluate::Context context{memory(), m_job};
    for (auto& [name, buffer] : state->buffers) {
        auto own = evaluate::readOwned(context, buffer);
        if (!own) return own.failure();
        m_begin.emplace(name, *own->array());
    }
    m_keeps = !state->evidence.empty();
    m_weights = weightsOf(*m_prepared);
    m_joins = joinsOf(*m_prepared);
    if (like == nullptr) return takeCases(cases);
    m_source = like->m_source;
    for (const auto& one : like->m_cases) m_cases.push_back(std::make_unique<Case>(Case{one->inputs, {}, one->source}));
    return {};
}

Result<void> Bench::takeCases(std::size_t cases) {
    for (std::size_t i = 0; i < cases; ++i) {
        auto inputs = replay::graphInputs(m_method, m_stage, {replay::InputChoice::Kind::Case, i, {}}, m_job);
        if (inputs.cancelled()) return inputs.failure();
        if (!inputs) break;
        if (m_source.empty()) m_source = inputs->source;
        m_cases.push_back(std::make_unique<Case>(Case{std::move(inputs->values), {}, inputs->source}));
    }
    if (!m_cases.empty()) return {};
    auto example = replay::graphInputs(m_method, m_stage, {}, m_job);
    if (!example) return example.failure();
    m_source = example->source;
    m_cases.push_back(std::make_unique<Case>(Case{std::move(example->values), {}, m_source}));
    return {};
}

Result<evaluate::Values> Bench::inputsOf(const Case& one, const std::shared_ptr<evaluate::Memory>& memory) const {
    return replay::evaluatedValues(one.inputs, memory);
}

/// Beside logits other outputs are caches: what they are is seen in the logits of later calls.
Result<void> Bench::keepOutputs(const session::Session& told, Case& one, const evaluate::RunResult& result) {
    one.outputs.resize(m_user.size());
    for (std::size_t k = 0; k < m_user.size(); ++k) {
        const Array* array = floatingOutput(result, m_user[k]);
        if (array == nullptr || array->shape.empty()) continue;
        const auto vocabulary = tokens::vocabularyOf(told, likeOf(*array), m_job);
        if (vocabulary.cancelled()) return vocabulary.failure();
        if (vocabulary && *vocabulary)
            one.outputs[k].columns = static_cast<std::size_t>(std::max((*vocabulary)->columns, array->shape.back()));
    }
    const bool logits = std::ranges::any_of(one.outputs, [](const Output& output) { return output.columns > 0; });
    for (std::size_t k = 0; k < m_user.size(); ++k) {
        const Array* array = floatingOutput(result, m_user[k]);
        if (array == nullptr || (logits && one.outputs[k].columns == 0)) continue;
        auto values = evaluate::readDoubles(*array);
        if (!values) return values.failure();
        one.outputs[k].values = *std::move(values);
    }
    return {};
}

Result<void> Bench::playReference(const session::Session& told) {
    std::map<std::string, Array> state = m_begin;
    Watching watching(*m_prepared, m_weights);
    const std::size_t paused = pausedCases();
    for (const Weight& weight : m_weights) m_before[firstReader(weight)];
    const auto begun = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < m_cases.size(); ++i) {
        const auto& one = m_cases[i];
        const auto memory = this->memory();
        auto inputs = inputsOf(*one, memory);
        if (!inputs) return inputs.failure();
        std::map<graph::NodeId, std::uint64_t> all;
        Spending spending(*memory, i < paused ? m_before : all, watching);
        auto result =
            evaluate::run(*m_prepared, *std::move(inputs), state, *m_surroundings, evaluate::Context{memory, m_job}, spending);
        if (!result) return result.failure();
        m_one += memory->operations();
        if (auto done = keepOutputs(told, *one, *result); !done) return done;
        for (auto& [name, buffer] : result->buffers) state.insert_or_assign(name, std::move(buffer));
    }
    m_secondsOfOne = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    m_done += m_one;
    m_activations = watching.activations();
    const auto any = [](const std::unique_ptr<Case>& one) {
        return std::ranges::any_of(one->outputs, [](const Output& output) { return !output.values.empty(); });
    };
    if (std::ranges::none_of(m_cases, any))
        return fail("no-outputs", "it gives no floating output that could be compared", m_method.name);
    return countFinite();
}

/// Where nothing is finite before anything is narrow, nothing can be told.
Result<void> Bench::countFinite() {
    bool rows = false;
    for (const auto& one : m_cases)
        for (const Output& output : one->outputs) {
            if (!isCompared(output)) continue;
            m_elements += output.values.size();
            m_finite +=
                static_cast<std::size_t>(std::ranges::count_if(output.values, [](double value) { return std::isfinite(value); }));
            for (std::size_t at = 0; output.columns > 0 && !rows && at + output.columns <= output.values.size();
                 at += output.columns)
                rows = isDistribution(std::span(output.values).subspan(at, output.columns));
        }
    if (m_finite > 0 && (rows || !overVocabulary())) return {};
    return fail("no-finite-outputs", "its outputs are not finite as the record has them: of what is narrow nothing could be told",
                m_method.name);
}

std::vector<std::string> Bench::caseNames() const {
    std::vector<std::string> names;
    for (const auto& one : m_cases) names.push_back(one->source);
    return names;
}

bool Bench::overVocabulary() const noexcept {
    return std::ranges::any_of(m_cases.front()->outputs, [](const Output& output) { return output.columns > 0; });
}

/// Beside logits other outputs are caches: what they are is seen in the logits of later calls.
bool Bench::isCompared(const Output& output) const noexcept {
    return !output.values.empty() && (output.columns > 0 || !overVocabulary());
}

Effect Bench::effectOf(const Bench& other) const {
    Effect effect;
    for (std::size_t i = 0; i < std::min(m_cases.size(), other.m_cases.size()); ++i) {
        const auto &own = m_cases[i]->outputs, &theirs = other.m_cases[i]->outputs;
        Effect one;
        for (std::size_t k = 0; k < std::min(own.size(), theirs.size()); ++k)
            if (isCompared(own[k])) addEffect(own[k], theirs[k].values, one);
        addCase(one, i, effect);
    }
    effect.byWorst = m_byWorst;
    return effect;
}

Result<tensor::ContentHash> Bench::contentOf(std::size_t weight) const {
    const Weight& own = m_weights[weight];
    const auto memory = this->memory();
    const evaluate::Context context{memory, m_job};
    if (own.held) {
        if (!own.held->unfolded) return fail("depends-on-unknown", "its codes were not met");
        const auto array = own.held->unfolded(context);
        if (!array) return array.failure();
        const auto read = evaluate::readTensor(*array);
        return read ? tensor::contentHash(*read, m_job) : Result<tensor::ContentHash>(read.failure());
    }
    const auto value = m_surroundings->constant(own.name, memory);
    if (!value) return value.failure();
    if (value->array() == nullptr) return fail("depends-on-unknown", "it is no tensor");
    const auto read = evaluate::readTensor(*value->array());
    return read ? tensor::contentHash(*read, m_job) : Result<tensor::ContentHash>(read.failure());
}

/// By the constant's name, else by the module where it takes one weight on both sides.
std::vector<std::string> Bench::joinToday(const Bench& quantised) {
    std::vector<std::string> unjoined;
    const auto alone = [](const std::vector<Weight>& weights, const Weight& of) {
        return !of.module.empty() && std::ranges::count(weights, of.module, &Weight::module) == 1;
    };
    for (const Weight& narrow : quantised.m_weights) {
        if (!narrow.held) continue;
        auto place = std::ranges::find(m_weights, narrow.name, &Weight::name);
        if (place == m_weights.end() && alone(quantised.m_weights, narrow) && alone(m_weights, narrow))
            place = std::ranges::find(m_weights, narrow.module, &Weight::module);
        const bool fits = place != m_weights.end() && place->channels == narrow.channels && place->inputs == narrow.inputs &&
                          place->places == narrow.places && place->turned == narrow.turned && narrow.held->unfolded;
        if (fits)
            place->today = narrow.held;
        else
            unjoined.push_back(narrow.module.empty() ? narrow.name : narrow.module);
    }
    return unjoined;
}

Result<void> Bench::compare(std::size_t index, const evaluate::RunResult& result, Effect& effect) const {
    const Case& one = *m_cases[index];
    Effect own;
    for (std::size_t k = 0; k < m_user.size(); ++k) {
        if (!isCompared(one.outputs[k])) continue;
        const auto& value = result.outputs[m_user[k]];
        const Array* array = value ? value->array() : nullptr;
        if (array == nullptr) return fail("depends-on-unknown", "an output cannot be computed");
        const auto numbers = evaluate::readDoubles(*array);
        if (!numbers) return numbers.failure();
        addEffect(one.outputs[k], *numbers, own);
    }
    addCase(own, index, effect);
    effect.byWorst = m_byWorst;
    return {};
}

/// Cases from that one on.
Result<Effect> Bench::effectFrom(std::size_t first, evaluate::Probe& probe, const evaluate::Surroundings& surroundings,
                                 std::map<std::string, Array> state, Effect effect) {
    for (std::size_t i = first; i < m_cases.size(); ++i) {
        const auto memory = this->memory();
        auto inputs = inputsOf(*m_cases[i], memory);
        if (!inputs) return inputs.failure();
        auto result =
            evaluate::run(*m_prepared, *std::move(inputs), state, surroundings, evaluate::Context{memory, m_job}, probe);
        m_done += memory->operations();
        if (!result) return result.failure();
        if (auto done = compare(i, *result, effect); !done) return done.failure();
        for (auto& [name, buffer] : result->buffers) state.insert_or_assign(name, std::move(buffer));
    }
    return effect;
}

Result<StaticPlan> Bench::planned(const Choice& choice) {
    // What another export holds may have a batch norm folded into it.
    const auto wants = [](const Scheme* scheme) { return scheme != nullptr && (scheme->pt2e || scheme->weight == WeightAs::Today); };
    if (std::ranges::none_of(choice, wants)) return StaticPlan();
    std::vector<const Site*> sites;
    for (std::size_t i = 0; i < choice.size(); ++i)
        for (const Site& site : m_weights[i].sites)
            if (choice[i] != nullptr && choice[i]->calibrated) sites.push_back(&site);
    StaticPlan plan = staticPlan(*m_prepared, sites, m_joins);
    std::vector<Observed> values;
    const auto want = [&](const std::map<graph::NodeId, Observed>& places) {
        for (const auto& [node, together] : places)
            if (!m_calibration.ends.contains(together)) values.push_back(together);
    };
    want(plan.inputs), want(plan.results);
    std::vector<graph::NodeId> normalisations;
    if (m_calibration.normalisations.empty() && m_calibration.ends.empty()) {
        // What single weights need is seen at once.
        for (const Weight& weight : m_weights)
            for (const Site& site : weight.sites) {
                const StaticPlan alone = staticPlan(*m_prepared, {&site}, m_joins);
                want(alone.inputs), want(alone.results);
                if (site.normalisation) normalisations.push_back(*site.normalisation);
            }
    }
    if (values.empty() && normalisations.empty()) return plan;
    if (auto done = calibrate(values, normalisations); !done) return done.failure();
    return plan;
}

Result<void> Bench::calibrate(const std::vector<Observed>& values, const std::vector<graph::NodeId>& normalisations) {
    Observing observing(values, normalisations);
    std::map<std::string, Array> state = m_begin;
    for (const auto& one : m_cases) {
        const auto memory = this->memory();
        auto inputs = inputsOf(*one, memory);
        if (!inputs) return inputs.failure();
        auto result =
            evaluate::run(*m_prepared, *std::move(inputs), state, *m_surroundings, evaluate::Context{memory, m_job}, observing);
        m_done += memory->operations();
        if (!result) return result.failure();
        for (auto& [name, buffer] : result->buffers) state.insert_or_assign(name, std::move(buffer));
    }
    observing.tell(m_calibration);
    return {};
}

bool Bench::hasEnds(const StaticPlan& plan) const {
    const auto known = [&](const auto& place) { return m_calibration.ends.at(place.second).has_value(); };
    return std::ranges::all_of(plan.inputs, known) && std::ranges::all_of(plan.results, known);
}

Result<bool> Bench::isKnown(const Choice& choice) {
    const auto plan = planned(choice);
    if (!plan) return plan.failure();
    return hasEnds(*plan);
}

Result<Effect> Bench::evaluate(const Choice& choice) {
    const auto plan = planned(choice);
    if (!plan) return plan.failure();
    if (!hasEnds(*plan))
        return fail("depends-on-unknown", "the cases give no numbers to values that the set puts into 8 bits: nothing tells their ends");
    Narrowing narrowing(m_weights, choice, *plan, m_calibration);
    return effectFrom(0, narrowing, *m_surroundings, m_begin, {});
}

graph::NodeId Bench::firstReader(const Weight& weight) const { return m_computable->graph->top().nodes[weight.position]; }

/// Of methods that keep state a case goes on from the changed state of the one before: the first one alone is paused.
std::size_t Bench::pausedCases() const {
    return !evaluate::PausedRun::possible(*m_prepared) ? 0 : m_keeps ? std::min<std::size_t>(m_cases.size(), 1) : m_cases.size();
}

std::size_t Bench::threads() const noexcept { return evaluate::threadCount(); }

std::uint64_t Bench::operationsBehind(std::size_t weight) const {
    const auto elements = static_cast<std::uint64_t>(m_weights[weight].channels * m_weights[weight].inputs);
    return m_one - m_before.at(firstReader(m_weights[weight])) + elements;
}

/// Trials one after the other in one thread: with paused runs and constants of its own.
class Bench::Worker {
public:
    explicit Worker(Bench& bench)
        : m_bench(bench),
          // One run was within the limit; here are many.
          m_memory(std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes, UINT64_MAX)),
          m_surroundings(evaluate::keepingConstants(bench.m_computable->surroundings)) {}

    Result<Effect> effect(std::size_t weight, evaluate::Probe& probe) {
        if (auto done = begin(); !done) return done.failure();
        Effect effect;
        std::map<std::string, Array> state = m_bench.m_begin;
        const std::uint64_t before = m_memory->operations();
        for (std::size_t i = 0; i < m_runs.size(); ++i) {
            if (auto done = m_runs[i]->advance(m_bench.m_weights[weight].position); !done) return done.failure();
            auto result = m_runs[i]->finish(probe);
            if (!result) return result.failure();
            if (auto done = m_bench.compare(i, *result, effect); !done) return done.failure();
            if (m_bench.m_keeps)
                for (auto& [name, buffer] : result->buffers) state.insert_or_assign(name, std::move(buffer));
        }
        m_bench.m_done += m_memory->operations() - before;
        return m_bench.effectFrom(m_runs.size(), probe, *m_surroundings, std::move(state), std::move(effect));
    }

private:
    Result<void> begin() {
        if (m_begun) return {};
        m_begun = true;
        for (std::size_t i = 0; i < m_bench.pausedCases(); ++i) {
            m_runs.push_back(std::make_unique<evaluate::PausedRun>(*m_bench.m_prepared, m_bench.m_begin, *m_surroundings, m_context));
            auto inputs = m_bench.inputsOf(*m_bench.m_cases[i], m_memory);
            if (!inputs) return inputs.failure();
            if (auto done = m_runs.back()->begin(*std::move(inputs)); !done) return done;
        }
        return {};
    }

    Bench& m_bench;
    const std::shared_ptr<evaluate::Memory> m_memory;
    const std::shared_ptr<const evaluate::Surroundings> m_surroundings;
    const evaluate::Context m_context{m_memory, m_bench.m_job};
    std::vector<std::unique_ptr<evaluate::PausedRun>> m_runs;
    bool m_begun = false;
};

Result<void> Bench::each(const std::vector<Trial>& trials, const std::function<void(const Trial&, const Effect&)>& found) {
    std::vector<Trial> ordered = trials;
    std::ranges::stable_sort(ordered, {}, [&](const Trial& one) { return m_weights[one.weight].position; });
    const auto choiceOf = [&](const Trial& trial) {
        Choice choice(m_weights.size(), nullptr);
        choice[trial.weight] = trial.scheme;
        return choice;
    };
    std::vector<StaticPlan> plans;
    for (const Trial& trial : ordered) {
        auto plan = planned(choiceOf(trial));
        if (!plan) return plan.failure();
        plans.push_back(*std::move(plan));
    }
    std::mutex mutex;
    std::atomic<std::size_t> next{0};
    Result<void> all;
    // Every thread takes the next trial: its paused runs never go back.
    evaluate::inParallel(std::min(threads(), ordered.size()), [&](std::size_t) {
        Worker worker(*this);
        for (std::size_t i = next++; i < ordered.size(); i = next++) {
            if (!hasEnds(plans[i])) continue;
            Narrowing narrowing(m_weights, choiceOf(ordered[i]), plans[i], m_calibration);
            const auto effect = m_job.cancelled() ? Result<Effect>(cancelledFailure()) : worker.effect(ordered[i].weight, narrowing);
            const std::scoped_lock lock(mutex);
            if (!all) return;
            if (!effect) {
                all = effect.failure();
                next = ordered.size();
                return;
            }
            found(ordered[i], *effect);
        }
    });
    return all;
}

}  // namespace etscope::advisor
