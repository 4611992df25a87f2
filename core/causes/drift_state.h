// The row of drift() that says with which state runs began. Internal to core/causes. One thread.
#pragma once

#include <vector>

#include "causes/drift.h"

namespace etscope::causes {

/// Where a run has a culprit State: puts "carried state" before the other rows, with the buffers that differ in it, and lets the
/// drift begin there. Steps without one say nothing.
void addCarriedState(Drift& drift, const std::vector<RunCulprits>& culprits);

}  // namespace etscope::causes
