#include "evaluate/operators/mixture.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/float_limits.h"
#include "evaluate/operators/byte_rows.h"
#include "evaluate/operators/families.h"
#include "evaluate/operators/gemm.h"
#include "evaluate/operators/moves.h"
#include "evaluate/operators/packed_weights.h"
#include "evaluate/operators/shapes.h"

namespace etscope::evaluate {

namespace {

using Amounts = std::vector<double>;

double swishGate(double x) { return 1 / (1 + std::exp(-x)); }

/// What is asked for, its sizes checked.
struct Experts {
    std::int64_t tokens = 0, dim = 0, hidden = 0, count = 0, chosen = 0, group = 0, bits = 0;
    bool sigmoidScores = false;
    double scale = 1;

    explicit Experts(const Call& call)
        : tokens(call.array("x").shape[0]),
          dim(call.array("x").shape[1]),
          hidden(call.integer("hidden_dim")),
          count(call.array("gate_weight").shape[0]),
          chosen(call.integer("num_activated_experts")),
          group(call.integer("group_size")),
          bits(call.integer("weight_nbit")),
          sigmoidScores(call.text("score_func") == "sigmoid"),
          scale(call.number("route_scale")) {
        if (call.integer("dim") != dim || call.integer("num_experts") != count)
            refuseArguments("other sizes are said than the tokens and the router have");
        if (chosen > count) refuseArguments("more experts are chosen than there are");
        if (!sigmoidScores && call.text("score_func") != "softmax")
            refuseUnsupported("experts scored by '" + std::string(call.text("score_func")) + "'");
        if (!call.array("x").floating() || !call.array("gate_weight").floating()) refuseArguments("floating tokens are wanted");
        if (hidden > (std::int64_t{1} << 40U)) refuseArguments("experts of more than 2^40 hidden values");
    }
};

/// Of each token, its experts and what their results are multiplied with; a token after the other.
struct Routes {
    std::vector<std::int64_t> experts;
    Amounts shares;
    std::vector<bool> close;  ///< of tokens: rounding may choose another expert
};

/// Experts by their scores, the largest first; of equal ones the first; NaN last.
std::vector<std::int64_t> expertsInOrder(const double* scores, std::int64_t count) {
    std::vector<std::int64_t> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
        return scores[a] > scores[b] || (scores[b] != scores[b] && scores[a] == scores[a]);
    });
    return order;
}

/// Scores at the experts that are chosen to shares: by their sum, or by softmax.
void makeExpertShares(const Experts& experts, double* shares) {
    const std::int64_t n = experts.chosen;
    if (experts.sigmoidScores) {
        const double sum = std::max(std::accumulate(shares, shares + n, 0.0), 0x1p-126);
        for (std::int64_t i = 0; i < n; ++i) shares[i] *= experts.scale / sum;
        return;
    }
    const double most = *std::max_element(shares, shares + n);
    double sum = 0;
    for (std::int64_t i = 0; i < n; ++i) sum += shares[i] = std::exp(shares[i] - most);
    for (std::int64_t i = 0; i < n; ++i) shares[i] /= sum;
}

/// What experts are chosen by: scores as kernels have them, in f32, which are often all but equal; in wide mode as they are.
Amounts rankedBy(const Context& context, const double* scores, const Amounts& bias, std::int64_t count) {
    const auto kernels = [&](double x) { return context.wide ? x : roundedTo(ScalarType::F32, x); };
    Amounts ranked(scores, scores + count);
    for (std::size_t e = 0; e < ranked.size(); ++e)
        ranked[e] = bias.empty() ? kernels(ranked[e]) : kernels(kernels(ranked[e]) + bias[e]);
    return ranked;
}

Routes routesOf(const Call& call, const Experts& experts) {
    const Context& context = call.context();
    const Array& gate = call.array("gate_weight");
    Amounts scores = doublesOf(matrixProducts(context, call.array("x"), transposed(gate, 0, 1)));
    const Amounts bias = doublesOf(call.array("expert_bias"));  // empty: none
    if (!bias.empty() && (!experts.sigmoidScores || std::ssize(bias) != experts.count))
        refuseArguments("a bias for each expert, and scores of sigmoids, are wanted");
    Computing::list(checkedCount(Dims{experts.tokens, experts.chosen}), 4 * sizeof(double));
    Computing::list(experts.count, 2 * sizeof(double));
    Routes routes;
    for (std::int64_t t = 0; t < experts.tokens; ++t) {
        context.poll();
        double* const own = scores.data() + t * experts.count;
        if (experts.sigmoidScores) std::transform(own, own + experts.count, own, swishGate);
        const Amounts ranked = rankedBy(context, own, bias, experts.count);
        const std::vector<std::int64_t> order = expertsInOrder(ranked.data(), experts.count);
        routes.experts.insert(routes.experts.end(), order.begin(), order.begin() + experts.chosen);
        const std::size_t first = routes.shares.size();
        for (std::int64_t i = 0; i < experts.chosen; ++i) routes.shares.push_back(own[order[static_cast<std::size_t>(i)]]);
        makeExpertShares(experts, routes.shares.data() + first);
        const auto at = [&](std::int64_t i) { return ranked[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])]; };
        const double last = at(experts.chosen - 1), next = experts.chosen < experts.count ? at(experts.chosen) : -kInfinity;
        routes.close.push_back(last - next <= 0x1p-16 * (std::fabs(last) + 1));
    }
    return routes;
}

