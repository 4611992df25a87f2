// The tables of documents that are lists of rows: which fields are columns. One table of data serves text and CSV.
#pragma once

#include <string>

#include "report/documents.h"

namespace etscope::report {

/// Text of the document's rows, or "" when its schema is no list of rows.
std::string tableText(const Json& document);
/// The rows as comma-separated values (RFC 4180) with a line of titles; "" as above.
std::string csvOf(const Json& document);

}  // namespace etscope::report
