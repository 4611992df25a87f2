#include "answers/weight_count.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>

namespace etscope::ui {
namespace {

using inventory::TensorRole;
using inventory::TensorRow;

/// What has a key in common is one.
class OneOf {
public:
    explicit OneOf(std::size_t count) : m_parent(count) { std::iota(m_parent.begin(), m_parent.end(), std::size_t{0}); }
    std::size_t find(std::size_t at) {
        while (m_parent[at] != at) at = m_parent[at] = m_parent[m_parent[at]];
        return at;
    }
    void tie(std::size_t row, std::string key) {
        const auto [known, fresh] = m_keys.emplace(std::move(key), row);
        if (!fresh) m_parent[find(row)] = find(known->second);
    }

private:
    std::vector<std::size_t> m_parent;
    std::map<std::string, std::size_t> m_keys;
};

/// Keys of named data are a backend's own.
bool isNamed(const TensorRow& row) { return !row.name.empty() && row.role != TensorRole::NamedData; }

/// Names in a file without methods, as of external data: of all methods.
std::set<std::string> namesOfAll(const std::vector<TensorRow>& rows) {
    std::set<std::string> names;
    for (const TensorRow& row : rows)
        if (isNamed(row) && row.method.empty() && isWeight(row.role)) names.insert(row.name);
    return names;
}

using Sizes = std::map<std::uint64_t, std::size_t>;

}  // namespace

bool isBuffer(TensorRole role) { return role == TensorRole::Buffer; }

bool isWeight(TensorRole role) {
    using enum TensorRole;
    constexpr std::array kWeights{Parameter, Constant, External, NamedData, DelegateConstant, Buffer};
    return std::ranges::find(kWeights, role) != kWeights.end();
}

WeightCount countWeights(const std::vector<TensorRow>& rows) {
    WeightCount count;
    const std::set<std::string> ofAll = namesOfAll(rows);
    OneOf same(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const TensorRow& row = rows[i];
        if (!isWeight(row.role)) continue;
        ++count.rows;
        const auto place =
            std::ranges::find_if(count.places, [&row](const auto& one) { return one.file == row.file && one.stage == row.stage; });
        if (place == count.places.end())
            count.places.push_back({row.file, row.stage, 1});
        else
            ++place->rows;
        if (!row.tensor.storageId.empty()) same.tie(i, 's' + row.tensor.storageId + '@' + std::to_string(row.tensor.storageOffset));
        if (!isNamed(row)) continue;
        same.tie(i, 'm' + row.method + '/' + row.name);
        if (ofAll.contains(row.name)) same.tie(i, 'a' + row.name);
    }
    std::map<std::size_t, std::set<std::uint64_t>> named;  // what is one → its sizes
    std::map<unsigned, std::map<std::size_t, std::uint64_t>> nameless;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (isWeight(rows[i].role) && isNamed(rows[i])) named[same.find(i)].insert(rows[i].tensor.byteCount().value_or(0));
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (isWeight(rows[i].role) && !named.contains(same.find(i)))
            nameless[rows[i].file].emplace(same.find(i), rows[i].tensor.byteCount().value_or(0));
    Sizes known, most;
    for (const auto& [one, sizes] : named)
        for (const std::uint64_t bytes : sizes) ++known[bytes];
    for (const auto& [file, all] : nameless) {
        Sizes here;
        for (const auto& [one, bytes] : all) ++here[bytes];
        for (const auto& [bytes, number] : here) most[bytes] = std::max(most[bytes], number);
    }
    count.distinct = named.size();
    for (const auto& [bytes, number] : most) count.distinct += number - std::min(number, known[bytes]);
    return count;
}

}  // namespace etscope::ui
