// What makes pixels of values: by name, as typed, or as the values look; and the pixels.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/real_text.h"

#include "tensor/picture.h"

namespace etscope::tensor {
namespace {

/// What well-known processors do: only a scale, SigLIP's and SmolVLM's with halves, CLIP's, torchvision's for ImageNet.
const std::vector<Normalisation>& known() {
    static const std::vector<Normalisation> kKnown{
        {"unit", {0, 0, 0}, {1, 1, 1}},
        {"byte", {0, 0, 0}, {1 / 255.0, 1 / 255.0, 1 / 255.0}},
        {"siglip", {0.5, 0.5, 0.5}, {0.5, 0.5, 0.5}},
        {"clip", {0.48145466, 0.4578275, 0.40821073}, {0.26862954, 0.26130258, 0.27577711}},
        {"imagenet", {0.485, 0.456, 0.406}, {0.229, 0.224, 0.225}}};
    return kKnown;
}

std::string_view titleOf(std::string_view name) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kTitles{
        std::pair{"unit", "0 … 1"}, std::pair{"byte", "0 … 255"}, std::pair{"siglip", "SigLIP's and SmolVLM's"},
        std::pair{"clip", "CLIP's"}, std::pair{"imagenet", "ImageNet's"}};
    for (const auto& [id, title] : kTitles)
        if (id == name) return title;
    return name;
}

std::string shortNumber(double value) {
    std::array<char, 32> digits{};
    return std::snprintf(digits.data(), digits.size(), "%.6g", value) > 0 ? digits.data() : std::string();
}

std::optional<double> numberIn(std::string_view text) {
    double value = 0;
    const auto [end, wrong] = readReal(text.data(), text.data() + text.size(), value);
    const bool whole = wrong == std::errc() && end == text.data() + text.size() && std::isfinite(value);
    return whole ? std::optional(value) : std::nullopt;
}

struct Bounds {
    double low = 0, high = 0;
};

Bounds boundsOf(const HeatMap& plane) { return {plane.min, plane.max}; }

/// Black and white of a channel, as the processor has them.
Bounds endsOf(const Normalisation& one, std::size_t channel) {
    return {(0 - one.mean[channel]) / one.std[channel], (1 - one.mean[channel]) / one.std[channel]};
}

/// How well values fit: −1 not, else how many ends of channels are black or white.
int fitOf(const Normalisation& one, const std::vector<HeatMap>& planes) {
    constexpr double kSlack = 1e-3, kNear = 4e-3;
    int ends = 0;
    for (std::size_t channel = 0; channel < planes.size(); ++channel) {
        const Bounds values = boundsOf(planes[channel]), limits = endsOf(one, channel);
        const double span = limits.high - limits.low;
        if (values.low < limits.low - kSlack * span || values.high > limits.high + kSlack * span) return -1;
        ends += std::abs(values.low - limits.low) <= kNear * span ? 1 : 0;
        ends += std::abs(values.high - limits.high) <= kNear * span ? 1 : 0;
    }
    return ends;
}

/// Whether values that fit could well be pixels of it: they take a good part of its range. Signs tell scales apart.
bool isLikely(const Normalisation& one, const PicturePlanes& planes) {
    constexpr double kLeastShare = 0.4;
    const Bounds limits = endsOf(one, 0);
    if (limits.low >= 0 && planes.min < 0) return false;
    if (limits.low < 0 && planes.min >= 0) return false;
    return planes.max - planes.min >= kLeastShare * (limits.high - limits.low);
}

std::string rangeText(double low, double high) { return shortNumber(low) + " … " + shortNumber(high); }

/// The one that fits best: of equals the first.
const Normalisation* looksLike(const PicturePlanes& planes, int* ends) {
    const Normalisation* best = nullptr;
    for (const Normalisation& one : known()) {
        const int fit = fitOf(one, planes.planes);
        if (fit < 0 || !isLikely(one, planes) || (best != nullptr && fit <= *ends)) continue;
        best = &one;
        *ends = fit;
    }
    return best;
}

std::uint8_t levelOf(double value, std::uint64_t& clipped) {
    if (!(value >= -1e-3 && value <= 1 + 1e-3)) ++clipped;
    if (std::isnan(value)) return 0;  // of a range that no number tells
    return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0, 1.0) * 255));
}

/// 0 … 1 of a value of the channel.
double shownValue(const PictureMapping& mapping, double value, std::size_t channel) {
    if (mapping.normalisation) return value * mapping.normalisation->std[channel] + mapping.normalisation->mean[channel];
    return mapping.max > mapping.min ? (value - mapping.min) / (mapping.max - mapping.min) : 0.5;
}

void paint(Raster& raster, const HeatMap& plane, const PictureMapping& mapping, std::size_t channel, std::size_t top,
           std::size_t left, std::size_t step, std::size_t offset) {
    for (std::size_t row = 0; row < plane.rows; ++row)
        for (std::size_t column = 0; column < plane.columns; ++column) {
            const std::size_t from = row * plane.columns + column, to = (top + row) * raster.columns + left + column;
            const bool odd = (plane.flags[from] & (HeatMap::HasNan | HeatMap::HasInf)) != 0;
            if (odd)
                raster.kinds[to] = Raster::NotFinite;
            else if (raster.kinds[to] == Raster::Gap)
                raster.kinds[to] = Raster::Shown;
            const double value = shownValue(mapping, static_cast<double>(plane.values[from]), channel);
            raster.levels[to * step + offset] = odd ? 0 : levelOf(value, raster.clipped);
        }
}

