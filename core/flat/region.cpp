#include "flat/region.h"

#include <algorithm>

#include "base/enum_table.h"

namespace etscope::flat {

std::string_view regionKindName(RegionKind kind) noexcept {
    constexpr EnumTable<RegionKind::Unknown> kNames(
        {"header", "program", "padding", "constant", "named_data", "delegate", "tensor", "json", "zip", "unknown"});
    return kNames[kind];
}

std::vector<Region> accountFor(std::vector<Region> claims, std::uint64_t size, const Region& tail) {
    std::stable_sort(claims.begin(), claims.end(), [](const Region& a, const Region& b) { return a.offset < b.offset; });
    std::vector<Region> regions;
    std::uint64_t at = 0;
    for (Region& claim : claims) {
        if (claim.offset >= size) break;
        const std::uint64_t end = claim.size > size - claim.offset ? size : claim.offset + claim.size;
        if (end <= at) continue;
        if (claim.offset > at) regions.push_back({at, claim.offset - at, "padding", RegionKind::Padding, {}});
        at = std::max(at, claim.offset);
        regions.push_back({at, end - at, std::move(claim.name), claim.kind, std::move(claim.owner)});
        at = end;
    }
    if (at < size) regions.push_back({at, size - at, tail.name, tail.kind, tail.owner});
    return regions;
}

}  // namespace etscope::flat
