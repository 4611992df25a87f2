// What files are, by their bytes, before any of them is opened.
#pragma once

#include <string>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "io/file_kind.h"

namespace etscope::session {

/// Of each file, and of each one directly inside a folder: Unknown where nothing recognises it or it cannot be read. What belongs
/// to a dump by its name, or was named itself beside the only dump, counts as its debug buffer unless it is text; what else nothing
/// recognises in a folder is left out. Looks at no more than kMostLookedAt files and reads starts and directories of archives only.
/// Errors: `cancelled`.
Result<std::vector<FileKind>> kindsOf(const std::vector<std::string>& paths, const JobContext& job);

inline constexpr std::size_t kMostLookedAt = 256;

}  // namespace etscope::session
