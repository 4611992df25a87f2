// How a thing of a session stands by its verdict: a mark and words. Outline, Inspector and tabs show the same; a tick only for what
// was compared and is equal. Any thread but for the marks' pixmaps.
#pragma once

#include "findings/verdict.h"
#include "frame/address.h"
#include "look/marks.h"
#include "session/session.h"

namespace etscope::ui {

struct EntityState {
    Mark mark = Mark::None;
    QString words;  ///< may be empty
};

Mark severityMark(Severity severity);
/// Whether the verdict is being found out, where it is not there yet.
EntityState checkingState(bool checking);
/// Of its outputs; where these say nothing, of its calls.
EntityState methodState(const findings::SessionVerdict& verdict, const QString& method);
/// Of each file, in their order: whether it can be read, and how it is joined to the others; nothing where no join speaks of it.
std::vector<EntityState> fileStates(const session::Session& session, const findings::SessionVerdict* verdict);
EntityState runState(const findings::SessionVerdict& verdict, std::int64_t run);
/// What is said of a key by the findings of its metadata.
EntityState metadataState(const session::Session& session, const QString& key);

}  // namespace etscope::ui
