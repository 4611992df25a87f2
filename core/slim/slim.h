// slim(): a record without what is not to be given away: graphs, shapes, debug handles and hashes stay, and what was taken out is
// told by the record itself. The new record is written as it is read: a block at a time, whole or not at all. One thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "etrecord/record.h"
#include "slim/drop.h"

namespace etscope::slim {

struct SlimEntry {
    std::string name;
    etrecord::Role role = etrecord::Role::Unknown;
    std::uint64_t before = 0, after = 0;  ///< bytes of its content
};

struct Slimmed {
    std::uint64_t before = 0, after = 0;  ///< bytes of the files
    Counts counts;
    std::vector<SlimEntry> entries;
    std::vector<std::string> leftOut;  ///< sentences: what is not in the new record at all
};

/// Writes the record without what `drop` names. Errors: `usage` for nothing to drop, those of a damaged program, `write-failed`,
/// `cancelled`.
Result<Slimmed> slim(const etrecord::Record& record, const Drop& drop, const std::string& path, const JobContext& job);

}  // namespace etscope::slim
