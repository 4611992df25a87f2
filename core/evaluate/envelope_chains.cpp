#include "evaluate/envelope_chains.h"

#include <algorithm>
#include <cmath>

#include "evaluate/elements.h"
#include "evaluate/operators/lanes.h"
#include "evaluate/operators/mixture.h"

namespace etscope::evaluate {

namespace {

void setChain(Envelope& envelope, std::vector<double> magnitude, double terms) {
    envelope.magnitude = std::move(magnitude);
    setRange(envelope, terms);
}

/// softmax: an exponent x − max is off by u·|x − max|, and its power by as much of itself; log softmax: the difference itself.
void softmaxes(const Asked& asked, std::vector<Envelope>& envelopes) {
    const Array operand = atLeastOneAxis(asked.call.array("self"));
    const Array& right = *asked.right.front().array();
    const Array result = atLeastOneAxis(right);
    const std::size_t axis = axisOf(asked.call.integer("dim"), operand.rank());
    const bool logarithm = asked.op.row.target.find("log") != std::string_view::npos;
    const std::vector<double> x = doublesOf(operand), y = doublesOf(result);
    const std::int64_t n = operand.shape[axis];
    std::int64_t inner = 1;
    for (std::size_t d = axis + 1; d < operand.rank(); ++d) inner *= operand.shape[d];
    std::vector<double> magnitude(y.size());
    for (std::int64_t lane = 0; n > 0 && lane < operand.count() / n; ++lane) {
        const std::int64_t first = lane / inner * n * inner + lane % inner;
        double largest = -HUGE_VAL;
        for (std::int64_t i = 0; i < n; ++i) largest = std::max(largest, x[static_cast<std::size_t>(first + i * inner)]);
        for (std::int64_t i = 0; i < n; ++i) {
            const auto at = static_cast<std::size_t>(first + i * inner);
            const double below = std::fabs(x[at] - largest), value = std::fabs(y[at]);
            const double size = logarithm ? below + value + 1 : value * (below + 4);
            magnitude[at] = std::isfinite(size) ? size : 0;
        }
    }
    setChain(envelopes.front(), std::move(magnitude), static_cast<double>(n));
}

/// The numbers i / divisor % modulo, one i after the other.
class Turns {
public:
    Turns(std::int64_t divisor, std::int64_t modulo)
        : m_divisor(static_cast<std::size_t>(divisor)), m_modulo(static_cast<std::size_t>(modulo)) {}
    std::size_t at() const noexcept { return m_at; }
    void next() noexcept {
        if (++m_step < m_divisor) return;
        m_step = 0;
        if (++m_at == m_modulo) m_at = 0;
    }

private:
    std::size_t m_divisor, m_modulo, m_step = 0, m_at = 0;
};

/// How the elements of a norm's input belong to rows of common mean and variance, and to channels of common weight and bias.
struct Grouping {
    std::int64_t rowDivisor = 1, rows = 1, channelDivisor = 1, channels = 1;

