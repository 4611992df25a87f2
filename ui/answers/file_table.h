// The files of the session as the Overview shows them: those that a person has to look at one by one, those that belong to the
// others without doubt in one row that unfolds, and in another those that nothing joins. GUI thread only.
#pragma once

#include "join/joins.h"
#include "models/rows.h"
#include "workspace/workspace.h"

namespace etscope::ui {

/// "ETRecord · G10": what the file is, as people say it.
QString kindText(const session::SessionFile& file);

/// `joins`: null: not known yet, each file has its own row.
Rows fileRows(const session::Session& session, const std::vector<join::Join>* joins);
/// No file is damaged: how much of each can be read is not to be said.
bool allWhole(const session::Session& session);

}  // namespace etscope::ui
