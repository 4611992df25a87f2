#include "evaluate/operators/mixture.h"

#include <algorithm>
#include <cmath>
#include <numeric>

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

/// A token through an expert, and what the result is multiplied with.
struct Route {
    std::int64_t token = 0, expert = 0;
    double share = 0;
};
struct Routes {
    std::vector<Route> chosen;
    std::vector<Route> turning;  ///< by experts that rounding may put in place of others, and those that they would replace
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

/// Experts whose scores are as good as that of the last one which is chosen, where there is such a one that is not.
void addTurning(const Experts& experts, std::int64_t token, const Amounts& ranked, const std::vector<std::int64_t>& order,
                double share, std::vector<Route>& turning) {
    const auto score = [&](std::size_t i) { return ranked[static_cast<std::size_t>(order[i])]; };
    const auto chosen = static_cast<std::size_t>(experts.chosen);
    const double last = score(chosen - 1), margin = 0x1p-16 * (std::fabs(last) + 1);
    const auto close = [&](std::size_t i) { return std::fabs(score(i) - last) <= margin; };
    if (chosen == order.size() || !close(chosen)) return;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (!close(i)) continue;
        Computing::list(3, sizeof(Route));
        turning.push_back({token, order[i], share});
    }
}

Routes routesOf(const Call& call, const Experts& experts) {
    const Context& context = call.context();
    const Array& gate = call.array("gate_weight");
    Amounts scores = doublesOf(matrixProducts(context, call.array("x"), transposed(gate, 0, 1)));
    const Amounts bias = doublesOf(call.array("expert_bias"));  // empty: none
    if (!bias.empty() && (!experts.sigmoidScores || std::ssize(bias) != experts.count))
        refuseArguments("a bias for each expert, and scores of sigmoids, are wanted");
    Computing::list(checkedCount(Dims{experts.tokens, experts.chosen}), 3 * sizeof(Route));
    Computing::list(experts.count, 2 * sizeof(double));
    Routes routes;
    for (std::int64_t t = 0; t < experts.tokens; ++t) {
        context.poll();
        double* const own = scores.data() + t * experts.count;
        if (experts.sigmoidScores) std::transform(own, own + experts.count, own, swishGate);
        const Amounts ranked = rankedBy(context, own, bias, experts.count);
        const std::vector<std::int64_t> order = expertsInOrder(ranked.data(), experts.count);
        Amounts shares;
        for (std::int64_t i = 0; i < experts.chosen; ++i) shares.push_back(own[order[static_cast<std::size_t>(i)]]);
        makeExpertShares(experts, shares.data());
        for (std::size_t i = 0; i < shares.size(); ++i) routes.chosen.push_back({t, order[i], shares[i]});
        addTurning(experts, t, ranked, order, shares.back(), routes.turning);
    }
    return routes;
}

/// Of f64 that was made here, row-major.
double* doublesIn(const Array& array) { return reinterpret_cast<double*>(array.storage->data()); }

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

/// Σ|w| of each row.
Amounts sizesOfRows(const Array& weights) {
    Amounts sums;
    const double* row = doublesIn(weights);
    for (std::int64_t r = 0; r < weights.shape[0]; ++r, row += weights.shape[1])
        sums.push_back(std::accumulate(row, row + weights.shape[1], 0.0, [](double sum, double w) { return sum + std::fabs(w); }));
    return sums;
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
    const Amounts steps = stepsOf(x), middleSteps = stepsOf(of.middle), upSums = sizesOfRows(up), downSums = sizesOfRows(down);
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

/// Routes by their experts.
using Taken = std::vector<std::vector<Route>>;
Taken takenBy(const Experts& experts, const std::vector<Route>& routes) {
    Computing::list(experts.count, sizeof(std::vector<Route>));
    Taken taken(static_cast<std::size_t>(experts.count));
    for (const Route& route : routes) taken[static_cast<std::size_t>(route.expert)].push_back(route);
    return taken;
}

/// The tokens that one expert takes.
Array tokensOf(const Context& context, const Array& x, const std::vector<Route>& routes) {
    Array out = context.makeStored(ScalarType::F64, ScalarType::F64, {std::ssize(routes), x.shape[1]});
    double* to = doublesIn(out);
    for (const Route& route : routes) to = std::copy_n(doublesIn(x) + route.token * x.shape[1], x.shape[1], to);
    return out;
}

/// Rows of `values`, one for each route, times its share to the rows of its token; `sizes`: all by their absolute values.
void addShares(const Amounts& values, const std::vector<Route>& routes, bool sizes, double* to) {
    const std::size_t dim = routes.empty() ? 0 : values.size() / routes.size();
    for (std::size_t i = 0; i < routes.size(); ++i) {
        double* const row = to + static_cast<std::size_t>(routes[i].token) * dim;
        for (std::size_t d = 0; d < dim; ++d) {
            const double value = routes[i].share * values[i * dim + d];
            row[d] += sizes ? std::fabs(value) : value;
        }
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
    const Taken chosen = takenBy(experts, routes.chosen), turning = takenBy(experts, routes.turning);
    for (std::size_t e = 0; e < chosen.size(); ++e) {
        if (e % 1024 == 0) context.poll();
        const bool turned = reach != nullptr && !turning[e].empty();
        if (chosen[e].empty() && !turned) continue;
        const auto number = static_cast<std::int64_t>(e);
        const Array weightsUp = unpackedWeights(context, ups.row(number), up),
                    weightsDown = unpackedWeights(context, downs.row(number), down);
        const Array own = tokensOf(context, x, chosen[e]);
        const Made result = throughExpert(context, own, weightsUp, weightsDown);
        addShares(doublesOf(result.out), chosen[e], false, doublesIn(out));
        if (reach != nullptr) addShares(reachOf(context, own, result, weightsUp, weightsDown), chosen[e], true, reach->data());
        if (!turned) continue;
        const Made other = throughExpert(context, tokensOf(context, x, turning[e]), weightsUp, weightsDown);
        addShares(doublesOf(other.out), turning[e], true, reach->data());
    }
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
