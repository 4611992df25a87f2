#include "io/zip_index.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <span>

#include "base/byte_cursor.h"
#include "base/checked_math.h"
#include "base/limits.h"
#include "base/text.h"
#include "io/zip_recovery.h"

namespace etscope {
namespace {

// APPNOTE 4.3.6: signatures and fixed sizes of the records.
constexpr std::uint32_t kLocalSignature = 0x04034B50;
constexpr std::uint32_t kCentralSignature = 0x02014B50;
constexpr std::uint32_t kEndSignature = 0x06054B50;
constexpr std::uint32_t kEnd64Signature = 0x06064B50;
constexpr std::uint32_t kLocator64Signature = 0x07064B50;
constexpr std::uint64_t kLocalSize = 30;
constexpr std::uint64_t kCentralSize = 46;
constexpr std::uint64_t kEndSize = 22;
constexpr std::uint64_t kEnd64Size = 56;
constexpr std::uint64_t kLocator64Size = 20;
constexpr std::uint32_t kAllOnes = 0xFFFF'FFFF;
/// First read: small archives and most directories fit, so that one read is enough.
constexpr std::uint64_t kFirstTail = 16 * 1024;
constexpr std::size_t kChunk = std::size_t{1} << 18U;

/// The last bytes of an archive.
struct Tail {
    std::uint64_t start = 0;  ///< offset in the archive
    std::vector<std::byte> bytes;

    std::span<const std::byte> at(std::uint64_t offset, std::uint64_t size) const {
        if (offset < start || !rangeFits(offset - start, size, bytes.size())) return {};
        return std::span(bytes).subspan(static_cast<std::size_t>(offset - start), static_cast<std::size_t>(size));
    }
};

/// Where the directory is, from the end record (zip64 where present).
struct Directory {
    std::uint64_t endPosition = 0;  ///< of the classic end record
    std::uint64_t recordsEnd = 0;   ///< where the directory must end at the latest: the first of the end records
    std::uint64_t entries = 0;
    std::uint64_t size = 0;
    std::uint64_t offset = 0;
    bool multiDisk = false;
};

std::uint32_t signatureAt(std::span<const std::byte> bytes) {
    return bytes.size() < 4 ? 0 : loadLittle<std::uint32_t>(bytes.data());
}

void applyZip64(const Tail& tail, Directory& directory) {
    if (directory.endPosition < kLocator64Size) return;
    const std::uint64_t locatorAt = directory.endPosition - kLocator64Size;
    const auto locator = tail.at(locatorAt, kLocator64Size);
    if (signatureAt(locator) != kLocator64Signature) return;
    const auto claimed = loadLittle<std::uint64_t>(locator.data() + 8);
    // Junk before the archive moves the record against the locator's number; it normally stands right before the locator.
    for (const std::uint64_t position : {locatorAt >= kEnd64Size ? locatorAt - kEnd64Size : 0, claimed}) {
        const auto record = tail.at(position, kEnd64Size);
        if (signatureAt(record) != kEnd64Signature) continue;
        directory.entries = loadLittle<std::uint64_t>(record.data() + 32);
        directory.size = loadLittle<std::uint64_t>(record.data() + 40);
        directory.offset = loadLittle<std::uint64_t>(record.data() + 48);
        directory.multiDisk = directory.multiDisk || loadLittle<std::uint32_t>(record.data() + 16) != 0;
        directory.recordsEnd = position;
        return;
    }
}

/// Whether the directory can be what the end record says: it lies where it is claimed or behind a prefix, and starts with a
/// directory record. What is not in the tail cannot be told.
bool isPlausible(const Tail& tail, const Directory& directory) {
    const std::uint64_t start = directory.recordsEnd - directory.size;
    if (directory.offset > start) return false;
    if (directory.entries == 0) return directory.size == 0;
    return start < tail.start || signatureAt(tail.at(start, kCentralSize)) == kCentralSignature;
}

/// Tells which end records count. Text of a comment can look like one, and a cut file can end inside an archive within.
class EndCheck {
public:
    EndCheck(const Tail& tail, const ByteRange& archive) : m_tail(tail), m_archive(archive) {}

