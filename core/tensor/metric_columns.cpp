// The table of metrics by name.
#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "tensor/comparison.h"

namespace etscope::tensor {
namespace {

using MetricNumber = std::optional<double>;
template <auto member>
MetricNumber memberOf(const Metrics& m) {
    if constexpr (std::is_same_v<decltype(m.*member), const std::optional<double>&> ||
                  std::is_same_v<decltype(m.*member), const std::optional<std::uint64_t>&>) {
        return (m.*member) ? MetricNumber(static_cast<double>(*(m.*member))) : MetricNumber();
    } else {
        return static_cast<double>(m.*member);
    }
}

constexpr std::array kColumns{
    MetricColumn{"count", memberOf<&Metrics::count>, true},
    MetricColumn{"mismatched", memberOf<&Metrics::mismatched>, true},
    MetricColumn{"not_finite", memberOf<&Metrics::notFinite>, true},
    MetricColumn{"max_abs", memberOf<&Metrics::maxAbs>},
    MetricColumn{"mean_abs", memberOf<&Metrics::meanAbs>},
    MetricColumn{"max_rel", memberOf<&Metrics::maxRel>},
    MetricColumn{"mse", memberOf<&Metrics::mse>},
    MetricColumn{"rmse", memberOf<&Metrics::rmse>},
    MetricColumn{"l1", memberOf<&Metrics::l1>},
    MetricColumn{"snr_db", memberOf<&Metrics::snrDb>, false, Worse::Smaller},
    MetricColumn{"psnr_db", memberOf<&Metrics::psnrDb>, false, Worse::Smaller},
    MetricColumn{"cosine", memberOf<&Metrics::cosine>, false, Worse::Smaller},
    MetricColumn{"max_ulp", memberOf<&Metrics::maxUlp>, true},
    MetricColumn{"nan_reference", memberOf<&Metrics::nanReference>, true},
    MetricColumn{"nan_runtime", memberOf<&Metrics::nanRuntime>, true},
    MetricColumn{"inf_reference", memberOf<&Metrics::infReference>, true},
    MetricColumn{"inf_runtime", memberOf<&Metrics::infRuntime>, true},
    MetricColumn{"sign_flips", memberOf<&Metrics::signFlips>, true},
    MetricColumn{"required_rtol", memberOf<&Metrics::requiredRtol>},
    MetricColumn{"required_atol", memberOf<&Metrics::requiredAtol>},
    MetricColumn{"top1_match", memberOf<&Metrics::top1Match>, false, Worse::Smaller},
    MetricColumn{"top5_match", memberOf<&Metrics::top5Match>, false, Worse::Smaller, true},
    MetricColumn{"top10_match", memberOf<&Metrics::top10Match>, false, Worse::Smaller, true},
    MetricColumn{"kl", memberOf<&Metrics::kl>, false, Worse::Larger, true},
    MetricColumn{"rel_l2", memberOf<&Metrics::relL2>},
};

bool tells(const std::optional<double>& value) noexcept { return value && !std::isnan(*value); }

}  // namespace

bool listedBefore(const MetricColumn& column, const std::optional<double>& a, const std::optional<double>& b) noexcept {
    if (!tells(a) || !tells(b)) return tells(a) && !tells(b);
    return column.worse == Worse::Larger ? *a > *b : *a < *b;
}

std::span<const MetricColumn> metricColumns() noexcept { return kColumns; }

const MetricColumn* metricColumn(std::string_view name) noexcept {
    const auto hit =
        std::find_if(kColumns.begin(), kColumns.end(), [name](const MetricColumn& column) { return column.name == name; });
    return hit != kColumns.end() ? &*hit : nullptr;
}

}  // namespace etscope::tensor
