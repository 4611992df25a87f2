// Inputs of a call that a run.json tells of: the files that it was fed, below the folder of the record. Any thread.
#pragma once

#include "join/run_records.h"
#include "replay/graph_inputs.h"

namespace etscope::replay {

/// In the order of the method. Errors: those of reading, `run-record-other-file` where a file is not the one that was fed.
Result<GraphInputs> recordedInputs(const join::RecordedCall& call);

}  // namespace etscope::replay
