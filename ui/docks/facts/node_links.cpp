// What is told of an operator's links: what it is in the other stages, where it runs, the source line that made it, the delegate
// that it calls or runs in, its events and values in the runs, what its value is held against, where its error comes from.
#include <algorithm>
#include <array>
#include <set>

#include "answers/gap_choice.h"
#include "answers/gap_columns.h"
#include "answers/known_gap.h"
#include "compare/run_cases.h"
#include "docks/facts/node_parts.h"
#include "docks/inspector.h"
#include "etdump/statistics.h"
#include "gap/node_values.h"
#include "join/call_titles.h"
#include "join/delegate_bodies.h"
#include "join/links.h"
#include "join/runs.h"
#include "join/source_lines.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/words.h"
#include "replay/instruction_nodes.h"
#include "tensor/format.h"

namespace etscope::ui {
namespace {

QString nodeLink(const Address& near, const QString& stage, const std::string& path) {
    return linkTo(Address::ofNode(near.method, stage, text(path)), text(path));
}

/// Edge nodes of the calls that run a delegate: what a node inside it may come from.
std::vector<graph::NodeRef> callersOf(const join::MethodLinks& links, const join::NodeLinks& of, const graph::StageId& stage) {
    std::vector<graph::NodeRef> nodes;
    std::set<graph::NodeRef> seen;
    if (!stage.is(graph::StageId::Kind::Payload)) return nodes;
    for (const std::int64_t instruction : of.instructions)
        for (const graph::NodeRef& node : links.ofInstruction(instruction).edge)
            if (seen.insert(node).second) nodes.push_back(node);
    return nodes;
}

/// A row of the chain: the node itself, links to what it is there, or why there is none.
void addLink(NodeFacts& facts, const QString& label, bool isSelf, const QStringList& links, const QString& evidence,
             const QString& missing) {
    if (isSelf)
        facts.chain.append({Mark::Match, label, html(facts.id), Inspector::tr("this node")});
    else if (links.isEmpty())
        facts.chain.append({Mark::Missing, label, Inspector::tr("none"), missing});
    else
        facts.chain.append({Mark::Match, label, joinedLinks(links), evidence});
}

/// A part of an error, in the order of the table of the numeric gap.
struct Part {
    causes::Origin origin;
    std::optional<double> causes::RowParts::*value;
    const char* evidence;
};
constexpr std::array kGapFactsParts{
    Part{causes::Origin::Introduced, &causes::RowParts::introduced,
         QT_TRANSLATE_NOOP("etscope::ui::Inspector", "the runtime against the right result on what it read")},
    Part{causes::Origin::Constant, &causes::RowParts::constant,
         QT_TRANSLATE_NOOP("etscope::ui::Inspector", "the program's constants against the record's")},
    Part{causes::Origin::Inherited, &causes::RowParts::inherited,
         QT_TRANSLATE_NOOP("etscope::ui::Inspector", "what its inputs already carried")}};

QString capital(QString word) {
    if (!word.isEmpty()) word[0] = word[0].toUpper();
    return word;
}

}  // namespace

/// The first links, and how many more there are.
QString joinedLinks(const QStringList& links) {
    const QString first = links.mid(0, kShownLinks).join(QStringLiteral(", "));
    return links.size() > kShownLinks ? QObject::tr("%1 and %2 more").arg(first).arg(links.size() - kShownLinks) : first;
}

void addLinks(const SessionPtr& session, const Address& address, const graph::NodeRef& ref, const graph::Node& node,
              NodeFacts& facts, const JobContext& job) {
    const auto found = join::links({*session, address.method.toStdString()}, job);
    if (!found) return;
    const join::MethodLinks& links = **found;
    const auto own = replay::nodeLinks({*session, address.method.toStdString()}, ref, job);
    if (!own) return;
    const join::NodeLinks& of = *own;
    const auto isAt = [&ref](graph::StageId::Kind kind) { return ref.stage.is(kind); };
    using Kind = graph::StageId::Kind;
    const auto paths = [&](const std::vector<graph::NodeRef>& nodes) {
        QStringList list;
        for (const graph::NodeRef& one : nodes) list.append(nodeLink(address, text(one.stage), links.graphs().path(one)));
        return list;
    };
    QStringList instructions, delegates, inside = paths(of.delegateNodes), handles;
    for (const std::int64_t instruction : of.instructions) {
        const QString number = QStringLiteral("0/%1").arg(instruction);
        instructions.append(links.hasProgram() ? linkTo(Address::ofInstruction(address.method, instruction), number) : number);
    }
    for (const std::string& backend : of.backends)
        if (of.delegates.empty()) delegates.append(html(text(join::shortBackendName(backend))));
    for (const std::int64_t delegate : of.delegates) {
        const graph::StageId stage = graph::StageId::payload(static_cast<std::uint32_t>(delegate));
        const join::CallTitle title = join::delegateTitle({*session, address.method.toStdString()}, delegate, job);
        delegates.append(linkTo(Address::ofStage(address.method, stage), text(title.listed())));
    }
    for (const std::string& id : of.delegateDebugIds)
        if (of.delegateNodes.empty()) inside.append(html(text(id)));
    for (const std::int64_t handle : of.debugHandles) handles.append(QString::number(handle));
    const QString through = handles.isEmpty()
                                ? QString()
                                : Inspector::tr("debug handle %1").arg(handles.mid(0, kShownLinks).join(QStringLiteral(", ")));
    const QString noTables = Inspector::tr("only an ETRecord tells it");
    addLink(facts, Inspector::tr("Exported"), isAt(Kind::Exported), paths(of.exported),
            through.isEmpty() ? Inspector::tr("by its origin (from_node)") : Inspector::tr("by its origin and %1").arg(through),
            !links.hasHandles()   ? noTables
            : links.hasExported() ? Inspector::tr("its origin (from_node) is no node of the exported program")
                                  : Inspector::tr("the record has no exported program of this method"));
    const QStringList candidates = of.edge.empty() ? paths(callersOf(links, of, ref.stage)) : QStringList();
    if (candidates.isEmpty())
        addLink(facts, Inspector::tr("Edge node"), isAt(Kind::Edge), paths(of.edge), through,
                links.hasHandles() ? Inspector::tr("no edge node carries its debug handle") : noTables);
    else
        facts.chain.append({Mark::Ambiguous, Inspector::tr("Edge node"), joinedLinks(candidates),
                            Inspector::tr("the call was made from these; the backend gave no ids that tell which")});
    addLink(
        facts, Inspector::tr("Instruction"), isAt(Kind::Program), instructions,
        isAt(Kind::Payload) ? Inspector::tr("it calls this delegate") : Inspector::tr("the record lists it with %1").arg(through),
        node.debugHandle ? Inspector::tr("the record lists no instruction with debug handle %1").arg(*node.debugHandle)
                         : Inspector::tr("the node has no debug handle"));
    const join::RunsIn where = links.runsIn(of);
    if (where == join::RunsIn::Kernels)
        facts.chain.append({Mark::None, Inspector::tr("Delegate"), Inspector::tr("runs outside delegates"),
                            Inspector::tr("its instruction calls none")});
    if (where == join::RunsIn::Unknown)
        facts.chain.append({Mark::Missing, Inspector::tr("Delegate"), Inspector::tr("not known"),
                            !links.hasProgram()   ? Inspector::tr("a program (.pte) would tell")
                            : !links.hasHandles() ? noTables
                                                  : Inspector::tr("no instruction is recorded for the node")});
    if (where != join::RunsIn::Delegate) return;
    addLink(facts, Inspector::tr("Delegate"), false, delegates,
            of.delegates.empty() ? Inspector::tr("the record lists it with that instruction")
                                 : Inspector::tr("the instruction calls it"),
            {});
    const auto by = of.delegates.empty() ? join::InsideBy::Nothing : links.insideBy(of.delegates.front());
    addLink(facts, Inspector::tr("Delegate op"), isAt(Kind::Payload), inside,
            by == join::InsideBy::Handles ? Inspector::tr("debug handle that the delegate's node carries")
                                          : Inspector::tr("delegate debug id"),
            by == join::InsideBy::Nothing ? Inspector::tr("the backend gave no ids")
                                          : Inspector::tr("no node inside names it: fused, or left out"));
}

void addRuntime(const SessionPtr& session, const Address& address, const graph::NodeRef& ref, NodeFacts& facts,
                const JobContext& job) {
    const auto runs = compare::runs(*session, job);
    const auto links = replay::nodeLinks({*session, address.method.toStdString()}, ref, job);
    if (!runs || (*runs)->empty() || !links) {
        facts.chain.append(
            {Mark::Missing, Inspector::tr("Events"), Inspector::tr("none"), Inspector::tr("an ETDump would fill this")});
        facts.chain.append({Mark::Missing, Inspector::tr("Runtime value"), Inspector::tr("none"),
                            Inspector::tr("an ETDump with its debug buffer would fill this")});
        return;
    }
    const std::vector<std::int64_t>& instructions = links->instructions;
    const auto seen = rowInView({*session, address.method.toStdString()}, ref, job);
    std::optional<std::size_t> shown;  // the run in view, else the first
    if (seen && *seen) shown = (*seen)->row().run;
    std::vector<std::uint64_t> durations;
    std::size_t ofMethod = 0;
    QStringList values;
    for (const join::SessionRun& run : **runs) {
        if (run.attribution.method != address.method.toStdString()) continue;
        ++ofMethod;
        if (!shown) shown = run.index;
        for (const etdump::Event& event : run.dump->events(run.run())) {
            if (event.place.chain != 0 || event.kind == etdump::EventKind::Delegate ||
                std::ranges::find(instructions, event.place.instruction) == instructions.end())
                continue;
            const std::string_view name = run.dump->text(event.name);
            if (name == "OPERATOR_CALL" || name == "DELEGATE_CALL") durations.push_back(event.duration());
            for (const std::uint32_t value : run.dump->valuesOf(event))
                for (const etdump::LoggedTensor& tensor : run.dump->tensors(run.dump->values(run.run())[value]))
                    if (run.index == *shown) {
                        const auto sizes = run.dump->sizes(tensor);
                        values.append(
                            text(tensor::typeAndShapeText(tensor.type, std::vector<std::int64_t>(sizes.begin(), sizes.end()))));
                    }
        }
    }
    if (durations.empty()) {
        facts.chain.append({Mark::Missing, Inspector::tr("Events"), Inspector::tr("none"),
                            Inspector::tr("no event of its instruction in %n run(s)", nullptr, counted(ofMethod))});
    } else {
        const double p50 = etdump::durationStatistics(durations).p50;
        facts.chain.append(
            {Mark::Match, Inspector::tr("Events"),
             ui::link(Link::on(PageId::Events),
                      Inspector::tr("%n call(s) · p50 %1", nullptr, counted(durations.size())).arg(durationText(p50))),
             Inspector::tr("events of its instruction in %n run(s); ticks taken as ns", nullptr, counted(ofMethod))});
    }
    values.removeDuplicates();
    if (values.isEmpty())
        facts.chain.append({Mark::Missing, Inspector::tr("Runtime value"), Inspector::tr("none"),
                            Inspector::tr("nothing was logged for its instruction")});
    else
        facts.chain.append({Mark::Match, Inspector::tr("Runtime value"), code(joinedLinks(values)),
                            Inspector::tr("logged by its instruction in run %1").arg(*shown)});
}

void addReference(const SessionPtr& session, const Address& address, const graph::NodeRef& ref, NodeFacts& facts,
                  const JobContext& job) {
    const auto found = gap::nodeReference({*session, address.method.toStdString()}, ref, job);
    if (!found) return;
    const QString source = text(found->source);
    const auto say = [&](const QString& label, std::span<const tensor::Value> values, const QString& evidence, PageId target) {
        QStringList kinds;
        for (const tensor::Value& value : values) {
            const auto* tensor = std::get_if<tensor::Tensor>(&value);
            kinds.append(tensor != nullptr ? text(tensor::typeAndShapeText(tensor->type, tensor->shape))
                                           : Inspector::tr("a value"));
        }
        for (QString& kind : kinds) kind = ui::link(Link::on(target), kind);
        facts.chain.append({Mark::Match, label, QStringLiteral("<code>%1</code>").arg(joinedLinks(kinds)), evidence});
    };
    const QString label = Inspector::tr("Reference");
    // What the numeric gap shows comes first: page, Inspector and values speak of one run and one reference.
    if (const auto seen = rowInView({*session, address.method.toStdString()}, ref, job);
        seen && *seen && (*seen)->row().reference) {
        const gap::GapRow& row = (*seen)->row();
        const tensor::Value value = *row.reference;
        const QString note = row.note.empty() ? QString() : QStringLiteral("; ") + said(row.note);
        return say(label, {&value, 1},
                   Inspector::tr("%1, held against run %2").arg(sourceText((*seen)->references())).arg(row.run) + note,
                   PageId::Values);
    }
    if (found->own) return say(label, {&*found->own, 1}, Inspector::tr("of this node in %1").arg(source), PageId::Gap);
    if (found->compared()) {
        const QString how = found->ofRun ? Inspector::tr("logged by %1; Operators can hold run %2 against it")
                                         : Inspector::tr("of its call in %1, as Operators holds it against run %2");
        const QString note = found->call->note.empty() ? QString() : QStringLiteral("; ") + said(found->call->note);
        const tensor::Value value = *found->call->reference;
        say(label, {&value, 1}, how.arg(source).arg(found->call->run) + note, PageId::Gap);
        if (!found->ofRun) return;
    }
    // What another run logged is no proof: what is right is told, too.
    const auto computed = computedValues({*session, address.method.toStdString()}, ref.stage, address.name.toStdString(), job);
    if (computed && !computed->values.empty())
        return say(found->compared() ? Inspector::tr("Computed") : label, computed->values, computed->source, PageId::Values);
    if (found->compared()) return;
    facts.chain.append({Mark::Missing, label, Inspector::tr("none recorded"),
                        source.isEmpty()
                            ? Inspector::tr("values keyed by node or handle (.npz, .pt), or a second run, would fill this")
                            : Inspector::tr("%1 has no value of this node or its call").arg(source)});
}

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
    facts.chain.append({Mark::Match, Inspector::tr("Source line"),
                        pageLink(PageId::Source, address, line) + u' ' + html(text(frame.function)), of});
}

