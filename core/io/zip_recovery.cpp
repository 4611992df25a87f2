#include "io/zip_recovery.h"

#include <array>
#include <cstring>
#include <optional>

#include "base/byte_cursor.h"
#include "base/checked_math.h"
#include "base/limits.h"
#include "base/text.h"

namespace etscope {
namespace {

constexpr std::uint32_t kLocalSignature = 0x04034B50;
constexpr std::uint32_t kDescriptorSignature = 0x08074B50;
constexpr std::uint64_t kLocalSize = 30;
constexpr std::uint32_t kAllOnes = 0xFFFF'FFFF;
constexpr std::size_t kWindow = std::size_t{1} << 20U;

struct Descriptor {
    std::uint64_t dataSize = 0;
    std::uint64_t length = 0;  ///< of the descriptor itself
    std::uint32_t crc = 0;
};

/// Reads the descriptor at `at` if it names exactly `dataSize` bytes, in its 32- or 64-bit form.
std::optional<Descriptor> descriptorAt(const ByteRange& archive, std::uint64_t at, std::uint64_t dataSize) {
    std::array<std::byte, 24> bytes{};
    const auto have = std::min<std::uint64_t>(bytes.size(), archive.size - at);
    if (have < 16 || !archive.read(at, std::span(bytes).first(static_cast<std::size_t>(have)))) return std::nullopt;
    const auto crc = loadLittle<std::uint32_t>(bytes.data() + 4);
    if (loadLittle<std::uint32_t>(bytes.data() + 8) == dataSize && loadLittle<std::uint32_t>(bytes.data() + 12) == dataSize)
        return Descriptor{dataSize, 16, crc};
    if (have == 24 && loadLittle<std::uint64_t>(bytes.data() + 8) == dataSize)
        return Descriptor{dataSize, 24, crc};
    return std::nullopt;
}

/// The first data descriptor behind `start` whose size equals its distance from there.
std::optional<Descriptor> findDescriptor(const ByteRange& archive, std::uint64_t start, std::uint64_t& scanBudget) {
    static constexpr std::array<char, 4> kMark{'P', 'K', 7, 8};
    std::vector<std::byte> window;
    for (std::uint64_t at = start; at < archive.size && scanBudget > 0;) {
        window.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kWindow, archive.size - at)));
        if (!archive.read(at, window)) return std::nullopt;
        scanBudget -= std::min<std::uint64_t>(scanBudget, window.size());
        const std::byte* from = window.data();
        const std::byte* const end = window.data() + window.size();
        while (const void* hit = ::memmem(from, static_cast<std::size_t>(end - from), kMark.data(), kMark.size())) {
            const auto* mark = static_cast<const std::byte*>(hit);
            const std::uint64_t position = at + static_cast<std::uint64_t>(mark - window.data());
            if (auto descriptor = descriptorAt(archive, position, position - start)) return descriptor;
            from = mark + 1;
        }
        if (window.size() < kWindow) break;
        at += window.size() - (kMark.size() - 1);
    }
    return std::nullopt;
}

void applyLocalExtra64(std::span<const std::byte> extra, ZipEntry& entry) {
    ByteCursor cursor(extra);
    while (cursor.remaining() >= 4) {
        const std::uint16_t id = cursor.take<std::uint16_t>().value_or(0);
        const auto field = cursor.takeBytes(cursor.take<std::uint16_t>().value_or(0));
        if (!field) return;
        if (id != 1) continue;
        ByteCursor values(*field);
        for (std::uint64_t* item : {&entry.size, &entry.compressedSize})
            if (*item == kAllOnes) *item = values.take<std::uint64_t>().value_or(*item);
    }
}

/// One step of the walk: the entry at `at`, which is moved behind it. Nothing when no local header stands there.
std::optional<ZipEntry> takeEntry(const ByteRange& archive, std::uint64_t& at, std::uint64_t& scanBudget) {
    std::array<std::byte, kLocalSize> header;
    if (!rangeFits(at, kLocalSize, archive.size) || !archive.read(at, header)) return std::nullopt;
    if (loadLittle<std::uint32_t>(header.data()) != kLocalSignature) return std::nullopt;
    const auto nameSize = loadLittle<std::uint16_t>(header.data() + 26);
    const auto extraSize = loadLittle<std::uint16_t>(header.data() + 28);
    std::vector<std::byte> texts(std::size_t{nameSize} + extraSize);
    if (!archive.read(at + kLocalSize, texts)) return std::nullopt;

    ZipEntry entry;
    entry.recovered = true;
    entry.headerOffset = at;
    entry.name.assign(reinterpret_cast<const char*>(texts.data()), nameSize);
    const auto flags = loadLittle<std::uint16_t>(header.data() + 6);
    entry.encrypted = (flags & 1U) != 0;
    entry.method = loadLittle<std::uint16_t>(header.data() + 8);
    entry.crc = loadLittle<std::uint32_t>(header.data() + 14);
    entry.compressedSize = loadLittle<std::uint32_t>(header.data() + 18);
    entry.size = loadLittle<std::uint32_t>(header.data() + 22);
    applyLocalExtra64(std::span(texts).subspan(nameSize), entry);

    const std::uint64_t dataAt = at + kLocalSize + texts.size();
    const std::uint64_t left = archive.size - dataAt;
    std::uint64_t trailer = 0;
    if ((flags & 8U) != 0 && entry.compressedSize == 0) {
        if (const auto descriptor = findDescriptor(archive, dataAt, scanBudget)) {
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
    return entry;
}

}  // namespace

Result<std::vector<ZipEntry>> recoverZipEntries(const ByteRange& archive, Diagnostics& diagnostics) {
    std::vector<ZipEntry> entries;
    std::uint64_t at = 0;
    std::uint64_t scanBudget = limits::kMaxRecoveryScan;
    while (entries.size() < limits::kMaxZipEntries) {
        auto entry = takeEntry(archive, at, scanBudget);
        if (!entry) break;
        if (entry->truncated)
            diagnostics.error("zip-entry-truncated", escaped(entry->name),
                              entry->size > entry->compressedSize
                                  ? std::to_string(entry->compressedSize) + " of " + std::to_string(entry->size) + " B are in the file"
                                  : "its end is not in the file; " + std::to_string(entry->compressedSize) + " B are there");
        entries.push_back(std::move(*entry));
    }
    if (entries.empty()) return fail("zip-not-an-archive", "neither an end record nor a local header was found", archive.where());
    diagnostics.error("zip-directory-missing", archive.where(archive.size),
                      "no end-of-directory record; " + std::to_string(entries.size()) +
                          " entries were found by their local headers. Copy the file again and compare sizes");
    return entries;
}

}  // namespace etscope
