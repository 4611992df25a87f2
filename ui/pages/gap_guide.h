// What the numeric gap says where it has nothing to show: a checklist that names the file behind each line and leads there, and one
// button with its price, or why it cannot be clicked. Pure functions; GUI thread.
#pragma once

#include "answers/gap_choice.h"
#include "workspace/page_state.h"

namespace etscope::ui {

/// What a gap needs, line by line, with what the session has for it.
QList<PageState::Step> gapSteps(const session::Session& session, const QString& method);

/// Files are missing, and no button would help.
PageState incompleteGap(const session::Session& session, const QString& method);
/// Only values to compare with are missing. `found`: what computing them takes, or why they cannot be; `compute` starts it.
PageState missingReference(const session::Session& session, const QString& method, const ChosenRun& chosen,
                           std::function<void()> compute);

}  // namespace etscope::ui
