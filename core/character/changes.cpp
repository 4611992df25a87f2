#include "character/changes.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

#include "base/enum_table.h"
#include "base/number_text.h"

namespace etscope::character {
namespace {

double logChoose(std::size_t all, std::size_t some) {
    const auto gamma = [](std::size_t n) { return std::lgamma(static_cast<double>(n) + 1); };
    return gamma(all) - gamma(some) - gamma(all - some);
}

bool varies(const Given& given) {
    return std::ranges::any_of(given.bits, [&](const auto& one) { return one != given.bits.front(); });
}

/// Nothing: they had no inputs in common.
std::optional<CallChange> compared(const GivenByInputs& before, const GivenByInputs& after) {
    CallChange change;
    bool any = false;
    for (const auto& [inputs, given] : after) {
        const auto found = before.find(inputs);
        if (found == before.end()) continue;
        ++change.cases;
        any = any || varies(given) || varies(found->second);
        change.before = found->second.seen, change.after = given.seen;
        change.unitsBefore = std::max(change.unitsBefore, found->second.units);
        change.unitsAfter = std::max(change.unitsAfter, given.units);
        change.apart += given.bits.front() != found->second.bits.front() ? 1U : 0U;
    }
    if (change.cases == 0) return std::nullopt;
    change.state = any ? ChangeState::Varies : change.apart > 0 ? ChangeState::Differs : ChangeState::Same;
    return change;
}

std::set<std::size_t> processesOf(const Traits& traits) {
    std::set<std::size_t> processes;
    for (const auto& [place, byInputs] : traits.given())
        for (const auto& [inputs, given] : byInputs)
            for (const auto& [process, bits] : given.first) processes.insert(process);
    return processes;
}

/// How calls part the processes of both sides, whatever side they are of.
class Splits {
public:
    Splits(const Traits& before, const Traits& after) : m_before(processesOf(before).size()), m_after(processesOf(after).size()) {}

    /// False: a process has given nothing. Two values that part all processes into parts as large as the sides are remembered.
    bool add(const Given& before, const Given& after) {
        if (before.first.size() != m_before || after.first.size() != m_after) return false;
        const tensor::ContentHash one = before.first.begin()->second;
        std::set<tensor::ContentHash> others;
        std::vector<bool> isOther;
        for (const auto* side : {&before.first, &after.first})
            for (const auto& [process, bits] : *side) {
                isOther.push_back(bits != one);
                if (bits != one) others.insert(bits);
            }
        const auto size = static_cast<std::size_t>(std::ranges::count(isOther, true));
        if (others.size() == 1 && (size == m_after || size == m_before)) m_seen.insert(std::move(isOther));
        return true;
    }

    /// Were nothing changed, each way to divide all processes into the two sides were as likely: the share of the ways along which
    /// some call is parted.
    double chance() const {
        const double each = m_before == m_after ? 2 : 1;
        return std::min(1.0, each * static_cast<double>(m_seen.size()) / std::exp(logChoose(m_before + m_after, m_before)));
    }

private:
    std::size_t m_before, m_after;
    std::set<std::vector<bool>> m_seen;
};

/// That all that shows a trait lies on one side by chance, were both sides parts of one.
double chanceOf(const TraitFound& there, const TraitFound& other) {
    return std::exp(logChoose(there.looked, there.shown) - logChoose(there.looked + other.looked, there.shown));
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
    Splits splits(before, after);
    std::vector<bool> whole;  // by call: every process gave it
    for (const auto& [place, given] : after.given()) {
        const auto found = before.given().find(place);
        if (found == before.given().end()) continue;
        auto change = compared(found->second, given);
        if (!change) {
            ++changes.otherInputs;
            continue;
        }
        bool all = true;
        for (const auto& [inputs, one] : given)
            if (const auto same = found->second.find(inputs); same != found->second.end())
                all = splits.add(same->second, one) && all;
        changes.calls.push_back(*std::move(change));
        whole.push_back(all);
    }
    for (std::size_t i = 0; i < changes.calls.size(); ++i) {
        CallChange& change = changes.calls[i];
        if (change.state != ChangeState::Differs || !whole[i]) continue;
        change.chance = splits.chance();
        if (change.chance <= kFalseAlarms) change.state = ChangeState::Changed;
    }
    const auto was = before.found(), is = after.found();
    for (std::size_t i = 0; i < kTraits; ++i) {
        const bool known = was[i].state != TraitState::Unknown && is[i].state != TraitState::Unknown;
        // Of what varies from run to run a few runs tell little.
        if (!known || isThere(was[i]) == isThere(is[i]) || was[i].trait == Trait::NotDeterministic) continue;
        const bool gone = isThere(was[i]);
        if (chanceOf(gone ? was[i] : is[i], gone ? is[i] : was[i]) <= kFalseAlarms / kTraits)
            changes.traits.push_back({was[i], is[i]});
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
