// ContentHash: identity of a tensor's elements by what they hold. Any thread.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>

#include "base/job_context.h"
#include "base/result.h"
#include "io/source.h"
#include "tensor/tensor.h"

namespace etscope::tensor {

/// XXH3-128. Not meant against forgery: it tells equal weights, at the speed of reading them.
struct ContentHash {
    std::uint64_t high = 0, low = 0;
    friend auto operator<=>(const ContentHash&, const ContentHash&) = default;
};

/// Of the elements as stored, in row-major order, whatever the strides: a transposed view has the hash of its transposed copy.
/// Reads every element once, a block at a time. Errors: those of ElementReader, `cancelled`.
Result<ContentHash> contentHash(const Tensor& tensor, const JobContext& job);

/// SHA-256 of the same elements, 64 digits: what is printed, for comparison with other tools. Errors: those, `hash-unavailable`.
Result<std::string> elementsSha256(const Tensor& tensor, const JobContext& job);

/// How small integers are packed into bytes: which end of the byte comes first, and whether zero is stored as 2^(bits−1).
struct Packing {
    bool highFirst = false;
    bool offset = false;
};
inline constexpr std::array<Packing, 4> kPackings{{{false, false}, {false, true}, {true, false}, {true, true}}};

/// contentHash() of the integers that the bytes hold, a byte each, for every one of kPackings. `bits`: 4 or 2. Errors: those of
/// reading, `cancelled`.
Result<std::array<ContentHash, kPackings.size()>> unpackedHashes(const ByteRange& bytes, unsigned bits, const JobContext& job);

}  // namespace etscope::tensor
