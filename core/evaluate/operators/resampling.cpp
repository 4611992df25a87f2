// Resampling of one to three axes: nearest, linear, cubic and antialiased, axis by axis, the last one first.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "evaluate/operators/families.h"
#include "evaluate/operators/moves.h"
#include "evaluate/operators/resampling_taps.h"
#include "evaluate/operators/spatial.h"

namespace etscope::evaluate {

namespace {

enum class Filter : std::uint8_t { Nearest, NearestExact, Linear, Cubic, SmoothLinear, SmoothCubic };

std::int64_t scaledSize(std::int64_t size, double factor) {
    const double scaled = static_cast<double>(size) * factor;
    if (!(scaled >= 1 && scaled <= static_cast<double>(kMostSpatial))) refuseArguments("a factor of " + std::to_string(factor));
    return static_cast<std::int64_t>(scaled);
}

/// The factors that the caller states, one for each axis, or none.
std::vector<std::optional<double>> factorsOf(const Call& call, std::size_t axes) {
    std::vector<std::optional<double>> factors(axes);
    if (call.has("scale_factors")) {
        const std::vector<double> given = call.numbers("scale_factors");
        if (given.size() != axes) refuseArguments(std::to_string(given.size()) + " factors");
        std::copy(given.begin(), given.end(), factors.begin());
    }
    constexpr std::string_view kNames[] = {"scales_d", "scales_h", "scales_w"};
    for (std::size_t d = 0; d < axes; ++d) {
        const std::string_view name = axes == 1 ? "scales" : kNames[3 - axes + d];
        if (call.has(name)) factors[d] = call.number(name);
    }
    return factors;
}

std::vector<ResampledAxis> axesOfCall(const Call& call, const Array& self, std::size_t axes) {
    if (self.rank() != axes + 2) refuseArguments("a tensor of " + std::to_string(axes + 2) + " dimensions is wanted");
    const Dims sizes = spatialSizes(self, axes);
    const auto factors = factorsOf(call, axes);
    const bool sized = call.has("output_size");
    const Dims outputs = sized ? spatialParameter(call, "output_size", axes, 1) : sizes;
    std::vector<ResampledAxis> all;
    for (std::size_t d = 0; d < axes; ++d) {
        spatialValue(sizes[d], 1, "size");
        if (!sized && !factors[d]) refuseArguments("neither a size nor a factor is given");
        all.push_back({sizes[d], sized ? outputs[d] : scaledSize(sizes[d], *factors[d]),
                       call.has("align_corners") && call.flag("align_corners"), factors[d]});
    }
    return all;
}

Taps tapsOf(Filter filter, const ResampledAxis& axis) {
    switch (filter) {
        case Filter::Linear: return linearTaps(axis);
        case Filter::Cubic: return cubicTaps(axis);
        default: return smoothTaps(axis, filter == Filter::SmoothCubic);
    }
}

/// Values [outer, inputs, inner] to [outer, outputs, inner].
Array resampledAxis(const Context& context, const double* from, std::int64_t outer, std::int64_t inner, const Taps& taps) {
    const std::int64_t outputs = taps.outputs();
    Array out = scratch<double>(context, {outer, outputs, inner});
    context.charge(checkedCount(Dims{checkedCount(Dims{outer, inner}), std::ssize(taps.taps)}));
    double* to = itemsOf<double>(out);
    for (std::int64_t i = 0; i < outer; ++i, from += taps.inputs * inner)
        for (std::size_t o = 0; o + 1 < taps.starts.size(); ++o, to += inner) {
            context.poll();
            for (std::size_t t = taps.starts[o]; t < taps.starts[o + 1]; ++t) {
                const double* line = from + taps.taps[t].place * inner;
                const double weight = taps.taps[t].weight;
                for (std::int64_t k = 0; k < inner; ++k) to[k] += weight * line[k];
            }
        }
    return out;
}

/// Integer weights of bytes: as many bits behind the point as let the largest fit 16 bits. Taps of one place are one.
struct ByteTaps {
    Taps taps;
    int bits = 0;
};
ByteTaps byteTaps(const Taps& given) {
    ByteTaps result{{given.inputs, {0}, {}}, 0};
    double most = 0;
    for (std::size_t o = 0; o + 1 < given.starts.size(); ++o) {
        const std::size_t first = result.taps.taps.size();
        for (std::size_t t = given.starts[o]; t < given.starts[o + 1]; ++t) {
            auto& taps = result.taps.taps;
            if (taps.size() > first && taps.back().place == given.taps[t].place)
                taps.back().weight += given.taps[t].weight;
            else
                taps.push_back(given.taps[t]);
        }
        result.taps.starts.push_back(result.taps.taps.size());
    }
    for (const Tap& tap : result.taps.taps) most = std::max(most, tap.weight);
    while (result.bits < 22 && static_cast<int>(0.5 + std::ldexp(most, result.bits + 1)) < (1 << 15)) ++result.bits;
    for (Tap& tap : result.taps.taps) tap.weight = std::trunc(std::ldexp(tap.weight, result.bits) + std::copysign(0.5, tap.weight));
    return result;
}

/// The same of bytes in integer arithmetic, each axis rounded to bytes: how images are scaled. An axis that keeps its size is left
/// alone. All values are exact in double.
void resampleBytes(const Context& context, std::vector<double>& plane, std::int64_t outer, std::int64_t inner,
                   const ByteTaps& taps) {
    if (taps.taps.inputs == taps.taps.outputs()) return;
    const Array sums = resampledAxis(context, plane.data(), outer, inner, taps.taps);
    Computing::list(sums.count(), sizeof(double));
    plane.assign(itemsOf<double>(sums), itemsOf<double>(sums) + sums.count());
    for (double& value : plane)
        value = std::clamp(std::floor(std::ldexp(value + std::ldexp(0.5, taps.bits), -taps.bits)), 0.0, 255.0);
}

void resampleAsBytes(const Context& context, const Array& self, const std::vector<Taps>& along, const Array& out) {
    std::vector<ByteTaps> taps;
    for (const Taps& axis : along) taps.push_back(byteTaps(axis));
    Dims sizes(self.shape.end() - static_cast<std::ptrdiff_t>(along.size()), self.shape.end());
    eachPlane<double>(context, self, along.size(), [&](const double* values, std::size_t number) {
        Dims now = sizes;
        Computing::list(checkedCount(sizes), sizeof(double));
        std::vector<double> plane(values, values + checkedCount(sizes));
        for (std::size_t d = along.size(); d-- > 0;) {
            const Dims outer(now.begin(), now.begin() + static_cast<std::ptrdiff_t>(d)),
                inner(now.begin() + static_cast<std::ptrdiff_t>(d) + 1, now.end());
            resampleBytes(context, plane, checkedCount(outer), checkedCount(inner), taps[d]);
            now[d] = along[d].outputs();
        }
        storeDoubles(out.stored, plane.data(), plane.size(), out.storage->data() + number * plane.size());
    });
}

void resampleAsDoubles(const Context& context, const Array& self, const std::vector<Taps>& along, const Array& out) {
    eachPlane<double>(context, self, along.size(), [&](const double* values, std::size_t number) {
        Array plane;
        std::int64_t inner = 1;
        for (std::size_t d = along.size(); d-- > 0;) {
            const auto rest = self.shape.end() - static_cast<std::ptrdiff_t>(along.size());
            plane =
                resampledAxis(context, values, checkedCount(Dims(rest, rest + static_cast<std::ptrdiff_t>(d))), inner, along[d]);
            values = itemsOf<double>(plane);
            inner *= along[d].outputs();
        }
        const auto n = static_cast<std::size_t>(plane.count());
        storeDoubles(out.stored, values, n, out.storage->data() + number * n * out.item());
    });
}

template <Filter kFilter, std::size_t kAxes>
Values upsample(const Call& call) {
    const Context& context = call.context();
    const Array& self = call.array(call.has("input") ? "input" : "self");
    const std::vector<ResampledAxis> axes = axesOfCall(call, self, kAxes);
    Dims shape(self.shape.begin(), self.shape.begin() + 2);
    for (const ResampledAxis& axis : axes) shape.push_back(axis.outputs);
    constexpr bool kNearest = kFilter == Filter::Nearest || kFilter == Filter::NearestExact;
    if (!kNearest && !isFloating(self.type) && self.type != ScalarType::U8) refuseArguments("integers are resampled");
    Array out = context.makeStored(self.type, kNearest ? self.stored : context.storedAs(self.type), shape);
    if (out.count() == 0) return one(out);
    if constexpr (kNearest) {
        Places places;
        for (const ResampledAxis& axis : axes)
            places.push_back(nearestPlaces(axis, kFilter == Filter::NearestExact, self.type == ScalarType::F64));
        place(context, self, places, out);
    } else {
        std::vector<Taps> along;
        for (const ResampledAxis& axis : axes) along.push_back(tapsOf(kFilter, axis));
        (self.type == ScalarType::U8 ? resampleAsBytes : resampleAsDoubles)(context, self, along, out);
    }
    return one(out);
}

constexpr const char* kNearest1 = "self output_size scales=none";
constexpr const char* kNearest2 = "self output_size scales_h=none scales_w=none";
constexpr const char* kNearest3 = "self output_size scales_d=none scales_h=none scales_w=none";
constexpr const char* kNearestVec = "input output_size=none scale_factors=none";
constexpr const char* kLinear1 = "self output_size align_corners scales=none";
constexpr const char* kLinear2 = "self output_size align_corners scales_h=none scales_w=none";
constexpr const char* kLinear3 = "self output_size align_corners scales_d=none scales_h=none scales_w=none";
constexpr const char* kLinearVec = "input output_size align_corners scale_factors=none";

constexpr auto kResamplingRows = std::to_array<OperatorRow>({
    {"aten.upsample_nearest1d.default", kNearest1, upsample<Filter::Nearest, 1>},
    {"aten.upsample_nearest1d.vec", kNearestVec, upsample<Filter::Nearest, 1>},
    {"aten.upsample_nearest2d.default", kNearest2, upsample<Filter::Nearest, 2>},
    {"aten.upsample_nearest2d.vec", kNearestVec, upsample<Filter::Nearest, 2>},
    {"aten.upsample_nearest3d.default", kNearest3, upsample<Filter::Nearest, 3>},
    {"aten.upsample_nearest3d.vec", kNearestVec, upsample<Filter::Nearest, 3>},
    {"aten._upsample_nearest_exact1d.default", kNearest1, upsample<Filter::NearestExact, 1>},
    {"aten._upsample_nearest_exact1d.vec", kNearestVec, upsample<Filter::NearestExact, 1>},
    {"aten._upsample_nearest_exact2d.default", kNearest2, upsample<Filter::NearestExact, 2>},
    {"aten._upsample_nearest_exact2d.vec", kNearestVec, upsample<Filter::NearestExact, 2>},
    {"aten._upsample_nearest_exact3d.default", kNearest3, upsample<Filter::NearestExact, 3>},
    {"aten._upsample_nearest_exact3d.vec", kNearestVec, upsample<Filter::NearestExact, 3>},
    {"aten.upsample_linear1d.default", kLinear1, upsample<Filter::Linear, 1>, Rule::Sum},
    {"aten.upsample_linear1d.vec", kLinearVec, upsample<Filter::Linear, 1>, Rule::Sum},
    {"aten.upsample_bilinear2d.default", kLinear2, upsample<Filter::Linear, 2>, Rule::Sum},
    {"aten.upsample_bilinear2d.vec", kLinearVec, upsample<Filter::Linear, 2>, Rule::Sum},
    {"aten.upsample_trilinear3d.default", kLinear3, upsample<Filter::Linear, 3>, Rule::Sum},
    {"aten.upsample_trilinear3d.vec", kLinearVec, upsample<Filter::Linear, 3>, Rule::Sum},
    {"aten.upsample_bicubic2d.default", kLinear2, upsample<Filter::Cubic, 2>, Rule::Sum},
    {"aten.upsample_bicubic2d.vec", kLinearVec, upsample<Filter::Cubic, 2>, Rule::Sum},
    {"aten._upsample_bilinear2d_aa.default", kLinear2, upsample<Filter::SmoothLinear, 2>, Rule::Sum},
    {"aten._upsample_bilinear2d_aa.vec", kLinearVec, upsample<Filter::SmoothLinear, 2>, Rule::Sum},
    {"aten._upsample_bicubic2d_aa.default", kLinear2, upsample<Filter::SmoothCubic, 2>, Rule::Sum},
    {"aten._upsample_bicubic2d_aa.vec", kLinearVec, upsample<Filter::SmoothCubic, 2>, Rule::Sum},
});

}  // namespace

std::span<const OperatorRow> resamplingRows() { return kResamplingRows; }

}  // namespace etscope::evaluate
