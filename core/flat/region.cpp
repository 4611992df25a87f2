#include "flat/region.h"

#include <algorithm>

namespace etscope::flat {

std::string_view regionKindName(RegionKind kind) noexcept {
    switch (kind) {
        case RegionKind::Header: return "header";
        case RegionKind::Program: return "program";
        case RegionKind::Padding: return "padding";
        case RegionKind::Constant: return "constant";
        case RegionKind::NamedData: return "named_data";
        case RegionKind::Delegate: return "delegate";
        case RegionKind::Tensor: return "tensor";
        case RegionKind::Json: return "json";
        case RegionKind::Zip: return "zip";
        case RegionKind::Unknown: return "unknown";
    }
    return "unknown";
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
