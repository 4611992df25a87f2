// Tensors as pictures: which axes are rows, columns and colours; what a processor did to the pixels, and its inverse; and the
// pixels themselves. Reading is bounded as heat maps are. Pure functions; any thread. Rules: docs/FORMATS.md "Pictures".
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "tensor/heat_map.h"

namespace etscope::tensor {

/// Which axis is what; sizes are at least 1.
struct PictureAxes {
    std::optional<std::size_t> item, channel;  ///< absent: one picture; grey
    std::size_t row = 0, column = 0;
    std::int64_t items = 1, channels = 1, rows = 1, columns = 1;

    bool colour() const noexcept { return channels == 3 || channels == 4; }
    /// More channels than colours have.
    bool featureMap() const noexcept { return channels == 2 || channels > 4; }
};

/// [N,]C,H,W or [N,]H,W,C of floating or u8 elements, or H,W; where both fit, channels come first. Nothing: no picture.
std::optional<PictureAxes> pictureAxes(const Tensor& tensor);

/// What was done to pixels of 0 … 1, by channel: (pixel − mean) / std.
struct Normalisation {
    std::string name;  ///< "siglip", "clip", "imagenet", "unit", "byte", "typed", "metadata"
    std::array<double, 3> mean{}, std{1, 1, 1};
    std::string source = {};  ///< who told it; may be empty

    /// What makes pixels of the values: "value × 0.5 + 0.5".
    std::string formula() const;
};
/// Those that are known by name.
std::span<const Normalisation> knownNormalisations();
/// One of those by its name, or "MEAN/STD" or "M,M,M/S,S,S" as typed. Errors: `picture-mapping`.
Result<Normalisation> parseNormalisation(std::string_view text);

/// Channels of one picture, as many pixels as were asked for at most.
struct PicturePlanes {
    PictureAxes axes;
    std::vector<std::int64_t> channels;  ///< of `planes`
    std::vector<HeatMap> planes;         ///< all of one size
    double min = 0, max = 0;             ///< of finite pixels
    std::uint64_t notFinite = 0;         ///< pixels with a NaN or an infinity in a channel
    bool reduced = false;                ///< a pixel is the mean of several elements, or not all were read
};

struct PictureRequest {
    std::int64_t item = 0;
    std::optional<std::int64_t> channel;  ///< alone; nothing: colours, of a feature map the first 16 channels
    std::size_t maxSide = 512;
};
inline constexpr std::int64_t kMostTiles = 16;

/// Errors: `picture-shape` (no picture), `slice-out-of-range`, those of valueMap().
Result<PicturePlanes> picturePlanes(const Tensor& tensor, const PictureRequest& request, const JobContext& job);
/// |runtime − reference|, the largest of the channels. Errors also: `shape-mismatch`.
Result<PicturePlanes> differencePlanes(const Tensor& reference, const Tensor& runtime, const PictureRequest& request,
                                       const JobContext& job);

/// How values become pixels, and why so.
struct PictureMapping {
    std::optional<Normalisation> normalisation;  ///< nothing: min … max
    double min = 0, max = 0;                     ///< of min … max
    std::string evidence;

    std::string formula() const;
};
/// By what is told, else by the type and the range of the values, else min … max.
PictureMapping pictureMapping(const PicturePlanes& planes, ScalarType type, const std::optional<Normalisation>& told);
/// min … max, whatever the values look like.
PictureMapping rangeMapping(const PicturePlanes& planes);

struct Raster {
    std::size_t rows = 0, columns = 0;
    bool colour = false;               ///< 3 bytes a pixel, else 1: the level between black and white
    std::vector<std::uint8_t> levels;  ///< from the top down
    /// Of each pixel; NaN and infinities are no level, between tiles there is none.
    enum Kind : std::uint8_t { Shown, NotFinite, Gap };
    std::vector<std::uint8_t> kinds;
    std::uint64_t clipped = 0;  ///< levels beyond black or white
};
/// Three or four channels as colours (the fourth, of opacity, is left out), one as grey, more as tiles.
Raster raster(const PicturePlanes& planes, const PictureMapping& mapping);

/// A PNG of it: grey or colour, pixels that are not finite in magenta. Errors: `limit-exceeded`.
Result<std::vector<std::byte>> pngOf(const Raster& raster);

}  // namespace etscope::tensor
