// What is told of an operator's calls: the source line that made it, the delegate that it calls or runs in.

#include "docks/facts/node_parts.h"
#include "docks/inspector.h"
#include "join/delegate_bodies.h"
#include "join/links.h"
#include "join/source_lines.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/rich_text.h"

namespace etscope::ui {

/// The delegate of the plan that a node calls or runs in; nothing when there is none or several.
std::optional<std::size_t> delegateOf(const session::Session& session, const Address& address, const graph::GraphModel& model,
                                      graph::NodeId node, const JobContext& job) {
    const std::string method = address.method.toStdString();
    const graph::StageId stage = session.resolved(method, address.stageId());
    const graph::StageId inner = join::delegateStage({session, method}, stage, model, node).value_or(stage);
    if (inner.is(graph::StageId::Kind::Payload)) return inner.index();
    const auto links = join::links({session, method}, job);
    if (!links) return std::nullopt;
    const auto delegates = (*links)->of({stage, node}).delegates;
    return delegates.size() == 1 && delegates.front() >= 0 ? std::optional(static_cast<std::size_t>(delegates.front()))
                                                           : std::nullopt;
}

/// The innermost frame that is not of an installed package; for nodes that were made from others, that of the first of them.
void addSource(const SessionPtr& session, const Address& address, NodeFacts& facts, const JobContext& job) {
    const auto lines =
        join::sourceLines({*session, address.method.toStdString()}, address.stageId(), address.name.toStdString(), job);
    if (!lines || lines->frames.empty()) {
        const bool removed = !lines && lines.error().code == "stack-trace-removed";
        facts.chain.append({Mark::Missing, Inspector::tr("Source line"),
                            removed ? Inspector::tr("removed") : Inspector::tr("not recorded"),
                            removed ? text(lines.error().message) : Inspector::tr("the node has no stack trace")});
        return;
    }
    const std::size_t at = join::ownFrame(lines->frames);
    const exported::Frame& frame = lines->frames[at];
    const bool own = text(lines->stage) == address.stage && text(lines->node) == address.name;
    const QString place = Inspector::tr("frame %1 of %2").arg(at + 1).arg(lines->frames.size());
    const QString of = own ? Inspector::tr("%1 of its stack trace").arg(place)
                       : lines->nodes > 1
                           ? Inspector::tr("%1 of the stack trace of %2, the first of %3 %4 nodes")
                                 .arg(place, text(lines->node), QString::number(lines->nodes), text(lines->stage))
                           : Inspector::tr("%1 of the stack trace of %2 node %3").arg(place, text(lines->stage), text(lines->node));
    const QString line = QStringLiteral("%1:%2").arg(text(frame.file).section(QLatin1Char('/'), -1)).arg(frame.line);
    facts.chain.append(
        {Mark::Match, Inspector::tr("Source line"), pageLink("source", address, line) + u' ' + html(text(frame.function)), of});
}

}  // namespace etscope::ui
