// The table of metadata, and what is said of their values.
#include <algorithm>

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

/// A key that the files have, or one that is missed.
struct MetadataRow {
    const program::MetadataEntry* entry = nullptr;  ///< null: missed
    std::string key = {};
    Mark worst = Mark::None;
    QString messages = {};  ///< what was found about it
    const program::KnownKey* known = program::knownKey(key);
};

namespace {

/// What is worst comes first when it is sorted.
Cell markCell(const MetadataRow& row) {
    if (row.worst == Mark::None) return {};
    return {.sort = -static_cast<int>(row.worst), .mark = row.worst, .tooltip = row.messages, .copy = markName(row.worst)};
}

Cell valueCell(const MetadataRow& row) {
    if (row.entry == nullptr) return {.text = QObject::tr("absent"), .dim = true};
    const QString value = metadataValueText(*row.entry);
    if (!row.entry->guessed) return {.text = value, .tooltip = value};
    return {.text = value, .mark = Mark::Ambiguous, .tooltip = value + QLatin1Char('\n') + otherReadingsText(*row.entry)};
}

Cell typeCell(const MetadataRow& row) {
    if (row.entry == nullptr)
        return row.known != nullptr ? Cell{.text = word(text(program::knownTypeName(row.known->type)))} : noCell();
    const QString type = text(program::metadataTypeName(row.entry->chosen().value));
    return {.text = row.entry->guessed ? QObject::tr("%1 (guess)").arg(type) : type};
}

Cell sourceCell(const MetadataRow& row) {
    return row.entry == nullptr ? noCell() : Cell{.text = word(text(program::metadataSourceName(row.entry->source)))};
}

Cell storedCell(const MetadataRow& row) {
    return row.entry != nullptr && row.entry->bytes.hasData() ? bytesCell(row.entry->bytes.size) : noCell();
}

/// What readers of the key take it for.
Cell meaningCell(const MetadataRow& row) {
    if (row.known == nullptr) return {.text = QObject::tr("no known runner reads this key"), .dim = true};
    return {.text = said(Sentence::of(row.known->meaning))};
}

Cell readersCell(const MetadataRow& row) {
    return row.known == nullptr ? noCell() : Cell{.text = said(Sentence::of(program::keyReaderName(row.known->usedBy)))};
}

/// The marks of findings stand at their keys; keys that are absent get rows of their own. What may be wrong comes first.
Result<Rows> metadataRows(const SessionPtr& session, const QString&, const JobContext&) {
    const auto metadata = inventory::metadata(*session);
    std::vector<MetadataRow> all;
    for (const program::MetadataEntry& entry : metadata->entries) {
        MetadataRow row{&entry, entry.key};
        QStringList messages;
        for (const program::MetadataFinding& one : metadata->findings) {
            if (one.key != entry.key) continue;
            row.worst = std::max(row.worst, severityMark(one.severity));
            messages.append(said(one.message));
        }
        row.messages = messages.join(QLatin1Char('\n'));
        all.push_back(std::move(row));
    }
    Mark worst = Mark::None;
    for (const program::MetadataFinding& one : metadata->findings) {
        if (one.severity != Severity::Note && worst != Mark::Error) worst = severityMark(one.severity);
        if (std::ranges::find(metadata->entries, one.key, &program::MetadataEntry::key) == metadata->entries.end())
            all.push_back({nullptr, one.key, severityMark(one.severity), said(one.message)});
    }
    std::stable_partition(all.begin(), all.end(), [](const MetadataRow& row) { return row.worst >= Mark::Warning; });
    std::vector<unsigned> choices;
    for (const MetadataRow& row : all) choices.push_back((row.worst != Mark::None ? 2U : 0U) | (row.known == nullptr ? 4U : 0U));
    Rows rows = Tables::metadata().rows(
        std::move(all), [](const MetadataRow& row) { return Address::ofMetadata(text(row.key)); }, metadata);
    rows.choices = std::move(choices);
    rows.finding = worst;
    if (rows.empty())
        rows.nothing = nothingIn(*session, QObject::tr("No metadata"),
                                 QObject::tr("Constant methods and metadata can be stored in a program (.pte) or in tensor data "
                                             "(.ptd). There are none in %1."));
    rows.summary = QObject::tr("%n value(s)", nullptr, counted(metadata->entries.size()));
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

const TypedSpec<MetadataRow>& Tables::metadata() {
    using Row = MetadataRow;
    static const TypedSpec<Row> kSpec{
        {"metadataTable", QT_TR_NOOP("Reading metadata"), QT_TR_NOOP("vocab, type:int, value:absent"), hasDataFile,
         QT_TR_NOOP("No metadata"),
         QT_TR_NOOP("Constant methods and metadata are stored in a program (.pte) or in tensor data (.ptd)."),
         QT_TR_NOOP("Add the .pte of this export."), metadataRows},
        {{{"", QT_TR_NOOP("What was found about the key"), kPlain, 4}, markCell},
         {{QT_TR_NOOP("Key"), QT_TR_NOOP("Constant method, or key of named data"), kCode, 24},
          [](const Row& row) { return Cell{.text = text(row.key), .tooltip = row.messages}; }},
         {{QT_TR_NOOP("Value"), QT_TR_NOOP("As the runner reads it"), kCode, 18}, valueCell},
         {{QT_TR_NOOP("Type"), QT_TR_NOOP("Of the value"), kPlain, 8}, typeCell},
         {{QT_TR_NOOP("Source"), QT_TR_NOOP("Where it is stored"), kPlain, 16}, sourceCell},
         {{QT_TR_NOOP("Bytes"), QT_TR_NOOP("As stored; constant methods have none of their own"), kNumber, 9, 1}, storedCell},
         {{QT_TR_NOOP("Meaning"), QT_TR_NOOP("What known runners use it for")}, meaningCell},
         {{QT_TR_NOOP("Read by"), QT_TR_NOOP("Runners that are known to ask for the key"), kPlain, 0, 2}, readersCell}}};
    return kSpec;
}

}  // namespace etscope::ui
