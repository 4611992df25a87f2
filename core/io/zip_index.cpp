#include "io/zip_index.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <span>

#include "base/byte_cursor.h"
#include "base/checked_math.h"
#include "base/escaped.h"
#include "base/hex.h"
#include "base/limits.h"
#include "base/name_text.h"
#include "io/inflated_bytes.h"
#include "io/zip_directory.h"
#include "io/zip_records.h"

namespace etscope {
namespace {

using zip::kLocalSignature;
using zip::kLocalSize;
using zip::signatureAt;

constexpr std::size_t kChunk = std::size_t{1} << 18U;
/// Content that is inflated at once: not much longer than its stream, and short work. Of longer ones, which are weights, parts are
/// held.
constexpr std::uint64_t kSmallContent = 64 * 1024;
constexpr std::uint64_t kWholeContent = 16ULL << 20;
/// A jump into inflated content inflates what lies before it: in steps of some 10 ms.
constexpr std::uint64_t kStep = 4ULL << 20;

/// Where an entry claims to lie in the archive.
struct Claim {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::size_t entry = 0;
};

/// The entries' places, sorted; marks those that cannot lie where they say.
std::vector<Claim> claimsOf(std::vector<ZipEntry>& entries, std::uint64_t prefix, std::uint64_t end, const ByteRange& archive,
                            Diagnostics& diagnostics) {
    std::vector<Claim> claims;
    claims.reserve(entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        ZipEntry& entry = entries[i];
        const auto length = checkedAdd(kLocalSize + nameBytes(entry.name).size(), entry.compressedSize);
        const auto start = checkedAdd(entry.headerOffset, prefix);
        entry.usable =
            length && start && rangeFits(*start, *length, end) && (!entry.stored() || entry.size == entry.compressedSize);
        if (entry.usable)
            claims.push_back({*start, *start + *length, i});
        else
            diagnostics.error("zip-entry-out-of-range", escaped(entry.name),
                              "the directory places " + std::to_string(entry.compressedSize) + " bytes at " +
                                  hexOffset(entry.headerOffset) + ", beyond the data of " + archive.where());
    }
    std::ranges::stable_sort(claims, {}, &Claim::start);
    return claims;
}

/// The same bytes belong to one entry only: a directory can name one bomb any number of times. Of two that begin at the same
/// place the first is read; of others the one that runs into the next, unless no local header stands there.
void refuseOverlaps(std::vector<ZipEntry>& entries, const std::vector<Claim>& claims, const ByteRange& archive,
                    Diagnostics& diagnostics) {
    const auto isHeader = [&](std::uint64_t at) {
        std::array<std::byte, 4> start{};
        return archive.read(at, start) && signatureAt(start) == kLocalSignature;
    };
    const Claim* before = nullptr;
    for (const Claim& claim : claims) {
        const bool overlaps = before != nullptr && claim.start < before->end;
        const bool keepsBefore = overlaps && (claim.start == before->start || !isHeader(claim.start));
        if (overlaps) {
            ZipEntry& refused = entries[keepsBefore ? claim.entry : before->entry];
            refused.usable = false;
            refused.overlapping = true;
            diagnostics.error("zip-entry-overlap", escaped(refused.name) + ", " + archive.where(claim.start),
                              "another entry claims the same bytes; this one is not read");
        }
        if (!keepsBefore) before = &claim;
    }
}

/// Inflates up to `at`, so that a jump there can be cancelled.
Result<void> reach(const ByteRange& range, std::uint64_t at, const JobContext& job) {
    if (!range.hasData() || range.source->isFile() || !range.source->bytesInMemory().empty()) return {};
    std::array<std::byte, 1> byte{};
    for (std::uint64_t step = kStep; step < at; step += kStep) {
        if (job.cancelled()) return cancelledFailure();
        if (auto r = range.read(step, byte); !r) return r;
    }
    return {};
}

Failure beyondLimit(const ZipEntry& entry) {
    return fail("limit-exceeded",
                std::to_string(entry.compressedSize) + " bytes claim to inflate to " + std::to_string(entry.size) +
                    "; raise --limits inflated-bytes or inflate-ratio if that is meant",
                escaped(entry.name));
}

// Entries of an archive whose directory is missing or unreadable, found by walking the local headers from the start.

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
    static constexpr std::string_view kMark = "PK\x07\x08";
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
        const std::string_view text(reinterpret_cast<const char*>(window.data()), std::min(window.size(), judged + kMark.size() - 1));
        for (std::size_t hit = text.find(kMark); hit != std::string_view::npos; hit = text.find(kMark, hit + 1))
            if (auto found = descriptorAt(std::span(window).subspan(hit), at + hit - start)) return found;
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
    if (signatureAt(header) != kLocalSignature) return none;
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

/// Walks the local headers (APPNOTE 4.3.7) from the start of `archive`. Entries whose header holds no sizes (flag bit 3, as
/// torch writes them) end at the data descriptor that names their exact length. Every entry is marked `recovered`; one whose
/// data is cut off also `truncated`. Adds `zip-directory-missing`, and `zip-entry-truncated` for a cut entry. Fails with
/// `zip-not-an-archive` when the range does not start with a local header, and with `cancelled`.
/// `why`: what is told of the directory.
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

}  // namespace

Result<ZipIndex> ZipIndex::read(const ByteRange& archive, Diagnostics& diagnostics, const JobContext& job) {
    ZipIndex index;
    index.m_archive = archive;
    if (auto reached = reach(archive, archive.size, job); !reached) return reached.failure();
    zip::Tail tail{archive.size, {}};
    const auto directory = zip::findDirectory(tail, archive);
    if (!directory) return directory.failure();
    auto done = *directory ? index.readDirectory(**directory, tail, diagnostics, job)
                           : index.recover(zip::missingDirectory(tail), diagnostics, job);
    if (!done) return done.failure();
    index.m_byName.resize(index.m_entries.size());
    std::iota(index.m_byName.begin(), index.m_byName.end(), 0U);
    std::ranges::stable_sort(index.m_byName, {}, [&](std::uint32_t i) -> const std::string& { return index.m_entries[i].name; });
    return index;
}

Result<void> ZipIndex::readDirectory(const zip::Directory& directory, const zip::Tail& tail, Diagnostics& diagnostics,
                                     const JobContext& job) {
    if (directory.entries > limits::kMaxZipEntries)
        return fail("zip-too-many-entries", std::to_string(directory.entries) + " entries", m_archive.where(directory.endPosition));
    if (directory.multiDisk)
        diagnostics.warning("zip-multi-disk", m_archive.where(directory.endPosition),
                            "the archive says it is one of several disks");
    auto entries = zip::readDirectory(directory, tail, m_archive, diagnostics, job);
    if (!entries) return entries.failure();
    m_entries = std::move(*entries);
    if (m_entries.empty() && directory.entries > 0) return recover("the directory cannot be read", diagnostics, job);
    // What stands before its claimed place is a prefix.
    const std::uint64_t start = directory.start();
    m_prefix = start >= directory.offset ? start - directory.offset : 0;
    refuseOverlaps(m_entries, claimsOf(m_entries, m_prefix, start, m_archive, diagnostics), m_archive, diagnostics);
    return {};
}

Result<void> ZipIndex::recover(const std::string& why, Diagnostics& diagnostics, const JobContext& job) {
    auto recovered = recoverZipEntries(m_archive, why, diagnostics, job);
    if (!recovered) return recovered.failure();
    m_entries = std::move(*recovered);
    m_recovered = true;
    return {};
}

const ZipEntry* ZipIndex::find(std::string_view name) const& noexcept {
    const auto behind =
        std::ranges::upper_bound(m_byName, name, {}, [this](std::uint32_t i) { return std::string_view(m_entries[i].name); });
    if (behind == m_byName.begin()) return nullptr;
    const ZipEntry& last = m_entries[*std::prev(behind)];
    return last.name == name ? &last : nullptr;
}

Result<ByteRange> ZipIndex::data(const ZipEntry& entry) const {
    if (entry.overlapping)
        return fail("zip-entry-overlap", "another entry claims the same bytes; this one is not read", escaped(entry.name));
    if (!entry.usable) return fail("zip-entry-truncated", "its bytes are not in the file", escaped(entry.name));
    std::array<std::byte, kLocalSize> header;
    const std::uint64_t at = entry.headerOffset + m_prefix;
    if (auto r = m_archive.read(at, header); !r) return r.failure();
    if (signatureAt(header) != kLocalSignature)
        return fail("zip-local-header-damaged", "no local header stands where the directory says",
                    escaped(entry.name) + ", " + m_archive.where(at));
    const std::uint64_t skip =
        kLocalSize + loadLittle<std::uint16_t>(header.data() + 26) + loadLittle<std::uint16_t>(header.data() + 28);
    auto range = m_archive.part(at + skip, entry.compressedSize);
    if (!range) return fail("zip-entry-truncated", "its bytes end beyond the archive", escaped(entry.name));
    return range;
}

std::uint64_t ZipIndex::descriptorSize(const ZipEntry& entry) const {
    const auto range = entry.described ? data(entry) : Result<ByteRange>(ByteRange{});
    if (!range || !range->hasData()) return 0;
    // [signature] CRC-32, both sizes: of 4 bytes each, or of 8.
    const std::uint64_t at = range->offset + range->size - m_archive.offset;
    std::array<std::byte, 24> bytes{};
    const std::uint64_t there = std::min<std::uint64_t>(bytes.size(), m_archive.size - at);
    if (there < 12 || !m_archive.read(at, std::span(bytes).first(static_cast<std::size_t>(there)))) return 0;
    const std::size_t start = signatureAt(bytes) == zip::kDescriptorSignature ? 4 : 0;
    if (loadLittle<std::uint32_t>(bytes.data() + start) != entry.crc) return 0;
    const auto both = [&]<class Size>(Size) {
        const std::uint64_t end = start + 4 + 2 * sizeof(Size);
        const bool fits = end <= there && loadLittle<Size>(bytes.data() + start + 4) == entry.compressedSize &&
                          loadLittle<Size>(bytes.data() + start + 4 + sizeof(Size)) == entry.size;
        return fits ? end : 0;
    };
    const std::uint64_t longer = both(std::uint64_t{0});
    return longer > 0 ? longer : both(std::uint32_t{0});
}

Result<ByteRange> ZipIndex::content(const ZipEntry& entry) const {
    if (entry.encrypted) return fail("zip-entry-encrypted", "the entry is encrypted", escaped(entry.name));
    if (!entry.stored() && entry.method != Z_DEFLATED)
        return fail("zip-method-unsupported",
                    "compression method " + std::to_string(entry.method) + " is neither stored nor deflated", escaped(entry.name));
    auto range = data(entry);
    if (!range || entry.stored()) return range;
    const limits::Settable& caps = limits::settable();
    const bool tooDense = entry.size > limits::kFreelyInflated && entry.size / caps.inflateRatio > entry.compressedSize;
    if (entry.size > caps.inflatedBytes || tooDense) return beyondLimit(entry);
    const std::string name = m_archive.source->name() + ":" + escaped(entry.name);
    const bool small = entry.size <= kWholeContent && (entry.size <= kSmallContent || entry.size / 4 <= entry.compressedSize);
    if (!small)
        return ByteRange::whole(
            Source::fromDeflated(std::make_unique<InflatedBytes>(*range, entry.size, escaped(entry.name)), name));
    auto bytes = InflatedBytes::readAll(*range, entry.size, escaped(entry.name));
    if (!bytes) return bytes.failure();
    return ByteRange::whole(Source::fromBytes(std::move(*bytes), name));
}

Result<bool> ZipIndex::checksumHolds(const ZipEntry& entry, const JobContext& job) const {
    auto range = content(entry);
    if (!range) return range.failure();
    if (entry.crc == 0 || entry.truncated) return true;
    uLong crc = crc32(0, nullptr, 0);
    std::vector<std::byte> buffer(static_cast<std::size_t>(std::min<std::uint64_t>(kChunk, range->size)));
    for (std::uint64_t at = 0; at < range->size; at += buffer.size()) {
        if (job.cancelled()) return cancelledFailure();
        const auto part =
            std::span(buffer).first(static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), range->size - at)));
        if (auto r = range->read(at, part); !r) return r.failure();
        crc = crc32(crc, reinterpret_cast<const Bytef*>(part.data()), static_cast<uInt>(part.size()));
    }
    return static_cast<std::uint32_t>(crc) == entry.crc;
}

}  // namespace etscope
