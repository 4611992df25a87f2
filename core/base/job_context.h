// JobContext: what a long core call polls. Passed by const reference; copying is cheap. Any thread.
#pragma once

#include <functional>
#include <stop_token>

#include "base/result.h"

namespace etscope {

/// Cancellation and progress of one job. A core call that can take longer than some 10 ms takes one and polls `cancelled()`
/// at least every few milliseconds; when it is true the call returns `cancelledFailure()`.
struct JobContext {
    std::stop_token stop;
    /// Called from the working thread with a fraction in [0, 1]; may be empty.
    std::function<void(double)> progress;
    /// Called with true before the job waits for what another one computes, and with false after that: its thread has nothing to do
    /// meanwhile. May be empty.
    std::function<void(bool)> waiting = {};

    bool cancelled() const noexcept { return stop.stop_requested(); }
    void report(double fraction) const {
        if (progress) progress(fraction);
    }
};

inline Failure cancelledFailure() { return fail(Error::kCancelled, "the job was cancelled"); }

}  // namespace etscope
