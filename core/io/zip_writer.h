// ZipWriter: a zip archive written member by member, each stored as it is (APPNOTE 4.3, zip64 where numbers ask for it). A member's
// bytes are handed over as they come; nothing of it is kept but its row of the directory. The file appears whole or not at all
// (OutputFile). The same members give the same bytes: all are of the first day of the format. One thread per object.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/escaped.h"
#include "io/output_file.h"
#include "io/zip_records.h"

namespace etscope {

class ZipWriter {
public:
    /// Errors: those of OutputFile::create().
    static Result<ZipWriter> create(const std::string& path, const JobContext& job) {
        auto file = OutputFile::create(path, job);
        if (!file) return file.failure();
        return ZipWriter(path, *std::move(file));
    }

    /// A member of so many bytes; the one before it has got all of its own. The name is UTF-8. Errors: `write-failed` (also of a
    /// name beyond 65,535 bytes, and of a target that is a pipe or a device: checksums stand before the bytes).
    Result<void> begin(std::string_view name, std::uint64_t size) {
        if (name.size() > zip::kLongestName)
            return fail("write-failed", "cannot be written: a name in the archive is longer than 65535 bytes", escaped(m_path));
        m_members.push_back({.name = std::string(name),
                             .headerOffset = m_at,
                             .compressed = size,
                             .size = size,
                             .crc = static_cast<std::uint32_t>(crc32(0, nullptr, 0)),
                             .wide = zip::isLarge(size)});
        return append(storedHeader(m_members.back()).bytes());
    }

    /// Bytes of the member, as many altogether as were told. Errors: `write-failed`.
    Result<void> write(std::span<const std::byte> bytes) {
        std::uint32_t& crc = m_members.back().crc;
        crc = static_cast<std::uint32_t>(crc32_z(crc, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
        return append(bytes);
    }
    /// The member has got its bytes. Errors: as write().
    Result<void> end() {
        const zip::Member& member = m_members.back();
        return m_file.writeAt(member.headerOffset + kChecksumOffset, std::as_bytes(std::span(&member.crc, 1)));
    }

    /// The directory, and the file in its place. No further call is allowed. Errors: `write-failed`.
    Result<void> commit() {
        const std::uint64_t directory = m_at;
        for (const zip::Member& member : m_members)
            if (auto written = append(zip::directoryEntry(member).bytes()); !written) return written;
        if (auto written = append(zip::endRecord(m_members.size(), directory, m_at).bytes()); !written) return written;
        return m_file.commit();
    }

private:
    static constexpr std::uint64_t kChecksumOffset = 14;  ///< in a local header

    static zip::Record storedHeader(const zip::Member& member) {
        zip::Record record =
            zip::localHeader(member, zip::shortened(member.size), member.wide ? zip::kFieldHead + zip::kZip64Sizes : 0);
        if (member.wide) record.add(zip::kZip64Field).add(zip::kZip64Sizes).add(member.size).add(member.size);
        return record;
    }

    explicit ZipWriter(std::string path, OutputFile file) : m_path(std::move(path)), m_file(std::move(file)) {}
    Result<void> append(std::span<const std::byte> bytes) {
        m_at += bytes.size();
        return m_file.write(bytes);
    }

    std::string m_path;  ///< for messages
    OutputFile m_file;
    std::vector<zip::Member> m_members;
    std::uint64_t m_at = 0;  ///< bytes of the file so far
};

}  // namespace etscope
