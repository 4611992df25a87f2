#include "compare/output_likeness.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/number_text.h"
#include "compare/outputs.h"

namespace etscope::compare {
namespace {

/// A line that explains less than this of the variance is none.
constexpr double kLeastExplained = 0.25;
/// A slope nearer to 1 is what noise and short types give.
constexpr double kLeastSlopeOff = 0.05;
/// Standard errors that chance seldom reaches.
constexpr double kErrors = 4;
/// Of the elements, and at least so many of them.
constexpr double kLeastShare = 0.005;
constexpr std::uint64_t kLeastHeld = 3;

bool isMany(std::uint64_t count, std::uint64_t elements) {
    return count >= kLeastHeld && static_cast<double>(count) >= kLeastShare * static_cast<double>(elements);
}

double share(std::uint64_t count, const tensor::Likeness& one) {
    return static_cast<double>(count) / static_cast<double>(one.elements);
}

void widen(Interval& interval, double value, bool first) {
    interval.least = first ? value : std::min(interval.least, value);
    interval.most = first ? value : std::max(interval.most, value);
}

void addCase(const tensor::Likeness& one, OutputLikeness& all) {
    const bool first = all.cases++ == 0;
    widen(all.slope, one.slope, first);
    widen(all.offset, one.offset, first);
    widen(all.explained, one.explained, first);
    widen(all.ranks, one.ranks, first);
    widen(all.saturated, share(one.saturated, one), first);
    widen(all.flushed, share(one.flushed, one), first);
    all.linear = (first || all.linear) && isLinear(one);
    all.saturates = (first || all.saturates) && saturates(one);
    all.flushes = (first || all.flushes) && flushes(one);
}

std::string percentText(const Interval& shares) { return Interval{100 * shares.least, 100 * shares.most}.text() + " %"; }

}  // namespace

std::string Interval::text() const {
    const std::string from = printed("%.3g", least), to = printed("%.3g", most);
    return from == to ? from : from + " to " + to;
}

bool isLinear(const tensor::Likeness& one) noexcept {
    const double off = std::abs(one.slope - 1);
    return one.explained >= kLeastExplained && off > kLeastSlopeOff && off > kErrors * one.slopeError;
}
bool saturates(const tensor::Likeness& one) noexcept { return isMany(one.saturated, one.elements); }
bool flushes(const tensor::Likeness& one) noexcept { return isMany(one.flushed, one.elements); }

std::optional<Sentence> OutputLikeness::text() const {
    std::vector<Sentence> parts;
    if (goesAnotherWay())
        parts.push_back(
            Sentence::of("the runtime's elements go with the reference's by slope %1, offset %2, R² %3, rank correlation %4",
                         slope.text(), offset.text(), explained.text(), ranks.text()));
    if (saturates)
        parts.push_back(
            Sentence::of("%1 of the runtime's elements are held at its least or greatest value", percentText(saturated)));
    if (flushes)
        parts.push_back(Sentence::of("%1 of the runtime's elements are zero where the reference's are not", percentText(flushed)));
    if (parts.empty()) return std::nullopt;
    return Sentence::list({Sentence::of("output %1 in %2 {2:case|cases}", output, cases), Sentence::list(std::move(parts), "; ")},
                          ": ");
}

Sentence OutputLikeness::advice() const {
    if (goesAnotherWay())
        return Sentence::of(
            "look for a scale or a sign that is applied on one side alone: of quantisation, of a norm, of what feeds the run");
    if (saturates) return Sentence::of("look for a clamp, or for a quantisation whose range is too small");
    return Sentence::of("look for a type or a step of quantisation that small values do not reach");
}

Result<std::vector<OutputLikeness>> outputLikeness(const session::Session& session, const std::string& method,
                                                   const JobContext& job) {
    const auto pairs = pairOutputs(session.shared_from_this(), job);
    if (!pairs) return pairs.failure();
    std::map<std::int64_t, OutputLikeness> outputs;
    OutputCompareOptions options;
    options.tolerance.equalNan = true;
    for (const OutputPair& pair : *pairs) {
        if (pair.method != method || !pair.reference || !pair.runtime) continue;
        if (pair.tap && pair.tap->reducer != join::TapReducer::Whole) continue;  // numbers of different kinds
        if (job.cancelled()) return cancelledFailure();
        const auto sides = comparableSides(pair);
        if (!sides || compareOutput(pair, options, job).state != PairState::Differ) continue;
        const auto one = tensor::likeness(sides->reference, sides->runtime, job);
        if (one.cancelled()) return one.failure();
        if (!one || !*one) continue;
        const auto [at, first] = outputs.try_emplace(pair.output);
        OutputLikeness& all = at->second;
        if (first) all.output = pair.output, all.column = pair.column();
        addCase(**one, all);
    }
    std::vector<OutputLikeness> list;
    for (auto& [output, all] : outputs) list.push_back(all);
    return list;
}

}  // namespace etscope::compare
