// The table of metadata, and what is said of their values.
#include <algorithm>
#include <numeric>

#include "answers/program_tables.h"
#include "answers/tables.h"
#include "base/escaped.h"
#include "inventory/metadata.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"
#include "tensor/format.h"
#include "workspace/entity_state.h"

namespace etscope::ui {
namespace {

constexpr std::size_t kFindingColumn = 0;

QString sourceText(program::MetadataSource source) { return word(text(program::metadataSourceName(source))); }

/// What readers of a key take it for.
std::vector<Cell> knownCells(const program::KnownKey* known) {
    if (known == nullptr) return {{.text = QObject::tr("nobody is known to read it"), .dim = true}, noCell()};
    return {{.text = said(Sentence::of(known->meaning))}, {.text = said(Sentence::of(program::keyReaderName(known->usedBy)))}};
}

/// What is worst comes first when it is sorted.
Cell markCell(Mark finding, const QString& message) {
    if (finding == Mark::None) return {};
    return {.sort = -static_cast<int>(finding), .mark = finding, .tooltip = message, .copy = markName(finding)};
}

std::vector<Cell> entryCells(const program::MetadataEntry& entry, Mark finding, const QString& message) {
    const QString value = metadataValueText(entry);
    std::vector<Cell> cells{markCell(finding, message),
                            {.text = text(entry.key), .tooltip = message},
                            {.text = value,
                             .mark = entry.guessed ? Mark::Ambiguous : Mark::None,
                             .tooltip = entry.guessed ? value + QLatin1Char('\n') + otherReadingsText(entry) : value},
                            {.text = (entry.guessed ? QObject::tr("%1 (guess)") : QStringLiteral("%1"))
                                         .arg(text(program::metadataTypeName(entry.chosen().value)))},
                            {.text = sourceText(entry.source)},
                            entry.bytes.hasData() ? bytesCell(entry.bytes.size) : noCell()};
    for (Cell& cell : knownCells(program::knownKey(entry.key))) cells.push_back(std::move(cell));
    return cells;
}

std::vector<Cell> absentCells(const program::MetadataFinding& finding) {
    const program::KnownKey* known = program::knownKey(finding.key);
    std::vector<Cell> cells{markCell(severityMark(finding.severity), said(finding.message)),
                            {.text = text(finding.key), .tooltip = said(finding.message)},
                            {.text = QObject::tr("absent"), .dim = true},
                            known != nullptr ? Cell{.text = word(text(program::knownTypeName(known->type)))} : noCell(),
                            noCell(),
                            noCell()};
    for (Cell& cell : knownCells(known)) cells.push_back(std::move(cell));
    return cells;
}

/// What may be wrong comes first, the order is kept otherwise.
void putDoubtsFirst(Rows& rows) {
    const auto doubtful = [&](std::size_t row) { return rows.cells[row][kFindingColumn].mark >= Mark::Warning; };
    std::vector<std::size_t> order(rows.cells.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_partition(order.begin(), order.end(), doubtful);
    Rows sorted;
    for (const std::size_t row : order) sorted.add(std::move(rows.cells[row]), rows.addresses[row]);
    rows.cells = std::move(sorted.cells);
    rows.addresses = std::move(sorted.addresses);
}

/// The marks of findings stand at their keys; keys that are absent get rows of their own.
Result<Rows> metadataRows(const SessionPtr& session, const QString&, const JobContext&) {
    const auto metadata = inventory::metadata(*session);
    Rows rows;
    std::vector<bool> told(metadata->findings.size(), false);
    for (const program::MetadataEntry& entry : metadata->entries) {
        Mark worst = Mark::None;
        QStringList messages;
        for (std::size_t i = 0; i < metadata->findings.size(); ++i) {
            const program::MetadataFinding& one = metadata->findings[i];
            if (one.key != entry.key) continue;
            told[i] = true;
            worst = std::max(worst, severityMark(one.severity));
            messages.append(said(one.message));
        }
        rows.add(entryCells(entry, worst, messages.join(QLatin1Char('\n'))), Address::ofMetadata(text(entry.key)));
    }
    for (std::size_t i = 0; i < told.size(); ++i) {
        const program::MetadataFinding& finding = metadata->findings[i];
        if (finding.severity != Severity::Note && rows.finding != Mark::Error) rows.finding = severityMark(finding.severity);
        if (!told[i]) rows.add(absentCells(finding), Address::ofMetadata(text(finding.key)));
    }
    if (rows.cells.empty())
        rows.nothing = nothingIn(*session, QObject::tr("No metadata"),
                                 QObject::tr("Constant methods and metadata can be stored in a program (.pte) or in tensor data "
                                             "(.ptd). There are none in %1."));
    rows.summary = QObject::tr("%n value(s)", nullptr, counted(metadata->entries.size()));
    putDoubtsFirst(rows);
    if (metadata->runner) rows.summary = QObject::tr("%1, made for the %2").arg(rows.summary, said(metadata->runner->name()));
    return rows;
}

}  // namespace

QString metadataValueText(const program::MetadataValue& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value.value)) return QString::number(*integer);
    if (const auto* real = std::get_if<double>(&value.value)) return floatText(*real);
    if (const auto* flag = std::get_if<bool>(&value.value)) return *flag ? QStringLiteral("true") : QStringLiteral("false");
    if (const auto* words = std::get_if<std::string>(&value.value)) return text(escaped(*words));
    if (const auto* tensor = std::get_if<program::MetadataTensor>(&value.value)) {
        const std::vector<std::int64_t> shape(tensor->shape.begin(), tensor->shape.end());
        return text(tensor::typeAndShapeText(tensor->type, shape));
    }
    if (const auto* raw = std::get_if<program::MetadataBytes>(&value.value)) return bytesText(raw->range.size);
    const auto* list = std::get_if<std::vector<program::MetadataValue>>(&value.value);
    if (list == nullptr) return QStringLiteral("none");
    QStringList items;
    for (const program::MetadataValue& item : *list) items.append(metadataValueText(item));
    return QLatin1Char('[') + items.join(QStringLiteral(", ")) + QLatin1Char(']');
}

