#include "program/region_check.h"

namespace etscope::test {

std::string troubleWithRegions(const std::vector<flat::Region>& regions, std::uint64_t size) {
    std::uint64_t at = 0;
    for (const flat::Region& region : regions) {
        const std::string place = region.name + " at " + std::to_string(region.offset);
        if (region.offset != at) return place + " does not follow " + std::to_string(at);
        if (region.size == 0) return place + " is empty";
        if (region.size > size - at) return place + " reaches beyond the end";
        at += region.size;
    }
    return at == size ? "" : "the account ends at " + std::to_string(at) + " of " + std::to_string(size);
}

std::uint64_t bytesOf(const std::vector<flat::Region>& regions, flat::RegionKind kind) {
    std::uint64_t bytes = 0;
    for (const flat::Region& region : regions)
        if (region.kind == kind) bytes += region.size;
    return bytes;
}

}  // namespace etscope::test
