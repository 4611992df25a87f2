// Bytes for pickle tests: from hexadecimal text, or as literal stream pieces.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/source.h"

namespace pickle_test {

inline std::vector<std::byte> bytesOf(std::string_view text) {
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    return {first, first + text.size()};
}

/// "80 02 7D": spaces and line ends do not count.
inline std::string fromHex(std::string_view hex) {
    std::string digits;
    for (const char c : hex)
        if (c != ' ' && c != '\n') digits += c;
    std::string out;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
        out += static_cast<char>(std::stoul(digits.substr(i, 2), nullptr, 16));
    return out;
}

template <class T>
std::string little(T value) {
    std::string out;
    for (std::size_t i = 0; i < sizeof(T); ++i) out += static_cast<char>((static_cast<std::uint64_t>(value) >> (8 * i)) & 0xFFU);
    return out;
}

inline std::string repeated(std::string_view piece, std::size_t times) {
    std::string out;
    out.reserve(piece.size() * times);
    for (std::size_t i = 0; i < times; ++i) out += piece;
    return out;
}

inline etscope::ByteRange inMemory(std::string_view content, std::string name = "test") {
    return etscope::ByteRange::whole(etscope::Source::fromBytes(bytesOf(content), std::move(name)));
}

}  // namespace pickle_test
