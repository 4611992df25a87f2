// Graphs of a method that can be computed, with what they read: those of the record as they stand, and the program's: the edge
// graph with the numbers that the program's delegates quantise with. Any thread. Rules: docs/FORMATS.md "Numbers of delegates".
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/sentence.h"
#include "evaluate/interpreter.h"
#include "session/session.h"

namespace etscope::replay {

/// A constant inside a delegate that no rounding makes of the record's.
struct OtherConstant {
    std::size_t delegate = 0;
    std::string name;  ///< in the record
    Sentence text;     ///< "1 of 8 elements, first 0 in the delegate where the record has 0.25"
};

/// A bias inside a delegate that is wrong for one of the nodes that add it.
struct MisscaledBias {
    std::size_t delegate = 0;
    std::string nodes;  ///< "aten_linear_default and aten_linear_default_1"
    Sentence text;      ///< delegates::SharedBias::text()
};

struct ComputableGraph {
    std::shared_ptr<const graph::GraphModel> graph;  ///< the program's has the nodes and values of the edge graph, under their ids
    std::shared_ptr<const evaluate::Surroundings> surroundings;
    /// Constants that the delegates hold rounded: it is computed with those of shorter types, biases in steps lie within half a
    /// step.
    std::set<std::string, std::less<>> rounded;
    std::vector<OtherConstant> others;
    std::vector<MisscaledBias> biases;
    std::vector<Sentence> otherwise;  ///< what the program's delegates do otherwise than the edge graph says
};

/// Of a recorded stage, or of StageId::program(). The latter is kept after the first call. Errors: those of
/// session::Session::program() and recordSurroundings().
Result<std::shared_ptr<const ComputableGraph>> computableGraph(const session::MethodView& method, const graph::StageId& stage,
                                                               const JobContext& job);

/// Whether the program's delegates compute otherwise than the edge graph says; false where that is not known. Errors: `cancelled`.
Result<bool> computesOtherwise(const session::MethodView& method, const JobContext& job);

}  // namespace etscope::replay
