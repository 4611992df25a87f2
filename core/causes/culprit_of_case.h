// What changes the outputs of a case on the model's way, where every call of the run is right. Internal to core/causes. Rules:
// docs/FORMATS.md "Causes".
#pragma once

#include <optional>
#include <vector>

#include "causes/culprit.h"
#include "compare/outputs.h"
#include "stages/stage_arrows.h"

namespace etscope::causes {

/// Of one method. Keeps references.
struct CaseQuestion {
    const session::MethodView& method;
    const std::vector<compare::OutputPair>& pairs;  ///< expected outputs
    const graph::GraphModel* edge = nullptr;        ///< null: there is none
    std::optional<std::size_t> run;                 ///< SessionRun::index, of the case
    bool wrong = false;                             ///< a call of the run is: quantisation alone is asked for
    bool allJudged = true;                          ///< every call of the run: what is left to explain it is the state
    bool fed = false;                               ///< its calls prove that it was fed with the case
};

/// `lowering`, where outputs change between two recorded stages.
Culprit culpritOfArrow(const stages::StageArrow& arrow);

/// By the arrow of stageArrows() that changes an output: the first that breaks, else the largest; nothing where none does. `wrong`:
/// nothing where that is not quantisation, or not more than what the run did. Errors: `cancelled`.
Result<std::optional<Culprit>> culpritOfCase(const CaseQuestion& question, std::size_t caseIndex, const JobContext& job);

}  // namespace etscope::causes
