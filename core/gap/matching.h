// Matching of runtime values with reference values through debug handles, as the original Inspector does it, so that tables agree.
// Pure functions; any thread. Rules: docs/FORMATS.md "Numeric gap".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "tensor/tensor.h"

namespace etscope::gap {

using Handles = std::vector<std::int64_t>;

/// Values that one call logged, with the handles of the nodes that it runs.
struct RuntimeEntry {
    Handles handles;  ///< in the order of the debug handle map, duplicates kept
    std::int64_t instruction = 0;
    std::size_t id = 0;  ///< the caller's
    friend bool operator==(const RuntimeEntry&, const RuntimeEntry&) = default;
};

/// Entries whose handles intersect become one: the later instruction's values stay, its handles come last. The order of arrival
/// counts, as in the original.
/// Errors: `cancelled`.
Result<std::vector<RuntimeEntry>> mergeOverlapping(std::vector<RuntimeEntry> entries, const JobContext& job);

/// The handle whose reference value stands against output `k` of an entry, counted from the last output backwards: the k-th handle
/// from the end. Nothing when there are not so many handles, or no reference has that one.
std::optional<std::int64_t> referenceHandle(const Handles& handles, std::size_t k, const std::set<std::int64_t>& known);

/// Which of the logged values output `k` is: the k-th from the end; where a call has one output and logged several values, the only
/// one of the reference's shape, else the only one of its shape and type, else the last. Nothing when too few were logged.
std::optional<std::size_t> runtimeValue(const tensor::Value& reference, std::span<const tensor::Value> logged, std::size_t k,
                                        std::size_t outputs);

}  // namespace etscope::gap
