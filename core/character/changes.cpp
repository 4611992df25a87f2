#include "character/changes.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/enum_table.h"
#include "base/number_text.h"

namespace etscope::character {
namespace {

double logChoose(std::size_t all, std::size_t some) {
    const auto gamma = [](std::size_t n) { return std::lgamma(static_cast<double>(n) + 1); };
    return gamma(all) - gamma(some) - gamma(all - some);
}

/// Repetitions of one input on both sides. Were nothing changed, each way to divide them into sides of these sizes were as likely:
/// one (two where the sides are as large) has the two values apart.
double logChance(std::size_t before, std::size_t after) {
    return (before == after ? std::log(2.0) : 0.0) - logChoose(before + after, before);
}

bool varies(const Given& given) {
    return std::ranges::any_of(given.bits, [&](const auto& one) { return one != given.bits.front(); });
}

/// Nothing: they had no inputs in common.
std::optional<CallChange> compared(const GivenByInputs& before, const GivenByInputs& after) {
    CallChange change;
    double log = 0;
    bool any = false;
    for (const auto& [inputs, given] : after) {
        const auto found = before.find(inputs);
        if (found == before.end()) continue;
        ++change.cases;
        any = any || varies(given) || varies(found->second);
        change.before = found->second.seen, change.after = given.seen;
        change.unitsBefore = std::max(change.unitsBefore, found->second.units),
        change.unitsAfter = std::max(change.unitsAfter, given.units);
        if (given.bits.front() == found->second.bits.front()) continue;
        ++change.apart;
        log += logChance(found->second.bits.size(), given.bits.size());
    }
    if (change.cases == 0) return std::nullopt;
    // Whichever of the cases they are.
    change.chance = std::min(1.0, std::exp(log + logChoose(change.cases, change.apart)));
    change.state = any ? ChangeState::Varies : change.apart > 0 ? ChangeState::Differs : ChangeState::Same;
    return change;
}

bool isThere(const TraitFound& found) { return found.state == TraitState::Yes || found.state == TraitState::Partly; }

}  // namespace

std::string_view stateName(ChangeState state) noexcept {
    static constexpr EnumTable<ChangeState::Varies> kNames({"same", "changed", "differs", "varies"});
    return kNames[state];
}

std::size_t Changes::count(ChangeState state) const noexcept {
    return static_cast<std::size_t>(std::ranges::count(calls, state, &CallChange::state));
}

Changes changesBetween(const Traits& before, const Traits& after) {
    Changes changes;
    for (const auto& [place, given] : after.given()) {
        const auto found = before.given().find(place);
        if (found == before.given().end()) continue;
        if (auto change = compared(found->second, given))
            changes.calls.push_back(*std::move(change));
        else
            ++changes.otherInputs;
    }
    // Bonferroni: the chance of a false alarm of any call is at most the sum of those of all.
    const double share = kFalseAlarms / static_cast<double>(std::max<std::size_t>(changes.calls.size(), 1));
    for (CallChange& change : changes.calls)
        if (change.state == ChangeState::Differs && change.chance <= share) change.state = ChangeState::Changed;
    const auto was = before.found(), is = after.found();
    for (std::size_t i = 0; i < kTraits; ++i) {
        const bool known = was[i].state != TraitState::Unknown && is[i].state != TraitState::Unknown;
        if (known && isThere(was[i]) != isThere(is[i])) changes.traits.push_back({was[i], is[i]});
    }
    return changes;
}

Sentence sentenceOf(const CallChange& change) {
    const std::string before = printed("%.3g", change.unitsBefore), after = printed("%.3g", change.unitsAfter);
    switch (change.state) {
        case ChangeState::Same: return Sentence::of("The same bits for %1 {1:input|inputs}.", change.cases);
        case ChangeState::Changed:
            return Sentence::of("Other bits for %1 of %2 inputs; its error was %3 and is %4 of what is normal.", change.apart,
                                change.cases, before, after);
        case ChangeState::Differs:
            return Sentence::of(
                "Other bits for %1 of %2 inputs, with too few repetitions to tell that from what it does by itself.", change.apart,
                change.cases);
        case ChangeState::Varies: return Sentence::of("It gives other bits from run to run: bits tell nothing of a change.");
    }
    return {};
}

Sentence sentenceOf(const TraitChange& change) {
    return Sentence::of("Before: %1 Now: %2", sentenceOf(change.before), sentenceOf(change.after));
}

}  // namespace etscope::character
