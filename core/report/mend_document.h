// The document of a mending: what is at fault, what was tried, what makes it right, and where its files are.
#pragma once

#include "mend/answer.h"
#include "report/documents.h"

namespace etscope::report {

/// etscope.mend/1. `output`: the folder that was written.
Json mendDocument(const session::Session& session, const mend::Answer& answer, const std::string& output);

}  // namespace etscope::report
