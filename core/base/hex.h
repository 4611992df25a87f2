// Hexadecimal digits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace etscope {

enum class HexCase : std::uint8_t { Lower, Upper };
/// Two digits.
void appendHex(std::string& out, std::byte value, HexCase digits);
/// "00a1ff".
std::string hexText(std::span<const std::byte> bytes);

/// With zeros in front, where it has fewer digits than `least`.
std::string hexNumber(std::uint64_t number, std::size_t least, HexCase digits);

/// "0x00A2D000": at least 8 hexadecimal digits, upper case.
std::string hexOffset(std::uint64_t offset);

}  // namespace etscope
