// The buffers that a method's graph writes: what they hold before a call, and what earlier calls leave in them. Any thread.
#pragma once

#include <string>
#include <vector>

#include "base/sentence.h"
#include "replay/kept_states.h"
#include "stages/computed_graph.h"

namespace etscope::stages {

struct CarriedState {
    replay::Buffers buffers;  ///< those that are not here are the record's
    Sentence evidence;        ///< for people, a clause: where they are from; empty: the graph writes none
    /// What they began with and the inputs of each call since: states of one past are the same.
    std::string past = "record,";
    bool known = true;  ///< what a call before it left could be told
};

/// What a runtime begins with: the initial values that the program carries, zeros for buffers without; what delegates were given
/// for those that they own. Errors: those of replay::stateOf().
Result<CarriedState> programState(const session::MethodView& method, const graph::StageId& stage, const JobContext& job);

/// Computes the graph on each of the inputs in turn: the state becomes what they leave. `who`: "runs 0 to 2". Does nothing for
/// graphs that write no buffers. Of the program: the edge graph with the program's constants. Costs one evaluation for each of the
/// inputs behind the last of which the session keeps the state (KeptStates), and keeps those that it computes. Errors: those of
/// graphInputs(), programConstants() and computeGraph(); `depends-on-unknown`.
Result<void> carryThrough(CarriedState& state, const std::vector<replay::InputChoice>& earlier, const Sentence& who,
                          const session::MethodView& method, const graph::StageId& stage, bool wide, const JobContext& job);

/// What the runtime had in them before a run of the session: programState(), carried through the runs of the method before it in
/// its dump on what they are known to have been fed (fedRuns()). What cannot be carried is said in the evidence. Costs what
/// carryThrough() does: nothing beside the run before it, if that one's state is kept. Errors: those of programState(),
/// `cancelled`.
Result<CarriedState> stateBeforeRun(const session::MethodView& method, const graph::StageId& stage, std::size_t run, bool wide,
                                    const JobContext& job);

/// Keeps the state behind a call that was computed as carryThrough() would: on these inputs, from `before`.
void keepState(const CarriedState& before, const replay::InputChoice& inputs, const ComputedGraph& computed,
               const session::MethodView& method, const graph::StageId& stage, bool wide);

}  // namespace etscope::stages