    bool accepts(const Directory& directory, bool strict) {
        if (directory.size > directory.recordsEnd || (strict && !isPlausible(m_tail, directory))) return false;
        return directory.offset >= directory.recordsEnd - directory.size || !startsWithEntry();
    }

private:
    /// Then nothing stands before the archive: an end record that says so belongs to an archive inside. Read at most once.
    bool startsWithEntry() {
        if (!m_startsWithEntry) {
            std::array<std::byte, 4> start{};
            m_startsWithEntry = m_archive.read(0, start) && signatureAt(start) == kLocalSignature;
        }
        return *m_startsWithEntry;
    }

    const Tail& m_tail;
    const ByteRange& m_archive;
    std::optional<bool> m_startsWithEntry;
};

/// Searches backwards for an end record whose comment fits and whose directory lies before it.
std::optional<Directory> findEnd(const Tail& tail, std::uint64_t archiveSize, EndCheck& check, bool strict) {
    for (std::uint64_t back = kEndSize; back <= tail.bytes.size(); ++back) {
        const std::size_t at = tail.bytes.size() - static_cast<std::size_t>(back);
        const std::byte* record = tail.bytes.data() + at;
        if (loadLittle<std::uint32_t>(record) != kEndSignature) continue;
        if (loadLittle<std::uint16_t>(record + 20) > back - kEndSize) continue;
        Directory directory;
        directory.endPosition = archiveSize - back;
        directory.recordsEnd = directory.endPosition;
        directory.multiDisk = loadLittle<std::uint32_t>(record + 4) != 0;
        directory.entries = loadLittle<std::uint16_t>(record + 10);
        directory.size = loadLittle<std::uint32_t>(record + 12);
        directory.offset = loadLittle<std::uint32_t>(record + 16);
        applyZip64(tail, directory);
        if (check.accepts(directory, strict)) return directory;
    }
    return std::nullopt;
}

/// Makes the tail `size` bytes long; what it has is not read again.
Result<void> extendTail(Tail& tail, const ByteRange& archive, std::uint64_t size) {
    const std::uint64_t start = archive.size - std::min(archive.size, size);
    std::vector<std::byte> bytes(static_cast<std::size_t>(archive.size - start));
    const std::size_t added = bytes.size() - tail.bytes.size();
    if (auto r = archive.read(start, std::span(bytes).first(added)); !r) return r;
    std::copy(tail.bytes.begin(), tail.bytes.end(), bytes.begin() + static_cast<std::ptrdiff_t>(added));
    tail = {start, std::move(bytes)};
    return {};
}

/// Finds the end record in the shortest tail that has a good one; `tail` is what was read.
Result<std::optional<Directory>> findDirectory(Tail& tail, const ByteRange& archive) {
    EndCheck check(tail, archive);
    if (auto r = extendTail(tail, archive, kFirstTail); !r) return r.failure();
    auto directory = findEnd(tail, archive.size, check, true);
    if (!directory && archive.size > kFirstTail) {
        if (auto r = extendTail(tail, archive, limits::kZipEndWindow); !r) return r.failure();
        directory = findEnd(tail, archive.size, check, true);
    }
    return directory ? directory : findEnd(tail, archive.size, check, false);
}

/// Takes sizes and offset from a zip64 extra field: only the items that are all ones, in this order (APPNOTE 4.5.3).
void applyExtra64(std::span<const std::byte> extra, ZipEntry& entry) {
    ByteCursor cursor(extra);
    while (cursor.remaining() >= 4) {
        const std::uint16_t id = cursor.take<std::uint16_t>().value_or(0);
        const auto field = cursor.takeBytes(cursor.take<std::uint16_t>().value_or(0));
        if (!field) return;
        if (id != 1) continue;
        ByteCursor values(*field);
        for (std::uint64_t* item : {&entry.size, &entry.compressedSize, &entry.headerOffset})
            if (*item == kAllOnes) *item = values.take<std::uint64_t>().value_or(*item);
        return;
    }
}

std::optional<ZipEntry> parseCentral(ByteCursor& cursor) {
    const auto fixed = cursor.takeBytes(kCentralSize);
    if (!fixed || signatureAt(*fixed) != kCentralSignature) return std::nullopt;
    const std::byte* record = fixed->data();
    ZipEntry entry;
    const auto flags = loadLittle<std::uint16_t>(record + 8);
    entry.encrypted = (flags & 1U) != 0;
    entry.method = loadLittle<std::uint16_t>(record + 10);
    entry.crc = loadLittle<std::uint32_t>(record + 16);
    entry.compressedSize = loadLittle<std::uint32_t>(record + 20);
    entry.size = loadLittle<std::uint32_t>(record + 24);
    entry.headerOffset = loadLittle<std::uint32_t>(record + 42);
    const auto name = cursor.takeBytes(loadLittle<std::uint16_t>(record + 28));
    const auto extra = cursor.takeBytes(loadLittle<std::uint16_t>(record + 30));
    const auto comment = cursor.takeBytes(loadLittle<std::uint16_t>(record + 32));
    if (!name || !extra || !comment) return std::nullopt;
    entry.name.assign(reinterpret_cast<const char*>(name->data()), name->size());
    applyExtra64(*extra, entry);
    return entry;
}

/// Marks entries that cannot lie where they say; warns about entries whose bytes overlap.
void checkPlaces(std::vector<ZipEntry>& entries, std::uint64_t prefix, std::uint64_t end, const ByteRange& archive,
                 Diagnostics& diagnostics) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
    ranges.reserve(entries.size());
    for (ZipEntry& entry : entries) {
        const auto length = checkedAdd(kLocalSize + entry.name.size(), entry.compressedSize);
        const auto start = checkedAdd(entry.headerOffset, prefix);
        entry.usable =
            length && start && rangeFits(*start, *length, end) && (!entry.stored() || entry.size == entry.compressedSize);
        if (entry.usable) {
            ranges.emplace_back(*start, *start + *length);
        } else {
            diagnostics.error("zip-entry-out-of-range", escaped(entry.name),
                              "the directory places " + std::to_string(entry.compressedSize) + " bytes at " +
                                  hexOffset(entry.headerOffset) + ", beyond the data of " + archive.where());
        }
    }
    std::sort(ranges.begin(), ranges.end());
    for (std::size_t i = 1; i < ranges.size(); ++i)
        if (ranges[i].first < ranges[i - 1].second)
            diagnostics.warning("zip-entry-overlap", archive.where(ranges[i].first), "two entries claim the same bytes");
}

Failure inflateFailure(const ZipEntry& entry, const std::string& reason) {
    return fail("zip-inflate-failed", "the compressed content cannot be read: " + reason, escaped(entry.name));
}

Result<std::vector<std::byte>> inflateAll(const ByteRange& data, const ZipEntry& entry) {
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return inflateFailure(entry, "zlib cannot start");
    const std::unique_ptr<z_stream, decltype(&inflateEnd)> guard(&stream, &inflateEnd);
    std::vector<std::byte> out;
    std::vector<std::byte> input(kChunk);
    std::uint64_t taken = 0;
    int status = Z_OK;
    while (status == Z_OK) {
        if (stream.avail_in == 0 && taken < data.size) {
            const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(kChunk, data.size - taken));
            if (auto r = data.read(taken, std::span(input).first(part)); !r) return r.failure();
            taken += part;
            stream.next_in = reinterpret_cast<Bytef*>(input.data());
            stream.avail_in = static_cast<uInt>(part);
        }
        const std::size_t filled = out.size();
        if (filled == entry.size && taken == data.size && stream.avail_in == 0) break;
        // One byte more than declared shows a stream that is longer than it says.
        const auto room = static_cast<std::size_t>(std::min<std::uint64_t>(kChunk, entry.size - filled + 1));
        out.resize(filled + room);
        stream.next_out = reinterpret_cast<Bytef*>(out.data() + filled);
        stream.avail_out = static_cast<uInt>(room);
        status = inflate(&stream, Z_NO_FLUSH);
        out.resize(filled + room - stream.avail_out);
        if (out.size() > entry.size) return inflateFailure(entry, "it is longer than the directory says");
        if (status == Z_BUF_ERROR && stream.avail_in == 0 && taken == data.size) return inflateFailure(entry, "it ends too early");
    }
    if (status != Z_STREAM_END && out.size() != entry.size) return inflateFailure(entry, "the stream is damaged");
    if (out.size() != entry.size) return inflateFailure(entry, "it is shorter than the directory says");
    return out;
}

}  // namespace

