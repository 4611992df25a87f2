#include <algorithm>
#include <array>

#include "consistency/attention.h"
#include "consistency/checks.h"
#include "consistency/uses.h"

namespace etscope::consistency {

namespace {

/// Positions that are said in one call and one by one.
constexpr std::int64_t kTexts = 9;
/// Said behind them, one by one, by both ways: what a call left in the state is seen there.
constexpr std::int64_t kBehind = 2;
/// The bound itself is computed up to here.
constexpr std::int64_t kMostBound = 256;

void append(Script& script, const Bench& bench, std::int64_t from, std::int64_t to, std::int64_t size, int part = 0) {
    for (std::int64_t at = from; at < to; at += size) {
        script.push_back(bench.step(at, std::min(size, to - at)));
        script.back().part = part;
    }
}

/// Of texts in several calls: whether they can be made. False: the result says why not.
bool canContinue(Bench& bench, CheckResult& result) {
    const Subject& subject = bench.subject();
    if (!subject.sequence.there) return notApplicable(result, Sentence::of("no input has an axis of positions")), false;
    if (!subject.keepsState()) return notApplicable(result, Sentence::of("it keeps nothing from call to call")), false;
    return true;
}

/// Where a position sees later ones of the same call, the same text in other calls is another question. False: the result says so.
bool looksBackOnly(Bench& bench, CheckResult& result) {
    const auto sight = bench.sight();
    if (!sight) return notSetUp(result, Sentence(sight.error().message)), false;
    if (sight->leaks == 0) return true;
    notApplicable(result, Sentence::of("positions see later ones of the same call (%1 of %2 pairs)", std::to_string(sight->leaks),
                                       std::to_string(sight->pairs)));
    return false;
}

struct Sizes {
    std::int64_t text = 0, behind = 0;
};
/// A text that one call can take, and what follows it.
Sizes sizesFor(const Bench& bench) {
    Sizes sizes;
    const std::int64_t room = bench.room(kTexts + kBehind);
    sizes.text = bench.callSize(std::max<std::int64_t>(room - kBehind, 1));
    sizes.behind = std::clamp<std::int64_t>(room - sizes.text, 0, kBehind);
    return sizes;
}

Sentence atOnce(std::int64_t n, std::int64_t behind) {
    return behind > 0 ? Sentence::of("%1 positions in one call, then %2 one by one", std::to_string(n), std::to_string(behind))
                      : Sentence::of("%1 positions in one call", std::to_string(n));
}

/// A call of n positions, and the same in calls of another method on the same state.
Trial betweenMethods(const Bench& bench, const std::shared_ptr<const Subject>& partner, std::int64_t n) {
    const std::int64_t one = partner->sequence.fixed;
    const std::int64_t room = bench.room(n + kBehind * one);
    Trial trial;
    trial.left = {bench.step(0, n)};
    for (std::int64_t at = 0; at + one <= room; at += one) {
        Step step = bench.step(at, one);
        step.subject = partner;
        step.like = bench.subjectPointer();
        step.size = one;
        step.rows = 1;
        trial.right.push_back(step);
        if (at >= n) trial.left.push_back(step);
    }
    trial.leftWords = Sentence::of("%1 positions in one call of %2", std::to_string(n), bench.subject().method);
    trial.rightWords = Sentence::of("the same in calls of %1", partner->method);
    return trial;
}

void askFixedStepping(Bench& bench, CheckResult& result) {
    const std::int64_t n = bench.subject().sequence.fixed;
    const auto partner = partnerOf(bench);
    if (!partner) {
        notSetUp(
            result,
            Sentence::of(
                "each call has %1 {1:position|positions}, and no other method works on the same state in calls of another size",
                std::to_string(n)));
        return;
    }
    if (partner->sequence.fixed > n) {
        notApplicable(result, Sentence::of("asked from method %1, whose calls are longer", partner->method));
        return;
    }
    if (!looksBackOnly(bench, result)) return;
    result.otherMethod = partner->method;
    bench.tryOut(betweenMethods(bench, partner, n), result);
}

}  // namespace

void askStepping(Bench& bench, CheckResult& result) {
    if (!canContinue(bench, result)) return;
    const Axis& axis = bench.subject().sequence;
    if (!axis.symbolic()) return askFixedStepping(bench, result);
    const Sizes sizes = sizesFor(bench);
    const auto partner = partnerOf(bench);
    const bool alone = axis.least <= 1 && sizes.text >= 2;
    if (!alone && !partner) {
        notSetUp(result, Sentence::of("a call has %1 positions at least, and %2 at most", std::to_string(axis.least),
                                      std::to_string(sizes.text)));
        return;
    }
    if (!looksBackOnly(bench, result)) return;
    Trial trial;
    trial.left = {bench.step(0, sizes.text)};
    append(trial.left, bench, sizes.text, sizes.text + sizes.behind, 1);
    append(trial.right, bench, 0, sizes.text + sizes.behind, 1);
    trial.leftWords = atOnce(sizes.text, sizes.behind);
    trial.rightWords = Sentence::of("the same one by one");
    if (alone && !bench.tryOut(trial, result)) return;
    if (!partner || partner->sequence.fixed > sizes.text) return;
    result.otherMethod = partner->method;
    bench.tryOut(betweenMethods(bench, partner, sizes.text / partner->sequence.fixed * partner->sequence.fixed), result);
}

void askChunks(Bench& bench, CheckResult& result) {
    if (!canContinue(bench, result)) return;
    if (!bench.subject().sequence.symbolic()) {
        notSetUp(result, Sentence::of("each call has %1 {1:position|positions}", std::to_string(bench.subject().sequence.fixed)));
        return;
    }
    const Sizes sizes = sizesFor(bench);
    const std::int64_t n = sizes.text, least = bench.subject().sequence.least;
    if (n < 2 * std::max<std::int64_t>(least, 1)) {
        notSetUp(result,
                 Sentence::of("a call has %1 positions at least, and %2 at most", std::to_string(least), std::to_string(n)));
        return;
    }
    if (!looksBackOnly(bench, result)) return;
    const std::array<std::vector<std::int64_t>, 6> splits{{{n / 2}, {3}, {1}, {n - 1}, {n - 3}, {n / 3, n - n / 3}}};
    for (const auto& split : splits) {
        std::vector<std::int64_t> cuts = split;
        cuts.insert(cuts.begin(), 0);
        cuts.push_back(n);
        bool fits = true;
        for (std::size_t i = 1; i < cuts.size(); ++i) fits &= cuts[i] - cuts[i - 1] >= std::max<std::int64_t>(least, 1);
        if (!fits) continue;
        Trial trial;
        std::string words;
        trial.left = {bench.step(0, n)};
        for (std::size_t i = 1; i < cuts.size(); ++i) {
            trial.right.push_back(bench.step(cuts[i - 1], cuts[i] - cuts[i - 1]));
            words += (i > 1 ? " + " : "") + std::to_string(cuts[i] - cuts[i - 1]);
        }
        if (least <= 1) append(trial.left, bench, n, n + sizes.behind, 1);
        if (least <= 1) append(trial.right, bench, n, n + sizes.behind, 1);
        trial.leftWords = atOnce(n, least <= 1 ? sizes.behind : 0);
        trial.rightWords = Sentence::of("the same in calls of %1", words);
        if (!bench.tryOut(trial, result)) return;
    }
}

namespace {

/// Of a long text: as many positions as have 4 million numbers of outputs, 16 at least.
std::int64_t boundFor(const Bench& bench) {
    constexpr std::int64_t kMostNumbers = std::int64_t{1} << 22U;
    std::int64_t each = 1;
    for (const graph::GraphOutput* output : bench.subject().model().userOutputs()) {
        if (output->argument.kind != graph::ArgumentKind::Value) continue;
        std::int64_t numbers = 1;
        for (const graph::Dim& dim : sizesOf(bench.subject().model(), output->argument.value()))
            if (!dim.expression.valid() && dim.value > 0 && numbers < kMostNumbers) numbers *= std::min(dim.value, kMostNumbers);
        each = std::max(each, numbers);
    }
    return bench.callSize(std::clamp<std::int64_t>(kMostNumbers / each, 16, kMostBound));
}

}  // namespace

void askBelowBound(Bench& bench, CheckResult& result) {
    const Subject& subject = bench.subject();
    if (!subject.sequence.there) return (void)notApplicable(result, Sentence::of("no input has an axis of positions"));
    if (!subject.sequence.symbolic()) return (void)notApplicable(result, Sentence::of("the number of positions is fixed"));
    const std::int64_t most = boundFor(bench);
    if (most < 2) return (void)notSetUp(result, Sentence::of("the export states no sizes beyond 1"));
    const auto sight = bench.sight();
    if (!sight) return (void)notSetUp(result, Sentence(sight.error().message));
    const auto mask = paddingMask(subject);
    if (sight->leaks > 0 && !mask)
        return (void)notApplicable(
            result, Sentence::of("positions see later ones of the same call: what a shorter text gives is another question"));
    for (const std::int64_t n : {std::int64_t{1}, std::int64_t{2}, most / 2, most - 1}) {
        if (n < subject.sequence.least || n >= most) continue;
        Trial trial;
        trial.left = {bench.step(0, n)};
        trial.right = {bench.step(0, most)};
        if (mask) {
            trial.left.front().padded = trial.right.front().padded = [n](std::int64_t position) { return position >= n; };
            trial.left.front().padding = trial.right.front().padding = paddingValue(bench, *mask);
        }
        trial.leftWords = Sentence::of("%1 {1:position|positions}", std::to_string(n));
        trial.rightWords = mask ? Sentence::of("the same with padding up to %1", std::to_string(most))
                                : Sentence::of("the first of %1", std::to_string(most));
        trial.positionsOnly = true;
        if (!bench.tryOut(trial, result) && result.state != State::NotSetUp) return;
    }
}

void askReset(Bench& bench, CheckResult& result) {
    const Subject& subject = bench.subject();
    if (!subject.keepsState()) return (void)notApplicable(result, Sentence::of("it keeps nothing from call to call"));
    if (std::ranges::all_of(subject.states, [](const KeptState& state) { return state.input.has_value(); }))
        return (void)notApplicable(result, Sentence::of("its state goes through the caller, who begins anew with another"));
    if (!subject.sequence.there) return (void)notApplicable(result, Sentence::of("no input has an axis of positions"));
    std::shared_ptr<const Subject> reset;
    for (const std::string& name : bench.method().session.methodNames())
        if (name != subject.method && (name.find("reset") != std::string::npos || name.find("clear") != std::string::npos))
            reset = bench.other(name);
    if (reset && !reset->inputs.empty()) reset = nullptr;
    if (subject.position() == nullptr && !reset)
        return (void)notSetUp(result, Sentence::of("nothing tells it that another text begins: no input that it reads says where "
                                                   "in the text a call stands, and no method resets it"));
    const bool symbolic = subject.sequence.symbolic();
    const std::int64_t unit = symbolic ? 1 : bench.callSize(1), room = bench.room(kTexts);
    const std::int64_t first = std::max(room / unit, std::int64_t{1}) * unit,
                       second = std::max(first / 2 / unit, std::int64_t{1}) * unit;
    Trial trial;
    Script before, after;
    const std::int64_t bulk = symbolic ? std::max<std::int64_t>(bench.callSize(std::max<std::int64_t>(second - 1, 1)), 1) : unit;
    append(before, bench, 0, first, symbolic ? bench.callSize(std::max<std::int64_t>(first - 1, 1)) : unit, -1);
    for (Step& step : before) step.seed = 5;
    if (reset) {
        Step step = bench.step(0, 1);
        step.subject = reset;
        step.part = -1;
        before.push_back(step);
    }
    after.push_back(bench.step(0, bulk));
    append(after, bench, after.back().size, std::max(second, after.back().size), unit);
    trial.left = before;
    trial.left.insert(trial.left.end(), after.begin(), after.end());
    trial.right = after;
    trial.leftWords = Sentence::of("a text after another of %1 {1:position|positions}", std::to_string(first));
    trial.rightWords = Sentence::of("the same text as the first");
    trial.blame.leftOver = true;
    bench.tryOut(trial, result);
}

namespace {

/// The first n lines and columns of the last two axes: who looks, and who is seen; empty: there are not as many.
std::vector<double> firstSquare(const Held& held, std::int64_t n) {
    const std::size_t rank = held.shape.size();
    if (rank < 2 || held.shape[rank - 1] < n || held.shape[rank - 2] != n) return {};
    const std::int64_t width = held.shape[rank - 1];
    if (held.data.size() < static_cast<std::size_t>(n * width)) return {};
    std::vector<double> square;
    for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < n; ++j) square.push_back(held.data[static_cast<std::size_t>(i * width + j)]);
    return square;
}

/// Whether attention hides later positions and no earlier ones, but for some; or is given a mask of two values that parts them.
bool hidesLater(const std::vector<double>& square, std::int64_t n, bool weights) {
    if (square.empty()) return false;
    const double corner = square[static_cast<std::size_t>(n - 1)], other = square[static_cast<std::size_t>((n - 1) * n)];
    std::size_t hidden = 0, backHidden = 0;
    bool twoValues = corner != other;
    for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < n; ++j) {
            const double x = square[static_cast<std::size_t>(i * n + j)];
            hidden += x < 1e-30 && j > i ? 1 : 0;
            backHidden += x < 1e-30 && j < i ? 1 : 0;
            twoValues &= x == corner || x == other;
            if (j < i) twoValues &= x == other;
        }
    return weights ? hidden > backHidden : twoValues;
}

