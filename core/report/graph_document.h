// The "graph" document of one GraphModel, whatever reader made it.
#pragma once

#include "exported/program.h"
#include "report/documents.h"

namespace etscope::report {

/// inputs, outputs, nodes, edges, ranges of the top graph; nested graphs inside their nodes.
Json graphBody(const exported::Program& program, const JobContext& job);

/// Sizes or strides: integers, and expressions as text.
Json dimsJson(const graph::GraphModel& model, graph::Slice slice);

}  // namespace etscope::report
