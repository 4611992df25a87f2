#include "io/zip_writer.h"

#include <zlib.h>

#include <algorithm>
#include <type_traits>

#include "base/text.h"
#include "io/zip_records.h"

namespace etscope {
namespace {

constexpr std::uint16_t kPlain = 20, kZip64 = 45;  ///< versions of the format that a reader needs
constexpr std::uint16_t kUtf8Names = 1U << 11U;    ///< flag of a member
constexpr std::uint16_t kFirstDay = 0x0021;        ///< 1980-01-01
constexpr std::uint16_t kZip64Field = 1;           ///< id of the extra field
constexpr std::uint16_t kManyMembers = 0xFFFF;     ///< their number stands in the zip64 record
constexpr std::uint64_t kChecksumOffset = 14;      ///< in a local header
constexpr std::size_t kLongestName = 0xFFFF;

/// Little-endian numbers one behind the other.
class Record {
public:
    template <class T>
    Record& add(T number) {
        static_assert(std::is_unsigned_v<T>);
        const auto bytes = std::as_bytes(std::span(&number, 1));
        m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
        return *this;
    }
    Record& add(std::string_view text) {
        const auto bytes = std::as_bytes(std::span(text));
        m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
        return *this;
    }
    std::span<const std::byte> bytes() const noexcept { return m_bytes; }

private:
    std::vector<std::byte> m_bytes;
};

bool isLarge(std::uint64_t number) noexcept { return number >= zip::kAllOnes; }
std::uint32_t shortened(std::uint64_t number) noexcept {
    return isLarge(number) ? zip::kAllOnes : static_cast<std::uint32_t>(number);
}

std::uint16_t flagsOf(std::string_view name) noexcept {
    return std::ranges::any_of(name, [](char c) { return static_cast<unsigned char>(c) >= 0x80U; }) ? kUtf8Names : std::uint16_t{0};
}

std::uint16_t lengthOf(std::string_view name) noexcept { return static_cast<std::uint16_t>(name.size()); }

/// What both headers of a member have in common, from the version that a reader needs to the checksum.
void addCommon(Record& record, std::string_view name, bool large, std::uint32_t crc) {
    record.add(large ? kZip64 : kPlain).add(flagsOf(name)).add(std::uint16_t{0}).add(std::uint16_t{0}).add(kFirstDay).add(crc);
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
    record.add(zip::kCentralSignature).add(large > 0 ? kZip64 : kPlain);
    addCommon(record, name, large > 0, crc);
    record.add(shortened(size)).add(shortened(size)).add(lengthOf(name)).add(static_cast<std::uint16_t>(large > 0 ? large + 4 : 0));
    record.add(std::uint16_t{0}).add(std::uint16_t{0}).add(std::uint16_t{0}).add(std::uint32_t{0});  // no comment, first disk
    record.add(shortened(headerOffset)).add(name);
    if (large > 0) record.add(kZip64Field).add(large);
    if (largeSize) record.add(size).add(size);
    if (largeOffset) record.add(headerOffset);
    return record;
}

Record endRecord(std::uint64_t members, std::uint64_t directory, std::uint64_t end) {
    const std::uint64_t size = end - directory;
    Record record;
    if (members >= kManyMembers || isLarge(size) || isLarge(directory)) {
        record.add(zip::kEnd64Signature).add(zip::kEnd64Size - 12).add(kZip64).add(kZip64);
        record.add(std::uint32_t{0}).add(std::uint32_t{0}).add(members).add(members).add(size).add(directory);
        record.add(zip::kLocator64Signature).add(std::uint32_t{0}).add(end).add(std::uint32_t{1});
    }
    const auto count = static_cast<std::uint16_t>(std::min<std::uint64_t>(members, kManyMembers));
    record.add(zip::kEndSignature).add(std::uint16_t{0}).add(std::uint16_t{0}).add(count).add(count);
    record.add(shortened(size)).add(shortened(directory)).add(std::uint16_t{0});
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
    if (auto written = append(endRecord(m_members.size(), directory, m_at).bytes()); !written) return written;
    return m_file.commit();
}

}  // namespace etscope
