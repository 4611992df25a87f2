// What the Inspector tells about calls: the source line that made a node, the delegate that it calls or runs in, what says that the
// two sides of an output belong together. Runs in a job.
#include <algorithm>

#include "base/text.h"
#include "compare/outputs.h"
#include "compare/run_cases.h"
#include "delegates/ethos_u_commands.h"
#include "docks/inspector.h"
#include "join/delegate_bodies.h"
#include "join/links.h"
#include "join/source_lines.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "session/parts.h"

namespace etscope::ui {
namespace {

QString escapedText(const std::string& words) { return html(text(words)); }

QString stageLink(const QString& method, const QString& stage, const QString& shown) {
    return link(Address::ofStage(method, stage).text(), shown);
}

/// Opens the payload as text.
QString textLink(const char* kind, const QString& method, const QString& stage, const QString& shown) {
    return link(QString::fromLatin1(kind) + Address::ofStage(method, stage).text(), shown);
}

QString graphText(const QString& method, const QString& stage, const graph::GraphModel& graph) {
    return QObject::tr("%1, %n node(s)", nullptr, counted(graph.top().nodes.size())).arg(stageLink(method, stage, stage));
}

/// Why the values of a run are of that method and case.
Facts runEvidence(const session::Session& session, std::int64_t index, const JobContext& job) {
    Facts facts;
    const auto runs = compare::runs(session, job);
    if (!runs || index < 0 || static_cast<std::size_t>(index) >= (*runs)->size()) return facts;
    const join::SessionRun& run = (**runs)[static_cast<std::size_t>(index)];
    for (const std::string& reason : run.attribution.evidence)
        facts.append({facts.isEmpty() ? QObject::tr("Method by") : QString(), escapedText(reason)});
    if (!run.caseEvidence.empty()) facts.append({QObject::tr("Case by"), escapedText(run.caseEvidence)});
    return facts;
}

}  // namespace

/// The two sides of an output and what says that they belong together.
Result<Facts> Inspector::pairingFacts(const SessionPtr& session, const Address& address, const JobContext& job) {
    const auto pairs = compare::pairOutputs(session, job);
    if (!pairs) return pairs.failure();
    const auto pair = std::ranges::find_if(*pairs, [&](const compare::OutputPair& one) {
        return text(one.method) == address.method && one.column() == address.column && one.output == address.index;
    });
    if (pair == pairs->end()) return Facts{{tr("Values"), tr("no file of this session has any for it")}};
    Facts facts{{tr("Reference"), pair->reference ? escapedText(pair->reference->place) : tr("none")},
                {tr("Runtime"), pair->runtime ? escapedText(pair->runtime->place) : tr("none")}};
    if (!pair->runtime) return facts;
    if (pair->runtime->run)
        facts += runEvidence(*session, *pair->runtime->run, job);
    else if (pair->runtime->source == "file")
        facts.append({tr("Rule"), tr("Per method, the numbers of the raw outputs in ascending order are its cases 0, 1, 2, …")});
    return facts;
}

/// The delegate of the plan that a node calls or runs in; nothing when there is none or several.
std::optional<std::size_t> Inspector::delegateOf(const session::Session& session, const Address& address,
                                                 const graph::GraphModel& model, graph::NodeId node, const JobContext& job) {
    const std::string method = address.method.toStdString();
    const graph::StageId stage = session.resolved(method, address.stageId());
    const graph::StageId inner = join::delegateStage(session, method, stage, model, node).value_or(stage);
    if (inner.is(graph::StageId::Kind::Payload)) return inner.index();
    const auto links = join::links(session, method, job);
    if (!links) return std::nullopt;
    const auto delegates = (*links)->of({stage, node}).delegates;
    return delegates.size() == 1 && delegates.front() >= 0 ? std::optional(static_cast<std::size_t>(delegates.front()))
                                                           : std::nullopt;
}

/// The innermost frame; for nodes that were made from others, that of the first of them.
void Inspector::addSource(const SessionPtr& session, const Address& address, NodeFacts& facts, const JobContext& job) {
    const auto lines =
        join::sourceLines(*session, address.method.toStdString(), address.stageId(), address.name.toStdString(), job);
    if (!lines || lines->frames.empty()) {
        facts.chain.append({Mark::Missing, tr("Source line"), tr("not recorded"), tr("the node has no stack_trace")});
        return;
    }
    const exported::Frame& frame = lines->frames.back();
    const bool own = text(lines->stage) == address.stage && text(lines->node) == address.name;
    const int frames = counted(lines->frames.size());
    const QString of = own ? tr("innermost of %n frame(s) in stack_trace", nullptr, frames)
                       : lines->nodes > 1
                           ? tr("innermost of %n frame(s) in stack_trace of %1, the first of %2 %3 nodes", nullptr, frames)
                                 .arg(text(lines->node))
                                 .arg(lines->nodes)
                                 .arg(text(lines->stage))
                           : tr("innermost of %n frame(s) in stack_trace of %1 node %2", nullptr, frames)
                                 .arg(text(lines->stage), text(lines->node));
    facts.chain.append({Mark::Match, tr("Source line"),
                        QStringLiteral("%1:%2 %3")
                            .arg(html(text(frame.file).section(QLatin1Char('/'), -1)))
                            .arg(frame.line)
                            .arg(html(text(frame.function))),
                        of});
}

/// Payload, format, graph and files inside of the delegate.
void Inspector::addDelegate(const SessionPtr& session, const Address& address, std::optional<std::size_t> index, NodeFacts& facts,
                            const JobContext& job) {
    const std::string method = address.method.toStdString();
    const program::ExecutionPlan* plan = session->plan(method);
    if (!index || plan == nullptr || *index >= plan->delegates.size()) return;
    const program::Delegate& delegate = plan->delegates[*index];
    const QString stage = text(graph::StageId::payload(static_cast<std::uint32_t>(*index)));
    FactGroup group{QT_TR_NOOP("Delegate"), stage, {{tr("Backend"), escapedText(delegate.id)}}};
    const auto bytes = session->programFile()->program->delegateBytes(delegate);
    if (bytes)
        group.facts.append({tr("Bytes"), tr("%1 at %2, %3")
                                             .arg(bytesText(bytes->size), hexText(bytes->offset),
                                                  textLink("bytes:", address.method, stage, tr("show bytes")))});
    const auto decoded = session->delegate(method, *index, job);
    if (!decoded) {
        group.facts.append({tr("Payload"), escapedText(decoded.error().message)});
        facts.groups.append(group);
        return;
    }
    const delegates::Decoded& content = **decoded;
    group.facts.append(
        {tr("Format"), escapedText(content.version.empty() ? content.format : content.format + " " + content.version)});
    group.facts.append(
        {tr("Graph"), content.graph != nullptr ? graphText(address.method, stage, *content.graph) : escapedText(content.reason)});
    if (bytes && delegates::ethosUCommandBlock(content, *bytes))
        group.facts.append({tr("Commands"), textLink("listing:", address.method, stage, tr("show listing"))});
    constexpr std::size_t kShown = 8;
    for (std::size_t i = 0; i < content.otherGraphs.size() && i < kShown; ++i)
        if (const delegates::NamedGraph& other = content.otherGraphs[i]; other.graph != nullptr && !other.name.empty())
            group.facts.append({QString(), graphText(address.method, stage + QLatin1Char('/') + text(other.name), *other.graph)});
    if (!content.weights.empty())
        group.facts.append({tr("Weights"), tr("%n constant(s)", nullptr, counted(content.weights.size()))});
    if (const auto part = session::openablePart(method, static_cast<std::int64_t>(*index), content))
        group.facts.append(
            {tr("File inside"), link(QStringLiteral("open:") + text(session->programFile()->path) + QLatin1Char('#') + text(*part),
                                     tr("open in a window of its own"))});
    facts.groups.append(group);
}

}  // namespace etscope::ui
