#include "tensor/likeness.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/limits.h"
#include "tensor/element_reader.h"

namespace etscope::tensor {
namespace {

constexpr std::size_t kLeastElements = 8;

struct Pairs {
    std::vector<double> reference, runtime;
};

/// Both sides, where both are finite.
Result<Pairs> finitePairs(const Tensor& reference, const Tensor& runtime, const JobContext& job) {
    auto left = ElementReader::open(reference);
    if (!left) return left.failure();
    auto right = ElementReader::open(runtime);
    if (!right) return right.failure();
    Pairs pairs;
    const std::uint64_t step = std::min(left->blockSize(), right->blockSize());
    for (std::uint64_t at = 0; at < left->count(); at += step) {
        if (job.cancelled()) return cancelledFailure();
        const auto size = static_cast<std::size_t>(std::min(step, left->count() - at));
        const auto a = left->doubles(at, size);
        if (!a) return a.failure();
        const auto b = right->doubles(at, size);
        if (!b) return b.failure();
        for (std::size_t i = 0; i < size; ++i)
            if (std::isfinite((*a)[i]) && std::isfinite((*b)[i])) {
                pairs.reference.push_back((*a)[i]);
                pairs.runtime.push_back((*b)[i]);
            }
    }
    return pairs;
}

double meanOf(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Sums of squares and products about the means.
struct Moments {
    double x = 0, y = 0, xx = 0, yy = 0, xy = 0;
    Moments(const std::vector<double>& xs, const std::vector<double>& ys) : x(meanOf(xs)), y(meanOf(ys)) {
        for (std::size_t i = 0; i < xs.size(); ++i) {
            xx += (xs[i] - x) * (xs[i] - x);
            yy += (ys[i] - y) * (ys[i] - y);
            xy += (xs[i] - x) * (ys[i] - y);
        }
    }
    bool varied() const noexcept { return xx > 0 && yy > 0 && std::isfinite(xx) && std::isfinite(yy) && std::isfinite(xy); }
};

/// By element: its place in the order, of equal ones the mean of theirs.
std::vector<double> ranksOf(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<double> ranks(values.size());
    for (std::size_t at = 0; at < order.size();) {
        std::size_t end = at;
        while (end < order.size() && values[order[end]] == values[order[at]]) ++end;
        for (std::size_t i = at; i < end; ++i) ranks[order[i]] = (static_cast<double>(at) + static_cast<double>(end - 1)) / 2;
        at = end;
    }
    return ranks;
}

}  // namespace

Result<std::optional<Likeness>> likeness(const Tensor& reference, const Tensor& runtime, const JobContext& job) {
    using Found = std::optional<Likeness>;
    const auto count = reference.elementCount();
    if (!count || *count < kLeastElements || *count > limits::kMaxResembledElements || reference.shape != runtime.shape ||
        isComplex(reference.type) || isComplex(runtime.type))
        return Found();
    const auto pairs = finitePairs(reference, runtime, job);
    if (!pairs) return pairs.failure();
    const std::size_t n = pairs->reference.size();
    if (n < kLeastElements) return Found();
    const Moments moments(pairs->reference, pairs->runtime);
    if (!moments.varied()) return Found();
    Likeness found;
    found.elements = n;
    found.slope = moments.xy / moments.xx;
    found.offset = moments.y - found.slope * moments.x;
    found.explained = std::clamp(moments.xy / moments.xx * (moments.xy / moments.yy), 0.0, 1.0);
    const double variance = moments.yy * (1 - found.explained) / static_cast<double>(n - 2);
    found.slopeError = std::sqrt(variance / moments.xx);
    found.offsetError = std::sqrt(variance * (1 / static_cast<double>(n) + moments.x * moments.x / moments.xx));
    const Moments ranks(ranksOf(pairs->reference), ranksOf(pairs->runtime));
    found.ranks = ranks.xy / std::sqrt(ranks.xx * ranks.yy);
    const auto [least, greatest] = std::minmax_element(pairs->runtime.begin(), pairs->runtime.end());
    for (std::size_t i = 0; i < n; ++i) {
        const double wanted = pairs->reference[i], given = pairs->runtime[i];
        if ((given == *least && wanted < *least) || (given == *greatest && wanted > *greatest)) ++found.saturated;
        if (given == 0 && wanted != 0) ++found.flushed;
    }
    if (job.cancelled()) return cancelledFailure();
    return Found(found);
}

}  // namespace etscope::tensor
