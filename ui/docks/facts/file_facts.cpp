// What is told of a file of the session, of named data, of regions of files, of problems and of metadata.
#include <algorithm>
#include <set>

#include "answers/file_table.h"
#include "answers/problem_table.h"
#include "answers/program_tables.h"
#include "answers/sharing_model.h"
#include "base/escaped.h"
#include "base/hex.h"
#include "docks/facts/entity_facts.h"
#include "docks/inspector.h"
#include "etrecord/record.h"
#include "inventory/metadata.h"
#include "inventory/named_data.h"
#include "inventory/regions.h"
#include "inventory/sharing.h"
#include "join/call_titles.h"
#include "join/weights.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/words.h"
#include "models/address.h"

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
        QStringList evidence = said(one.join.evidence);
        if (!one.finding.empty()) evidence.prepend(said(one.finding));
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
        nested.append(
            {text(one.name), link(Link::open(QStringLiteral("%1#nested:%2").arg(text(file.path)).arg(i)), text(one.kind)) +
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

QString userText(const session::Session& session, const inventory::NamedDataUser& user) {
    const QString method = text(user.method);
    const program::ExecutionPlan* plan = session.plan(user.method);
    if (!user.delegate) return linkTo(Address::ofMethod(method), Inspector::tr("%1, the plan").arg(method));
    const auto index = static_cast<std::size_t>(*user.delegate);
    const QString backend =
        plan != nullptr && index < plan->delegates.size() ? text(join::shortBackendName(plan->delegates[index].id)) : QString();
    return linkTo(Address::ofStage(method, graph::StageId::payload(static_cast<std::uint32_t>(index))),
                  Inspector::tr("%1, %2 %3").arg(method, backend).arg(index));
}

/// The shared bytes that begin at a place; null: nobody shares them.
const inventory::SharedBytes* sharedAt(const inventory::SharingMap& map, const inventory::BytesPlace& place) {
    const auto hit = std::ranges::find_if(
        map.shared, [&](const inventory::SharedBytes& one) { return std::ranges::find(one.places, place) != one.places.end(); });
    return hit == map.shared.end() ? nullptr : &*hit;
}

/// Where the same bytes lie, and who reads which of them.
FactGroup copiesGroup(const session::Session& session, const inventory::SharedBytes& shared) {
    const QStringList files = namesOfFiles(session);
    const bool copies = shared.wasted > 0;
    FactGroup group{QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Sharing"), {}, {}};
    group.facts.append(
        {Inspector::tr("Stored"),
         copies ? Inspector::tr("%n times, equal bytes", nullptr, counted(shared.places.size())) : Inspector::tr("once, shared"),
         copies ? Inspector::tr("one copy would save %1").arg(bytesText(shared.wasted))
                : Inspector::tr("saves %1").arg(bytesText(shared.saved))});
    for (std::size_t place = 0; place < shared.places.size(); ++place) {
        QStringList readers;
        for (const inventory::BytesUser& user : shared.users)
            if (user.place == place)
                readers.append(user.method.empty() ? Inspector::tr("read by no method")
                               : user.delegate     ? Inspector::tr("%1, delegate %2").arg(text(user.method)).arg(*user.delegate)
                                                   : Inspector::tr("%1, the plan").arg(text(user.method)));
        const QString file = files.value(static_cast<qsizetype>(shared.places[place].file));
        group.facts.append({Inspector::tr("Copy %1").arg(place + 1),
                            linkTo(Address::ofRegion(file, shared.places[place].offset),
                                   file + QLatin1Char(' ') + hexText(shared.places[place].offset)),
                            readers.join(QStringLiteral(" · "))});
    }
    return group;
}

/// Where it is stored and who asks for it.
FactGroup entryGroup(const session::Session& session, const inventory::NamedDataRow& row) {
    const QStringList files = namesOfFiles(session);
    const QString file = files.value(static_cast<qsizetype>(row.file));
    FactGroup group{QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Named data"), file, {}};
    group.facts.append({Inspector::tr("File"), linkTo(Address::ofFile(file))});
    group.facts.append({Inspector::tr("Segment"), QString::number(row.segment)});
    group.facts.append({Inspector::tr("Bytes"), row.bytes.hasData() ? bytesText(row.bytes.size) : Inspector::tr("cannot be read")});
    if (row.bytes.hasData())
        group.facts.append({Inspector::tr("Offset"), linkTo(Address::ofRegion(file, row.bytes.offset), hexText(row.bytes.offset))});
    QStringList users;
    for (const inventory::NamedDataUser& user : row.users) users.append(userText(session, user));
    group.facts.append(
        {Inspector::tr("Used by"), users.isEmpty() ? Inspector::tr("read by no method") : users.join(QStringLiteral("<br>"))});
    if (row.shadowedBy)
        group.facts.append(
            {Inspector::tr("Hidden by"), linkTo(Address::ofFile(files.value(static_cast<qsizetype>(*row.shadowedBy))))});
    if (!row.note.empty()) group.facts.append({Inspector::tr("Note"), html(text(row.note))});
    return group;
}

/// In the place of a key may stand the record's name.
std::set<std::string, std::less<>> keysOf(const std::string& name, const inventory::NamedData& data,
                                          const join::WeightMap& weights) {
    constexpr std::size_t kMost = 64;
    std::set<std::string, std::less<>> keys;
    for (const inventory::NamedDataRow& row : data.rows)
        if (row.key == name) return {name};
    for (const join::StoredWeight* weight : weights.of(name, kMost))
        for (const join::WeightUse& use : weight->uses)
            if (use.holder == join::WeightHolder::NamedData || use.holder == join::WeightHolder::External) keys.insert(use.name);
    return keys;
}

EntityState stateOf(const inventory::NamedDataRow& row, const inventory::SharedBytes* shared) {
    if (!row.note.empty()) return {Mark::Error, Inspector::tr("cannot be read")};
    if (row.shadowedBy) return {Mark::Warning, Inspector::tr("hidden by another file")};
    if (shared == nullptr) return {};
    if (shared->wasted > 0) return {Mark::Warning, Inspector::tr("stored %n time(s)", nullptr, counted(shared->places.size()))};
    return {Mark::Match, Inspector::tr("shared")};
}

}  // namespace

Told tellFile(const EntityQuestion& question, const JobContext&) {
    const session::Session& session = *question.session;
    const qsizetype at = namesOfFiles(session).indexOf(question.address.name);
    if (at < 0) return fail("no-such-node", Inspector::tr("the session has no such file").toStdString());
    const session::SessionFile& file = session.files()[static_cast<std::size_t>(at)];
    EntityFacts told{
        question.address.name, text(file.path), fileStates(session, question.verdict.get())[static_cast<std::size_t>(at)], {}};
    told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "File"),
                        {},
                        {{Inspector::tr("Kind"), html(kindText(file))},
                         {Inspector::tr("Size"), bytesText(file.size)},
                         {Inspector::tr("Bytes"), countText(file.size)},
                         {Inspector::tr("Where its bytes go"), link(Link::on(PageId::Sizes), Inspector::tr("Sizes"))}}});
    if (file.error)
        told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "What is wrong"),
                            {},
                            {{text(file.error->code), html(problemText(file.error->code, file.error->message))}}});
    if (question.verdict != nullptr) {
        QList<MarkedFact> joins = joinsOf(question.address.name, *question.verdict);
        const QString count = countText(static_cast<std::uint64_t>(joins.size()));
        told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Joined"), count, {}, std::move(joins)});
    }
    if (file.native != nullptr) addNative(file, told);
    if (file.record != nullptr) addEntries(*file.record, told);
    return told;
}

