// Whether the reference outputs of a record follow from its inputs: the record's own graph says. Any thread. Rules: docs/FORMATS.md
// "From stage to stage".
#pragma once

#include <string>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "session/session.h"

namespace etscope::stages {

/// A reference output that the record's graph does not give.
struct WrongReference {
    std::string method;
    std::size_t caseIndex = 0, output = 0;
    std::string sentence;  ///< what is there, what the graph gives
};

/// Of the record's representative inputs, case by case, at its earliest stage. Nothing is said where the answer is open: graphs
/// that quantise (references are of the float model), that keep state, or of which a part is not computed; cases without inputs of
/// their own; more than `operations` in all. Far more is forgiven than rounding: whoever made the references may have computed in
/// TF32 or f16. Errors: `cancelled`.
Result<std::vector<WrongReference>> wrongReferences(const session::Session& session, std::uint64_t operations,
                                                    const JobContext& job);

}  // namespace etscope::stages
