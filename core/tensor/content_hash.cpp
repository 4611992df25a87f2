#include "tensor/content_hash.h"

#include <xxhash.h>

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "io/sha256.h"
#include "tensor/element_reader.h"
#include "tensor/removed.h"
#include "tensor/walk.h"

namespace etscope::tensor {

namespace {

constexpr std::uint64_t kBlock = 1U << 18U;

/// An XXH3-128 under way.
class Hasher {
public:
    Hasher() : m_state(XXH3_createState(), &XXH3_freeState) { m_sound = m_state && XXH3_128bits_reset(m_state.get()) == XXH_OK; }
    bool sound() const noexcept { return m_sound; }
    void add(std::span<const std::byte> bytes) { XXH3_128bits_update(m_state.get(), bytes.data(), bytes.size()); }
    ContentHash hash() const {
        const XXH128_hash_t hash = XXH3_128bits_digest(m_state.get());
        return {hash.high64, hash.low64};
    }

private:
    std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> m_state;
    bool m_sound = false;
};

Failure noMemory() { return fail("out-of-memory", "there is no memory for a hash"); }

/// The integers of packed bytes, sign extended, a byte each.
void unpack(std::span<const std::byte> packed, unsigned bits, Packing packing, std::vector<std::byte>& into) {
    const unsigned perByte = 8 / bits, half = 1U << (bits - 1), mask = (1U << bits) - 1;
    into.clear();
    for (const std::byte byte : packed)
        for (unsigned i = 0; i < perByte; ++i) {
            const unsigned shift = bits * (packing.highFirst ? perByte - 1 - i : i);
            const unsigned raw = (std::to_integer<unsigned>(byte) >> shift) & mask;
            const unsigned value = packing.offset ? raw - half : (raw ^ half) - half;
            into.push_back(static_cast<std::byte>(value & 0xFFU));
        }
}

/// Every element, in row-major order.
Result<void> addElements(const Tensor& tensor, auto& hasher, const JobContext& job) {
    auto reader = ElementReader::open(tensor);
    if (!reader) return reader.failure();
    return forEachBlock(0, reader->count(), reader->blockSize(), job, [&](std::uint64_t first, std::size_t n) -> Result<void> {
        const auto items = reader->items(first, n);
        if (!items) return items.failure();
        hasher.add(std::as_bytes(std::span(items->data(), items->size())));
        return {};
    });
}

}  // namespace

Result<ContentHash> contentHash(const Tensor& tensor, const JobContext& job) {
    if (const auto removed = removedContent(tensor)) return removed->hash;
    Hasher hasher;
    if (!hasher.sound()) return noMemory();
    if (auto added = addElements(tensor, hasher, job); !added) return added.failure();
    return hasher.hash();
}

Result<std::string> elementsSha256(const Tensor& tensor, const JobContext& job) {
    if (const auto removed = removedContent(tensor)) return removed->sha256;
    Sha256 hasher;
    if (auto added = addElements(tensor, hasher, job); !added) return added.failure();
    return hasher.hex();
}

Result<std::array<ContentHash, kPackings.size()>> unpackedHashes(const ByteRange& bytes, unsigned bits, const JobContext& job) {
    std::array<Hasher, kPackings.size()> hashers;
    if (!std::ranges::all_of(hashers, &Hasher::sound)) return noMemory();
    std::vector<std::byte> block, unpacked;
    for (std::uint64_t at = 0; at < bytes.size; at += kBlock) {
        if (job.cancelled()) return cancelledFailure();
        block.resize(static_cast<std::size_t>(std::min(kBlock, bytes.size - at)));
        if (auto read = bytes.read(at, block); !read) return read.failure();
        for (std::size_t i = 0; i < hashers.size(); ++i) {
            unpack(block, bits, kPackings[i], unpacked);
            hashers[i].add(unpacked);
        }
    }
    std::array<ContentHash, kPackings.size()> hashes;
    std::ranges::transform(hashers, hashes.begin(), &Hasher::hash);
    return hashes;
}

}  // namespace etscope::tensor
