#include "answers/file_table.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>

#include "answers/tables.h"
#include "compare/output_sources.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"
#include "models/address.h"
#include "session/damage.h"
#include "session/parts.h"

namespace etscope::ui {
namespace {

/// Facts that say why a file belongs to another, and of folded files; the tooltip has all.
constexpr qsizetype kFacts = 4, kFoldedFacts = 2, kFoldedKinds = 2;
/// Fewer files are not folded.
constexpr std::size_t kFoldedFrom = 2;

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
    std::size_t events = 0, values = 0, tensors = 0, executions = 0;
    for (const etdump::Run& run : dump.runs()) {
        events += run.events.count;
        values += run.values.count;
        for (const etdump::LoggedValue& value : dump.values(run)) tensors += dump.tensors(value).size();
        executions += dump.blockKind(run) == etdump::BlockKind::Execute ? 1U : 0U;
    }
    return QStringList{QObject::tr("%n execution(s)", nullptr, counted(executions)),
                       QObject::tr("%n event(s)", nullptr, counted(events)),
                       tensors == values ? QObject::tr("%n logged value(s)", nullptr, counted(values))
                                         : QObject::tr("%1 with %n tensor(s)", nullptr, counted(tensors))
                                               .arg(QObject::tr("%n logged value(s)", nullptr, counted(values)))}
        .join(QStringLiteral(", "));
}

QString rawText(const compare::RawOutput& raw) {
    using Is = compare::RawOutput::Is;
    const QString what = raw.is == Is::Expected ? QObject::tr("expected output %1 of %2, case %3")
                         : raw.is == Is::Given  ? QObject::tr("output %1 that %2 gave, case %3")
                                                : QObject::tr("input %1 of %2, case %3");
    return what.arg(QString::number(raw.output), text(raw.method), QString::number(raw.caseIndex));
}

QString foundText(const session::SessionFile& file) {
    if (file.error) return problemText(file.error->code, file.error->message);
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
        case FileKind::Npy: return QObject::tr("an array; its name says no method, case and output");
        case FileKind::MemoryMap: return QObject::tr("what a process held");
        case FileKind::Trace: return QObject::tr("a conversation: text, pictures and calls");
        case FileKind::RunRecord: return QObject::tr("what a run was: program, calls, target");
        case FileKind::Unknown: return QObject::tr("no known signature");
        default: return {};
    }
}

QString firstOf(const QStringList& all, qsizetype most, const QString& between) {
    const QString first = all.mid(0, most).join(between);
    return all.size() > most ? first + QStringLiteral(" …") : first;
}

/// Worst last; constants that are others are worse than none that are.
std::size_t seriousness(const join::Join& one) {
    static constexpr std::array kOrder{join::JoinState::Matched, join::JoinState::Unknown, join::JoinState::Ambiguous,
                                       join::JoinState::Mismatched};
    return 2 * static_cast<std::size_t>(std::ranges::find(kOrder, one.state) - kOrder.begin()) + (one.differences.empty() ? 0 : 1);
}

bool isSound(const join::Join& one) { return seriousness(one) == 0; }

Cell joinCell(const join::Join& join) {
    if (!join.differences.empty() && join.state == join::JoinState::Matched)
        return {.text = QObject::tr("belongs, %n constant(s) differ(s)", nullptr, counted(join.differences.size())),
                .mark = Mark::Differ};
    switch (join.state) {
        case join::JoinState::Matched: return {.text = QObject::tr("matches"), .mark = Mark::Match};
        case join::JoinState::Ambiguous: return {.text = QObject::tr("may belong"), .mark = Mark::Ambiguous};
        case join::JoinState::Mismatched: return {.text = QObject::tr("does not belong"), .mark = Mark::Differ};
        case join::JoinState::Unknown: return {.text = QObject::tr("nothing tells"), .mark = Mark::Missing};
    }
    return {};
}

/// What was found in the file, and below it what says that it belongs to others.
Cell foundCell(const QString& found, const QStringList& facts) {
    QStringList lines = facts.mid(0, kFacts);
    if (found.isEmpty() && lines.isEmpty()) return {};
    if (facts.size() > lines.size()) lines.append(QObject::tr("+ %n more", nullptr, static_cast<int>(facts.size() - lines.size())));
    Cell cell{.text = found.isEmpty() ? lines.takeFirst() : found, .second = lines.join(QLatin1Char('\n'))};
    if (facts.size() > kFacts) cell.tooltip = facts.join(QLatin1Char('\n'));
    return cell;
}

