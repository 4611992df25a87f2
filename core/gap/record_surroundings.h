// What the graphs of a record read: their parameters, buffers and constants, and the programs of delegate calls. Any thread.
#pragma once

#include <memory>
#include <string>

#include "evaluate/interpreter.h"
#include "session/session.h"

namespace etscope::gap {

/// Of a recorded stage of a method. Keeps the session's artifacts, not the session. Errors: `no-record`, `no-such-stage`, those of
/// reading the artifacts.
Result<std::shared_ptr<const evaluate::Surroundings>> recordSurroundings(const session::Session& session, const std::string& method,
                                                                         const graph::StageId& stage, const JobContext& job);

}  // namespace etscope::gap
