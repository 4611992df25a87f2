// Amounts of the nodes of a stage that runs tell: how long a node took, how far it is from its reference. For overlays and queries.
// Any thread.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gap/gap.h"
#include "join/links.h"
#include "modules/graph_index.h"
#include "session/session.h"
#include "view/query.h"

namespace etscope::profile {

/// One number a node, in id order.
struct NodeAmounts {
    static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

    std::vector<double> values;        ///< kNone: not known
    std::vector<std::int64_t> shares;  ///< nodes with the same number ≥ 0 share one amount: what one call did
    std::uint64_t known = 0;           ///< nodes with a value
    std::string source;                ///< for people: where the numbers come from

    bool has(graph::NodeId node) const { return !std::isnan(values[node.index()]); }
};

/// Bytes of a tensor value; nothing for other values, unknown types, and sizes without a hint.
std::optional<std::uint64_t> valueBytes(const graph::GraphModel& model, graph::ValueId value);
/// Bytes of the parameters, buffers and constants that each node takes; kNone where there are none. Sizes without a hint count for
/// 0.
std::vector<double> nodeWeightBytes(const modules::GraphIndex& index);

/// What queries ask of the session (`keys`: those of view::factKeys): weight bytes, latency, error, who runs a node. What cannot
/// be told is left out. Errors: `cancelled`.
Result<view::NodeFacts> nodeFacts(const session::MethodView& method, const graph::StageId& stage, const modules::GraphIndex& index,
                                  const std::vector<std::string>& keys, const JobContext& job);

/// Median duration of the calls that run a node, in ticks, over all runs of the method. A delegate's call counts for all nodes that
/// it runs; inside the delegate, events with the node's debug id count. Errors: those of Session::runs and Session::links.
Result<NodeAmounts> nodeLatencies(const session::MethodView& method, const graph::StageId& stage, const graph::GraphModel& model,
                                  const JobContext& job);

/// Which row of a gap a node belongs to, of those that are wanted: of an edge node the one that names it, where several calls share
/// its debug handle as well; of another the first with a debug handle of it; of a program's instruction the one with the largest
/// error.
class GapRows {
public:
    GapRows(const std::vector<gap::GapRow>& rows, const std::function<bool(std::size_t)>& wanted);
    /// `node`: what it is elsewhere, by join::links(); `path`: its own.
    std::optional<std::size_t> of(const join::NodeLinks& node, const graph::StageId& stage, const std::string& path) const;

private:
    std::map<std::int64_t, std::size_t> m_byHandle, m_byInstruction;
    std::map<std::string, std::size_t> m_byNode;
};
/// Of each node of the stage, in id order. Errors: `cancelled`.
Result<std::vector<std::optional<std::size_t>>> nodeRows(const session::MethodView& method, const graph::StageId& stage,
                                                         const graph::GraphModel& model, const GapRows& rows,
                                                         const JobContext& job);

/// ‖runtime − reference‖ / ‖reference‖ of the call that a node belongs to, by the reference values in the session, else by computed
/// ones: those that are there, with `compute` made where none are. No values where there is nothing to compare. Errors:
/// `cancelled`.
Result<NodeAmounts> nodeErrors(const session::MethodView& method, const graph::StageId& stage, const graph::GraphModel& model,
                               const JobContext& job, bool compute = false);

}  // namespace etscope::profile
