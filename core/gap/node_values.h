// The values of one node: what the runs logged for its calls, and what a file or another run has to hold against them, matched as
// the numeric gap matches them. Any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gap/gap.h"
#include "graph/stage_id.h"

namespace etscope::gap {

struct LoggedNodeValue {
    std::size_t run = 0;  ///< SessionRun::index
    std::string event;    ///< "native_call_add.out"
    tensor::Tensor tensor;
};

/// What a node's values are held against.
struct NodeReference {
    std::string source;                ///< "aot.npz", "run 1"; empty: the session has neither file nor second run
    std::optional<tensor::Value> own;  ///< the file's value of the node itself
    std::optional<GapRow> call;        ///< of the node's call, as the gap compares it; nothing: no run logged it
    std::optional<std::size_t> ofRun;  ///< the reference is what this run logged
    bool compared() const noexcept { return call && call->reference; }
};

/// Of the first value file that has values of the method; without one, of the method's first run against its others. Errors:
/// `cancelled`, those of join::links.
Result<NodeReference> nodeReference(const session::MethodView& method, const graph::NodeRef& node, const JobContext& job);

/// What the runs of the method logged for the instructions that the node became, run by run; at most `most`. Errors: as above.
Result<std::vector<LoggedNodeValue>> loggedValues(const session::MethodView& method, const graph::NodeRef& node, std::size_t most,
                                                  const JobContext& job);

}  // namespace etscope::gap