/// The rows, as their files are joined.
class FileTable {
public:
    FileTable(const session::Session& session, const std::vector<join::Join>* joins)
        : m_session(session), m_joins(joins), m_names(namesOfFiles(session)), m_raw(compare::rawOutputs(session)) {}
    Rows rows() &&;

private:
    /// Null: nothing says whether the file belongs to another.
    const join::Join* worstJoin(std::size_t file) const;
    /// Others are joined to it.
    bool isMeant(std::size_t file) const;
    QStringList facts(std::size_t file) const;
    /// Null: it is no array whose name says what it is.
    const compare::RawOutput* rawOf(std::size_t file) const;
    QString foundIn(std::size_t file) const;
    Cell belongsCell(std::size_t file) const;
    Cell belongsTogether(const std::vector<std::size_t>& files) const;
    void addFile(std::size_t index, int parent);
    void addFolded(const std::vector<std::size_t>& files);

    const session::Session& m_session;
    const std::vector<join::Join>* m_joins;
    QStringList m_names;
    std::map<std::string, compare::RawOutput> m_raw;
    Rows m_rows;
};

const join::Join* FileTable::worstJoin(std::size_t file) const {
    const join::Join* worst = nullptr;
    if (m_joins == nullptr) return worst;
    for (const join::Join& one : *m_joins)
        if (one.fromFile == file && (worst == nullptr || seriousness(one) > seriousness(*worst))) worst = &one;
    return worst;
}

bool FileTable::isMeant(std::size_t file) const {
    return m_joins != nullptr && std::ranges::any_of(*m_joins, [file](const join::Join& one) { return one.toFile == file; });
}

/// What says that the file belongs to another, or that it does not; that comes first.
QStringList FileTable::facts(std::size_t file) const {
    const join::Join* worst = worstJoin(file);
    return worst == nullptr ? QStringList() : said(worst->evidence);
}

const compare::RawOutput* FileTable::rawOf(std::size_t file) const {
    const auto known = m_raw.find(m_session.files()[file].path);
    return known == m_raw.end() || m_session.files()[file].kind != FileKind::Npy ? nullptr : &known->second;
}

QString FileTable::foundIn(std::size_t file) const {
    const compare::RawOutput* raw = rawOf(file);
    return raw != nullptr && !m_session.files()[file].error ? rawText(*raw) : foundText(m_session.files()[file]);
}

/// Arrays belong by their names alone, which are no proof.
Cell FileTable::belongsCell(std::size_t file) const {
    if (const join::Join* worst = worstJoin(file)) return joinCell(*worst);
    if (const compare::RawOutput* raw = rawOf(file); raw != nullptr && !m_session.methods().empty())
        return m_session.method(raw->method) != nullptr
                   ? Cell{.text = QObject::tr("by its name"), .dim = true}
                   : Cell{.text = QObject::tr("no such method"),
                          .mark = Mark::Ambiguous,
                          .tooltip = QObject::tr("No file of the session has a method %1.").arg(text(raw->method))};
    return {.text = isMeant(file) ? QObject::tr("base file") : QStringLiteral("–"), .dim = true};
}

/// Of several what is doubtful of one, else what holds for all.
Cell FileTable::belongsTogether(const std::vector<std::size_t>& files) const {
    Cell all = belongsCell(files.front());
    for (const std::size_t file : files) {
        Cell one = belongsCell(file);
        if (one.mark != Mark::None) return one;
        if (one.text != all.text) all = noCell();
    }
    return all;
}

void FileTable::addFile(std::size_t index, int parent) {
    const session::SessionFile& file = m_session.files()[index];
    const bool damaged = session::isDamaged(file);
    const QString readable = file.readable >= 1 ? (damaged ? QObject::tr("in part") : QObject::tr("all"))
                                                : QString::number(file.readable * 100, 'f', 1) + QStringLiteral(" %");
    QList<FileInside>& inside = m_rows.opens[m_rows.size()];
    for (const session::OpenablePart& part : session::openableParts(file))
        inside.append(
            {QStringLiteral("%1 · %2 · %3").arg(text(part.name), text(part.kind), bytesText(part.bytes)), text(part.path)});
    m_rows.parents.push_back(parent);
    m_rows.add({{.text = m_names[static_cast<qsizetype>(index)],
                 .mark = damaged                          ? Mark::Error
                         : file.kind == FileKind::Unknown ? Mark::Missing
                                                          : Mark::None,
                 .tooltip = text(file.path),
                 .strong = true},
                {.text = kindText(file), .dim = file.kind == FileKind::Unknown},
                bytesCell(file.size),
                belongsCell(index),
                foundCell(foundIn(index), facts(index)),
                file.error ? noCell()
                           : Cell{.text = readable,
                                  .sort = file.readable,
                                  .mark = damaged ? Mark::Error : Mark::None,
                                  .tooltip = file.damage ? problemText(file.damage->code, file.damage->message) : QString(),
                                  .share = file.readable < 1 ? file.readable : -1}},
               Address::ofFile(m_names[static_cast<qsizetype>(index)]));
}

