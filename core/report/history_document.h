// The document of `history`: series of exports, and what is found in them. Any thread.
#pragma once

#include "history/history.h"
#include "report/documents.h"

namespace etscope::report {

/// A table that was read.
struct HistoryTable {
    std::string path, name;
    history::TableRead read;
};

/// `options`: those that the series were made with. `failed`: an export is bad and none after it is known to be good, a budget
/// fails, or no series tells what one is of.
Json historyDocument(const std::vector<HistoryTable>& tables, const std::vector<history::Series>& series,
                     const history::HistoryOptions& options, bool& failed);

}  // namespace etscope::report
