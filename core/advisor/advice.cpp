#include "advisor/advice.h"

#include <algorithm>
#include <cmath>

#include "advisor/outline.h"
#include "advisor/search.h"
#include "base/bytes_text.h"
#include "base/number_text.h"

namespace etscope::advisor {
namespace {

Sentence effectText(const Effect& effect) {
    if (!effect.finite) return Sentence::of("outputs that are not finite");
    if (effect.kl)
        return Sentence::of("KL %1 nats, %2 of %3 chosen tokens stay", printed("%.3g", *effect.kl), effect.stay, effect.tokens);
    return Sentence::of("%1 dB", printed("%.1f", effect.snrDb()));
}

std::string costText(const Advice& advice, double cost) {
    return advice.logits ? "KL " + printed("%.3g", cost) : printed("%.1f", -10 * std::log10(cost)) + " dB";
}

void sayResult(Advice& advice, const Options& options) {
    if (advice.chosen) {
        const Set& set = advice.sets[*advice.chosen];
        advice.sentence = Sentence::of("%1 of %2: %3, evaluated as a set.", bytesText(set.bytes), bytesText(advice.wholeBytes),
                                       effectText(set.effect));
        return;
    }
    if (options.budget) {
        advice.sentence = Sentence::of("No set of these schemes fits %1.", bytesText(*options.budget));
    } else if (options.mostKl) {
        advice.sentence = Sentence::of("No set that was evaluated stays within the limit.");
    } else if (advice.front.empty() && !advice.sets.empty()) {
        advice.sentence = Sentence::of("No set that was evaluated gives finite outputs.");
    } else if (!advice.front.empty()) {
        const Set &small = advice.sets[advice.front.front()], &good = advice.sets[advice.front.back()];
        advice.sentence =
            Sentence::of("From %1 (%2) to %3 (%4): %5 sets were evaluated.", bytesText(small.bytes), effectText(small.effect),
                         bytesText(good.bytes), effectText(good.effect), advice.sets.size());
    }
}

/// The set that is tried, beside what it starts from; without a budget or a limit only what that takes.
Result<void> tryChanges(Bench& bench, Advice& advice, const Options& options, const JobContext& job) {
    const std::vector<std::size_t> from = advice.chosen ? advice.sets[*advice.chosen].cells : cellsAsTheyAre(advice);
    const auto to = changedCells(advice, from, options.set);
    if (!to) return to.failure();
    const auto own = [&](std::size_t row, std::size_t cell) { return (*to)[row] == cell || from[row] == cell; };
    if (auto done = measure(bench, advice, own, options, job); !done) return done;
    Search search(bench, advice, options, job);
    const auto before = search.added(from);
    if (!before) return before.failure();
    const auto after = search.added(*to);
    if (!after) return after.failure();
    advice.triedFrom = *before, advice.tried = *after;
    return {};
}

void sayTried(Advice& advice) {
    const Set &from = advice.sets[*advice.triedFrom], &to = advice.sets[*advice.tried];
    advice.notes.push_back(Sentence::of("Tried: %1 in place of %2; evaluated as a set %3 in place of %4; its weights alone say %5.",
                                        bytesText(to.bytes), bytesText(from.bytes), effectText(to.effect), effectText(from.effect),
                                        costText(advice, to.predicted)));
}

Result<void> searched(Bench& bench, Advice& advice, const Options& options, const JobContext& job) {
    const bool aimed = options.budget || options.mostKl;
    if (aimed || options.set.empty()) {
        const JobContext first{job.stop, [&](double share) { job.report(0.5 * share); }, job.waiting};
        if (auto done = measure(
                bench, advice, [](std::size_t, std::size_t) { return true; }, options, first);
            !done)
            return done;
        const JobContext second{job.stop, [&](double share) { job.report(0.5 + 0.5 * share); }, job.waiting};
        if (auto done = Search(bench, advice, options, second).run(); !done) return done;
    }
    if (!options.set.empty())
        if (auto done = tryChanges(bench, advice, options, job); !done) return done;
    Search::order(advice);
    return {};
}

}  // namespace

Result<Advice> advise(const session::MethodView& method, const Options& options, const JobContext& job) {
    auto bench = Bench::open(method, options.cases, job);
    if (!bench) return bench.failure();
    auto advice = outlineOf(**bench, method.name, options);
    if (!advice) return advice.failure();
    if (options.recall) options.recall(*advice);
    if (auto done = searched(**bench, *advice, options, job); !done) return done.failure();
    advice->operations = (*bench)->operations();
    advice->complete = true;
    sayResult(*advice, options);
    if (advice->tried) sayTried(*advice);
    return advice;
}

Result<Estimate> estimate(const session::MethodView& method, const Options& options, const JobContext& job) {
    auto bench = Bench::open(method, options.cases, job);
    if (!bench) return bench.failure();
    const auto advice = outlineOf(**bench, method.name, options);
    if (!advice) return advice.failure();
    Estimate made;
    made.operationsOfOne = (*bench)->operationsOfOne();
    made.sets = Search::mostSets(options);
    std::uint64_t behind = 0;
    for (const Row& row : advice->rows) {
        made.cells += row.cells.size() - 1;
        // Those that are tied are evaluated as sets.
        const std::uint64_t own =
            row.weights.size() > 1 ? made.operationsOfOne : (*bench)->operationsBehind(row.weights.front());
        behind += own * (row.cells.size() - 1);
    }
    const double cells = static_cast<double>(behind) / static_cast<double>(std::max<std::uint64_t>(made.operationsOfOne, 1));
    made.runs = cells + static_cast<double>(made.sets);
    made.seconds = (*bench)->secondsOfOne() * (cells / static_cast<double>((*bench)->threads()) + static_cast<double>(made.sets));
    return made;
}

Result<Advice> outline(const session::MethodView& method, const Options& options, const JobContext& job) {
    const auto bench = Bench::open(method, options.cases, job);
    if (!bench) return bench.failure();
    auto advice = outlineOf(**bench, method.name, options);
    if (advice && options.recall) options.recall(*advice);
    return advice;
}

Guess guessOf(const Advice& advice, const std::vector<std::size_t>& cells) {
    Guess guess{0, 0.0};
    for (std::size_t row = 0; row < std::min(cells.size(), advice.rows.size()); ++row) {
        if (cells[row] >= advice.rows[row].cells.size()) continue;
        const Cell& cell = advice.rows[row].cells[cells[row]];
        guess.bytes += cell.bytes;
        if (!cell.effect)
            guess.predicted.reset();
        else if (guess.predicted)
            *guess.predicted += cell.effect->cost();
    }
    return guess;
}

std::optional<std::size_t> setOf(const Advice& advice, const std::vector<std::size_t>& cells) {
    const auto known = std::ranges::find(advice.sets, cells, &Set::cells);
    return known == advice.sets.end() ? std::nullopt : std::optional(static_cast<std::size_t>(known - advice.sets.begin()));
}

Result<Set> tryOut(const session::MethodView& method, const Advice& advice, const std::vector<std::size_t>& cells,
                   const Options& options, const JobContext& job) {
    bool fits = cells.size() == advice.rows.size();
    for (std::size_t row = 0; fits && row < cells.size(); ++row) fits = cells[row] < advice.rows[row].cells.size();
    if (!fits) return fail("no-such-set", "the set does not have a scheme of each row");
    auto bench = Bench::open(method, options.cases, job);
    if (!bench) return bench.failure();
    if (!std::ranges::equal((*bench)->weights(), advice.weights, {}, &Weight::name, &Weight::name))
        return fail("no-such-set", "the method has other weights than the advice");
    Advice own = advice;
    const auto wanted = [&](std::size_t row, std::size_t cell) { return cells[row] == cell; };
    if (auto done = measure(**bench, own, wanted, options, job); !done) return done.failure();
    auto effect = (*bench)->evaluate(Search::choiceOf(own, cells));
    if (!effect) return effect.failure();
    const Guess guess = guessOf(own, cells);
    return Set{cells, guess.bytes, guess.predicted.value_or(0), *std::move(effect)};
}

}  // namespace etscope::advisor
