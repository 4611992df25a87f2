// Opening of one file of a session: its kind by content, and its reader's directory. Used by the rooms that open files by
// themselves.
#pragma once

#include <string>
#include <vector>

#include "session/session.h"

namespace etscope::session {

/// Opens a file, or a part of one: "model.pte#delegate:forward:0" is what filePart() gives for "delegate:forward:0", as a file of
/// its own; parts of parts follow each other ("…#delegate:forward:0#nested:1", at most kMaxNestedFiles deep). What is wrong is the
/// file's `error` and a diagnostic; so is `cancelled`.
SessionFile openFile(const std::string& path, Diagnostics& diagnostics, const JobContext& job);

/// The dump and debug buffer that a runner printed into a log take the log's place: its file becomes the dump, and the buffer, if
/// there is one, is added.
void openLogs(std::vector<SessionFile>& files, Diagnostics& diagnostics, const JobContext& job);

/// Whether the bytes begin as UTF-8 text does: nothing else is in the first 4096, and no control characters but white space.
bool startsAsText(const ByteRange& bytes);

}  // namespace etscope::session
