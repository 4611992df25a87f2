// Regions: the account of every byte of a file, in order, without gap or overlap. Value types; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace etscope::flat {

enum class RegionKind : std::uint8_t { Header, Program, Padding, Constant, NamedData, Delegate, Tensor, Json, Zip, Unknown };

/// The word of the command line: "header", "named_data", ….
std::string_view regionKindName(RegionKind kind) noexcept;

struct Region {
    std::uint64_t offset = 0;  ///< within the file that is accounted for
    std::uint64_t size = 0;
    std::string name;
    RegionKind kind = RegionKind::Unknown;
    std::string owner;  ///< method, tensor or key that the bytes are for; may be empty

    friend bool operator==(const Region&, const Region&) = default;
};

/// Makes [0, size) of any regions: sorts them, lets the first keep what two claim, fills gaps as padding. Claims that reach
/// beyond `size` are cut; what lies behind the last claim is `tail`.
std::vector<Region> accountFor(std::vector<Region> claims, std::uint64_t size, const Region& tail);

}  // namespace etscope::flat
