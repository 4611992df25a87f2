#include "tensor/difference_histogram.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace etscope::tensor {
namespace {

constexpr int kFirstBin = -650;  // 10^-325 is below the least double, 10^309 above the largest
constexpr std::size_t kBins = 1268;
constexpr std::size_t kLanes = 4;
constexpr std::size_t kExponents = 2048;

double edgeOf(int bin) { return std::pow(10.0, bin / 2) * (bin % 2 == 0 ? 1.0 : bin > 0 ? std::sqrt(10.0) : 1 / std::sqrt(10.0)); }

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

}  // namespace

DifferenceHistogram::DifferenceHistogram() : m_counts(kBins * kLanes, 0) {}

void DifferenceHistogram::add(double difference) noexcept { addAt(difference, 0); }

// Counts of neighbours go to different tables: equal bins would wait for each other.
void DifferenceHistogram::addAt(double difference, std::size_t lane) noexcept {
    const std::size_t exponent = exponentOf(difference);
    if (exponent == 0) return addSmall(difference);
    if (exponent == kExponents - 1) return;
    const Octave& octave = octaves()[exponent];
    ++m_counts[lane * kBins + octave.place + (difference >= octave.next ? 1U : 0U)];
}

void DifferenceHistogram::addSmall(double difference) noexcept {
    if (difference == 0) {
        ++m_zeros;
        return;
    }
    const int bin = static_cast<int>(std::floor(2 * std::log10(difference)));
    ++m_counts[static_cast<std::size_t>(std::clamp(bin - kFirstBin, 0, static_cast<int>(kBins) - 1))];
}

void DifferenceHistogram::add(std::span<const float> reference, std::span<const float> runtime) noexcept {
    const auto& table = octaves();
    std::uint64_t* const counts = m_counts.data();
    for (std::size_t i = 0; i < reference.size(); ++i) {
        const double d = std::abs(static_cast<double>(runtime[i]) - static_cast<double>(reference[i]));
        const std::size_t exponent = exponentOf(d);
        if (exponent == 0 || exponent == kExponents - 1) {
            addAt(d, 0);
            continue;
        }
        const Octave& octave = table[exponent];
        ++counts[i % kLanes * kBins + octave.place + (d >= octave.next ? 1U : 0U)];
    }
}

std::optional<Histogram> DifferenceHistogram::take() const {
    std::vector<std::uint64_t> counts(kBins, 0);
    for (std::size_t i = 0; i < m_counts.size(); ++i) counts[i % kBins] += m_counts[i];
    const auto counted = [](std::uint64_t n) { return n > 0; };
    const auto first = std::find_if(counts.begin(), counts.end(), counted);
    if (first == counts.end()) return std::nullopt;
    const auto last = std::find_if(counts.rbegin(), counts.rend(), counted).base();
    Histogram histogram;
    histogram.counts.assign(first, last);
    const int bin = kFirstBin + static_cast<int>(first - counts.begin());
    for (int i = 0; i <= last - first; ++i) histogram.edges.push_back(edgeOf(bin + i));
    return histogram;
}

}  // namespace etscope::tensor
