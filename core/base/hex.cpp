#include "base/hex.h"

#include <algorithm>
#include <string_view>

namespace etscope {

void appendHex(std::string& out, std::byte value, HexCase digits) {
    const std::string_view all = digits == HexCase::Lower ? "0123456789abcdef" : "0123456789ABCDEF";
    out += all[std::to_integer<std::size_t>(value >> 4)];
    out += all[std::to_integer<std::size_t>(value & std::byte{15})];
}

std::string hexText(std::span<const std::byte> bytes) {
    std::string text;
    text.reserve(bytes.size() * 2);
    for (const std::byte byte : bytes) appendHex(text, byte, HexCase::Lower);
    return text;
}

std::string hexNumber(std::uint64_t number, std::size_t least, HexCase digits) {
    std::string text;
    for (unsigned bits = 64; bits > 0; bits -= 8) appendHex(text, static_cast<std::byte>(number >> (bits - 8)), digits);
    text.erase(0, std::min(text.find_first_not_of('0'), text.size() - std::clamp<std::size_t>(least, 1, text.size())));
    return text;
}

std::string hexOffset(std::uint64_t offset) { return "0x" + hexNumber(offset, 8, HexCase::Upper); }

}  // namespace etscope
