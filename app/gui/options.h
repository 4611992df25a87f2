// The options of the window, stated once: the parser, completion scripts and the manual page are made of them.
#pragma once

#include <QCommandLineParser>

#include "describe/program_text.h"

namespace etscope::gui {

/// Adds the options of the table, and the argument.
void addOptions(QCommandLineParser& parser);

/// What completions and the manual page are made of. Needs no application.
describe::ProgramText programText();

}  // namespace etscope::gui
