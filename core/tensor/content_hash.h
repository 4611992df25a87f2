// ContentHash: identity of a tensor's elements by what they hold. Any thread.
#pragma once

#include <compare>
#include <cstdint>

#include "base/job_context.h"
#include "base/result.h"
#include "tensor/tensor.h"

namespace etscope::tensor {

/// XXH3-128. Not meant against forgery: it tells equal weights, at the speed of reading them.
struct ContentHash {
    std::uint64_t high = 0, low = 0;
    friend auto operator<=>(const ContentHash&, const ContentHash&) = default;
};

/// Of the elements as stored, in row-major order, whatever the strides: a transposed view has the hash of its transposed copy. Reads
/// every element once, a block at a time. Errors: those of ElementReader, `cancelled`.
Result<ContentHash> contentHash(const Tensor& tensor, const JobContext& job);

}  // namespace etscope::tensor
