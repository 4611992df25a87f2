#include "slim/zeros.h"

#include <zlib.h>

#include <vector>

namespace etscope::slim {
namespace {

/// Zeros of one piece: pieces end at a byte (Z_FULL_FLUSH) and can stand one behind the other.
constexpr std::uint64_t kPiece = std::uint64_t{1} << 20U;

/// A raw deflate stream of so many zeros that others may follow (`last`: none may).
std::vector<std::byte> piece(std::uint64_t size, bool last) {
    const std::vector<Bytef> zeros(static_cast<std::size_t>(size));
    z_stream stream{};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK) return {};
    std::vector<std::byte> bytes(deflateBound(&stream, static_cast<uLong>(size)) + 64);
    stream.next_in = const_cast<Bytef*>(zeros.data());
    stream.avail_in = static_cast<uInt>(size);
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = static_cast<uInt>(bytes.size());
    ::deflate(&stream, last ? Z_FINISH : Z_FULL_FLUSH);
    bytes.resize(bytes.size() - stream.avail_out);
    deflateEnd(&stream);
    return bytes;
}

/// crc32_combine() takes as many bytes as the system's offsets count, which may be of 32 bits.
uLong combined(uLong first, uLong second, std::uint64_t length) {
    constexpr std::uint64_t kMost = std::uint64_t{1} << 30U;
    for (; length > kMost; length -= kMost) first = crc32_combine(first, 0, static_cast<z_off_t>(kMost));
    return crc32_combine(first, second, static_cast<z_off_t>(length));
}

std::uint32_t checksum(std::uint64_t size) {
    const std::vector<Bytef> zeros(static_cast<std::size_t>(kPiece));
    const uLong whole = crc32_z(0, zeros.data(), zeros.size());
    uLong crc = crc32(0, nullptr, 0);
    // A power of pieces at a time: combining costs the logarithm of a length.
    uLong power = whole;
    std::uint64_t length = kPiece;
    for (std::uint64_t pieces = size / kPiece; pieces > 0; pieces /= 2) {
        if (pieces % 2 == 1) crc = combined(crc, power, length);
        power = combined(power, power, length);
        length *= 2;
    }
    const uLong rest = crc32_z(0, zeros.data(), static_cast<std::size_t>(size % kPiece));
    return static_cast<std::uint32_t>(combined(crc, rest, size % kPiece));
}

}  // namespace

Result<void> addZeros(ZipStream& archive, std::string_view name, std::uint64_t size, std::uint64_t alignment,
                      const JobContext& job) {
    const ZipStream::Form form{.most = size, .alignment = alignment, .deflated = true, .size = size, .crc = checksum(size)};
    if (auto begun = archive.begin(name, form); !begun) return begun;
    const auto whole = size >= kPiece ? piece(kPiece, false) : std::vector<std::byte>{};
    for (std::uint64_t left = size / kPiece; left > 0; --left) {
        if (job.cancelled()) return cancelledFailure();
        if (auto written = archive.write(whole); !written) return written;
    }
    const auto rest = piece(size % kPiece, true);
    if (rest.empty()) return fail("out-of-memory", "there is no memory for deflating");
    if (auto written = archive.write(rest); !written) return written;
    return archive.end();
}

}  // namespace etscope::slim
