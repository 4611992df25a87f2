// Delegates of the program's methods as rows: payload, calls, what the record's delegate map says, whether a decoder could read
// it. Any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "session/session.h"

namespace etscope::inventory {

struct DelegateRow {
    std::string method;
    std::int64_t index = 0;
    std::string id;   ///< as the program has it
    ByteRange bytes;  ///< empty when they cannot be read
    std::vector<delegates::CompileSpec> compileSpecs;
    std::vector<std::int64_t> calls;                    ///< instructions
    std::vector<std::int64_t> debugHandles;             ///< of those instructions, by the record's debug_handle_map
    std::shared_ptr<const delegates::Decoded> decoded;  ///< null when the payload could not be read at all
    std::optional<std::string> opens;                   ///< path that opens the payload as a file of its own, where it is one
    std::string reason;                                 ///< why there is no graph; empty when there is one
};

/// Errors: `cancelled`.
Result<std::vector<DelegateRow>> delegateRows(const session::Session& session, const JobContext& job);

}  // namespace etscope::inventory
