// Metrics of a comparison in words: title, group and meaning, by the command line's name. GUI thread only.
#pragma once

#include <QString>
#include <span>

#include "tensor/comparison.h"

namespace etscope::ui {

enum class MetricGroup : std::uint8_t { Verdict, Similarity, Size, NotFinite };
/// "Verdict", "Similarity", "Size of the error", "Not finite".
QString groupTitle(MetricGroup group);

struct MetricWords {
    const char* name;  ///< of a tensor::MetricColumn
    MetricGroup group;
    const char* title;  ///< of the context Metric
    const char* about;  ///< the same: formula or meaning
};
/// In the order in which they are told; required_rtol and required_atol, which are no measure of an error, are not among them.
std::span<const MetricWords> metricWords();
QString metricTitle(const MetricWords& words);
/// The meaning, and the command line's name.
QString metricTip(const MetricWords& words);
/// The metrics that were made, by groups: those of numbers that are not finite only where there are some. Rich text, a table row
/// each.
QString metricsHtml(const tensor::Metrics& metrics);

}  // namespace etscope::ui
