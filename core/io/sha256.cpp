#include "io/sha256.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/hex.h"

namespace etscope {

Sha256::Sha256()
    : m_context(EVP_MD_CTX_new(), &EVP_MD_CTX_free),
      m_sound(m_context != nullptr && EVP_DigestInit_ex(m_context.get(), EVP_sha256(), nullptr) == 1) {}

void Sha256::add(std::span<const std::byte> bytes) {
    m_sound = m_sound && EVP_DigestUpdate(m_context.get(), bytes.data(), bytes.size()) == 1;
}

Result<std::string> Sha256::hex() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    if (!m_sound || EVP_DigestFinal_ex(m_context.get(), digest.data(), &size) != 1)
        return fail("hash-unavailable", "SHA-256 is not available");
    return hexText(std::as_bytes(std::span(digest).first(size)));
}

Result<std::string> sha256(const ByteRange& range, const JobContext& job) {
    constexpr std::uint64_t kBlock = 1U << 20U;
    Sha256 hash;
    std::vector<std::byte> block(static_cast<std::size_t>(std::min(kBlock, range.size)));
    for (std::uint64_t at = 0; at < range.size; at += kBlock) {
        if (job.cancelled()) return cancelledFailure();
        const auto part = std::span(block).first(static_cast<std::size_t>(std::min(kBlock, range.size - at)));
        if (auto read = range.read(at, part); !read) return read.failure();
        hash.add(part);
    }
    return hash.hex();
}

}  // namespace etscope