/// Of f64 that was made here, row-major.
double* doublesIn(const Array& array) { return reinterpret_cast<double*>(array.storage->data()); }

/// Rows of a matrix of f64, chosen by their numbers.
Array rowsAt(const Context& context, const Array& matrix, const std::vector<std::int64_t>& numbers) {
    const std::int64_t width = matrix.shape[1];
    Array out = context.makeStored(ScalarType::F64, ScalarType::F64, {std::ssize(numbers), width});
    double* to = doublesIn(out);
    for (const std::int64_t number : numbers) to = std::copy_n(doublesIn(matrix) + number * width, width, to);
    return out;
}

Array absoluteOf(const Context& context, const Array& weights) {
    return mapDoubles(context, std::array{&weights}, ScalarType::F64, [](double w) { return std::fabs(w); });
}
/// Of each row, the step of 8 bits over the range of its values and 0.
Amounts stepsOf(const Array& values) {
    const std::int64_t width = values.shape[1];
    Amounts steps;
    const double* row = doublesIn(values);
    for (std::int64_t r = 0; r < values.shape[0]; ++r, row += width) {
        const auto [least, most] = std::minmax_element(row, row + width);
        steps.push_back(width == 0 ? 0 : (std::max(*most, 0.0) - std::min(*least, 0.0)) / 255);
    }
    return steps;
}

/// What one expert makes of its tokens.
struct Made {
    Array hidden, middle, out;  ///< [tokens, 2 · hidden], [tokens, hidden], [tokens, dim]
};

/// The first half of the hidden values, each times its sigmoid, times the second half.
Array gatedHalves(const Context& context, const Array& hidden) {
    const std::int64_t width = hidden.shape[1] / 2;
    Array out = context.makeStored(ScalarType::F64, ScalarType::F64, {hidden.shape[0], width});
    context.charge(out.count());
    const double* from = doublesIn(hidden);
    double* to = doublesIn(out);
    for (std::int64_t r = 0; r < hidden.shape[0]; ++r, from += 2 * width)
        for (std::int64_t i = 0; i < width; ++i) *to++ = from[i] * swishGate(from[i]) * from[width + i];
    return out;
}

Made throughExpert(const Context& context, const Array& x, const Array& up, const Array& down) {
    Made result;
    result.hidden = matrixProducts(context, x, transposed(up, 0, 1));
    result.middle = gatedHalves(context, result.hidden);
    result.out = matrixProducts(context, result.middle, transposed(down, 0, 1));
    return result;
}

/// How far an expert's results are off where each value that enters its products is off by a step of 8 bits.
Amounts reachOf(const Context& context, const Array& x, const Made& of, const Array& up, const Array& down) {
    const auto sumsOf = [&](const Array& weights) {  // Σ|w| of each row
        const Array ones = mapDoubles(context, std::array{&weights}, ScalarType::F64, [](double) { return 1.0; });
        const Array one = sliced(ones, 0, 0, 1, 1);
        return doublesOf(matrixProducts(context, one, transposed(absoluteOf(context, weights), 0, 1)));
    };
    const Amounts steps = stepsOf(x), middleSteps = stepsOf(of.middle), upSums = sumsOf(up), downSums = sumsOf(down);
    const std::int64_t width = of.middle.shape[1];
    Array off = context.makeStored(ScalarType::F64, ScalarType::F64, of.middle.shape);
    const double* hidden = doublesIn(of.hidden);
    double* to = doublesIn(off);
    for (std::int64_t r = 0; r < of.middle.shape[0]; ++r, hidden += 2 * width)
        for (std::int64_t i = 0; i < width; ++i) {
            const auto row = static_cast<std::size_t>(r), at = static_cast<std::size_t>(i),
                       gate = static_cast<std::size_t>(width + i);
            const double first = steps[row] * upSums[at], second = steps[row] * upSums[gate];
            *to++ = 1.1 * first * (std::fabs(hidden[width + i]) + second) + std::fabs(hidden[i]) * second;
        }
    Amounts reach = doublesOf(matrixProducts(context, off, transposed(absoluteOf(context, down), 0, 1)));
    const std::int64_t dim = of.out.shape[1];
    for (std::size_t i = 0; i < reach.size(); ++i)
        reach[i] += middleSteps[i / static_cast<std::size_t>(dim)] * downSums[i % static_cast<std::size_t>(dim)];
    return reach;
}

