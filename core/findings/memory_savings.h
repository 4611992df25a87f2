// What would lower the memory that a process holds, as far as the files say by how much. Any thread. Rules: docs/FORMATS.md
// "Resident memory".
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/sentence.h"
#include "findings/answers.h"
#include "session/session.h"

namespace etscope::findings {

struct MemorySaving {
    std::string_view id;  ///< "weights-cache", "page-out", "half-state", "shared-arena", "plan-gaps", "unasked-data"
    std::uint64_t bytes = 0;
    bool exact = false;  ///< false: `bytes` are the most
    Sentence title, how;
    Target page = Target::Memory;  ///< that shows what it is about
};

/// By bytes, the most first; each for itself: several may lower the same bytes. Empty without a program. Kept after the first call.
/// Errors: `cancelled`.
Result<std::shared_ptr<const std::vector<MemorySaving>>> memorySavings(const session::Session& session, const JobContext& job);

}  // namespace etscope::findings
