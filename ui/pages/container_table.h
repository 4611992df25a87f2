// The table of containers: the variants in fat containers, packages and shared contexts, a row each, with what each has for itself
// and what it differs in from the others.
#pragma once

#include "pages/rows_page.h"

namespace etscope::ui {

const RowsSpec& containerTable();

}  // namespace etscope::ui
