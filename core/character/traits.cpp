#include "character/traits.h"

#include <algorithm>
#include <cmath>

#include "base/enum_table.h"
#include "base/number_text.h"
#include "evaluate/elements.h"

namespace etscope::character {
namespace {

/// Fewer elements are no habit of a device.
constexpr std::uint64_t kFewest = 3;
/// A factor is one where it is off 1 by so much, and the rest off it by no more than that share of what it is off.
constexpr double kOffOne = 0.01, kRest = 0.05;
constexpr std::size_t kFewestScaled = 8;
/// Factors of the same call in several runs are the same one.
constexpr double kSameFactor = 0.01;

TraitState stateOf(std::uint64_t looked, std::uint64_t shown, std::uint64_t fewest) {
    if (looked < fewest || looked == 0) return TraitState::Unknown;
    return shown == 0 ? TraitState::No : shown == looked ? TraitState::Yes : TraitState::Partly;
}

/// Few elements of a sum in bf16 may all be as close as those of one in f16: then what they are rounded to tells. Nothing: so few
/// that numbers of f16 may all be some of bf16 by chance.
std::optional<evaluate::Accumulator> narrowOf(const Observation& one) {
    constexpr std::size_t kEnough = 4;
    if (*one.accumulator == evaluate::Accumulator::F32) return one.accumulator;
    const auto allIn = [&](ScalarType type) {
        return std::ranges::all_of(one.given, [&](double value) { return evaluate::roundedTo(type, value) == value; });
    };
    if (!allIn(ScalarType::BF16)) return allIn(ScalarType::F16) ? evaluate::Accumulator::F16 : one.accumulator;
    const bool told = one.given.size() >= kEnough || *one.accumulator == evaluate::Accumulator::BF16;
    return told ? std::optional(evaluate::Accumulator::BF16) : std::nullopt;
}

/// Elements that stand at the largest or the smallest number that the result has, and belong beyond it, where all others are about
/// right. Empty: so many that others tell what the bound is are not there.
std::vector<std::size_t> heldAtBound(const Observation& one) {
    constexpr double kBeyond = 1e-3, kClose = 1e-2, kBesideZero = 1e-6;
    if (!one.wrong || !std::ranges::all_of(one.given, [](double value) { return std::isfinite(value); })) return {};
    const auto [least, most] = std::ranges::minmax(one.given);
    const double margin = kBeyond * std::max(std::fabs(least), std::fabs(most));
    std::vector<std::size_t> held;
    for (std::size_t i = 0; i < one.right.size(); ++i) {
        const double right = one.right[i], given = one.given[i];
        const bool above = right > most + margin, below = right < least - margin;
        if (!std::isfinite(right) || (above && given != most) || (below && given != least)) return {};
        if (above || below)
            held.push_back(i);
        else if (std::fabs(given - right) > kClose * std::fabs(right) + kBesideZero * margin)
            return {};
    }
    const std::size_t others = one.right.size() - held.size();
    return held.size() >= kFewest && others >= kFewest ? held : std::vector<std::size_t>();
}

Place placeOf(const Seen& seen) { return {seen.method, seen.instruction, seen.result}; }

}  // namespace

std::string_view traitName(Trait trait) noexcept {
    static constexpr EnumTable<Trait::NotDeterministic> kNames(
        {"sums-in-f16", "sums-in-bf16", "flushes-subnormals", "saturates", "scales", "not-deterministic"});
    return kNames[trait];
}

std::string_view stateName(TraitState state) noexcept {
    static constexpr EnumTable<TraitState::Unknown> kNames({"yes", "partly", "no", "unknown"});
    return kNames[state];
}

std::string_view unitOf(Trait trait) noexcept {
    static constexpr EnumTable<Trait::NotDeterministic> kUnits(
        {"results", "results", "elements", "elements", "results", "repetitions"});
    return kUnits[trait];
}

Sentence sentenceOf(const TraitFound& found) {
    const auto nothing = found.state == TraitState::Unknown;
    switch (found.trait) {
        case Trait::SumsInF16:
        case Trait::SumsInBf16: {
            const std::string type = found.trait == Trait::SumsInF16 ? "f16" : "bf16";
            if (nothing) return Sentence::of("Nothing tells whether it sums in %1: no sum was rounded.", type);
            if (found.shown == 0)
                return Sentence::of("It does not sum in %1: all %2 sums that were rounded are closer.", type, found.looked);
            return Sentence::of("%2 of %3 sums that were rounded are as far off as sums in %1.", type, found.shown, found.looked);
        }
        case Trait::FlushesSubnormals:
            if (nothing)
                return Sentence::of(
                    "Nothing tells whether subnormal numbers become zero: fewer than %1 right results are subnormal.", kFewest);
            if (found.shown == 0) return Sentence::of("It keeps subnormal numbers: all %1 of them.", found.looked);
            return Sentence::of("%1 of %2 subnormal results became zero.", found.shown, found.looked);
        case Trait::Saturates:
            if (nothing) return Sentence::of("Nothing tells whether it saturates: no right result is beyond 65504.");
            if (found.shown == 0) return Sentence::of("It does not saturate: all %1 results beyond 65504 are there.", found.looked);
            return Sentence::of("%1 of %2 results beyond a bound became that bound, %3 where it shows first.", found.shown,
                                found.looked, printed("%.7g", found.example ? found.example->given : 0.0));
        case Trait::Scales:
            if (nothing)
                return Sentence::of("Nothing tells whether results are scaled: none could be held against the right ones.");
            if (found.shown == 0) return Sentence::of("None of %1 results is the right one times a number.", found.looked);
            return Sentence::of("%1 of %2 results are the right ones times a number, about %3.", found.shown, found.looked,
                                printed("%.4g", found.factor));
        case Trait::NotDeterministic:
            if (nothing)
                return Sentence::of("Nothing tells whether it is deterministic: no call was made twice with the same inputs.");
            if (found.shown == 0) return Sentence::of("The same inputs gave the same bits, in %1 repetitions.", found.looked);
            return Sentence::of("The same inputs gave other bits in %1 of %2 repetitions.", found.shown, found.looked);
    }
    return {};
}

void Traits::note(Trait trait, bool shows, const Observation& one, std::size_t element) {
    Count& count = of(trait);
    ++count.looked;
    count.shown += shows ? 1U : 0U;
    const auto at = [&](std::span<const double> values) { return element < values.size() ? values[element] : 0.0; };
    if (shows && !count.example) count.example = Example{one.seen, element, at(one.right), at(one.given)};
}

void Traits::add(const Observation& one) {
    ++m_results;
    Given& given = m_given[placeOf(one.seen)][one.inputs];
    if (given.bits.empty()) given.seen = one.seen;
    given.bits.push_back(one.bits);
    given.first.emplace(one.seen.process, one.bits);
    given.units = std::max(given.units, one.units);
    if (one.right.size() != one.given.size() || one.right.empty() || !isFloating(one.type)) return;
    addSums(one);
    addElements(one);
    addFactor(one);
}

/// A sum that is right to the last bit says nothing of the type that it was summed in.
void Traits::addSums(const Observation& one) {
    if (!one.sums || !one.rounded || !one.accumulator) return;
    std::size_t worst = 0;
    double most = -1;
    for (std::size_t i = 0; i < one.right.size(); ++i)
        if (const double apart = std::fabs(one.given[i] - one.right[i]); apart > most) most = apart, worst = i;
    const auto type = narrowOf(one);
    if (!type) return;
    note(Trait::SumsInF16, type == evaluate::Accumulator::F16, one, worst);
    note(Trait::SumsInBf16, type == evaluate::Accumulator::BF16, one, worst);
}

void Traits::addElements(const Observation& one) {
    const auto range = evaluate::floatRange(one.type);
    const auto f16 = evaluate::floatRange(ScalarType::F16);
    bool others = true;  // no bound of a type is met
    for (std::size_t i = 0; i < one.right.size(); ++i) {
        const double right = std::fabs(one.right[i]), given = std::fabs(one.given[i]);
        if (std::isnan(right) || std::isnan(given)) continue;
        // Beside zero only what is about right tells that the number is kept.
        if (one.elementwise && right < range.leastNormal && right >= 2 * range.roundoff * range.leastNormal &&
            (given == 0 || (given > right / 2 && given < right * 2)))
            note(Trait::FlushesSubnormals, given == 0, one, i);
        if (std::isinf(right)) continue;  // it may only have been handed on
        const bool beyondF16 = right > f16.largest * 1.001, beyondOwn = right > range.largest;
        const bool clipped = (beyondF16 && given == f16.largest) || (beyondOwn && given == range.largest);
        const bool kept = beyondOwn ? std::isinf(given) : beyondF16 && given > right / 2;
        if (clipped || kept) note(Trait::Saturates, clipped, one, i);
        others = others && !clipped;
    }
    if (!others) return;
    for (const std::size_t i : heldAtBound(one)) note(Trait::Saturates, true, one, i);
}

/// The factor that fits best by least squares, where what is left over is little.
void Traits::addFactor(const Observation& one) {
    double cross = 0, own = 0, all = 0, largest = 0;
    std::size_t count = 0, first = 0;
    for (std::size_t i = 0; i < one.right.size(); ++i) {
        if (!std::isfinite(one.right[i]) || !std::isfinite(one.given[i])) continue;
        cross += one.right[i] * one.given[i], own += one.right[i] * one.right[i], all += one.given[i] * one.given[i];
        if (std::fabs(one.right[i]) > largest) largest = std::fabs(one.right[i]), first = i;
        ++count;
    }
    if (count < kFewestScaled || own == 0 || all == 0) return;
    ++m_judged;
    const double factor = cross / own, rest = std::sqrt(std::max(0.0, all - factor * cross) / all);
    if (!one.wrong || std::fabs(factor - 1) < kOffOne || rest > kRest * std::fabs(factor - 1) / std::max(1.0, std::fabs(factor)))
        return;
    m_factors[placeOf(one.seen)].push_back({factor, Example{one.seen, first, one.right[first], one.given[first]}});
}

TraitFound Traits::scales() const {
    TraitFound found{Trait::Scales, TraitState::Unknown, m_judged, 0, {}, 1};
    for (const auto& [place, all] : m_factors) {
        const auto [least, most] = std::ranges::minmax(all, {}, [](const auto& one) { return one.first; });
        if (most.first - least.first > kSameFactor * std::fabs(least.first)) continue;
        if (found.shown == 0) found.example = all.front().second, found.factor = all.front().first;
        found.shown += all.size();
    }
    found.state = stateOf(found.looked, found.shown, 1);
    return found;
}

TraitFound Traits::notDeterministic() const {
    TraitFound found{Trait::NotDeterministic, TraitState::Unknown, 0, 0, {}, 1};
    for (const auto& [place, byInputs] : m_given)
        for (const auto& [inputs, given] : byInputs) {
            const auto& first = given.bits.front();
            const auto others = std::ranges::count_if(given.bits, [&](const auto& one) { return one != first; });
            found.looked += given.bits.size() - 1;
            found.shown += static_cast<std::uint64_t>(others);
            if (others > 0 && !found.example) found.example = Example{given.seen, 0, 0, 0};
        }
    found.state = found.looked == 0 ? TraitState::Unknown : found.shown == 0 ? TraitState::No : TraitState::Yes;
    return found;
}

std::vector<TraitFound> Traits::found() const {
    std::vector<TraitFound> all;
    for (std::size_t i = 0; i < kTraits; ++i) {
        const auto trait = static_cast<Trait>(i);
        const Count& count = m_counts[i];
        if (trait == Trait::Scales)
            all.push_back(scales());
        else if (trait == Trait::NotDeterministic)
            all.push_back(notDeterministic());
        else
            all.push_back({trait, stateOf(count.looked, count.shown, trait == Trait::FlushesSubnormals ? kFewest : 1), count.looked,
                           count.shown, count.example, 1});
    }
    return all;
}

}  // namespace etscope::character
