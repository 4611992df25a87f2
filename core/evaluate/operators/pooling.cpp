// Pools: the mean or the largest element of windows over one to three axes, plane by plane.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <vector>

#include "base/checked_math.h"
#include "evaluate/operators/families.h"
#include "evaluate/operators/numbers.h"
#include "evaluate/operators/spatial.h"

namespace etscope::evaluate {

namespace {

/// Places of one axis that a result is made of: [first, last), each `step`-th.
struct Window {
    std::int64_t first = 0, last = 0, step = 1;
    std::int64_t padded = 0;  ///< their number with those in the padding
};

/// One axis of a pool: of fixed windows, or adaptive ones, which share the inputs evenly.
struct PooledAxis {
    std::int64_t inputs = 1, outputs = 1;
    std::int64_t kernel = 1, stride = 1, padding = 0, dilation = 1;
    bool adaptive = false;

    Window window(std::int64_t output) const noexcept {
        if (adaptive) {
            const std::int64_t first = output * inputs / outputs, last = ((output + 1) * inputs + outputs - 1) / outputs;
            return {first, last, 1, last - first};
        }
        const std::int64_t start = output * stride - padding;
        const std::int64_t end = std::min(start + dilation * (kernel - 1) + 1, inputs + padding);
        const std::int64_t skipped = start < 0 ? (-start + dilation - 1) / dilation : 0;
        return {start + skipped * dilation, std::min(end, inputs), dilation, end - start};
    }
};
using PooledAxes = std::array<PooledAxis, 3>;
using Windows = std::array<std::vector<Window>, 3>;

struct Pool {
    std::size_t axes = 1;
    PooledAxes along;
    Dims shape;  ///< of the result

