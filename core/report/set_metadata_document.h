// The document of what `set-metadata` changed in a program.
#pragma once

#include <string>
#include <vector>

#include "report/documents.h"

namespace etscope::report {

/// Writes the session's only program with other metadata (`changes`: KEY=VALUE), and says what was changed. Errors: `no-program`,
/// `program-not-editable` for one inside another file, those of program::setMetadata().
Result<Json> setMetadataDocument(const session::Session& session, const std::vector<std::string>& changes, bool add,
                                 const std::string& path, const JobContext& job);

std::string setMetadataText(const Json& document);

}  // namespace etscope::report
