#include "evaluate/graph_judgement.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <numeric>

#include "base/float_limits.h"
#include "evaluate/elements.h"
#include "evaluate/envelope.h"
#include "evaluate/floating_judgement.h"
#include "evaluate/kept_constants.h"
#include "evaluate/noise.h"

namespace etscope::evaluate {

namespace {

constexpr std::uint64_t kRuns = 4;   ///< with noise, at most
constexpr std::uint64_t kEarly = 1;  ///< runs after which it may be sure that all is normal
constexpr double kNormal = 8;        ///< of few runs' deviations, over many elements
constexpr double kSureNormal = 7;    ///< below which fewer runs say as much: they are what a fault is at least four times of
constexpr double kLimit = 32;
constexpr double kHopeless = 1e3 * kLimit;  ///< beyond which no number of runs reaches, of one output
constexpr double kLeastOfNarrow = 0.25;     ///< units that the worst element is off at least where a narrow type is to blame
constexpr double kFarFromLinear = 8;        ///< how much less noise grows than the roundoff that it comes from, at most
constexpr double kPartOfWhole = 0.25;       ///< of the whole output's deviation, where a row's is less

/// The outputs of one run, known or not.
using Outputs = std::vector<std::optional<Value>>;

struct Asking {
    const GraphQuestion& question;
    const Context& context;  ///< wide
    const PreparedGraph& prepared;
    const Surroundings& surroundings;

    Outputs run(Probe& probe) const {
        return orRefuse(evaluate::run(prepared, question.inputs, question.buffers, surroundings, context, probe)).outputs;
    }
};

/// The right outputs, and those of the runs with noise; before the first run, what the last node of each output moves it by.
struct Spread {
    Outputs right;
    std::vector<Outputs> noisy;
    std::vector<std::vector<float>> own;  ///< by output; empty: not known
};

std::vector<std::vector<double>> numbersOf(const Spread& spread, std::size_t output, std::size_t count) {
    std::vector<std::vector<double>> runs;
    for (const Outputs& outputs : spread.noisy) {
        const Array* array = outputs[output] ? outputs[output]->array() : nullptr;
        if (array != nullptr && static_cast<std::size_t>(array->count()) == count) runs.push_back(doublesOf(*array));
    }
    return runs;
}

/// Root mean squares of what the runs with noise differ by from the right output.
class Deviations {
public:
    Deviations(const std::vector<double>& right, const std::vector<std::vector<double>>& runs, const std::vector<float>& own,
               std::size_t width)
        : m_width(std::max<std::size_t>(width, 1)), m_elements(right.size()), m_rows((right.size() + m_width - 1) / m_width) {
        for (const auto& run : runs)
            for (std::size_t i = 0; i < right.size(); ++i) add(i, run[i] - right[i], 1 / static_cast<double>(runs.size()));
        if (runs.empty() && own.size() == right.size())
            for (std::size_t i = 0; i < right.size(); ++i) add(i, static_cast<double>(own[i]), 1);
        double whole = 0;
        for (std::size_t row = 0; row < m_rows.size(); ++row) {
            const auto begin = m_elements.begin() + static_cast<std::ptrdiff_t>(row * m_width);
            const double squares = std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(m_width), 0.0);
            m_rows[row] = squares / static_cast<double>(m_width);
            whole += squares / static_cast<double>(right.size());
        }
        for (double& row : m_rows) row = std::max(row, kPartOfWhole * kPartOfWhole * whole);
    }
    /// By row, the last axis: `visit(mean square, first element, elements)`.
    template <class Visit>
    void eachRow(const Visit& visit) const {
        for (std::size_t row = 0; row < m_rows.size(); ++row) visit(m_rows[row], row * m_width, m_width);
    }
    /// Mean square of the element, of its row or a part of the whole's: what is most. A few runs say little of one element.
    double square(std::size_t i, double ofRow) const { return std::max(m_elements[i], ofRow); }

private:
    void add(std::size_t i, double off, double part) {
        if (std::isfinite(off)) m_elements[i] += off * off * part;
    }

