// Source lines of nodes of any stage: their own, or those of the nodes that they were made from. Any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exported/metadata.h"
#include "session/session.h"

namespace etscope::join {

struct SourceLines {
    std::vector<exported::Frame> frames;  ///< outermost first; empty: nothing tells
    graph::StageId stage;                 ///< whose stack trace it is
    std::string node;                     ///< its path there
    std::size_t nodes = 0;                ///< how many nodes of that stage the asked one was made from
};

/// The innermost frame of the user's own code: not of an installed package, if there is one; `frames` is not empty.
std::size_t ownFrame(const std::vector<exported::Frame>& frames) noexcept;

/// The node's stack trace; where it has none, that of the first edge node or exported node it is linked to. The node may be
/// shown in place inside a call ("0/3/delegate:2/5"). Errors: `no-such-node`, those of Session::graph.
Result<SourceLines> sourceLines(const session::MethodView& method, const graph::StageId& stage, std::string_view node,
                                const JobContext& job);

/// Of its lines the user's own; nothing where none is known.
std::optional<exported::Frame> ownLine(const session::MethodView& method, const graph::StageId& stage, std::string_view node,
                                       const JobContext& job);

}  // namespace etscope::join
