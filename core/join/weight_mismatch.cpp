#include "join/weight_mismatch.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tensor/views.h"
#include "tensor/walk.h"

namespace etscope::join {
namespace {

/// Of the largest magnitude: what folding in f32 may change.
constexpr double kRounding = 1e-5;
/// Elements between two polls.
constexpr std::size_t kBlock = std::size_t{1} << 16U;
constexpr std::size_t kMostPermutedAxes = 5;

/// Elements of a view of a recorded weight, with the factors of what was its axis 0.
class Expected {
public:
    /// Errors: those of ElementReader::open().
    static Result<Expected> open(const tensor::Tensor& recorded, std::span<const std::size_t> axes,
                                 std::span<const double> factors) {
        auto view = tensor::permute(recorded, axes);
        if (!view) return view.failure();
        auto reader = tensor::ElementReader::open(*view);
        if (!reader) return reader.failure();
        const auto channels = static_cast<std::size_t>(std::find(axes.begin(), axes.end(), std::size_t{0}) - axes.begin());
        std::uint64_t inner = 1;
        for (std::size_t d = channels + 1; d < axes.size(); ++d) inner *= static_cast<std::uint64_t>(view->shape[d]);
        return Expected(*std::move(reader), inner, factors);
    }
    std::uint64_t count() const noexcept { return m_reader.count(); }
    /// n elements in row-major order of the view; they hold until the next call.
    Result<std::span<const double>> values(std::uint64_t first, std::size_t n) {
        const auto read = m_reader.doubles(first, n);
        if (!read || m_factors.empty()) return read;
        m_values.assign(read->begin(), read->end());
        for (std::size_t i = 0; i < n; ++i) m_values[i] *= m_factors[(first + i) / m_inner % m_factors.size()];
        return std::span<const double>(m_values);
    }

private:
    Expected(tensor::ElementReader reader, std::uint64_t inner, std::span<const double> factors)
        : m_reader(std::move(reader)), m_inner(std::max<std::uint64_t>(inner, 1)), m_factors(factors) {}

    tensor::ElementReader m_reader;
    std::uint64_t m_inner;
    std::span<const double> m_factors;
    std::vector<double> m_values;
};

Result<double> largestMagnitude(Expected& expected, const JobContext& job) {
    double most = 0;
    const auto done =
        tensor::forEachBlock(0, expected.count(), kBlock, job, [&](std::uint64_t first, std::size_t n) -> Result<void> {
            const auto values = expected.values(first, n);
            if (!values) return values.failure();
            for (const double value : *values) most = std::max(most, std::abs(value));
            return {};
        });
    if (!done) return done.failure();
    return most;
}

Result<WeightMismatch> mismatchOf(Expected& expected, const tensor::Tensor& stored, double most, const JobContext& job) {
    auto reader = tensor::ElementReader::open(stored);
    if (!reader) return reader.failure();
    WeightMismatch found;
    const auto done =
        tensor::forEachBlock(0, expected.count(), kBlock, job, [&](std::uint64_t first, std::size_t n) -> Result<void> {
            const auto left = expected.values(first, n);
            if (!left) return left.failure();
            const auto right = reader->doubles(first, n);
            if (!right) return right.failure();
            for (std::size_t i = 0; i < n; ++i) {
                if (std::abs((*right)[i] - (*left)[i]) <= kRounding * most) continue;
                if (found.count++ == 0) found.expected = (*left)[i], found.stored = (*right)[i];
            }
            return {};
        });
    if (!done) return done.failure();
    return found;
}

/// Whether two axes of space of one size change places: no shape tells it, and no backend does it.
bool turnsSpace(const std::vector<std::int64_t>& shape, const std::vector<std::size_t>& axes) {
    for (std::size_t i = 0; i < axes.size(); ++i)
        for (std::size_t k = i + 1; k < axes.size(); ++k)
            if (axes[i] > axes[k] && axes[k] >= 2 && shape[axes[i]] == shape[axes[k]]) return true;
    return false;
}

}  // namespace

Result<std::optional<WeightMismatch>> leastMismatch(const tensor::Tensor& recorded, std::span<const double> factors,
                                                    const tensor::Tensor& stored, const JobContext& job, AxisOrders orders) {
    const bool any = orders == AxisOrders::Any && recorded.shape.size() <= kMostPermutedAxes;
    std::vector<std::size_t> axes(recorded.shape.size());
    std::iota(axes.begin(), axes.end(), std::size_t{0});
    std::optional<WeightMismatch> least;
    std::optional<double> most;
    do {
        bool fits = axes.size() == stored.shape.size();
        for (std::size_t d = 0; fits && d < axes.size(); ++d) fits = recorded.shape[axes[d]] == stored.shape[d];
        if (!fits || turnsSpace(recorded.shape, axes)) continue;
        auto expected = Expected::open(recorded, axes, factors);
        if (!expected) return expected.failure();
        if (!most) {
            const auto magnitude = largestMagnitude(*expected, job);
            if (!magnitude) return magnitude.failure();
            most = *magnitude;
        }
        const auto mismatch = mismatchOf(*expected, stored, *most, job);
        if (!mismatch) return mismatch.failure();
        if (!least || mismatch->count < least->count) least = *mismatch;
    } while ((!least || least->count > 0) && any && std::next_permutation(axes.begin(), axes.end()));
    return least;
}

Result<std::vector<double>> weightElements(const tensor::Tensor& tensor, const JobContext& job) {
    auto reader = tensor::ElementReader::open(tensor);
    if (!reader) return reader.failure();
    std::vector<double> all;
    const auto done =
        tensor::forEachBlock(0, reader->count(), kBlock, job, [&](std::uint64_t first, std::size_t n) -> Result<void> {
            const auto values = reader->doubles(first, n);
            if (!values) return values.failure();
            all.insert(all.end(), values->begin(), values->end());
            return {};
        });
    if (!done) return done.failure();
    return all;
}

}  // namespace etscope::join
