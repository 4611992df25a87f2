#include "support/zip_builder.h"

#include <zlib.h>

#include <algorithm>

#include "support/bytes.h"

namespace etscope::test {
namespace {

constexpr std::uint32_t kAllOnes = 0xFFFF'FFFF;

std::uint32_t clipped(std::uint64_t value) { return static_cast<std::uint32_t>(std::min<std::uint64_t>(value, kAllOnes)); }

/// A member with the numbers that are true of it.
struct Packed {
    std::string data;
    std::uint32_t crc = 0;
    std::uint16_t flags = 0;
    std::uint16_t method = 0;
};

Packed pack(const ZipMember& member) {
    Packed packed;
    packed.data = member.deflated ? deflateRaw(member.content) : member.content;
    packed.crc = crcOf(member.content);
    packed.method = member.deflated ? 8 : 0;
    packed.flags = member.flags.value_or(member.descriptor ? 0x0808 : 0);
    return packed;
}

std::string localRecord(const ZipMember& member, const Packed& packed) {
    const std::string name = member.localName.value_or(member.name);
    std::string extra = member.localExtra;
    if (member.zip64)
        extra = little<std::uint16_t>(1) + little<std::uint16_t>(16) + little<std::uint64_t>(member.content.size()) +
                little<std::uint64_t>(packed.data.size()) + extra;
    const bool here = !member.descriptor;
    const auto field = [&](std::uint64_t value) {
        return little<std::uint32_t>(!here ? 0 : member.zip64 ? kAllOnes : clipped(value));
    };
    return little<std::uint32_t>(member.localSignature.value_or(0x04034B50)) + little<std::uint16_t>(20) + little(packed.flags) +
           little(member.method.value_or(packed.method)) + little<std::uint32_t>(0) + little<std::uint32_t>(here ? packed.crc : 0) +
           field(packed.data.size()) + field(member.content.size()) +
           little<std::uint16_t>(static_cast<std::uint16_t>(name.size())) +
           little<std::uint16_t>(static_cast<std::uint16_t>(extra.size())) + name + extra;
}

std::string descriptor(const ZipMember& member, const Packed& packed) {
    const std::string head = little<std::uint32_t>(0x08074B50) + little(packed.crc);
    if (member.zip64) return head + little<std::uint64_t>(packed.data.size()) + little<std::uint64_t>(member.content.size());
    return head + little<std::uint32_t>(clipped(packed.data.size())) + little<std::uint32_t>(clipped(member.content.size()));
}

std::string centralRecord(const ZipMember& member, const Packed& packed, std::uint64_t headerOffset) {
    const std::uint64_t size = member.size.value_or(member.content.size());
    const std::uint64_t compressed = member.compressedSize.value_or(packed.data.size());
    const std::uint64_t offset = member.headerOffset.value_or(headerOffset);
    std::string extra;
    if (member.zip64)
        extra = little<std::uint16_t>(1) + little<std::uint16_t>(24) + little(size) + little(compressed) + little(offset);
    extra = member.rawExtra.value_or(extra);
    const auto field = [&](std::uint64_t value) { return little<std::uint32_t>(member.zip64 ? kAllOnes : clipped(value)); };
    return little<std::uint32_t>(0x02014B50) + little<std::uint16_t>(20) + little<std::uint16_t>(20) + little(packed.flags) +
           little(member.method.value_or(packed.method)) + little<std::uint32_t>(0) +
           little<std::uint32_t>(member.crc.value_or(packed.crc)) + field(compressed) + field(size) +
           little<std::uint16_t>(static_cast<std::uint16_t>(member.name.size())) +
           little<std::uint16_t>(static_cast<std::uint16_t>(extra.size())) +
           little<std::uint16_t>(static_cast<std::uint16_t>(member.comment.size())) + little<std::uint16_t>(0) +
           little<std::uint16_t>(0) + little<std::uint32_t>(0) + field(offset) + member.name + extra + member.comment;
}

}  // namespace

std::string ZipBuilder::endRecords(std::uint64_t directoryAt, std::uint64_t directorySize) const {
    const std::uint64_t entries = m_entries.value_or(m_members.size());
    const std::uint64_t size = m_directorySize.value_or(directorySize);
    const std::uint64_t offset = m_directoryOffset.value_or(directoryAt);
    std::string out;
    if (m_zip64End)
        out = little<std::uint32_t>(0x06064B50) + little<std::uint64_t>(44) + little<std::uint16_t>(45) +
              little<std::uint16_t>(45) + little<std::uint32_t>(0) + little<std::uint32_t>(0) + little(entries) + little(entries) +
              little(size) + little(offset) + little<std::uint32_t>(0x07064B50) + little<std::uint32_t>(0) +
              little<std::uint64_t>(directoryAt + directorySize) + little<std::uint32_t>(1);
    const auto count = static_cast<std::uint16_t>(m_endOnly64 ? 0xFFFF : std::min<std::uint64_t>(entries, 0xFFFF));
    return out + little<std::uint32_t>(0x06054B50) + little(m_disk) + little<std::uint16_t>(0) + little(count) + little(count) +
           little<std::uint32_t>(m_endOnly64 ? kAllOnes : clipped(size)) +
           little<std::uint32_t>(m_endOnly64 ? kAllOnes : clipped(offset)) +
           little<std::uint16_t>(static_cast<std::uint16_t>(m_comment.size())) + m_comment;
}

ZipBuilder::Layout ZipBuilder::layout() const {
    Layout out;
    out.bytes = m_prefix;
    std::string directory;
    const std::uint64_t shift = m_prefixCounted ? 0 : m_prefix.size();
    for (const ZipMember& member : m_members) {
        const Packed packed = pack(member);
        directory += centralRecord(member, packed, out.bytes.size() - shift);
        out.bytes += localRecord(member, packed);
        out.dataOffsets.push_back(out.bytes.size());
        out.bytes += packed.data;
        if (member.descriptor) out.bytes += descriptor(member, packed);
    }
    out.directorySize = directory.size();
    if (m_directory) out.bytes += directory + endRecords(out.bytes.size() - shift, directory.size());
    return out;
}

std::string ZipBuilder::bytes() const { return layout().bytes; }
std::vector<std::uint64_t> ZipBuilder::dataOffsets() const { return layout().dataOffsets; }
std::uint64_t ZipBuilder::directorySize() const { return layout().directorySize; }

std::string deflateRaw(std::string_view content) {
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, static_cast<uLong>(content.size())), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
    stream.avail_in = static_cast<uInt>(content.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

std::uint32_t crcOf(std::string_view content) {
    return static_cast<std::uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size())));
}

}  // namespace etscope::test
