#include "pages/program_tables.h"

#include "base/text.h"
#include "delegates/ethos_u_commands.h"
#include "frame/file_names.h"
#include "inventory/delegate_rows.h"
#include "inventory/metadata.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"
#include "tensor/format.h"

namespace etscope::ui {
namespace {

QVariant number(std::uint64_t value) { return QVariant::fromValue(static_cast<qulonglong>(value)); }
Cell none() { return {.text = QStringLiteral("–"), .dim = true}; }
Cell bytesCell(std::uint64_t bytes) {
    return {.text = bytesText(bytes), .sort = number(bytes), .tooltip = countText(bytes) + QStringLiteral(" B")};
}
Cell offsetCell(const ByteRange& range) {
    return range.hasData() ? Cell{.text = hexText(range.offset), .sort = number(range.offset)} : none();
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

namespace {

Mark markOf(Severity severity) {
    return severity == Severity::Error ? Mark::Error : severity == Severity::Warning ? Mark::Warning : Mark::Note;
}

/// Findings stand beside their key; those of keys that are absent get rows of their own.
Result<Rows> metadataRows(const SessionPtr& session, const QString&, const JobContext&) {
    const auto metadata = inventory::metadata(*session);
    Rows rows;
    std::vector<bool> told(metadata->findings.size(), false);
    for (const program::MetadataEntry& entry : metadata->entries) {
        Cell finding = none();
        QStringList codes;
        for (std::size_t i = 0; i < metadata->findings.size(); ++i) {
            const program::MetadataFinding& one = metadata->findings[i];
            if (one.key != entry.key) continue;
            told[i] = true;
            const QString message = text(one.message);
            finding.text = codes.isEmpty() ? message : finding.text + QStringLiteral("; ") + message;
            finding.mark = std::max(finding.mark, markOf(one.severity));
            finding.dim = false;
            codes.append(text(one.code));
        }
        finding.tooltip = codes.isEmpty() ? QString() : finding.text + QLatin1Char('\n') + codes.join(QStringLiteral(", "));
        const program::KnownKey* known = program::knownKey(entry.key);
        const QString value = metadataValueText(entry);
        rows.add(
            {{.text = text(entry.key)},
             {.text = value,
              .mark = entry.guessed ? Mark::Ambiguous : Mark::None,
              .tooltip = entry.guessed ? value + QLatin1Char('\n') + otherReadingsText(entry) : value},
             {.text = (entry.guessed ? QObject::tr("%1 (guess)") : QStringLiteral("%1"))
                          .arg(text(program::metadataTypeName(entry.chosen().value)))},
             {.text = word(text(program::metadataSourceName(entry.source)))},
             entry.bytes.hasData() ? bytesCell(entry.bytes.size) : none(),
             known != nullptr ? Cell{.text = text(known->meaning), .tooltip = QObject::tr("read by %1").arg(text(known->usedBy))}
                              : none(),
             finding},
            Address::ofMetadata(text(entry.key)));
    }
    for (std::size_t i = 0; i < told.size(); ++i) {
        const program::MetadataFinding& finding = metadata->findings[i];
        if (finding.severity != Severity::Note && rows.finding != Mark::Error) rows.finding = markOf(finding.severity);
        if (!told[i])
            rows.add({{.text = text(finding.key), .mark = Mark::Missing},
                      none(),
                      none(),
                      none(),
                      none(),
                      none(),
                      {.text = text(finding.message),
                       .mark = markOf(finding.severity),
                       .tooltip = text(finding.message) + QLatin1Char('\n') + text(finding.code)}},
                     Address::ofMetadata(text(finding.key)));
    }
    if (rows.cells.empty())
        rows.nothing =
            nothingIn(*session, QObject::tr("No metadata"),
                      QObject::tr("Constant methods and metadata can be stored in a program (.pte) or in tensor data (.ptd). "
                                  "There are none in %1."));
    rows.summary = QObject::tr("%n value(s)", nullptr, counted(metadata->entries.size()));
    if (metadata->runner)
        rows.summary = QObject::tr("%1, made for the %2 (%3)")
                           .arg(rows.summary, text(metadata->runner->name), text(metadata->runner->evidence));
    return rows;
}

/// The payload as text.
QList<RowLink> payloadLinks(const inventory::DelegateRow& row) {
    const auto stage = graph::StageId::payload(static_cast<std::uint32_t>(row.index));
    const QString address = Address::ofStage(text(row.method), stage).text();
    QList<RowLink> links;
    if (row.decoded != nullptr && delegates::ethosUCommandBlock(*row.decoded, row.bytes))
        links.append({QObject::tr("Show listing"), QStringLiteral("listing:") + address});
    links.append({QObject::tr("Show bytes"), QStringLiteral("bytes:") + address});
    return links;
}

Result<Rows> delegateTableRows(const SessionPtr& session, const QString&, const JobContext& job) {
    const auto delegates = inventory::delegateRows(*session, job);
    if (!delegates) return delegates.failure();
    Rows rows;
    std::size_t decoded = 0;
    for (const inventory::DelegateRow& row : *delegates) {
        const bool graph = row.decoded != nullptr && row.decoded->graph != nullptr;
        decoded += graph ? 1U : 0U;
        QStringList calls, specs;
        for (const std::int64_t call : row.calls) calls.append(QString::number(call));
        for (const delegates::CompileSpec& spec : row.compileSpecs)
            specs.append(text(spec.key) + QStringLiteral(" = ") + text(delegates::compileSpecText(spec)));
        rows.add(
            {{.text = text(row.method)},
             {.text = QString::number(row.index), .sort = QVariant::fromValue(static_cast<qlonglong>(row.index))},
             {.text = text(row.id)},
             row.decoded != nullptr ? Cell{.text = text(row.decoded->format), .dim = row.decoded->opaque()} : none(),
             bytesCell(row.bytes.size),
             offsetCell(row.bytes),
             graph ? Cell{.text = countText(row.decoded->graph->top().nodes.size()),
                          .sort = number(row.decoded->graph->top().nodes.size())}
                   : Cell{.mark = Mark::Unreadable, .tooltip = text(row.reason)},
             calls.isEmpty() ? none() : Cell{.text = calls.join(QStringLiteral(", "))},
             specs.isEmpty() ? none() : Cell{.text = specs.join(QStringLiteral("; ")), .tooltip = specs.join(QLatin1Char('\n'))},
             row.reason.empty() ? none() : Cell{.text = text(row.reason), .tooltip = text(row.reason)}},
            delegateAddress(row));
        if (row.opens) rows.opens[rows.cells.size() - 1] = text(*row.opens);
        if (row.bytes.hasData()) rows.links[rows.cells.size() - 1] = payloadLinks(row);
    }
    if (rows.cells.empty())
        rows.nothing = nothingIn(*session, QObject::tr("No delegates"),
                                 QObject::tr("There are no delegates in %1: the kernels of the runtime run everything."));
    rows.summary = QObject::tr("%1 of %n delegate(s) decoded", nullptr, counted(delegates->size())).arg(countText(decoded));
    return rows;
}

}  // namespace

bool hasDataFile(const session::Session& session) {
    for (const session::SessionFile& file : session.files())
        if (file.program != nullptr || file.tensorData != nullptr) return true;
    return false;
}

Nothing nothingIn(const session::Session& session, const QString& what, const QString& why) {
    const QStringList names = fileNames(session);
    QStringList holders;
    for (std::size_t i = 0; i < session.files().size(); ++i)
        if (session.files()[i].program != nullptr || session.files()[i].tensorData != nullptr)
            holders.append(names[static_cast<qsizetype>(i)]);
    return {what, why.arg(holders.join(QStringLiteral(", "))), {}};
}

Address delegateAddress(const inventory::DelegateRow& row) {
    const QString method = text(row.method);
    if (row.decoded != nullptr && row.decoded->graph != nullptr)
        return Address::ofStage(method, graph::StageId::payload(static_cast<std::uint32_t>(row.index)));
    return row.calls.empty() ? Address::ofMethod(method) : Address::ofInstruction(method, row.calls.front());
}

bool hasProgram(const session::Session& session) { return session.programFile() != nullptr; }

const RowsSpec& metadataTable() {
    static constexpr Column kColumns[] = {
        {QT_TRANSLATE_NOOP("Column", "Key"), QT_TRANSLATE_NOOP("Column", "Constant method, or key of named data"), Qt::AlignLeft,
         true, 24},
        {QT_TRANSLATE_NOOP("Column", "Value"), QT_TRANSLATE_NOOP("Column", "As the runner reads it"), Qt::AlignLeft, true, 18},
        {QT_TRANSLATE_NOOP("Column", "Type"), QT_TRANSLATE_NOOP("Column", "Of the value"), Qt::AlignLeft, false, 8},
        {QT_TRANSLATE_NOOP("Column", "Source"), QT_TRANSLATE_NOOP("Column", "Where it is stored"), Qt::AlignLeft, false, 16},
        {QT_TRANSLATE_NOOP("Column", "Bytes"), QT_TRANSLATE_NOOP("Column", "As stored; constant methods have none of their own"),
         Qt::AlignRight, false, 9},
        {QT_TRANSLATE_NOOP("Column", "Meaning"), QT_TRANSLATE_NOOP("Column", "What known runners use it for"), Qt::AlignLeft, false,
         0},
        {QT_TRANSLATE_NOOP("Column", "Finding"), QT_TRANSLATE_NOOP("Column", "What is odd about it"), Qt::AlignLeft, false, 0}};
    static constexpr RowsSpec kSpec{
        "metadataTable",
        QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "Reading metadata"),
        QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "vocab, type:int, source:named_data"),
        kColumns,
        hasDataFile,
        QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "No metadata"),
        QT_TRANSLATE_NOOP("etscope::ui::RowsPage",
                          "Constant methods and metadata are stored in a program (.pte) or in tensor data (.ptd)."),
        QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "Add the .pte of this export."),
        metadataRows};
    return kSpec;
}

