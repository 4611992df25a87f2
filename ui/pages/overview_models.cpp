// The tables of the Overview.
#include <QCoreApplication>
#include <algorithm>
#include <array>

#include "inventory/summary.h"
#include "look/language.h"
#include "look/numbers.h"
#include "pages/overview_page.h"
#include "session/parts.h"

namespace etscope::ui {
namespace {

enum FileColumns { FileName, FileKindColumn, FileSize, FileReadable, FileFound, FileJoined };
static_assert(FileKindColumn == FileModel::kKindColumn);

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
                                          {FileKind::Tokenizer, QT_TRANSLATE_NOOP("FileKind", "Tokenizer")},
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
         false, 0},
        {QT_TRANSLATE_NOOP("Column", "Joined"),
         QT_TRANSLATE_NOOP("Column", "Whether it belongs to the other files, by what they say"), Qt::AlignLeft, false, 24}};
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
        case FileJoined: return joined(row);
        default: return {};
    }
}

/// The worst of its joins; an ETRecord has none of its own where all others were joined to it.
Cell FileModel::joined(int row) const {
    const join::Join* worst = nullptr;
    const auto order = [](const join::Join& one) {
        static constexpr std::array kOrder{join::JoinState::Matched, join::JoinState::Unknown, join::JoinState::Ambiguous,
                                           join::JoinState::Mismatched};
        return 2 * (std::ranges::find(kOrder, one.state) - kOrder.begin()) + (one.differences.empty() ? 0 : 1);
    };
    bool meant = false;
    for (const join::Join& one : m_joins) {
        meant = meant || one.toFile == static_cast<unsigned>(row);
        if (one.fromFile == static_cast<unsigned>(row) && (worst == nullptr || order(one) > order(*worst))) worst = &one;
    }
    if (worst == nullptr) return {.text = meant ? QObject::tr("others are joined to it") : QStringLiteral("–"), .dim = true};
    const QStringList evidence = [&] {
        QStringList all;
        for (const std::string& fact : worst->evidence) all.append(text(fact));
        return all;
    }();
    if (!worst->differences.empty() && worst->state == join::JoinState::Matched)
        return {.text = QObject::tr("belongs, %n constant(s) differ(s)", nullptr, counted(worst->differences.size())),
                .mark = Mark::Differ,
                .tooltip = evidence.join(QLatin1Char('\n'))};
    switch (worst->state) {
        case join::JoinState::Matched:
            return {.text = QObject::tr("belongs, no doubt"), .mark = Mark::Match, .tooltip = evidence.join(QLatin1Char('\n'))};
        case join::JoinState::Ambiguous:
            return {.text = QObject::tr("may belong"), .mark = Mark::Ambiguous, .tooltip = evidence.join(QLatin1Char('\n'))};
        case join::JoinState::Mismatched:
            return {.text = QObject::tr("does not belong"), .mark = Mark::Differ, .tooltip = evidence.join(QLatin1Char('\n'))};
        case join::JoinState::Unknown: return {.text = QObject::tr("nothing tells"), .mark = Mark::Missing};
    }
    return {};
}

QList<FileInside> FileModel::filesInside(int row) const {
    QList<FileInside> list;
    for (const session::OpenablePart& part : session::openableParts(m_session->files()[static_cast<std::size_t>(row)]))
        list.append({QStringLiteral("%1 · %2 · %3").arg(text(part.name), text(part.kind), bytesText(part.bytes)), text(part.path)});
    return list;
}

Address FileModel::address(int row) const { return Address::ofFile(m_names[row]); }

}  // namespace etscope::ui
