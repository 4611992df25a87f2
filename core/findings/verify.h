// Verify: the gate of a build: whether everything that is in the files is whole and everything that they name is there. What is
// merely doubtful is lint's. Any thread.
#pragma once

#include <cstdint>

#include "base/diagnostics.h"
#include "session/session.h"

namespace etscope::findings {

/// What was looked at. What was found wrong are diagnostics of the session.
struct Verification {
    std::uint64_t zipEntries = 0, graphs = 0, nodes = 0, tensors = 0;
    bool sound = false;  ///< no diagnostic of the session is damage
};

/// Reads every entry, graph, tensor's place, delegate and test case. Errors: `cancelled`.
Result<Verification> verify(const session::Session& session, const JobContext& job);

/// Whether a diagnostic says that something is broken, or could not be looked at: every error, and every warning but those that
/// tell of files that are whole and do not go together, or do not hold all that files of their kind can.
bool isDamage(const Diagnostic& diagnostic);

}  // namespace etscope::findings
