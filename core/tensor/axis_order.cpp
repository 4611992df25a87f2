#include "tensor/axis_order.h"

#include <algorithm>
#include <cmath>

#include "base/float_limits.h"
#include "tensor/element_reader.h"
#include "tensor/views.h"

namespace etscope::tensor {
namespace {

constexpr std::size_t kMaxAxes = 6;  ///< 720 orders
constexpr std::uint64_t kSamples = 1024;
constexpr std::uint64_t kKeptBytes = 32ULL << 20;
constexpr double kGainDb = 20, kLeastDb = 10;

/// Places of the sample: all of a small tensor, else spread by a fixed generator (SplitMix64).
std::vector<std::uint64_t> samplePlaces(std::uint64_t count) {
    std::vector<std::uint64_t> places;
    std::uint64_t state = 0;
    for (std::uint64_t i = 0; i < std::min(count, kSamples); ++i) {
        std::uint64_t z = (state += 0x9E3779B97F4A7C15U);
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
        places.push_back(count <= kSamples ? i : (z ^ (z >> 31U)) % count);
    }
    return places;
}

using AxisValues = std::vector<std::complex<double>>;

Result<AxisValues> valuesAt(const Tensor& tensor, std::span<const std::uint64_t> places) {
    auto reader = ElementReader::open(tensor);
    if (!reader) return reader.failure();
    AxisValues values;
    values.reserve(places.size());
    for (const std::uint64_t place : places) {
        const auto value = reader->complexes(place, 1);
        if (!value) return value.failure();
        values.push_back((*value)[0]);
    }
    return values;
}

/// 10·log10(Σ|reference|² / Σ|d|²) over finite pairs; −infinity when more than half of them are not finite.
double snrDb(const AxisValues& reference, const AxisValues& runtime) {
    double signal = 0, noise = 0;
    std::size_t finite = 0;
    for (std::size_t i = 0; i < reference.size(); ++i) {
        const double x = std::norm(reference[i]), d = std::norm(runtime[i] - reference[i]);
        if (!std::isfinite(x) || !std::isfinite(d)) continue;
        signal += x;
        noise += d;
        ++finite;
    }
    return 2 * finite < reference.size() || signal == 0 ? -kInfinity : 10 * std::log10(signal / noise);
}

std::vector<std::size_t> longAxes(const Tensor& tensor) {
    std::vector<std::size_t> axes;
    for (std::size_t i = 0; i < tensor.shape.size(); ++i)
        if (tensor.shape[i] != 1) axes.push_back(i);
    return axes;
}

/// The order with axis `to[i]` of the reference taken from axis `from[i]` of the runtime; axes of size 1 fill the rest in order.
std::vector<std::size_t> fullOrder(const Tensor& runtime, std::span<const std::size_t> to, std::span<const std::size_t> from) {
    std::vector<std::size_t> order(runtime.shape.size(), SIZE_MAX);
    for (std::size_t i = 0; i < to.size(); ++i) order[to[i]] = from[i];
    std::size_t unit = 0;
    for (std::size_t& axis : order) {
        if (axis != SIZE_MAX) continue;
        while (runtime.shape[unit] != 1) ++unit;
        axis = unit++;
    }
    return order;
}

bool isDense(const Tensor& tensor) {
    const auto strides = tensor.effectiveStrides();
    std::uint64_t extent = 1;
    for (std::size_t i = 0; i < strides.size(); ++i) extent += static_cast<std::uint64_t>((tensor.shape[i] - 1) * strides[i]);
    return extent == tensor.elementCount();
}

Tensor relabelled(const Tensor& runtime, std::span<const std::size_t> axes) {
    Tensor view = runtime;
    view.strides.assign(axes.size(), 1);
    std::int64_t stride = 1;
    for (std::size_t i = axes.size(); i-- > 0;) {
        view.strides[axes[i]] = stride;
        stride *= view.shape[axes[i]];
    }
    return view;
}

bool sameLayout(const Tensor& a, const Tensor& b) {
    const auto x = a.effectiveStrides(), y = b.effectiveStrides();
    for (std::size_t i = 0; i < a.shape.size(); ++i)
        if (a.shape[i] != 1 && x[i] != y[i]) return false;
    return true;
}

/// Every other order of axes that gives the reference's shape.
std::vector<AxisOrder> candidates(const Tensor& reference, const Tensor& runtime) {
    const auto to = longAxes(reference);
    auto from = longAxes(runtime);
    if (to.size() != from.size() || to.size() < 2 || to.size() > kMaxAxes) return {};
    const bool relabel = reference.shape == runtime.shape && isDense(runtime);
    std::vector<AxisOrder> moved, renamed;
    do {
        AxisOrder order{fullOrder(runtime, to, from), false, false, 0};
        bool fits = true;
        for (std::size_t i = 0; i < order.axes.size(); ++i) fits = fits && runtime.shape[order.axes[i]] == reference.shape[i];
        if (fits && (reference.shape != runtime.shape || !std::is_sorted(order.axes.begin(), order.axes.end())))
            moved.push_back(order);
        order.relabelled = true;
        if (relabel && !sameLayout(relabelled(runtime, order.axes), runtime)) renamed.push_back(std::move(order));
    } while (std::next_permutation(from.begin(), from.end()));
    moved.insert(moved.end(), renamed.begin(), renamed.end());
    return moved;
}

/// The runtime tensor with its storage in memory when that is small: samples are read one by one.
Result<Tensor> withNearStorage(const Tensor& tensor) {
    if (tensor.storage.size > kKeptBytes) return tensor;
    auto bytes = tensor.storage.readAll();
    if (!bytes) return bytes.failure();
    Tensor near = tensor;
    near.storage = ByteRange::whole(Source::fromBytes(std::move(*bytes), tensor.storage.source->name()));
    return near;
}

}  // namespace

Result<Tensor> reordered(const Tensor& runtime, const AxisOrder& order) {
    auto moved = permute(runtime, order.axes);
    if (!moved || !order.relabelled) return moved;
    return relabelled(runtime, order.axes);
}

Result<std::optional<AxisOrder>> findAxisOrder(const Tensor& reference, const Tensor& runtime, const Tolerance& tolerance,
                                               const JobContext& job) {
    std::optional<AxisOrder> none;
    const auto count = reference.elementCount();
    if (!count || *count < 2 || count != runtime.elementCount() || reference.shape.size() != runtime.shape.size()) return none;
    if (const auto readable = ElementReader::open(runtime); !readable) return readable.failure();
    auto orders = candidates(reference, runtime);
    if (orders.empty()) return none;
    const auto places = samplePlaces(*count);
    const auto wanted = valuesAt(reference, places);
    if (!wanted) return wanted.failure();
    const auto near = withNearStorage(runtime);
    if (!near) return near.failure();
    double given = -kInfinity;
    if (reference.shape == runtime.shape) {
        const auto values = valuesAt(*near, places);
        if (!values) return values.failure();
        given = snrDb(*wanted, *values);
    }
    AxisOrder* best = nullptr;
    for (AxisOrder& order : orders) {
        if (job.cancelled()) return cancelledFailure();
        const auto view = reordered(*near, order);
        if (!view) return view.failure();
        const auto values = valuesAt(*view, places);
        if (!values) return values.failure();
        order.snrDb = snrDb(*wanted, *values);
        if (best == nullptr || order.snrDb > best->snrDb) best = &order;
    }
    if (!(best->snrDb >= std::max(given + kGainDb, kLeastDb))) return none;
    const auto view = reordered(runtime, *best);
    if (!view) return view.failure();
    const auto whole = compare(reference, *view, {.tolerance = tolerance, .worst = 0, .findAxisOrder = false}, job);
    if (!whole) return whole.failure();
    best->snrDb = whole->metrics->snrDb;
    best->matches = whole->metrics->mismatched == 0;
    if (!best->matches && !(best->snrDb >= kLeastDb)) return none;
    return std::optional(std::move(*best));
}

}  // namespace etscope::tensor
