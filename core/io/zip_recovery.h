// Entries of a zip archive whose directory is missing or unreadable, found by walking the local headers from the start.
#pragma once

#include <vector>

#include "base/diagnostics.h"
#include "base/job_context.h"
#include "base/result.h"
#include "io/source.h"
#include "io/zip_index.h"

namespace etscope {

/// Walks the local headers (APPNOTE 4.3.7) from the start of `archive`. Entries whose header holds no sizes (flag bit 3, as
/// torch writes them) end at the data descriptor that names their exact length. Every entry is marked `recovered`; one whose
/// data is cut off also `truncated`. Adds `zip-directory-missing`, and `zip-entry-truncated` for a cut entry. Fails with
/// `zip-not-an-archive` when the range does not start with a local header, and with `cancelled`.
/// `why`: what is told of the directory.
Result<std::vector<ZipEntry>> recoverZipEntries(const ByteRange& archive, const std::string& why, Diagnostics& diagnostics,
                                                const JobContext& job);

}  // namespace etscope
