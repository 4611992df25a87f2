// Programs inside a delegate's payload, told as other payloads are: graphs, weights, regions. Any thread.
#pragma once

#include "session/session.h"

namespace etscope::session {

/// Fills in what programs tell that are the payload, or files of a container: methods that do not only return constants become
/// graphs, "forward" first, of containers under the file's name; constants become weights; a payload that is a program has its
/// regions. One that cannot be read (`diagnostics` says why) leaves things as they are, and so do delegates of these programs: they
/// are left to the program's own reader. Reads tables only, and of each byte of the payload once: what lies over what was read is
/// told (`limit-exceeded`).
void addNestedPrograms(std::uint64_t payloadSize, delegates::Decoded& decoded, Diagnostics& diagnostics, const JobContext& job);

}  // namespace etscope::session
