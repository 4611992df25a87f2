#include "advisor/today.h"

#include <algorithm>
#include <cmath>

#include "advisor/advice.h"
#include "base/bytes_text.h"
#include "base/number_text.h"

namespace etscope::advisor {
namespace {

/// Remarks of one kind; more are counted.
constexpr std::size_t kMostRemarks = 5;
/// Costs that no one asks about where nobody says a limit: nats, and noise over signal.
constexpr double kLittleKl = 1e-3, kLittleNoise = 1e-4;
/// Of what codes reach that which values span, below which it is told.
constexpr double kSmallSpan = 0.25;
/// Of all elements those that clip, or of what codes reach how far beyond they are: from which on it is told.
constexpr double kManyClip = 1e-3, kFarBeyond = 0.05;
/// Of the parts of a weight, from which on it is told.
constexpr double kManyParts = 0.05;

Sentence partsWord(const HeldWeight& weight) {
    const bool groups = weight.held->scheme.grain == Grain::Group || weight.held->scheme.grain == Grain::Block;
    return groups ? Sentence::of("groups") : Sentence::of("channels");
}

/// One kind of remarks: those that matter most first, and how many others there are.
class RemarksOfKind {
public:
    void add(double weight, Sentence sentence) { m_all.emplace_back(weight, std::move(sentence)); }
    void moveTo(std::vector<Sentence>& to) {
        std::ranges::stable_sort(m_all, std::ranges::greater(), [](const auto& one) { return one.first; });
        for (std::size_t i = 0; i < std::min(kMostRemarks, m_all.size()); ++i) to.push_back(std::move(m_all[i].second));
        if (m_all.size() > kMostRemarks)
            to.push_back(Sentence::of("The same of %1 {1:other|others}, less.", m_all.size() - kMostRemarks));
        m_all.clear();
    }

private:
    std::vector<std::pair<double, Sentence>> m_all;
};

void remarkCensus(Today& today) {
    std::vector<Sentence> parts;
    for (const HeldAlike& one : today.census)
        parts.push_back(Sentence::of("%1: %2 {2:weight|weights}, %3", one.text, one.weights, bytesText(one.bytes)));
    if (!parts.empty()) today.remarks.push_back(Sentence::of("Held as %1.", Sentence::list(std::move(parts), "; ")));
}

void remarkWaste(Today& today) {
    RemarksOfKind fewer, half, outliers, zero;
    for (const HeldWeight& weight : today.weights) {
        if (!weight.held->waste) continue;
        const Waste& waste = *weight.held->waste;
        const std::string name = weight.module.empty() ? weight.name : weight.module;
        const auto bytes = static_cast<double>(weight.held->bytes);
        const auto many = [&](std::uint64_t count) {
            return count > 0 && static_cast<double>(count) >= kManyParts * static_cast<double>(waste.parts);
        };
        if (waste.needed < waste.bits && waste.zero < waste.parts)
            fewer.add(bytes, Sentence::of("%1: all codes fit %2 {2:bit|bits} of %3 with the scales as they are.", name, waste.needed,
                                          waste.bits));
        else if (many(waste.half))
            half.add(bytes * waste.spare,
                     Sentence::of("%1: in %2 of %3 %4 the codes reach half of what is possible or less; %5 bits are spare on average.",
                                  name, waste.half, waste.parts, partsWord(weight), printed("%.2f", waste.spare)));
        if (many(waste.outliers))
            outliers.add(bytes, Sentence::of("%1: in %2 of %3 %4 one element alone reaches twice as far as any other, and sets the scale.",
                                             name, waste.outliers, waste.parts, partsWord(weight)));
        if (waste.zero > 0)
            zero.add(static_cast<double>(waste.zero),
                     Sentence::of("%1: %2 of %3 %4 are zeros alone.", name, waste.zero, waste.parts, partsWord(weight)));
    }
    for (RemarksOfKind* kind : {&fewer, &half, &outliers, &zero}) kind->moveTo(today.remarks);
}

void remarkActivations(Today& today) {
    RemarksOfKind clips, few;
    for (const FixedActivation& one : today.activations) {
        const Sentence name = one.module.empty() ? Sentence::of("%1 (of %2)", one.name, one.value)
                                                 : Sentence::of("%1 (of %2 in %3)", one.name, one.value, one.module);
        const auto number = [](double value) { return printed("%.4g", value); };
        // Zero has a code whatever comes in.
        const double reach = one.mostEnd - one.leastEnd, span = std::max(one.most, 0.0) - std::min(one.least, 0.0);
        if (one.clipped > 0 && (one.clippedShare() >= kManyClip || one.beyond >= kFarBeyond * reach))
            clips.add(one.clippedShare(),
                      Sentence::of("%1 clips %2 of %3 elements: its codes reach from %4 to %5, and %6 to %7 came in.", name,
                                   one.clipped, one.elements, number(one.leastEnd), number(one.mostEnd), number(one.least),
                                   number(one.most)));
        else if (one.elements > 0 && span < kSmallSpan * reach)
            few.add(1 - span / reach,
                    Sentence::of("%1: %2 of %3 codes occur; from %4 to %5 came in, its codes reach from %6 to %7.", name, one.used,
                                 one.possible, number(one.least), number(one.most), number(one.leastEnd), number(one.mostEnd)));
    }
    clips.moveTo(today.remarks);
    few.moveTo(today.remarks);
}

/// The narrowest scheme of each weight that is floating whose effect is little.
void remarkFloats(Today& today, const Advice& advice, std::optional<double> mostCost) {
    const double little = mostCost.value_or(advice.logits ? kLittleKl : kLittleNoise);
    RemarksOfKind floats;
    for (const Row& row : advice.rows) {
        if (!row.cells.front().scheme->isFloat() || row.today) continue;
        const Cell* best = nullptr;
        for (const Cell& cell : row.cells) {
            if (cell.scheme->isFloat() || !cell.effect || cell.effect->cost() > little || cell.bytes >= row.cells.front().bytes)
                continue;
            if (cell.effect->kl && cell.effect->stay < cell.effect->tokens) continue;
            if (best == nullptr || cell.bytes < best->bytes) best = &cell;
        }
        if (best == nullptr) continue;
        const std::string cost = advice.logits ? "KL " + printed("%.3g", best->effect->cost())
                                               : printed("%.1f", best->effect->snrDb()) + " dB";
        floats.add(static_cast<double>(row.cells.front().bytes - best->bytes),
                   Sentence::of("%1 is left in floating point without need: as %2 it takes %3 in place of %4, and alone costs %5.",
                                row.name, std::string(best->scheme->id), bytesText(best->bytes),
                                bytesText(row.cells.front().bytes), cost));
    }
    floats.moveTo(today.remarks);
}

}  // namespace

Today todayOf(const std::vector<Weight>& weights, std::vector<FixedActivation> activations) {
    Today today;
    today.activations = std::move(activations);
    for (const Weight& weight : weights) {
        WeightScheme plain;
        plain.type = weight.type;
        const WeightScheme& scheme = weight.held ? weight.held->scheme : plain;
        const Sentence text = weight.held ? weight.held->text() : plain.text();
        auto place = std::ranges::find(today.census, text, &HeldAlike::text);
        if (place == today.census.end())
            place = today.census.insert(today.census.end(), {text, scheme.id(), weight.held != nullptr, 0, 0, 0});
        ++place->weights;
        place->elements += static_cast<std::uint64_t>(weight.channels) * static_cast<std::uint64_t>(weight.inputs);
        place->bytes += weight.bytes();
        today.bytes += weight.bytes();
        if (weight.held) today.weights.push_back({weight.name, weight.module, weight.held, {}});
    }
    std::ranges::stable_sort(today.census, std::ranges::greater(), &HeldAlike::bytes);
    return today;
}

void remark(Today& today, const Advice& advice, std::optional<double> mostCost) {
    today.remarks.clear();
    if (!today.quantised()) return;
    remarkCensus(today);
    remarkWaste(today);
    remarkActivations(today);
    remarkFloats(today, advice, mostCost);
}

}  // namespace etscope::advisor
