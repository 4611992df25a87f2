#include "models/rows.h"

#include <algorithm>

#include "jobs/job.h"
#include "models/table_filter.h"

namespace etscope::ui {

void Rows::index() {
    places.clear();
    for (std::size_t row = 0; row < addresses.size(); ++row)
        if (addresses[row].valid()) places.emplace_back(qHash(addresses[row]), static_cast<int>(row));
    std::ranges::sort(places);
}

int Rows::rowOf(const Address& address) const {
    const auto rowWith = [this](const Address& one) {
        const std::size_t hash = qHash(one);
        for (auto at = std::ranges::lower_bound(places, std::pair{hash, 0}); at != places.end() && at->first == hash; ++at)
            if (addresses[static_cast<std::size_t>(at->second)] == one) return at->second;
        return -1;
    };
    const int row = rowWith(address);
    return row < 0 && aliases.contains(address) ? rowWith(aliases[address]) : row;
}

/// Letting go of many rows takes a while, too.
void RowsModel::setRows(Rows rows) {
    if (rows.places.empty()) rows.index();
    auto other = std::make_shared<const Rows>(std::move(rows));
    reset([&] { m_rows.swap(other); });
    if (other->size() > TableFilter::kAtOnce) letGo(std::move(other));
}

}  // namespace etscope::ui
