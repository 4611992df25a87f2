// What is told of a problem of the session, and of a metadata entry with what was found about it.
#include "docks/facts/entity_facts.h"
#include "docks/inspector.h"
#include "docks/problems.h"
#include "inventory/metadata.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "pages/program_tables.h"

namespace etscope::ui {
Told tellProblem(const EntityQuestion& question, const JobContext&) {
    const Diagnostics diagnostics = question.session->diagnostics();
    const auto row = problemNames(diagnostics).indexOf(question.address.name);
    if (row < 0) return fail("no-such-node", Inspector::tr("the session has no such problem any more").toStdString());
    const Diagnostic& item = diagnostics.items()[static_cast<std::size_t>(row)];
    const QString severity = plainWord(severityName(item.severity));
    return EntityFacts{text(item.code),
                       text(item.where),
                       {severityMark(item.severity), severity},
                       {{QT_TRANSLATE_NOOP("etscope::ui::Inspector", "What it means"),
                         severity,
                         {{Inspector::tr("Message"), html(text(item.message))}, {Inspector::tr("Count"), countText(item.count)}}}}};
}

Told tellMetadata(const EntityQuestion& question, const JobContext&) {
    const QString& key = question.address.name;
    const auto metadata = inventory::metadata(*question.session);
    Facts facts;
    for (const program::MetadataEntry& entry : metadata->entries) {
        if (text(entry.key) != key) continue;
        facts.append({Inspector::tr("Value"), html(metadataValueText(entry))});
        facts.append({Inspector::tr("Type"), plainWord(program::metadataTypeName(entry.chosen().value))});
        if (entry.guessed)
            facts.append(
                {Inspector::tr("Doubt"), html(otherReadingsText(entry)).replace(QLatin1Char('\n'), QStringLiteral("<br>"))});
        facts.append({Inspector::tr("Source"), plainWord(program::metadataSourceName(entry.source))});
    }
    if (facts.isEmpty()) facts.append({Inspector::tr("Value"), Inspector::tr("absent")});
    EntityFacts told{key, question.address.text(), metadataState(*question.session, key), {}};
    told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Metadata"), {}, facts});
    Facts meaning;
    if (const program::KnownKey* known = program::knownKey(key.toStdString())) {
        meaning.append({Inspector::tr("Meaning"), html(text(known->meaning))});
        meaning.append({Inspector::tr("Read by"), html(text(known->usedBy))});
    } else {
        meaning.append({Inspector::tr("Meaning"), Inspector::tr("not known")});
    }
    told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "What it is for"), {}, meaning});
    QList<MarkedFact> findings;
    for (const program::MetadataFinding& finding : metadata->findings)
        if (text(finding.key) == key)
            findings.append({severityMark(finding.severity), plainWord(severityName(finding.severity)), html(text(finding.message)),
                             text(finding.script)});
    const QString count = countText(static_cast<std::uint64_t>(findings.size()));
    told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Findings"), count, {}, std::move(findings)});
    return told;
}

}  // namespace etscope::ui
