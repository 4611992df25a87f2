#include "compare/tensor_list.h"

#include <algorithm>

#include "base/base_name.h"
#include "base/hex.h"
#include "base/name_text.h"
#include "base/numbered_names.h"
#include "compare/logged_tensors.h"
#include "inventory/weight_roles.h"

namespace etscope::compare {
namespace {

std::string nameOf(const session::Session& session, const inventory::TensorRow& row) {
    std::string name = validName(baseName(session.files()[row.file].path));
    for (const std::string& part : {row.method, row.stage})
        if (!part.empty()) name += '/' + part;
    if (row.caseIndex) name += '/' + session::columnText(*row.caseIndex);
    if (!row.name.empty()) return name + '/' + row.name;
    const auto offset = row.tensor.dataOffset();
    return name + '/' + (offset ? '@' + hexOffset(*offset) : std::string(tensorRoleName(row.role)));
}

}  // namespace

TensorList::TensorList(const session::Session& session, Rows rows) : m_rows(std::move(rows)) {
    NumberedNames names;
    for (const inventory::TensorRow& row : *m_rows) {
        std::string name = names.add(nameOf(session, row));
        m_places.emplace(name, m_names.size());
        m_names.push_back(std::move(name));
    }
}

session::Entity TensorList::entity(std::size_t row) const {
    return session::Entity::named(session::Entity::Kind::Tensor, m_names[row]);
}

std::optional<std::size_t> TensorList::row(const session::Entity& entity) const {
    if (entity.kind != session::Entity::Kind::Tensor) return {};
    const auto hit = m_places.find(entity.name);
    return hit == m_places.end() ? std::nullopt : std::optional(hit->second);
}

std::optional<session::Entity> TensorList::weight(std::string_view name) const {
    const auto named = [name](const inventory::TensorRow& row) { return row.name == name && inventory::isWeight(row.role); };
    const auto recorded = [&](const inventory::TensorRow& row) {
        return named(row) && !graph::StageId::parse(row.stage).is(graph::StageId::Kind::Program);
    };
    auto found = std::ranges::find_if(*m_rows, recorded);
    if (found == m_rows->end()) found = std::ranges::find_if(*m_rows, named);
    if (found == m_rows->end()) return {};
    return entity(static_cast<std::size_t>(found - m_rows->begin()));
}

Result<std::shared_ptr<const TensorList>> tensorList(const session::Session& session, const JobContext& job) {
    return session.store().get<TensorList>("names", job, [&]() -> Result<std::shared_ptr<const TensorList>> {
        const auto rows = compare::tensors(session, job);
        if (!rows) return rows.failure();
        return std::make_shared<const TensorList>(session, *rows);
    });
}

}  // namespace etscope::compare
