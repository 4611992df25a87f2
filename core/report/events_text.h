// Text of `events`. Made from the JSON document.
#pragma once

#include <string>

#include "report/documents.h"

namespace etscope::report {

/// The events, then where the time went. With the statistics alone (EventsOptions::summaryOnly) a table for each set of runs, the
/// longest first within a level; with a second set of runs the differences alone.
std::string eventsText(const Json& document);

}  // namespace etscope::report
