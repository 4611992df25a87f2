// Names of paths, as short as tells them apart. Pure functions; any thread.
#pragma once

#include <string>
#include <vector>

namespace etscope::session {

/// In the order of `paths`: what follows the last `/`; of several with one name each has as many of its folders as tell them apart.
/// Valid UTF-8 (base/name_text).
std::vector<std::string> shortestNames(const std::vector<std::string>& paths);

}  // namespace etscope::session
