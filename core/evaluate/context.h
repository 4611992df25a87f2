// Context: what all operators of one evaluation share: mode, memory, job. Passed by const reference.
#pragma once

#include <memory>

#include "base/job_context.h"
#include "evaluate/array.h"
#include "evaluate/refusal.h"

namespace etscope::evaluate {

struct Context {
    std::shared_ptr<Memory> memory;
    const JobContext& job;
    bool wide = false;        ///< floating results stay f64 instead of being rounded once to their type
    bool functional = false;  ///< nothing writes into a tensor that was made: what says "copy" may share bytes

    /// Kernels call it at least every few milliseconds. Refuses `cancelled`.
    void poll() const {
        if (job.cancelled()) throw Refusal{cancelledFailure().error};
    }
    /// Before that many elements are visited. Refuses `limit-exceeded`.
    void charge(std::int64_t operations) const { memory->spend(static_cast<std::uint64_t>(operations)); }
    /// A new array, row-major.
    Array make(ScalarType type, Dims shape, Content content = Content::Zeros) const;
    /// The same with a storage type of its own.
    Array makeStored(ScalarType type, ScalarType stored, Dims shape, Content content = Content::Zeros) const;
    ScalarType storedAs(ScalarType type) const noexcept { return wide && isFloating(type) ? ScalarType::F64 : type; }
};

}  // namespace etscope::evaluate
