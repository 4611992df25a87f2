#include "tensor/difference_histogram.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace etscope::tensor {
namespace {

constexpr int kFirstBin = -650;  // 10^-325 is below the least double, 10^309 above the largest
constexpr int kBins = 1268;
constexpr std::size_t kExponents = 2048;

double edgeOf(int bin) { return std::pow(10.0, bin / 2) * (bin % 2 == 0 ? 1.0 : bin > 0 ? std::sqrt(10.0) : 1 / std::sqrt(10.0)); }

/// Of every binary exponent: the bin of its least number, and where the next bin begins. An octave holds one edge at most.
struct Octave {
    int bin = 0;
    double next = 0;
};

const std::array<Octave, kExponents>& octaves() {
    static const auto kOctaves = [] {
        std::array<Octave, kExponents> table{};
        for (std::size_t e = 1; e + 1 < kExponents; ++e) {  // 0: subnormals, the last: infinity and NaN
            const double least = std::ldexp(1.0, static_cast<int>(e) - 1023);
            int bin = static_cast<int>(std::floor(2 * std::log10(least)));
            while (edgeOf(bin) > least) --bin;
            while (edgeOf(bin + 1) <= least) ++bin;
            table[e] = {bin, edgeOf(bin + 1)};
        }
        return table;
    }();
    return kOctaves;
}

}  // namespace

DifferenceHistogram::DifferenceHistogram() : m_counts(kBins, 0) {}

void DifferenceHistogram::add(double difference) noexcept {
    if (difference == 0) {
        ++m_zeros;
        return;
    }
    const auto exponent = static_cast<std::size_t>(std::bit_cast<std::uint64_t>(difference) >> 52U) & (kExponents - 1);
    int bin = 0;
    if (exponent == 0) {  // subnormal
        bin = static_cast<int>(std::floor(2 * std::log10(difference)));
    } else {
        const Octave& octave = octaves()[exponent];
        bin = octave.bin + (difference >= octave.next ? 1 : 0);
    }
    ++m_counts[static_cast<std::size_t>(std::clamp(bin - kFirstBin, 0, kBins - 1))];
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
