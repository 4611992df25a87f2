// The graph of an execution plan, for views and reports: instructions as nodes `<chain>/<instruction>`, values as `v<index>`.
// Immutable; any thread. Rules: docs/FORMATS.md "Graph of a plan".
#pragma once

#include <memory>

#include "graph/graph_model.h"
#include "program/plan.h"

namespace etscope::program {

/// A kernel's out arguments are its results, not its arguments; a value written in place gets a new version of the same name.
std::shared_ptr<const graph::GraphModel> planGraph(const ExecutionPlan& plan);

}  // namespace etscope::program
