// The document of what `slim` took out of a record.
#pragma once

#include <string>

#include "report/documents.h"
#include "slim/drop.h"

namespace etscope::report {

/// Writes the session's only record without what `drop` names, and says what was taken out. Errors: `no-record`, those of
/// slim::slim().
Result<Json> slimDocument(const session::Session& session, const slim::Drop& drop, const std::string& path, const JobContext& job);

std::string slimText(const Json& document);

}  // namespace etscope::report
