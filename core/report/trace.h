// Timelines for other viewers: the Trace Event Format that Chrome and Perfetto open. Any thread.
#pragma once

#include "report/documents.h"

namespace etscope::report {

/// One process a run, one thread a lane (calls, kernels, inside delegates); times in microseconds. Errors: `no-runs`.
Result<Json> traceDocument(const session::Session& session, const Selection& selection, double ticksPerSecond,
                           const JobContext& job);

/// The comparisons of a `compare` document as JUnit XML: a test case for each, failed unless it matches, skipped where a side is
/// missing.
std::string junitOf(const Json& compareDocument);

}  // namespace etscope::report
