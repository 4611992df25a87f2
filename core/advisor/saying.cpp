#include "advisor/saying.h"

#include <algorithm>
#include <cmath>

#include "base/bytes_text.h"
#include "base/escaped.h"
#include "base/number_text.h"

namespace etscope::advisor {

std::string costText(const Advice& advice, double cost) {
    return advice.logits ? "KL " + printed("%.3g", cost) : printed("%.1f", -10 * std::log10(cost)) + " dB";
}

Sentence effectText(const Effect& effect) {
    if (!effect.finite) return Sentence::of("outputs that are not finite");
    if (effect.kl)
        return Sentence::of("KL %1 nats, %2 of %3 chosen tokens stay", printed("%.3g", *effect.kl), effect.stay, effect.tokens);
    if (effect.noise == 0) return Sentence::of("outputs unchanged");
    return Sentence::of("%1 dB", printed("%.1f", effect.snrDb()));
}

namespace {

std::string caseName(const Advice& advice, std::size_t index) {
    return index < advice.caseNames.size() ? escaped(advice.caseNames[index]) : std::string();
}

/// The mean hides a case that is much worse.
void sayWorst(Advice& advice) {
    constexpr double kMuchWorse = 2;
    if (!advice.chosen || advice.cases < 2) return;
    const Effect& effect = advice.sets[*advice.chosen].effect;
    if (!effect.finite || !effect.worstCase || effect.worstCase->cost <= kMuchWorse * effect.meanCost()) return;
    const auto& [index, cost] = *effect.worstCase;
    advice.notes.push_back(Sentence::of("Case %1 (%2) is worse than the mean of all: %3 against %4.", index,
                                        caseName(advice, index), costText(advice, cost), costText(advice, effect.meanCost())));
}

/// Why nothing is chosen for a budget.
Sentence withoutFit(const Advice& advice, std::uint64_t budget) {
    std::uint64_t least = 0;
    for (const Row& row : advice.rows)
        least += row.kept ? row.cells[*row.kept].bytes : std::ranges::min_element(row.cells, {}, &Cell::bytes)->bytes;
    const std::string most = bytesText(budget);
    if (least > budget) return Sentence::of("No set of these schemes fits %1: the smallest has %2.", most, bytesText(least));
    const bool any = std::ranges::any_of(advice.sets, [&](const Set& set) { return set.bytes <= budget; });
    return any ? Sentence::of("No set that was evaluated and fits %1 gives finite outputs.", most)
               : Sentence::of("No set that fits %1 was evaluated.", most);
}

void sayResult(Advice& advice, const Options& options) {
    if (advice.chosen) {
        const Set& set = advice.sets[*advice.chosen];
        const auto& worst = set.effect.worstCase;
        if (advice.byWorst && worst && set.effect.finite)
            advice.sentence = Sentence::of("%1 of %2: %3, in the worst case %4, evaluated as a set.", bytesText(set.bytes),
                                           bytesText(advice.wholeBytes), effectText(set.effect), costText(advice, worst->cost));
        else
            advice.sentence = Sentence::of("%1 of %2: %3, evaluated as a set.", bytesText(set.bytes), bytesText(advice.wholeBytes),
                                           effectText(set.effect));
        return;
    }
    if (options.budget) {
        advice.sentence = withoutFit(advice, *options.budget);
    } else if (options.mostKl) {
        advice.sentence = Sentence::of("No set that was evaluated stays within the limit.");
    } else if (advice.front.empty() && !advice.sets.empty()) {
        advice.sentence = Sentence::of("No set that was evaluated gives finite outputs.");
    } else if (!advice.front.empty()) {
        const Set &small = advice.sets[advice.front.front()], &good = advice.sets[advice.front.back()];
        advice.sentence =
            Sentence::of("From %1 (%2) to %3 (%4): %5 {5:set was|sets were} evaluated.", bytesText(small.bytes), effectText(small.effect),
                         bytesText(good.bytes), effectText(good.effect), advice.sets.size());
    }
}

void sayTried(Advice& advice) {
    const Set &from = advice.sets[*advice.triedFrom], &to = advice.sets[*advice.tried];
    advice.notes.push_back(Sentence::of("Tried: %1 in place of %2; evaluated as a set %3 in place of %4; its weights alone say %5.",
                                        bytesText(to.bytes), bytesText(from.bytes), effectText(to.effect), effectText(from.effect),
                                        costText(advice, to.predicted)));
}

void sayStopped(Advice& advice, const Options& options) {
    std::size_t known = 0, all = 0;
    for (const Row& row : advice.rows)
        for (std::size_t cell = 1; cell < row.cells.size(); ++cell) {
            ++all;
            known += row.cells[cell].effect ? 1U : 0U;
        }
    advice.notes.push_back(
        known < all ? Sentence::of("Stopped before it was done: %1 of %2 effects of single weights are known, and %3 {3:set was|sets "
                                   "were} evaluated; the others were left out.",
                                   known, all, advice.sets.size())
                    : Sentence::of("Stopped before it was done: all %1 effects of single weights are known; the search for sets ended "
                                   "at %2 of %3.",
                                   all, advice.sets.size(), options.sets));
}

void sayWhatCostsAre(Advice& advice) {
    if (advice.notFinite > 0)
        advice.notes.push_back(
            Sentence::of("%1 of %2 elements of the outputs are not finite as the record has them: they were not compared.",
                         advice.notFinite, advice.elements));
    if (advice.today.quantised() && !advice.today.effect)
        advice.notes.push_back(
            Sentence::of("Costs are against this export as it is: what its own rounding costs is told against its float original."));
}

/// What the weights of today cost one by one, and all of it.
void sayToday(Advice& advice) {
    double sum = 0;
    bool all = true;
    for (const Row& row : advice.rows) {
        if (!row.today) continue;
        all = all && row.today->effect;
        if (!row.today->effect) continue;
        sum += row.today->effect->cost();
        if (row.weights.size() > 1) continue;
        const auto& held = advice.weights[row.weights.front()].today;
        const auto place = std::ranges::find(advice.today.weights, held, &HeldWeight::held);
        if (place != advice.today.weights.end()) place->effect = row.today->effect;
    }
    const std::string alone = all ? costText(advice, sum) : std::string("–");
    advice.notes.push_back(Sentence::of("The quantised export: %1 of %2, %3 by its own graph; its weights alone say %4.",
                                        bytesText(advice.today.bytes), bytesText(advice.wholeBytes),
                                        effectText(*advice.today.effect), alone));
    if (!advice.today.unjoined.empty())
        advice.notes.push_back(Sentence::of("%1 {1:weight|weights} of it {1:has|have} no original in the float export, %2 first.",
                                            advice.today.unjoined.size(), escaped(advice.today.unjoined.front())));
}

}  // namespace

void say(Advice& advice, const Options& options) {
    advice.notes.clear();
    sayResult(advice, options);
    if (!advice.complete) sayStopped(advice, options);
    if (advice.tried) sayTried(advice);
    sayWorst(advice);
    sayWhatCostsAre(advice);
    remark(advice.today, advice, options.mostKl);
    if (advice.today.effect) sayToday(advice);
}

}  // namespace etscope::advisor
