#include "command_line.h"
#include "io/platform.h"

int main(int argc, char** argv) { return etscope::cli::runProgram(etscope::platform::arguments(argc, argv)); }
