// The program against the record, for the methods that a conversation calls. Any thread.
#pragma once

#include "conversation/opened.h"

namespace etscope::conversation {

/// What verdict() says of them. Errors: `cancelled`.
Result<void> checkProgram(const Opened& opened, Findings& findings, const JobContext& job);

}  // namespace etscope::conversation
