// KeyIndex: finds entries of a list by their keys, of equal ones the first, as the runtime does. Holds positions only: the list
// must not change. Any thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace etscope::flat {

class KeyIndex {
public:
    KeyIndex() = default;
    /// Of a list whose elements have `key` and `hasKey`; those without a key are found by none.
    template <class Entry>
    explicit KeyIndex(const std::vector<Entry>& entries) {
        for (std::uint32_t i = 0; i < entries.size(); ++i)
            if (entries[i].hasKey) m_order.push_back(i);
        std::ranges::stable_sort(m_order, {}, [&](std::uint32_t i) { return std::string_view(entries[i].key); });
    }

    /// `entries`: the list of the constructor. nullptr: no entry has this key.
    template <class Entry>
    const Entry* find(const std::vector<Entry>& entries, std::string_view key) const noexcept {
        const auto keyOf = [&](std::uint32_t i) { return std::string_view(entries[i].key); };
        const auto at = std::ranges::lower_bound(m_order, key, {}, keyOf);
        return at != m_order.end() && keyOf(*at) == key ? &entries[*at] : nullptr;
    }

private:
    std::vector<std::uint32_t> m_order;  ///< by key, those of one key in the order of the list
};

}  // namespace etscope::flat
