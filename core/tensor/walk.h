// One pass over the elements of a tensor in blocks, cancellable and within limits::settable().elements.
#pragma once

#include <algorithm>
#include <string>

#include "base/job_context.h"
#include "base/limits.h"
#include "base/result.h"
#include "tensor/element_reader.h"

namespace etscope::tensor {

inline Result<void> checkVisits(std::uint64_t count, const std::string& where) {
    if (count > limits::settable().elements)
        return fail("limit-exceeded",
                    std::to_string(count) +
                        " elements are more than one job visits; raise it with --limits elements=" + std::to_string(count),
                    where);
    return {};
}

/// Calls `visit(first, n)` for [begin, end) in order, `block` elements at a time; it returns Result<void>.
template <class Visit>
Result<void> forEachBlock(std::uint64_t begin, std::uint64_t end, std::size_t block, const JobContext& job, Visit&& visit) {
    for (std::uint64_t first = begin; first < end; first += block) {
        if (job.cancelled()) return cancelledFailure();
        const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(block, end - first));
        if (Result<void> done = visit(first, n); !done) return done;
        job.report(static_cast<double>(first + n - begin) / static_cast<double>(end - begin));
    }
    return {};
}

/// Calls `visit(values, first)` for all elements as doubles, block by block. Errors: `cancelled`, those of reading.
template <class Visit>
Result<void> forEachValues(ElementReader& reader, const JobContext& job, Visit&& visit) {
    return forEachBlock(0, reader.count(), reader.blockSize(), job, [&](std::uint64_t first, std::size_t n) -> Result<void> {
        const auto values = reader.doubles(first, n);
        if (values) visit(*values, first);
        return values ? Result<void>() : Result<void>(values.failure());
    });
}

/// The same of the first `count` elements of two tensors: `visit(left, right, first)`.
template <class Visit>
Result<void> forEachValues(ElementReader& left, ElementReader& right, std::uint64_t count, const JobContext& job, Visit&& visit) {
    const std::size_t block = std::min(left.blockSize(), right.blockSize());
    return forEachBlock(0, count, block, job, [&](std::uint64_t first, std::size_t n) -> Result<void> {
        const auto a = left.doubles(first, n), b = right.doubles(first, n);
        if (!a) return a.failure();
        if (!b) return b.failure();
        visit(*a, *b, first);
        return {};
    });
}

}  // namespace etscope::tensor
