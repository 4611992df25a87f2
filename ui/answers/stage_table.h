// What is said of the way from the model to the device: a line, the sentence of where it breaks, and a row for each step. Rich
// texts in the GUI thread only.
#pragma once

#include <QString>
#include <memory>

#include "models/rows.h"
#include "stages/stage_arrows.h"

namespace etscope::ui {

using StageArrowsPtr = std::shared_ptr<const stages::StageArrows>;

/// From one point of the way to the next.
struct StageRow {
    StageArrowsPtr made;
    std::size_t arrow = 0;
};
/// With the table's columns, each row at the first node that differs.
Rows stageRows(const StageArrowsPtr& made);
/// Rich text: "exported → ✓ exact → edge": the first step that breaks stands out.
QString wayText(const stages::StageArrows& made);
/// Rich text: what the first step that breaks says; without one, that none does.
QString changeText(const stages::StageArrows& made);

}  // namespace etscope::ui
