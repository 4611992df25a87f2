// Material: a recorded graph with the values that its nodes give, on the inputs of the run that is wrong: what sketches are cut
// from. Immutable once made; keeps the session's artifacts, not the session. Any thread.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "graph/data_flow.h"
#include "session/session.h"
#include "shrink/sketch.h"

namespace etscope::shrink {

/// A state of the method: what the call begins with, and what it leaves there.
struct StateValue {
    graph::ValueId before, after;
};

struct Material {
    graph::StageId stage;
    std::shared_ptr<const graph::GraphModel> graph;
    std::shared_ptr<const graph::DataFlow> flow;
    std::vector<std::map<graph::ValueId, evaluate::Value>> calls;  ///< values of each call, in order; the last one is the wrong one
    std::set<graph::ValueId> fixed;                                ///< follow from what the graph holds: the same in every call
    std::vector<StateValue> states;
    std::string fedFrom;  ///< for people: "case 0 of model.bpte"

    const std::map<graph::ValueId, evaluate::Value>& last() const& noexcept { return calls.back(); }
    const std::map<graph::ValueId, evaluate::Value>& last() const&& = delete;
};

/// Calls that a program is made of at most; of those before them the state that they leave is kept.
constexpr std::size_t kMostCalls = 16;

/// Of a recorded stage, on what fed that run (SessionRun::index; nothing: the first of the method); with the calls before it where
/// the method keeps state. Errors: those of session::Session::graph(), replay::computableGraph(), stages::computeGraph(),
/// replay::graphInputs().
Result<Material> materialOf(const session::MethodView& method, const graph::StageId& stage, std::optional<std::size_t> run,
                            const JobContext& job, std::size_t mostCalls = kMostCalls);

enum class StateAs : std::uint8_t {
    Input,  ///< what the call began with is fed to one call
    State,  ///< the program keeps it, and all calls are made
};

/// The nodes as a program of their own: what they read and do not make becomes an input, what follows from the weights a constant.
/// Errors: `shrink-no-value` (a value that is read is not known), `shrink-no-code` (nothing comes out, or what is read is no
/// tensor).
Result<Sketch> cut(const Material& material, const std::vector<graph::NodeId>& nodes, StateAs states);

}  // namespace etscope::shrink
