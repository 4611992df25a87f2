#include "command_line.h"

int main(int argc, char** argv) { return etscope::cli::runProgram(argc, argv); }
