// What is told of named data and of regions of files.
#include <algorithm>
#include <set>

#include "base/hex.h"
#include "docks/facts/entity_facts.h"
#include "docks/inspector.h"
#include "frame/file_names.h"
#include "inventory/named_data.h"
#include "inventory/regions.h"
#include "inventory/sharing.h"
#include "join/weights.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "pages/sharing_model.h"

namespace etscope::ui {
namespace {

QString userText(const session::Session& session, const inventory::NamedDataUser& user) {
    const QString method = text(user.method);
    const program::ExecutionPlan* plan = session.plan(user.method);
    if (!user.delegate) return linkTo(Address::ofMethod(method), Inspector::tr("%1, the plan").arg(method));
    const auto index = static_cast<std::size_t>(*user.delegate);
    const QString backend = plan != nullptr && index < plan->delegates.size() ? text(plan->delegates[index].id) : QString();
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
    const QStringList files = fileNames(session);
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
    const QStringList files = fileNames(session);
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
            {QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Copy address"), kCopyLink + Address::ofData(told.title).text()});
    return told;
}

Told tellRegion(const EntityQuestion& question, const JobContext& job) {
    const session::Session& session = *question.session;
    const QStringList files = fileNames(session);
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

}  // namespace etscope::ui
