// Serves one client over the standard streams.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

namespace etscope::mcp {

/// Reads requests until the standard input ends or `stop` is asked for; the exit status.
int serve(std::vector<std::string> files, const std::stop_token& stop);

}  // namespace etscope::mcp
