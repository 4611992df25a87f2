// Files that a trace of a conversation names. Any thread.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "session/session.h"

namespace etscope::session {

/// Opens program, record, tokenizer and dumps that traces among `files` name, where they are and are not open yet; those that are
/// not there are told. Arrays in `found` (files of a folder that nobody named) that hold values of a call are left out: the trace
/// has them.
void openTraced(std::vector<SessionFile>& files, const std::set<std::string>& found, Diagnostics& diagnostics,
                const JobContext& job);

}  // namespace etscope::session
