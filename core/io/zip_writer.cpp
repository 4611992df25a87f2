#include "io/zip_writer.h"

#include <zlib.h>

#include "base/escaped.h"
#include "io/zip_build.h"

namespace etscope {
namespace {

using zip::flagsOf, zip::isLarge, zip::lengthOf, zip::Record, zip::shortened;
using zip::kFirstDay, zip::kLongestName, zip::kZip64Field;

constexpr std::uint64_t kChecksumOffset = 14;  ///< in a local header

/// What both headers of a member have in common, from the version that a reader needs to the checksum.
void addCommon(Record& record, std::string_view name, bool large, std::uint32_t crc) {
    record.add(large ? zip::kZip64Version : zip::kPlainVersion)
        .add(flagsOf(name))
        .add(std::uint16_t{0})
        .add(std::uint16_t{0})
        .add(kFirstDay)
        .add(crc);
}

Record localHeader(std::string_view name, std::uint64_t size) {
    const bool large = isLarge(size);
    Record record;
    record.add(zip::kLocalSignature);
    addCommon(record, name, large, 0);
    record.add(shortened(size)).add(shortened(size)).add(lengthOf(name)).add(static_cast<std::uint16_t>(large ? 20 : 0)).add(name);
    if (large) record.add(kZip64Field).add(std::uint16_t{16}).add(size).add(size);
    return record;
}

Record directoryEntry(std::string_view name, std::uint64_t size, std::uint64_t headerOffset, std::uint32_t crc) {
    const bool largeSize = isLarge(size), largeOffset = isLarge(headerOffset);
    const auto large = static_cast<std::uint16_t>((largeSize ? 16 : 0) + (largeOffset ? 8 : 0));
    Record record;
    record.add(zip::kCentralSignature).add(large > 0 ? zip::kZip64Version : zip::kPlainVersion);
    addCommon(record, name, large > 0, crc);
    record.add(shortened(size)).add(shortened(size)).add(lengthOf(name)).add(static_cast<std::uint16_t>(large > 0 ? large + 4 : 0));
    record.add(std::uint16_t{0}).add(std::uint16_t{0}).add(std::uint16_t{0}).add(std::uint32_t{0});  // no comment, first disk
    record.add(shortened(headerOffset)).add(name);
    if (large > 0) record.add(kZip64Field).add(large);
    if (largeSize) record.add(size).add(size);
    if (largeOffset) record.add(headerOffset);
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
    if (name.size() > kLongestName)
        return fail("write-failed", "cannot be written: a name in the archive is longer than 65535 bytes", escaped(m_path));
    m_members.push_back({std::string(name), m_at, size, static_cast<std::uint32_t>(crc32(0, nullptr, 0))});
    return append(localHeader(name, size).bytes());
}

Result<void> ZipWriter::write(std::span<const std::byte> bytes) {
    std::uint32_t& crc = m_members.back().crc;
    crc = static_cast<std::uint32_t>(crc32_z(crc, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
    return append(bytes);
}

Result<void> ZipWriter::end() {
    const Member& member = m_members.back();
    return m_file.writeAt(member.headerOffset + kChecksumOffset, std::as_bytes(std::span(&member.crc, 1)));
}

Result<void> ZipWriter::commit() {
    const std::uint64_t directory = m_at;
    for (const Member& member : m_members)
        if (auto written = append(directoryEntry(member.name, member.size, member.headerOffset, member.crc).bytes()); !written)
            return written;
    if (auto written = append(zip::endRecord(m_members.size(), directory, m_at).bytes()); !written) return written;
    return m_file.commit();
}

}  // namespace etscope
