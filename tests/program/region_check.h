// The promise of region accounts: in order, no gap, no overlap, to the last byte.
#pragma once

#include <string>
#include <vector>

#include "flat/region.h"

namespace etscope::test {

/// What breaks the promise for a file of `size` bytes; empty when nothing does.
std::string troubleWithRegions(const std::vector<flat::Region>& regions, std::uint64_t size);
std::uint64_t bytesOf(const std::vector<flat::Region>& regions, flat::RegionKind kind);

}  // namespace etscope::test
