// Judgement of a whole graph whose inside nobody sees: what a delegate gave for the graph that it was made from. Any thread.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evaluate/interpreter.h"
#include "evaluate/judgement.h"

namespace etscope::evaluate {

/// Judges each of `actual`, one for each output of the top graph in its order; nothing is not judged. The right outputs are
/// computed in double. A unit is what they differ by when every value inside is moved within its own envelope: the root mean square
/// over some such runs, of the output's row (its last axis) or, if that is more, a part of the whole output's; where quantised
/// values are inside, their steps are. `accumulator` is the type that the whole graph seems to be computed in. Elements of
/// quantised outputs may be a step off, those of other integers not. `inputs` and `buffers` as run() takes them. Memory: beside the
/// values of a run, four bytes for every element inside. `computed`: receives the right outputs. Errors: those of run(),
/// `judgement-results`, `depends-on-unknown` where an output that is to be judged cannot be computed.
Result<std::vector<Judgement>> judgeGraph(const graph::GraphModel& model, const Surroundings& surroundings, const Context& context,
                                          const Values& inputs, const std::map<std::string, Array>& buffers,
                                          std::span<const std::optional<Array>> actual, Values* computed = nullptr);

}  // namespace etscope::evaluate
