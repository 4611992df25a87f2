#include "tensordata/file_header.h"

#include <algorithm>
#include <array>

#include "base/byte_cursor.h"
#include "base/checked_math.h"
#include "base/escaped.h"
#include "flat/identifier.h"

namespace etscope::tensordata {
namespace {

constexpr std::string_view kIdentifier = "FT01";
constexpr std::string_view kMagic = "FH01";
constexpr std::uint64_t kMostBytes = 48;
constexpr std::uint32_t kLength = 40;
constexpr std::uint64_t kRuntimeProbe = 64;  ///< what the runtime asks its loader for
constexpr std::uint64_t kSmallestTable = 4;

void checkRegion(FileHeader& header, std::uint64_t fileSize, Diagnostics& diagnostics) {
    if (header.flatbufferOffset < header.length)
        diagnostics.error("ptd-flatbuffer-offset", "byte 16",
                          "the flatbuffer offset " + std::to_string(header.flatbufferOffset) + " is smaller than the header");
    const auto end = checkedAdd(header.flatbufferOffset, header.flatbufferSize);
    header.regionSize = fileSize;
    if (!end)
        diagnostics.error("ptd-flatbuffer-size", "byte 24", "flatbuffer offset and size overflow");
    else if (*end > fileSize)
        diagnostics.error("ptd-flatbuffer-truncated", "byte 24",
                          "the file ends inside its directory: " + std::to_string(*end) + " bytes stated, " +
                              std::to_string(fileSize) + " there");
    else if (*end < kHeaderStart + header.length)
        diagnostics.error("ptd-flatbuffer-size", "byte 24", "the directory does not even hold the header");
    else
        header.regionSize = *end;
    if (end && *end > header.segmentBase)
        diagnostics.error("ptd-segment-base", "byte 32",
                          "the segments start inside the directory, at " + std::to_string(header.segmentBase));
    if (header.rootOffset < kHeaderStart || header.regionSize < kSmallestTable ||
        header.rootOffset > header.regionSize - kSmallestTable)
        diagnostics.error("ptd-root-offset", "byte 0",
                          "the root table's offset " + std::to_string(header.rootOffset) + " leads outside the directory");
}

void checkSegmentArea(const FileHeader& header, std::uint64_t fileSize, Diagnostics& diagnostics) {
    const auto end = checkedAdd(header.segmentBase, header.segmentDataSize);
    if (!end)
        diagnostics.error("ptd-segment-area-overflow", "byte 40", "segment base and segment data size overflow");
    else if (*end > fileSize)
        diagnostics.error(
            "ptd-segment-area-truncated", "byte 40",
            "the file ends inside the segments: " + std::to_string(*end) + " bytes needed, " + std::to_string(fileSize) + " there");
    else if (*end < fileSize)
        diagnostics.note("ptd-trailing-bytes", "byte " + std::to_string(*end),
                         std::to_string(fileSize - *end) + " bytes follow the last segment");
}

}  // namespace

Result<FileHeader> readFileHeader(const ByteRange& file, Diagnostics& diagnostics) {
    std::array<std::byte, kMostBytes> bytes{};
    const std::span<std::byte> start(bytes.data(), static_cast<std::size_t>(std::min(file.size, kMostBytes)));
    if (auto read = file.read(0, start); !read) return read.failure();
    if (start.size() >= kMagic.size() && flat::textOf(start.first(kMagic.size())) == kMagic)
        return fail("ptd-prerelease", "a layout of January 2025 that no release wrote: the header stands in front of the directory",
                    file.where());
    if (start.size() < kMostBytes) return fail("ptd-too-short", "a tensor data file has at least 48 bytes", file.where());
    FileHeader header;
    header.identifier = flat::textOf(start.subspan(4, 4));
    if (!flat::isReadable(header.identifier, kIdentifier, "ptd-identifier", "byte 4", diagnostics))
        return fail("ptd-identifier", "not a tensor data file: the identifier is \"" + escaped(header.identifier) + "\", not FT01",
                    "byte 4");
    if (!flat::isReadable(flat::textOf(start.subspan(kHeaderStart, 4)), kMagic, "ptd-header-version", "byte 8", diagnostics))
        return fail("ptd-header-missing", "the header \"FH01\" is missing; without it the segments cannot be found", "byte 8");
    header.rootOffset = loadLittle<std::uint32_t>(start.data());
    header.length = loadLittle<std::uint32_t>(start.data() + 12);
    if (header.length < kLength)
        return fail("ptd-header-length",
                    "the header says it is " + std::to_string(header.length) + " bytes long; it has at least 40", "byte 12");
    header.flatbufferOffset = loadLittle<std::uint64_t>(start.data() + 16);
    header.flatbufferSize = loadLittle<std::uint64_t>(start.data() + 24);
    header.segmentBase = loadLittle<std::uint64_t>(start.data() + 32);
    header.segmentDataSize = loadLittle<std::uint64_t>(start.data() + 40);
    if (file.size < kRuntimeProbe)
        diagnostics.warning("ptd-too-short-for-runtime", "byte 0", "the runtime refuses files of less than 64 bytes");
    checkRegion(header, file.size, diagnostics);
    checkSegmentArea(header, file.size, diagnostics);
    return header;
}

}  // namespace etscope::tensordata
