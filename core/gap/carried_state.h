// The buffers that a method's graph writes: what they hold before a call, and what earlier calls leave in them. Any thread.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gap/computed_graph.h"

namespace etscope::gap {

struct CarriedState {
    std::map<std::string, evaluate::Array> buffers;  ///< by target of the graph's inputs; those that are not here are the record's
    std::string evidence;                            ///< for people, a clause: where they are from; empty: the graph writes none
};

/// Targets of the buffers that the stage's graph writes, in its order. Of graphs that write in place: those that any recorded stage
/// of the method states. Errors: those of session::Session::program().
Result<std::vector<std::string>> writtenBuffers(const session::Session& session, const std::string& method,
                                                const graph::StageId& stage, const JobContext& job);

/// What a runtime begins with: the initial values that the program carries, zeros for buffers without. Errors: those of
/// writtenBuffers() and recordSurroundings().
Result<CarriedState> programState(const session::Session& session, const std::string& method, const graph::StageId& stage,
                                  const JobContext& job);

/// What the runtime had in them before a run of the session: programState(), carried through the runs of the method before it in
/// its dump. What cannot be carried is said in the evidence. Errors: those of programState(), `cancelled`.
Result<CarriedState> stateBeforeRun(const session::Session& session, const std::string& method, const graph::StageId& stage,
                                    std::size_t run, bool wide, const JobContext& job);

/// Computes the graph on each of the inputs in turn: the state becomes what they leave. `who`: "runs 0 to 2". Does nothing for
/// graphs that write no buffers. Errors: those of graphInputs() and computeGraph().
Result<void> carryThrough(CarriedState& state, const std::vector<InputChoice>& earlier, const std::string& who,
                          const session::Session& session, const std::string& method, const graph::StageId& stage, bool wide,
                          const JobContext& job);

}  // namespace etscope::gap