Told tellData(const EntityQuestion& question, const JobContext& job) {
    const session::Session& session = *question.session;
    const auto data = inventory::namedData(session, true, job);
    if (!data) return data.failure();
    const auto weights = join::weights(session, job);
    if (!weights) return weights.failure();
    const auto map = inventory::sharingMap(session, job);
    if (!map) return map.failure();
    const auto keys = keysOf(question.address.name.toStdString(), *data, **weights);
    EntityFacts told;
    for (const inventory::NamedDataRow& row : data->rows) {
        if (!keys.contains(row.key)) continue;
        const join::StoredWeight* weight = row.bytes.hasData() ? (*weights)->at(row.bytes) : nullptr;
        const QString key = text(row.key), name = weight != nullptr ? text(weight->nameInRecord()) : QString();
        if (told.title.isEmpty()) {
            told.title = !name.isEmpty() ? name : isHash(key) ? Inspector::tr("no name") : key;
            told.second = shortHash(key);
        }
        const inventory::SharedBytes* shared = row.bytes.hasData() ? sharedAt(**map, {row.file, row.bytes.offset}) : nullptr;
        if (told.state.mark == Mark::None) told.state = stateOf(row, shared);
        told.groups.append(entryGroup(session, row));
        told.groups.append(
            {QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Identity"),
             {},
             {{Inspector::tr("Name"), name.isEmpty() ? Inspector::tr("not known") : html(name),
               name.isEmpty() ? QString() : Inspector::tr("in the record")},
              {Inspector::tr("Key"), code(key)},
              {Inspector::tr("SHA-256"), row.sha256.empty() ? Inspector::tr("not known") : code(text(row.sha256))}}});
        told.groups.append(shared != nullptr ? copiesGroup(session, *shared)
                                             : FactGroup{QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Sharing"),
                                                         {},
                                                         {{Inspector::tr("Stored"), Inspector::tr("by one reader alone, once")}}});
    }
    if (told.groups.isEmpty()) return fail("no-such-node", Inspector::tr("no file of the session has this key").toStdString());
    // A hash says nothing to a person: what the record calls it is read, too, where it is this key alone.
    if (keys.size() == 1 && isHash(text(*keys.begin())) && keysOf(told.title.toStdString(), *data, **weights) == keys)
        told.deeds.append(
            {Link::copy(Address::ofData(told.title).text()), QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Copy address")});
    return told;
}

Told tellRegion(const EntityQuestion& question, const JobContext& job) {
    const session::Session& session = *question.session;
    const QStringList files = namesOfFiles(session);
    const QString file = question.address.name.section(u'@', 0, -2);
    bool isNumber = false;
    const auto offset = question.address.name.section(u'@', -1).toULongLong(&isNumber);
    const qsizetype at = files.indexOf(file);
    if (!isNumber || at < 0) return fail("no-such-node", Inspector::tr("this names no region").toStdString());
    const auto regions = inventory::fileRegions(session, static_cast<std::size_t>(at), job);
    const auto hit = std::ranges::find(regions, offset, &flat::Region::offset);
    if (hit == regions.end()) return fail("no-such-node", Inspector::tr("no region of a file begins there").toStdString());
    const session::SessionFile& holder = session.files()[static_cast<std::size_t>(at)];
    const auto weights = join::weights(session, job);
    if (!weights) return weights.failure();
    const join::StoredWeight* weight = (*weights)->at({holder.source, hit->offset, hit->size});
    const QString name = weight != nullptr ? text(weight->nameInRecord()) : QString();
    const QString kind = plainWord(regionKindName(hit->kind));
    Facts facts{{Inspector::tr("Kind"), kind},
                {Inspector::tr("Name"), html(text(hit->name))},
                {Inspector::tr("Weight"), name.isEmpty() ? Inspector::tr("none that is known") : html(name)},
                {Inspector::tr("Owner"), hit->owner.empty() ? Inspector::tr("none that is known") : html(text(hit->owner))},
                {Inspector::tr("File"), linkTo(Address::ofFile(file))},
                {Inspector::tr("Offset"), hexText(hit->offset)},
                {Inspector::tr("Bytes"), countText(hit->size)},
                {Inspector::tr("Share"),
                 holder.size == 0 ? QString()
                                  : Inspector::tr("%1 % of the file")
                                        .arg(QString::number(
                                            100.0 * static_cast<double>(hit->size) / static_cast<double>(holder.size), 'f', 2))}};
    if (hit->kind == flat::RegionKind::NamedData)
        facts.append({Inspector::tr("Named data"), linkTo(Address::ofData(text(hit->owner)))});
    EntityFacts told{!name.isEmpty() ? name : text(hit->name), kind, {}, {}};
    told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Region"), {}, facts});
    const auto map = inventory::sharingMap(session, job);
    if (!map) return map.failure();
    if (const auto* shared = sharedAt(**map, {static_cast<unsigned>(at), hit->offset})) {
        told.groups.append(copiesGroup(session, *shared));
        if (shared->wasted > 0)
            told.state = {Mark::Warning, Inspector::tr("stored %n time(s)", nullptr, counted(shared->places.size()))};
    }
    return told;
}

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
        meaning.append({Inspector::tr("Meaning"), html(said(Sentence::of(known->meaning)))});
        meaning.append({Inspector::tr("Read by"), html(said(Sentence::of(program::keyReaderName(known->usedBy))))});
    } else {
        meaning.append({Inspector::tr("Meaning"), Inspector::tr("not known")});
    }
    told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "What it is for"), {}, meaning});
    QList<MarkedFact> findings;
    for (const program::MetadataFinding& finding : metadata->findings)
        if (text(finding.key) == key)
            findings.append({severityMark(finding.severity), plainWord(severityName(finding.severity)), html(said(finding.message)),
                             text(finding.script)});
    const QString count = countText(static_cast<std::uint64_t>(findings.size()));
    told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Findings"), count, {}, std::move(findings)});
    return told;
}

}  // namespace etscope::ui
