// The `verdict` document: what the session says as a whole. Any thread.
#pragma once

#include "findings/verdict.h"
#include "report/documents.h"

namespace etscope::report {

/// `state` becomes the document's, `unreadable` whether a file is. Errors: those of findings::verdict().
Result<Json> verdictDocument(const session::Session& session, findings::Verdict& state, bool& unreadable, const JobContext& job);

/// The document as people read it.
std::string verdictText(const Json& document);

}  // namespace etscope::report
