#include "layout/treemap.h"

#include <algorithm>
#include <numeric>

namespace etscope::layout {
namespace {

bool isEmpty(const Rect& area) { return area.width <= 0 || area.height <= 0; }

double sumOf(const std::vector<double>& sizes) { return std::accumulate(sizes.begin(), sizes.end(), 0.0); }

/// The worst side ratio of a row of `sum` over a side, with the largest and the smallest member.
double worstRatio(double sum, double largest, double smallest, double side) {
    const double s2 = sum * sum, w2 = side * side;
    return std::max(w2 * largest / s2, s2 / (w2 * smallest));
}

/// Members from `start` on that make the row along the shorter side squarest; `sum` is theirs.
std::size_t rowEnd(const std::vector<double>& sizes, std::size_t start, double scale, double side, double least, double& sum) {
    std::size_t end = start;
    double worst = 0;
    for (sum = 0; end < sizes.size(); ++end) {
        const double size = sizes[end] * scale;
        if (size <= 0 || size < least) break;
        const double ratio = worstRatio(sum + size, sizes[start] * scale, size, side);
        if (end > start && ratio > worst) break;
        sum += size;
        worst = ratio;
    }
    return end;
}

/// A strip takes what makes its boxes squarer on average.
std::size_t stripEnd(const std::vector<double>& pieces, std::size_t start, double width, double& sum) {
    std::size_t end = start;
    double best = 0;
    for (sum = 0; end < pieces.size(); ++end) {
        const double height = (sum + pieces[end]) / width;
        double ratio = 0;
        for (std::size_t i = start; i <= end; ++i) {
            const double length = pieces[i] / height;
            ratio += std::max(length / height, height / length);
        }
        ratio /= static_cast<double>(end - start + 1);
        if (end > start && ratio > best) break;
        best = ratio;
        sum += pieces[end];
    }
    return end;
}

}  // namespace

std::vector<Rect> squarified(const std::vector<double>& sizes, Rect area, double least, Rect* rest) {
    std::vector<Rect> placed;
    const double total = sumOf(sizes);
    if (rest != nullptr) *rest = {};
    if (total <= 0 || isEmpty(area)) return std::vector<Rect>(least > 0 ? 0 : sizes.size());
    const double scale = area.width * area.height / total;
    for (std::size_t start = 0; start < sizes.size();) {
        const double side = std::min(area.width, area.height);
        double sum = 0;
        const std::size_t end = rowEnd(sizes, start, scale, side, least, sum);
        if (end == start) break;
        const bool wide = area.width >= area.height;
        const double thickness = sum / side;
        double at = wide ? area.y : area.x;
        for (; start < end; ++start) {
            const double length = sizes[start] * scale / thickness;
            placed.push_back(wide ? Rect{area.x, at, thickness, length} : Rect{at, area.y, length, thickness});
            at += length;
        }
        (wide ? area.x : area.y) += thickness;
        (wide ? area.width : area.height) -= thickness;
    }
    if (rest != nullptr && placed.size() < sizes.size()) *rest = area;
    if (least <= 0) placed.resize(sizes.size());
    return placed;
}

std::vector<Rect> inStrips(const std::vector<double>& sizes, const Rect& area, double least, std::vector<std::size_t>& counts) {
    counts.clear();
    const double total = sumOf(sizes);
    if (total <= 0 || isEmpty(area)) return {};
    const double scale = area.width * area.height / total;
    std::vector<double> pieces;  // in square units; neighbours that are too small are one
    bool open = false;
    for (const double size : sizes) {
        const double units = size * scale;
        const bool small = units < least;
        if (small && open && pieces.back() < least)
            pieces.back() += units, ++counts.back();
        else
            pieces.push_back(units), counts.push_back(1);
        open = small;
    }
    std::vector<Rect> placed;
    double top = area.y;
    for (std::size_t start = 0; start < pieces.size();) {
        double sum = 0;
        const std::size_t end = stripEnd(pieces, start, area.width, sum);
        const double height = sum / area.width;
        for (double left = area.x; start < end; ++start) {
            placed.push_back({left, top, pieces[start] / height, height});
            left += pieces[start] / height;
        }
        top += height;
    }
    return placed;
}

}  // namespace etscope::layout
