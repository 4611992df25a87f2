// The document of ways that must agree.
#pragma once

#include "consistency/consistency.h"
#include "report/documents.h"

namespace etscope::report {

/// What all checks of all methods come to. Unknown: none could be set up.
enum class ConsistencyState : std::uint8_t { Agree, Disagree, Unknown };

/// "etscope.consistency/1": of one method; of all where `method` is empty. Errors: `no-record`, `no-such-input`, those of
/// consistency::consistencyOf().
Result<Json> consistencyDocument(const session::Session& session, const std::string& method, const consistency::Options& options,
                                 ConsistencyState& state, const JobContext& job);

}  // namespace etscope::report