    std::size_t m_width;
    std::vector<double> m_elements, m_rows;  ///< mean squares
};

void take(Judgement& result, double units, std::size_t i) {
    if (units > result.units || result.worst < 0) result.worst = static_cast<std::int64_t>(i);
    result.units = std::max(result.units, units);
    if (units > result.limit) ++result.mismatched;
}

Verdict verdictOf(const Judgement& result) {
    if (result.worst < 0) return Verdict::Exact;
    if (result.mismatched > 0) return Verdict::NotRounding;
    return result.units <= result.normal ? Verdict::Normal : Verdict::High;
}

Judgement judgedFloats(const Array& right, const Array& actual, const Spread& spread, std::size_t output) {
    const std::vector<double> wanted = doublesOf(right), given = doublesOf(actual);
    const std::vector<std::vector<double>> runs = numbersOf(spread, output, wanted.size());
    const Deviations deviations(wanted, runs, spread.own[output],
                                static_cast<std::size_t>(right.rank() == 0 ? 1 : right.shape.back()));
    const double u = roundoff(right.type), least = leastKept(right.type);
    Judgement result;
    result.normal = kNormal;
    result.limit = kLimit;
    double squares = 0, norm = 0;
    const auto judge = [&](std::size_t i, double ofRow) {
        const bool finite = std::isfinite(wanted[i]) && std::isfinite(given[i]);
        const double off = finite ? std::fabs(given[i] - wanted[i]) : 0;
        const double deviation = deviations.square(i, ofRow);
        squares += off * off;
        norm += finite ? wanted[i] * wanted[i] : 0;
        result.maxAbs = std::max(result.maxAbs, off);
        const bool says = result.worst < 0 || result.units > result.limit || off * off > result.units * result.units * deviation;
        if ((finite && !says) || same(given[i], roundedTo(right.type, wanted[i]))) return;
        const auto reached = [&](const std::vector<double>& run) { return same(run[i], given[i]); };
        const double unit = std::max({std::sqrt(deviation), u * std::fabs(wanted[i]), least});
        take(result, finite ? off / unit : std::ranges::any_of(runs, reached) ? 0 : kInfinity, i);
    };
    deviations.eachRow([&](double ofRow, std::size_t first, std::size_t count) {
        for (std::size_t i = first; i < first + count; ++i) judge(i, ofRow);
    });
    result.difference = std::sqrt(squares);
    result.norm = std::sqrt(norm);
    result.verdict = verdictOf(result);
    return result;
}

bool quantized(ScalarType type) noexcept { return type == ScalarType::I8 || type == ScalarType::U8; }

/// Steps that one of so many elements is off in the runs: single steps inside a graph come out as several.
std::int64_t usualSteps(const std::vector<std::vector<std::int64_t>>& runs) {
    constexpr std::size_t kOneOf = 256;
    const std::vector<std::int64_t>& wanted = runs.front();
    std::vector<std::int64_t> off;
    for (std::size_t run = 1; run < runs.size(); ++run)
        for (std::size_t i = 0; i < wanted.size(); ++i) off.push_back(std::abs(runs[run][i] - wanted[i]));
    if (off.empty()) return 0;
    const auto place = off.begin() + static_cast<std::ptrdiff_t>(off.size() / kOneOf);
    std::ranges::nth_element(off, place, std::greater<>());
    return *place;
}

/// Integers are right where any of the runs gives them; quantised ones a step beside what usually comes of single steps.
Judgement judgedIntegers(const Array& right, const Array& actual, const Spread& spread, std::size_t output) {
    const std::vector<std::int64_t> wanted = intsOf(right), given = intsOf(actual);
    std::vector<std::vector<std::int64_t>> runs{wanted};
    for (const Outputs& outputs : spread.noisy)
        if (const Array* array = outputs[output] ? outputs[output]->array() : nullptr; array && array->count() == right.count())
            runs.push_back(intsOf(*array));
    const std::int64_t steps = quantized(right.type) ? 1 + usualSteps(runs) : 0;
    Judgement result;
    double squares = 0, norm = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const double off = static_cast<double>(given[i]) - static_cast<double>(wanted[i]);
        squares += off * off;
        norm += static_cast<double>(wanted[i]) * static_cast<double>(wanted[i]);
        result.maxAbs = std::max(result.maxAbs, std::fabs(off));
        if (given[i] == wanted[i]) continue;
        const bool reached = std::any_of(runs.begin(), runs.end(),
                                         [&](const auto& run) { return given[i] >= run[i] - steps && given[i] <= run[i] + steps; });
        take(result, reached ? 0 : kInfinity, i);
    }
    result.difference = std::sqrt(squares);
    result.norm = std::sqrt(norm);
    result.verdict = verdictOf(result);
    return result;
}

Judgement judgedOutput(const Context& context, const Array& actual, const Spread& spread, std::size_t output) {
    const Computing computing(context);
    const Array* right = spread.right[output] ? spread.right[output]->array() : nullptr;
    if (right == nullptr) refuse("depends-on-unknown", "output " + std::to_string(output) + " of the graph is not known");
    if (right->count() != actual.count()) return otherSize(*right);
    if (!right->floating() && !actual.floating()) return judgedIntegers(*right, actual, spread, output);
    return judgedFloats(*right, actual, spread, output);
}

std::vector<Judgement> judgedOutputs(const Context& context, std::span<const std::optional<Array>> actual, const Spread& spread) {
    std::vector<Judgement> all(actual.size());
    for (std::size_t i = 0; i < actual.size(); ++i)
        if (actual[i]) all[i] = judgedOutput(context, *actual[i], spread, i);
    return all;
}

