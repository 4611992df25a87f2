// A page of a history: every series with its verdicts and measures over exports, what is found in them, charts. Complete in itself
// and at most kMostReport bytes; what does not fit is counted in it. Pure; any thread.
#pragma once

#include <string>

#include "report/documents.h"

namespace etscope::report {

/// Of the document of `history`. `made`: "etscope-cli 1.0, 2 March 2026"; below the heading; may be empty.
std::string historyPage(const Json& document, const std::string& made);

}  // namespace etscope::report
