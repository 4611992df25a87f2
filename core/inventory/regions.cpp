#include "inventory/regions.h"

#include <algorithm>

#include "base/text.h"
#include "program/regions.h"

namespace etscope::inventory {
namespace {

using flat::Region;
using flat::RegionKind;

RegionKind kindOf(const session::SessionFile& file, std::size_t entry) {
    if (file.record == nullptr) return RegionKind::Unknown;
    const auto& entries = file.record->entries();
    const auto hit =
        std::find_if(entries.begin(), entries.end(), [&](const etrecord::Entry& one) { return one.zipIndex == entry; });
    if (hit == entries.end()) return RegionKind::Unknown;
    switch (hit->role) {
        case etrecord::Role::Program:
        case etrecord::Role::DebugHandleMap:
        case etrecord::Role::DelegateMap:
        case etrecord::Role::InstructionOutputCounts:
        case etrecord::Role::ExportGraphId: return RegionKind::Json;
        case etrecord::Role::StateDict:
        case etrecord::Role::Constants:
        case etrecord::Role::ExampleInputs:
        case etrecord::Role::ReferenceOutputs:
        case etrecord::Role::RepresentativeInputs: return RegionKind::Tensor;
        default: return RegionKind::Unknown;
    }
}

/// Entries with their headers; what stands behind the last of them is the directory.
std::vector<Region> zipRegions(const session::SessionFile& file) {
    std::vector<Region> claims;
    std::uint64_t end = 0;
    const auto& entries = file.zip->entries();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto data = file.zip->data(entries[i]);
        if (!data) continue;
        const std::string name = repairedUtf8(entries[i].name);
        claims.push_back({entries[i].headerOffset, data->offset - std::min(data->offset, entries[i].headerOffset), "local header",
                          RegionKind::Zip, name});
        claims.push_back({data->offset, data->size, name, kindOf(file, i), name});
        end = std::max(end, data->offset + data->size);
    }
    if (end < file.size)
        claims.push_back(
            {end, file.size - end, file.zip->recovered() ? "behind the last entry" : "central directory", RegionKind::Zip, ""});
    return flat::accountFor(std::move(claims), file.size, {0, 0, "unclaimed", RegionKind::Unknown, ""});
}

/// The program inside is told about in detail, in the outer file's offsets.
std::vector<Region> bundleRegions(const session::SessionFile& file) {
    std::vector<Region> regions;
    for (Region& outer : bundle::regions(*file.bundle)) {
        if (outer.kind != RegionKind::Program || file.program == nullptr) {
            regions.push_back(std::move(outer));
            continue;
        }
        for (Region& inner : program::regions(*file.program)) {
            inner.offset += outer.offset;
            regions.push_back(std::move(inner));
        }
    }
    return regions;
}

std::vector<Region> nativeRegions(const delegates::Decoded& native) {
    std::vector<Region> regions;
    for (const delegates::Region& region : native.regions)
        regions.push_back({region.offset, region.size, repairedUtf8(region.name),
                           region.name == "zip"       ? RegionKind::Zip
                           : region.name == "padding" ? RegionKind::Padding
                           : region.name == "header"  ? RegionKind::Header
                                                      : RegionKind::Program,
                           ""});
    return regions;
}

}  // namespace

std::vector<Region> fileRegions(const session::SessionFile& file) {
    if (file.bundle != nullptr) return bundleRegions(file);
    if (file.program != nullptr) return program::regions(*file.program);
    if (file.tensorData != nullptr) return tensordata::regions(*file.tensorData);
    if (file.native != nullptr) return nativeRegions(*file.native);
    if (file.zip != nullptr) return zipRegions(file);
    return {{0, file.size, "content", RegionKind::Unknown, ""}};
}

}  // namespace etscope::inventory
