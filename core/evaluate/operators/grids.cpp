// Sampling of images at the places of a grid, and grids of affine maps.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "evaluate/operators/families.h"
#include "evaluate/operators/resampling_taps.h"
#include "evaluate/operators/shapes.h"
#include "evaluate/operators/spatial.h"

namespace etscope::evaluate {

namespace {

enum class GridMode : std::uint8_t { Bilinear, Nearest, Bicubic };
enum class Outside : std::uint8_t { Zeros, Border, Reflection };

struct Sampling {
    GridMode mode = GridMode::Bilinear;
    Outside outside = Outside::Zeros;
    bool cornersAligned = false;

    /// From [-1, 1] to places of an axis.
    double placeOf(double at, double size) const noexcept {
        return cornersAligned ? (at + 1) / 2 * (size - 1) : ((at + 1) * size - 1) / 2;
    }
    /// Inside the axis, as the mode has it; zeros leave places as they are. NaN is taken as 0.
    double inside(double place, double size) const noexcept {
        if (outside == Outside::Zeros) return place;
        if (outside == Outside::Reflection)
            place = cornersAligned ? reflected(place, 0, size - 1) : reflected(place, -0.5, size - 0.5);
        return place > 0 ? std::min(place, size - 1) : 0;
    }
    static double reflected(double place, double low, double high) noexcept {
        const double span = high - low;
        if (!(span > 0)) return 0;
        const double beyond = std::fabs(place - low), extra = std::fmod(beyond, span);
        const bool even = std::fmod(std::floor(beyond / span), 2) == 0;
        return even ? extra + low : span - extra + low;
    }
};

/// What one axis gives to a sample: at most four places; -1 lies outside.
struct AxisTaps {
    std::size_t count = 0;
    std::array<Tap, 4> taps{};

