// Context: what all operators of one evaluation share: mode, memory, job. Passed by const reference. Computing: the operator that a
// thread computes now.
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

/// While one lives, this thread computes or judges one operator: what lists of its own take counts as memory until it ends. One
/// inside another takes its place.
class Computing {
public:
    explicit Computing(const Context& context) : m_context(context), m_outer(current()) { current() = this; }
    ~Computing() {
        m_context.memory->give(m_held);
        current() = m_outer;
    }
    Computing(const Computing&) = delete;
    Computing& operator=(const Computing&) = delete;

    /// Before a list of that many elements is made and gone through: counts both, and polls. Refuses `limit-exceeded`, `cancelled`.
    /// Without any work nothing is counted.
    static void list(std::int64_t count, std::size_t item);
    /// Within loops without a context.
    static void poll() {
        if (const Computing* work = current()) work->m_context.poll();
    }

private:
    static Computing*& current() noexcept {
        thread_local Computing* working = nullptr;
        return working;
    }

    const Context& m_context;
    Computing* m_outer;
    std::uint64_t m_held = 0;
};

}  // namespace etscope::evaluate
