// The program etscope-cli: parses the command line, listens for Ctrl+C, runs the command. Called once, by the only thread.
#pragma once

namespace etscope::cli {

/// The exit status. `argv` is what main() is given.
int runProgram(int argc, char** argv);

}  // namespace etscope::cli
