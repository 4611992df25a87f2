#include "advisor/effect.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace etscope::advisor {
namespace {

/// log Σ exp of a row.
double logSum(std::span<const double> row) {
    const double most = *std::ranges::max_element(row);
    double sum = 0;
    for (const double one : row) sum += std::exp(one - most);
    return most + std::log(sum);
}

double klOf(std::span<const double> reference, std::span<const double> given) {
    const double ours = logSum(reference), theirs = logSum(given);
    double kl = 0;
    for (std::size_t i = 0; i < reference.size(); ++i) {
        const double log = reference[i] - ours, share = std::exp(log);
        if (share > 0) kl += share * (log - (given[i] - theirs));
    }
    return std::max(kl, 0.0);
}

}  // namespace

double Effect::snrDb() const noexcept {
    return noise == 0 ? std::numeric_limits<double>::infinity() : 10 * std::log10(signal / noise);
}

double Effect::meanCost() const noexcept {
    if (!finite || std::isnan(noise)) return std::numeric_limits<double>::infinity();
    return kl ? *kl : signal > 0 ? noise / signal : noise;
}

void addEffect(const Output& reference, const std::vector<double>& given, Effect& effect) {
    if (given.size() != reference.values.size()) {
        effect.finite = false;
        return;
    }
    for (std::size_t i = 0; i < given.size(); ++i) {
        const double right = reference.values[i], apart = given[i] - right;
        if (std::isfinite(right) != std::isfinite(given[i])) effect.finite = false;
        if (!std::isfinite(right) || !std::isfinite(given[i])) continue;
        effect.signal += right * right;
        effect.noise += apart * apart;
        effect.worst = std::max(effect.worst, std::fabs(apart));
    }
    if (reference.columns < 2 || !effect.finite) return;
    double sum = effect.kl.value_or(0) * static_cast<double>(effect.tokens);
    const std::size_t before = effect.tokens;
    for (std::size_t first = 0; first + reference.columns <= given.size(); first += reference.columns) {
        const auto right = std::span(reference.values).subspan(first, reference.columns);
        if (!isDistribution(right)) continue;
        const auto other = std::span(given).subspan(first, reference.columns);
        sum += klOf(right, other);
        ++effect.tokens;
        effect.stay +=
            std::ranges::max_element(right) - right.begin() == std::ranges::max_element(other) - other.begin() ? std::size_t{1} : 0;
    }
    if (effect.tokens > before) effect.kl = sum / static_cast<double>(effect.tokens);
}

bool isDistribution(std::span<const double> row) {
    const auto spoils = [](double one) { return std::isnan(one) || one == std::numeric_limits<double>::infinity(); };
    return std::ranges::none_of(row, spoils) && std::ranges::any_of(row, [](double one) { return std::isfinite(one); });
}

void addCase(const Effect& own, std::size_t index, Effect& effect) {
    if (own.kl)
        effect.kl = (effect.kl.value_or(0) * static_cast<double>(effect.tokens) + *own.kl * static_cast<double>(own.tokens)) /
                    static_cast<double>(effect.tokens + own.tokens);
    effect.tokens += own.tokens, effect.stay += own.stay;
    effect.signal += own.signal, effect.noise += own.noise;
    effect.worst = std::max(effect.worst, own.worst);
    effect.finite = effect.finite && own.finite;
    const double cost = own.meanCost();
    if (!effect.worstCase || cost > effect.worstCase->cost) effect.worstCase = CaseCost{index, cost};
}

}  // namespace etscope::advisor
