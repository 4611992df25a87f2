// Sessions of the project's own exports (tests/fixtures).
#pragma once

#include <QtGlobal>
#include <memory>
#include <string>
#include <vector>

#include "session/session.h"

namespace etscope::test {

/// "vlm/model.pte" → its path.
inline std::string ownFile(const std::string& name) { return ETSCOPE_SOURCE_DIR "/tests/fixtures/" + name; }

/// Ends the test where they cannot be opened.
inline std::shared_ptr<const session::Session> openOwn(const std::vector<std::string>& names) {
    std::vector<std::string> paths;
    for (const std::string& name : names) paths.push_back(ownFile(name));
    auto session = session::Session::open(paths, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    return *session;
}

}  // namespace etscope::test
