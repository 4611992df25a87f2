// The record's graph of a method that a conversation calls, ready to be computed call by call. One thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conversation/call_values.h"
#include "evaluate/prepared_graph.h"
#include "replay/computable_graph.h"
#include "replay/kept_states.h"

namespace etscope::conversation {

struct CallGraph {
    graph::StageId stage;
    std::shared_ptr<const replay::ComputableGraph> computable;
    std::shared_ptr<const evaluate::Surroundings> surroundings;
    std::unique_ptr<evaluate::PreparedGraph> prepared;
    std::vector<std::size_t> user;  ///< outputs of the top graph that callers get
    replay::Buffers begin;          ///< state at first
    bool keeps = false;             ///< something stays in memory between calls
    Sentence why;                   ///< it cannot be computed; empty: it can

    const graph::GraphModel& model() const& noexcept { return *computable->graph; }
    const graph::GraphModel& model() const&& = delete;
};

/// What cannot be had is in `why`.
CallGraph callGraph(const session::Session& session, const std::string& method, const JobContext& job);

/// ‖given − computed‖ over ‖computed‖ up to which nobody asks further: another order of sums in f32.
constexpr double kNear = 2e-6;

/// An output that no rounding makes of what the call was given.
struct BeyondRounding {
    std::size_t output = 0;
    double units = 0, limit = 0;  ///< as evaluate::Judgement has them
};
/// The first output of the call that is beyond what rounding does in its graph; nothing: none is. Errors: those of
/// evaluate::judgeGraph().
Result<std::optional<BeyondRounding>> beyondRounding(const CallGraph& graph, const CallStep& step, const evaluate::Values& inputs,
                                                     const replay::Buffers& buffers, const evaluate::Context& context);

}  // namespace etscope::conversation
