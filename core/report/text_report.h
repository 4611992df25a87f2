// The text form of the command line's documents, for people. Made from the JSON documents, so that both say the same.
#pragma once

#include <string>

#include "report/documents.h"

namespace etscope::report {

/// Text of any document of documents.h; which one is told by its "schema". Diagnostics are not part of it.
std::string textOf(const Json& document);

/// "warning  zip-duplicate-name  where: message (×3)", one line each; empty when there are none.
std::string diagnosticsText(const Json& document);

}  // namespace etscope::report
