// Whether a file of a session is whole. Any thread.
#pragma once

#include "session/session.h"

namespace etscope::session {

/// It cannot be read, or not all of it.
bool isDamaged(const SessionFile& file);

}  // namespace etscope::session