const RowsSpec& delegateTable() {
    static constexpr Column kColumns[] = {
        {QT_TRANSLATE_NOOP("Column", "Method"), QT_TRANSLATE_NOOP("Column", "Entry point"), Qt::AlignLeft, false, 15},
        {QT_TRANSLATE_NOOP("Column", "Index"), QT_TRANSLATE_NOOP("Column", "In the method's list of delegates"), Qt::AlignRight,
         false, 7},
        {QT_TRANSLATE_NOOP("Column", "Backend"), QT_TRANSLATE_NOOP("Column", "As the program names it"), Qt::AlignLeft, false, 15},
        {QT_TRANSLATE_NOOP("Column", "Format"), QT_TRANSLATE_NOOP("Column", "Of the payload, by its content"), Qt::AlignLeft, false,
         10},
        {QT_TRANSLATE_NOOP("Column", "Bytes"), QT_TRANSLATE_NOOP("Column", "Of the payload"), Qt::AlignRight, false, 10},
        {QT_TRANSLATE_NOOP("Column", "Offset"), QT_TRANSLATE_NOOP("Column", "From the start of the file"), Qt::AlignRight, true,
         12},
        {QT_TRANSLATE_NOOP("Column", "Nodes"), QT_TRANSLATE_NOOP("Column", "Of the decoded graph"), Qt::AlignRight, false, 7},
        {QT_TRANSLATE_NOOP("Column", "Calls"), QT_TRANSLATE_NOOP("Column", "Instructions that run it"), Qt::AlignLeft, true, 8},
        {QT_TRANSLATE_NOOP("Column", "Compile specs"), QT_TRANSLATE_NOOP("Column", "What the backend was told"), Qt::AlignLeft,
         false, 0},
        {QT_TRANSLATE_NOOP("Column", "Why not decoded"), QT_TRANSLATE_NOOP("Column", "Where there is no graph"), Qt::AlignLeft,
         false, 0}};
    static constexpr RowsSpec kSpec{"delegateTable",
                                    QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "Decoding delegates"),
                                    QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "Xnnpack, method:text_decoder, format:opaque"),
                                    kColumns,
                                    hasProgram,
                                    QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "No delegates"),
                                    QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "Delegate payloads are stored in a program (.pte)."),
                                    QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "Add the .pte of this export."),
                                    delegateTableRows};
    return kSpec;
}

}  // namespace etscope::ui
