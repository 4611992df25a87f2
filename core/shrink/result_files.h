// What stands in the folder of a result: the code, the script that shows the bug, the files of the smallest program, the report.
// Internal to core/shrink; one thread.
#pragma once

#include <string>

#include "shrink/shrink.h"

namespace etscope::shrink {

/// The code's first lines. `smallest` may be null while it is searched for.
std::string headOf(const Answer& answer, const std::string& version);

/// Copies the trial's files into the folder, writes and runs export_and_run.py, fills answer.smallest. Errors: `write-failed`,
/// `cancelled`, those of the driver.
Result<void> writeSmallest(const Found& found, const std::string& folder, lowering::Driver& driver, Answer& answer,
                           const JobContext& job);
/// report.md, which can be pasted as it is. Errors: `write-failed`.
Result<void> writeReport(const std::string& folder, const Answer& answer, const std::string& version, const JobContext& job);

}  // namespace etscope::shrink