/// Files without doubt, or such that nothing is to be said of.
void FileTable::addFolded(const std::vector<std::size_t>& files) {
    const bool sound = worstJoin(files.front()) != nullptr;
    QStringList kinds, found;
    std::uint64_t bytes = 0;
    for (const std::size_t index : files) {
        const session::SessionFile& file = m_session.files()[index];
        bytes += file.size;
        if (const QString kind = kindText(file).section(QStringLiteral(" · "), 0, 0); !kinds.contains(kind)) kinds.append(kind);
        const QString fact = sound ? facts(index).value(0) : foundIn(index);
        if (!fact.isEmpty() && !found.contains(fact)) found.append(fact);
    }
    m_rows.parents.push_back(-1);
    m_rows.add({{.text = QObject::tr("%n file(s)", nullptr, counted(files.size()))},
                {.text = firstOf(kinds, kFoldedKinds, QStringLiteral(", ")), .tooltip = kinds.join(QLatin1Char('\n'))},
                {.text = bytesText(bytes), .sort = QVariant::fromValue(static_cast<qulonglong>(bytes))},
                sound ? Cell{.text = QObject::tr("match"), .mark = Mark::Match} : belongsTogether(files),
                {.text = firstOf(found, kFoldedFacts, QStringLiteral("; ")), .tooltip = found.join(QLatin1Char('\n'))},
                {}});
}

/// What a person has to look at stands first, then files that nothing is to be said of, each kind of these in one row.
Rows FileTable::rows() && {
    std::vector<std::size_t> open, sound, plain;
    for (std::size_t i = 0; i < m_session.files().size(); ++i) {
        const session::SessionFile& file = m_session.files()[i];
        const join::Join* worst = worstJoin(i);
        const bool alone = worst == nullptr && !isMeant(i) && file.kind != FileKind::Unknown;
        const bool unjoined = m_joins == nullptr || session::isDamaged(file);
        (unjoined ? open : worst != nullptr && isSound(*worst) ? sound : alone ? plain : open).push_back(i);
    }
    std::ranges::stable_sort(open, std::ranges::greater{}, [this](std::size_t file) {
        const join::Join* worst = worstJoin(file);
        return worst == nullptr ? 0 : seriousness(*worst);
    });
    for (const std::size_t file : open) addFile(file, -1);
    for (const auto& folded : {sound, plain}) {
        const bool all = folded.size() == m_session.files().size();
        const int around = all || folded.size() < kFoldedFrom ? -1 : static_cast<int>(m_rows.size());
        if (around >= 0) addFolded(folded);
        for (const std::size_t file : folded) addFile(file, around);
    }
    if (m_rows.parents.empty() || std::ranges::max(m_rows.parents) < 0) m_rows.parents.clear();
    return std::move(m_rows);
}

}  // namespace

QString kindText(const session::SessionFile& file) {
    struct KindText {
        FileKind kind;
        const char* name;
    };
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
                                          {FileKind::MemoryMap, QT_TRANSLATE_NOOP("FileKind", "Memory map")},
                                          {FileKind::Trace, QT_TRANSLATE_NOOP("FileKind", "Trace")},
                                          {FileKind::RunRecord, QT_TRANSLATE_NOOP("FileKind", "Run")},
                                          {FileKind::Unknown, QT_TRANSLATE_NOOP("FileKind", "unknown")}};
    for (const KindText& row : kNames)
        if (row.kind == file.kind)
            return QCoreApplication::translate("FileKind", row.name) +
                   (file.detail.empty() ? QString() : QStringLiteral(" · ") + text(file.detail));
    return {};
}

std::span<const Column> Tables::files() {
    static constexpr Column kColumns[] = {
        {QT_TR_NOOP("File"), QT_TR_NOOP("Name of the file"), kPlain, 27},
        {QT_TR_NOOP("Kind"), QT_TR_NOOP("Recognised by content, not by name"), kPlain, 20},
        {QT_TR_NOOP("Size"), QT_TR_NOOP("Bytes of the file"), kNumber, 12},
        {QT_TR_NOOP("Belongs"), QT_TR_NOOP("Whether it belongs to the other files, by what they say"), kPlain, 24},
        {QT_TR_NOOP("What was found"), QT_TR_NOOP("What the directory says, and what tells that it belongs to the others")},
        {QT_TR_NOOP("Readable"), QT_TR_NOOP("Share of the bytes that its own headers name and that are there"), kPlain, 10}};
    return kColumns;
}

Rows fileRows(const session::Session& session, const std::vector<join::Join>* joins) { return FileTable(session, joins).rows(); }

bool allWhole(const session::Session& session) { return std::ranges::none_of(session.files(), session::isDamaged); }

}  // namespace etscope::ui
