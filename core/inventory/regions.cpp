#include "inventory/regions.h"

#include <algorithm>
#include <array>
#include <map>

#include "etdump/debug_buffer.h"
#include "program/program.h"
#include "session/debug_buffers.h"

namespace etscope::inventory {
namespace {

using flat::Region;
using flat::RegionKind;

RegionKind kindOf(etrecord::Role role) {
    switch (role) {
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

/// Of archives that are no records: by what entries of that name hold.
RegionKind kindOf(std::string_view name) {
    if (name.ends_with(".json")) return RegionKind::Json;
    if (name.ends_with(".npy") || name.ends_with(".pt") || name.ends_with(".safetensors")) return RegionKind::Tensor;
    const bool data = name.find("/data/") != std::string_view::npos || name.starts_with("data/");
    return data && !name.ends_with(".pkl") ? RegionKind::Tensor : RegionKind::Unknown;
}

/// Entries with their headers; what stands behind the last of them is the directory.
std::vector<Region> zipRegions(const session::SessionFile& file) {
    std::map<std::size_t, RegionKind> kinds;
    if (file.record != nullptr)
        for (const etrecord::Entry& entry : file.record->entries()) kinds.emplace(entry.zipIndex, kindOf(entry.role));
    const std::uint64_t start = file.zip->archive().offset, prefix = file.zip->prefixSize();
    std::vector<Region> claims;
    std::uint64_t end = prefix, first = file.size;
    const auto& entries = file.zip->entries();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto data = file.zip->data(entries[i]);
        if (!data) continue;
        const std::string name = entries[i].name;
        const std::uint64_t header = entries[i].headerOffset + prefix, content = data->offset - start;
        const auto kind = kinds.find(i);
        first = std::min(first, header);
        claims.push_back({header, content - header, "local header", RegionKind::Zip, name});
        claims.push_back({content, data->size, name, kind != kinds.end() ? kind->second : kindOf(name), name});
        const std::uint64_t described = file.zip->descriptorSize(entries[i]);
        claims.push_back({content + data->size, described, "data descriptor", RegionKind::Zip, name});
        end = std::max(end, content + data->size + described);
    }
    if (end < file.size)
        claims.push_back(
            {end, file.size - end, file.zip->recovered() ? "behind the last entry" : "central directory", RegionKind::Zip, ""});
    claims.push_back({0, first == file.size ? prefix : first, "before the archive", RegionKind::Unknown, ""});
    std::erase_if(claims, [](const Region& claim) { return claim.size == 0; });
    return flat::accountFor(std::move(claims), file.size, {0, 0, "unclaimed", RegionKind::Unknown, ""});
}

/// A debug buffer as its dump tells about it.
std::vector<Region> bufferRegions(const session::Session& session, const session::SessionFile& buffer) {
    for (const session::SessionFile& file : session.files())
        if (file.dump != nullptr)
            if (const ByteRange bytes = session::bufferOf(session, file);
                bytes.source == buffer.source && bytes.offset == buffer.bytes.offset)
                return etdump::bufferRegions(*file.dump, buffer.size);
    return {{0, buffer.size, "content", RegionKind::Unknown, ""}};
}

bool isProgram(const ByteRange& bytes) {
    std::array<std::byte, 16> head{};
    return bytes.size >= head.size() && bytes.read(0, head) && delegates::payloadKind(head, bytes.size) == "pte";
}

/// Where programs that are payloads lie in their program, as their decoder tells about them.
std::map<std::uint64_t, std::vector<Region>> nestedPrograms(const session::Session& session, const session::SessionFile& file,
                                                            const JobContext& job) {
    std::map<std::uint64_t, std::vector<Region>> places;
    if (session.programFile() != &file) return places;
    for (const program::ExecutionPlan& plan : file.program->plans())
        for (std::size_t i = 0; i < plan.delegates.size(); ++i) {
            const auto bytes = file.program->delegateBytes(plan.delegates[i]);
            // Delegates may share a payload: its bytes are told about once.
            if (job.cancelled()) return places;
            if (!bytes || places.contains(bytes->offset - file.program->file().offset) || !isProgram(*bytes)) continue;
            const auto decoded = session.delegate(plan.name, i, job);
            if (!decoded || (*decoded)->graph == nullptr) continue;
            std::vector<Region>& inside = places[bytes->offset - file.program->file().offset];
            for (const delegates::Region& region : (*decoded)->regions)
                inside.push_back({region.offset, region.size, region.name, RegionKind::Delegate,
                                  plan.name + " delegate " + std::to_string(i) + " " + plan.delegates[i].id});
        }
    return places;
}

/// A program whose payloads are programs is told about in detail, theirs too. Payloads lie in a region, some behind their length.
std::vector<Region> programRegions(const session::Session& session, const session::SessionFile& file, const JobContext& job) {
    const auto nested = nestedPrograms(session, file, job);
    std::vector<Region> regions;
    for (const Region& outer : program::regions(*file.program)) {
        const auto payload = nested.lower_bound(outer.offset);
        const std::uint64_t end = outer.offset + outer.size;
        const auto add = [&](std::uint64_t from, std::uint64_t to) {
            if (from < to) regions.push_back({from, to - from, outer.name, outer.kind, outer.owner});
        };
        if (outer.kind != RegionKind::Delegate || payload == nested.end() || payload->first >= end) {
            add(outer.offset, end);
            continue;
        }
        add(outer.offset, payload->first);
        std::uint64_t done = payload->first;
        for (Region inner : payload->second) {
            inner.offset += payload->first;
            if (inner.offset >= end) break;
            inner.size = std::min(inner.size, end - inner.offset);
            inner.name = outer.name + ": " + inner.name;
            done = inner.offset + inner.size;
            regions.push_back(std::move(inner));
        }
        add(done, end);
    }
    return regions;
}

/// The program inside is told about in detail, in the outer file's offsets.
std::vector<Region> bundleRegions(const session::Session& session, const session::SessionFile& file, const JobContext& job) {
    std::vector<Region> regions;
    for (Region& outer : bundle::regions(*file.bundle)) {
        if (outer.kind != RegionKind::Program || file.program == nullptr) {
            regions.push_back(std::move(outer));
            continue;
        }
        for (Region& inner : programRegions(session, file, job)) {
            inner.offset += outer.offset;
            regions.push_back(std::move(inner));
        }
    }
    return regions;
}

std::vector<Region> nativeRegions(const delegates::Decoded& native) {
    std::vector<Region> regions;
    for (const delegates::Region& region : native.regions)
        regions.push_back({region.offset, region.size, region.name,
                           region.name == "zip"       ? RegionKind::Zip
                           : region.name == "padding" ? RegionKind::Padding
                           : region.name == "header"  ? RegionKind::Header
                                                      : RegionKind::Program,
                           ""});
    return regions;
}

}  // namespace

std::vector<Region> fileRegions(const session::Session& session, std::size_t index, const JobContext& job) {
    const session::SessionFile& file = session.files()[index];
    if (file.size == 0) return {};
    if (file.bundle != nullptr) return bundleRegions(session, file, job);
    if (file.program != nullptr) return programRegions(session, file, job);
    if (file.tensorData != nullptr) return tensordata::regions(*file.tensorData);
    if (file.native != nullptr) return nativeRegions(*file.native);
    if (file.zip != nullptr) return zipRegions(file);
    if (file.dump != nullptr) return file.dump->regions();
    if (file.kind == FileKind::DebugBuffer) return bufferRegions(session, file);
    return {{0, file.size, "content", RegionKind::Unknown, ""}};
}

}  // namespace etscope::inventory
