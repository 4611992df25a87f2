#include "conversation/value_check.h"

#include <algorithm>
#include <cmath>

#include "base/limits.h"
#include "base/number_text.h"
#include "evaluate/elements.h"
#include "replay/evaluated_values.h"

namespace etscope::conversation {
namespace {

/// Operations of all calls together: some minutes. What comes behind is not computed.
constexpr std::uint64_t kMostOperations = 300'000'000'000ULL;
/// kNear where the state was computed, too.
constexpr double kNearWithState = 5e-5;

/// Calls whose rows are kept: choices follow their call, but for those of other conversations between.
constexpr std::size_t kMostKeptRows = 16;
/// Of a row that is kept.
constexpr std::size_t kMostKeptColumns = std::size_t{1} << 22U;

struct Silent : evaluate::Probe {};

/// ‖a − b‖ / ‖b‖; infinite where shapes or finite places differ.
double apart(const std::vector<double>& given, const std::vector<double>& right) {
    if (given.size() != right.size()) return INFINITY;
    double off = 0, norm = 0;
    for (std::size_t i = 0; i < given.size(); ++i) {
        if (given[i] == right[i] || (std::isnan(given[i]) && std::isnan(right[i]))) {
            norm += std::isfinite(right[i]) ? right[i] * right[i] : 0;
            continue;
        }
        off += (given[i] - right[i]) * (given[i] - right[i]);
        norm += right[i] * right[i];
    }
    return off == 0 ? 0 : std::sqrt(off / norm);
}

Result<std::vector<double>> numbersOf(const evaluate::Value& value) {
    const evaluate::Array* array = value.array();
    if (array == nullptr) return fail("depends-on-unknown", "an output is no tensor");
    return evaluate::unlessRefused<std::vector<double>>(
        [&]() -> Result<std::vector<double>> { return evaluate::doublesOf(*array); });
}

}  // namespace

/// What the graph gives on the call's inputs.
struct ValueCheck::Computed {
    std::shared_ptr<evaluate::Memory> memory;
    evaluate::Values inputs;
    evaluate::RunResult result;
    std::vector<double> apart;  ///< by output
    double worst() const { return apart.empty() ? INFINITY : *std::ranges::max_element(apart); }

