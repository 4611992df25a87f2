// Widths of a table's columns. Numbers and states have all the room they need; names get what is left and give it up first, the
// widest before the others and the first one last. GUI thread only.
#pragma once

#include <vector>

#include "models/table_model.h"

namespace etscope::ui {

/// What a column asks for, in pixels.
struct ColumnNeed {
    int natural = 0;     ///< all of its title and cells, sentences up to a limit
    int least = 0;       ///< of numbers and states: natural
    bool empty = false;  ///< no cell shows anything
    bool grows = false;  ///< takes what is left
    int full = 0;        ///< of its longest sentence, without the limit; taken before others grow
};

/// Of some rows, evenly spread; that a column is empty is told of all rows, and never of very long tables. `sorted`: the column
/// with the sign of sorting, −1: none.
std::vector<ColumnNeed> columnNeeds(const TableModel& table, const QFontMetrics& title, int sorted = -1);

/// What the first names (0: what a row is, 1: mostly where it is) should have before other columns go for want of room.
int wantedOfName(const ColumnNeed& need, int name);

/// Widths for `room`; columns that are hidden have 0, those of `fixed` (−1: none) theirs.
std::vector<int> columnWidths(const std::vector<ColumnNeed>& needs, const std::vector<bool>& hidden, const std::vector<int>& fixed,
                              int room);

}  // namespace etscope::ui