Result<QList<MarkedFact>> gapFacts(const SessionPtr& session, const Address& address, const JobContext& job) {
    const std::string method = address.method.toStdString();
    const auto ref = join::nodeAt({*session, method}, address.stageId(), address.name.toStdString(), job);
    if (!ref) return ref.failure();
    const auto seen = rowInView({*session, method}, *ref, job);
    if (!seen) return seen.failure();
    if (!*seen) return QList<MarkedFact>();
    const gap::GapRow& row = (*seen)->row();
    const causes::RowParts& parts = (*seen)->parts();
    const Cell verdict = verdictCell(&parts), units = unitsCell(&parts);
    QList<MarkedFact> facts{{verdict.mark == Mark::None ? Mark::Missing : verdict.mark, Inspector::tr("Verdict"),
                             html(verdict.text), units.share >= 0 ? units.tooltip : verdict.tooltip}};
    for (const Part& part : kGapFactsParts) {
        const Cell cell = partCell(parts.*part.value, &parts);
        facts.append({parts.*part.value ? signOf(part.origin) : Mark::Missing, capital(originText(part.origin)), html(cell.text),
                      cell.tooltip.isEmpty() ? Inspector::tr(part.evidence) : cell.tooltip});
    }
    const Address call = Address::ofInstruction(address.method, row.instruction);
    QStringList links{pageLink(PageId::Gap, call, QStringLiteral("0/%1").arg(row.instruction))};
    if (row.compared())
        links.append(
            pageLink(PageId::Outputs, Address::given(address, static_cast<qint64>(row.run)), Inspector::tr("compare values")));
    facts.append({Mark::None, Inspector::tr("Of the call"), links.join(QStringLiteral(" · ")),
                  Inspector::tr("run %1, reference %2").arg(row.run).arg(sourceText((*seen)->references()))});
    return facts;
}

}  // namespace etscope::ui
