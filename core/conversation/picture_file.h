// Pictures in files: PNG, decoded to three colours of 8 bits. Stateless; any thread.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "io/source.h"

namespace etscope::conversation {

/// Of a picture that is read or made on the way: each takes 24 bytes.
inline constexpr std::uint64_t kMostPixels = 16ULL << 20;

struct Pixels {
    std::size_t rows = 0, columns = 0;
    std::vector<double> levels;  ///< 0 … 255 by row, column, colour (red, green, blue)

    double at(std::size_t row, std::size_t column, std::size_t colour) const noexcept {
        return levels[(row * columns + column) * 3 + colour];
    }
};

/// Opacity is left out as Pillow's convert("RGB") does. Errors: `picture-file` (no PNG, damaged), `limit-exceeded`, those of the
/// source.
Result<Pixels> readPicture(const ByteRange& file);

}  // namespace etscope::conversation
