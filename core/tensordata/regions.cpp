#include <algorithm>
#include <map>

#include "base/escaped.h"
#include "tensordata/file_header.h"
#include "tensordata/tensor_data.h"

namespace etscope::tensordata {
namespace {

using flat::Region;
using flat::RegionKind;

/// Keys that lie at one place of a segment, and the bytes they need of it.
struct Part {
    std::string keys;
    std::uint64_t bytes = 0;
    bool tensor = false;
};

void join(std::string& list, const std::string& key) {
    constexpr std::size_t kMostOwnerText = 200;
    if (list.size() > kMostOwnerText || key.empty()) return;
    if (!list.empty()) list += ", ";
    list += list.size() + key.size() > kMostOwnerText ? "…" : key;
}

void claimSegment(std::size_t index, const std::map<std::uint64_t, Part>& parts, const TensorData& data,
                  std::vector<Region>& claims) {
    const flat::Segment& segment = data.segments().segments[index];
    const auto start = data.segments().start(segment);
    const std::uint64_t fileSize = data.file().size;
    if (!start || *start >= fileSize) return;
    const std::uint64_t size = std::min(segment.size, fileSize - *start);
    const std::string name = "segment " + std::to_string(index);
    if (parts.empty() || parts.begin()->first > 0)
        claims.push_back({*start, parts.empty() ? size : std::min(parts.begin()->first, size), name, RegionKind::Unknown, {}});
    for (auto part = parts.begin(); part != parts.end() && part->first < size; ++part) {
        const auto next = std::next(part);
        const std::uint64_t room = (next == parts.end() ? size : std::min(next->first, size)) - part->first;
        const std::uint64_t used =
            data.directory() == Directory::Early && part->second.bytes > 0 ? std::min(part->second.bytes, room) : room;
        claims.push_back({*start + part->first, used, name, part->second.tensor ? RegionKind::Tensor : RegionKind::NamedData,
                          part->second.keys});
    }
}

}  // namespace

std::vector<Region> regions(const TensorData& data) {
    const FileHeader& header = data.header();
    std::vector<Region> claims;
    const std::uint64_t headerEnd = std::min(kHeaderStart + header.length, header.regionSize);
    claims.push_back({0, headerEnd, "header", RegionKind::Header, {}});
    if (data.innerRegions().empty())
        claims.push_back({headerEnd, header.regionSize - headerEnd, "damaged directory", RegionKind::Program, {}});
    for (const Region& region : data.innerRegions()) claims.push_back(region);
    std::map<std::uint32_t, std::map<std::uint64_t, Part>> segments;
    for (const Entry& entry : data.entries()) {
        Part& part = segments[entry.segmentIndex][entry.offset];
        join(part.keys, escaped(entry.key));
        part.tensor = part.tensor || entry.layout;
        if (entry.layout) part.bytes = std::max(part.bytes, entry.layout->byteCount().value_or(0));
    }
    for (std::size_t i = 0; i < data.segments().segments.size(); ++i)
        claimSegment(i, segments[static_cast<std::uint32_t>(i)], data, claims);
    std::erase_if(claims, [](const Region& claim) { return claim.size == 0; });
    return flat::accountFor(std::move(claims), data.file().size, {0, 0, "trailing bytes", RegionKind::Unknown, {}});
}

}  // namespace etscope::tensordata
