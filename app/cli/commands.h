// Runs one command of the command line.
#pragma once

#include "base/job_context.h"
#include "options.h"

namespace etscope::cli {

/// Exit statuses of all commands.
inline constexpr int kDone = 0, kFailed = 1, kUsage = 2, kUnreadable = 3, kInterrupted = 130;

int run(const Options& options, const JobContext& job);

}  // namespace etscope::cli