    Turns row() const { return {rowDivisor, rows}; }
    Turns channel() const { return {channelDivisor, channels}; }
};

Grouping groupingOf(const Call& call, std::string_view stem, const Array& input) {
    const auto over = [](std::int64_t a, std::int64_t b) { return b == 0 ? 1 : std::max<std::int64_t>(1, a / b); };
    if (call.has("normalized_shape")) {
        const std::int64_t inner = std::max<std::int64_t>(1, checkedCount(call.integers("normalized_shape")));
        return {inner, over(input.count(), inner), 1, inner};
    }
    const std::int64_t channels = std::max<std::int64_t>(1, input.shape.at(1));
    const std::int64_t area = over(input.count(), input.shape[0] * channels);
    if (stem.find("group") == std::string_view::npos) return {area, channels, area, channels};
    const std::int64_t groups = call.integer(call.has("group") ? "group" : "num_groups");
    const std::int64_t size = over(channels, groups) * area;
    return {size, over(input.count(), size), area, channels};
}

struct RowMoments {
    double count = 0, mean = 0, meanSize = 0, square = 0, variance = 0;
};

std::vector<RowMoments> momentsOf(const std::vector<double>& x, const Grouping& grouping) {
    std::vector<RowMoments> rows(static_cast<std::size_t>(grouping.rows));
    Turns at = grouping.row();
    for (std::size_t i = 0; i < x.size(); ++i, at.next()) {
        RowMoments& row = rows[at.at()];
        row.count += 1;
        row.mean += x[i];
        row.meanSize += std::fabs(x[i]);
        row.square += x[i] * x[i];
    }
    for (RowMoments& row : rows) {
        const double count = std::max(row.count, 1.0);
        row.mean /= count;
        row.meanSize /= count;
        row.square /= count;
    }
    at = grouping.row();
    for (std::size_t i = 0; i < x.size(); ++i, at.next()) {
        RowMoments& row = rows[at.at()];
        row.variance += (x[i] - row.mean) * (x[i] - row.mean) / std::max(row.count, 1.0);
    }
    return rows;
}

std::vector<double> ownOr(const Call& call, std::string_view name, std::int64_t count, double otherwise) {
    const Array* array = call.has(name) ? call.arrayIf(name) : nullptr;
    std::vector<double> values = array == nullptr ? std::vector<double>() : doublesOf(*array);
    values.resize(static_cast<std::size_t>(count), otherwise);
    return values;
}

/// Fixed statistics: the norm is a product and a sum.
void useRunning(const Call& call, std::vector<RowMoments>& rows) {
    const auto count = static_cast<std::int64_t>(rows.size());
    const std::vector<double> mean = ownOr(call, "running_mean", count, 0), variance = ownOr(call, "running_var", count, 1);
    for (std::size_t r = 0; r < rows.size(); ++r) rows[r] = {rows[r].count, mean[r], std::fabs(mean[r]), 0, variance[r]};
}

bool running(const Call& call, std::string_view stem) {
    if (stem == "_native_batch_norm_legit_no_training") return true;
    return call.has("running_mean") && call.has("training") && !call.flag("training");
}

/// The difference x − mean is off by u·(|x| + mean|x|), the mean of its squares by u·σ·√E[x²], and by the square of what the mean
/// is off. A variance as mean square less squared mean loses u·E[x²]: where that is more than 2⁻¹⁸ of it, the right way does not.
void norms(const Asked& asked, std::vector<Envelope>& envelopes) {
    const std::string_view stem = stemOf(asked.op.row.target);
    const Array& input = asked.call.array("input");
    const Grouping grouping = groupingOf(asked.call, stem, input);
    const std::vector<double> x = doublesOf(input);
    std::vector<RowMoments> rows = momentsOf(x, grouping);
    const bool fixed = running(asked.call, stem);
    if (fixed) useRunning(asked.call, rows);
    if (stem == "rms_norm")
        for (RowMoments& row : rows) row = {row.count, 0, 0, row.square, row.square};
    const std::vector<double> weight = ownOr(asked.call, "weight", grouping.channels, 1),
                              bias = ownOr(asked.call, "bias", grouping.channels, 0);
    const double eps = asked.call.has("eps") ? asked.call.number("eps") : 2 * roundoff(input.type);
    const double beyond = input.type == ScalarType::F64 ? 0x1p1023 : 0x1p126;  // squares that f32 does not hold
    std::vector<double> magnitude(x.size()), means(rows.size()), inverses(rows.size()), slopes(rows.size());
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const double share = rows[r].square / (rows[r].variance + eps);
        const double u = roundoff(input.type), lost = std::min(share, 0x1p-18 / u);
        const double spread = fixed ? 1 : 1 + std::sqrt(share) + lost + u * std::sqrt(rows[r].count) * share;
        means[r] = rows[r].meanSize;
        slopes[r] = 1 / std::sqrt(rows[r].variance + eps);
        inverses[r] = !fixed && rows[r].square >= beyond ? HUGE_VAL : spread * slopes[r];
    }
    Turns rowAt = grouping.row(), channel = grouping.channel();
    for (std::size_t i = 0; i < x.size(); ++i, rowAt.next(), channel.next()) {
        const std::size_t r = rowAt.at();
        const double weighed = std::fabs(weight[channel.at()]);
        magnitude[i] = std::isinf(inverses[r])
                           ? HUGE_VAL
                           : weighed * (slopes[r] * (std::fabs(x[i]) + means[r]) + inverses[r] * std::fabs(x[i] - rows[r].mean)) +
                                 std::fabs(bias[channel.at()]);
    }
    const double terms = fixed || rows.empty() ? 1 : rows.front().count;
    setChain(envelopes.front(), std::move(magnitude), terms);
    if (envelopes.size() > 1) setChain(envelopes[1], std::move(means), terms);
    if (envelopes.size() > 2) setChain(envelopes[2], std::move(inverses), terms);
}

double longestRow(const Array& array) {
    const std::vector<double> values = doublesOf(array);
    const auto width = static_cast<std::size_t>(array.rank() == 0 ? 1 : array.shape.back());
    double longest = 0;
    for (std::size_t i = 0; width > 0 && i + width <= values.size(); i += width) {
        double squares = 0;
        for (std::size_t k = 0; k < width; ++k) squares += values[i + k] * values[i + k];
        longest = std::max(longest, squares);
    }
    return std::sqrt(longest);
}

/// A score is off by u·√K·‖q‖·‖k‖·scale, its share by as much of itself, and the sum of the values by the shares of their sizes.
void attentions(const Asked& asked, std::vector<Envelope>& envelopes) {
    const auto given = [&](std::string_view name, std::string_view shortName) {
        return asked.op.row.target.starts_with("kvcache.") ? shortName : name;
    };
    const Array &query = asked.call.array(given("query", "q")), &key = asked.call.array(given("key", "k"));
    const double width = query.rank() == 0 ? 1 : static_cast<double>(std::max<std::int64_t>(1, query.shape.back()));
    const double scale = asked.call.has("scale") ? std::fabs(asked.call.number("scale")) : 1 / std::sqrt(width);
    const double scores = std::min(scale * longestRow(query) * longestRow(key), 1e6);
    Arguments sizes = asked.arguments;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const std::string_view name = nameOf(asked.op, asked.arguments, i);
        if (name == given("value", "v") || name == "value_cache") sizes[i].value = absolute(asked.context, sizes[i].value);
    }
    const Values mixed = applied(asked.op, asked.context, sizes);
    std::vector<double> magnitude = doublesOf(*mixed.front().array());
    for (double& x : magnitude) x *= 4 + 2 * scores;
    const double keys =
        key.rank() < 2
            ? 1
            : static_cast<double>(std::max(key.shape[key.rank() - 2], key.shape[key.rank() - 3 < key.rank() ? key.rank() - 3 : 0]));
    setChain(envelopes.front(), std::move(magnitude), keys + width);
    if (envelopes.size() < 2 || asked.right[1].array() == nullptr) return;
    std::vector<double> logarithms = doublesOf(*asked.right[1].array());
    for (double& x : logarithms) x = std::isfinite(x) ? std::fabs(x) + scores + 1 : 0;
    setChain(envelopes[1], std::move(logarithms), keys + width);
}

