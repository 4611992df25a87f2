// All that is at fault in the runs of a method: calls that are wrong on what they read, constants and arguments that are not the
// record's, inputs that were misread or of another case, state, quantisation, lowering. Any thread. Rules: docs/FORMATS.md
// "Causes".
#pragma once

#include <map>
#include <set>
#include <vector>

#include "causes/culprit.h"

namespace etscope::causes {

struct RunCulprits {
    std::size_t run = 0;            ///< SessionRun::index
    std::vector<Culprit> culprits;  ///< the first one is the answer
};

/// By the file of a dump, why its values are not those of its runs.
using ForeignDumps = std::map<unsigned, Sentence>;

/// `rows`: of audit() of these runs. One for each run, or for each of `only` where that is not empty. Where a run's outputs are the
/// expected ones and nothing it did is wrong, it has none. `foreign`: dumps that other methods have shown to be. Errors:
/// `cancelled`.
Result<std::vector<RunCulprits>> culpritsOf(const session::MethodView& method, const std::vector<const join::SessionRun*>& runs,
                                            const std::vector<replay::AuditRow>& rows, const JobContext& job,
                                            const std::set<std::size_t>& only = {}, const ForeignDumps& foreign = {});

/// What of the program is not the record's: all that can be said without a run. Errors: `cancelled`.
Result<std::vector<Culprit>> culpritsOfProgram(const session::MethodView& method, const JobContext& job);

}  // namespace etscope::causes
