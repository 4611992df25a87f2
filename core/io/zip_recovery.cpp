#include "io/zip_recovery.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/byte_cursor.h"
#include "base/checked_math.h"
#include "base/escaped.h"
#include "base/limits.h"
#include "base/name_text.h"
#include "io/zip_records.h"

namespace etscope {
namespace {

using zip::kLocalSignature;
using zip::kLocalSize;

/// Bytes read at a time while a descriptor is searched: a small entry's costs little, a big one's few reads.
constexpr std::uint64_t kFirstWindow = 4096;
constexpr std::uint64_t kMostWindow = 1ULL << 20;
/// Mark, CRC and two sizes of 4 or 8 bytes (APPNOTE 4.3.9).
constexpr std::size_t kDescriptor = 16;
constexpr std::size_t kDescriptor64 = 24;

struct Descriptor {
    std::uint64_t dataSize = 0;
    std::uint64_t length = 0;  ///< of the descriptor itself
    std::uint32_t crc = 0;
};

/// The descriptor at the start of `bytes` if it names exactly `dataSize` bytes, in its 32- or 64-bit form.
std::optional<Descriptor> descriptorAt(std::span<const std::byte> bytes, std::uint64_t dataSize) {
    if (bytes.size() < kDescriptor) return std::nullopt;
    const auto crc = loadLittle<std::uint32_t>(bytes.data() + 4);
    if (loadLittle<std::uint32_t>(bytes.data() + 8) == dataSize && loadLittle<std::uint32_t>(bytes.data() + 12) == dataSize)
        return Descriptor{dataSize, kDescriptor, crc};
    if (bytes.size() >= kDescriptor64 && loadLittle<std::uint64_t>(bytes.data() + 8) == dataSize)
        return Descriptor{dataSize, kDescriptor64, crc};
    return std::nullopt;
}

/// The first data descriptor behind `start` whose size equals its distance from there. Data may hold any number of marks: each
/// is judged in the window, without a read of its own.
Result<std::optional<Descriptor>> findDescriptor(const ByteRange& archive, std::uint64_t start, std::uint64_t& scanBudget,
                                                 const JobContext& job) {
    static constexpr std::array<char, 4> kMark{'P', 'K', 7, 8};
    std::vector<std::byte> window;
    std::uint64_t length = kFirstWindow;
    for (std::uint64_t at = start; at < archive.size && scanBudget > 0; length = std::min(length * 2, kMostWindow)) {
        if (job.cancelled()) return cancelledFailure();
        window.resize(static_cast<std::size_t>(std::min(length, archive.size - at)));
        if (!archive.read(at, window)) break;
        scanBudget -= std::min<std::uint64_t>(scanBudget, window.size());
        const bool last = at + window.size() == archive.size;
        // A descriptor that is cut by the window's end is found in the next one.
        const std::size_t judged = last ? window.size() : window.size() - (kDescriptor64 - 1);
        const std::byte* from = window.data();
        const std::byte* const end = window.data() + std::min(window.size(), judged + kMark.size() - 1);
        while (const void* hit = ::memmem(from, static_cast<std::size_t>(end - from), kMark.data(), kMark.size())) {
            const auto inWindow = static_cast<std::size_t>(static_cast<const std::byte*>(hit) - window.data());
            if (auto found = descriptorAt(std::span(window).subspan(inWindow), at + inWindow - start)) return found;
            from = window.data() + inWindow + 1;
        }
        at += judged;
    }
    return std::optional<Descriptor>();
}

/// One step of the walk: the entry at `at`, which is moved behind it. Nothing when no local header stands there.
Result<std::optional<ZipEntry>> takeEntry(const ByteRange& archive, std::uint64_t& at, std::uint64_t& scanBudget,
                                          const JobContext& job) {
    const std::optional<ZipEntry> none;
    std::array<std::byte, kLocalSize> header;
    if (!rangeFits(at, kLocalSize, archive.size) || !archive.read(at, header)) return none;
    if (zip::signatureAt(header) != kLocalSignature) return none;
    const auto nameSize = loadLittle<std::uint16_t>(header.data() + 26);
    const auto extraSize = loadLittle<std::uint16_t>(header.data() + 28);
    std::vector<std::byte> texts(std::size_t{nameSize} + extraSize);
    if (!archive.read(at + kLocalSize, texts)) return none;

    ZipEntry entry;
    entry.recovered = true;
    entry.headerOffset = at;
    entry.name = nameText({reinterpret_cast<const char*>(texts.data()), nameSize});
    const auto flags = loadLittle<std::uint16_t>(header.data() + 6);
    entry.encrypted = (flags & 1U) != 0;
    entry.method = loadLittle<std::uint16_t>(header.data() + 8);
    entry.crc = loadLittle<std::uint32_t>(header.data() + 14);
    entry.compressedSize = loadLittle<std::uint32_t>(header.data() + 18);
    entry.size = loadLittle<std::uint32_t>(header.data() + 22);
    zip::applyExtra64(std::span(texts).subspan(nameSize), {&entry.size, &entry.compressedSize});

    const std::uint64_t dataAt = at + kLocalSize + texts.size();
    const std::uint64_t left = archive.size - dataAt;
    std::uint64_t trailer = 0;
    if ((flags & 8U) != 0 && entry.compressedSize == 0) {
        const auto found = findDescriptor(archive, dataAt, scanBudget, job);
        if (!found) return found.failure();
        if (const auto& descriptor = *found) {
            entry.compressedSize = descriptor->dataSize;
            entry.crc = descriptor->crc;
            trailer = descriptor->length;
            if (entry.stored()) entry.size = entry.compressedSize;
        } else {
            entry.compressedSize = left;
            entry.truncated = true;
        }
    }
    if (entry.compressedSize > left) {
        entry.truncated = true;
        entry.compressedSize = left;
    }
    at = dataAt + entry.compressedSize + trailer;
    return std::optional(std::move(entry));
}

}  // namespace

Result<std::vector<ZipEntry>> recoverZipEntries(const ByteRange& archive, const std::string& why, Diagnostics& diagnostics,
                                                const JobContext& job) {
    std::vector<ZipEntry> entries;
    std::uint64_t at = 0;
    std::uint64_t scanBudget = limits::kMaxRecoveryScan;
    while (entries.size() < limits::kMaxZipEntries) {
        auto taken = takeEntry(archive, at, scanBudget, job);
        if (!taken) return taken.failure();
        auto& entry = *taken;
        if (!entry) break;
        if (entry->truncated)
            diagnostics.error(
                "zip-entry-truncated", escaped(entry->name),
                entry->size > entry->compressedSize
                    ? std::to_string(entry->compressedSize) + " of " + std::to_string(entry->size) + " B are in the file"
                    : "its end is not in the file; " + std::to_string(entry->compressedSize) + " B are there");
        entries.push_back(std::move(*entry));
    }
    if (entries.empty()) return fail("zip-not-an-archive", "neither an end record nor a local header was found", archive.where());
    diagnostics.error("zip-directory-missing", archive.where(archive.size),
                      why + "; " + std::to_string(entries.size()) +
                          " entries were found by their local headers. Copy the file again and compare sizes");
    return entries;
}

}  // namespace etscope
