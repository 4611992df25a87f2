// What the Inspector tells about a node: its chain of links and its arguments. Runs in a job.
#include <algorithm>

#include "docks/inspector.h"
#include "exported/metadata.h"
#include "graph/graph_index.h"
#include "graph/operator_family.h"
#include "look/numbers.h"
#include "session/handles.h"

namespace etscope::ui {
namespace {

using graph::Argument;
using graph::ArgumentKind;
using graph::GraphModel;

QString link(const Address& address, const QString& shown) {
    return QStringLiteral("<a href='%1'>%2</a>").arg(address.text().toHtmlEscaped(), shown.toHtmlEscaped());
}

QString nodeLink(const Address& near, const QString& stage, const std::string& path) {
    return link(Address::ofNode(near.method, stage, text(path)), text(path));
}

/// An argument as rich text; references link to the node that makes the value.
QString argumentText(const GraphModel& model, const Argument& argument, const Address& near, int depth = 0) {
    const auto name = [&] { return text(model.text(argument.text())).toHtmlEscaped(); };
    switch (argument.kind) {
        case ArgumentKind::None: return QStringLiteral("None");
        case ArgumentKind::Value: {
            const graph::Value& value = model.value(argument.value());
            const QString shown = text(model.text(value.id));
            const QString type = text(graph::valueText(model, argument.value())).toHtmlEscaped();
            const QString what = value.producer.valid()
                                     ? link(Address::ofNode(near.method, near.stage, text(model.nodePath(value.producer))), shown)
                                     : shown.toHtmlEscaped();
            return what + QStringLiteral(" <code>") + type + QStringLiteral("</code>");
        }
        case ArgumentKind::Int: return QString::number(argument.integer);
        case ArgumentKind::Float: return floatText(argument.number);
        case ArgumentKind::Bool: return argument.integer != 0 ? QStringLiteral("True") : QStringLiteral("False");
        case ArgumentKind::DType:
            return argument.integer >= 0 ? text(scalarTypeName(static_cast<ScalarType>(argument.integer))) : QStringLiteral("?");
        case ArgumentKind::Graph: return text(model.text(model.graph(argument.graph()).name)).toHtmlEscaped();
        case ArgumentKind::List: {
            QStringList items;
            for (const Argument& item : model.listItems(argument)) {
                if (items.size() == 16 || depth > 2) break;
                items.append(argumentText(model, item, near, depth + 1));
            }
            if (static_cast<std::size_t>(items.size()) < model.listItems(argument).size()) items.append(QStringLiteral("…"));
            return QStringLiteral("[") + items.join(QStringLiteral(", ")) + QStringLiteral("]");
        }
        default: return name();
    }
}

}  // namespace

Result<Inspector::NodeFacts> Inspector::nodeFacts(const SessionPtr& session, const Address& address, const JobContext& job) {
    const auto read = session->graph(address.method.toStdString(), address.stage.toStdString(), job);
    if (!read) return read.failure();
    const GraphModel& model = **read;
    const graph::NodeId id = model.findNode(address.name.toStdString());
    if (!id.valid()) return fail("no-such-node", "this stage has no node of that name");
    const graph::Node& node = model.node(id);
    NodeFacts facts;
    facts.id = address.name;
    facts.target = text(model.text(node.target));
    facts.family = text(graph::familyName(graph::describeOperator(model.text(node.target)).family));
    const auto stack = exported::moduleStack(model, node);
    if (!stack.empty()) facts.modulePath = text(stack.back().path) + QStringLiteral("  ") + text(stack.back().type);

    for (const Argument& argument : model.arguments(node)) {
        const bool isInput = argument.kind == ArgumentKind::Value || argument.kind == ArgumentKind::List;
        (isInput ? facts.inputs : facts.attributes)
            .append({text(model.text(argument.name)), argumentText(model, argument, address)});
    }
    for (const graph::OutputSlot& slot : model.outputs(node))
        for (const graph::ValueId value : model.values(slot))
            facts.outputs.append({QString::number(facts.outputs.size()),
                                  text(model.text(model.value(value).id)).toHtmlEscaped() + QStringLiteral(" <code>") +
                                      text(graph::valueText(model, value)).toHtmlEscaped() + QStringLiteral("</code>")});

    const auto add = [&facts](Mark mark, const QString& label, const QString& value, const QString& evidence) {
        facts.chain.append({mark, label, value, evidence});
    };
    const auto frames = exported::stackTrace(model, node);
    if (frames && !frames->empty()) {
        const exported::Frame& frame = frames->back();
        add(Mark::Match, tr("Source line"),
            QStringLiteral("%1:%2 %3")
                .arg(text(frame.file).section(QLatin1Char('/'), -1).toHtmlEscaped())
                .arg(frame.line)
                .arg(text(frame.function).toHtmlEscaped()),
            tr("innermost of %1 in stack_trace").arg(plural(frames->size(), "frame")));
    } else {
        add(Mark::Missing, tr("Source line"), tr("not recorded"), tr("the node has no stack_trace"));
    }
    const auto handles = session::handles(*session, job);
    const auto method = handles ? std::find_if(handles->begin(), handles->end(),
                                               [&](const auto& m) { return m.method == address.method.toStdString(); })
                                : std::vector<session::MethodHandles>::const_iterator{};
    const bool joined = handles && method != handles->end();
    QStringList instructions, exportedNodes, edgeNodes;
    QString backend, delegateIds;
    const std::string path = address.name.toStdString();
    const bool isExported = address.stage == QLatin1String("exported");
    for (const session::HandleRow& row : joined ? method->rows : std::vector<session::HandleRow>{}) {
        const auto& mine = isExported ? row.exportedNodes : row.edgeNodes;
        if (std::find(mine.begin(), mine.end(), path) == mine.end()) continue;
        instructions.append(QString::number(row.instruction));
        if (row.isDelegate) backend = text(row.backend);
        if (row.debugHandles.size() == 1 || isExported)
            for (const std::string& other : isExported ? row.edgeNodes : row.exportedNodes)
                if (const QString shown =
                        nodeLink(address, isExported ? QStringLiteral("edge") : QStringLiteral("exported"), other);
                    !(isExported ? edgeNodes : exportedNodes).contains(shown))
                    (isExported ? edgeNodes : exportedNodes).append(shown);
        for (const session::DelegateHandleRow& inner : row.delegateHandles)
            if (node.debugHandle &&
                std::find(inner.debugHandles.begin(), inner.debugHandles.end(), *node.debugHandle) != inner.debugHandles.end())
                delegateIds += (delegateIds.isEmpty() ? QString() : QStringLiteral(", ")) + text(inner.delegateDebugId);
    }
    const QString handle = node.debugHandle ? QString::number(*node.debugHandle) : tr("none");
    if (isExported) {
        add(Mark::Match, tr("Exported"), address.name.toHtmlEscaped(), tr("this node"));
        add(edgeNodes.isEmpty() ? Mark::Missing : Mark::Match, tr("Edge node"),
            edgeNodes.isEmpty() ? tr("none found") : edgeNodes.mid(0, 6).join(QStringLiteral(", ")),
            tr("through from_node and the debug handle"));
    } else {
        const bool hasExported = joined && method->hasExported;
        add(exportedNodes.isEmpty() ? Mark::Missing : Mark::Match, tr("Exported"),
            exportedNodes.isEmpty() ? (hasExported ? tr("none found") : tr("not recorded"))
                                    : exportedNodes.mid(0, 6).join(QStringLiteral(", ")),
            hasExported ? tr("through from_node") : tr("the record has no exported program of this method"));
        add(Mark::Match, tr("Edge node"), address.name.toHtmlEscaped(), tr("debug handle %1").arg(handle));
    }
    add(instructions.isEmpty() ? Mark::Missing : Mark::Match, tr("Instruction"),
        instructions.isEmpty() ? tr("none") : instructions.mid(0, 12).join(QStringLiteral(", ")),
        instructions.isEmpty() ? tr("no entry of debug_handle_map names this handle")
                               : tr("debug_handle_map names handle %1").arg(handle));
    add(backend.isEmpty() ? Mark::None : Mark::Match, tr("Delegate"),
        backend.isEmpty() ? tr("runs outside delegates") : backend.toHtmlEscaped(),
        backend.isEmpty() ? QString() : tr("delegate_map of that instruction"));
    if (!backend.isEmpty())
        add(delegateIds.isEmpty() ? Mark::Missing : Mark::Match, tr("Delegate op"),
            delegateIds.isEmpty() ? tr("not told") : delegateIds.toHtmlEscaped(),
            delegateIds.isEmpty() ? tr("the backend gave no ids") : tr("delegate debug ids"));
    add(Mark::Missing, tr("Events"), tr("none"), tr("an ETDump would fill this"));
    add(Mark::Missing, tr("Runtime value"), tr("none"), tr("an ETDump with its debug buffer would fill this"));
    add(Mark::Missing, tr("Reference"), tr("none recorded"), tr("values keyed by node or handle (.npz, .pt) would fill this"));
    return facts;
}

}  // namespace etscope::ui
