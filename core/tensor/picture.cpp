#include "tensor/picture.h"

#include <png.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "tensor/views.h"

namespace etscope::tensor {
namespace {

bool isColours(std::int64_t size) { return size == 1 || size == 3 || size == 4; }

bool hasPixels(const Tensor& tensor) { return isFloating(tensor.type) || tensor.type == ScalarType::U8; }

/// Of one picture of rank 2 or 3, whose axes begin at `first`.
PictureAxes axesFrom(const Tensor& tensor, std::size_t first) {
    PictureAxes axes;
    const auto size = [&](std::size_t axis) { return tensor.shape[first + axis]; };
    const bool flat = tensor.shape.size() - first == 2;
    const bool last = !flat && !isColours(size(0)) && isColours(size(2));
    if (!flat) axes.channel = first + (last ? 2 : 0);
    axes.row = first + (flat || last ? 0 : 1);
    axes.column = axes.row + 1;
    axes.channels = axes.channel ? tensor.shape[*axes.channel] : 1;
    axes.rows = tensor.shape[axes.row];
    axes.columns = tensor.shape[axes.column];
    return axes;
}

PlaneRequest planeOf(const Tensor& tensor, const PictureAxes& axes, const PictureRequest& request, std::int64_t channel) {
    PlaneRequest plane{axes.row, axes.column, std::vector<std::int64_t>(tensor.shape.size(), 0), request.maxSide, request.maxSide};
    // Pixels stay squares: both sides are reduced alike.
    const auto longest = static_cast<double>(std::max(axes.rows, axes.columns));
    const double scale = std::min(1.0, static_cast<double>(request.maxSide) / longest);
    plane.maxRows = static_cast<std::size_t>(std::max(1.0, std::round(static_cast<double>(axes.rows) * scale)));
    plane.maxColumns = static_cast<std::size_t>(std::max(1.0, std::round(static_cast<double>(axes.columns) * scale)));
    if (axes.item) plane.index[*axes.item] = request.item;
    if (axes.channel) plane.index[*axes.channel] = channel;
    return plane;
}

/// Every k-th row and column of what no heat map would read whole, so that both sides lose alike.
Result<Tensor> thinned(const Tensor& tensor, const PictureAxes& axes) {
    constexpr std::int64_t kMostRead = 4096;
    Result<Tensor> view = tensor;
    for (const std::size_t axis : {axes.row, axes.column}) {
        const std::int64_t size = tensor.shape[axis];
        if (size > kMostRead) view = narrow(*view, axis, 0, size, size / kMostRead + (size % kMostRead != 0 ? 1 : 0));
        if (!view) return view.failure();
    }
    return view;
}

std::vector<std::int64_t> channelsOf(const PictureAxes& axes, const PictureRequest& request) {
    if (request.channel) return {*request.channel};
    std::vector<std::int64_t> channels;
    for (std::int64_t c = 0; c < std::min(axes.colour() ? 3 : axes.channels, kMostTiles); ++c) channels.push_back(c);
    return channels;
}

void addUp(PicturePlanes& planes) {
    constexpr double kMost = std::numeric_limits<double>::max();
    planes.min = kMost;
    planes.max = -kMost;
    const std::size_t pixels = planes.planes.front().flags.size();
    for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
        bool odd = false;
        for (const HeatMap& plane : planes.planes) {
            odd = odd || (plane.flags[pixel] & (HeatMap::HasNan | HeatMap::HasInf)) != 0;
            if ((plane.flags[pixel] & HeatMap::Empty) != 0) continue;
            planes.min = std::min(planes.min, static_cast<double>(plane.values[pixel]));
            planes.max = std::max(planes.max, static_cast<double>(plane.values[pixel]));
        }
        planes.notFinite += odd ? 1 : 0;
    }
    if (planes.min > planes.max) planes.min = planes.max = 0;
    const HeatMap& first = planes.planes.front();
    const auto is = [](std::size_t shown, std::int64_t size) { return static_cast<std::int64_t>(shown) == size; };
    planes.reduced = first.sampled || !is(first.rows, planes.axes.rows) || !is(first.columns, planes.axes.columns);
}

/// Checks that there is such a picture.
Result<PictureAxes> askedAxes(const Tensor& tensor, const PictureRequest& request) {
    const auto axes = pictureAxes(tensor);
    if (!axes) return fail("picture-shape", "no picture: neither [N,]C,H,W nor [N,]H,W,C of floating or u8 elements");
    if (request.item < 0 || request.item >= axes->items)
        return fail("slice-out-of-range", "picture " + std::to_string(request.item) + " of " + std::to_string(axes->items));
    if (request.channel && (*request.channel < 0 || *request.channel >= axes->channels))
        return fail("slice-out-of-range", "channel " + std::to_string(*request.channel) + " of " + std::to_string(axes->channels));
    return *axes;
}

// A raster as a PNG of 8 bits a channel, written by libpng; one channel where all pixels are levels of grey.

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

std::optional<PictureAxes> pictureAxes(const Tensor& tensor) {
    const std::size_t rank = tensor.shape.size();
    if (!hasPixels(tensor) || rank < 2 || rank > 4) return std::nullopt;
    if (std::ranges::any_of(tensor.shape, [](std::int64_t size) { return size < 1; })) return std::nullopt;
    PictureAxes axes = axesFrom(tensor, rank == 4 ? 1 : 0);
    if (rank < 4) return axes;
    axes.item = 0;
    axes.items = tensor.shape[0];
    return axes;
}

Result<PicturePlanes> picturePlanes(const Tensor& tensor, const PictureRequest& request, const JobContext& job) {
    const auto axes = askedAxes(tensor, request);
    if (!axes) return axes.failure();
    PicturePlanes planes{*axes, channelsOf(*axes, request), {}, 0, 0, 0, false};
    const auto read = thinned(tensor, *axes);
    if (!read) return read.failure();
    for (const std::int64_t channel : planes.channels) {
        auto map = valueMap(*read, planeOf(tensor, *axes, request, channel), job);
        if (!map) return map.failure();
        planes.planes.push_back(*std::move(map));
    }
    addUp(planes);
    return planes;
}

Result<PicturePlanes> differencePlanes(const Tensor& reference, const Tensor& runtime, const PictureRequest& request,
                                       const JobContext& job) {
    const auto axes = askedAxes(reference, request);
    if (!axes) return axes.failure();
    const std::vector<std::int64_t> channels = channelsOf(*axes, request);
    PicturePlanes planes{*axes, {channels.front()}, {}, 0, 0, 0, false};
    const bool together = axes->colour() && !request.channel;
    if (!together) planes.channels = channels;
    if (reference.shape != runtime.shape) return fail("shape-mismatch", "the sides have different shapes");
    const auto left = thinned(reference, *axes), right = thinned(runtime, *axes);
    if (!left) return left.failure();
    if (!right) return right.failure();
    for (const std::int64_t channel : channels) {
        auto map = differenceMap(*left, *right, planeOf(reference, *axes, request, channel), job);
        if (!map) return map.failure();
        if (!together || planes.planes.empty()) {
            planes.planes.push_back(*std::move(map));
            continue;
        }
        HeatMap& all = planes.planes.front();
        for (std::size_t pixel = 0; pixel < all.values.size(); ++pixel) {
            const bool empty = (all.flags[pixel] & map->flags[pixel] & HeatMap::Empty) != 0;
            const auto odd =
                static_cast<std::uint8_t>((all.flags[pixel] | map->flags[pixel]) & (HeatMap::HasNan | HeatMap::HasInf));
            all.values[pixel] = std::max(all.values[pixel], map->values[pixel]);
            all.flags[pixel] = static_cast<std::uint8_t>(odd | (empty ? HeatMap::Empty : 0));
        }
    }
    addUp(planes);
    return planes;
}

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
