// Columns of the numeric gap's table, and the rows before the culprit as one. Any thread.
#pragma once

#include <span>

#include "pages/rows_page.h"

namespace etscope::ui {

enum GapColumn : int {
    GapInstruction,
    GapHandles,
    GapOperator,
    GapRunsAs,
    GapModule,
    GapError,
    GapErrorIs,
    GapIntroduced,
    GapConstant,
    GapInherited,
    GapOfNormal,
    GapVerdict,
    GapGrowth,
    GapSource,
    GapAccumulates,
    GapFirstMetric
};
std::span<const Column> gapColumns();
/// Of the columns from GapFirstMetric on, in the command line's words.
std::span<const char* const> gapMetrics();
/// Whether the column shows a metric that is only made on demand.
bool isRowMetric(int column);

/// The rows before the first one at fault stand under one that says what they come to; where they are few, or at fault nothing is,
/// all stays.
void foldBefore(Rows& rows);

}  // namespace etscope::ui
