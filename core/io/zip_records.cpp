#include "io/zip_records.h"

#include <algorithm>

namespace etscope::zip {

namespace {

constexpr std::uint16_t kDeflate = 8;

/// The flag that says that the name is UTF-8, where it is not ASCII.
std::uint16_t flagsOf(std::string_view name) noexcept {
    return std::ranges::any_of(name, [](char c) { return static_cast<unsigned char>(c) >= 0x80U; }) ? kUtf8Names : std::uint16_t{0};
}

/// What both headers have in common, from the version that a reader needs to the length of the name.
void addCommon(Record& record, const Member& member, bool wide, std::uint32_t crc, std::uint32_t compressed, std::uint32_t size) {
    record.add(wide ? kZip64Version : kPlainVersion);
    record.add(static_cast<std::uint16_t>(flagsOf(member.name) | (member.described ? kDescribedFlag : 0)));
    record.add(member.deflated ? kDeflate : std::uint16_t{0}).add(std::uint16_t{0}).add(kFirstDay);
    record.add(crc).add(compressed).add(size).add(static_cast<std::uint16_t>(member.name.size()));
}

}  // namespace

Record localHeader(const Member& member, std::uint32_t sizes, std::uint64_t fields) {
    Record record;
    record.add(kLocalSignature);
    addCommon(record, member, member.wide, 0, sizes, sizes);
    return record.add(static_cast<std::uint16_t>(fields)).add(std::string_view(member.name));
}

Record directoryEntry(const Member& member) {
    const bool wideSize = isLarge(member.size) || isLarge(member.compressed), wideOffset = isLarge(member.headerOffset);
    const auto wide = static_cast<std::uint16_t>((wideSize ? kZip64Sizes : 0) + (wideOffset ? 8 : 0));
    Record record;
    record.add(kCentralSignature).add(wide > 0 ? kZip64Version : kPlainVersion);
    addCommon(record, member, wide > 0, member.crc, wideSize ? kAllOnes : shortened(member.compressed),
              wideSize ? kAllOnes : shortened(member.size));
    record.add(static_cast<std::uint16_t>(wide > 0 ? wide + kFieldHead : 0));
    record.add(std::uint16_t{0}).add(std::uint16_t{0}).add(std::uint16_t{0}).add(std::uint32_t{0});  // no comment, first disk
    record.add(shortened(member.headerOffset)).add(std::string_view(member.name));
    if (wide > 0) record.add(kZip64Field).add(wide);
    if (wideSize) record.add(member.size).add(member.compressed);
    if (wideOffset) record.add(member.headerOffset);
    return record;
}

Record endRecord(std::uint64_t members, std::uint64_t directory, std::uint64_t end) {
    const std::uint64_t size = end - directory;
    Record record;
    if (members >= kManyMembers || isLarge(size) || isLarge(directory)) {
        record.add(kEnd64Signature).add(kEnd64Size - 12).add(kZip64Version).add(kZip64Version);
        record.add(std::uint32_t{0}).add(std::uint32_t{0}).add(members).add(members).add(size).add(directory);
        record.add(kLocator64Signature).add(std::uint32_t{0}).add(end).add(std::uint32_t{1});
    }
    const auto count = static_cast<std::uint16_t>(std::min<std::uint64_t>(members, kManyMembers));
    record.add(kEndSignature).add(std::uint16_t{0}).add(std::uint16_t{0}).add(count).add(count);
    record.add(shortened(size)).add(shortened(directory)).add(std::uint16_t{0});
    return record;
}

}  // namespace etscope::zip
