// What a process that ran the export held, by the memory maps of the session, told by what the account of resident memory speaks
// of. Any thread. Rules: docs/FORMATS.md "Measured memory".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/sentence.h"
#include "session/session.h"

namespace etscope::findings {

struct MeasuredPart {
    std::string_view id;                           ///< "program", "data", "anonymous", "code", "file", "other"
    std::uint64_t resident = 0, proportional = 0;  ///< in bytes: Rss; Pss, where pages of several processes count in part
    Sentence title, how;
};

struct MeasuredMemory {
    std::string file;  ///< name of the memory map
    std::uint64_t resident = 0, proportional = 0;
    std::vector<MeasuredPart> parts;  ///< those that hold pages, in the order of their ids
    Sentence note;                    ///< of what the map does not show; may be empty
};

/// One of each memory map, kept after the first call; of one that cannot be read the session gets an error. Errors: `cancelled`.
Result<std::shared_ptr<const std::vector<MeasuredMemory>>> measuredMemory(const session::Session& session, const JobContext& job);

}  // namespace etscope::findings
