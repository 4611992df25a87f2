// What the Inspector tells about a node: its chain of links and its arguments. Runs in a job.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "compare/logged_tensors.h"
#include "compare/run_cases.h"
#include "compare/tensor_list.h"
#include "compare/value_tensors.h"
#include "docks/inspector.h"
#include "etdump/statistics.h"
#include "exported/metadata.h"
#include "gap/node_values.h"
#include "graph/data_flow.h"
#include "join/delegate_bodies.h"
#include "join/links.h"
#include "join/runs.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/words.h"
#include "modules/edge_classes.h"
#include "modules/graph_index.h"
#include "modules/operator_family.h"
#include "pages/computed_values.h"
#include "pages/known_gap.h"
#include "tensor/format.h"

namespace etscope::ui {
namespace {

using graph::Argument;
using graph::ArgumentKind;
using graph::GraphModel;

QString link(const Address& address, const QString& shown) { return ui::link(address.text(), shown); }

QString nodeLink(const Address& near, const QString& stage, const std::string& path) {
    return link(Address::ofNode(near.method, stage, text(path)), text(path));
}

/// Tensors of the session that inputs of a graph are: weights, buffers, constants.
using WeightLinks = std::map<graph::ValueId, std::pair<Address, QString>>;

WeightLinks weightLinks(const session::Session& session, const GraphModel& model, const Address& near, const JobContext& job) {
    WeightLinks links;
    const auto list = compare::tensorList(session, job);
    if (!list) return links;
    const auto tensors = compare::valueTensors(session, near.method.toStdString(), near.stageId(), job);
    if (!tensors) return links;
    for (const auto& [value, row] : **tensors) {
        const QString known = text((*(*list)->rows())[row].name);
        links[value] = {Address::of((*list)->entity(row)), known.isEmpty() ? text(model.text(model.value(value).id)) : known};
    }
    return links;
}

/// An argument as rich text; references link to the node that makes the value, or to the tensor that it is.
QString argumentText(const GraphModel& model, const Argument& argument, const Address& near, const WeightLinks& weights,
                     int depth = 0) {
    const auto name = [&] { return html(text(model.text(argument.text()))); };
    switch (argument.kind) {
        case ArgumentKind::None: return QStringLiteral("None");
        case ArgumentKind::Value: {
            const graph::Value& value = model.value(argument.value());
            const QString shown = text(model.text(value.id));
            const QString type = code(text(modules::valueText(model, argument.value())));
            if (const auto weight = weights.find(argument.value()); weight != weights.end())
                return link(weight->second.first, weight->second.second) + QLatin1Char(' ') + type;
            const QString what = value.producer.valid()
                                     ? link(Address::ofNode(near.method, near.stage, text(model.nodePath(value.producer))), shown)
                                     : html(shown);
            return what + QLatin1Char(' ') + type;
        }
        case ArgumentKind::Int: return QString::number(argument.integer);
        case ArgumentKind::Float: return floatText(argument.number);
        case ArgumentKind::Bool: return argument.integer != 0 ? QStringLiteral("True") : QStringLiteral("False");
        case ArgumentKind::DType:
            return argument.integer >= 0 ? text(scalarTypeName(static_cast<ScalarType>(argument.integer))) : QStringLiteral("?");
        case ArgumentKind::Graph: return html(text(model.text(model.graph(argument.graph()).name)));
        case ArgumentKind::List: {
            QStringList items;
            for (const Argument& item : model.listItems(argument)) {
                if (items.size() == 16 || depth > 2) break;
                items.append(argumentText(model, item, near, weights, depth + 1));
            }
            if (static_cast<std::size_t>(items.size()) < model.listItems(argument).size()) items.append(QStringLiteral("…"));
            return QStringLiteral("[") + items.join(QStringLiteral(", ")) + QStringLiteral("]");
        }
        default: return name();
    }
}

/// Empty for plain data.
QString classText(modules::EdgeClass kind) {
    switch (kind) {
        case modules::EdgeClass::Data: break;
        case modules::EdgeClass::Residual: return QObject::tr("residual");
        case modules::EdgeClass::Mask: return QObject::tr("mask");
        case modules::EdgeClass::KvCache: return QObject::tr("KV cache");
        case modules::EdgeClass::Weight: return QObject::tr("weight");
        case modules::EdgeClass::Index: return QObject::tr("index");
    }
    return {};
}

/// The values that an argument takes, as edges.
std::vector<graph::Edge> edgesOf(const GraphModel& model, graph::NodeId node, std::uint32_t place) {
    const Argument& argument = model.arguments(model.node(node))[place];
    if (argument.kind == ArgumentKind::Value) return {{argument.value(), node, argument.name, place, -1}};
    std::vector<graph::Edge> edges;
    const auto items = model.listItems(argument);
    for (std::size_t k = 0; k < items.size(); ++k)
        if (items[k].kind == ArgumentKind::Value)
            edges.push_back({items[k].value(), node, argument.name, place, static_cast<std::int32_t>(k)});
    return edges;
}

/// Classes of these edges, each once, and the rules that told them; both empty where all is plain data.
std::pair<QString, QString> classesText(const modules::EdgeClasses& classes, const std::vector<graph::Edge>& edges) {
    QStringList words, rules;
    for (const graph::Edge& edge : edges) {
        const modules::EdgeKind kind = classes.of(edge);
        const QString word = classText(kind.kind);
        if (word.isEmpty() || words.contains(word)) continue;
        words.append(word);
        rules.append(word + QStringLiteral(": ") + text(kind.rule));
    }
    return {words.join(QStringLiteral(", ")), rules.join(QLatin1Char('\n'))};
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

constexpr qsizetype kShownLinks = 8;

/// The first links, and how many more there are.
QString joined(const QStringList& links) {
    const QString first = links.mid(0, kShownLinks).join(QStringLiteral(", "));
    return links.size() > kShownLinks ? QObject::tr("%1 and %2 more").arg(first).arg(links.size() - kShownLinks) : first;
}

}  // namespace

/// A row of the chain: the node itself, links to what it is there, or why there is none.
void Inspector::addLink(NodeFacts& facts, const QString& label, bool isSelf, const QStringList& links, const QString& evidence,
                        const QString& missing) {
    if (isSelf)
        facts.chain.append({Mark::Match, label, html(facts.id), tr("this node")});
    else if (links.isEmpty())
        facts.chain.append({Mark::Missing, label, tr("none"), missing});
    else
        facts.chain.append({Mark::Match, label, joined(links), evidence});
}

void Inspector::addLinks(const SessionPtr& session, const Address& address, const graph::NodeRef& ref, const graph::Node& node,
                         NodeFacts& facts, const JobContext& job) {
    const auto found = join::links(*session, address.method.toStdString(), job);
    if (!found) return;
    const join::MethodLinks& links = **found;
    const join::NodeLinks of = links.of(ref);
    const auto isAt = [&ref](graph::StageId::Kind kind) { return ref.stage.is(kind); };
    using Kind = graph::StageId::Kind;
    const auto paths = [&](const std::vector<graph::NodeRef>& nodes) {
        QStringList list;
        for (const graph::NodeRef& one : nodes) list.append(nodeLink(address, text(one.stage), links.graphs().path(one)));
        return list;
    };
    QStringList instructions, delegates, inside = paths(of.delegateNodes), handles;
    for (const std::int64_t instruction : of.instructions) {
        const QString number = QString::number(instruction);
        instructions.append(links.hasProgram() ? link(Address::ofInstruction(address.method, instruction), number) : number);
    }
    for (const std::string& backend : of.backends) delegates.append(html(text(backend)));
    for (const std::int64_t delegate : of.delegates) {
        const graph::StageId stage = graph::StageId::payload(static_cast<std::uint32_t>(delegate));
        delegates.append(link(Address::ofStage(address.method, stage), text(stage)));
    }
    for (const std::string& id : of.delegateDebugIds)
        if (of.delegateNodes.empty()) inside.append(html(text(id)));
    for (const std::int64_t handle : of.debugHandles) handles.append(QString::number(handle));
    const QString through =
        handles.isEmpty() ? QString() : tr("debug handle %1").arg(handles.mid(0, kShownLinks).join(QStringLiteral(", ")));
    const QString noTables = tr("only an ETRecord tells it");
    addLink(facts, tr("Exported"), isAt(Kind::Exported), paths(of.exported),
            through.isEmpty() ? tr("from_node") : tr("from_node and %1").arg(through),
            !links.hasHandles()   ? noTables
            : links.hasExported() ? tr("from_node leads to no exported node")
                                  : tr("the record has no exported program of this method"));
    const QStringList candidates = of.edge.empty() ? paths(callersOf(links, of, ref.stage)) : QStringList();
    if (candidates.isEmpty())
        addLink(facts, tr("Edge node"), isAt(Kind::Edge), paths(of.edge), through,
                links.hasHandles() ? tr("no edge node carries its debug handle") : noTables);
    else
        facts.chain.append({Mark::Ambiguous, tr("Edge node"), joined(candidates),
                            tr("the call was made from these; the backend gave no ids that tell which")});
    addLink(facts, tr("Instruction"), isAt(Kind::Program), instructions,
            isAt(Kind::Payload) ? tr("it calls this delegate") : tr("debug_handle_map names %1").arg(through),
            node.debugHandle ? tr("no entry of debug_handle_map names handle %1").arg(*node.debugHandle)
                             : tr("the node has no debug handle"));
    const join::RunsIn where = links.runsIn(of);
    if (where == join::RunsIn::Kernels)
        facts.chain.append({Mark::None, tr("Delegate"), tr("runs outside delegates"), tr("its instruction calls none")});
    if (where == join::RunsIn::Unknown)
        facts.chain.append({Mark::Missing, tr("Delegate"), tr("not known"),
                            !links.hasProgram()   ? tr("a program (.pte) would tell")
                            : !links.hasHandles() ? noTables
                                                  : tr("no instruction is recorded for the node")});
    if (where != join::RunsIn::Delegate) return;
    addLink(facts, tr("Delegate"), false, delegates,
            of.delegates.empty() ? tr("delegate_map of that instruction") : tr("the instruction calls it"), {});
    const auto by = of.delegates.empty() ? join::InsideBy::Nothing : links.insideBy(of.delegates.front());
    addLink(facts, tr("Delegate op"), isAt(Kind::Payload), inside,
            by == join::InsideBy::Handles ? tr("debug handle that the delegate's node carries") : tr("delegate debug id"),
            by == join::InsideBy::Nothing ? tr("the backend gave no ids") : tr("no node inside names it: fused, or left out"));
}

/// Events and logged values of the instructions that the node became, in the runs of its method.
void Inspector::addRuntime(const SessionPtr& session, const Address& address, const graph::NodeRef& ref, NodeFacts& facts,
                           const JobContext& job) {
    const auto runs = compare::runs(*session, job);
    const auto links = join::links(*session, address.method.toStdString(), job);
    if (!runs || (*runs)->empty() || !links) {
        facts.chain.append({Mark::Missing, tr("Events"), tr("none"), tr("an ETDump would fill this")});
        facts.chain.append({Mark::Missing, tr("Runtime value"), tr("none"), tr("an ETDump with its debug buffer would fill this")});
        return;
    }
    const auto instructions = (*links)->of(ref).instructions;
    std::vector<std::uint64_t> durations;
    std::size_t ofMethod = 0;
    QStringList values;
    for (const join::SessionRun& run : **runs) {
        if (run.attribution.method != address.method.toStdString()) continue;
        const bool first = ofMethod++ == 0;
        for (const etdump::Event& event : run.dump->events(run.run())) {
            if (event.place.chain != 0 || event.kind == etdump::EventKind::Delegate ||
                std::ranges::find(instructions, event.place.instruction) == instructions.end())
                continue;
            const std::string_view name = run.dump->text(event.name);
            if (name == "OPERATOR_CALL" || name == "DELEGATE_CALL") durations.push_back(event.duration());
            for (const std::uint32_t value : run.dump->valuesOf(event))
                for (const etdump::LoggedTensor& tensor : run.dump->tensors(run.dump->values(run.run())[value]))
                    if (first) {
                        const auto sizes = run.dump->sizes(tensor);
                        values.append(
                            text(tensor::typeAndShapeText(tensor.type, std::vector<std::int64_t>(sizes.begin(), sizes.end()))));
                    }
        }
    }
    if (durations.empty()) {
        facts.chain.append(
            {Mark::Missing, tr("Events"), tr("none"), tr("no event of its instruction in %n run(s)", nullptr, counted(ofMethod))});
    } else {
        const double p50 = etdump::durationStatistics(durations).p50;
        facts.chain.append({Mark::Match, tr("Events"),
                            ui::link(QStringLiteral("page:events"),
                                     tr("%n call(s) · p50 %1 ms", nullptr, counted(durations.size())).arg(p50 / 1e6, 0, 'g', 4)),
                            tr("events of its instruction in %n run(s); ticks taken as ns", nullptr, counted(ofMethod))});
    }
    if (values.isEmpty())
        facts.chain.append({Mark::Missing, tr("Runtime value"), tr("none"), tr("nothing was logged for its instruction")});
    else
        facts.chain.append({Mark::Match, tr("Runtime value"), code(joined(values)), tr("logged by its instruction")});
}

/// What it takes and how it is set.
void Inspector::addArguments(const GraphModel& model, const graph::DataFlow& flow, graph::NodeId id, const Address& address,
                             const WeightLinks& weights, NodeFacts& facts) {
    const modules::EdgeClasses classes(model, flow);
    const auto arguments = model.arguments(model.node(id));
    for (std::uint32_t i = 0; i < arguments.size(); ++i) {
        const bool isInput = arguments[i].kind == ArgumentKind::Value || arguments[i].kind == ArgumentKind::List;
        Fact fact{text(model.text(arguments[i].name)), argumentText(model, arguments[i], address, weights)};
        if (isInput) std::tie(fact.note, fact.tooltip) = classesText(classes, edgesOf(model, id, i));
        (isInput ? facts.inputs : facts.attributes).append(fact);
    }
}

/// Who takes the node's results, as links.
void Inspector::addConsumers(const GraphModel& model, const graph::DataFlow& flow, graph::NodeId node, const Address& address,
                             NodeFacts& facts) {
    constexpr qsizetype kMost = 50;
    for (const graph::ValueId value : flow.results(node))
        for (const graph::NodeId user : flow.consumers(value)) {
            if (facts.consumers.size() == kMost) {
                facts.consumers.append({QString(), tr("and more")});
                return;
            }
            const QString path = text(model.nodePath(user));
            facts.consumers.append({text(modules::describeOperator(model.text(model.node(user).target)).title),
                                    link(Address::ofNode(address.method, address.stage, path), path)});
        }
}

/// The value that the node, or the call that it became, is held against: what the Numeric gap compares.
void Inspector::addReference(const SessionPtr& session, const Address& address, const graph::NodeRef& ref, NodeFacts& facts,
                             const JobContext& job) {
    const auto found = gap::nodeReference(*session, address.method.toStdString(), ref, job);
    if (!found) return;
    const QString source = text(found->source);
    const auto say = [&](const QString& label, std::span<const tensor::Value> values, const QString& evidence,
                         const QString& target) {
        QStringList kinds;
        for (const tensor::Value& value : values) {
            const auto* tensor = std::get_if<tensor::Tensor>(&value);
            kinds.append(tensor != nullptr ? text(tensor::typeAndShapeText(tensor->type, tensor->shape)) : tr("a value"));
        }
        for (QString& kind : kinds) kind = ui::link(target, kind);
        facts.chain.append({Mark::Match, label, QStringLiteral("<code>%1</code>").arg(joined(kinds)), evidence});
    };
    const QString gapPage = QStringLiteral("page:gap"), label = tr("Reference");
    // What the numeric gap shows comes first: page, Inspector and values speak of one run and one reference.
    if (const auto seen = rowInView(*session, address.method.toStdString(), ref, job); seen && *seen && (*seen)->row().reference) {
        const gap::GapRow& row = (*seen)->row();
        const tensor::Value value = *row.reference;
        const QString note = row.note.empty() ? QString() : QStringLiteral("; ") + text(row.note);
        return say(label, {&value, 1}, tr("%1, held against run %2").arg(sourceText((*seen)->references())).arg(row.run) + note,
                   QStringLiteral("page:values"));
    }
    if (found->own) return say(label, {&*found->own, 1}, tr("of this node in %1").arg(source), gapPage);
    if (found->compared()) {
        const QString how = found->ofRun ? tr("logged by %1; the Numeric gap can hold run %2 against it")
                                         : tr("of its call in %1, as the Numeric gap holds it against run %2");
        const QString note = found->call->note.empty() ? QString() : QStringLiteral("; ") + text(found->call->note);
        const tensor::Value value = *found->call->reference;
        say(label, {&value, 1}, how.arg(source).arg(found->call->run) + note, gapPage);
        if (!found->ofRun) return;
    }
    // What another run logged is no proof: what is right is told, too.
    const auto computed = computedValues(*session, address.method.toStdString(), ref.stage, address.name.toStdString(), job);
    if (computed && !computed->values.empty())
        return say(found->compared() ? tr("Computed") : label, computed->values, computed->source, QStringLiteral("page:values"));
    if (found->compared()) return;
    facts.chain.append({Mark::Missing, label, tr("none recorded"),
                        source.isEmpty() ? tr("values keyed by node or handle (.npz, .pt), or a second run, would fill this")
                                         : tr("%1 has no value of this node or its call").arg(source)});
}

/// A node inside a delegate that is shown in place is told about as the node of its own stage.
Result<Inspector::NodeFacts> Inspector::nodeFacts(const SessionPtr& session, const Address& shown, const JobContext& job) {
    const std::string method = shown.method.toStdString();
    const auto ref = join::nodeAt(*session, method, shown.stageId(), shown.name.toStdString(), job);
    if (!ref) return ref.failure();
    const auto read = session->graph(method, ref->stage, job);
    if (!read) return read.failure();
    const GraphModel& model = **read;
    const graph::NodeId id = ref->node;
    const Address address = Address::ofNode(shown.method, ref->stage, text(model.nodePath(id)));
    const graph::Node& node = model.node(id);
    NodeFacts facts;
    facts.id = address.name;
    facts.target = text(model.text(node.target));
    facts.family = word(text(modules::familyName(modules::describeOperator(model.text(node.target)).family)));
    const auto stack = exported::moduleStack(model, node);
    if (!stack.empty()) facts.modulePath = text(stack.back().path) + QStringLiteral("  ") + text(stack.back().type);

    const graph::DataFlow flow(model);
    const WeightLinks weights = weightLinks(*session, model, address, job);
    addArguments(model, flow, id, address, weights, facts);
    for (const graph::OutputSlot& slot : model.outputs(node))
        for (const graph::ValueId value : model.values(slot))
            facts.outputs.append({QString::number(facts.outputs.size()), html(text(model.text(model.value(value).id))) + u' ' +
                                                                             code(text(modules::valueText(model, value)))});
    addConsumers(model, flow, id, address, facts);

    addSource(session, address, facts, job);
    addLinks(session, address, *ref, node, facts, job);
    addRuntime(session, address, *ref, facts, job);
    addDelegate(session, address, delegateOf(*session, address, model, id, job), facts, job);
    addReference(session, address, *ref, facts, job);
    return facts;
}

}  // namespace etscope::ui
