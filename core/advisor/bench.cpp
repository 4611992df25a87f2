#include "advisor/bench.h"

#include <algorithm>

#include "base/limits.h"
#include "evaluate/kept_constants.h"
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

Bench::Bench(const session::MethodView& method, const JobContext& job) : m_method(method), m_job(job) {}
Bench::~Bench() = default;

Result<std::unique_ptr<Bench>> Bench::open(const session::MethodView& method, std::size_t cases, const JobContext& job,
                                           const Bench* like) {
    std::unique_ptr<Bench> made(new Bench(method, job));
    if (auto done = made->open(cases, like); !done) return done.failure();
    if (auto done = made->playReference(like != nullptr ? like->m_method.session : method.session); !done) return done.failure();
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
    m_begin = std::move(state->buffers);
    m_keeps = !state->evidence.empty();
    m_weights = weightsOf(*m_prepared);
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

Result<void> Bench::playReference(const session::Session& told) {
    std::map<std::string, Array> state = m_begin;
    Watching watching(*m_prepared, m_weights);
    for (const auto& one : m_cases) {
        const auto memory = this->memory();
        auto inputs = inputsOf(*one, memory);
        if (!inputs) return inputs.failure();
        auto result =
            evaluate::run(*m_prepared, *std::move(inputs), state, *m_surroundings, evaluate::Context{memory, m_job}, watching);
        if (!result) return result.failure();
        m_one += memory->operations();
        for (const std::size_t i : m_user) {
            const Array* array = result->outputs[i] ? result->outputs[i]->array() : nullptr;
            Output output;
            if (array != nullptr && array->floating()) {
                auto values = evaluate::readDoubles(*array);
                if (!values) return values.failure();
                output.values = *std::move(values);
                const auto vocabulary = tokens::vocabularyOf(told, evaluate::tensorOf(*array), m_job);
                if (vocabulary.cancelled()) return vocabulary.failure();
                if (vocabulary && *vocabulary) output.columns = static_cast<std::size_t>((*vocabulary)->columns);
                if (output.columns > 0 && array->shape.back() > (*vocabulary)->columns)
                    output.columns = static_cast<std::size_t>(array->shape.back());
            }
            one->outputs.push_back(std::move(output));
        }
        for (auto& [name, buffer] : result->buffers) state.insert_or_assign(name, std::move(buffer));
    }
    m_done += m_one;
    m_activations = watching.activations();
    const auto any = [](const std::unique_ptr<Case>& one) {
        return std::ranges::any_of(one->outputs, [](const Output& output) { return !output.values.empty(); });
    };
    if (std::ranges::none_of(m_cases, any))
        return fail("no-outputs", "it gives no floating output that could be compared", m_method.name);
    return {};
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
Result<Effect> Bench::effectFrom(std::size_t first, evaluate::Probe& probe, std::map<std::string, Array> state, Effect effect) {
    for (std::size_t i = first; i < m_cases.size(); ++i) {
        const auto memory = this->memory();
        auto inputs = inputsOf(*m_cases[i], memory);
        if (!inputs) return inputs.failure();
        auto result =
            evaluate::run(*m_prepared, *std::move(inputs), state, *m_surroundings, evaluate::Context{memory, m_job}, probe);
        m_done += memory->operations();
        if (!result) return result.failure();
        if (auto done = compare(i, *result, effect); !done) return done.failure();
        for (auto& [name, buffer] : result->buffers) state.insert_or_assign(name, std::move(buffer));
    }
    return effect;
}

Result<void> Bench::calibrate(const Choice& choice) {
    // What another export holds may have a batch norm folded into it.
    const bool other = std::ranges::any_of(m_weights, [](const Weight& weight) { return weight.today != nullptr; });
    const auto needed = [other](const Scheme* scheme) {
        return scheme != nullptr && (scheme->pt2e || (other && scheme->weight == WeightAs::Today));
    };
    if (m_calibrated || std::ranges::none_of(choice, needed)) return {};
    std::vector<const Site*> sites;
    for (const Weight& weight : m_weights)
        for (const Site& site : weight.sites) sites.push_back(&site);
    Observing observing(std::move(sites));
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
    m_calibration = observing.seen();
    m_calibrated = true;
    return {};
}

Result<Effect> Bench::evaluate(const Choice& choice) {
    if (auto done = calibrate(choice); !done) return done.failure();
    Narrowing narrowing(m_weights, choice, m_calibration);
    return effectFrom(0, narrowing, m_begin, {});
}

Result<void> Bench::each(const std::vector<Trial>& trials, const std::function<void(const Trial&, const Effect&)>& found) {
    // Of methods that keep state a case goes on from the changed state of the one before: the first one alone is paused.
    const std::size_t paused = !evaluate::PausedRun::possible(*m_prepared) ? 0
                               : m_keeps                                   ? std::min<std::size_t>(m_cases.size(), 1)
                                                                           : m_cases.size();
    // One run was within the limit; here are many.
    const auto memory = std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes, UINT64_MAX);
    const evaluate::Context context{memory, m_job};
    std::vector<std::unique_ptr<evaluate::PausedRun>> runs;
    for (std::size_t i = 0; i < paused; ++i) {
        runs.push_back(std::make_unique<evaluate::PausedRun>(*m_prepared, m_begin, *m_surroundings, context));
        auto inputs = inputsOf(*m_cases[i], memory);
        if (!inputs) return inputs.failure();
        if (auto done = runs.back()->begin(*std::move(inputs)); !done) return done;
    }
    for (const Trial& trial : trials)
        if (auto done = calibrate({trial.scheme}); !done) return done;
    std::vector<Trial> ordered = trials;
    std::ranges::stable_sort(ordered, {}, [&](const Trial& one) { return m_weights[one.weight].position; });
    for (const Trial& trial : ordered) {
        if (m_job.cancelled()) return cancelledFailure();
        Narrowing narrowing(m_weights, trial.weight, *trial.scheme, m_calibration);
        Effect effect;
        std::map<std::string, Array> state = m_begin;
        const std::uint64_t before = memory->operations();
        for (std::size_t i = 0; i < paused; ++i) {
            if (auto done = runs[i]->advance(m_weights[trial.weight].position); !done) return done;
            auto result = runs[i]->finish(narrowing);
            if (!result) return result.failure();
            if (auto done = compare(i, *result, effect); !done) return done;
            if (m_keeps)
                for (auto& [name, buffer] : result->buffers) state.insert_or_assign(name, std::move(buffer));
        }
        m_done += memory->operations() - before;
        auto all = effectFrom(paused, narrowing, std::move(state), std::move(effect));
        if (!all) return all.failure();
        found(trial, *all);
    }
    return {};
}

}  // namespace etscope::advisor
