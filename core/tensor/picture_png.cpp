// A PNG of 8 bits a channel, without filters: ISO/IEC 15948, of which nothing else is needed.
#include <zlib.h>

#include <algorithm>
#include <array>

#include "tensor/picture.h"

namespace etscope::tensor {
namespace {

constexpr std::size_t kMostPixels = std::size_t{1} << 26;  ///< beyond what heat maps give
constexpr std::array<std::uint8_t, 3> kOdd{0xE0, 0x20, 0xC0}, kBetween{0xFF, 0xFF, 0xFF};

void add32(std::vector<std::byte>& out, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<std::byte>(value >> shift & 0xFFU));
}

void addChunk(std::vector<std::byte>& out, std::string_view type, std::span<const std::byte> data) {
    add32(out, static_cast<std::uint32_t>(data.size()));
    const std::size_t begin = out.size();
    for (const char letter : type) out.push_back(static_cast<std::byte>(letter));
    out.insert(out.end(), data.begin(), data.end());
    const auto* from = reinterpret_cast<const Bytef*>(out.data() + begin);
    add32(out, static_cast<std::uint32_t>(crc32_z(0, from, out.size() - begin)));
}

/// Three bytes a pixel, each row behind the word for "no filter".
std::vector<std::uint8_t> rowsOf(const Raster& raster) {
    std::vector<std::uint8_t> rows;
    rows.reserve(raster.rows * (1 + raster.columns * 3));
    for (std::size_t row = 0; row < raster.rows; ++row) {
        rows.push_back(0);
        for (std::size_t pixel = row * raster.columns; pixel < (row + 1) * raster.columns; ++pixel)
            for (std::size_t c = 0; c < 3; ++c)
                rows.push_back(raster.kinds[pixel] == Raster::NotFinite ? kOdd[c]
                               : raster.kinds[pixel] == Raster::Gap     ? kBetween[c]
                                                                        : raster.levels[raster.colour ? pixel * 3 + c : pixel]);
    }
    return rows;
}

}  // namespace

Result<std::vector<std::byte>> pngOf(const Raster& raster) {
    if (raster.rows == 0 || raster.columns == 0 || raster.rows > kMostPixels / raster.columns)
        return fail("limit-exceeded",
                    "a picture of " + std::to_string(raster.rows) + " × " + std::to_string(raster.columns) + " pixels");
    const std::vector<std::uint8_t> rows = rowsOf(raster);
    std::vector<std::byte> packed(compressBound(rows.size()));
    uLongf size = packed.size();
    if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size, rows.data(), rows.size(), Z_DEFAULT_COMPRESSION) != Z_OK)
        return fail("write-failed", "the picture could not be packed");
    packed.resize(size);
    std::vector<std::byte> out, head;
    for (const unsigned byte : {0x89U, 0x50U, 0x4EU, 0x47U, 0x0DU, 0x0AU, 0x1AU, 0x0AU})
        out.push_back(static_cast<std::byte>(byte));
    add32(head, static_cast<std::uint32_t>(raster.columns));
    add32(head, static_cast<std::uint32_t>(raster.rows));
    for (const unsigned byte : {8U, 2U, 0U, 0U, 0U}) head.push_back(static_cast<std::byte>(byte));
    addChunk(out, "IHDR", head);
    addChunk(out, "IDAT", packed);
    addChunk(out, "IEND", {});
    return out;
}

}  // namespace etscope::tensor
