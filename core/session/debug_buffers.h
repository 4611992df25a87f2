// Which debug buffer belongs to which ETDump: told by names, since a buffer says nothing itself. Any thread.
#pragma once

#include "session/session.h"

namespace etscope::session {

/// The buffer of a dump: of its name in its folder; else of its name, when no other dump has it; else the only one of the only
/// dump. Empty: there is none.
ByteRange bufferOf(const Session& session, const SessionFile& dump);

}  // namespace etscope::session
