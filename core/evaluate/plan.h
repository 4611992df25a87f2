// What computing a graph would cost, and what of it cannot be computed: from types and shapes that the file states, before anything
// runs. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/graph_model.h"

namespace etscope::evaluate {

struct Unsupported {
    std::string node;    ///< its path
    std::string target;  ///< "my.custom.default"
    std::string reason;
};

struct Plan {
    std::size_t nodes = 0;          ///< of all graphs of the model; bodies of loops once
    std::size_t delegateCalls = 0;  ///< whose programs are read when they are computed
    std::uint64_t operations = 0;   ///< floating-point operations: two for each product of a sum, one for each element of others
    std::uint64_t peakBytes = 0;    ///< of values that are held at once; without weights, which stay in the file
    std::uint64_t weightBytes = 0;  ///< of parameters, buffers and constants that the graph reads
    bool sizesKnown = true;         ///< false: some sizes are not stated; the numbers are of the others
    std::vector<Unsupported> unsupported;
};

/// In O(nodes + arguments).
Plan planOf(const graph::GraphModel& model);

}  // namespace etscope::evaluate