    static Result<Computed> of(const CallStep& step, const Graph& graph, const replay::Buffers& buffers, const JobContext& job) {
        Computed made;
        const limits::Settable& limits = limits::settable();
        made.memory = std::make_shared<evaluate::Memory>(limits.evaluatedBytes, limits.operations);
        std::vector<tensor::Value> values;
        for (const CallValue& value : step.inputs) values.emplace_back(*value.tensor());
        auto inputs = replay::evaluatedValues(values, made.memory);
        if (!inputs) return inputs.failure();
        made.inputs = *std::move(inputs);
        const evaluate::Context context{made.memory, job};
        Silent probe;
        auto result = evaluate::run(*graph.prepared, made.inputs, buffers, *graph.surroundings, context, probe);
        if (!result) return result.failure();
        made.result = *std::move(result);
        for (std::size_t i = 0; i < std::min(graph.user.size(), step.outputs.size()); ++i) {
            const auto& output = made.result.outputs[graph.user[i]];
            if (!output) return fail("depends-on-unknown", "an output of the record's graph cannot be computed");
            const auto right = numbersOf(*output);
            if (!right) return right.failure();
            made.apart.push_back(conversation::apart(step.outputs[i].doubles(), *right));
        }
        return made;
    }
};

bool ValueCheck::keepsState(const std::string& method) { return graph(method).keeps; }

std::string ValueCheck::key(const CallStep& step) const {
    const bool shared = m_opened.trace->start().memory == "shared";
    return step.line->conversation + "/" + (shared ? std::string() : step.call->method);
}

ValueCheck::Graph& ValueCheck::graph(const std::string& method) {
    const auto [found, isNew] = m_graphs.try_emplace(method);
    if (isNew) found->second = callGraph(*m_opened.session, method, m_job);
    return found->second;
}

void ValueCheck::reset(const std::string& conversation) {
    for (auto past = m_pasts.begin(); past != m_pasts.end();) {
        if (!conversation.empty() && !past->first.starts_with(conversation + "/")) {
            ++past;
            continue;
        }
        m_resets[past->first] = std::move(past->second.buffers);
        past = m_pasts.erase(past);
    }
}

std::span<const double> ValueCheck::rowOf(std::int64_t call) const& {
    const auto found = std::ranges::find(m_rows, call, &Row::call);
    return found == m_rows.end() ? std::span<const double>() : std::span(found->values);
}

void ValueCheck::keep(const CallStep& step, const Graph& graph, const Computed& computed) {
    if (!m_kept || m_kept->output >= graph.user.size()) return;
    const auto& output = computed.result.outputs[graph.user[m_kept->output]];
    const auto all = output ? numbersOf(*output) : Result<std::vector<double>>(fail("depends-on-unknown", ""));
    const auto columns = static_cast<std::size_t>(std::max<std::int64_t>(step.outputs[m_kept->output].last(0), 0));
    if (!all || columns == 0 || columns > kMostKeptColumns || m_kept->row >= all->size() / columns) return;
    const auto begin = all->begin() + static_cast<std::ptrdiff_t>(m_kept->row * columns);
    m_rows.push_back({step.call->index, {begin, begin + static_cast<std::ptrdiff_t>(columns)}});
    if (m_rows.size() > kMostKeptRows) m_rows.pop_front();
}

Result<void> ValueCheck::follow(const CallStep& step, Graph& graph, Past& past) {
    if (m_operations > kMostOperations / 2) {  // the rest is for what is judged
        past.known = false;
        return {};
    }
    auto computed = Computed::of(step, graph, past.buffers, m_job);
    if (computed.cancelled()) return computed.failure();
    past.known = computed.hasValue();
    if (!computed) return {};
    m_operations += computed->memory->operations();
    if (computed->worst() <= kNear) m_last = State::Right;
    keep(step, graph, *computed);
    for (auto& [name, buffer] : computed->result.buffers) past.buffers.insert_or_assign(name, std::move(buffer));
    return {};
}

Result<void> ValueCheck::call(const CallStep& step, std::optional<Kept> kept) {
    Graph& one = graph(step.call->method);
    m_kept = kept;
    m_last = State::Unknown;
    if (m_job.cancelled()) return cancelledFailure();
    const bool wrong = m_wrong.contains(step.call->method);
    const auto open = [&](Sentence why) {
        if (wrong) return Result<void>();
        m_findings.open(Check::Values, std::move(why));
        if (one.keeps) {
            m_pasts[key(step)].known = false;
            m_findings.open(Check::State,
                            Sentence::of("what is in the runner's memory is not told, and its calls are not computed"));
        }
        return Result<void>();
    };
    if (!one.why.empty()) return open(one.why);
    const auto there = [](const CallValue& value) { return value.hasElements(); };
    if (!std::ranges::all_of(step.inputs, there) || !std::ranges::all_of(step.outputs, there))
        return open(Sentence::of("the trace has not all values of the calls"));
    if (one.user.size() != step.outputs.size())
        return open(Sentence::of("a call has another number of outputs than the record's graph"));
    if (m_operations > kMostOperations) return open(Sentence::of("more calls would take too long to compute"));
    const auto [past, isNew] = m_pasts.try_emplace(key(step));
    for (const auto& [name, buffer] : one.begin) past->second.buffers.try_emplace(name, buffer);
    if (one.keeps && !past->second.known) return open(Sentence::of("what an earlier call left in memory is not known"));
    return wrong ? follow(step, one, past->second) : judge(step, one, past->second);
}

Result<void> ValueCheck::judge(const CallStep& step, Graph& graph, Past& past) {
    auto computed = Computed::of(step, graph, past.buffers, m_job);
    if (computed.cancelled()) return computed.failure();
    if (!computed) {
        m_findings.open(Check::Values, Sentence(computed.error().message));
        past.known = false;
        return {};
    }
    m_operations += computed->memory->operations();
    m_findings.looked(Check::Values);
    keep(step, graph, *computed);
    m_last = State::Right;
    bool right = computed->worst() <= (graph.keeps ? kNearWithState : kNear);
    std::size_t output = 0;
    Sentence units;
    if (!right) {
        const evaluate::Context context{
            std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes, limits::settable().operations), m_job};
        const auto beyond = beyondRounding(graph, step, computed->inputs, past.buffers, context);
        m_operations += context.memory->operations();
        if (beyond.cancelled()) return beyond.failure();
        if (!beyond) {
            m_findings.open(Check::Values, Sentence(beyond.error().message));
            m_last = State::Unknown;
        }
        right = !beyond || !*beyond;
        if (!right) {
            output = (*beyond)->output;
            units = Sentence::of("%1 units of rounding, %2 are possible", printed("%.3g", (*beyond)->units),
                                 printed("%.3g", (*beyond)->limit));
        }
    }
    if (!right) {
        const std::string other = graph.keeps ? otherState(step, graph, *computed) : std::string();
        if (!other.empty()) {
            Finding finding{Check::State, other, {}, {}, Evidence::Computed};
            finding.place.line = step.line->number;
            finding.place.call = step.call->index;
            finding.place.method = step.call->method;
            finding.place.state = true;
            finding.sentence = other == "state_other"
                                   ? Sentence::of("the call gave what it gives in the state of another conversation")
                                   : Sentence::of("the call gave what it gives in the state from before the reset");
            m_findings.add(std::move(finding));
            past.known = false;
            m_last = State::Wrong;
            return {};
        }
        m_last = State::Wrong;
        tell(step, graph, output, units);
        m_wrong.insert(step.call->method);
    }
    if (graph.keeps && right) m_findings.looked(Check::State);
    for (auto& [name, buffer] : computed->result.buffers) past.buffers.insert_or_assign(name, std::move(buffer));
    return {};
}

std::string ValueCheck::otherState(const CallStep& step, Graph& graph, const Computed& own) {
    constexpr std::size_t kTried = 8;
    std::vector<std::pair<const char*, const replay::Buffers*>> others;
    for (const auto& [name, past] : m_pasts)
        if (name != key(step) && past.known && !past.buffers.empty()) others.emplace_back("state_other", &past.buffers);
    if (const auto reset = m_resets.find(key(step)); reset != m_resets.end())
        others.emplace_back("state_not_reset", &reset->second);
    for (std::size_t i = 0; i < std::min(others.size(), kTried); ++i) {
        const auto computed = Computed::of(step, graph, *others[i].second, m_job);
        if (computed && computed->worst() < kNearWithState && computed->worst() < own.worst() / 10) return others[i].first;
    }
    return {};
}

void ValueCheck::tell(const CallStep& step, const Graph& graph, std::size_t output, const Sentence& units) {
    (void)graph;
    Finding finding{Check::Values, "outputs_wrong", {}, {}, Evidence::Computed};
    finding.place.line = step.line->number;
    finding.place.call = step.call->index;
    finding.place.method = step.call->method;
    finding.place.output = output;
    finding.sentence = Sentence::of("the output is not what the record's graph gives on what the call was given: %1", units);
    m_findings.add(std::move(finding));
}

}  // namespace etscope::conversation
