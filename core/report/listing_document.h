// The document of what is inside delegates that is no graph: command streams, command by command.
#pragma once

#include "delegates/limits.h"
#include "report/documents.h"

namespace etscope::report {

/// A stage in the selection ("delegate:1") is the only delegate that is listed.
/// At most `most` commands of all delegates; each listing says how many are left out.
Result<Json> listingDocument(const session::Session& session, const Selection& selection, const JobContext& job,
                             std::size_t most = limits::kMaxCommands);

}  // namespace etscope::report
