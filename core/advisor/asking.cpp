#include "advisor/asking.h"

#include <algorithm>
#include <cmath>

#include "advisor/outline.h"
#include "advisor/saying.h"
#include "advisor/search.h"

namespace etscope::advisor {
namespace {

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

/// Of what is known the best for the budget or the limit.
void chooseKnown(Advice& advice, const Options& options) {
    if (advice.chosen) return;
    for (std::size_t i = 0; i < advice.sets.size(); ++i) {
        const Set& set = advice.sets[i];
        const double cost = set.effect.cost();
        if (options.budget ? set.bytes > *options.budget || !std::isfinite(cost) : cost > *options.mostKl) continue;
        const Set* best = advice.chosen ? &advice.sets[*advice.chosen] : nullptr;
        if (best == nullptr || (options.budget ? cost < best->effect.cost() : set.bytes < best->bytes)) advice.chosen = i;
    }
}

void takeToday(Benches& benches, Advice& advice) {
    advice.today = todayOf(benches.quantised->weights(), benches.quantised->activations());
    advice.today.effect = benches.asked->effectOf(*benches.quantised);
    advice.today.unjoined = std::move(benches.unjoined);
    // In place of what the original's weights take.
    advice.today.bytes = 0;
    for (const Weight& weight : advice.weights) advice.today.bytes += weight.today ? weight.today->bytes : weight.bytes();
}

/// Nothing is wrong with what was cancelled: it is not complete.
Result<void> settle(Benches& benches, Advice& advice, const Result<void>& done, const Options& options) {
    if (!done && !done.cancelled()) return done;
    advice.operations = benches.asked->operations();
    advice.complete = done.hasValue();
    if (!advice.complete) {
        Search::order(advice);
        if (options.budget || options.mostKl) chooseKnown(advice, options);
    }
    say(advice, options);
    return {};
}

}  // namespace

Result<Benches> openBenches(const session::MethodView& method, const Options& options, const JobContext& job) {
    auto own = Bench::open(method, options.cases, job);
    if (!own) return own.failure();
    (*own)->setByWorst(options.worst);
    if (options.original == nullptr) return Benches{*std::move(own), nullptr, {}};
    const auto& methods = options.original->methods();
    const session::MethodView original(*options.original, methods.size() == 1 ? methods.front().name : method.name);
    if (original.known() == nullptr)
        return fail("no-such-method", "the float export has no method of this name", method.name);
    auto asked = Bench::open(original, options.cases, job, own->get());
    if (!asked) return asked.failure();
    (*asked)->setByWorst(options.worst);
    auto unjoined = (*asked)->joinToday(**own);
    return Benches{*std::move(asked), *std::move(own), std::move(unjoined)};
}

Result<Advice> answered(Benches& benches, const std::string& method, const Options& options, const JobContext& job) {
    auto advice = outlineOf(*benches.asked, method, options);
    if (!advice) return advice.failure();
    if (options.recall) options.recall(*advice);
    if (benches.quantised) takeToday(benches, *advice);
    if (auto done = settle(benches, *advice, searched(*benches.asked, *advice, options, job), options); !done) return done.failure();
    return advice;
}

Result<void> chooseAgain(Benches& benches, Advice& advice, const Options& options, const JobContext& job) {
    advice.chosen.reset();
    const auto done = Search(*benches.asked, advice, options, job).choose();
    if (done) Search::order(advice);
    const bool before = advice.complete;
    if (auto settled = settle(benches, advice, done, options); !settled) return settled;
    advice.complete = advice.complete && before;
    return {};
}

}  // namespace etscope::advisor
