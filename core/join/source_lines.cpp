#include "join/source_lines.h"

#include "join/delegate_bodies.h"
#include "join/links.h"

namespace etscope::join {
namespace {

/// Linked nodes that are asked at most: a delegate may stand for thousands.
constexpr std::size_t kAsked = 64;

/// The first of the nodes that has a stack trace.
bool findIn(const session::Session& session, std::string_view method, const std::string& stage,
            const std::vector<std::string>& nodes, const JobContext& job, SourceLines& lines) {
    if (nodes.empty()) return false;
    const auto model = session.graph(method, stage, job);
    if (!model) return false;
    for (std::size_t i = 0; i < nodes.size() && i < kAsked; ++i) {
        const graph::NodeId id = (*model)->findNode(nodes[i]);
        if (!id.valid()) continue;
        auto frames = exported::stackTrace(**model, (*model)->node(id));
        if (!frames || frames->empty()) continue;
        lines = {std::move(*frames), stage, nodes[i], nodes.size()};
        return true;
    }
    return false;
}

}  // namespace

Result<SourceLines> sourceLines(const session::Session& session, std::string_view method, std::string_view stage,
                                std::string_view node, const JobContext& job) {
    const NodeHome home = homeOf(stage, node);
    const auto model = session.graph(method, home.stage, job);
    if (!model) return model.failure();
    const graph::NodeId id = (*model)->findNode(home.node);
    if (!id.valid()) return fail("no-such-node", "this stage has no node of that name");
    SourceLines lines{{}, home.stage, home.node, 1};
    auto frames = exported::stackTrace(**model, (*model)->node(id));
    if (!frames) return frames.failure();
    if (!frames->empty()) {
        lines.frames = std::move(*frames);
        return lines;
    }
    const auto links = join::links(session, method, job);
    if (!links) return links.failure();
    const NodeLinks of = (*links)->of(home.stage, home.node);
    if (home.stage != "edge" && findIn(session, method, "edge", of.edge, job, lines)) return lines;
    if (home.stage != "exported") findIn(session, method, "exported", of.exported, job, lines);
    return lines;
}

}  // namespace etscope::join
