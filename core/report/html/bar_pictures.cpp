// Bars, and pictures of errors.
#include <algorithm>
#include <cmath>

#include "base/base64.h"
#include "report/html/charts.h"
#include "report/html/html_text.h"
#include "tensor/picture.h"

namespace etscope::report::html {
namespace {

/// Pixels that are not finite are drawn above the picture, as many runs of them at most; a plane of nothing else is one.
constexpr std::size_t kMostOdd = 400;
constexpr double kLeastSide = 28, kMostWidth = 520, kMostHeight = 360;

/// Of the pixels; squares where there is room.
layout::Size shownSize(const tensor::HeatMap& map) {
    const auto columns = static_cast<double>(std::max<std::size_t>(1, map.columns));
    const auto rows = static_cast<double>(std::max<std::size_t>(1, map.rows));
    const double scale = std::max(1.0, std::min({kMostWidth / columns, kMostHeight / rows, 24.0}));
    return {std::max(kLeastSide, columns * scale), std::max(kLeastSide, rows * scale)};
}

/// 0 where there is no finite element.
std::uint8_t levelOf(const tensor::HeatMap& map, std::size_t pixel) {
    const double value = std::abs(static_cast<double>(map.values[pixel]));
    if (!(map.max > 0) || !std::isfinite(value)) return 0;
    // What differs at all is not the colour of nothing.
    return static_cast<std::uint8_t>(std::clamp(std::ceil(value / map.max * 255), 0.0, 255.0));
}

bool isOdd(const tensor::HeatMap& map, std::size_t pixel) {
    return (map.flags[pixel] & (tensor::HeatMap::HasNan | tensor::HeatMap::HasInf)) != 0;
}

void drawOdd(SvgCanvas& canvas, const tensor::HeatMap& map, layout::Size size) {
    const double width = size.width / static_cast<double>(map.columns), height = size.height / static_cast<double>(map.rows);
    std::size_t drawn = 0;
    for (std::size_t row = 0; row < map.rows; ++row)
        for (std::size_t column = 0; column < map.columns;) {
            std::size_t end = column;
            while (end < map.columns && isOdd(map, row * map.columns + end)) ++end;
            if (end > column && drawn++ < kMostOdd)
                canvas.rect({static_cast<double>(column) * width, static_cast<double>(row) * height,
                             static_cast<double>(end - column) * width, height},
                            "odd");
            column = std::max(end, column + 1);
        }
}

}  // namespace

std::string barsPicture(const std::vector<Bar>& bars, std::string_view name) {
    constexpr double kWidth = 1120, kRow = 22, kNames = 330, kValues = 200, kMost = kWidth - kNames - kValues - 12;
    double most = 0;
    for (const Bar& bar : bars) most = std::max(most, bar.share);
    SvgCanvas canvas(kWidth, kRow * static_cast<double>(bars.size()), "chart wide");
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const double y = static_cast<double>(i) * kRow;
        const double length = most > 0 ? std::max(1.0, bars[i].share / most * kMost) : 0;
        canvas.text({kNames - 8, y + 15}, fitting(bars[i].name, kNames - 12), "onfill", Anchor::End);
        canvas.rect({kNames, y + 4, length, kRow - 8}, "fill", bars[i].name + " · " + bars[i].value);
        canvas.text({kNames + length + 8, y + 15}, bars[i].value, "");
    }
    return std::move(canvas).html(name);
}

std::string partsPicture(const std::vector<Part>& parts, std::string_view name) {
    constexpr double kWidth = 320, kHeight = 10;
    std::uint64_t all = 0;
    for (const Part& part : parts) all += part.count;
    SvgCanvas canvas(kWidth, kHeight, "chart");
    double x = 0;
    for (const Part& part : parts) {
        if (part.count == 0) continue;
        const double width = static_cast<double>(part.count) / static_cast<double>(all) * kWidth;
        canvas.rect({x, 0, std::max(1.0, width - 1), kHeight}, part.kind);
        x += width;
    }
    return std::move(canvas).html(name);
}

Result<std::string> errorPicture(const tensor::HeatMap& map, std::string_view name) {
    tensor::Raster raster{.rows = map.rows, .columns = map.columns};
    for (std::size_t pixel = 0; pixel < map.values.size(); ++pixel) raster.levels.push_back(levelOf(map, pixel));
    raster.kinds.assign(map.values.size(), tensor::Raster::Shown);
    const auto png = tensor::pngOf(raster);
    if (!png) return png.failure();
    const layout::Size size = shownSize(map);
    SvgCanvas canvas(size.width, size.height, "heat");
    canvas.raw("<image width=\"" + fixed(size.width) + "\" height=\"" + fixed(size.height) +
               "\" preserveAspectRatio=\"none\" href=\"data:image/png;base64," + encodeBase64(*png) + "\"/>");
    drawOdd(canvas, map, size);
    canvas.rect({0.5, 0.5, size.width - 1, size.height - 1}, "frame");
    return std::move(canvas).html(name);
}

std::string errorScale(double largest) {
    constexpr double kWidth = 96, kHeight = 10;
    tensor::Raster raster{.rows = 1, .columns = 64};
    for (std::size_t i = 0; i < raster.columns; ++i) raster.levels.push_back(static_cast<std::uint8_t>(i * 255 / 63));
    raster.kinds.assign(raster.columns, tensor::Raster::Shown);
    const auto png = tensor::pngOf(raster);
    if (!png) return {};
    SvgCanvas canvas(kWidth, kHeight, "heat scale");
    canvas.raw("<image width=\"96\" height=\"10\" preserveAspectRatio=\"none\" href=\"data:image/png;base64," + encodeBase64(*png) +
               "\"/>");
    return "0" + std::move(canvas).html({}) + floatText(largest);
}

}  // namespace etscope::report::html
