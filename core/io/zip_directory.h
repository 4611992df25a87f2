// The end records and the central directory of a zip archive, as they stand: nothing that they claim is allocated or believed.
// Internal to core/io; format: APPNOTE 4.3.12 to 4.3.16.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/job_context.h"
#include "base/result.h"
#include "io/source.h"
#include "io/zip_index.h"

namespace etscope::zip {

/// Where the directory is, from the end record (zip64 where present).
struct Directory {
    std::uint64_t endPosition = 0;  ///< of the classic end record
    std::uint64_t recordsEnd = 0;   ///< where the directory must end at the latest: the first of the end records
    std::uint64_t entries = 0;
    std::uint64_t size = 0;  ///< at most recordsEnd
    std::uint64_t offset = 0;
    bool multiDisk = false;

    /// The directory ends where the end records begin.
    std::uint64_t start() const noexcept { return recordsEnd - size; }
};

/// The last bytes of an archive.
struct Tail {
    std::uint64_t start = 0;  ///< offset in the archive
    std::vector<std::byte> bytes;

    /// Empty when it does not hold them all.
    std::span<const std::byte> at(std::uint64_t offset, std::uint64_t size) const;
};

/// Finds the end record in the shortest tail that has a good one; `tail` is what was read.
Result<std::optional<Directory>> findDirectory(Tail& tail, const ByteRange& archive);

/// Why findDirectory() found none: there is no end record in the tail, or the last one leads elsewhere.
std::string missingDirectory(const Tail& tail);

/// The directory's records in order, at most as many as it claims; fewer with `zip-directory-damaged`. Read through a window of
/// some megabytes: a claimed size costs nothing.
Result<std::vector<ZipEntry>> readDirectory(const Directory& directory, const Tail& tail, const ByteRange& archive,
                                            Diagnostics& diagnostics, const JobContext& job);

}  // namespace etscope::zip
