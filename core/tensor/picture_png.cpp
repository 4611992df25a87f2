// A raster as a PNG of 8 bits a channel, written by libpng; one channel where all pixels are levels of grey.
#include <png.h>

#include <algorithm>
#include <array>

#include "tensor/picture.h"

namespace etscope::tensor {
namespace {

constexpr std::size_t kMostPixels = std::size_t{1} << 26;  ///< beyond what heat maps give
constexpr std::array<std::uint8_t, 3> kOdd{0xE0, 0x20, 0xC0}, kBetween{0xFF, 0xFF, 0xFF};

/// Three bytes a pixel.
std::vector<std::uint8_t> rowsOf(const Raster& raster) {
    std::vector<std::uint8_t> rows;
    rows.reserve(raster.rows * raster.columns * 3);
    for (std::size_t row = 0; row < raster.rows; ++row) {
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
    const bool grey = !raster.colour && std::ranges::all_of(raster.kinds, [](std::uint8_t kind) { return kind == Raster::Shown; });
    const std::vector<std::uint8_t> rows = grey ? raster.levels : rowsOf(raster);
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(raster.columns);
    image.height = static_cast<png_uint_32>(raster.rows);
    image.format = grey ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB;
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    std::vector<std::byte> out(size);
    if (png_image_write_to_memory(&image, out.data(), &size, 0, rows.data(), 0, nullptr) == 0)
        return fail("write-failed", image.message);
    out.resize(size);
    return out;
}

}  // namespace etscope::tensor