    void add(double place, double weight, std::int64_t size) noexcept {
        const bool held = place >= 0 && place < static_cast<double>(size);
        taps[count++] = {held ? static_cast<std::int64_t>(place) : -1, weight};
    }
};

AxisTaps tapsAt(const Sampling& sampling, double at, std::int64_t size) noexcept {
    AxisTaps taps;
    const auto sizeOf = static_cast<double>(size);
    const double given = sampling.placeOf(at, sizeOf);
    const double place = sampling.mode == GridMode::Bicubic ? given : sampling.inside(given, sizeOf);
    const double floored = std::floor(place), fraction = place - floored;
    switch (sampling.mode) {
        case GridMode::Nearest: taps.add(std::nearbyint(place), 1, size); break;
        case GridMode::Bilinear:
            taps.add(floored, 1 - fraction, size);
            taps.add(floored + 1, fraction, size);
            break;
        case GridMode::Bicubic: {
            double weights[4];
            cubicWeights(fraction, weights);
            for (int i = 0; i < 4; ++i) taps.add(sampling.inside(floored - 1 + i, sizeOf), weights[i], size);
            break;
        }
    }
    return taps;
}

/// One sample of an image [D, H, W]: places outside count as 0, which NaN weights make NaN.
double sampled(const double* image, const std::array<std::int64_t, 3>& sizes, const std::array<AxisTaps, 3>& along) noexcept {
    double sum = 0;
    for (std::size_t i = 0; i < along[0].count; ++i)
        for (std::size_t j = 0; j < along[1].count; ++j)
            for (std::size_t k = 0; k < along[2].count; ++k) {
                const Tap &d = along[0].taps[i], &h = along[1].taps[j], &w = along[2].taps[k];
                const bool held = d.place >= 0 && h.place >= 0 && w.place >= 0;
                sum += (held ? image[(d.place * sizes[1] + h.place) * sizes[2] + w.place] : 0.0) * (d.weight * h.weight * w.weight);
            }
    return sum;
}

Sampling samplingOf(const Call& call, std::size_t axes) {
    const std::int64_t mode = call.integer("interpolation_mode"), outside = call.integer("padding_mode");
    if (mode < 0 || mode > (axes == 2 ? 2 : 1) || outside < 0 || outside > 2)
        refuseArguments("sampling of mode " + std::to_string(mode) + ", padding " + std::to_string(outside));
    return {static_cast<GridMode>(mode), static_cast<Outside>(outside), call.flag("align_corners")};
}

/// All channels of one image at the places of its grid, [positions, axes] with the last axis of the image first.
void sampleImage(const Context& context, const Sampling& sampling, const Array& image, const Array& places, std::size_t axes,
                 std::byte* to, ScalarType stored) {
    std::array<std::int64_t, 3> sizes{1, 1, 1};
    std::copy_n(image.shape.end() - static_cast<std::ptrdiff_t>(axes), axes, sizes.end() - axes);
    const Array grid = widened<double>(context, places);
    const std::int64_t positions = grid.count() / static_cast<std::int64_t>(axes);
    context.charge(checkedCount(Dims{image.shape[0], positions, std::int64_t{1} << (2 * axes)}));
    Computing::list(positions, sizeof(double));
    std::vector<double> values(static_cast<std::size_t>(positions));
    eachPlane<double>(context, image, axes, [&](const double* plane, std::size_t number) {
        const double* at = itemsOf<double>(grid);
        for (double& value : values) {
            context.poll();
            std::array<AxisTaps, 3> along;
            along[0].add(0, 1, 1);
            for (std::size_t d = 0; d < axes; ++d) along[2 - d] = tapsAt(sampling, at[d], sizes[2 - d]);
            value = sampled(plane, sizes, along);
            at += axes;
        }
        storeDoubles(stored, values.data(), values.size(), to + number * values.size() * itemSize(stored));
    });
}

/// Input [N, C, spatial…], grid [N, outputs…, axes].
Values gridSampler(const Call& call) {
    const Context& context = call.context();
    const Array &input = call.array("input"), &grid = call.array("grid");
    if ((input.rank() != 4 && input.rank() != 5) || grid.rank() != input.rank())
        refuseArguments("an image and its grid are wanted");
    const std::size_t axes = input.rank() - 2;
    const Sampling sampling = samplingOf(call, axes);
    if (grid.shape[0] != input.shape[0] || grid.shape.back() != static_cast<std::int64_t>(axes) || grid.type != input.type ||
        !isFloating(input.type))
        refuseArguments("the grid does not fit the image");
    for (const std::int64_t size : spatialSizes(input, axes)) spatialValue(size, 1, "size");
    Dims shape{input.shape[0], input.shape[1]};
    shape.insert(shape.end(), grid.shape.begin() + 1, grid.shape.end() - 1);
    Array out = context.make(input.type, shape);
    if (out.count() == 0) return one(out);
    const Pinned pinned = Storage::pin(input.storage);
    const std::int64_t each = out.count() / shape[0] * static_cast<std::int64_t>(out.item());
    for (std::int64_t n = 0; n < shape[0]; ++n)
        sampleImage(context, sampling, selected(input, 0, n), selected(grid, 0, n), axes, out.storage->data() + n * each,
                    out.stored);
    return one(out);
}

/// Place i of n over [-1, 1].
double basePlace(std::int64_t i, std::int64_t n, bool cornersAligned) noexcept {
    if (n <= 1) return 0;
    const auto at = static_cast<double>(i), count = static_cast<double>(n);
    return cornersAligned ? 2 * at / (count - 1) - 1 : (2 * at + 1) / count - 1;
}

/// theta [N, axes, axes + 1] over an image of `size`: [N, spatial…, axes].
Values affineGrid(const Call& call) {
    const Context& context = call.context();
    const Array& theta = call.array("theta");
    const Dims size = call.integers("size");
    if ((size.size() != 4 && size.size() != 5) || !isFloating(theta.type))
        refuseArguments("a size of four or five dimensions is wanted");
    const std::size_t axes = size.size() - 2;
    const auto count = static_cast<std::int64_t>(axes);
    if (theta.shape != Dims{size[0], count, count + 1}) refuseArguments("theta does not fit the size");
    Dims shape{size[0]}, spatial(size.begin() + 2, size.end());
    for (const std::int64_t extent : spatial) shape.push_back(spatialValue(extent, 0, "size"));
    shape.push_back(count);
    Array out = context.make(theta.type, shape);
    if (out.count() == 0) return one(out);
    const Dims sizes = asThree(spatial, 1);
    const std::int64_t positions = checkedCount(sizes);
    const bool aligned = call.flag("align_corners");
    std::byte* to = out.storage->data();
    eachPlane<double>(context, theta, 2, [&](const double* map, std::size_t) {
        for (std::int64_t i = 0; i < positions; ++i, to += axes * out.item()) {
            context.poll();
            const double base[] = {basePlace(i % sizes[2], sizes[2], aligned),
                                   basePlace(i / sizes[2] % sizes[1], sizes[1], aligned),
                                   basePlace(i / sizes[2] / sizes[1], sizes[0], aligned)};
            double place[3];
            for (std::size_t r = 0; r < axes; ++r) {
                const double* row = map + r * (axes + 1);
                place[r] = 0;
                for (std::size_t c = 0; c < axes; ++c) place[r] += row[c] * base[c];
                place[r] += row[axes];
            }
            storeDoubles(out.stored, place, axes, to);
        }
    });
    return one(out);
}

constexpr const char* kGridsParameters = "input grid interpolation_mode padding_mode align_corners";

constexpr auto kGridsRows = std::to_array<OperatorRow>({
    {"aten.grid_sampler.default aten.grid_sampler_2d.default", kGridsParameters, gridSampler, Rule::Chain},
    {"aten.grid_sampler_3d.default", kGridsParameters, gridSampler, Rule::Chain},
    {"aten.affine_grid_generator.default", "theta size align_corners", affineGrid, Rule::Dot},
});

}  // namespace

std::span<const OperatorRow> gridRows() { return kGridsRows; }

}  // namespace etscope::evaluate