/// 3 → 2 × 2, 16 → 4 × 4, with a line between.
Raster tiles(const PicturePlanes& planes, const PictureMapping& mapping) {
    const HeatMap& first = planes.planes.front();
    const auto across = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(planes.planes.size()))));
    const std::size_t down = (planes.planes.size() + across - 1) / across;
    Raster raster{down * (first.rows + 1) - 1, across * (first.columns + 1) - 1, false, {}, {}, 0};
    raster.levels.assign(raster.rows * raster.columns, 0);
    raster.kinds.assign(raster.levels.size(), Raster::Gap);
    for (std::size_t tile = 0; tile < planes.planes.size(); ++tile)
        paint(raster, planes.planes[tile], mapping, 0, tile / across * (first.rows + 1), tile % across * (first.columns + 1), 1, 0);
    return raster;
}

}  // namespace

std::string Normalisation::formula() const {
    const bool equal = mean[0] == mean[1] && mean[1] == mean[2] && std[0] == std[1] && std[1] == std[2];
    const auto part = [](const std::array<double, 3>& values, bool one) {
        if (one) return shortNumber(values[0]);
        return "(" + shortNumber(values[0]) + ", " + shortNumber(values[1]) + ", " + shortNumber(values[2]) + ")";
    };
    if (equal && std[0] == 1 && mean[0] == 0) return "value";
    std::string text = equal && std[0] == 1 / 255.0 ? "value ÷ 255" : "value × " + part(std, equal);
    if (mean[0] != 0 || !equal) text += " + " + part(mean, equal);
    return text;
}

std::span<const Normalisation> knownNormalisations() { return known(); }

Result<Normalisation> parseNormalisation(std::string_view text) {
    for (const Normalisation& one : known())
        if (one.name == text) return one;
    const auto wrong = [&] {
        std::string names;
        for (const Normalisation& one : known()) names += one.name + ", ";
        return fail("picture-mapping",
                    "'" + std::string(text) + "' is no normalisation: " + names + "or MEAN/STD, each one number or three");
    };
    const auto slash = text.find('/');
    if (slash == std::string_view::npos) return wrong();
    Normalisation typed{"typed", {}, {}};
    const auto read = [](std::string_view list, std::array<double, 3>& to) {
        std::size_t count = 0;
        for (std::size_t begin = 0; begin <= list.size(); ++count) {
            const std::size_t end = std::min(list.find(',', begin), list.size());
            const auto number = numberIn(list.substr(begin, end - begin));
            if (count == 3 || !number) return false;
            to[count] = *number;
            begin = end + 1;
        }
        if (count == 1) to[1] = to[2] = to[0];
        return count == 1 || count == 3;
    };
    if (!read(text.substr(0, slash), typed.mean) || !read(text.substr(slash + 1), typed.std)) return wrong();
    if (std::ranges::any_of(typed.std, [](double value) { return value == 0; })) return wrong();
    return typed;
}

std::string PictureMapping::formula() const {
    if (normalisation) return normalisation->formula();
    return (min < 0 ? "(value + " + shortNumber(-min) : "(value − " + shortNumber(min)) + ") ÷ " + shortNumber(max - min);
}

PictureMapping rangeMapping(const PicturePlanes& planes) {
    return {std::nullopt, planes.min, planes.max, "min … max of what is shown, " + rangeText(planes.min, planes.max)};
}

PictureMapping pictureMapping(const PicturePlanes& planes, ScalarType type, const std::optional<Normalisation>& told) {
    if (told) return {*told, planes.min, planes.max, told->source.empty() ? "as told" : told->source};
    if (type == ScalarType::U8) return {known()[1], planes.min, planes.max, "bytes"};
    if (planes.axes.featureMap() || planes.planes.size() > 3) return rangeMapping(planes);
    int ends = -1;
    const Normalisation* like = looksLike(planes, &ends);
    if (like == nullptr) return rangeMapping(planes);
    const std::string range = "the values are " + rangeText(planes.min, planes.max) + ", as " + std::string(titleOf(like->name));
    return {*like, planes.min, planes.max, ends > 0 ? range + ", black or white among them" : range + " may be"};
}

Raster raster(const PicturePlanes& planes, const PictureMapping& mapping) {
    const HeatMap& first = planes.planes.front();
    const bool colour = planes.axes.colour() && planes.planes.size() == 3;
    if (!colour && planes.planes.size() > 1) return tiles(planes, mapping);
    Raster raster{first.rows, first.columns, colour, {}, std::vector<std::uint8_t>(first.rows * first.columns, Raster::Shown), 0};
    raster.levels.assign(raster.kinds.size() * planes.planes.size(), 0);
    for (std::size_t p = 0; p < planes.planes.size(); ++p) {
        const auto channel = static_cast<std::size_t>(std::clamp<std::int64_t>(planes.channels[p], 0, 2));
        paint(raster, planes.planes[p], mapping, channel, 0, 0, planes.planes.size(), p);
    }
    return raster;
}

}  // namespace etscope::tensor
