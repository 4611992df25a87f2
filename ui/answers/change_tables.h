// What two exports give and cost, and how their modules keep weights, before and after, as rows: of outputs those that are not the
// same. Made in jobs; any thread.
#pragma once

#include "answers/diff_rows.h"

namespace etscope::ui {

/// Errors: those of compare::difference().
Result<DiffRows> outputChangeRows(const ComparedExports& exports, const JobContext& job);
/// Errors: those of compare::difference().
Result<DiffRows> schemeChangeRows(const ComparedExports& exports, const JobContext& job);
/// Errors: `cancelled`.
Result<DiffRows> costChangeRows(const ComparedExports& exports, const JobContext& job);

}  // namespace etscope::ui
