#include "frame/tensor_list.h"

#include "base/name_text.h"
#include "base/text.h"
#include "compare/logged_tensors.h"
#include "look/numbered_names.h"
#include "look/numbers.h"

namespace etscope::ui {
namespace {

QString nameOf(const session::Session& session, const inventory::TensorRow& row) {
    QStringList parts{text(baseName(session.files()[row.file].path))};
    for (const std::string& part : {row.method, row.stage})
        if (!part.empty()) parts.append(text(part));
    if (row.caseIndex) parts.append(columnText(*row.caseIndex));
    const auto offset = row.tensor.dataOffset();
    parts.append(!row.name.empty() ? text(row.name) : offset ? u'@' + hexText(*offset) : text(tensorRoleName(row.role)));
    return parts.join(u'/');
}

}  // namespace

TensorList::TensorList(const session::Session& session, Rows rows) : m_rows(std::move(rows)) {
    NumberedNames names;
    for (const inventory::TensorRow& row : *m_rows) {
        QString name = names.add(nameOf(session, row));
        m_places.emplace(name, static_cast<int>(m_names.size()));
        m_names.push_back(std::move(name));
    }
}

Address TensorList::address(std::size_t row) const { return Address::ofTensor(m_names[row]); }

int TensorList::row(const Address& address) const {
    const auto hit = address.kind == Address::Kind::Tensor ? m_places.find(address.name) : m_places.end();
    return hit == m_places.end() ? -1 : hit->second;
}

Result<std::shared_ptr<const TensorList>> tensorList(const session::Session& session, const JobContext& job) {
    return session.store().get<TensorList>("names", job, [&]() -> Result<std::shared_ptr<const TensorList>> {
        const auto rows = compare::tensors(session, job);
        if (!rows) return rows.failure();
        return std::make_shared<const TensorList>(session, *rows);
    });
}

}  // namespace etscope::ui
