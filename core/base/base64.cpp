#include "base/base64.h"

#include <openssl/evp.h>

#include <algorithm>

namespace etscope {
namespace {

bool isDigit(char c) noexcept {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/';
}

/// Appends what whole groups of four digits stand for.
bool append(std::string_view digits, std::vector<std::byte>& bytes) {
    const std::size_t before = bytes.size();
    bytes.resize(before + digits.size() / 4 * 3);
    return EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data() + before),
                           reinterpret_cast<const unsigned char*>(digits.data()), static_cast<int>(digits.size())) >= 0;
}

}  // namespace

// EVP_DecodeBlock takes "=" for a zero wherever it stands, skips blanks in front and ends at "-": it sees digits only.
std::optional<std::vector<std::byte>> decodeBase64(std::string_view text) {
    constexpr std::size_t kBlock = 16384;
    std::vector<std::byte> bytes;
    bytes.reserve(text.size() / 4 * 3 + 3);
    std::string digits;
    digits.reserve(std::min(text.size(), kBlock) + 3);
    std::size_t padding = 0;
    for (const char c : text) {
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n') continue;
        if (c == '=') {
            ++padding;
            continue;
        }
        if (padding > 0 || !isDigit(c)) return std::nullopt;
        digits += c;
        if (digits.size() < kBlock) continue;
        if (!append(digits, bytes)) return std::nullopt;
        digits.clear();
    }
    const std::size_t missing = (4 - digits.size() % 4) % 4;
    if (missing == 3 || (padding > 0 && padding != missing)) return std::nullopt;
    digits.append(missing, 'A');
    if (!append(digits, bytes)) return std::nullopt;
    bytes.resize(bytes.size() - missing);
    return bytes;
}

std::string encodeBase64(std::span<const std::byte> bytes) {
    constexpr std::size_t kBlock = 3 * 4096;  // whole groups: only the last block is padded
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4 + 1);
    for (std::size_t at = 0; at < bytes.size(); at += kBlock) {
        const std::size_t size = std::min(kBlock, bytes.size() - at), before = text.size();
        text.resize(before + (size + 2) / 3 * 4 + 1);  // EVP_EncodeBlock ends its text with a zero
        EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data() + before),
                        reinterpret_cast<const unsigned char*>(bytes.data() + at), static_cast<int>(size));
        text.pop_back();
    }
    return text;
}

}  // namespace etscope
