// The tables of the Overview.
#include <QCoreApplication>

#include "inventory/summary.h"
#include "look/language.h"
#include "look/numbers.h"
#include "pages/output_matrix.h"
#include "pages/overview_page.h"
#include "session/parts.h"

namespace etscope::ui {
namespace {

enum FileColumns { FileName, FileKindColumn, FileSize, FileReadable, FileFound };
enum MethodColumns {
    MethodName,
    MethodPorts,
    MethodExported,
    MethodEdge,
    MethodDelegates,
    MethodParameters,
    MethodCases,
    MethodRuns,
    MethodWorst
};

struct KindText {
    FileKind kind;
    const char* name;
};
QString kindText(const session::SessionFile& file) {
    static constexpr KindText kNames[] = {{FileKind::EtRecord, QT_TRANSLATE_NOOP("FileKind", "ETRecord")},
                                          {FileKind::Pte, QT_TRANSLATE_NOOP("FileKind", "Program")},
                                          {FileKind::Ptd, QT_TRANSLATE_NOOP("FileKind", "External data")},
                                          {FileKind::Bpte, QT_TRANSLATE_NOOP("FileKind", "Bundled program")},
                                          {FileKind::EtDump, QT_TRANSLATE_NOOP("FileKind", "ETDump")},
                                          {FileKind::DebugBuffer, QT_TRANSLATE_NOOP("FileKind", "Debug buffer")},
                                          {FileKind::ExportedProgram, QT_TRANSLATE_NOOP("FileKind", "Exported program")},
                                          {FileKind::TorchSave, QT_TRANSLATE_NOOP("FileKind", "torch.save")},
                                          {FileKind::Npy, QT_TRANSLATE_NOOP("FileKind", "npy array")},
                                          {FileKind::Npz, QT_TRANSLATE_NOOP("FileKind", "npz arrays")},
                                          {FileKind::Safetensors, QT_TRANSLATE_NOOP("FileKind", "safetensors")},
                                          {FileKind::Native, QT_TRANSLATE_NOOP("FileKind", "Native payload")},
                                          {FileKind::Unknown, QT_TRANSLATE_NOOP("FileKind", "unknown")}};
    for (const KindText& row : kNames)
        if (row.kind == file.kind)
            return QCoreApplication::translate("FileKind", row.name) +
                   (file.detail.empty() ? QString() : QStringLiteral(" · ") + text(file.detail));
    return {};
}

QString nativeText(const delegates::Decoded& native) {
    const std::size_t graphs = (native.graph != nullptr ? 1U : 0U) + native.otherGraphs.size();
    QStringList parts;
    if (graphs > 0) parts.append(QObject::tr("%n graph(s)", nullptr, counted(graphs)));
    if (!native.weights.empty()) parts.append(QObject::tr("%n constant(s)", nullptr, counted(native.weights.size())));
    if (!native.nested.empty()) parts.append(QObject::tr("%n file(s) inside", nullptr, counted(native.nested.size())));
    if (graphs == 0) parts.append(text(native.reason));
    return parts.join(QStringLiteral(", "));
}

QString bundleText(const session::SessionFile& file) {
    std::size_t cases = 0;
    for (const bundle::TestSuite& suite : file.bundle->suites()) cases += suite.cases.size();
    return QObject::tr("%1 for %n method(s), %2", nullptr, counted(file.bundle->suites().size()))
        .arg(QObject::tr("%n case(s)", nullptr, counted(cases)),
             file.program != nullptr ? QObject::tr("a program of %1").arg(bytesText(file.bundle->program().size))
                                     : QObject::tr("no readable program"));
}

QString dumpText(const etdump::Dump& dump) {
    std::size_t events = 0, values = 0, executions = 0;
    for (const etdump::Run& run : dump.runs()) {
        events += run.events.count;
        values += run.values.count;
        executions += dump.blockKind(run) == etdump::BlockKind::Execute ? 1U : 0U;
    }
    return QStringList{QObject::tr("%n execution(s)", nullptr, counted(executions)),
                       QObject::tr("%n event(s)", nullptr, counted(events)),
                       QObject::tr("%n logged value(s)", nullptr, counted(values))}
        .join(QStringLiteral(", "));
}

QString foundText(const session::SessionFile& file) {
    if (file.error) return text(file.error->message);
    if (file.native != nullptr) return nativeText(*file.native);
    if (file.bundle != nullptr) return bundleText(file);
    if (file.dump != nullptr) return dumpText(*file.dump);
    if (file.record != nullptr) {
        std::size_t edge = 0, others = 0;
        for (const etrecord::StageEntry& stage : file.record->stages()) ++(stage.stage == "edge" ? edge : others);
        QStringList parts{QObject::tr("%n edge program(s)", nullptr, counted(edge)),
                          QObject::tr("%n other stage(s)", nullptr, counted(others))};
        if (file.record->referenceOutputs()) parts.append(QObject::tr("reference outputs"));
        const QString found = parts.join(QStringLiteral(", "));
        if (file.zip->recovered())
            return QObject::tr("its directory is missing; %n entry(ies) found by their own headers: %1", nullptr,
                               counted(file.zip->entries().size()))
                .arg(found);
        return found;
    }
    if (file.zip != nullptr) return QObject::tr("%n zip entry(ies)", nullptr, counted(file.zip->entries().size()));
    switch (file.kind) {
        case FileKind::Pte:
            if (file.program == nullptr) return {};
            return QStringList{QObject::tr("%n plan(s)", nullptr, counted(file.program->plans().size())),
                               QObject::tr("%n segment(s)", nullptr, counted(file.program->segments().segments.size()))}
                .join(QStringLiteral(", "));
        case FileKind::Ptd:
            return file.tensorData == nullptr ? QString()
                                              : QObject::tr("%n tensor(s)", nullptr, counted(file.tensorData->entries().size()));
        case FileKind::DebugBuffer: return QObject::tr("contents of logged values");
        case FileKind::Npy: return QObject::tr("raw values");
        case FileKind::Unknown: return QObject::tr("no known signature");
        default: return {};
    }
}

QString stageCount(const inventory::MethodSummary& summary, const graph::StageId& stage) {
    for (const auto& [name, count] : summary.nodeCounts)
        if (name == stage) return countText(count);
    return {};
}

/// Where no file tells parameters: a program has constants and what its delegates hold.
Cell otherData(const inventory::MethodData& data) {
    const QString tooltip = QObject::tr("These files do not tell parameters from other constants.");
    std::uint64_t count = 0, bytes = 0;
    QStringList parts;
    const auto add = [&](const QString& known, const QString& unknown, const std::optional<inventory::DataTotals>& totals) {
        parts.append(totals ? known : unknown);
        if (!totals || !totals->bytes) return false;
        count += totals->count;
        bytes += *totals->bytes;
        return true;
    };
    const auto number = [](const std::optional<inventory::DataTotals>& totals) { return counted(totals ? totals->count : 0); };
    const bool own = add(QObject::tr("Of the program: %n constant(s).", nullptr, number(data.constants)),
                         QObject::tr("Of the program: unknown."), data.constants);
    const bool inside = add(QObject::tr("Of its delegates: %n constant(s).", nullptr, number(data.delegateData)),
                            QObject::tr("Of its delegates: unknown."), data.delegateData);
    if (!own && !inside) return {.text = QStringLiteral("–"), .tooltip = tooltip, .dim = true};
    return {.text = QObject::tr("%n constant(s)", nullptr, counted(count)),
            .sort = QVariant::fromValue(static_cast<qulonglong>(bytes)),
            .second = (own && inside ? QString() : QStringLiteral("≥ ")) + bytesText(bytes),
            .tooltip = tooltip + QLatin1Char(' ') + parts.join(QLatin1Char(' ')),
            .dim = true};
}

QString portsText(const std::vector<inventory::Port>& ports, bool names) {
    QStringList list;
    for (const inventory::Port& port : ports)
        list.append((names && !port.name.empty() ? text(port.name) + QLatin1Char(' ') : QString()) +
                    text(findings::portText(port)));
    return list.join(QStringLiteral(", "));
}

}  // namespace

std::span<const Column> FileModel::columns() const {
    static constexpr Column kColumns[] = {
        {QT_TRANSLATE_NOOP("Column", "File"), QT_TRANSLATE_NOOP("Column", "Name of the file"), Qt::AlignLeft, false, 27},
        {QT_TRANSLATE_NOOP("Column", "Kind"), QT_TRANSLATE_NOOP("Column", "Recognised by content, not by name"), Qt::AlignLeft,
         false, 20},
        {QT_TRANSLATE_NOOP("Column", "Size"), QT_TRANSLATE_NOOP("Column", "Bytes of the file"), Qt::AlignRight, false, 12},
        {QT_TRANSLATE_NOOP("Column", "Readable"),
         QT_TRANSLATE_NOOP("Column", "Share of the bytes that its own headers name and that are there"), Qt::AlignLeft, false, 10},
        {QT_TRANSLATE_NOOP("Column", "What was found"), QT_TRANSLATE_NOOP("Column", "What the directory says"), Qt::AlignLeft,
         false, 0}};
    return kColumns;
}

Cell FileModel::cell(int row, int column) const {
    const session::SessionFile& file = m_session->files()[static_cast<std::size_t>(row)];
    const bool damaged = file.error || file.damage || file.readable < 1 || (file.zip != nullptr && file.zip->recovered());
    switch (column) {
        case FileName:
            return {.text = m_names[row],
                    .mark = damaged                          ? Mark::Error
                            : file.kind == FileKind::Unknown ? Mark::Missing
                                                             : Mark::None,
                    .tooltip = text(file.path)};
        case FileKindColumn: return {.text = kindText(file), .dim = file.kind == FileKind::Unknown};
        case FileSize:
            return {.text = bytesText(file.size),
                    .sort = QVariant::fromValue(static_cast<qulonglong>(file.size)),
                    .tooltip = countText(file.size) + QStringLiteral(" B")};
        case FileReadable:
            if (file.error) return {.text = QStringLiteral("–"), .dim = true};
            return {.text = file.readable >= 1 ? (damaged ? QObject::tr("in part") : QObject::tr("all"))
                                               : QString::number(file.readable * 100, 'f', 1) + QStringLiteral(" %"),
                    .sort = file.readable,
                    .mark = damaged ? Mark::Error : Mark::None,
                    .tooltip = file.damage ? text(file.damage->message) : QString(),
                    .share = file.readable < 1 ? file.readable : -1};
        case FileFound: return {.text = foundText(file), .tooltip = foundText(file), .dim = true};
        default: return {};
    }
}

QList<FileInside> FileModel::filesInside(int row) const {
    QList<FileInside> list;
    for (const session::OpenablePart& part : session::openableParts(m_session->files()[static_cast<std::size_t>(row)]))
        list.append({QStringLiteral("%1 · %2 · %3").arg(text(part.name), text(part.kind), bytesText(part.bytes)), text(part.path)});
    return list;
}

Address FileModel::address(int row) const { return Address::ofFile(m_names[row]); }

std::span<const Column> MethodModel::columns() const {
    static constexpr Column kColumns[] = {
        {QT_TRANSLATE_NOOP("Column", "Method"), QT_TRANSLATE_NOOP("Column", "Entry point"), Qt::AlignLeft, false, 16},
        {QT_TRANSLATE_NOOP("Column", "Inputs → outputs"),
         QT_TRANSLATE_NOOP("Column", "Of the earliest stage, so symbolic where it was exported symbolically"), Qt::AlignLeft, false,
         0},
        {QT_TRANSLATE_NOOP("Column", "Exported"), QT_TRANSLATE_NOOP("Column", "Nodes of the exported program"), Qt::AlignRight,
         false, 9},
        {QT_TRANSLATE_NOOP("Column", "Edge"), QT_TRANSLATE_NOOP("Column", "Nodes of the edge program"), Qt::AlignRight, false, 8},
        {QT_TRANSLATE_NOOP("Column", "Delegates"), QT_TRANSLATE_NOOP("Column", "Calls by backend, as graphs and delegate_map say"),
         Qt::AlignLeft, false, 17},
        {QT_TRANSLATE_NOOP("Column", "Parameters"), QT_TRANSLATE_NOOP("Column", "Parameters of the earliest stage"), Qt::AlignRight,
         false, 12},
        {QT_TRANSLATE_NOOP("Column", "Cases"), QT_TRANSLATE_NOOP("Column", "Recorded reference cases"), Qt::AlignRight, false, 7},
        {QT_TRANSLATE_NOOP("Column", "Runs"),
         QT_TRANSLATE_NOOP("Column", "Executions in the ETDumps of this session that are known to be of the method"),
         Qt::AlignRight, false, 6},
        {QT_TRANSLATE_NOOP("Column", "Worst state"),
         QT_TRANSLATE_NOOP("Column", "Of the outputs: reference against runtime values of this session"), Qt::AlignLeft, false,
         18}};
    return kColumns;
}

Cell MethodModel::cell(int row, int column) const {
    const session::Method& method = m_session->methods()[static_cast<std::size_t>(row)];
    const bool known = static_cast<std::size_t>(row) < m_summaries.size();
    static const inventory::MethodSummary kNothing;
    const inventory::MethodSummary& summary = known ? *m_summaries[static_cast<std::size_t>(row)] : kNothing;
    const auto nodes = [&](const graph::StageId& stage) {
        const QString count = stageCount(summary, stage);
        return count.isEmpty() ? Cell{.mark = Mark::Missing, .tooltip = QObject::tr("not recorded")}
                               : Cell{.text = count, .sort = QString(count).remove(QChar(0x202F)).toULongLong()};
    };
    switch (column) {
        case MethodName:
            return {.text = text(method.name),
                    .second = QStringList([&] {
                                  QStringList list;
                                  for (const auto& stage : method.stages) list.append(text(stage));
                                  return list;
                              }())
                                  .join(QStringLiteral(", "))};
        case MethodPorts:
            return {.text = known ? portsText(summary.inputs, true) : QObject::tr("reading …"),
                    .second = known ? QStringLiteral("→ ") + portsText(summary.outputs, false) : QString(),
                    .tooltip = portsText(summary.inputs, true) + QStringLiteral("\n→ ") + portsText(summary.outputs, true)};
        case MethodExported: return nodes(graph::StageId::exported());
        case MethodEdge: return nodes(graph::StageId::edge());
        case MethodDelegates: {
            QStringList list;
            for (const inventory::DelegateTotals& one : summary.delegates)
                list.append(text(one.backend) + QStringLiteral(" × ") + countText(one.calls));
            return list.isEmpty() ? Cell{.text = QStringLiteral("–"), .dim = true}
                                  : Cell{.text = list.value(0), .second = list.mid(1).join(QStringLiteral(", "))};
        }
        case MethodParameters:
            if (const auto& data = summary.data.parameters; data && data->elements && data->bytes)
                return {.text = countText(*data->elements),
                        .sort = QVariant::fromValue(static_cast<qulonglong>(*data->bytes)),
                        .second = bytesText(*data->bytes)};
            return otherData(summary.data);
        case MethodCases:
            if (const auto mine = m_references.find(method.name); mine != m_references.end())
                return {.text = countText(mine->second.cases),
                        .sort = QVariant::fromValue(static_cast<qulonglong>(mine->second.cases))};
            return {.mark = Mark::Missing, .tooltip = QObject::tr("no reference outputs")};
        case MethodRuns: {
            const auto runs = m_runs.find(method.name);
            return runs == m_runs.end()
                       ? Cell{.mark = Mark::Missing, .tooltip = QObject::tr("no run of it in this session")}
                       : Cell{.text = countText(runs->second), .sort = QVariant::fromValue(static_cast<qulonglong>(runs->second))};
        }
        case MethodWorst: return worst(method.name);
        default: return {};
    }
}

Cell MethodModel::worst(const std::string& method) const {
    const auto hit = m_verdicts.find(method);
    if (hit == m_verdicts.end()) return {.mark = Mark::Missing, .tooltip = QObject::tr("nothing to compare in this session")};
    const compare::MethodVerdict& verdict = hit->second;
    const QString state = pairWord(verdict.worst), total = countText(verdict.total), count = countText(verdict.worstCount);
    const QString words = verdict.worstCount == verdict.total ? QObject::tr("%1 %2", "count and state of outputs").arg(total, state)
                                                              : QObject::tr("%1 of %2 %3").arg(count, total, state);
    const QString difference = verdict.maxAbs ? QStringLiteral("max |d| ") + floatText(*verdict.maxAbs) : QString();
    return {.text = words,
            .sort = compare::pairSeverity(verdict.worst),
            .mark = pairMark(verdict.worst),
            .second = verdict.maxAbs && verdict.notFinite > 0
                          ? QObject::tr("%1 + %2 not finite").arg(difference, countText(verdict.notFinite))
                          : difference};
}

Address MethodModel::address(int row) const {
    return Address::ofMethod(text(m_session->methods()[static_cast<std::size_t>(row)].name));
}

}  // namespace etscope::ui
