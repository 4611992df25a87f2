// Whether a delegate of the program that ran is the one that the export gives when it is lowered again. Any thread.
#pragma once

#include <optional>
#include <string>

#include "session/session.h"

namespace etscope::mend {

/// Its payload and the named data that it reads, byte by byte; nothing: one of them cannot be read. `path`: the other program.
std::optional<bool> isSameDelegate(const session::Session& ran, const std::string& path, const std::string& method,
                                   std::size_t delegate, const JobContext& job);

}  // namespace etscope::mend
