#include "io/zip_writer.h"

#include <zlib.h>

#include "base/escaped.h"

namespace etscope {
namespace {

constexpr std::uint64_t kChecksumOffset = 14;  ///< in a local header

zip::Record storedHeader(const zip::Member& member) {
    zip::Record record =
        zip::localHeader(member, zip::shortened(member.size), member.wide ? zip::kFieldHead + zip::kZip64Sizes : 0);
    if (member.wide) record.add(zip::kZip64Field).add(zip::kZip64Sizes).add(member.size).add(member.size);
    return record;
}

}  // namespace

Result<ZipWriter> ZipWriter::create(const std::string& path, const JobContext& job) {
    auto file = OutputFile::create(path, job);
    if (!file) return file.failure();
    return ZipWriter(path, *std::move(file));
}

Result<void> ZipWriter::append(std::span<const std::byte> bytes) {
    m_at += bytes.size();
    return m_file.write(bytes);
}

Result<void> ZipWriter::begin(std::string_view name, std::uint64_t size) {
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

Result<void> ZipWriter::write(std::span<const std::byte> bytes) {
    std::uint32_t& crc = m_members.back().crc;
    crc = static_cast<std::uint32_t>(crc32_z(crc, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
    return append(bytes);
}

Result<void> ZipWriter::end() {
    const zip::Member& member = m_members.back();
    return m_file.writeAt(member.headerOffset + kChecksumOffset, std::as_bytes(std::span(&member.crc, 1)));
}

Result<void> ZipWriter::commit() {
    const std::uint64_t directory = m_at;
    for (const zip::Member& member : m_members)
        if (auto written = append(zip::directoryEntry(member).bytes()); !written) return written;
    if (auto written = append(zip::endRecord(m_members.size(), directory, m_at).bytes()); !written) return written;
    return m_file.commit();
}

}  // namespace etscope
