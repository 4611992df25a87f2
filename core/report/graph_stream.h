// The "graph" command's output written as it is made: memory stays that of one node, however large the graph is.
#pragma once

#include <ostream>

#include "report/documents.h"
#include "report/table_form.h"

namespace etscope::report {

/// The document in one line: the graph itself when the selection is one stage, else all under "graphs".
Result<void> writeGraphJson(std::ostream& out, const session::Session& session, const Selection& selection, const JobContext& job);
/// A line a node, those of nested graphs behind their node.
Result<void> writeGraphRows(std::ostream& out, const session::Session& session, const Selection& selection, RowFormat format,
                            const JobContext& job);
/// Nodes as an indented tree: nested graphs under their node.
Result<void> writeGraphText(std::ostream& out, const session::Session& session, const Selection& selection, const JobContext& job);

}  // namespace etscope::report
