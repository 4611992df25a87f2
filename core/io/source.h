// Source: bounded, counted, positioned reads of one file or memory block. Immutable after opening; any thread may read.
// A ByteRange is a part of a Source that keeps it alive: what readers pass around instead of copies.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace etscope::platform {
struct FileFacts;
}

namespace etscope {

class InflatedBytes;

class Source {
public:
    /// Opens a regular file for reading with `pread`. Errors: `file-unreadable` (missing, no permission, directory, device).
    static Result<std::shared_ptr<const Source>> open(const std::string& path);
    /// Takes over bytes in memory (inflated members, base64 payloads, tests). `name` stands in diagnostics.
    static std::shared_ptr<const Source> fromBytes(std::vector<std::byte> bytes, std::string name);
    /// A deflated part of a file, inflated as it is read. `name` as above.
    static std::shared_ptr<const Source> fromDeflated(std::unique_ptr<InflatedBytes> content, std::string name);

    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;
    ~Source();

    const std::string& name() const& noexcept { return m_name; }
    const std::string& name() const&& = delete;
    /// Size when it was opened, in bytes.
    std::uint64_t size() const noexcept { return m_size; }
    /// Bytes that it takes in the file it comes from: less than size() when it is inflated. What may be built from its content is
    /// measured by these.
    std::uint64_t storedSize() const noexcept { return m_storedSize; }

    /// Fills `into` from `offset`. Never a signal: a range beyond the end (or a file cut meanwhile) gives `read-beyond-end`. Of a
    /// file that was written to since it was opened nothing is read: what is known of it and its bytes may be of two files
    /// (`file-changed`). One that took its place under its name changes nothing.
    Result<void> read(std::uint64_t offset, std::span<std::byte> into) const;
    /// The same, allocated: the caller has checked `size` against a limit of its own; it is checked against the file here, and
    /// for inflated content against `limits::kWholeFactor` (`limit-exceeded`).
    Result<std::vector<std::byte>> read(std::uint64_t offset, std::uint64_t size) const;

    /// Number of `read` calls and bytes they delivered: the currency of the "no payload is read" promise.
    std::uint64_t readCount() const noexcept { return m_reads.load(std::memory_order_relaxed); }
    std::uint64_t bytesRead() const noexcept { return m_bytesRead.load(std::memory_order_relaxed); }

    /// Whether offsets into it are offsets into a file.
    bool isFile() const noexcept { return m_descriptor >= 0; }
    /// The bytes themselves when they are held in memory; they live as long as the source. Else empty.
    std::span<const std::byte> bytesInMemory() const& noexcept { return m_bytes; }
    std::span<const std::byte> bytesInMemory() const&& = delete;

    /// Whether a source has this file open, by whatever name or link: what is written must not take its place.
    static bool isOpen(const platform::FileFacts& file);

    /// Whether the file on disk still has the size and modification time of when it was opened; true for memory.
    bool unchangedOnDisk() const noexcept;

private:
    Source(std::string name, int descriptor, std::uint64_t size, std::int64_t modified);
    Source(std::string name, std::vector<std::byte> bytes);
    Source(std::string name, std::unique_ptr<InflatedBytes> inflated);

    std::string m_name;
    int m_descriptor = -1;
    std::uint64_t m_size = 0;
    std::uint64_t m_storedSize = 0;
    std::int64_t m_modified = 0;  ///< nanoseconds
    std::vector<std::byte> m_bytes;
    std::unique_ptr<InflatedBytes> m_inflated;
    mutable std::atomic<std::uint64_t> m_reads{0};
    mutable std::atomic<std::uint64_t> m_bytesRead{0};
};

/// [offset, offset + size) of a source. Value type; an empty one (`source == nullptr`) means "no data".
struct ByteRange {
    std::shared_ptr<const Source> source;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;

    static ByteRange whole(std::shared_ptr<const Source> source) {
        const std::uint64_t size = source->size();
        return {std::move(source), 0, size};
    }
    bool hasData() const noexcept { return source != nullptr; }
    /// Its share of Source::storedSize().
    std::uint64_t storedSize() const noexcept;
    /// Fills `into` from `at`, an offset within the range.
    Result<void> read(std::uint64_t at, std::span<std::byte> into) const;
    Result<std::vector<std::byte>> readAll() const;
    /// The bytes [at, at + length) in place when the source is held in memory and has them; else empty.
    std::span<const std::byte> inMemory(std::uint64_t at, std::size_t length) const& noexcept;
    std::span<const std::byte> inMemory(std::uint64_t at, std::size_t length) const&& = delete;
    /// The part [at, at + length) of this range; fails with `range-beyond-end`.
    Result<ByteRange> part(std::uint64_t at, std::uint64_t length) const;
    /// "model.etrecord @ 0x00001234" for diagnostics.
    std::string where(std::uint64_t at = 0) const;
};

}  // namespace etscope
