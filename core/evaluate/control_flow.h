// Nodes that hold graphs: branches, loops, scans, delegate calls. Internal to core/evaluate; functions refuse.
#pragma once

#include <string_view>

#include "evaluate/graph_run.h"

namespace etscope::evaluate {

struct ControlFlow {
    std::string_view target;  ///< behind the prefix
    Values (*run)(GraphRun&, const Scope&, graph::NodeId);
};

/// nullptr: an operator like others.
const ControlFlow* controlFlow(std::string_view target) noexcept;

}  // namespace etscope::evaluate
