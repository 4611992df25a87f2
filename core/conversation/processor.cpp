#include "conversation/processor.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

namespace etscope::conversation {
namespace {

using Json = nlohmann::json;

std::optional<std::size_t> sizeOf(const Json& json, const char* key) {
    if (!json.is_object() || !json.contains(key) || !json[key].is_number_integer()) return std::nullopt;
    const auto value = json[key].get<std::int64_t>();
    constexpr std::int64_t kMost = 1 << 16;
    return value > 0 && value <= kMost ? std::optional(static_cast<std::size_t>(value)) : std::nullopt;
}

bool flag(const Json& config, const char* key, bool otherwise) {
    return config.contains(key) && config[key].is_boolean() ? config[key].get<bool>() : otherwise;
}

void readColours(const Json& config, const char* key, std::array<double, 3>& into) {
    if (!config.contains(key)) return;
    const Json& value = config[key];
    if (value.is_number()) into.fill(value.get<double>());
    if (value.is_array() && value.size() == 3)
        for (std::size_t i = 0; i < 3; ++i)
            if (value[i].is_number()) into[i] = value[i].get<double>();
}

double sinc(double x) { return x == 0 ? 1 : std::sin(std::numbers::pi * x) / (std::numbers::pi * x); }

struct Filter {
    double support;
    double (*weight)(double x, bool antialias);
};

Filter filterOf(Resampling how) {
    switch (how) {
        case Resampling::Bicubic:
            return {2, [](double x, bool antialias) {
                        const double a = antialias ? -0.5 : -0.75;
                        x = std::fabs(x);
                        if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
                        return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0.0;
                    }};
        case Resampling::Lanczos: return {3, [](double x, bool) { return std::fabs(x) < 3 ? sinc(x) * sinc(x / 3) : 0.0; }};
        default: return {1, [](double x, bool) { return std::max(0.0, 1 - std::fabs(x)); }};
    }
}

/// What one place of the result takes from the source.
struct Taps {
    std::size_t first = 0;
    std::vector<double> weights;
};

std::vector<Taps> tapsOf(std::size_t from, std::size_t to, Resampling how, bool antialias) {
    std::vector<Taps> all(to);
    const double scale = static_cast<double>(from) / static_cast<double>(to);
    const Filter filter = filterOf(how);
    const double wide = antialias ? std::max(scale, 1.0) : 1.0;
    const auto last = static_cast<std::int64_t>(from) - 1;
    for (std::size_t i = 0; i < to; ++i) {
        const double centre = (static_cast<double>(i) + 0.5) * scale;
        if (how == Resampling::Nearest) {
            all[i] = {std::min(static_cast<std::size_t>(static_cast<double>(i) * scale), from - 1), {1.0}};
            continue;
        }
        const auto begin = static_cast<std::int64_t>(std::floor(centre - filter.support * wide + 0.5));
        const auto end = static_cast<std::int64_t>(std::floor(centre + filter.support * wide + 0.5));
        const std::int64_t low = std::clamp<std::int64_t>(begin, 0, last), high = std::clamp<std::int64_t>(end - 1, low, last);
        all[i].first = static_cast<std::size_t>(low);
        all[i].weights.assign(static_cast<std::size_t>(high - low + 1), 0.0);
        double sum = 0;
        // Beyond the border: left out where sizes are averaged, the border's own value else.
        for (std::int64_t at = antialias ? low : begin; at <= (antialias ? high : end); ++at) {
            const double weight = filter.weight((static_cast<double>(at) + 0.5 - centre) / wide, antialias);
            all[i].weights[static_cast<std::size_t>(std::clamp(at, low, high) - low)] += weight;
            sum += weight;
        }
        for (double& weight : all[i].weights) weight /= sum != 0 ? sum : 1;
    }
    return all;
}

/// A side of the picture once its shorter one is as long as the processor says.
std::size_t sideOf(const Processor& processor, const Pixels& picture, std::size_t side) noexcept {
    const double scale = static_cast<double>(*processor.shortest) / static_cast<double>(std::min(picture.rows, picture.columns));
    return std::max<std::size_t>(1, static_cast<std::size_t>(static_cast<double>(side) * scale));
}

double level(double value, bool rounds) { return rounds ? std::clamp(std::floor(value + 0.5), 0.0, 255.0) : value; }

}  // namespace

Result<Processor> readProcessor(const Json& whole) {
    if (!whole.is_object()) return fail("processor-unsupported", "the processor's configuration is no object");
    const Json& config =
        whole.contains("image_processor") && whole["image_processor"].is_object() ? whole["image_processor"] : whole;
    Processor processor;
    if (config.contains("size")) {
        const Json& size = config["size"];
        processor.rows = size.is_number_integer() ? sizeOf(config, "size") : sizeOf(size, "height");
        processor.columns = size.is_number_integer() ? sizeOf(config, "size") : sizeOf(size, "width");
        processor.shortest = sizeOf(size, "shortest_edge");
        if (!processor.rows && !processor.shortest && size.is_object() && !size.empty())
            return fail("processor-unsupported", "sizes of pictures that depend on the picture are not computed here");
    }
    const auto resampling = sizeOf(config, "resample");
    const bool nearest =
        config.contains("resample") && config["resample"].is_number_integer() && config["resample"].get<std::int64_t>() == 0;
    if (resampling && *resampling > 3) return fail("processor-unsupported", "this way of resizing is not computed here");
    processor.resampling = nearest ? Resampling::Nearest : resampling ? static_cast<Resampling>(*resampling) : Resampling::Bilinear;
    processor.resizes = flag(config, "do_resize", true);
    processor.antialias = flag(config, "antialias", true);
    processor.crops = flag(config, "do_center_crop", false);
    if (config.contains("crop_size")) {
        processor.cropRows = config["crop_size"].is_object() ? sizeOf(config["crop_size"], "height") : sizeOf(config, "crop_size");
        processor.cropColumns =
            config["crop_size"].is_object() ? sizeOf(config["crop_size"], "width") : sizeOf(config, "crop_size");
    }
    for (const char* key : {"do_pad", "do_image_splitting", "do_pan_and_scan"})
        if (flag(config, key, false)) return fail("processor-unsupported", std::string(key) + " is not computed here");
    processor.rescales = flag(config, "do_rescale", true);
    processor.normalises = flag(config, "do_normalize", true);
    if (config.contains("rescale_factor") && config["rescale_factor"].is_number())
        processor.factor = config["rescale_factor"].get<double>();
    readColours(config, "image_mean", processor.mean);
    readColours(config, "image_std", processor.deviation);
    return processor;
}

Pixels cutOut(const Pixels& picture, std::size_t top, std::size_t left, std::size_t rows, std::size_t columns) {
    Pixels out{rows, columns, {}};
    out.levels.reserve(rows * columns * 3);
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < columns; ++c)
            for (std::size_t colour = 0; colour < 3; ++colour) out.levels.push_back(picture.at(top + r, left + c, colour));
    return out;
}