Result<ZipIndex> ZipIndex::read(const ByteRange& archive, Diagnostics& diagnostics) {
    ZipIndex index;
    index.m_archive = archive;
    Tail tail{archive.size, {}};
    auto found = findDirectory(tail, archive);
    if (!found) return found.failure();
    const std::optional<Directory>& directory = *found;
    if (!directory) {
        auto recovered = recoverZipEntries(archive, diagnostics);
        if (!recovered) return recovered.failure();
        index.m_entries = std::move(*recovered);
        index.m_recovered = true;
        return index;
    }
    if (directory->entries > limits::kMaxZipEntries)
        return fail("zip-too-many-entries", std::to_string(directory->entries) + " entries", archive.where(directory->endPosition));
    if (directory->multiDisk)
        diagnostics.warning("zip-multi-disk", archive.where(directory->endPosition), "the archive says it is one of several disks");

    // The directory ends where the end records begin; what stands before its claimed place is a prefix.
    const std::uint64_t start = directory->recordsEnd - directory->size;
    index.m_prefix = start >= directory->offset ? start - directory->offset : 0;
    std::vector<std::byte> owned;
    std::span<const std::byte> bytes = tail.at(start, directory->size);
    if (bytes.size() != directory->size) {
        owned.resize(static_cast<std::size_t>(directory->size));
        if (auto r = archive.read(start, owned); !r) return r.failure();
        bytes = owned;
    }
    ByteCursor cursor(bytes);
    while (index.m_entries.size() < directory->entries) {
        const std::size_t at = cursor.position();
        auto entry = parseCentral(cursor);
        if (!entry) {
            diagnostics.error("zip-directory-damaged", archive.where(start + at),
                              std::to_string(index.m_entries.size()) + " of " + std::to_string(directory->entries) +
                                  " directory records could be read");
            break;
        }
        index.m_entries.push_back(std::move(*entry));
    }
    if (index.m_entries.empty() && directory->entries > 0) {
        auto recovered = recoverZipEntries(archive, diagnostics);
        if (!recovered) return recovered.failure();
        index.m_entries = std::move(*recovered);
        index.m_prefix = 0;
        index.m_recovered = true;
        return index;
    }
    checkPlaces(index.m_entries, index.m_prefix, start, archive, diagnostics);
    return index;
}

