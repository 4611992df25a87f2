// Underlines what is wrong with a query in the line where it is typed. GUI thread only.
#pragma once

#include <QLineEdit>
#include <span>

#include "view/query.h"

namespace etscope::ui {

/// Underlines the terms that have an error, and puts the errors into the tooltip; takes both away where there is none. `terms` are
/// those of the line's text.
void underlineWrong(QLineEdit* line, std::span<const view::QueryTerm> terms);

}  // namespace etscope::ui
