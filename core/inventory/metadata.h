// Metadata of the session: constant methods and named data of the program, keys of the external data, in one table. Any thread.
#pragma once

#include <vector>

#include "program/metadata.h"
#include "session/session.h"

namespace etscope::inventory {

struct Metadata {
    std::vector<program::MetadataEntry> entries;
    std::vector<program::MetadataFinding> findings;
    std::optional<program::ProgramRunner> runner;  ///< that the program is made for, where it tells
};

/// Empty without a program and external data. Reads the values, nothing else; kept after the first call.
std::shared_ptr<const Metadata> metadata(const session::Session& session);

}  // namespace etscope::inventory
