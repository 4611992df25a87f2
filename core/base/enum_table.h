// EnumTable: one entry for each value of an enumeration, in their order. Another number of entries does not compile, nor does a
// value behind the last. Immutable.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace etscope {

/// Whether the enumeration has a value of that number: compilers write the others as "(Type)7".
template <auto value>
consteval bool isEnumerator() {
    return std::string_view(__PRETTY_FUNCTION__).find("= (") == std::string_view::npos;
}

/// `last`: the last value of an enumeration that counts from 0.
template <auto last, class T = std::string_view>
class EnumTable {
public:
    using Key = decltype(last);
    static constexpr std::size_t kSize = static_cast<std::size_t>(last) + 1;
    static_assert(!isEnumerator<static_cast<Key>(kSize)>(), "the enumeration goes on");

    template <std::size_t count>
    consteval explicit EnumTable(const T (&items)[count]) {
        static_assert(count == kSize, "a table has one entry for each value");
        for (std::size_t i = 0; i < count; ++i) m_items[i] = items[i];
    }
    constexpr const T& operator[](Key key) const noexcept { return m_items[static_cast<std::size_t>(key)]; }
    constexpr auto begin() const noexcept { return m_items.begin(); }
    constexpr auto end() const noexcept { return m_items.end(); }
    /// The first value with that entry.
    constexpr std::optional<Key> find(const T& item) const noexcept {
        for (std::size_t i = 0; i < kSize; ++i)
            if (m_items[i] == item) return static_cast<Key>(i);
        return std::nullopt;
    }

private:
    std::array<T, kSize> m_items{};
};

}  // namespace etscope
