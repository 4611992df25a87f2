// What is told of a file of the session.
#include <algorithm>

#include "base/escaped.h"
#include "docks/facts/entity_facts.h"
#include "docks/inspector.h"
#include "etrecord/names.h"
#include "frame/file_names.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "pages/file_table.h"

namespace etscope::ui {
namespace {

constexpr unsigned kMostEntries = 200;

/// How it is joined to the other files, each with its evidence.
QList<MarkedFact> joinsOf(const QString& name, const findings::SessionVerdict& verdict) {
    QList<MarkedFact> facts;
    for (const findings::JoinOutcome& one : verdict.joins) {
        QString other;
        for (const std::string& file : one.files)
            if (text(file) != name) other = text(file);
        if (other.isEmpty() || std::ranges::none_of(one.files, [&](const std::string& file) { return text(file) == name; }))
            continue;
        QStringList evidence = texts(one.join.evidence);
        if (!one.finding.empty()) evidence.prepend(text(one.finding));
        const Mark mark = one.state == findings::Verdict::Differ  ? Mark::Differ
                          : one.ambiguous                         ? Mark::Ambiguous
                          : one.state == findings::Verdict::Match ? Mark::Match
                                                                  : Mark::Missing;
        facts.append({mark, Inspector::tr("With"), linkTo(Address::ofFile(other)), evidence.join(QStringLiteral("; "))});
    }
    return facts;
}

/// What a native file holds; the files inside open in windows of their own.
void addNative(const session::SessionFile& file, EntityFacts& told) {
    Facts facts, nested;
    for (const delegates::Fact& fact : file.native->facts) facts.append({text(fact.name), html(text(fact.text))});
    for (std::size_t i = 0; i < file.native->nested.size(); ++i) {
        const delegates::NestedFile& one = file.native->nested[i];
        nested.append({text(one.name), link(QStringLiteral("open:%1#nested:%2").arg(text(file.path)).arg(i), text(one.kind)) +
                                           QLatin1Char(' ') + bytesText(one.bytes.size)});
    }
    const QString format = text(file.native->format);
    told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Contents"),
                        (format + QLatin1Char(' ') + text(file.native->version)).trimmed(), facts});
    told.groups.append(
        {QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Files inside"), countText(file.native->nested.size()), nested});
}

void addEntries(const etrecord::Record& record, EntityFacts& told) {
    Facts entries;
    for (std::size_t i = 0; i < record.entries().size() && i < kMostEntries; ++i) {
        const ZipEntry& entry = record.zipEntry(i);
        entries.append({plainWord(etrecord::roleName(record.entries()[i].role)),
                        html(text(escaped(entry.name))) + QStringLiteral("<br>") +
                            (entry.truncated ? Inspector::tr("%1 of %2").arg(bytesText(entry.compressedSize), bytesText(entry.size))
                                             : bytesText(entry.size))});
    }
    told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Entries"), countText(record.entries().size()), entries});
}

}  // namespace

Told tellFile(const EntityQuestion& question, const JobContext&) {
    const session::Session& session = *question.session;
    const qsizetype at = fileNames(session).indexOf(question.address.name);
    if (at < 0) return fail("no-such-node", Inspector::tr("the session has no such file").toStdString());
    const session::SessionFile& file = session.files()[static_cast<std::size_t>(at)];
    EntityFacts told{question.address.name, text(file.path), fileState(file, question.address.name, question.verdict.get()), {}};
    told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "File"),
                        {},
                        {{Inspector::tr("Kind"), html(kindText(file))},
                         {Inspector::tr("Size"), bytesText(file.size)},
                         {Inspector::tr("Bytes"), countText(file.size)},
                         {Inspector::tr("Where its bytes go"), link(QStringLiteral("page:sizes"), Inspector::tr("Sizes"))}}});
    if (file.error)
        told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "What is wrong"),
                            {},
                            {{text(file.error->code), html(text(file.error->message))}}});
    if (question.verdict != nullptr) {
        QList<MarkedFact> joins = joinsOf(question.address.name, *question.verdict);
        const QString count = countText(static_cast<std::uint64_t>(joins.size()));
        told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Joined"), count, {}, std::move(joins)});
    }
    if (file.native != nullptr) addNative(file, told);
    if (file.record != nullptr) addEntries(*file.record, told);
    return told;
}

}  // namespace etscope::ui
