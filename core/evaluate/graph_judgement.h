// Judgement of a whole graph whose inside nobody sees: what a delegate gave for the graph that it was made from. Any thread.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evaluate/interpreter.h"
#include "evaluate/judgement.h"
#include "evaluate/prepared_graph.h"

namespace etscope::evaluate {

/// A graph, and what it reads. Keeps references.
struct GraphQuestion {
    const graph::GraphModel& model;
    const Surroundings& surroundings;
    const Values& inputs;                         ///< as run() takes them
    const std::map<std::string, Array>& buffers;  ///< as run() takes them
    bool narrow = true;                           ///< whether narrower types are tried where results are off
    const PreparedGraph* prepared = nullptr;      ///< of the model, where it is judged several times
};

/// Judges each of `actual`, one for each output of the top graph in its order; nothing is not judged. The right outputs are
/// computed in double. A unit is what they differ by when every value inside is moved within its own envelope: the root mean square
/// over some such runs, of the element, of its row (the last axis) or of a part of the whole, whichever is most; where quantised
/// values are inside, their steps are. `accumulator` is the type that the whole graph seems to be computed in. Elements of
/// quantised outputs may be a step off, those of other integers not. Memory: beside the values of a run, four bytes for every
/// element inside. `computed`: receives the right outputs. Errors: those of run(), `judgement-results`, `depends-on-unknown` where
/// an output that is to be judged cannot be computed.
Result<std::vector<Judgement>> judgeGraph(const GraphQuestion& question, const Context& context,
                                          std::span<const std::optional<Array>> actual, Values* computed = nullptr);

}  // namespace etscope::evaluate
