#include "conversation/picture_file.h"

#include <png.h>

#include <cstring>

namespace etscope::conversation {
namespace {

constexpr std::uint64_t kMostFile = 256ULL << 20;

/// Frees what libpng holds.
struct Image {
    png_image image{};
    Image() { image.version = PNG_IMAGE_VERSION; }
    ~Image() { png_image_free(&image); }
    Image(const Image&) = delete;
    Image& operator=(const Image&) = delete;
};

}  // namespace

Result<Pixels> readPicture(const ByteRange& file) {
    if (file.size > kMostFile) return fail("limit-exceeded", "a picture's file has at most 256 MiB", file.where());
    const auto bytes = file.readAll();
    if (!bytes) return bytes.failure();
    Image png;
    if (png_image_begin_read_from_memory(&png.image, bytes->data(), bytes->size()) == 0)
        return fail("picture-file", std::string("no PNG that can be read: ") + png.image.message, file.where());
    const auto pixels = std::uint64_t{png.image.width} * png.image.height;
    if (pixels > kMostPixels) return fail("limit-exceeded", "a picture has at most 16 million pixels", file.where());
    png.image.format = PNG_FORMAT_RGBA;  // colours as they are, not mixed with a background
    std::vector<std::uint8_t> data(static_cast<std::size_t>(pixels) * 4);
    if (png_image_finish_read(&png.image, nullptr, data.data(), 0, nullptr) == 0)
        return fail("picture-file", std::string("the PNG is damaged: ") + png.image.message, file.where());
    Pixels out{png.image.height, png.image.width, {}};
    out.levels.resize(static_cast<std::size_t>(pixels) * 3);
    for (std::size_t i = 0; i < pixels; ++i)
        for (std::size_t c = 0; c < 3; ++c) out.levels[i * 3 + c] = data[i * 4 + c];
    return out;
}

}  // namespace etscope::conversation
