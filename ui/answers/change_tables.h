// What two exports give and cost, before and after, as rows: of outputs those that are not the same. Made in jobs; any thread.
#pragma once

#include "answers/diff_rows.h"

namespace etscope::ui {

/// Errors: those of compare::difference().
Result<DiffRows> outputChangeRows(const ComparedExports& exports, const JobContext& job);
/// Errors: `cancelled`.
Result<DiffRows> costChangeRows(const ComparedExports& exports, const JobContext& job);

}  // namespace etscope::ui
