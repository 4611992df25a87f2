// What is said of one position of an output over a vocabulary, in sentences. Any thread.
#pragma once

#include <QString>

#include "pages/token_strip.h"

namespace etscope::ui {

/// Does it matter: how sure the reference was, against the error there.
QString leadText(const tokens::Position& position, const TokenTexts& texts);
/// How many of the likeliest tokens are the same, and both entropies.
QString sharedText(const tokens::Position& position);

}  // namespace etscope::ui
