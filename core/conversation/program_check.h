// The program against the record, for the methods that a conversation calls. Any thread.
#pragma once

#include "conversation/opened.h"

namespace etscope::conversation {

/// What methodCulprits() says of them, and the weights inside their delegates. Errors: `cancelled`.
Result<void> checkProgram(const Opened& opened, Findings& findings, const JobContext& job);

}  // namespace etscope::conversation
