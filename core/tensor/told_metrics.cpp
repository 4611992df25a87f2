#include "tensor/told_metrics.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace etscope::tensor {
namespace {

/// Of all elements, or tolerances that pass them all.
constexpr std::array<std::string_view, 9> kOfAll{"count",         "mismatched",  "not_finite",    "nan_reference", "nan_runtime",
                                                 "inf_reference", "inf_runtime", "required_rtol", "required_atol"};

/// What the metric says of equal sides.
bool saysEqual(const MetricColumn& column, double value) noexcept {
    if (column.worse == Worse::Larger) return value == 0;
    return column.name.ends_with("_db") ? value == HUGE_VAL : value == 1;
}

bool samePair(const Element& a, const Element& b) {
    const auto *x = std::get_if<double>(&a), *y = std::get_if<double>(&b);
    return x != nullptr && y != nullptr ? *x == *y || (std::isnan(*x) && std::isnan(*y)) : a == b;
}

bool finite(const Element& element) {
    const auto* real = std::get_if<double>(&element);
    return real == nullptr || std::isfinite(*real);
}

}  // namespace

Told toldOf(const MetricColumn& column, const Metrics& metrics) {
    if (std::ranges::count(kOfAll, column.name) > 0) return Told::AsItIs;
    const auto value = column.value(metrics);
    const bool defined = value && !std::isnan(*value);
    if (!defined || (metrics.compared == 0 && metrics.notFinite == 0)) return Told::Nothing;
    if (metrics.notFinite == 0) return Told::AsItIs;
    if (metrics.compared == 0) return column.name == "max_abs" ? Told::OnlyNotFinite : Told::Nothing;
    return saysEqual(column, *value) ? Told::OnlyNotFinite : Told::BesideNotFinite;
}

std::optional<double> toldMaximum(const Metrics& metrics) {
    if (metrics.compared == 0 || (metrics.notFinite > 0 && metrics.maxAbs == 0)) return std::nullopt;
    return metrics.maxAbs;
}

bool sameNotFinite(const ComparisonResult& result) {
    if (!result.metrics || !result.firstNotFinite) return false;
    std::uint64_t same = 0;
    for (const Difference& one : result.worst) {
        if (finite(one.reference) && finite(one.runtime)) continue;
        if (!samePair(one.reference, result.firstNotFinite->reference) || !samePair(one.runtime, result.firstNotFinite->runtime))
            return false;
        ++same;
    }
    return same == result.metrics->notFinite;
}

}  // namespace etscope::tensor
