#include "openssl/evp.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <new>
#include <string_view>

struct evp_md_st {};

/// SHA-256 of FIPS 180-4.
struct evp_md_ctx_st {
    std::array<std::uint32_t, 8> state{};
    std::array<unsigned char, 64> block{};
    std::uint64_t size = 0;

    void add(const unsigned char* bytes, std::size_t count) {
        while (count > 0) {
            const std::size_t held = size % block.size(), take = std::min(count, block.size() - held);
            std::copy_n(bytes, take, block.begin() + held);
            size += take;
            bytes += take;
            count -= take;
            if (held + take == block.size()) mix();
        }
    }

    void mix();
};

namespace {

/// The first 32 bits of the fraction of a root; of the primes the roots are taken of.
constexpr std::array<std::uint32_t, 8> kStart = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                                 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
constexpr std::array<std::uint32_t, 64> kRound = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// By character: what a digit stands for, and "=" for nothing; −1 of others.
constexpr std::array<int, 256> kValues = [] {
    std::array<int, 256> values;
    values.fill(-1);
    for (std::size_t i = 0; i < kDigits.size(); ++i) values[static_cast<unsigned char>(kDigits[i])] = static_cast<int>(i);
    values['='] = 0;
    return values;
}();

}  // namespace

void evp_md_ctx_st::mix() {
    std::array<std::uint32_t, 64> words;
    for (std::size_t i = 0; i < 16; ++i)
        words[i] = std::uint32_t{block[4 * i]} << 24 | std::uint32_t{block[4 * i + 1]} << 16 | std::uint32_t{block[4 * i + 2]} << 8 |
                   block[4 * i + 3];
    for (std::size_t i = 16; i < 64; ++i) {
        const std::uint32_t near = words[i - 15], far = words[i - 2];
        words[i] = words[i - 16] + (std::rotr(near, 7) ^ std::rotr(near, 18) ^ near >> 3) + words[i - 7] +
                   (std::rotr(far, 17) ^ std::rotr(far, 19) ^ far >> 10);
    }
    auto [a, b, c, d, e, f, g, h] = state;
    for (std::size_t i = 0; i < 64; ++i) {
        const std::uint32_t first =
            h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + kRound[i] + words[i];
        const std::uint32_t second = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
    }
    const std::array<std::uint32_t, 8> mixed = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < state.size(); ++i) state[i] += mixed[i];
}

EVP_MD_CTX* EVP_MD_CTX_new() { return new (std::nothrow) evp_md_ctx_st; }

void EVP_MD_CTX_free(EVP_MD_CTX* context) { delete context; }

const EVP_MD* EVP_sha256() {
    static const evp_md_st type;
    return &type;
}

int EVP_DigestInit_ex(EVP_MD_CTX* context, const EVP_MD*, ENGINE*) {
    context->state = kStart;
    context->size = 0;
    return 1;
}

int EVP_DigestUpdate(EVP_MD_CTX* context, const void* bytes, size_t size) {
    context->add(static_cast<const unsigned char*>(bytes), size);
    return 1;
}

int EVP_DigestFinal_ex(EVP_MD_CTX* context, unsigned char* digest, unsigned* size) {
    std::array<unsigned char, 8> bits;
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = static_cast<unsigned char>(context->size * 8 >> (56 - 8 * i));
    constexpr unsigned char kOne = 0x80, kZero = 0;
    context->add(&kOne, 1);
    while (context->size % 64 != 56) context->add(&kZero, 1);
    context->add(bits.data(), bits.size());
    for (std::size_t i = 0; i < 32; ++i) digest[i] = static_cast<unsigned char>(context->state[i / 4] >> (24 - 8 * (i % 4)));
    if (size != nullptr) *size = 32;
    return 1;
}

int EVP_EncodeBlock(unsigned char* text, const unsigned char* bytes, int size) {
    unsigned char* to = text;
    for (; size > 0; size -= 3, bytes += 3) {
        const std::uint32_t group = std::uint32_t{bytes[0]} << 16 | (size > 1 ? bytes[1] : 0U) << 8 | (size > 2 ? bytes[2] : 0U);
        for (int digit = 0; digit < 4; ++digit)
            *to++ = static_cast<unsigned char>(digit <= size ? kDigits[group >> (18 - 6 * digit) & 63] : '=');
    }
    *to = 0;
    return static_cast<int>(to - text);
}

// Blanks in front are skipped, and so is what ends a text; "=" is a zero wherever it stands.
int EVP_DecodeBlock(unsigned char* bytes, const unsigned char* text, int size) {
    std::string_view left(reinterpret_cast<const char*>(text), static_cast<std::size_t>(size));
    while (left.starts_with(' ') || left.starts_with('\t')) left.remove_prefix(1);
    while (left.size() > 3 && (left.ends_with(' ') || left.ends_with('\t') || left.ends_with('\r') || left.ends_with('\n')))
        left.remove_suffix(1);
    if (left.size() % 4 != 0) return -1;
    int count = 0;
    for (; !left.empty(); left.remove_prefix(4)) {
        std::uint32_t group = 0;
        for (const char c : left.substr(0, 4)) {
            const int value = kValues[static_cast<unsigned char>(c)];
            if (value < 0) return -1;
            group = group << 6 | static_cast<std::uint32_t>(value);
        }
        for (int shift = 16; shift >= 0; shift -= 8) bytes[count++] = static_cast<unsigned char>(group >> shift);
    }
    return count;
}
