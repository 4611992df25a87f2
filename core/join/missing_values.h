// Values that were logged and that a rebuilt dump lacks: the runtime writes the bytes of a tensor of float16 or bfloat16 to the
// debug buffer, then finds that its dump has no such type. What a run executed tells which these are, the plan how many bytes each
// takes, and the offsets that the dump has of other values, whether that is so. A value whose place that does not prove is unknown.
// Pure; any thread. Rules: docs/FORMATS.md "Values of half types".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/job_context.h"
#include "etdump/dump.h"
#include "program/plan.h"

namespace etscope::join {

struct MissingValues {
    std::vector<etdump::MissingValue> values;  ///< in the order of runs and values
    std::size_t lost = 0;                      ///< of them: their places are not surely known
};

/// `plans`: by run of the dump, nullptr where its method is not known. Cancelled, or with more to read than a look may cost: all
/// are lost.
MissingValues missingValues(const etdump::Dump& dump, const std::vector<const program::ExecutionPlan*>& plans,
                            const ByteRange& buffer, const JobContext& job);

// What was written to the debug buffer, one after the other. Internal to core/join.

struct Written {
    std::size_t call = 0;                      ///< all values of a kernel, a delegate call or a method's end have one number
    std::optional<std::uint64_t> bytes;        ///< nothing: not known, nor how many were written here
    std::optional<std::uint64_t> offset;       ///< told by the dump
    program::ValueIndex value = -1;            ///< of the plan
    std::optional<etdump::MissingValue> lost;  ///< the dump lacks it
};
/// Of all runs; none where they are too many to look at.
std::vector<Written> writtenValues(const etdump::Dump& dump, const std::vector<const program::ExecutionPlan*>& plans);

}  // namespace etscope::join
