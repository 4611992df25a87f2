#include "compare/tap_statistics.h"

#include <algorithm>
#include <cmath>

#include "base/number_text.h"
#include "tensor/walk.h"

namespace etscope::compare {
namespace {

constexpr std::size_t kCount = join::kTapStatistics.size();
using Numbers = std::array<double, kCount>;

/// Places in join::kTapStatistics.
enum Place : std::uint8_t { Min, Max, Mean, AbsMax, AbsMean, Std, Rms, L1, L2, Nans, Infinities, Zeros, Percentile };

/// How |difference| of a statistic follows from |difference| ≤ atol + rtol · |element| of every element. Order statistics move as
/// an element does; means and norms are bounded by those of the differences (Minkowski). n: how many elements there are.
enum class Bound : std::uint8_t {
    Element,   ///< atol + rtol · |statistic|
    Mean,      ///< atol + rtol · mean |x|
    Rms,       ///< atol + rtol · rms
    Spread,    ///< the same, and what E[x²] − E[x]² in f32 cancels
    Sum,       ///< n · atol + rtol · l1
    Norm,      ///< √n · atol + rtol · l2
    Exact,     ///< a count of elements that are not finite
    Anything,  ///< zeros: any element near 0 may become one
};
constexpr std::array<Bound, kCount> kBounds{Bound::Element, Bound::Element,  Bound::Mean,   Bound::Element, Bound::Mean,
                                            Bound::Spread,  Bound::Rms,      Bound::Sum,    Bound::Norm,    Bound::Exact,
                                            Bound::Exact,   Bound::Anything, Bound::Element};

Result<std::optional<Numbers>> numbersOf(const tensor::Tensor& tensor, const JobContext& job) {
    if (tensor.shape != std::vector<std::int64_t>{kCount}) return std::optional<Numbers>();
    auto reader = tensor::ElementReader::open(tensor);
    if (!reader) return reader.failure();
    Numbers numbers{};
    const auto take = [&](const auto& values, std::uint64_t first) {
        std::ranges::copy(values, numbers.begin() + static_cast<std::ptrdiff_t>(first));
    };
    const auto read = tensor::forEachValues(*reader, {job.stop, {}}, take);
    return read ? Result<std::optional<Numbers>>(std::optional(numbers)) : Result<std::optional<Numbers>>(read.failure());
}

/// How far the reducer's own std may be off: the variance is a difference of two f32 numbers of the size of E[x²], each a few
/// roundings of sums.
double cancelled(const Numbers& of) {
    constexpr double kRoundings = 16 * 0x1p-24;
    const double variance = kRoundings * of[Rms] * of[Rms];
    const double byRoot = std::sqrt(variance);
    return of[Std] > 0 ? std::min(byRoot, variance / of[Std]) : byRoot;
}

/// Of a value of half precision where nobody chose a tolerance: as its outputs are judged.
tensor::Tolerance widened(tensor::Tolerance tolerance, std::optional<ScalarType> type, double largest) {
    const tensor::Tolerance unchosen;
    if (tolerance.rtol != unchosen.rtol || tolerance.atol != unchosen.atol) return tolerance;
    if (type != ScalarType::F16 && type != ScalarType::BF16) return tolerance;
    const double rounding = type == ScalarType::F16 ? 0x1p-11 : 0x1p-8;
    tolerance.rtol = 16 * rounding;
    if (std::isfinite(largest)) tolerance.atol = std::max(tolerance.atol, 4 * rounding * largest);
    return tolerance;
}

std::optional<double> allowed(Bound bound, double statistic, const Numbers& of, const tensor::Tolerance& t) {
    const double count = of[AbsMean] > 0 ? std::round(of[L1] / of[AbsMean]) : 1;  // f32 sums tell it well enough
    switch (bound) {
        case Bound::Element: return t.atol + t.rtol * std::abs(statistic);
        case Bound::Mean: return t.atol + t.rtol * of[AbsMean];
        case Bound::Rms: return t.atol + t.rtol * of[Rms];
        case Bound::Spread: return t.atol + t.rtol * of[Rms] + cancelled(of);
        case Bound::Sum: return count * t.atol + t.rtol * of[L1];
        case Bound::Norm: return std::sqrt(count) * t.atol + t.rtol * of[L2];
        case Bound::Exact: return 0;
        case Bound::Anything: break;
    }
    return std::nullopt;
}

bool differ(double reference, double runtime, const std::optional<double>& allowed, bool equalNan) {
    if (!allowed || reference == runtime) return false;
    if (std::isnan(reference) && std::isnan(runtime)) return !equalNan;
    return !(std::abs(runtime - reference) <= *allowed);
}

/// Every one of these moves by no more than the L2 distance of the values does, over √n.
double leastError(const Numbers& reference, const Numbers& runtime) {
    for (const Place count : {Nans, Infinities})
        if (reference[count] != runtime[count]) return HUGE_VAL;
    double most = 0;
    for (const Place place : {Mean, AbsMean, Std, Rms}) {
        double apart = std::abs(runtime[place] - reference[place]);
        if (place == Std) apart = std::max(0.0, apart - cancelled(reference) - cancelled(runtime));
        if (std::isfinite(apart)) most = std::max(most, apart);
        if (std::isfinite(reference[place]) != std::isfinite(runtime[place])) return HUGE_VAL;
    }
    if (most == 0) return 0;
    return reference[Rms] > 0 ? most / reference[Rms] : HUGE_VAL;
}

}  // namespace

bool TapComparison::differs() const noexcept { return std::ranges::any_of(each, &TapStatistic::differs); }

Sentence TapComparison::text() const {
    std::vector<Sentence> told;
    for (const TapStatistic& one : each)
        if (one.differs)
            told.push_back(
                Sentence::of("%1 is %2, expected %3", one.name, printed("%.5g", one.runtime), printed("%.5g", one.reference)));
    return Sentence::list(std::move(told), "; ");
}

Result<std::optional<TapComparison>> compareTapStatistics(const tensor::Tensor& reference, const tensor::Tensor& runtime,
                                                          const tensor::Tolerance& tolerance, const join::Tap& tap,
                                                          const JobContext& job) {
    const auto right = numbersOf(reference, job), actual = numbersOf(runtime, job);
    if (!right) return right.failure();
    if (!actual) return actual.failure();
    if (!*right || !*actual) return std::optional<TapComparison>();
    const tensor::Tolerance of = widened(tolerance, tap.type, (**right)[AbsMax]);
    TapComparison made;
    for (std::size_t i = 0; i < kCount; ++i) {
        TapStatistic one{join::kTapStatistics[i], (**right)[i], (**actual)[i], {}, false};
        if (i != Percentile || !tap.dynamic) one.allowed = allowed(kBounds[i], one.reference, **right, of);
        one.differs = differ(one.reference, one.runtime, one.allowed, tolerance.equalNan);
        made.each.push_back(one);
    }
    made.error = leastError(**right, **actual);
    return std::optional(std::move(made));
}

}  // namespace etscope::compare
