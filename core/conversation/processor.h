// Processor: what a `preprocessor_config.json` says is made of a picture: cut, resized, rescaled, normalised. Pure functions; any
// thread. Rules: docs/FORMATS.md "Pictures of conversations".
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "conversation/picture_file.h"

namespace etscope::conversation {

enum class Resampling : std::uint8_t { Nearest, Lanczos, Bilinear, Bicubic };

struct Processor {
    std::optional<std::size_t> rows, columns;  ///< of the result; nothing: the model's input tells
    std::optional<std::size_t> shortest;       ///< the shorter side is made so long, and the middle cut out
    Resampling resampling = Resampling::Bilinear;
    bool resizes = true, antialias = true, crops = false;
    std::optional<std::size_t> cropRows, cropColumns;
    bool rescales = true, normalises = true;
    double factor = 1.0 / 255;
    std::array<double, 3> mean{0, 0, 0}, deviation{1, 1, 1};
};

/// Errors: `processor-unsupported`.
Result<Processor> readProcessor(const nlohmann::json& config);

/// A part of a picture.
Pixels cutOut(const Pixels& picture, std::size_t top, std::size_t left, std::size_t rows, std::size_t columns);
/// Resized as torch's interpolate does with antialias, and as Pillow does; without antialias as interpolate does. `rounds`: to
/// whole levels.
Pixels resized(const Pixels& picture, std::size_t rows, std::size_t columns, Resampling how, bool antialias, bool rounds);
/// Whether nothing that is made on the way to a result of that size is too large: kMostPixels, of the result an eighth.
bool isComputable(const Processor& processor, const Pixels& picture, std::size_t rows, std::size_t columns) noexcept;
/// The levels that the processor makes of the picture for a result of that size, before they are rescaled. It must be computable.
Pixels prepared(const Processor& processor, const Pixels& picture, std::size_t rows, std::size_t columns);

}  // namespace etscope::conversation