    /// Counts the lists that a plane of results needs, and what its windows hold: `planes` times.
    Windows windows(const Context& context, std::int64_t planes) const {
        Windows all;
        std::optional<std::int64_t> elements = planes;
        Computing::list(planeCount(), 2 * sizeof(double));
        for (std::size_t d = 0; d < 3; ++d) {
            Computing::list(along[d].outputs, sizeof(Window));
            std::int64_t held = 0;
            for (std::int64_t o = 0; o < along[d].outputs; ++o) {
                const Window& window = all[d].emplace_back(along[d].window(o));
                held += window.last > window.first ? (window.last - window.first - 1) / window.step + 1 : 0;
            }
            elements = elements ? checkedMul(*elements, held) : std::nullopt;
        }
        context.charge(elements.value_or(std::numeric_limits<std::int64_t>::max()));
        return all;
    }
    std::int64_t planeCount() const noexcept { return along[0].outputs * along[1].outputs * along[2].outputs; }
};

/// The result's shape and the last axes by three, of an operand whose axes after the channels are not empty.
Pool poolOver(const Array& self, std::size_t axes) {
    Pool pool;
    pool.axes = axes;
    pool.shape = self.shape;
    const Dims sizes = asThree(spatialSizes(self, axes), 1);
    for (std::size_t d = 0; d < 3; ++d) pool.along[d].inputs = spatialValue(sizes[d], 1, "size");
    return pool;
}

void setOutputs(Pool& pool, std::size_t d, std::int64_t outputs) {
    pool.along[d].outputs = outputs;
    if (d + pool.axes >= 3) pool.shape[pool.shape.size() + d - 3] = outputs;
}

/// With `ceil_mode` a last window may lead beyond the end when it starts before it.
std::int64_t outputsOf(const PooledAxis& axis, bool ceiled) {
    const std::int64_t room = axis.inputs + 2 * axis.padding - axis.dilation * (axis.kernel - 1) - 1;
    if (room < 0 && !(ceiled && room + axis.stride > 0)) refuseArguments("a window is larger than the padded input");
    const std::int64_t outputs = (room + (ceiled ? axis.stride - 1 : 0)) / axis.stride + 1;
    return ceiled && (outputs - 1) * axis.stride >= axis.inputs + axis.padding ? outputs - 1 : outputs;
}

Pool fixedPool(const Call& call, std::size_t axes) {
    Pool pool = poolOver(call.array("self"), axes);
    const bool dilated = call.has("dilation"), strided = !call.integers("stride").empty();
    const auto parameter = [&](std::string_view name, std::int64_t least, std::int64_t filler) {
        return asThree(spatialParameter(call, name, axes, least), filler);
    };
    const Dims kernel = parameter("kernel_size", 1, 1), stride = strided ? parameter("stride", 1, 1) : kernel;
    const Dims padding = parameter("padding", 0, 0), dilation = dilated ? parameter("dilation", 1, 1) : Dims(3, 1);
    checkedCount(kernel);
    for (std::size_t d = 0; d < 3; ++d) {
        PooledAxis& axis = pool.along[d];
        axis = {axis.inputs, 1, kernel[d], stride[d], padding[d], dilation[d], false};
        if (axis.padding > (axis.dilation * (axis.kernel - 1) + 1) / 2) refuseArguments("padding of more than half a window");
        setOutputs(pool, d, outputsOf(axis, call.flag("ceil_mode")));
    }
    return pool;
}

Pool adaptivePool(const Call& call, std::size_t axes) {
    Pool pool = poolOver(call.array("self"), axes);
    const Dims sizes = asThree(spatialParameter(call, "output_size", axes, 0), 1);
    for (std::size_t d = 0; d < 3; ++d) {
        pool.along[d].adaptive = true;
        setOutputs(pool, d, sizes[d]);
    }
    return pool;
}

/// `visit(d, h, w)`: the windows of each output in row-major order.
template <class Visit>
void eachWindow(const Context& context, const Windows& windows, Visit&& visit) {
    for (const Window& d : windows[0])
        for (const Window& h : windows[1]) {
            context.poll();
            for (const Window& w : windows[2]) visit(d, h, w);
        }
}

/// `visit(place)` for the places of a window in a plane of the given size.
template <class Visit>
void eachPlace(const PooledAxes& along, const Window& d, const Window& h, const Window& w, Visit&& visit) {
    for (std::int64_t i = d.first; i < d.last; i += d.step)
        for (std::int64_t j = h.first; j < h.last; j += h.step) {
            if (w.last - w.first >= 1024 || j % 1024 == 1023) Computing::poll();
            const std::int64_t row = (i * along[1].inputs + j) * along[2].inputs;
            for (std::int64_t k = w.first; k < w.last; k += w.step) visit(row + k);
        }
}

/// Writes one plane of results.
template <class T>
void storePlane(const Array& out, const std::vector<T>& values, std::size_t number) {
    storeAs<T>(out.stored, values.data(), values.size(), out.storage->data() + number * values.size() * out.item());
}

/// NaN is larger than all, the last of several; else the first of equals.
template <class T>
Values largest(const Context& context, const Array& self, const Pool& pool, bool withIndices) {
    Array out = context.make(self.type, pool.shape);
    Array indices = withIndices ? context.make(ScalarType::I64, pool.shape) : Array{};
    if (out.count() == 0) return withIndices ? Values{out, indices} : one(out);
    const Windows windows = pool.windows(context, out.count() / pool.planeCount());
    std::vector<T> values(static_cast<std::size_t>(pool.planeCount()));
    std::vector<std::int64_t> places(values.size());
    constexpr T kLeast =
        std::is_same_v<T, double> ? static_cast<T>(-std::numeric_limits<double>::infinity()) : std::numeric_limits<T>::min();
    eachPlane<T>(context, self, pool.axes, [&](const T* plane, std::size_t number) {
        std::size_t at = 0;
        eachWindow(context, windows, [&](const Window& d, const Window& h, const Window& w) {
            T most = kLeast;
            std::int64_t where = (d.first * pool.along[1].inputs + h.first) * pool.along[2].inputs + w.first;
            eachPlace(pool.along, d, h, w, [&](std::int64_t place) {
                if (!(plane[place] > most) && plane[place] == plane[place]) return;
                most = plane[place];
                where = place;
            });
            values[at] = most;
            places[at++] = where;
        });
        storePlane(out, values, number);
        if (withIndices) storePlane(indices, places, number);
    });
    return withIndices ? Values{out, indices} : one(out);
}

/// What the sum of a window is divided by.
struct Divisor {
    std::int64_t fixed = 0;  ///< 0: the number of elements
    bool withPadding = false;

