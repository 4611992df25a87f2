// ReproCall: which call a repro pack is asked for: an instruction of the program, a node of a recorded graph, or both where the
// debug handles join one with one. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graph/stage_id.h"
#include "join/runs.h"
#include "session/session.h"

namespace etscope::report {

struct ReproCall {
    std::string method;
    std::optional<std::int64_t> instruction;
    std::optional<graph::StageId> stage;
    std::string node;
    std::string whyAlone;  ///< why one of both is not known; empty: both are
};

/// METHOD/STAGE/NODE or METHOD/program/0/N. Errors: `no-such-address`.
Result<ReproCall> reproCall(const session::Session& session, const std::string& address, const JobContext& job);

/// The method's executions up to the wanted one (the first unless told), which is the last. Errors: `no-such-run`.
Result<std::vector<const join::SessionRun*>> executionsUpTo(const std::vector<join::SessionRun>& all, const std::string& method,
                                                            std::optional<std::size_t> wanted);

}  // namespace etscope::report
