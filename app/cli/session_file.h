// Session files of the window (docs/FORMATS.md "Session files") among the files that a command is given: what they name, and the
// advice that they keep.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "options.h"

namespace etscope::cli {

struct SessionFile {
    std::string path;
    std::vector<std::string> files;  ///< that it names, relative ones from its folder
    std::string program;             ///< of several the one that was chosen; empty: none
    nlohmann::json json;
};

/// Nothing: the file is none, or cannot be read. Errors: `json-syntax` (files that are no texts), `session-version`.
Result<std::optional<SessionFile>> sessionFile(const std::string& path);
/// The first of the files that a command is given. Errors: as above.
Result<std::optional<SessionFile>> sessionFileOf(const Options& options);

/// How it is written: a line for each key. Errors: `limit-exceeded` (nobody would read it again).
Result<std::string> sessionFileText(const nlohmann::json& json);

}  // namespace etscope::cli
