// What ExecuTorch's taps of intermediate outputs give: the value itself, or numbers about it. docs/FORMATS.md "Taps".
#include <algorithm>
#include <cmath>
#include <limits>

#include "evaluate/operators/families.h"
#include "evaluate/operators/moves.h"

namespace etscope::evaluate {

namespace {

/// NaN wins, as in torch's reductions.
double larger(double best, double x) { return std::isnan(best) || x <= best ? best : x; }

/// Sums over the elements as the tap's graph of operators makes them: every product is one of f32 there.
struct TapSums {
    double sum = 0, absolute = 0, squares = 0;
    double least = HUGE_VAL, most = -HUGE_VAL, mostAbsolute = -HUGE_VAL;
    double nans = 0, infinities = 0, zeros = 0;

    void add(double x, double square) {
        sum += x, absolute += std::abs(x), squares += square;
        least = -larger(-least, -x), most = larger(most, x), mostAbsolute = larger(mostAbsolute, std::abs(x));
        nans += std::isnan(x) ? 1 : 0, infinities += std::isinf(x) ? 1 : 0, zeros += x == 0 ? 1 : 0;
    }
};

/// The k-th largest |x|, k one of a hundred, rounded up; NaN before all.
double percentileOf(std::vector<double>& elements) {
    const auto above = [](double a, double b) { return std::isnan(a) ? !std::isnan(b) : a > b; };
    for (double& x : elements) x = std::abs(x);
    const auto k = elements.begin() + static_cast<std::ptrdiff_t>((elements.size() + 99) / 100 - 1);
    std::nth_element(elements.begin(), k, elements.end(), above);
    return *k;
}

/// STATS: f32[13], of the elements as f32.
Array statisticsOf(const Call& call, const Array& x) {
    const Context& context = call.context();
    const auto round = [&](double value) { return context.wide ? value : roundedTo(ScalarType::F32, value); };
    if (x.count() == 0) refuseArguments("statistics of no elements: torch's least of them is undefined");
    context.charge(2 * x.count());
    Computing::list(x.count(), sizeof(double));
    std::vector<double> elements = doublesOf(x);
    TapSums of;
    for (double& element : elements) {
        element = round(element);
        of.add(element, round(element * element));
    }
    const auto n = static_cast<double>(elements.size());
    const double mean = round(of.sum / n), meanSquare = round(of.squares / n);
    const double spread = std::abs(round(meanSquare - round(mean * mean)));
    const std::vector<double> results{of.least,
                                      of.most,
                                      mean,
                                      of.mostAbsolute,
                                      of.absolute / n,
                                      std::sqrt(spread),
                                      std::sqrt(meanSquare),
                                      of.absolute,
                                      std::sqrt(round(of.squares)),
                                      of.nans,
                                      of.infinities,
                                      of.zeros,
                                      percentileOf(elements)};
    Array out = context.make(ScalarType::F32, {static_cast<std::int64_t>(results.size())});
    storeDoubles(out.stored, results.data(), results.size(), out.storage->data());
    return out;
}

Values tap(const Call& call) {
    const Array& x = call.array("x");
    const std::string_view reducer = call.text("reducer_name");
    if (reducer == "FULL_TENSOR") return one(x);
    if (reducer == "STATS") return one(statisticsOf(call, x));
    refuseUnsupported("the reducer '" + std::string(reducer) + "', which is the exporter's own");
}

constexpr auto kTapRows = std::to_array<OperatorRow>({{"executorch_devtools.tap.Tensor", "x reducer_name", tap, Rule::Chain}});

}  // namespace

std::span<const OperatorRow> tapRows() { return kTapRows; }

}  // namespace etscope::evaluate
