// StrongId: a 32-bit index with a type per kind of thing, so that mixing a node with a value does not compile.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace etscope {

template <class Tag>
class StrongId {
public:
    constexpr StrongId() = default;
    constexpr explicit StrongId(std::uint32_t index) : m_index(index) {}
    constexpr explicit StrongId(std::size_t index) : m_index(static_cast<std::uint32_t>(index)) {}

    /// False for the default-constructed id, which refers to nothing.
    constexpr bool valid() const noexcept { return m_index != kNone; }
    constexpr std::uint32_t index() const noexcept { return m_index; }
    friend constexpr auto operator<=>(StrongId, StrongId) = default;

private:
    static constexpr std::uint32_t kNone = 0xFFFF'FFFF;
    std::uint32_t m_index = kNone;
};

}  // namespace etscope

template <class Tag>
struct std::hash<etscope::StrongId<Tag>> {
    std::size_t operator()(etscope::StrongId<Tag> id) const noexcept { return std::hash<std::uint32_t>{}(id.index()); }
};
