// The style sheet of the window's chrome, made from the tokens.
#pragma once

#include <QString>

#include "look/tokens.h"

namespace etscope::ui {

QString styleSheet(const Tokens& tokens);

}  // namespace etscope::ui