/// Tokens that one expert takes, and their places among the pairs.
struct Taken {
    std::vector<std::int64_t> tokens;
    Amounts shares;
};

void addTaken(const Amounts& values, const Taken& taken, bool sizes, double* to) {
    const std::size_t dim = taken.tokens.empty() ? 0 : values.size() / taken.tokens.size();
    for (std::size_t i = 0; i < taken.tokens.size(); ++i) {
        const double share = sizes ? std::fabs(taken.shares[i]) : taken.shares[i];
        double* const row = to + static_cast<std::size_t>(taken.tokens[i]) * dim;
        for (std::size_t d = 0; d < dim; ++d) row[d] += share * values[i * dim + d];
    }
}

std::vector<Taken> takenBy(const Experts& experts, const Routes& routes) {
    Computing::list(experts.count, sizeof(Taken));
    std::vector<Taken> all(static_cast<std::size_t>(experts.count));
    for (std::size_t i = 0; i < routes.experts.size(); ++i) {
        Taken& taken = all[static_cast<std::size_t>(routes.experts[i])];
        taken.tokens.push_back(static_cast<std::int64_t>(i) / experts.chosen);
        taken.shares.push_back(routes.shares[i]);
    }
    return all;
}

/// Another choice gives another result of about the same size.
void widenClose(const Routes& routes, const Array& out, Amounts& reach) {
    const auto dim = static_cast<std::size_t>(out.shape[1]);
    for (std::size_t t = 0; t < routes.close.size(); ++t) {
        if (!routes.close[t] || dim == 0) continue;
        const double* row = doublesIn(out) + t * dim;
        double largest = 0;
        for (std::size_t d = 0; d < dim; ++d) largest = std::max(largest, std::fabs(row[d]));
        for (std::size_t d = 0; d < dim; ++d) reach[t * dim + d] += 4 * largest;
    }
}

}  // namespace

Array mixtureOfExperts(const Call& call, Amounts* reach) {
    const Context& context = call.context();
    const Experts experts(call);
    const Array x = fresh(context, call.array("x"), ScalarType::F64);
    const Routes routes = routesOf(call, experts);
    const PackedShape up{2 * experts.hidden, experts.dim, experts.group, experts.bits},
        down{experts.dim, experts.hidden, experts.group, experts.bits};
    ByteRows ups(context, call.array("packed_w13")), downs(context, call.array("packed_w2"));
    Array out = context.makeStored(ScalarType::F64, ScalarType::F64, x.shape);
    if (reach != nullptr) reach->assign(static_cast<std::size_t>(out.count()), 0.0);
    const std::vector<Taken> all = takenBy(experts, routes);
    for (std::size_t e = 0; e < all.size(); ++e) {
        context.poll();
        const Taken& taken = all[e];
        if (taken.tokens.empty()) continue;
        const auto number = static_cast<std::int64_t>(e);
        const Array own = rowsAt(context, x, taken.tokens), weightsUp = unpackedWeights(context, ups.row(number), up),
                    weightsDown = unpackedWeights(context, downs.row(number), down);
        const Made result = throughExpert(context, own, weightsUp, weightsDown);
        addTaken(doublesOf(result.out), taken, false, doublesIn(out));
        if (reach != nullptr) addTaken(reachOf(context, own, result, weightsUp, weightsDown), taken, true, reach->data());
    }
    if (reach != nullptr) widenClose(routes, out, *reach);
    return out;
}

namespace {

constexpr auto kMixtureRows = std::to_array<OperatorRow>({
    {"llama.quantized_moe_ffn.default",
     "x gate_weight expert_bias packed_w13 packed_w2 num_activated_experts num_experts hidden_dim dim group_size weight_nbit "
     "score_func route_scale",
     [](const Call& call) { return one(fresh(call.context(), mixtureOfExperts(call), call.array("x").type)); }, Rule::Chain},
});

}  // namespace

std::span<const OperatorRow> mixtureRows() { return kMixtureRows; }

}  // namespace etscope::evaluate
