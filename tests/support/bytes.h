// Bytes of test files are std::string: easy to write down, to cut and to join.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/source.h"

namespace etscope::test {

template <class T>
std::string little(T value) {
    std::string out;
    for (std::size_t i = 0; i < sizeof(T); ++i) out += static_cast<char>((static_cast<std::uint64_t>(value) >> (8 * i)) & 0xFFU);
    return out;
}

/// Four bytes a value.
std::string floats(std::initializer_list<float> values);
std::string repeated(std::string_view piece, std::size_t times);
/// `text` with every occurrence of `from` replaced; fails the process when there is none, so that a case cannot test nothing.
std::string replaced(std::string text, std::string_view from, std::string_view to);

std::vector<std::byte> toBytes(std::string_view text);
std::string toText(std::span<const std::byte> bytes);
ByteRange inMemory(std::string_view content, std::string name = "memory");

/// Whole file; nothing when it cannot be read.
std::optional<std::string> readFile(const std::string& path);
void writeFile(const std::string& path, std::string_view content);

}  // namespace etscope::test
