// The tables of what an export cost: operators that no delegate runs, and what quantising lost. Each is a RowsSpec.
#pragma once

#include "pages/rows_page.h"

namespace etscope::ui {

const RowsSpec& undelegatedTable();
const RowsSpec& quantisationTable();

}  // namespace etscope::ui
