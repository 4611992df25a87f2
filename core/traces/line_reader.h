// One line of a trace: JSON to a typed value. Internal to core/traces.
#pragma once

#include "traces/trace.h"

namespace etscope::traces {

/// Errors: `json-invalid`, `limit-exceeded`, `trace-line` (no object, no kind).
Result<Line> readLine(std::string_view text, std::size_t number);

}  // namespace etscope::traces