bool hidesSome(const Way& way) {
    const Subject& subject = *way.script.front().subject;
    const std::int64_t n = way.script.front().size;
    const auto square = [&](graph::ValueId value) {
        const auto found = way.wide.front().values.find(subject.text(subject.model().value(value).id));
        return found == way.wide.front().values.end() ? std::vector<double>() : firstSquare(found->second, n);
    };
    for (const graph::NodeId node : subject.model().top().nodes) {
        if (!isAttention(operatorStem(subject.model(), node))) continue;
        for (const graph::ValueId result : subject.prepared->flow.results(node))
            if (hidesLater(square(result), n, true)) return true;
        if (const graph::ValueId mask = maskOperandOf(subject, node).second; mask.valid() && hidesLater(square(mask), n, false))
            return true;
    }
    return false;
}

}  // namespace

void askCausality(Bench& bench, CheckResult& result) {
    const Subject& subject = bench.subject();
    if (!subject.sequence.there) return (void)notApplicable(result, Sentence::of("no input has an axis of positions"));
    if (bench.callSize(2) < 2) return (void)notApplicable(result, Sentence::of("each call has one position"));
    const auto sight = bench.sight();
    if (!sight) return (void)notSetUp(result, Sentence(sight.error().message));
    if (!sight->positional) {
        if (!sight->refused.empty()) return (void)notSetUp(result, Sentence::of("node %1 cannot be computed", sight->refused));
        return (void)notApplicable(result, Sentence::of("no output has the axis of positions"));
    }
    const std::int64_t at = sight->changed.value_or(sight->size - 1);
    Trial trial = bench.changedAt(sight->size, at);
    trial.compared = [at](std::int64_t, std::int64_t position) { return position < at; };
    trial.leftWords = Sentence::of("%1 positions", std::to_string(sight->size));
    trial.rightWords = Sentence::of("the same with another position %1: what is before it", std::to_string(at));
    trial.blame.leaks = true;
    trial.positionsOnly = true;
    if (sight->leaks == 0) {
        bench.tryOut(trial, result);
        return;
    }
    const auto way = play(trial.left, {true, Draws::Mean}, bench.budget(), bench.job());
    const bool hides = way && hidesSome(*way);
    const bool generates = subject.has(Role::Tokens) || subject.vocabulary > 0 || subject.keepsState();
    if (sight->prefix)
        return (void)notApplicable(result,
                                   Sentence::of("the positions of a first part see each other, the others do not look ahead"));
    if (sight->leaks == sight->pairs && !hides)
        return (void)notApplicable(result, Sentence::of("every position sees every other one"));
    if (!hides && sight->ahead >= sight->behind)
        return (void)notApplicable(result, Sentence::of("each position sees %1 ahead and %2 back", std::to_string(sight->ahead),
                                                        std::to_string(sight->behind)));
    if (!generates || (!hides && !sight->complete) || (!hides && subject.vocabulary == 0 && !subject.keepsState()))
        return (void)notApplicable(
            result, Sentence::of("each position sees %1 ahead, and nothing claims that it does not", std::to_string(sight->ahead)));
    bench.tryOut(trial, result);
}

}  // namespace etscope::consistency
