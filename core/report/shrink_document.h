// The document of a program made smaller: what was tried, and the smallest that is still wrong.
#pragma once

#include "report/documents.h"
#include "shrink/shrink.h"

namespace etscope::report {

/// etscope.shrink/1. `folder`: of the result; empty: nothing was written.
Json shrinkDocument(const session::Session& session, const shrink::Answer& answer, const std::string& folder);

}  // namespace etscope::report
