#include "io/zip_build.h"

#include <algorithm>

namespace etscope::zip {

std::uint16_t flagsOf(std::string_view name) noexcept {
    return std::ranges::any_of(name, [](char c) { return static_cast<unsigned char>(c) >= 0x80U; }) ? kUtf8Names : std::uint16_t{0};
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
