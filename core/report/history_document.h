// The document of `history`: series of exports, and what is found in them. Any thread.
#pragma once

#include "history/history.h"
#include "report/documents.h"

namespace etscope::report {

/// A table that was read.
struct HistoryTable {
    std::string path, name;
    std::size_t rows = 0;
};

/// `budgets`: null where none were given. `failed`: an export is bad and none after it is known to be good, or a budget fails.
Json historyDocument(const std::vector<HistoryTable>& tables, const std::vector<history::Series>& series,
                     const gate::Budgets* budgets, bool& failed);

}  // namespace etscope::report
