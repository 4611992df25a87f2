#include "gap/upstream_metric.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tensor/element_reader.h"
#include "tensor/walk.h"

namespace etscope::gap {
namespace {

using tensor::ElementReader;

Result<bool> anyNan(ElementReader& reader, const JobContext& job) {
    bool found = false;
    auto walked =
        tensor::forEachBlock(0, reader.count(), reader.blockSize(), job, [&](std::uint64_t first, std::size_t n) -> Result<void> {
            const auto values = reader.doubles(first, n);
            if (!values) return values.failure();
            found = found || std::ranges::any_of(*values, [](double value) { return std::isnan(value); });
            return {};
        });
    if (!walked) return walked.failure();
    return found;
}

double cleaned(double value) {
    if (std::isnan(value)) return 0;
    return std::isinf(value) ? std::copysign(std::numeric_limits<double>::max(), value) : value;
}

}  // namespace

Result<UpstreamNumbers> upstreamNumbers(const tensor::Tensor& reference, const tensor::Tensor& runtime, const JobContext& job) {
    auto a = ElementReader::open(reference);
    if (!a) return a.failure();
    auto b = ElementReader::open(runtime);
    if (!b) return b.failure();
    if (a->count() != b->count()) return fail("shape-mismatch", "the sides have different numbers of elements");
    const auto nanA = anyNan(*a, job), nanB = anyNan(*b, job);
    if (!nanA) return nanA.failure();
    if (!nanB) return nanB.failure();
    double squares = 0, absolutes = 0, signal = 0;
    const std::size_t block = std::min(a->blockSize(), b->blockSize());
    auto walked = tensor::forEachBlock(0, a->count(), block, job, [&](std::uint64_t first, std::size_t n) -> Result<void> {
        const auto left = a->doubles(first, n);
        if (!left) return left.failure();
        const auto right = b->doubles(first, n);
        if (!right) return right.failure();
        for (std::size_t i = 0; i < n; ++i) {
            const double x = *nanA ? cleaned((*left)[i]) : (*left)[i], y = *nanB ? cleaned((*right)[i]) : (*right)[i];
            const double d = x - y;
            squares += d * d;
            absolutes += std::fabs(d);
            signal += x * x;
        }
        return {};
    });
    if (!walked) return walked.failure();
    const auto count = static_cast<double>(a->count());
    return UpstreamNumbers{squares / count, absolutes, 10 * std::log10((signal / count) / (squares / count))};
}

}  // namespace etscope::gap
