#include "frame/address.h"

#include <QRegularExpression>
#include <QStringList>
#include <algorithm>

namespace etscope::ui {

QString columnText(qint64 column) {
    return column < 0 ? QStringLiteral("run:%1").arg(-1 - column) : QStringLiteral("case:%1").arg(column);
}

QString Address::text() const {
    switch (kind) {
        case Kind::None: return {};
        case Kind::Method: return method;
        case Kind::Stage: return method + QLatin1Char('/') + stage;
        case Kind::Node: return method + QLatin1Char('/') + stage + QLatin1Char('/') + name;
        case Kind::Output: return QStringLiteral("%1/outputs/%2/%3").arg(method, columnText(caseIndex)).arg(output);
        case Kind::File: return QStringLiteral("files/") + name;
        case Kind::Metadata: return QStringLiteral("metadata/") + name;
        case Kind::Tensor: return QStringLiteral("tensors/") + name;
        case Kind::Problem: return QStringLiteral("problems/") + name;
    }
    return {};
}

Address Address::parse(const QString& text, const QStringList& methods) {
    const QString trimmed = text.trimmed();
    // The longest method name that fits: names may hold slashes.
    QString method;
    for (const QString& candidate : methods)
        if ((trimmed == candidate || trimmed.startsWith(candidate + QLatin1Char('/'))) && candidate.size() > method.size())
            method = candidate;
    if (!method.isEmpty()) {
        const QString rest = trimmed.mid(method.size() + 1);
        if (rest.isEmpty()) return ofMethod(method);
        static const QRegularExpression kOutput(QStringLiteral("^outputs/(case|run):(\\d{1,15})/(\\d{1,9})$"));
        if (const auto match = kOutput.match(rest); match.hasMatch()) {
            const qint64 number = match.captured(2).toLongLong();
            return ofOutput(method, match.captured(1) == QLatin1String("run") ? -1 - number : number,
                            match.captured(3).toLongLong());
        }
        const qsizetype slash = rest.indexOf(QLatin1Char('/'));
        return slash < 0 ? ofStage(method, rest) : ofNode(method, rest.left(slash), rest.mid(slash + 1));
    }
    if (trimmed.startsWith(QLatin1String("files/"))) return ofFile(trimmed.mid(6));
    if (trimmed.startsWith(QLatin1String("metadata/"))) return ofMetadata(trimmed.mid(9));
    if (trimmed.size() > 8 && trimmed.startsWith(QLatin1String("tensors/"))) return ofTensor(trimmed.mid(8));
    if (trimmed.size() > 9 && trimmed.startsWith(QLatin1String("problems/"))) return ofProblem(trimmed.mid(9));
    return {};
}

namespace {
Address make(Address::Kind kind, const QString& method, const QString& stage, const QString& name) {
    Address address;
    address.kind = kind;
    address.method = method;
    address.stage = stage;
    address.name = name;
    return address;
}
}  // namespace

Address Address::ofMethod(const QString& method) { return make(Kind::Method, method, {}, {}); }
Address Address::ofStage(const QString& method, const QString& stage) { return make(Kind::Stage, method, stage, {}); }
Address Address::ofNode(const QString& method, const QString& stage, const QString& node) {
    return make(Kind::Node, method, stage, node);
}
Address Address::ofFile(const QString& name) { return make(Kind::File, {}, {}, name); }
Address Address::ofMetadata(const QString& key) { return make(Kind::Metadata, {}, {}, key); }
Address Address::ofTensor(const QString& name) { return make(Kind::Tensor, {}, {}, name); }
Address Address::ofProblem(const QString& name) { return make(Kind::Problem, {}, {}, name); }

Address Address::ofStage(const QString& method, const graph::StageId& stage) { return ofStage(method, ui::text(stage)); }
Address Address::ofNode(const QString& method, const graph::StageId& stage, const QString& node) {
    return ofNode(method, ui::text(stage), node);
}
Address Address::ofInstruction(const QString& method, qint64 instruction) {
    return ofNode(method, graph::StageId::program(), QStringLiteral("0/%1").arg(instruction));
}
Address Address::ofOutput(const QString& method, qint64 caseIndex, qint64 output) {
    Address address = make(Kind::Output, method, {}, {});
    address.caseIndex = caseIndex;
    address.output = output;
    return address;
}

}  // namespace etscope::ui