Pixels resized(const Pixels& picture, std::size_t rows, std::size_t columns, Resampling how, bool antialias, bool rounds) {
    if (picture.rows == 0 || picture.columns == 0) return picture;
    const std::vector<Taps> across = tapsOf(picture.columns, columns, how, antialias),
                            down = tapsOf(picture.rows, rows, how, antialias);
    Pixels wide{picture.rows, columns, std::vector<double>(picture.rows * columns * 3)};
    for (std::size_t r = 0; r < wide.rows; ++r)
        for (std::size_t c = 0; c < columns; ++c)
            for (std::size_t k = 0; k < across[c].weights.size(); ++k)
                for (std::size_t colour = 0; colour < 3; ++colour)
                    wide.levels[(r * columns + c) * 3 + colour] +=
                        across[c].weights[k] * picture.at(r, across[c].first + k, colour);
    Pixels out{rows, columns, std::vector<double>(rows * columns * 3)};
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t k = 0; k < down[r].weights.size(); ++k)
            for (std::size_t i = 0; i < columns * 3; ++i)
                out.levels[r * columns * 3 + i] += down[r].weights[k] * wide.levels[(down[r].first + k) * columns * 3 + i];
    for (double& value : out.levels) value = level(value, rounds);
    return out;
}

bool isComputable(const Processor& processor, const Pixels& picture, std::size_t rows, std::size_t columns) noexcept {
    const auto fits = [](std::size_t a, std::size_t b, std::uint64_t most) { return b == 0 || a <= most / b; };
    if (!fits(rows, columns, kMostPixels / 8) || !fits(picture.rows, columns, kMostPixels)) return false;
    if (!processor.resizes || !processor.shortest || picture.rows == 0 || picture.columns == 0) return true;
    const std::size_t high = sideOf(processor, picture, picture.rows), wide = sideOf(processor, picture, picture.columns);
    return fits(high, wide, kMostPixels) && fits(picture.rows, wide, kMostPixels);
}

Pixels prepared(const Processor& processor, const Pixels& picture, std::size_t rows, std::size_t columns) {
    if (!processor.resizes || picture.rows == 0 || picture.columns == 0) return picture;
    if (!processor.shortest) return resized(picture, rows, columns, processor.resampling, processor.antialias, true);
    const Pixels whole = resized(picture, sideOf(processor, picture, picture.rows), sideOf(processor, picture, picture.columns),
                                 processor.resampling, processor.antialias, true);
    if (whole.rows < rows || whole.columns < columns)
        return resized(picture, rows, columns, processor.resampling, processor.antialias, true);
    return cutOut(whole, (whole.rows - rows) / 2, (whole.columns - columns) / 2, rows, columns);
}

}  // namespace etscope::conversation
