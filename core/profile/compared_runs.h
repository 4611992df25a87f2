// Runs of two dumps held against each other: which files belong to the other side, which instruction is which, and how the times
// differ. Any thread. Rules: docs/FORMATS.md "Differences of times".
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "profile/time_difference.h"
#include "session/session.h"

namespace etscope::profile {

/// A session of the files of another run: with the program and the record of `own` where they bring none. Errors: those of
/// Session::open.
Result<std::shared_ptr<const session::Session>> openAgainst(const session::Session& own, const std::vector<std::string>& files,
                                                            const JobContext& job);

/// timeDifferences() of runs of two sessions, which may be one. Instructions of one program are the same; of two the stage map
/// tells. Errors: `cancelled`.
Result<std::vector<TimeDifference>> comparedTimes(const session::Session& left, std::span<const join::SessionRun> leftRuns,
                                                  const session::Session& right, std::span<const join::SessionRun> rightRuns,
                                                  const JobContext& job);

}  // namespace etscope::profile
