#include "base/hex.h"

#include <array>
#include <charconv>
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

std::string hexOffset(std::uint64_t offset) {
    std::array<char, 17> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), offset, 16).ptr;
    std::string text(digits.data(), end);
    for (char& c : text)
        if (c >= 'a') c = static_cast<char>(c - 'a' + 'A');
    if (text.size() < 8) text.insert(0, 8 - text.size(), '0');
    return "0x" + text;
}

}  // namespace etscope
