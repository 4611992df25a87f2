#include "join/source_lines.h"

#include "etrecord/removed.h"

#include "join/delegate_bodies.h"
#include "join/links.h"

namespace etscope::join {
namespace {

/// Linked nodes that are asked at most: a delegate may stand for thousands.
constexpr std::size_t kAsked = 64;

/// The first of the nodes that has a stack trace.
bool findIn(const StageGraphs& graphs, const std::vector<graph::NodeRef>& nodes, SourceLines& lines) {
    for (std::size_t i = 0; i < nodes.size() && i < kAsked; ++i) {
        const graph::GraphModel* model = graphs.find(nodes[i].stage);
        if (model == nullptr) continue;
        auto frames = exported::stackTrace(*model, model->node(nodes[i].node));
        if (!frames || frames->empty()) continue;
        lines = {std::move(*frames), nodes[i].stage, graphs.path(nodes[i]), nodes.size()};
        return true;
    }
    return false;
}

}  // namespace

std::size_t ownFrame(const std::vector<exported::Frame>& frames) noexcept {
    for (std::size_t i = frames.size(); i-- > 0;)
        if (frames[i].file.find("site-packages") == std::string::npos) return i;
    return frames.size() - 1;
}

Result<SourceLines> sourceLines(const session::MethodView& method, const graph::StageId& stage, std::string_view node,
                                const JobContext& job) {
    const auto ref = nodeAt(method, stage, node, job);
    if (!ref) return ref.failure();
    const auto model = method.graph(ref->stage, job);
    if (!model) return model.failure();
    SourceLines lines{{}, ref->stage, homeOf(stage, node).node, 1};
    auto frames = exported::stackTrace(**model, (*model)->node(ref->node));
    if (!frames) return frames.failure();
    if (!frames->empty()) {
        lines.frames = std::move(*frames);
        return lines;
    }
    const auto links = join::links(method, job);
    if (!links) return links.failure();
    const NodeLinks of = (*links)->of(*ref);
    if (findIn((*links)->graphs(), of.edge, lines) || findIn((*links)->graphs(), of.exported, lines)) return lines;
    const session::SessionFile* file = method.session.recordFile();
    if (file != nullptr && file->record != nullptr && etrecord::removedParts(*file->record).sources)
        return fail("stack-trace-removed", "the stack traces were removed from this record on purpose");
    return lines;
}

std::optional<exported::Frame> ownLine(const session::MethodView& method, const graph::StageId& stage, std::string_view node,
                                       const JobContext& job) {
    const auto lines = sourceLines(method, stage, node, job);
    return lines && !lines->frames.empty() ? std::optional(lines->frames[ownFrame(lines->frames)]) : std::nullopt;
}

}  // namespace etscope::join
