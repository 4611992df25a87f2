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
/// The value: with the number of elements that are not finite on one side where it does not know of them, "–" where it is not
/// defined. Never a 0 that stands for these.
QString metricText(const tensor::MetricColumn& column, const tensor::Metrics& metrics);
QString maximumText(const tensor::Metrics& metrics);
/// "8 of 16 elements: reference 0, runtime −∞"; "" where none is.
QString notFiniteText(const tensor::ComparisonResult& result);
/// The metrics that were made, by groups: those of numbers that are not finite only where there are some. Rich text, a table row
/// each.
QString metricsHtml(const tensor::Metrics& metrics);

}  // namespace etscope::ui
