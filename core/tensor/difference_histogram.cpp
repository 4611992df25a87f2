// Counts of |d| in half decades.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "tensor/comparison_kernel.h"
#include "tensor/comparison_lanes.h"
#include "tensor/comparison_pass.h"

namespace etscope::tensor {
namespace {

constexpr int kFirstBin = -650;  // 10^-325 is below the least double, 10^309 above the largest
constexpr std::size_t kBins = 1268;
constexpr std::size_t kExponents = 2048;

double edgeOf(int bin) { return std::pow(10.0, bin / 2) * (bin % 2 == 0 ? 1.0 : bin > 0 ? std::sqrt(10.0) : 1 / std::sqrt(10.0)); }

/// The lower edges of all bins.
const std::array<double, kBins>& binEdges() {
    static const auto kEdges = [] {
        std::array<double, kBins> table{};
        for (std::size_t i = 0; i < kBins; ++i) table[i] = edgeOf(kFirstBin + static_cast<int>(i));
        return table;
    }();
    return kEdges;
}

/// Of every binary exponent: the place of the bin of its least number, and where the next bin begins. An octave holds one edge at
/// most.
struct Octave {
    std::uint32_t place = 0;
    double next = 0;
};

const std::array<Octave, kExponents>& octaves() {
    static const auto kOctaves = [] {
        std::array<Octave, kExponents> table{};
        for (std::size_t e = 1; e + 1 < kExponents; ++e) {  // 0: zero and subnormals, the last: infinity and NaN
            const double least = std::ldexp(1.0, static_cast<int>(e) - 1023);
            int bin = static_cast<int>(std::floor(2 * std::log10(least)));
            while (edgeOf(bin) > least) --bin;
            while (edgeOf(bin + 1) <= least) ++bin;
            table[e] = {static_cast<std::uint32_t>(bin - kFirstBin), edgeOf(bin + 1)};
        }
        return table;
    }();
    return kOctaves;
}

std::size_t exponentOf(double value) noexcept {
    return static_cast<std::size_t>(std::bit_cast<std::uint64_t>(value) >> 52U) & (kExponents - 1);
}

/// Place of the bin of a positive finite number.
std::size_t placeOf(double value) noexcept {
    if (const std::size_t exponent = exponentOf(value); exponent > 0) {
        const Octave& octave = octaves()[exponent];
        return octave.place + (value >= octave.next ? 1U : 0U);
    }
    const int bin = static_cast<int>(std::floor(2 * std::log10(value)));
    return static_cast<std::size_t>(std::clamp(bin - kFirstBin, 0, static_cast<int>(kBins) - 1));
}

}  // namespace

DifferenceHistogram::DifferenceHistogram() : m_counts(kBins, 0) {}

void DifferenceHistogram::add(double difference) noexcept {
    if (difference == 0)
        ++m_zeros;
    else if (exponentOf(difference) < kExponents - 1)
        ++m_counts[placeOf(difference)];
}

// Most differences lie in few bins below the largest: all are held against the edges of those, which needs no tables, and only
// what is below them is looked up.
void DifferenceHistogram::add(std::span<const float> reference, std::span<const float> runtime, double most) noexcept {
    constexpr std::size_t kBelow = lanes::kEdges - 1;  // the last edge tells what is not 0
    constexpr double kLeast = std::numeric_limits<double>::denorm_min();
    std::array<std::uint64_t, lanes::kEdges> counts{};
    std::array<double, lanes::kEdges> edges{};
    if (most > 0) {
        const std::size_t top = placeOf(most);
        for (std::size_t k = 0; k < kBelow; ++k) edges[k] = std::max(kLeast, binEdges()[top - std::min(top, k)]);
        edges[kBelow] = kLeast;
        lanes::kernel().countAtLeast(reference.data(), runtime.data(), reference.size(), edges.data(), counts.data());
        for (std::size_t k = 0; k < kBelow; ++k) m_counts[top - std::min(top, k)] += counts[k] - (k > 0 ? counts[k - 1] : 0);
        if (counts[kBelow] > counts[kBelow - 1]) addBelow(reference, runtime, edges[kBelow - 1]);
    }
    m_zeros += reference.size() - counts[kBelow];
}

void DifferenceHistogram::addBelow(std::span<const float> reference, std::span<const float> runtime, double edge) noexcept {
    for (std::size_t i = 0; i < reference.size(); ++i) {
        const double d = absoluteDifference(reference[i], runtime[i]);
        if (d < edge && d > 0) ++m_counts[placeOf(d)];
    }
}

std::optional<Histogram> DifferenceHistogram::take() const {
    const auto counted = [](std::uint64_t n) { return n > 0; };
    const auto first = std::find_if(m_counts.begin(), m_counts.end(), counted);
    if (first == m_counts.end()) return std::nullopt;
    const auto last = std::find_if(m_counts.rbegin(), m_counts.rend(), counted).base();
    Histogram histogram;
    histogram.counts.assign(first, last);
    const int bin = kFirstBin + static_cast<int>(first - m_counts.begin());
    for (int i = 0; i <= last - first; ++i) histogram.edges.push_back(edgeOf(bin + i));
    return histogram;
}

}  // namespace etscope::tensor
