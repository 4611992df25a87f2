#include "io/zip_stream.h"

#include <zlib.h>

#include "base/escaped.h"
#include "io/zip_build.h"

namespace etscope {
namespace {

using zip::isLarge, zip::Record, zip::shortened;

constexpr std::uint16_t kSizesBehind = 1U << 3U;  ///< flag: checksum and sizes follow the bytes
constexpr std::uint16_t kDeflate = 8;
constexpr std::uint32_t kDescriptorSignature = 0x08074B50;
constexpr std::uint16_t kPaddingField = 0x4246;  ///< "FB", as torch.save pads
constexpr std::uint64_t kFieldHead = 4;          ///< id and length of an extra field
constexpr std::uint16_t kZip64Sizes = 16;
constexpr std::size_t kShownName = 80;

/// What both headers of a member have in common, from the version that a reader needs to the method and the day.
void addStreamed(Record& record, std::string_view name, bool wide, bool deflated) {
    record.add(wide ? zip::kZip64Version : zip::kPlainVersion).add(static_cast<std::uint16_t>(zip::flagsOf(name) | kSizesBehind));
    record.add(deflated ? kDeflate : std::uint16_t{0}).add(std::uint16_t{0}).add(zip::kFirstDay);
}

/// Bytes of a field that brings what follows it to a multiple of the alignment; none where it stands there.
std::uint64_t paddingBefore(std::uint64_t at, std::uint64_t alignment) {
    if (alignment == 0 || at % alignment == 0) return 0;
    return kFieldHead + (alignment - (at + kFieldHead) % alignment) % alignment;
}

Record localHeader(std::string_view name, bool wide, bool deflated, std::uint64_t at, std::uint64_t alignment) {
    const std::uint64_t wideField = wide ? kFieldHead + kZip64Sizes : 0;
    const std::uint64_t padding = paddingBefore(at + zip::kLocalSize + name.size() + wideField, alignment);
    Record record;
    record.add(zip::kLocalSignature);
    addStreamed(record, name, wide, deflated);
    const std::uint32_t size = wide ? zip::kAllOnes : 0;
    record.add(std::uint32_t{0}).add(size).add(size).add(zip::lengthOf(name));
    record.add(static_cast<std::uint16_t>(wideField + padding)).add(name);
    if (wide) record.add(zip::kZip64Field).add(kZip64Sizes).add(std::uint64_t{0}).add(std::uint64_t{0});
    if (padding == 0) return record;
    record.add(kPaddingField).add(static_cast<std::uint16_t>(padding - kFieldHead));
    const std::string filling(static_cast<std::size_t>(padding - kFieldHead), 'Z');
    record.add(std::string_view(filling));
    return record;
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
    Member member;
    member.name = name;
    member.headerOffset = m_at;
    member.deflated = form.deflated;
    member.size = form.size;
    member.crc = form.deflated ? form.crc : static_cast<std::uint32_t>(crc32(0, nullptr, 0));
    member.wide = isLarge(form.most);
    m_members.push_back(std::move(member));
    return append(localHeader(name, m_members.back().wide, form.deflated, m_at, form.alignment).bytes());
}

Result<void> ZipStream::write(std::span<const std::byte> bytes) {
    Member& member = m_members.back();
    member.compressed += bytes.size();
    if (!member.deflated)
        member.crc = static_cast<std::uint32_t>(crc32_z(member.crc, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
    return append(bytes);
}

Result<void> ZipStream::end() {
    Member& member = m_members.back();
    if (!member.deflated) member.size = member.compressed;
    Record record;
    record.add(kDescriptorSignature).add(member.crc);
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
    for (const Member& member : m_members) {
        const bool wideSize = isLarge(member.size) || isLarge(member.compressed), wideOffset = isLarge(member.headerOffset);
        const auto wide = static_cast<std::uint16_t>((wideSize ? 16 : 0) + (wideOffset ? 8 : 0));
        Record record;
        record.add(zip::kCentralSignature).add(wide > 0 ? zip::kZip64Version : zip::kPlainVersion);
        addStreamed(record, member.name, wide > 0, member.deflated);
        record.add(member.crc).add(wideSize ? zip::kAllOnes : shortened(member.compressed));
        record.add(wideSize ? zip::kAllOnes : shortened(member.size)).add(zip::lengthOf(member.name));
        record.add(static_cast<std::uint16_t>(wide > 0 ? wide + kFieldHead : 0));
        record.add(std::uint16_t{0}).add(std::uint16_t{0}).add(std::uint16_t{0}).add(std::uint32_t{0});  // no comment, first disk
        record.add(shortened(member.headerOffset)).add(std::string_view(member.name));
        if (wide > 0) record.add(zip::kZip64Field).add(wide);
        if (wideSize) record.add(member.size).add(member.compressed);
        if (wideOffset) record.add(member.headerOffset);
        if (auto written = append(record.bytes()); !written) return written;
    }
    return append(zip::endRecord(m_members.size(), directory, m_at).bytes());
}

}  // namespace etscope
