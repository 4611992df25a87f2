#include "io/zip_directory.h"

#include <algorithm>
#include <array>

#include "base/byte_cursor.h"
#include "base/checked_math.h"
#include "base/hex.h"
#include "base/limits.h"
#include "base/name_text.h"
#include "io/zip_records.h"

namespace etscope::zip {
namespace {

/// First read: small archives and most directories fit, so that one read is enough.
constexpr std::uint64_t kFirstTail = 16 * 1024;
/// Real directories of some 40,000 entries fit.
constexpr std::uint64_t kDirectoryWindow = 4ULL << 20;

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

/// The entry of a whole record.
std::optional<ZipEntry> parseCentral(std::span<const std::byte> bytes) {
    ByteCursor cursor(bytes);
    const auto fixed = cursor.takeBytes(kCentralSize);
    if (!fixed) return std::nullopt;
    const std::byte* record = fixed->data();
    ZipEntry entry;
    const auto flags = loadLittle<std::uint16_t>(record + 8);
    entry.encrypted = (flags & 1U) != 0;
    entry.described = (flags & kDescribedFlag) != 0;
    entry.method = loadLittle<std::uint16_t>(record + 10);
    entry.crc = loadLittle<std::uint32_t>(record + 16);
    entry.compressedSize = loadLittle<std::uint32_t>(record + 20);
    entry.size = loadLittle<std::uint32_t>(record + 24);
    entry.headerOffset = loadLittle<std::uint32_t>(record + 42);
    const auto name = cursor.takeBytes(loadLittle<std::uint16_t>(record + 28));
    const auto extra = cursor.takeBytes(loadLittle<std::uint16_t>(record + 30));
    if (!name || !extra || cursor.remaining() < loadLittle<std::uint16_t>(record + 32)) return std::nullopt;
    entry.name = nameText({reinterpret_cast<const char*>(name->data()), name->size()});
    applyExtra64(*extra, {&entry.size, &entry.compressedSize, &entry.headerOffset});
    return entry;
}

/// The bytes of a directory, in order.
class DirectoryBytes {
public:
    DirectoryBytes(const Directory& directory, const Tail& tail, const ByteRange& archive)
        : m_archive(archive), m_at(directory.start()), m_end(directory.recordsEnd), m_bytes(tail.at(m_at, directory.size)) {
        if (!m_bytes.empty()) m_at = m_end;
    }

    /// The next `size` bytes, which stay next; fewer at the end.
    Result<std::span<const std::byte>> look(std::size_t size) {
        if (m_bytes.size() < size && m_at < m_end) {
            const std::size_t kept = m_bytes.size();
            const auto added = static_cast<std::size_t>(std::min(std::max<std::uint64_t>(kDirectoryWindow, size), m_end - m_at));
            std::vector<std::byte> window(kept + added);
            std::ranges::copy(m_bytes, window.begin());
            if (auto r = m_archive.read(m_at, std::span(window).subspan(kept)); !r) return r.failure();
            m_at += added;
            m_window = std::move(window);
            m_bytes = m_window;
        }
        return m_bytes.first(std::min(size, m_bytes.size()));
    }
    void drop(std::size_t size) { m_bytes = m_bytes.subspan(size); }
    std::uint64_t position() const { return m_at - m_bytes.size(); }

private:
    const ByteRange& m_archive;
    std::uint64_t m_at;  ///< the first byte that is not in m_bytes
    std::uint64_t m_end;
    std::vector<std::byte> m_window;
    std::span<const std::byte> m_bytes;
};

/// The length of the record whose fixed part this is.
std::size_t recordSize(std::span<const std::byte> fixed) {
    std::size_t size = kCentralSize;
    for (const std::size_t at : {28U, 30U, 32U}) size += loadLittle<std::uint16_t>(fixed.data() + at);
    return size;
}

}  // namespace

std::span<const std::byte> Tail::at(std::uint64_t offset, std::uint64_t size) const {
    if (offset < start || !rangeFits(offset - start, size, bytes.size())) return {};
    return std::span(bytes).subspan(static_cast<std::size_t>(offset - start), static_cast<std::size_t>(size));
}

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

std::string missingDirectory(const Tail& tail) {
    for (std::uint64_t back = kEndSize; back <= tail.bytes.size(); ++back)
        if (const std::size_t at = tail.bytes.size() - static_cast<std::size_t>(back);
            loadLittle<std::uint32_t>(tail.bytes.data() + at) == kEndSignature)
            return "the end-of-directory record at " + hexOffset(tail.start + at) + " leads to no directory of this file";
    return "zip central directory missing (file cut off)";
}

Result<std::vector<ZipEntry>> readDirectory(const Directory& directory, const Tail& tail, const ByteRange& archive,
                                            Diagnostics& diagnostics, const JobContext& job) {
    DirectoryBytes bytes(directory, tail, archive);
    std::vector<ZipEntry> entries;
    while (entries.size() < directory.entries) {
        if (job.cancelled()) return cancelledFailure();
        const auto fixed = bytes.look(kCentralSize);
        if (!fixed) return fixed.failure();
        const bool isRecord = fixed->size() == kCentralSize && signatureAt(*fixed) == kCentralSignature;
        const auto record = isRecord ? bytes.look(recordSize(*fixed)) : fixed;
        if (!record) return record.failure();
        auto entry = isRecord ? parseCentral(*record) : std::nullopt;
        if (!entry) {
            diagnostics.error(
                "zip-directory-damaged", archive.where(bytes.position()),
                std::to_string(entries.size()) + " of " + std::to_string(directory.entries) + " directory records could be read");
            break;
        }
        entries.push_back(std::move(*entry));
        bytes.drop(record->size());
    }
    return entries;
}

}  // namespace etscope::zip
