// MemoryMap: what a process held, as the kernel tells it: /proc/PID/smaps of Linux and Android. Any thread. Rules: docs/FORMATS.md
// "Measured memory".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "io/source.h"

namespace etscope::inventory {

/// Mappings of one path, added; in bytes.
struct MappedFile {
    std::string path;  ///< "/data/model.pte", "[heap]", "[anon:scudo:primary]"; empty: anonymous memory
    std::uint64_t size = 0, resident = 0, proportional = 0, dirty = 0;  ///< Size, Rss, Pss, Private_Dirty
    bool executable = false;                                            ///< one of them may be executed: code
    bool isAnonymous() const noexcept;
};

struct MemoryMap {
    std::vector<MappedFile> files;  ///< in the order of their first mappings
    std::uint64_t resident = 0, proportional = 0;
};

/// Errors: `memory-map-invalid` with the line, `limit-exceeded`, `cancelled`, those of the source.
Result<MemoryMap> readMemoryMap(const ByteRange& file, const JobContext& job);

}  // namespace etscope::inventory
