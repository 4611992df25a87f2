// What is told of an operator of a graph or an instruction of a program: what it takes and gives, and its parts (node_parts.h).
#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "answers/call_names.h"
#include "answers/gap_choice.h"
#include "answers/known_gap.h"
#include "compare/logged_tensors.h"
#include "compare/tensor_list.h"
#include "compare/value_tensors.h"
#include "docks/facts/node_parts.h"
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

namespace etscope::ui {
namespace {

using graph::Argument;
using graph::ArgumentKind;
using graph::GraphModel;

QString link(const Address& address, const QString& shown) { return ui::link(address.text(), shown); }

/// Tensors of the session that inputs of a graph are: weights, buffers, constants.
using WeightLinks = std::map<graph::ValueId, std::pair<Address, QString>>;

WeightLinks weightLinks(const session::Session& session, const GraphModel& model, const Address& near, const JobContext& job) {
    WeightLinks links;
    const auto list = compare::tensorList(session, job);
    if (!list) return links;
    const auto tensors = compare::valueTensors({session, near.method.toStdString()}, near.stageId(), job);
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
            const bool named = !isValueNumber(shown);
            if (const auto weight = weights.find(argument.value()); weight != weights.end()) {
                const QString known = isValueNumber(weight->second.second) ? QObject::tr("constant") : weight->second.second;
                return link(weight->second.first, known) + QLatin1Char(' ') + type;
            }
            if (!value.producer.valid()) return named ? html(shown) + QLatin1Char(' ') + type : type;
            const QString maker = text(model.nodePath(value.producer));
            return link(Address::ofNode(near.method, near.stage, maker), named ? shown : maker) + QLatin1Char(' ') + type;
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

QString outputText(const GraphModel& model, graph::ValueId value) {
    const QString name = text(model.text(model.value(value).id)), type = code(text(modules::valueText(model, value)));
    return isValueNumber(name) ? type : html(name) + u' ' + type;
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

/// What it takes and how it is set.
void addArguments(const GraphModel& model, const graph::DataFlow& flow, graph::NodeId id, const Address& address,
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
void addConsumers(const GraphModel& model, const graph::DataFlow& flow, graph::NodeId node, const Address& address,
                  NodeFacts& facts) {
    constexpr qsizetype kMost = 50;
    for (const graph::ValueId value : flow.results(node))
        for (const graph::NodeId user : flow.consumers(value)) {
            if (facts.consumers.size() == kMost) {
                facts.consumers.append({QString(), Inspector::tr("and more")});
                return;
            }
            const QString path = text(model.nodePath(user));
            facts.consumers.append({text(modules::describeOperator(model.text(model.node(user).target)).title),
                                    link(Address::ofNode(address.method, address.stage, path), path)});
        }
}

/// A node inside a delegate that is shown in place is told about as the node of its own stage.
Result<NodeFacts> nodeFacts(const SessionPtr& session, const Address& shown, const JobContext& job) {
    const std::string method = shown.method.toStdString();
    const auto ref = join::nodeAt({*session, method}, shown.stageId(), shown.name.toStdString(), job);
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
    if (!stack.empty()) {
        facts.modulePath = text(stack.back().path);
        facts.moduleClass = text(stack.back().type).section(QLatin1Char('.'), -1);
    }

    const graph::DataFlow flow(model);
    const WeightLinks weights = weightLinks(*session, model, address, job);
    addArguments(model, flow, id, address, weights, facts);
    for (const graph::OutputSlot& slot : model.outputs(node))
        for (const graph::ValueId value : model.values(slot))
            facts.outputs.append({QString::number(facts.outputs.size()), outputText(model, value)});
    addConsumers(model, flow, id, address, facts);

    addSource(session, address, facts, job);
    addLinks(session, address, *ref, node, facts, job);
    addReference(session, address, *ref, facts, job);  // whether it is right, before what it took
    addRuntime(session, address, *ref, facts, job);
    if (const auto delegate = delegateOf(*session, address, model, id, job))
        if (auto group = delegateGroup({*session, method}, *delegate, job)) facts.groups.append(*std::move(group));
    return facts;
}

/// In one stage.
FactGroup operatorGroup(const Address& address, const NodeFacts& facts) {
    FactGroup group{QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Operator"), facts.family, {}};
    group.facts.append({Inspector::tr("Name"), code(address.name)});
    group.facts.append({Inspector::tr("Target"), code(facts.target)});
    group.facts.append({Inspector::tr("Module"),
                        facts.modulePath.isEmpty()
                            ? Inspector::tr("not recorded")
                            : linkTo(Address::ofModule(address.method, address.stage, facts.modulePath), facts.modulePath),
                        facts.moduleClass});
    return group;
}

/// "aten.linear.default · layers.0.attention.wo": what it computes, and where.
QString operatorLine(const NodeFacts& facts) {
    static constexpr std::array kPrefixes{QLatin1String("executorch.exir.dialects.edge.ops."), QLatin1String("torch.ops.")};
    QString target = facts.target;
    for (const QLatin1String prefix : kPrefixes)
        if (target.startsWith(prefix)) target.remove(0, prefix.size());
    return facts.modulePath.isEmpty() ? target : target + QStringLiteral(" · ") + facts.modulePath;
}

/// What an instruction runs, as Events and Memory call it.
CallName callName(const EntityQuestion& question, const JobContext& job) {
    bool isNumber = false;
    const qint64 instruction = question.address.name.section(u'/', -1).toLongLong(&isNumber);
    if (!isNumber || !question.address.name.startsWith(QLatin1String("0/"))) return {};
    return CallNames(*question.session, question.address.method, {}, job).of(instruction);
}

FactGroup callGroup(const NodeFacts& facts, const CallName& call) {
    return {QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Operator"),
            facts.family,
            {{Inspector::tr("Runs"), html(call.whole.isEmpty() ? facts.target : call.whole).replace(u'\n', QLatin1String("<br>"))},
             {Inspector::tr("Module"), call.module.isEmpty() ? Inspector::tr("not recorded") : html(call.module)}}};
}

}  // namespace

Told tellNode(const EntityQuestion& question, const JobContext& job) {
    const auto made = nodeFacts(question.session, question.address, job);
    if (!made) return made.failure();
    const NodeFacts& facts = *made;
    EntityFacts told{entityTitle(question.address), operatorLine(facts), {}, {}};
    const graph::StageId stage = question.address.stageId();
    const bool inDelegate = join::callAround(stage, question.address.name.toStdString()).has_value();  // shown in its call's place
    if (stage.is(graph::StageId::Kind::Program) && !inDelegate) {
        const CallName call = callName(question, job);
        told.title = call.brief.isEmpty() ? facts.target : call.brief;
        QStringList second{call.runsAs, call.module, Inspector::tr("instruction %1").arg(question.address.name)};
        second.removeAll(QString());
        told.second = second.join(QStringLiteral(" · "));
        told.groups.append(callGroup(facts, call));
    } else {
        told.groups.append(operatorGroup(question.address, facts));
    }
    const auto known = std::ranges::count(facts.chain, Mark::Match, &MarkedFact::mark);
    told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Chain"),
                        Inspector::tr("%1 of %2 links").arg(known).arg(facts.chain.size()),
                        {},
                        facts.chain});
    told.groups += facts.groups;
    const auto add = [&](const char* title, const Facts& of) {
        told.groups.append({title, countText(static_cast<std::uint64_t>(of.size())), of});
    };
    add(QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Inputs"), facts.inputs);
    add(QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Outputs"), facts.outputs);
    add(QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Used by"), facts.consumers);
    told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Attributes"), {}, facts.attributes});
    return told;
}

}  // namespace etscope::ui
