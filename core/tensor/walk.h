// One pass over the elements of a tensor in blocks, cancellable and within limits::settable().elements. Internal.
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

}  // namespace etscope::tensor
