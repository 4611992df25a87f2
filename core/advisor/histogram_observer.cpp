#include "advisor/histogram_observer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace etscope::advisor {
namespace {

constexpr int kBins = 2048, kLevels = 256, kFiner = 16;
constexpr float kInfinite = std::numeric_limits<float>::infinity();

/// torch.histc: elements between both ends, the last bin with its end.
std::vector<float> counted(std::span<const float> values, float least, float most) {
    if (least == most) least -= 1, most += 1;
    std::vector<std::uint64_t> counts(kBins);
    for (const float one : values) {
        if (!(one >= least && one <= most)) continue;
        // Ends whose distance is no number leave all in the first bin.
        const float at = (one - least) * kBins / (most - least);
        ++counts[at >= kBins ? kBins - 1 : at > 0 ? static_cast<std::size_t>(at) : 0];
    }
    return {counts.begin(), counts.end()};
}

/// Element i of torch.linspace with so many steps, which is made from both ends with fused products.
float linspaceAt(float first, float last, int steps, int i) {
    const float step = (last - first) / static_cast<float>(steps - 1);
    return i < steps / 2 ? std::fma(step, static_cast<float>(i), first) : std::fma(-step, static_cast<float>(steps - i - 1), last);
}

/// torch.div(a, b, rounding_mode="floor").
float floorDivided(float a, float b) {
    const float rest = std::fmod(a, b);
    float quotient = (a - rest) / b;
    if (rest != 0 && (b < 0) != (rest < 0)) quotient -= 1;
    float floored = std::floor(quotient);
    if (quotient - floored > 0.5F) floored += 1;
    return quotient == 0 ? std::copysign(0.0F, a / b) : floored;
}

/// ∫ x² from `begin` to `end`, times the density.
float normOf(float begin, float end, float density) { return density * ((end * end * end - begin * begin * begin) / 3.0F); }

}  // namespace

HistogramObserver::HistogramObserver() : m_histogram(kBins), m_least(kInfinite), m_most(-kInfinite) {}

void HistogramObserver::observe(std::span<const float> values) {
    std::vector<float> finite;
    if (std::ranges::any_of(values, [](float one) { return std::isnan(one); })) m_broken = true;
    if (std::ranges::any_of(values, [](float one) { return !std::isfinite(one); })) {
        std::ranges::copy_if(values, std::back_inserter(finite), [](float one) { return std::isfinite(one); });
        values = finite;
    }
    if (values.empty() || m_broken) return;
    const auto [low, high] = std::ranges::minmax_element(values);
    const float least = std::min(*low, m_least), most = std::max(*high, m_most);
    auto more = counted(values, least, most);
    if (m_least > m_most)
        m_histogram = std::move(more);
    else
        combine(more, least, most);
    m_least = least, m_most = most;
}

void HistogramObserver::combine(const std::vector<float>& more, float least, float most) {
    std::vector<float> before = m_histogram;
    if (least != m_least || most != m_most) {
        if (m_least == m_most) {
            const float all = std::accumulate(before.begin(), before.end(), 0.0F);
            before = counted(std::span(&m_least, 1), least, most);
            for (float& one : before) one *= all;
        } else {
            before = widened(least, most);
        }
    }
    for (std::size_t i = 0; i < before.size(); ++i) m_histogram[i] = more[i] + before[i];
}

/// The histogram over wider ends: each bin as sixteen, put where their middles are.
std::vector<float> HistogramObserver::widened(float least, float most) const {
    std::vector<float> bounds(kBins + 1), wide(kBins);
    for (int i = 0; i <= kBins; ++i) bounds[static_cast<std::size_t>(i)] = linspaceAt(least, most, kBins + 1, i);
    const float size = (m_most - m_least) / static_cast<float>(kBins * kFiner), half = 0.5F * size;
    for (int i = 0; i < kBins * kFiner; ++i) {
        const float middle = linspaceAt(m_least, m_most, kBins * kFiner + 1, i) + half;
        const auto bin = std::upper_bound(bounds.begin(), bounds.end(), middle) - bounds.begin() - 1;
        wide[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(bin, 0, kBins - 1))] +=
            m_histogram[static_cast<std::size_t>(i / kFiner)] / static_cast<float>(kFiner);
    }
    return wide;
}

/// What is lost where the bins from `first` to `last` are what 256 levels cover.
double HistogramObserver::lossBetween(int first, int last) const {
    const double width = (static_cast<double>(m_most) - static_cast<double>(m_least)) / kBins,
                 level = width * (last - first + 1) / kLevels;
    if (level == 0) return 0;
    const auto bin = static_cast<float>(width), step = static_cast<float>(level), half = static_cast<float>(level / 2);
    const float whole = (half * half * half - (-half) * (-half) * (-half)) / 3.0F;
    const auto levelOf = [&](float at) { return std::clamp(floorDivided(at, step), 0.0F, static_cast<float>(kLevels - 1)); };
    double loss = 0;
    for (int i = 0; i < kBins; ++i) {
        const float begin = static_cast<float>(i - first) * bin, end = begin + bin;
        const float firstLevel = levelOf(begin), lastLevel = levelOf(end);
        const float density = m_histogram[static_cast<std::size_t>(i)] / bin;
        float norm = normOf(begin - (firstLevel + 0.5F) * step, half, density);
        norm += (lastLevel - firstLevel - 1) * (density * whole);
        norm += normOf(-half, end - (lastLevel * step + half), density);
        loss += static_cast<double>(norm);
    }
    return static_cast<double>(static_cast<float>(loss));
}

Parameters HistogramObserver::parameters() const {
    if (m_broken) return {std::numeric_limits<float>::quiet_NaN(), 0};
    if (m_least > m_most) return {};
    std::vector<float> sums(kBins);
    double sum = 0;
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = static_cast<float>(sum += static_cast<double>(m_histogram[i]));
    const auto all = static_cast<double>(static_cast<float>(sum));
    constexpr double kStep = 1e-5;
    double alpha = 0, beta = 1, least = std::numeric_limits<double>::infinity();
    int first = 0, last = kBins - 1;
    while (alpha < beta) {
        const double nextAlpha = alpha + kStep, nextBeta = beta - kStep;
        int left = first, right = last;
        while (left < last && sums[static_cast<std::size_t>(left)] < static_cast<float>(nextAlpha * all)) ++left;
        while (right > first && sums[static_cast<std::size_t>(right)] > static_cast<float>(nextBeta * all)) --right;
        int nextFirst = first, nextLast = last;
        if (left - first > last - right)
            nextFirst = left, alpha = nextAlpha;
        else
            nextLast = right, beta = nextBeta;
        if (nextFirst == first && nextLast == last) continue;
        const double loss = lossBetween(nextFirst, nextLast);
        if (loss > least) break;
        least = loss, first = nextFirst, last = nextLast;
    }
    const float width = (m_most - m_least) / static_cast<float>(kBins);
    return staticParameters(m_least + width * static_cast<float>(first), m_least + width * static_cast<float>(last + 1));
}

}  // namespace etscope::advisor