    std::int64_t of(const Window& d, const Window& h, const Window& w) const noexcept {
        if (fixed != 0) return fixed;
        if (withPadding) return d.padded * h.padded * w.padded;
        return (d.last - d.first) * (h.last - h.first) * (w.last - w.first);
    }
};

template <class T>
Values mean(const Context& context, const Array& self, const Pool& pool, const Divisor& divisor) {
    Array out = context.make(self.type, pool.shape);
    if (out.count() == 0) return one(out);
    const Windows windows = pool.windows(context, out.count() / pool.planeCount());
    std::vector<T> values(static_cast<std::size_t>(pool.planeCount()));
    eachPlane<T>(context, self, pool.axes, [&](const T* plane, std::size_t number) {
        std::size_t at = 0;
        eachWindow(context, windows, [&](const Window& d, const Window& h, const Window& w) {
            T sum{};
            bool held = false;
            eachPlace(pool.along, d, h, w, [&](std::int64_t place) {
                sum = sumOf(sum, plane[place]);
                held = true;
            });
            values[at++] = held ? Either<quotientOf, cutDivided>()(sum, static_cast<T>(divisor.of(d, h, w))) : T{};
        });
        storePlane(out, values, number);
    });
    return one(out);
}

Values largestOf(const Call& call, const Pool& pool, bool withIndices) {
    const Array& self = call.array("self");
    return isFloating(self.type) ? largest<double>(call.context(), self, pool, withIndices)
                                 : largest<std::int64_t>(call.context(), self, pool, withIndices);
}
Values meanOf(const Call& call, const Pool& pool, const Divisor& divisor) {
    const Array& self = call.array("self");
    return isFloating(self.type) ? mean<double>(call.context(), self, pool, divisor)
                                 : mean<std::int64_t>(call.context(), self, pool, divisor);
}

template <std::size_t kAxes, bool kWithIndices>
Values maxPool(const Call& call) {
    return largestOf(call, fixedPool(call, kAxes), kWithIndices);
}
template <std::size_t kAxes>
Values adaptiveMaxPool(const Call& call) {
    return largestOf(call, adaptivePool(call, kAxes), true);
}
template <std::size_t kAxes>
Values avgPool(const Call& call) {
    const bool overridden = call.has("divisor_override");
    if (overridden && call.integer("divisor_override") == 0) refuseArguments("a divisor of 0");
    return meanOf(call, fixedPool(call, kAxes),
                  {overridden ? call.integer("divisor_override") : 0, call.flag("count_include_pad")});
}
template <std::size_t kAxes>
Values adaptiveAvgPool(const Call& call) {
    return meanOf(call, adaptivePool(call, kAxes), {});
}

constexpr const char* kMaxParameters = "self kernel_size stride=[] padding=0 dilation=1 ceil_mode=false";
constexpr const char* kAvgParameters = "self kernel_size stride=[] padding=0 ceil_mode=false count_include_pad=true";
constexpr const char* kAvgDividedParameters =
    "self kernel_size stride=[] padding=0 ceil_mode=false count_include_pad=true divisor_override=none";

constexpr auto kPoolingRows = std::to_array<OperatorRow>({
    {"aten.max_pool1d.default", kMaxParameters, maxPool<1, false>},
    {"aten.max_pool2d.default", kMaxParameters, maxPool<2, false>},
    {"aten.max_pool3d.default", kMaxParameters, maxPool<3, false>},
    {"aten.max_pool1d_with_indices.default", kMaxParameters, maxPool<1, true>},
    {"aten.max_pool2d_with_indices.default", kMaxParameters, maxPool<2, true>},
    {"aten.max_pool3d_with_indices.default", kMaxParameters, maxPool<3, true>},
    {"aten.adaptive_max_pool1d.default", "self output_size", adaptiveMaxPool<1>},
    {"aten.adaptive_max_pool2d.default", "self output_size", adaptiveMaxPool<2>},
    {"aten.adaptive_max_pool3d.default", "self output_size", adaptiveMaxPool<3>},
    {"aten.avg_pool1d.default", kAvgParameters, avgPool<1>, Rule::Sum},
    {"aten.avg_pool2d.default", kAvgDividedParameters, avgPool<2>, Rule::Sum},
    {"aten.avg_pool3d.default", kAvgDividedParameters, avgPool<3>, Rule::Sum},
    {"aten.adaptive_avg_pool1d.default", "self output_size", adaptiveAvgPool<1>, Rule::Sum},
    {"aten.adaptive_avg_pool2d.default aten._adaptive_avg_pool2d.default", "self output_size", adaptiveAvgPool<2>, Rule::Sum},
    {"aten.adaptive_avg_pool3d.default aten._adaptive_avg_pool3d.default", "self output_size", adaptiveAvgPool<3>, Rule::Sum},
});

}  // namespace

std::span<const OperatorRow> poolingRows() { return kPoolingRows; }

}  // namespace etscope::evaluate