const ZipEntry* ZipIndex::find(std::string_view name) const& noexcept {
    for (auto it = m_entries.rbegin(); it != m_entries.rend(); ++it)
        if (it->name == name) return &*it;
    return nullptr;
}

Result<ByteRange> ZipIndex::data(const ZipEntry& entry) const {
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

Result<ByteRange> ZipIndex::content(const ZipEntry& entry) const {
    if (entry.encrypted) return fail("zip-entry-encrypted", "the entry is encrypted", escaped(entry.name));
    if (!entry.stored() && entry.method != Z_DEFLATED)
        return fail("zip-method-unsupported",
                    "compression method " + std::to_string(entry.method) + " is neither stored nor deflated", escaped(entry.name));
    auto range = data(entry);
    if (!range || entry.stored()) return range;
    const limits::Settable& caps = limits::settable();
    if (entry.size > caps.inflatedBytes || entry.size / caps.inflateRatio > entry.compressedSize)
        return fail("limit-exceeded",
                    std::to_string(entry.compressedSize) + " bytes claim to inflate to " + std::to_string(entry.size) +
                        "; raise --limits inflated-bytes or inflate-ratio if that is meant",
                    escaped(entry.name));
    auto bytes = inflateAll(*range, entry);
    if (!bytes) return bytes.failure();
    return ByteRange::whole(Source::fromBytes(std::move(*bytes), m_archive.source->name() + ":" + escaped(entry.name)));
}

Result<bool> ZipIndex::checksumHolds(const ZipEntry& entry) const {
    auto range = content(entry);
    if (!range) return range.failure();
    if (entry.crc == 0 || entry.truncated) return true;
    uLong crc = crc32(0, nullptr, 0);
    std::vector<std::byte> buffer(static_cast<std::size_t>(std::min<std::uint64_t>(kChunk, range->size)));
    for (std::uint64_t at = 0; at < range->size; at += buffer.size()) {
        const auto part =
            std::span(buffer).first(static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), range->size - at)));
        if (auto r = range->read(at, part); !r) return r.failure();
        crc = crc32(crc, reinterpret_cast<const Bytef*>(part.data()), static_cast<uInt>(part.size()));
    }
    return static_cast<std::uint32_t>(crc) == entry.crc;
}

}  // namespace etscope