/// What enters an expert's products may be rounded to 8 bits; four units are that.
void mixtures(const Asked& asked, std::vector<Envelope>& envelopes) {
    std::vector<double> magnitude;
    mixtureOfExperts(asked.call, &magnitude);
    const double units = 4 * roundoff(asked.right.front().array()->type);
    for (double& x : magnitude) x = std::isfinite(x) ? x / units : 0;
    setChain(envelopes.front(), std::move(magnitude), 1);
}

/// A place between elements is off by u·(|place| + size), the sample by the differences there.
void samplings(const Asked& asked, std::vector<Envelope>& envelopes) {
    const Array& input = *firstFloating(asked.arguments);
    double largest = 0, size = 1;
    for (const double x : doublesOf(input)) largest = std::isfinite(x) ? std::max(largest, std::fabs(x)) : largest;
    for (std::size_t d = 2; d < input.rank(); ++d) size = std::max(size, static_cast<double>(input.shape[d]));
    const auto count = static_cast<std::size_t>(asked.right.front().array()->count());
    setChain(envelopes.front(), std::vector<double>(count, 2 * largest * (size + 4)), 1);
}

struct ChainRow {
    std::string_view stem;
    ChainMeasure measure;
};

constexpr auto kChains = std::to_array<ChainRow>({
    {"_softmax", softmaxes},
    {"softmax", softmaxes},
    {"_safe_softmax", softmaxes},
    {"_log_softmax", softmaxes},
    {"log_softmax", softmaxes},
    {"layer_norm", norms},
    {"native_layer_norm", norms},
    {"rms_norm", norms},
    {"group_norm", norms},
    {"native_group_norm", norms},
    {"batch_norm", norms},
    {"_native_batch_norm_legit", norms},
    {"_native_batch_norm_legit_no_training", norms},
    {"grid_sampler", samplings},
    {"grid_sampler_2d", samplings},
    {"grid_sampler_3d", samplings},
    {"upsample_linear1d", samplings},
    {"upsample_bilinear2d", samplings},
    {"upsample_trilinear3d", samplings},
    {"upsample_bicubic2d", samplings},
    {"_upsample_bilinear2d_aa", samplings},
    {"_upsample_bicubic2d_aa", samplings},
    {"scaled_dot_product_attention", attentions},
    {"_scaled_dot_product_flash_attention_for_cpu", attentions},
    {"custom_sdpa", attentions},
    {"sdpa_with_kv_cache", attentions},
    {"update_and_attend", attentions},
    {"quantized_moe_ffn", mixtures},
});

}  // namespace

ChainMeasure chainMeasure(std::string_view stem) noexcept {
    const auto* found = std::find_if(kChains.begin(), kChains.end(), [&](const ChainRow& row) { return row.stem == stem; });
    return found == kChains.end() ? nullptr : found->measure;
}

}  // namespace etscope::evaluate
