// Options of commands that take long: those that execute a program, and those that search.
#pragma once

#include "options.h"

namespace etscope::cli {

void addConsistency(CLI::App& app, Options& o);
void addRun(CLI::App& app, Options& o);
void addShrink(CLI::App& app, Options& o);
void addMend(CLI::App& app, Options& o);
void addAdvise(CLI::App& app, Options& o);

}  // namespace etscope::cli