bool usual(const Judgement& judgement) noexcept { return judgement.verdict <= Verdict::Normal; }

/// More runs could not make it anything else.
bool sure(const Judgement& judgement) noexcept { return usual(judgement) && judgement.units <= kSureNormal; }

/// Nor would more runs explain it.
bool hopeless(const Judgement& judgement) noexcept { return std::isfinite(judgement.units) && judgement.units > kHopeless; }

/// What the last node of an output moves it by; empty: not known.
std::vector<float> ownNoise(const Asking& asking, const GraphNoise& noise, std::size_t output) {
    const graph::Argument argument = asking.prepared.model.top().outputs[output].argument;
    if (argument.kind != graph::ArgumentKind::Value) return {};
    return noise.ofValue(argument.value());
}

/// Judges by runs with noise, computed in `computed`; `early`: by none or one where all is surely normal or something surely wrong
/// then.
std::vector<Judgement> judgedByRuns(const Asking& asking, ScalarType computed, std::span<const std::optional<Array>> actual,
                                    Spread& spread, bool early) {
    GraphNoise noise(asking.context.memory, asking.prepared);
    MeasuringProbe measuring(noise, computed);
    spread = {asking.run(measuring), {}, {}};
    for (std::size_t i = 0; i < spread.right.size(); ++i) spread.own.push_back(ownNoise(asking, noise, i));
    std::vector<Judgement> all;
    for (std::uint64_t runs = 0;; ++runs) {
        if (runs == kRuns || (early && runs <= kEarly)) all = judgedOutputs(asking.context, actual, spread);
        if (runs == kRuns || (early && runs <= kEarly && std::ranges::all_of(all, sure))) return all;
        if (early && runs == kEarly && std::ranges::any_of(all, hopeless)) return all;
        NoisyProbe probe(noise, runs + 1);
        spread.noisy.push_back(asking.run(probe));
    }
}

bool isOffAlike(const std::optional<Value>& right, const std::optional<Array>& actual) {
    const Array* wanted = right ? right->array() : nullptr;
    return wanted != nullptr && actual && wanted->count() == actual->count() &&
           isSystematic(doublesOf(*wanted), doublesOf(*actual));
}

/// For those that are off: whether the graph was computed in a narrower type.
void nameAccumulators(const Asking& asking, std::span<const std::optional<Array>> actual, std::vector<Judgement>& judged) {
    for (const auto& [accumulator, type] :
         {std::pair{Accumulator::F16, ScalarType::F16}, std::pair{Accumulator::BF16, ScalarType::BF16}}) {
        const double least = kLeastOfNarrow * roundoff(type) / roundoff(ScalarType::F32) / kFarFromLinear;
        const auto open = [&](const Judgement& judgement) {
            return !usual(judgement) && !judgement.accumulator && judgement.units >= least;
        };
        if (std::none_of(judged.begin(), judged.end(), open)) return;
        Spread spread;
        const std::vector<Judgement> narrow = judgedByRuns(asking, type, actual, spread, false);
        for (std::size_t i = 0; i < judged.size(); ++i)
            if (open(judged[i]) && usual(narrow[i]) && narrow[i].units > kLeastOfNarrow && !isOffAlike(spread.right[i], actual[i]))
                judged[i].accumulator = accumulator;
    }
}

}  // namespace

Result<std::vector<Judgement>> judgeGraph(const GraphQuestion& question, const Context& context,
                                          std::span<const std::optional<Array>> actual, Values* computed) {
    return unlessRefused<std::vector<Judgement>>([&]() -> Result<std::vector<Judgement>> {
        const std::size_t outputs = question.model.top().outputs.size();
        if (actual.size() > outputs)
            return fail("judgement-results",
                        std::to_string(actual.size()) + " outputs are given of a graph that has " + std::to_string(outputs));
        Context wide = context;
        wide.wide = true;
        std::optional<PreparedGraph> own;
        const PreparedGraph& prepared = question.prepared != nullptr ? *question.prepared : own.emplace(question.model);
        const KeptConstants constants(question.surroundings);
        const Asking asking{question, wide, prepared, constants};
        Spread spread;
        std::vector<Judgement> all = judgedByRuns(asking, ScalarType::F32, actual, spread, true);
        for (std::size_t i = 0; i < all.size(); ++i)
            if (actual[i] && actual[i]->floating() && usual(all[i])) all[i].accumulator = Accumulator::F32;
        if (question.narrow) nameAccumulators(asking, actual, all);
        if (computed != nullptr) {
            computed->clear();
            for (auto& output : spread.right) computed->push_back(output ? *std::move(output) : Value{});
        }
        return all;
    });
}

}  // namespace etscope::evaluate
