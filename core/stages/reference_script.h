// A Python script that computes the reference values of a method with ExecuTorch's own graph interpreter, for machines that have
// the export's environment: the value of each node of the edge graph, in an .npz by node name. Pure functions; any thread.
#pragma once

#include <cstddef>
#include <string>

#include "session/session.h"

namespace etscope::stages {

/// What the script reads and writes.
struct ScriptPlan {
    std::string record;  ///< path of the ETRecord
    std::string bundle;  ///< path of the bundled program that has the inputs; empty: those that the method was exported with
    std::size_t caseIndex = 0;
    std::string method;
    std::string values;  ///< path of the file that it writes
};

/// Of a session's files: the case that the method's first run is paired with, else the first. The values lie beside the record.
/// Errors: `no-record`, `no-such-method` (the record has no edge graph of it), `cancelled`.
Result<ScriptPlan> scriptPlan(const session::MethodView& method, const JobContext& job);

/// The whole script, as it is run with ExecuTorch 1.5. Names of files and methods are in it as Python literals only.
std::string referenceScript(const ScriptPlan& plan);

}  // namespace etscope::stages
