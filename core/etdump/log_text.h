// ETDumps inside the logs of runners without a file system: the Arm bare-metal runner prints dump and debug buffer as lines of a
// script, base64 between quotes. The script is text to us; nothing of it is run. Rules: docs/FORMATS.md "ETDump in a log".
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace etscope::etdump {

struct LoggedFiles {
    std::vector<std::byte> dump, buffer;  ///< buffer: empty when the log has none
};

/// The last dump that a log holds; nothing when it holds none, or its base64 is broken.
std::optional<LoggedFiles> filesInLog(std::string_view text);

}  // namespace etscope::etdump
