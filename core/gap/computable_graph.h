// Graphs of a method that can be computed, with what they read: those of the record as they stand, and the program's: the edge graph
// with the numbers that the program's delegates quantise with. Any thread. Rules: docs/FORMATS.md "Numbers of delegates".
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "evaluate/interpreter.h"
#include "session/session.h"

namespace etscope::gap {

struct ComputableGraph {
    std::shared_ptr<const graph::GraphModel> graph;  ///< the program's has the nodes and values of the edge graph, under their ids
    std::shared_ptr<const evaluate::Surroundings> surroundings;
    std::set<std::string, std::less<>> rounded;  ///< constants that the delegates hold in a shorter type, which it is computed with
    std::vector<std::string> otherwise;  ///< what the program's delegates do otherwise than the edge graph says
};

/// Of a recorded stage, or of StageId::program(). The latter is kept after the first call. Errors: those of
/// session::Session::program() and recordSurroundings().
Result<std::shared_ptr<const ComputableGraph>> computableGraph(const session::Session& session, const std::string& method,
                                                               const graph::StageId& stage, const JobContext& job);

}  // namespace etscope::gap
