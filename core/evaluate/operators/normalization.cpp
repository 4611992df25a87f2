// Softmax and the norms, lane by lane in double.
#include <cmath>
#include <functional>

#include "base/float_limits.h"
#include "evaluate/operators/elementwise.h"
#include "evaluate/operators/families.h"
#include "evaluate/operators/lanes.h"

namespace etscope::evaluate {

namespace {

enum class Softmax : std::uint8_t { Plain, Log, Safe };

/// e^(x − max) / Σ, or its logarithm. A lane of −∞ alone is NaN, in the safe form 0.
template <Softmax kForm>
void softmaxLane(std::vector<double>& lane) {
    double most = -kInfinity;
    for (const double x : lane) most = x != x || x > most ? x : most != most ? most : std::max(most, x);
    if (kForm == Softmax::Safe && most == -kInfinity) {
        std::fill(lane.begin(), lane.end(), 0.0);
        return;
    }
    double sum = 0;
    for (const double x : lane) sum += std::exp(x - most);
    const double logarithm = std::log(sum);
    for (double& x : lane) x = kForm == Softmax::Log ? x - most - logarithm : std::exp(x - most) / sum;
}

template <Softmax kForm>
Values softmax(const Call& call) {
    const Context& context = call.context();
    const Array& given = call.array("self");
    const bool widen = call.has("half_to_float") && call.flag("half_to_float");
    const ScalarType type = widen ? ScalarType::F32 : call.typeOr("dtype", given.type);
    const Array self = cast(context, given, type);
    if (integral(self.type)) refuseArguments("softmax of integers");
    const Array operand = atLeastOneAxis(self);
    const std::size_t axis = axisOf(call.integer("dim"), self.rank());
    Array out = context.make(type, operand.shape);
    Computing::list(operand.shape[axis], sizeof(double));
    std::vector<double> lane(static_cast<std::size_t>(operand.shape[axis]));
    const std::ptrdiff_t from = laneStep(operand, axis), to = laneStep(out, axis);
    eachLane<2>(context, {&operand, &out}, axis, [&](const auto& at) {
        loadDoubles(operand.stored, at[0], from, lane.size(), lane.data());
        softmaxLane<kForm>(lane);
        storeApart(out.stored, lane.data(), lane.size(), writable(out, at[1]), to);
    });
    return one(self.rank() == 0 ? selected(out, 0, 0) : out);
}

struct Moments {
    double mean = 0, variance = 0;
};
/// A sum as if it were computed in twice the precision (Neumaier): what cancels in a norm, cancels in its mean first.
class CarefulSum {
public:
    void add(double x) noexcept {
        const double next = m_sum + x;
        m_rest += std::fabs(m_sum) >= std::fabs(x) ? (m_sum - next) + x : (x - next) + m_sum;
        m_sum = next;
    }
    /// The sum over `count`, rounded as if it were rounded once.
    double mean(double count) const noexcept {
        const double quotient = (m_sum + m_rest) / count;
        return quotient + (std::fma(-quotient, count, m_sum) + m_rest) / count;
    }

private:
    double m_sum = 0, m_rest = 0;
};

Moments momentsOf(std::span<const double> values) {
    const auto count = static_cast<double>(values.size());
    CarefulSum sum, squares;
    for (const double x : values) sum.add(x);
    Moments moments{sum.mean(count), 0};
    for (const double x : values) squares.add((x - moments.mean) * (x - moments.mean));
    moments.variance = squares.mean(count);
    if (moments.variance != moments.variance) moments.mean = moments.variance;  // as of running means, which infinities spoil
    return moments;
}

/// Weight or bias as doubles, one for each element of a group; none: `otherwise`.
std::vector<double> affine(const Call& call, std::string_view name, std::int64_t count, double otherwise) {
    const Array* array = call.arrayIf(name);
    if (array == nullptr) Computing::list(count, sizeof(double));
    if (array == nullptr) return std::vector<double>(static_cast<std::size_t>(count), otherwise);
    if (array->count() != count)
        refuseArguments("'" + std::string(name) + "' has " + std::to_string(array->count()) + " elements, not " +
                        std::to_string(count));
    return doublesOf(*array);
}

std::int64_t normalizedCount(const Call& call, const Array& input) {
    const Dims shape = call.integers("normalized_shape");
    if (shape.size() > input.rank() ||
        !std::equal(shape.begin(), shape.end(), input.shape.end() - static_cast<std::ptrdiff_t>(shape.size())))
        refuseArguments("the normalized shape is not the end of the input's");
    return checkedCount(shape);
}

/// The mean and 1/√(variance + eps) of each row, for those that ask for them.
struct RowStatistics {
    Array mean, inverseDeviation;
};

/// Each row normalised by itself, then scaled and moved: by weight and bias of `channelsOf(row)(element)`. `shape` is that of the
/// statistics.
template <class ChannelsOf>
Values normalizedRows(const Call& call, const Array& rows, const Dims& shape, std::int64_t channels, bool withStatistics,
                      const ChannelsOf& channelsOf) {
    const Context& context = call.context();
    const Array& input = call.array("input");
    const std::vector<double> weight = affine(call, "weight", channels, 1), bias = affine(call, "bias", channels, 0);
    const double eps = call.number("eps");
    Array out = context.make(input.type, input.shape);
    RowStatistics statistics{context.make(input.type, shape), context.make(input.type, shape)};
    Computing::list(rows.shape[1], sizeof(double));
    std::vector<double> row(static_cast<std::size_t>(rows.shape[1]));
    std::size_t index = 0;
    eachLane<1>(context, {&rows}, 1, [&](const auto& at) {
        loadDoubles(rows.stored, at[0], laneStep(rows, 1), row.size(), row.data());
        const Moments moments = momentsOf(row);
        const double scale = 1 / std::sqrt(moments.variance + eps);
        const auto channelOf = channelsOf(index);
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::size_t channel = channelOf(i);
            row[i] = (row[i] - moments.mean) * scale * weight[channel] + bias[channel];
        }
        storeDoubles(out.stored, row.data(), row.size(), out.storage->data() + index * row.size() * out.item());
        storeDoubles(statistics.mean.stored, &moments.mean, 1, statistics.mean.storage->data() + index * statistics.mean.item());
        storeDoubles(statistics.mean.stored, &scale, 1,
                     statistics.inverseDeviation.storage->data() + index * statistics.mean.item());
        ++index;
    });
    if (!withStatistics) return one(out);
    return {out, statistics.mean, statistics.inverseDeviation};
}

Values layerNorm(const Call& call, bool withStatistics) {
    const Array& input = call.array("input");
    const std::int64_t inner = normalizedCount(call, input);
    const Array rows = reshaped(call.context(), input, {inner == 0 ? 0 : input.count() / inner, inner});
    Dims shape = input.shape;
    std::fill(shape.end() - static_cast<std::ptrdiff_t>(call.integers("normalized_shape").size()), shape.end(), 1);
    return normalizedRows(call, rows, shape, inner, withStatistics, [](std::size_t) { return std::identity(); });
}

Values rmsNorm(const Call& call) {
    const Context& context = call.context();
    const Array& input = call.array("input");
    const std::int64_t inner = normalizedCount(call, input);
    const std::vector<double> weight = affine(call, "weight", inner, 1);
    const double eps = call.numberOr("eps", 2 * floatRange(input.type).roundoff);
    const Array rows = reshaped(context, input, {inner == 0 ? 0 : input.count() / inner, inner});
    Array out = context.make(input.type, input.shape);
    Computing::list(inner, sizeof(double));
    std::vector<double> row(static_cast<std::size_t>(inner));
    std::byte* to = out.storage->data();
    eachLane<1>(context, {&rows}, 1, [&](const auto& at) {
        loadDoubles(rows.stored, at[0], laneStep(rows, 1), row.size(), row.data());
        double squares = 0;
        for (const double x : row) squares += x * x;
        const double scale = 1 / std::sqrt(squares / static_cast<double>(inner) + eps);
        for (std::size_t i = 0; i < row.size(); ++i) row[i] = row[i] * scale * weight[i];
        storeDoubles(out.stored, row.data(), row.size(), to);
        to += row.size() * out.item();
    });
    return one(out);
}

/// [N, C, …] in groups of channels: a group of one sample is normalised together.
Values groupNorm(const Call& call, std::int64_t groups, bool withStatistics) {
    const Array& input = call.array("input");
    if (input.shape[1] % groups != 0) refuseArguments("the channels do not divide into groups");
    const std::int64_t samples = input.shape[0], channels = input.shape[1];
    const std::int64_t inner = channels == 0 || samples == 0 ? 0 : input.count() / samples / channels;
    const Array rows = reshaped(call.context(), input, {checkedCount(Dims{samples, groups}), channels / groups * inner});
    return normalizedRows(call, rows, {samples, groups}, channels, withStatistics, [&](std::size_t row) {
        const std::size_t first = row % static_cast<std::size_t>(groups) * static_cast<std::size_t>(channels / groups);
        return [first, size = static_cast<std::size_t>(inner)](std::size_t i) { return first + i / size; };
    });
}

/// The elements of one channel of [N, C, …] are one lane.
struct Channels {
    Array view;  ///< [C, everything else]
    std::int64_t count = 0, elements = 0;
};
Channels channelsOf(const Context& context, const Array& input) {
    Channels channels;
    channels.count = input.shape[1];
    channels.elements = channels.count == 0 ? 0 : input.count() / channels.count;
    channels.view = reshaped(context, transposed(input, 0, 1), {channels.count, channels.elements});
    return channels;
}

struct ChannelStatistics {
    std::vector<double> mean, variance;
};
ChannelStatistics statisticsOf(const Context& context, const Channels& channels) {
    ChannelStatistics statistics;
    Computing::list(channels.elements, sizeof(double));
    std::vector<double> lane(static_cast<std::size_t>(channels.elements));
    eachLane<1>(context, {&channels.view}, 1, [&](const auto& at) {
        loadDoubles(channels.view.stored, at[0], laneStep(channels.view, 1), lane.size(), lane.data());
        const Moments moments = momentsOf(lane);
        statistics.mean.push_back(moments.mean);
        statistics.variance.push_back(moments.variance);
    });
    statistics.mean.resize(static_cast<std::size_t>(channels.count));
    statistics.variance.resize(static_cast<std::size_t>(channels.count));
    return statistics;
}

/// A vector of the channels that broadcasts over [N, C, …].
Array alongChannels(const Context& context, const std::vector<double>& values, std::size_t rank) {
    Array array = context.makeStored(ScalarType::F64, ScalarType::F64, {static_cast<std::int64_t>(values.size())});
    if (!values.empty()) std::memcpy(array.storage->data(), values.data(), values.size() * sizeof(double));
    array.shape.resize(rank - 1, 1);
    array.strides.resize(rank - 1, 0);
    return array;
}

Array vectorOf(const Context& context, const std::vector<double>& values, ScalarType type) {
    Array array = context.make(type, {static_cast<std::int64_t>(values.size())});
    if (!values.empty()) storeDoubles(array.stored, values.data(), values.size(), array.storage->data());
    return array;
}

Array normalizedChannels(const Call& call, const Array& input, const ChannelStatistics& statistics) {
    const Context& context = call.context();
    const double eps = call.number("eps");
    const std::int64_t channels = input.shape[1];
    std::vector<double> scale = affine(call, "weight", channels, 1);
    for (std::size_t c = 0; c < scale.size(); ++c) scale[c] /= std::sqrt(statistics.variance[c] + eps);
    const Array mean = alongChannels(context, statistics.mean, input.rank()), factor = alongChannels(context, scale, input.rank()),
                bias = alongChannels(context, affine(call, "bias", channels, 0), input.rank());
    return mapDoubles(context, std::array<const Array*, 4>{&input, &mean, &factor, &bias}, input.type,
                      [](double x, double m, double s, double b) { return (x - m) * s + b; });
}

ChannelStatistics runningStatistics(const Call& call, std::int64_t channels) {
    return {affine(call, "running_mean", channels, 0), affine(call, "running_var", channels, 1)};
}

Values batchNormInference(const Call& call) {
    const Context& context = call.context();
    const Array& input = call.array("input");
    const Array out = normalizedChannels(call, input, runningStatistics(call, input.shape[1]));
    return {out, context.make(input.type, {0}), context.make(input.type, {0})};
}

void updateRunning(const Call& call, const Channels& channels, const ChannelStatistics& batch) {
    const double momentum = call.number("momentum");
    const auto update = [&](std::string_view name, const std::vector<double>& values, double factor) {
        const Array* running = call.arrayIf(name);
        if (running == nullptr) return;
        std::vector<double> next = doublesOf(*running);
        for (std::size_t c = 0; c < next.size(); ++c) next[c] = (1 - momentum) * next[c] + momentum * values[c] * factor;
        assign(call.context(), *running, vectorOf(call.context(), next, running->type));
    };
    const auto n = static_cast<double>(channels.elements);
    update("running_mean", batch.mean, 1);
    update("running_var", batch.variance, n / (n - 1));
}

Values batchNormTraining(const Call& call, bool keepsRunning) {
    const Context& context = call.context();
    const Array& input = call.array("input");
    const Channels channels = channelsOf(context, input);
    const ChannelStatistics batch = statisticsOf(context, channels);
    const Array out = normalizedChannels(call, input, batch);
    if (keepsRunning) updateRunning(call, channels, batch);
    std::vector<double> inverse = batch.variance;
    for (double& v : inverse) v = 1 / std::sqrt(v + call.number("eps"));
    return {out, vectorOf(context, batch.mean, input.type), vectorOf(context, inverse, input.type)};
}

Values batchNormLegit(const Call& call) { return call.flag("training") ? batchNormTraining(call, true) : batchNormInference(call); }
Values batchNorm(const Call& call) {
    const bool training = call.flag("training") || !call.has("running_mean");
    Values results = training ? batchNormTraining(call, call.flag("training")) : batchNormInference(call);
    results.resize(1);
    return results;
}

constexpr auto kNormalizationRows = std::to_array<OperatorRow>({
    {"aten._softmax.default", "self dim half_to_float", softmax<Softmax::Plain>, Rule::Chain},
    {"aten.softmax.int", "self dim dtype=none", softmax<Softmax::Plain>, Rule::Chain},
    {"aten._safe_softmax.default", "self dim dtype=none", softmax<Softmax::Safe>, Rule::Chain},
    {"aten._log_softmax.default", "self dim half_to_float", softmax<Softmax::Log>, Rule::Chain},
    {"aten.log_softmax.int", "self dim dtype=none", softmax<Softmax::Log>, Rule::Chain},
    {"aten.layer_norm.default", "input normalized_shape weight=none bias=none eps=1e-05 cudnn_enable=true",
     [](const Call& call) { return layerNorm(call, false); }, Rule::Chain},
    {"aten.native_layer_norm.default", "input normalized_shape weight bias eps",
     [](const Call& call) { return layerNorm(call, true); }, Rule::Chain},
    {"aten.rms_norm.default", "input normalized_shape weight=none eps=none", rmsNorm, Rule::Chain},
    {"aten.group_norm.default", "input num_groups weight=none bias=none eps=1e-05 cudnn_enabled=true",
     [](const Call& call) { return groupNorm(call, call.integer("num_groups"), false); }, Rule::Chain},
    {"aten.native_group_norm.default", "input weight bias N C HxW group eps",
     [](const Call& call) { return groupNorm(call, call.integer("group"), true); }, Rule::Chain},
    {"aten.batch_norm.default", "input weight bias running_mean running_var training momentum eps cudnn_enabled", batchNorm,
     Rule::Chain},
    {"aten._native_batch_norm_legit_no_training.default", "input weight bias running_mean running_var momentum eps",
     batchNormInference, Rule::Chain},
    {"aten._native_batch_norm_legit.default", "input weight bias running_mean! running_var! training momentum eps", batchNormLegit,
     Rule::Chain},
    {"aten._native_batch_norm_legit.no_stats", "input weight bias training momentum eps",
     [](const Call& call) { return batchNormTraining(call, false); }, Rule::Chain},
});

}  // namespace

std::span<const OperatorRow> normalizationRows() { return kNormalizationRows; }

}  // namespace etscope::evaluate