QString metadataValueText(const program::MetadataEntry& entry) {
    if (const auto flag = entry.flag()) return *flag ? QStringLiteral("true") : QStringLiteral("false");
    return metadataValueText(entry.chosen().value);
}

QString otherReadingsText(const program::MetadataEntry& entry) {
    if (!entry.guessed) return {};
    QStringList lines{QObject::tr("a guess: neither a type byte nor a known key decides")};
    for (std::size_t i = 1; i < entry.readings.size(); ++i)
        lines.append(
            QObject::tr("or %1 %2")
                .arg(text(program::metadataTypeName(entry.readings[i].value)), metadataValueText(entry.readings[i].value)));
    return lines.join(QLatin1Char('\n'));
}

const RowsSpec& Tables::metadata() {
    static constexpr Column kColumns[] = {
        {"", QT_TR_NOOP("What was found about the key"), kPlain, 4},
        {QT_TR_NOOP("Key"), QT_TR_NOOP("Constant method, or key of named data"), kCode, 24},
        {QT_TR_NOOP("Value"), QT_TR_NOOP("As the runner reads it"), kCode, 18},
        {QT_TR_NOOP("Type"), QT_TR_NOOP("Of the value"), kPlain, 8},
        {QT_TR_NOOP("Source"), QT_TR_NOOP("Where it is stored"), kPlain, 16},
        {QT_TR_NOOP("Bytes"), QT_TR_NOOP("As stored; constant methods have none of their own"), kNumber, 9, 1},
        {QT_TR_NOOP("Meaning"), QT_TR_NOOP("What known runners use it for")},
        {QT_TR_NOOP("Read by"), QT_TR_NOOP("Runners that are known to ask for the key"), kPlain, 0, 2}};
    static constexpr RowsSpec kSpec{
        "metadataTable",
        QT_TR_NOOP("Reading metadata"),
        QT_TR_NOOP("vocab, type:int, value:absent"),
        kColumns,
        hasDataFile,
        QT_TR_NOOP("No metadata"),
        QT_TR_NOOP("Constant methods and metadata are stored in a program (.pte) or in tensor data (.ptd)."),
        QT_TR_NOOP("Add the .pte of this export."),
        metadataRows};
    return kSpec;
}

}  // namespace etscope::ui
