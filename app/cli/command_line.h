// The program etscope-cli: parses the command line, listens for Ctrl+C, runs the command. Called once, by the only thread.
#pragma once

#include <string>
#include <vector>

namespace etscope::cli {

/// The exit status. `words`: the program and what it is told.
int runProgram(const std::vector<std::string>& words);

}  // namespace etscope::cli
