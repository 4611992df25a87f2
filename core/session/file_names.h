// Names of the files of a session, as they are shown and addressed. Any thread.
#pragma once

#include <string>
#include <vector>

#include "session/session.h"

namespace etscope::session {

/// In the order of files(): the file's own name; of several with one name each has as many of its folders as tell them apart.
/// Valid UTF-8 (base/name_text). Made once, kept as long as the session.
const std::vector<std::string>& fileNames(const Session& session);
const std::vector<std::string>& fileNames(const Session&& session) = delete;

}  // namespace etscope::session
