// Outputs against their budgets: by tolerance, by metric, by what rounding explains.
#include <algorithm>
#include <cmath>
#include <set>

#include "base/number_text.h"
#include "causes/method_culprits.h"
#include "gate/limits.h"
#include "gate/measures.h"
#include "session/entity.h"

namespace etscope::gate {
namespace {

using compare::PairState;
using session::Entity;

/// The comparisons of one output in all cases, added up.
struct Outcome {
    compare::PairCounts pairs;
    std::size_t oneSided = 0;  ///< positions where one side only is finite
    std::optional<double> worst;
    std::int64_t column = 0;  ///< of the worst value
    std::string note;         ///< of a pair that cannot be compared

    /// `worse`: which end of the values is the bad one; NaN is worse than any number.
    void take(double value, std::int64_t at, tensor::Worse worse) {
        const bool first = !worst || std::isnan(value);
        const bool beyond = worst && (worse == tensor::Worse::Larger ? value > *worst : value < *worst);
        if (first || beyond) worst = value, column = at;
    }
};

std::string casesText(std::size_t number) { return counted(number, "case", "cases"); }

std::string noteOf(const Outcome& outcome) {
    const std::size_t compared = outcome.pairs.compared();
    std::string text = compared > 0 ? session::columnText(outcome.column) + " of " + casesText(compared) : "";
    const auto add = [&text](std::size_t number, const char* what) {
        if (number > 0) text += (text.empty() ? "" : "; ") + casesText(number) + what;
    };
    add(outcome.pairs.unlike(), " of another shape or type");
    add(outcome.pairs.of(PairState::Unreadable), " that cannot be read");
    add(outcome.pairs.missing(), " without one side");
    if (outcome.oneSided > 0) text += "; " + std::to_string(outcome.oneSided) + " elements are finite on one side only";
    return text.empty() ? outcome.note : text;
}

/// What delegates hold need not be known where both sides gave the same values: the run tells then whether these came out.
gap::Agreement measuredAgreement(const stages::ArrowOutput& output) {
    const bool equal = output.closeness && output.closeness->fits && output.closeness->equal;
    return output.verdict == gap::Agreement::Unknown && equal ? gap::Agreement::Exact : output.verdict;
}

/// The words of the arrows that an output goes along; the gravest of what was found.
Measured alongArrows(const stages::StageArrows& arrows, std::int64_t output) {
    Measured made;
    gap::Agreement worst = gap::Agreement::Exact;
    bool toRun = false;
    std::string open;  // the first step that is not known
    for (const stages::StageArrow& arrow : arrows.arrows) {
        const auto at = std::ranges::find(arrow.outputs, static_cast<std::size_t>(output), &stages::ArrowOutput::index);
        const auto verdict = at == arrow.outputs.end() ? gap::Agreement::Unknown : measuredAgreement(*at);
        const std::string step = arrow.from + " → " + arrow.to;
        if (verdict == gap::Agreement::Unknown && open.empty()) open = step + " is not known";
        if (verdict == gap::Agreement::Unknown) continue;
        toRun = toRun || arrow.to == "run";
        // Quantisation changes more than rounding, and is meant.
        const bool quantised = verdict == gap::Agreement::NotRounding && !arrow.breaks && !arrow.quantisation.empty();
        if (quantised || verdict <= worst) continue;
        worst = verdict;
        made.note = step;
        if (verdict == gap::Agreement::NotRounding) break;
    }
    made.word = gap::agreementName(worst);
    if (worst == gap::Agreement::NotRounding) {
        made.holds = false;
    } else if (toRun && open.empty()) {
        made.holds = true;
    } else {
        made.word.clear();
        made.note = open.empty() ? "no run of the method logged this output" : open;
    }
    return made;
}

}  // namespace

Result<void> Measures::loadPairs() {
    if (m_pairs) return {};
    auto pairs = compare::pairOutputs(m_session, m_job);
    if (pairs.cancelled()) return pairs.failure();
    if (!pairs) m_pairsNote = pairs.error().message;
    m_pairs = pairs ? *std::move(pairs) : std::vector<compare::OutputPair>{};
    return {};
}

Result<std::vector<std::int64_t>> Measures::outputs(const std::string& method) {
    if (const auto loaded = loadPairs(); !loaded) return loaded.failure();
    std::set<std::int64_t> found;
    for (const compare::OutputPair& pair : *m_pairs)
        if (pair.method == method) found.insert(pair.output);
    return std::vector<std::int64_t>(found.begin(), found.end());
}

Result<void> Measures::addCulprit(const std::string& method, Measured& made) const {
    const auto judged = causes::methodCulprits({*m_session, method}, m_job);
    if (judged.cancelled()) return judged.failure();
    const causes::Culprit* culprit = judged ? (*judged)->first() : nullptr;
    if (culprit == nullptr) return {};
    made.note += "; " + culprit->sentence.text();
    if (culprit->instruction) made.addresses.push_back(Entity::ofInstruction(method, *culprit->instruction).text());
    return {};
}

Result<Measured> Measures::compared(const Budget& budget, const std::string& method, std::int64_t output) {
    if (const auto loaded = loadPairs(); !loaded) return loaded.failure();
    const bool byTolerance = budget.measure == Measure::Tolerance;
    const tensor::MetricColumn* column = tensor::metricColumn(byTolerance ? "required_rtol" : budget.name);
    if (column == nullptr) return Measured{.note = "there is no such metric"};
    compare::OutputCompareOptions options;
    options.tolerance = budget.tolerance;
    options.worst = 0;
    options.rowMetrics = column->rowWise;
    Outcome outcome;
    for (const compare::OutputPair& pair : *m_pairs) {
        if (pair.method != method || pair.output != output || compare::isLoneTap(pair)) continue;
        if (m_job.cancelled()) return cancelledFailure();
        const auto comparison = compare::compareOutput(pair, options, m_job);
        outcome.pairs.add(comparison.state);
        if (!comparison.note.empty()) outcome.note = comparison.note.text();
        if (!comparison.result || !comparison.result->metrics) continue;
        if (!column->integer) outcome.oneSided += comparison.result->metrics->notFinite;
        if (const auto value = column->value(*comparison.result->metrics)) outcome.take(*value, pair.column(), column->worse);
    }
    Measured made;
    made.value = outcome.worst && !std::isnan(*outcome.worst) ? outcome.worst : std::nullopt;
    made.note = noteOf(outcome);
    made.addresses = {Entity::ofOutput(method, outcome.column, output).text()};
    const bool broken =
        outcome.pairs.unlike() > 0 || outcome.oneSided > 0 || (byTolerance && outcome.pairs.of(PairState::Differ) > 0);
    if (broken) {
        made.holds = false;
        if (const auto added = addCulprit(method, made); !added) return added.failure();
    } else if (outcome.pairs.of(PairState::Unreadable) > 0 || outcome.pairs.compared() == 0) {
        made.value.reset();
        if (made.note.empty()) made.note = m_pairsNote.empty() ? "nothing was compared" : m_pairsNote;
    } else if (byTolerance) {
        made.holds = true;
    }
    return made;
}

Result<Measured> Measures::envelopeOfCase(const std::string& method, std::int64_t output, std::optional<std::int64_t> caseIndex) {
    const auto key = std::pair(method, caseIndex);
    if (!m_arrows.contains(key)) {
        std::optional<replay::InputChoice> inputs;
        if (caseIndex) inputs = {replay::InputChoice::Kind::Case, static_cast<std::size_t>(*caseIndex), {}};
        m_arrows.emplace(key, stages::stageArrows({*m_session, method}, inputs, m_job));
    }
    const auto& arrows = m_arrows.at(key);
    if (arrows.cancelled()) return arrows.failure();
    if (!arrows) return Measured{.note = arrows.error().message};
    Measured made = alongArrows(*arrows, output);
    const std::int64_t column = caseIndex ? *caseIndex : arrows->run ? -1 - static_cast<std::int64_t>(*arrows->run) : 0;
    made.note = session::columnText(column) + (made.note.empty() ? "" : ": " + made.note);
    made.addresses = {Entity::ofOutput(method, column, output).text()};
    return made;
}

/// The worst of all cases that a run gave: broken before unknown before held.
Result<Measured> Measures::envelope(const std::string& method, std::int64_t output) {
    if (const auto loaded = loadPairs(); !loaded) return loaded.failure();
    std::set<std::int64_t> cases;
    for (const compare::OutputPair& pair : *m_pairs)
        if (pair.method == method && pair.output == output && pair.caseIndex && *pair.caseIndex >= 0 && pair.runtime)
            cases.insert(*pair.caseIndex);
    if (cases.size() > limits::kMaxGateCases)
        return Measured{.note = std::to_string(cases.size()) + " cases are more than are computed; judge them by tolerance"};
    const auto order = [](const Measured& one) { return !one.holds ? 1 : *one.holds ? 0 : 2; };
    std::optional<Measured> worst;
    std::vector<std::optional<std::int64_t>> asked(cases.begin(), cases.end());
    if (asked.empty()) asked.emplace_back();
    for (const auto& one : asked) {
        auto made = envelopeOfCase(method, output, one);
        if (!made) return made;
        if (!worst || order(*made) > order(*worst)) worst = *std::move(made);
    }
    if (asked.size() > 1) worst->note += " of " + casesText(asked.size());
    if (worst->holds == false)
        if (const auto added = addCulprit(method, *worst); !added) return added.failure();
    return *std::move(worst);
}

}  // namespace etscope::gate
