// ExtentLedger: notes which bytes of a FlatBuffers region which owner uses, while it is decoded; afterwards tells the owner of
// every byte. One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "flat/region.h"

namespace etscope::flat {

class ExtentLedger {
public:
    using OwnerId = std::uint32_t;

    /// Further extents belong to this owner.
    OwnerId addOwner(RegionKind kind, std::string name, std::string owner);
    void select(OwnerId owner) noexcept { m_current = owner; }
    OwnerId selected() const noexcept { return m_current; }
    void add(std::size_t begin, std::size_t size);

    /// The owners of [begin, end) in order, without gap or overlap. Alignment bytes between two extents belong to the first of
    /// them, larger gaps to nobody (kind Unknown, "unreferenced"); a gap before the first is padding. Where extents overlap, the
    /// first owner by position keeps them.
    std::vector<Region> regions(std::size_t begin, std::size_t end) const;

private:
    struct Owner {
        RegionKind kind;
        std::string name;
        std::string owner;
    };
    struct Extent {
        std::size_t begin, end;
        OwnerId owner;
    };

    std::vector<Owner> m_owners;
    std::vector<Extent> m_extents;
    OwnerId m_current = 0;
};

}  // namespace etscope::flat
