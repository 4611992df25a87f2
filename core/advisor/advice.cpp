#include "advisor/advice.h"

#include <algorithm>

#include "advisor/asking.h"
#include "advisor/outline.h"
#include "advisor/search.h"

namespace etscope::advisor {

Result<Advice> advise(const session::MethodView& method, const Options& options, const JobContext& job) {
    auto benches = openBenches(method, options, job);
    if (!benches) return benches.failure();
    return answered(*benches, method.name, options, job);
}

Result<Estimate> estimate(const session::MethodView& method, const Options& options, const JobContext& job) {
    const auto bench = openBenches(method, options, job);
    if (!bench) return bench.failure();
    const auto advice = outlineOf(*bench->asked, method.name, options);
    if (!advice) return advice.failure();
    Estimate made;
    made.operationsOfOne = bench->asked->operationsOfOne();
    // What is only tried takes the cells of both sets.
    const bool tries = !options.set.empty() && !options.budget && !options.mostKl;
    const auto tried = changedCells(*advice, cellsAsTheyAre(*advice), options.set);
    if (!tried) return tried.failure();
    made.sets = tries ? 2 : Search::mostSets(options);
    std::uint64_t behind = 0;
    for (std::size_t r = 0; r < advice->rows.size(); ++r) {
        const Row& row = advice->rows[r];
        const std::size_t cells = tries ? ((*tried)[r] != 0 ? 1 : 0) : row.cells.size() - 1 + (row.today ? 1 : 0);
        made.cells += cells;
        // Those that are tied are evaluated as sets.
        const std::uint64_t own =
            row.weights.size() > 1 ? made.operationsOfOne : bench->asked->operationsBehind(row.weights.front());
        behind += own * cells;
    }
    const double cells = static_cast<double>(behind) / static_cast<double>(std::max<std::uint64_t>(made.operationsOfOne, 1));
    made.runs = cells + static_cast<double>(made.sets);
    made.seconds = bench->asked->secondsOfOne() * (cells / static_cast<double>(bench->asked->threads()) + static_cast<double>(made.sets));
    return made;
}

Result<Advice> outline(const session::MethodView& method, const Options& options, const JobContext& job) {
    const auto bench = openBenches(method, options, job);
    if (!bench) return bench.failure();
    auto advice = outlineOf(*bench->asked, method.name, options);
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
    const auto opened = openBenches(method, options, job);
    if (!opened) return opened.failure();
    Bench* const bench = opened->asked.get();
    if (!std::ranges::equal(bench->weights(), advice.weights, {}, &Weight::name, &Weight::name))
        return fail("no-such-set", "the method has other weights than the advice");
    Advice own = advice;
    const auto wanted = [&](std::size_t row, std::size_t cell) { return cells[row] == cell; };
    if (auto done = measure(*bench, own, wanted, options, job); !done) return done.failure();
    auto effect = bench->evaluate(Search::choiceOf(own, cells));
    if (!effect) return effect.failure();
    const Guess guess = guessOf(own, cells);
    return Set{cells, guess.bytes, guess.predicted.value_or(0), *std::move(effect)};
}

}  // namespace etscope::advisor
