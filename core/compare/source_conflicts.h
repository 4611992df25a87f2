// Sources of one side against each other: expected outputs of record, bundle and files that are of different models, output files
// that are not what the runs logged. Any thread. Rules: docs/FORMATS.md "Sources that contradict each other".
#pragma once

#include <string>
#include <vector>

#include "base/sentence.h"
#include "session/session.h"

namespace etscope::compare {

/// Of one method.
struct SourceConflict {
    bool reference = false;  ///< expected outputs; else what a runtime gave
    std::string method;
    std::size_t differing = 0, compared = 0;  ///< outputs
    std::string first, second;                ///< what contradicts, of the first output that differs
    Sentence text;
};

/// Expected outputs of record and bundle that differ; what runs logged and the files of their outputs, further apart than 20 dB:
/// neither rounding nor few bits do that. Files are held against the runs of a session's only dump, in their order, where there
/// are as many; other shapes say nothing. Errors: those of the readers.
Result<std::vector<SourceConflict>> sourceConflicts(const session::Session& session, const JobContext& job);

}  // namespace etscope::compare
