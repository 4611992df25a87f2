// Values of two points of a method's way against each other: outputs, then nodes by the stage map. Internal to core/stages.
#pragma once

#include "gap/reference_values.h"
#include "join/stage_map.h"
#include "stages/stage_arrows.h"
#include "stages/stage_values.h"

namespace etscope::stages {

/// The values of one side of an arrow.
using OutputValues = std::vector<std::optional<MeasuredValue>>;

/// Fills `outputs`. Errors: `cancelled`.
Result<void> compareOutputs(StageArrow& arrow, const OutputValues& left, const OutputValues& right, const JobContext& job);

/// Fills `compared`, `unknown` and `first`: each node of the right side that is the last of its group against the last of the left
/// side's. Errors: `cancelled`.
Result<void> compareNodes(StageArrow& arrow, const StageValues& left, const StageValues& right, const join::StageMap& map,
                          const JobContext& job);
/// The same for two computations of one graph. Errors: `cancelled`.
Result<void> compareSameNodes(StageArrow& arrow, const StageValues& left, const StageValues& right, const JobContext& job);

/// What the run logged for the nodes. Errors: those of numericGap().
Result<void> compareRun(StageArrow& arrow, const StageValues& computed, const session::MethodView& method, std::size_t run,
                        const JobContext& job);

/// Values of few bits are further from those that they stand for than this only by another fault.
inline constexpr double kQuantisedDb = 3;
/// Of quantised graphs one may be off by a step here and there from another: what is further away than this is no step.
inline constexpr double kStepsDb = 20;
/// Whether an output differs by more than that, or in elements that are not finite on one side only.
bool isBeyond(const StageArrow& arrow, double snrDb);

/// Decides `breaks` from verdicts and `quantisation`: what differs behind the node where quantisation enters is its doing, up to
/// kQuantisedDb. `right`: the graph that the nodes are of; nullptr: they are not known.
void judge(StageArrow& arrow, const graph::GraphModel* right);

}  // namespace etscope::stages
