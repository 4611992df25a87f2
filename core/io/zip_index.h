// ZipIndex: the central directory of a zip archive that lies anywhere inside a Source (also an archive nested in an archive),
// read without touching any payload. Format rules: PKWARE APPNOTE 4.3; docs/FORMATS.md "Zip". Immutable; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/job_context.h"
#include "base/result.h"
#include "io/source.h"

namespace etscope {

namespace zip {
struct Directory;
struct Tail;
}  // namespace zip

/// One record of the central directory, in file order. Sizes and offsets have been checked against the archive's range;
/// `usable` is false when its data cannot lie where it says (the diagnostic says why).
struct ZipEntry {
    std::string name;                  ///< as stored; may hold `../`, NUL or invalid UTF-8: never a path, escape before showing
    std::uint64_t headerOffset = 0;    ///< of the local header, from the start of the archive
    std::uint64_t compressedSize = 0;  ///< bytes in the file
    std::uint64_t size = 0;            ///< bytes after inflating
    std::uint32_t crc = 0;             ///< CRC-32 of the content; 0 with a size > 0 usually means "not computed"
    std::uint16_t method = 0;          ///< 0 stored, 8 deflated; others are listed but not readable
    bool encrypted = false;
    bool described = false;  ///< a data descriptor follows the content: sizes were not known when its header was written
    bool usable = true;
    bool overlapping = false;  ///< not usable: its bytes belong to another entry
    bool recovered = false;    ///< found by its local header: the directory is missing
    bool truncated = false;    ///< recovered, and its data end beyond the file; `compressedSize` is what is there

    bool stored() const noexcept { return method == 0; }
};

class ZipIndex {
public:
    /// Reads the end record and the directory: at most 3 reads, 64 KiB + the directory (more reads beyond some 40,000 entries,
    /// and one for each two entries that overlap). `archive` is the part of the file that holds the archive. When there is no end
    /// record but local headers, the entries are recovered by walking them (`zip-directory-missing`). Errors:
    /// `zip-not-an-archive`, `zip-directory-damaged`, `zip-too-many-entries`, `cancelled`.
    static Result<ZipIndex> read(const ByteRange& archive, Diagnostics& diagnostics, const JobContext& job = {});

    const std::vector<ZipEntry>& entries() const& noexcept { return m_entries; }
    const std::vector<ZipEntry>& entries() const&& = delete;
    const ByteRange& archive() const& noexcept { return m_archive; }
    const ByteRange& archive() const&& = delete;
    /// Whether the directory was missing and entries were found by their local headers.
    bool recovered() const noexcept { return m_recovered; }
    /// Bytes before the first local header that belong to no entry (self-extractor stub, junk).
    std::uint64_t prefixSize() const noexcept { return m_prefix; }

    /// The last entry of that name (what Python's zipfile resolves to), or nullptr.
    const ZipEntry* find(std::string_view name) const& noexcept;
    const ZipEntry* find(std::string_view name) const&& = delete;

    /// Where the entry's bytes lie in the outermost source. Costs one read of the local header (30 bytes). Fails with
    /// `zip-local-header-damaged`, `zip-entry-truncated`, `zip-entry-overlap`.
    Result<ByteRange> data(const ZipEntry& entry) const;
    /// Bytes of the data descriptor behind the entry's data; 0 where none stands.
    std::uint64_t descriptorSize(const ZipEntry& entry) const;

    /// The entry's content: the range itself when stored (nothing is read); when deflated, a source that inflates what is read of
    /// it (within `limits::settable()`), or its bytes where they are few. Errors also: `zip-method-unsupported`,
    /// `zip-entry-encrypted`, `limit-exceeded`; `zip-inflate-failed`, which reading the content can give as well.
    Result<ByteRange> content(const ZipEntry& entry) const;

    /// CRC-32 of the entry's content, computed through a bounded buffer. `true` when equal or not recorded (0 beside a size > 0).
    Result<bool> checksumHolds(const ZipEntry& entry, const JobContext& job = {}) const;

private:
    Result<void> readDirectory(const zip::Directory& directory, const zip::Tail& tail, Diagnostics& diagnostics,
                               const JobContext& job);
    Result<void> recover(const std::string& why, Diagnostics& diagnostics, const JobContext& job);

    ByteRange m_archive;
    std::vector<ZipEntry> m_entries;
    std::vector<std::uint32_t> m_byName;  ///< entries by name, those of one name in file order
    std::uint64_t m_prefix = 0;           ///< added to every header offset
    bool m_recovered = false;
};

}  // namespace etscope
