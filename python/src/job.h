// Long calls: the work runs on a thread of its own, without the interpreter's lock, while the calling thread tells progress and
// looks for signals. Ctrl+C, and an exception of the progress function, stop the work and are raised when it has ended.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

#include "base/job_context.h"
#include "errors.h"

namespace etscope::python {

/// Returns when the work has ended. `progress`: None, or called with a fraction in [0, 1].
void waitFor(const std::function<void(const JobContext&)>& work, const nanobind::object& progress);

/// What `work` gives, a Result; its error is thrown.
template <class Work>
auto runJob(const nanobind::object& progress, const Work& work) {
    using Outcome = std::invoke_result_t<Work, const JobContext&>;
    std::optional<Outcome> outcome;
    waitFor([&](const JobContext& job) { outcome.emplace(work(job)); }, progress);
    return valueOrThrow(*std::move(outcome));
}

}  // namespace etscope::python
