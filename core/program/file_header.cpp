#include "program/file_header.h"

#include <algorithm>
#include <array>

#include "base/byte_cursor.h"
#include "base/checked_math.h"
#include "base/escaped.h"
#include "flat/identifier.h"

namespace etscope::program {
namespace {

constexpr std::string_view kIdentifier = "ET12";
constexpr std::string_view kMagic = "eh00";
constexpr std::uint64_t kStart = 8;         ///< root offset and identifier
constexpr std::uint64_t kMostBytes = 40;    ///< with every field that is known
constexpr std::uint32_t kShortLength = 24;  ///< without the segment data size
constexpr std::uint32_t kLongLength = 32;
constexpr std::uint64_t kRuntimeProbe = 64;  ///< what the runtime asks its loader for
constexpr std::uint64_t kSmallestTable = 4;

Result<void> checkIdentifier(const std::string& identifier, Diagnostics& diagnostics) {
    switch (flat::ageOf(identifier, kIdentifier)) {
        case flat::IdentifierAge::Known: return {};
        case flat::IdentifierAge::Newer:
            flat::reportNewer(identifier, kIdentifier, "pte-identifier", "byte 4", diagnostics);
            return {};
        case flat::IdentifierAge::Older:
            return fail("pte-identifier", "a program from before the first release: the identifier is " + identifier + ", not ET12",
                        "byte 4");
        case flat::IdentifierAge::Foreign: break;
    }
    return fail("pte-identifier", "not a program: the identifier is \"" + escaped(identifier) + "\", not ET12", "byte 4");
}

void readFields(ByteCursor cursor, FileHeader& header, Diagnostics& diagnostics) {
    const auto length = cursor.take<std::uint32_t>();
    const auto programSize = cursor.take<std::uint64_t>();
    const auto base = cursor.take<std::uint64_t>();
    if (!length || !programSize || !base) {
        diagnostics.error("pte-header-truncated", "byte 8", "the file ends inside the extended header");
        header.extended = false;
        return;
    }
    if (*length < kShortLength) {
        diagnostics.error("pte-header-length", "byte 12",
                          "the extended header says it is " + std::to_string(*length) +
                              " bytes long; it has at least 24. It is ignored: sizes and segments are unknown");
        header.extended = false;
        return;
    }
    header.length = *length;
    header.programSize = *programSize;
    header.segmentBase = *base;
    if (*length < kLongLength) return;
    if (const auto size = cursor.take<std::uint64_t>())
        header.segmentDataSize = *size;
    else
        diagnostics.error("pte-header-truncated", "byte 32", "the file ends inside the extended header");
}

void checkProgramSize(FileHeader& header, std::uint64_t fileSize, Diagnostics& diagnostics) {
    if (header.programSize < kStart + header.length)
        diagnostics.error("pte-program-size", "byte 16",
                          "the program size " + std::to_string(header.programSize) + " does not even hold the header");
    else if (header.programSize > fileSize)
        diagnostics.error("pte-program-truncated", "byte 16",
                          "the file ends inside the program: " + std::to_string(header.programSize) + " bytes stated, " +
                              std::to_string(fileSize) + " there");
    else {
        header.regionSize = header.programSize;
        return;
    }
    // Without a believable size the region reaches to the segments, or to the end.
    const bool baseFits = header.segmentBase >= kStart + header.length && header.segmentBase <= fileSize;
    header.regionSize = baseFits ? header.segmentBase : fileSize;
}

void checkSegmentArea(const FileHeader& header, std::uint64_t fileSize, Diagnostics& diagnostics) {
    const std::uint64_t dataSize = header.segmentDataSize.value_or(0);
    if (header.segmentBase == 0) {
        if (dataSize > 0) diagnostics.error("pte-segment-base", "byte 24", "segment data are stated, but no place for them");
        return;
    }
    if (header.segmentBase < header.programSize)
        diagnostics.error("pte-segment-base", "byte 24",
                          "the segments start inside the program, at " + std::to_string(header.segmentBase));
    const auto end = checkedAdd(header.segmentBase, dataSize);
    if (!end)
        diagnostics.error("pte-segment-area-overflow", "byte 32", "segment base and segment data size overflow");
    else if (*end > fileSize)
        diagnostics.error(
            "pte-segment-area-truncated", "byte 32",
            "the file ends inside the segments: " + std::to_string(*end) + " bytes needed, " + std::to_string(fileSize) + " there");
    else if (header.segmentDataSize && *end < fileSize)
        diagnostics.note("pte-trailing-bytes", "byte " + std::to_string(*end),
                         std::to_string(fileSize - *end) + " bytes follow the last segment");
}

}  // namespace

Result<FileHeader> readFileHeader(const ByteRange& file, Diagnostics& diagnostics) {
    if (file.size < kStart) return fail("pte-too-short", "a program has at least 8 bytes", file.where());
    std::array<std::byte, kMostBytes> bytes{};
    const std::span<std::byte> start(bytes.data(), static_cast<std::size_t>(std::min(file.size, kMostBytes)));
    if (auto read = file.read(0, start); !read) return read.failure();
    FileHeader header;
    header.rootOffset = loadLittle<std::uint32_t>(start.data());
    header.identifier = flat::textOf(start.subspan(4, 4));
    if (auto known = checkIdentifier(header.identifier, diagnostics); !known) return known.failure();
    if (file.size < kRuntimeProbe)
        diagnostics.warning("pte-too-short-for-runtime", "byte 0", "the runtime refuses programs of less than 64 bytes");
    header.regionSize = file.size;
    header.extended =
        start.size() >= kStart + kMagic.size() &&
        flat::isReadable(flat::textOf(start.subspan(kStart, kMagic.size())), kMagic, "pte-header-version", "byte 8", diagnostics);
    if (header.extended) readFields(ByteCursor(start.subspan(kStart + kMagic.size())), header, diagnostics);
    if (header.extended) {
        checkProgramSize(header, file.size, diagnostics);
        checkSegmentArea(header, file.size, diagnostics);
    }
    if (header.rootOffset < kStart || header.regionSize < kSmallestTable || header.rootOffset > header.regionSize - kSmallestTable)
        diagnostics.error("pte-root-offset", "byte 0",
                          "the root table's offset " + std::to_string(header.rootOffset) + " leads outside the program");
    return header;
}

}  // namespace etscope::program
