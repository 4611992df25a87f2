// The tables of the Overview.
#include "inventory/summary.h"
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
    static constexpr KindText kNames[] = {{FileKind::EtRecord, "ETRecord"},
                                          {FileKind::Pte, "Program"},
                                          {FileKind::Ptd, "External data"},
                                          {FileKind::Bpte, "Bundled program"},
                                          {FileKind::EtDump, "ETDump"},
                                          {FileKind::DebugBuffer, "Debug buffer"},
                                          {FileKind::ExportedProgram, "Exported program"},
                                          {FileKind::TorchSave, "torch.save"},
                                          {FileKind::Npy, "npy array"},
                                          {FileKind::Npz, "npz arrays"},
                                          {FileKind::Safetensors, "safetensors"},
                                          {FileKind::Native, "Native payload"},
                                          {FileKind::Unknown, "unknown"}};
    for (const KindText& row : kNames)
        if (row.kind == file.kind)
            return QString::fromLatin1(row.name) + (file.detail.empty() ? QString() : QStringLiteral(" · ") + text(file.detail));
    return {};
}

QString nativeText(const delegates::Decoded& native) {
    const std::size_t graphs = (native.graph != nullptr ? 1U : 0U) + native.otherGraphs.size();
    QStringList parts;
    if (graphs > 0) parts.append(plural(graphs, "graph"));
    if (!native.weights.empty()) parts.append(plural(native.weights.size(), "constant"));
    if (!native.nested.empty()) parts.append(QObject::tr("%1 inside").arg(plural(native.nested.size(), "file")));
    if (graphs == 0) parts.append(text(native.reason));
    return parts.join(QStringLiteral(", "));
}

QString bundleText(const session::SessionFile& file) {
    std::size_t cases = 0;
    for (const bundle::TestSuite& suite : file.bundle->suites()) cases += suite.cases.size();
    return QObject::tr("%1 for %2, %3")
        .arg(plural(cases, "case"), plural(file.bundle->suites().size(), "method"),
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
    return QObject::tr("%1, %2, %3").arg(plural(executions, "execution"), plural(events, "event"), plural(values, "logged value"));
}

QString foundText(const session::SessionFile& file) {
    if (file.error) return text(file.error->message);
    if (file.native != nullptr) return nativeText(*file.native);
    if (file.bundle != nullptr) return bundleText(file);
    if (file.dump != nullptr) return dumpText(*file.dump);
    if (file.record != nullptr) {
        std::size_t edge = 0, others = 0;
        for (const etrecord::StageEntry& stage : file.record->stages()) ++(stage.stage == "edge" ? edge : others);
        QString found = QObject::tr("%1, %2").arg(plural(edge, "edge program"), plural(others, "other stage"));
        if (file.zip->recovered())
            found =
                QObject::tr("its directory is missing; %1 found by their own headers: ")
                    .arg(plural(file.zip->entries().size(), "entry").replace(QLatin1String("entrys"), QLatin1String("entries"))) +
                found;
        if (file.record->referenceOutputs()) found += QObject::tr(", reference outputs");
        return found;
    }
    if (file.zip != nullptr)
        return plural(file.zip->entries().size(), "zip entry").replace(QLatin1String("entrys"), QLatin1String("entries"));
    switch (file.kind) {
        case FileKind::Pte:
            return file.program == nullptr ? QString()
                                           : QObject::tr("%1, %2").arg(plural(file.program->plans().size(), "plan"),
                                                                       plural(file.program->segments().segments.size(), "segment"));
        case FileKind::Ptd:
            return file.tensorData == nullptr ? QString()
                                              : QObject::tr("%1").arg(plural(file.tensorData->entries().size(), "tensor"));
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
    const auto add = [&](const QString& what, const std::optional<inventory::DataTotals>& totals) {
        parts.append(what.arg(totals ? plural(totals->count, "constant") : QObject::tr("unknown")));
        if (!totals || !totals->bytes) return false;
        count += totals->count;
        bytes += *totals->bytes;
        return true;
    };
    const bool own = add(QObject::tr("Of the program: %1."), data.constants);
    const bool inside = add(QObject::tr("Of its delegates: %1."), data.delegateData);
    if (!own && !inside) return {.text = QStringLiteral("–"), .tooltip = tooltip, .dim = true};
    return {.text = plural(count, "constant"),
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
        {"File", "Name of the file", Qt::AlignLeft, false, 27},
        {"Kind", "Recognised by content, not by name", Qt::AlignLeft, false, 20},
        {"Size", "Bytes of the file", Qt::AlignRight, false, 12},
        {"Readable", "Share of the bytes that its own headers name and that are there", Qt::AlignLeft, false, 10},
        {"What was found", "What the directory says", Qt::AlignLeft, false, 0}};
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
        {"Method", "Entry point", Qt::AlignLeft, false, 16},
        {"Inputs → outputs", "Of the earliest stage, so symbolic where it was exported symbolically", Qt::AlignLeft, false, 0},
        {"Exported", "Nodes of the exported program", Qt::AlignRight, false, 9},
        {"Edge", "Nodes of the edge program", Qt::AlignRight, false, 8},
        {"Delegates", "Calls by backend, as graphs and delegate_map say", Qt::AlignLeft, false, 17},
        {"Parameters", "Parameters of the earliest stage", Qt::AlignRight, false, 12},
        {"Cases", "Recorded reference cases", Qt::AlignRight, false, 7},
        {"Runs", "Executions in the ETDumps of this session that are known to be of the method", Qt::AlignRight, false, 6},
        {"Worst state", "Of the outputs: reference against runtime values of this session", Qt::AlignLeft, false, 18}};
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
    const QString word = text(pairStateName(verdict.worst)).replace(QLatin1Char('_'), QLatin1Char(' '));
    const QString count = verdict.worstCount == verdict.total
                              ? countText(verdict.total)
                              : QObject::tr("%1 of %2").arg(countText(verdict.worstCount), countText(verdict.total));
    const QString notFinite = verdict.notFinite > 0 ? QObject::tr(" + %1 not finite").arg(countText(verdict.notFinite)) : QString();
    return {.text = count + QLatin1Char(' ') + word,
            .sort = compare::pairSeverity(verdict.worst),
            .mark = pairMark(verdict.worst),
            .second = verdict.maxAbs ? QStringLiteral("max |d| ") + floatText(*verdict.maxAbs) + notFinite : QString()};
}

Address MethodModel::address(int row) const {
    return Address::ofMethod(text(m_session->methods()[static_cast<std::size_t>(row)].name));
}

}  // namespace etscope::ui
