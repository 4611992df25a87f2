// The document of what is inside delegates that is no graph: command streams, command by command.
#pragma once

#include "report/documents.h"

namespace etscope::report {

Result<Json> listingDocument(const session::Session& session, const Selection& selection, const JobContext& job);

}  // namespace etscope::report
