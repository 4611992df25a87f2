// What taps say of a run that logged no more than outputs, and of delegates whose call is wrong: the first value inside that is.
// Internal to core/causes. Rules: docs/FORMATS.md "Taps".
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "causes/culprit.h"
#include "graph/graph_model.h"
#include "join/links.h"
#include "join/taps.h"
#include "program/plan.h"

namespace etscope::causes {

/// A tap of which a run's value was held against the right one.
struct TapEvidence {
    const join::Tap* tap = nullptr;
    bool wrong = false;
};

/// The first tap in the graph whose value is wrong, where all that it follows from and that are tapped are right; nothing: none is.
/// `inputsKnown`: what fed the run is; without that, and without a right value before it, the cause stays unknown. `plan`: null
/// without a program.
std::optional<Culprit> culpritOfTaps(const graph::GraphModel& edge, const join::MethodLinks& links,
                                     const program::ExecutionPlan* plan, const std::vector<TapEvidence>& taps, bool inputsKnown);

/// Of a delegate call that is wrong, the taps of its results: names the first value of them that is.
void nameFirstWrong(const graph::GraphModel& edge, const join::MethodTaps& taps, const replay::AuditRow& row, Culprit& culprit);

}  // namespace etscope::causes
