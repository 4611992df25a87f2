#include "io/zip_stream.h"

#include <zlib.h>

#include "base/escaped.h"

namespace etscope {
namespace {

using zip::isLarge, zip::kFieldHead, zip::Record;

constexpr std::uint16_t kPaddingField = 0x4246;  ///< "FB", as torch.save pads
constexpr std::size_t kShownName = 80;

/// Bytes of a field that brings what follows it to a multiple of the alignment; none where it stands there.
std::uint64_t paddingBefore(std::uint64_t at, std::uint64_t alignment) {
    if (alignment == 0 || at % alignment == 0) return 0;
    return kFieldHead + (alignment - (at + kFieldHead) % alignment) % alignment;
}

Record streamedHeader(const zip::Member& member, std::uint64_t alignment) {
    const std::uint64_t wideField = member.wide ? kFieldHead + zip::kZip64Sizes : 0;
    const std::uint64_t padding = paddingBefore(member.headerOffset + zip::kLocalSize + member.name.size() + wideField, alignment);
    Record record = zip::localHeader(member, member.wide ? zip::kAllOnes : 0, wideField + padding);
    if (member.wide) record.add(zip::kZip64Field).add(zip::kZip64Sizes).add(std::uint64_t{0}).add(std::uint64_t{0});
    if (padding == 0) return record;
    record.add(kPaddingField).add(static_cast<std::uint16_t>(padding - kFieldHead));
    const std::string filling(static_cast<std::size_t>(padding - kFieldHead), 'Z');
    return record.add(std::string_view(filling));
}

}  // namespace

Result<void> ZipStream::append(std::span<const std::byte> bytes) {
    m_at += bytes.size();
    return m_sink.write(bytes);
}

Result<void> ZipStream::begin(std::string_view name, const Form& form) {
    if (name.size() > zip::kLongestName)
        return fail("write-failed", "cannot be written: a name in the archive is longer than 65535 bytes",
                    escaped(name.substr(0, kShownName)));
    m_members.push_back({.name = std::string(name),
                         .headerOffset = m_at,
                         .size = form.size,
                         .crc = form.deflated ? form.crc : static_cast<std::uint32_t>(crc32(0, nullptr, 0)),
                         .described = true,
                         .deflated = form.deflated,
                         .wide = isLarge(form.most)});
    return append(streamedHeader(m_members.back(), form.alignment).bytes());
}

Result<void> ZipStream::write(std::span<const std::byte> bytes) {
    zip::Member& member = m_members.back();
    member.compressed += bytes.size();
    if (!member.deflated)
        member.crc = static_cast<std::uint32_t>(crc32_z(member.crc, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
    return append(bytes);
}

Result<void> ZipStream::end() {
    zip::Member& member = m_members.back();
    if (!member.deflated) member.size = member.compressed;
    Record record;
    record.add(zip::kDescriptorSignature).add(member.crc);
    if (member.wide)
        record.add(member.compressed).add(member.size);
    else
        record.add(static_cast<std::uint32_t>(member.compressed)).add(static_cast<std::uint32_t>(member.size));
    return append(record.bytes());
}

Result<void> ZipStream::add(std::string_view name, std::string_view bytes, std::uint64_t alignment) {
    if (auto begun = begin(name, {.most = bytes.size(), .alignment = alignment}); !begun) return begun;
    if (auto written = write(std::as_bytes(std::span(bytes))); !written) return written;
    return end();
}

Result<void> ZipStream::finish() {
    const std::uint64_t directory = m_at;
    for (const zip::Member& member : m_members)
        if (auto written = append(zip::directoryEntry(member).bytes()); !written) return written;
    return append(zip::endRecord(m_members.size(), directory, m_at).bytes());
}

}  // namespace etscope
