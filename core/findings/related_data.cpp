// What tensors, named data and regions of files are elsewhere.
#include <algorithm>
#include <charconv>

#include "compare/value_tensors.h"
#include "findings/related_finder.h"
#include "inventory/named_data.h"
#include "inventory/regions.h"
#include "join/stage_graph.h"
#include "session/file_names.h"

namespace etscope::findings {

using graph::StageId;
using session::Entity;
using Kind = Entity::Kind;

Result<void> RelatedFinder::ofTensor() {
    const auto list = compare::tensorList(m_session, m_job);
    if (!list) return list.failure();
    const auto at = (*list)->row(m_entity);
    if (!at) return noSuch(m_entity);
    const inventory::TensorRow& row = (*(*list)->rows())[*at];
    if (!row.method.empty()) add(Relation::Around, Entity::ofMethod(row.method));
    add(Relation::Around, Entity::named(Kind::File, session::fileNames(m_session)[row.file]));
    if (row.run) add(Relation::Run, Entity::ofRun(*row.run));
    for (const session::Method& method : m_session.methods())
        if (row.method.empty() || row.method == method.name)
            if (const auto done = addUses(**list, method, row); !done) return done;
    return addKeys(row);
}

Result<void> RelatedFinder::addUses(const compare::TensorList& list, const session::Method& method,
                                    const inventory::TensorRow& row) {
    const auto same = [&](const inventory::TensorRow& other) {
        return !row.name.empty() ? other.name == row.name
                                 : other.tensor.storage.source == row.tensor.storage.source &&
                                       other.tensor.storage.offset == row.tensor.storage.offset;
    };
    for (const StageId& stage : method.stages) {
        const auto made = join::graphIndex({m_session, method.name}, stage, m_job);
        if (!made) {
            if (made.cancelled()) return made.failure();
            continue;
        }
        const graph::GraphModel& model = (*made)->model();
        const auto tensors = compare::valueTensors({m_session, method.name}, stage, m_job);
        if (!tensors) return tensors.failure();
        for (const auto& [value, at] : **tensors) {
            if (!same((*list.rows())[at])) continue;
            add(Relation::Same, Entity::inStage(Kind::Value, method.name, stage, model.valuePath(value)));
            for (const graph::NodeId user : (*made)->flow().consumers(value))
                add(Relation::User, Entity::ofNode(method.name, stage, model.nodePath(user)));
        }
    }
    return {};
}

Result<void> RelatedFinder::addKeys(const inventory::TensorRow& row) {
    if (row.name.empty()) return {};
    const auto weights = join::weights(m_session, m_job);
    if (!weights) return weights.failure();
    for (const join::StoredWeight* weight : (*weights)->of(row, kMostRelated))
        for (const join::WeightUse& use : weight->uses) {
            if (isKey(use)) add(Relation::Data, Entity::named(Kind::Data, use.name), weight->record->by);
            if (use.delegate)
                add(Relation::Delegate, Entity::ofStage(use.method, StageId::payload(static_cast<std::uint32_t>(*use.delegate))));
        }
    return {};
}

bool RelatedFinder::isKey(const join::WeightUse& use) {
    return use.holder == join::WeightHolder::NamedData || use.holder == join::WeightHolder::External;
}

Result<void> RelatedFinder::ofData() {
    const auto data = inventory::namedData(m_session, false, m_job);
    if (!data) return data.failure();
    if (std::ranges::find(data->rows, m_entity.name, &inventory::NamedDataRow::key) == data->rows.end()) return ofDataNamed();
    const auto users = inventory::keyUsers(m_session, m_job);
    const auto weights = join::weights(m_session, m_job);
    const auto list = compare::tensorList(m_session, m_job);
    if (!users) return users.failure();
    if (!weights) return weights.failure();
    if (!list) return list.failure();
    if (const auto hit = users->find(m_entity.name); hit != users->end())
        for (const inventory::NamedDataUser& user : hit->second)
            add(Relation::User, user.delegate
                                    ? Entity::ofStage(user.method, StageId::payload(static_cast<std::uint32_t>(*user.delegate)))
                                    : Entity::ofMethod(user.method));
    for (std::size_t i = 0; i < (*list)->rows()->size(); ++i) {
        const inventory::TensorRow& row = (*(*list)->rows())[i];
        const auto mine = (*weights)->of(row, kMostRelated);
        const auto hit = std::ranges::find_if(mine, [this](const join::StoredWeight* weight) {
            return std::ranges::any_of(weight->uses,
                                       [this](const join::WeightUse& use) { return isKey(use) && use.name == m_entity.name; });
        });
        if (hit != mine.end() || row.name == m_entity.name)
            add(Relation::Weight, (*list)->entity(i), hit != mine.end() ? std::optional((*hit)->record->by) : std::nullopt);
    }
    return {};
}

Result<void> RelatedFinder::ofDataNamed() {
    const auto weights = join::weights(m_session, m_job);
    if (!weights) return weights.failure();
    for (const join::StoredWeight* weight : (*weights)->of(m_entity.name, kMostRelated))
        for (const join::WeightUse& use : weight->uses)
            if (isKey(use)) add(Relation::Same, Entity::named(Kind::Data, use.name), weight->record->by);
    return m_found.empty() ? Result<void>(noSuch(m_entity)) : Result<void>();
}

Result<void> RelatedFinder::ofRegion() {
    const auto& files = session::fileNames(m_session);
    const std::size_t mark = m_entity.name.rfind('@');
    const auto file = std::ranges::find(files, m_entity.name.substr(0, mark));
    std::uint64_t offset = 0;
    if (mark == std::string::npos || file == files.end()) return noSuch(m_entity);
    const std::string_view number = std::string_view(m_entity.name).substr(mark + 1);
    const auto [end, wrong] = std::from_chars(number.data(), number.data() + number.size(), offset);
    if (wrong != std::errc() || end != number.data() + number.size()) return noSuch(m_entity);
    const auto index = static_cast<std::size_t>(file - files.begin());
    add(Relation::Around, Entity::named(Kind::File, *file));
    const auto regions = inventory::fileRegions(m_session, index, m_job);
    const auto hit = std::ranges::find(regions, offset, &flat::Region::offset);
    if (hit == regions.end()) return noSuch(m_entity);
    const auto list = compare::tensorList(m_session, m_job);
    if (!list) return list.failure();
    for (std::size_t i = 0; i < (*list)->rows()->size(); ++i) {
        const inventory::TensorRow& row = (*(*list)->rows())[i];
        const auto at = row.tensor.dataOffset();  // nothing for what is not stored as it is in the file
        if (row.file == index && at && *at >= offset && *at - offset < hit->size) add(Relation::Weight, (*list)->entity(i));
    }
    if (hit->kind == flat::RegionKind::NamedData) add(Relation::Data, Entity::named(Kind::Data, hit->owner));
    return {};
}
}  // namespace etscope::findings
