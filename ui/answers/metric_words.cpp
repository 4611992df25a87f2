#include "answers/metric_words.h"

#include <QCoreApplication>
#include <array>

#include "base/enum_table.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "tensor/format.h"
#include "tensor/told_metrics.h"

namespace etscope::ui {
namespace {

using enum MetricGroup;

constexpr std::array kWords{
    MetricWords{"mismatched", Verdict, QT_TRANSLATE_NOOP("Metric", "mismatched"),
                QT_TRANSLATE_NOOP("Metric", "elements beyond the tolerance")},
    MetricWords{"count", Verdict, QT_TRANSLATE_NOOP("Metric", "elements"),
                QT_TRANSLATE_NOOP("Metric", "elements that were compared")},
    MetricWords{"max_abs", Verdict, QT_TRANSLATE_NOOP("Metric", "max |d|"),
                QT_TRANSLATE_NOOP("Metric", "largest |runtime − reference|")},
    MetricWords{"max_rel", Verdict, QT_TRANSLATE_NOOP("Metric", "max relative"),
                QT_TRANSLATE_NOOP("Metric", "largest |runtime − reference| ∕ |reference|")},
    MetricWords{"snr_db", Similarity, QT_TRANSLATE_NOOP("Metric", "SNR, dB"),
                QT_TRANSLATE_NOOP("Metric", "signal to noise: 10 lg (Σ reference² ∕ Σ d²)")},
    MetricWords{"psnr_db", Similarity, QT_TRANSLATE_NOOP("Metric", "PSNR, dB"),
                QT_TRANSLATE_NOOP("Metric", "the same, of the range of the reference")},
    MetricWords{"cosine", Similarity, QT_TRANSLATE_NOOP("Metric", "cosine"),
                QT_TRANSLATE_NOOP("Metric", "of the angle between both sides")},
    MetricWords{"top1_match", Similarity, QT_TRANSLATE_NOOP("Metric", "argmax agrees"),
                QT_TRANSLATE_NOOP("Metric", "share of rows whose largest element is at the same place")},
    MetricWords{"top5_match", Similarity, QT_TRANSLATE_NOOP("Metric", "top-5 overlap"),
                QT_TRANSLATE_NOOP("Metric", "share of rows whose largest element is among the 5 largest of the runtime")},
    MetricWords{"top10_match", Similarity, QT_TRANSLATE_NOOP("Metric", "in the top 10"),
                QT_TRANSLATE_NOOP("Metric", "share of rows whose largest element is among the 10 largest of the runtime")},
    MetricWords{"kl", Similarity, QT_TRANSLATE_NOOP("Metric", "KL divergence, nats"),
                QT_TRANSLATE_NOOP("Metric", "divergence of the softmax of rows, in the mean")},
    MetricWords{"mean_abs", Size, QT_TRANSLATE_NOOP("Metric", "mean |d|"),
                QT_TRANSLATE_NOOP("Metric", "mean |runtime − reference|")},
    MetricWords{"rmse", Size, QT_TRANSLATE_NOOP("Metric", "RMSE"), QT_TRANSLATE_NOOP("Metric", "square root of the mean of d²")},
    MetricWords{"mse", Size, QT_TRANSLATE_NOOP("Metric", "MSE"), QT_TRANSLATE_NOOP("Metric", "mean (runtime − reference)²")},
    MetricWords{"l1", Size, QT_TRANSLATE_NOOP("Metric", "L1"), QT_TRANSLATE_NOOP("Metric", "Σ |runtime − reference|")},
    MetricWords{"rel_l2", Size, QT_TRANSLATE_NOOP("Metric", "relative L2"), QT_TRANSLATE_NOOP("Metric", "‖d‖ ∕ ‖reference‖")},
    MetricWords{"max_ulp", Size, QT_TRANSLATE_NOOP("Metric", "max ULP distance"),
                QT_TRANSLATE_NOOP("Metric", "most numbers of the type that lie between both sides")},
    MetricWords{"sign_flips", Size, QT_TRANSLATE_NOOP("Metric", "sign flips"),
                QT_TRANSLATE_NOOP("Metric", "elements of the other sign")},
    MetricWords{"not_finite", NotFinite, QT_TRANSLATE_NOOP("Metric", "one side only"),
                QT_TRANSLATE_NOOP("Metric", "elements that are not finite on one side and other on the other")},
    MetricWords{"nan_reference", NotFinite, QT_TRANSLATE_NOOP("Metric", "NaN, reference"),
                QT_TRANSLATE_NOOP("Metric", "NaN in the reference")},
    MetricWords{"nan_runtime", NotFinite, QT_TRANSLATE_NOOP("Metric", "NaN, runtime"),
                QT_TRANSLATE_NOOP("Metric", "NaN at the runtime")},
    MetricWords{"inf_reference", NotFinite, QT_TRANSLATE_NOOP("Metric", "∞, reference"),
                QT_TRANSLATE_NOOP("Metric", "infinities in the reference")},
    MetricWords{"inf_runtime", NotFinite, QT_TRANSLATE_NOOP("Metric", "∞, runtime"),
                QT_TRANSLATE_NOOP("Metric", "infinities at the runtime")},
};

QString translatedMetric(const char* text) { return QCoreApplication::translate("Metric", text); }

struct MetricTexts {
    Q_DECLARE_TR_FUNCTIONS(etscope::ui::DifferenceView)
};

QString valueText(const tensor::MetricColumn& column, double value) {
    return column.integer ? countText(static_cast<std::uint64_t>(value)) : floatText(value);
}

QString elementWord(const tensor::Element& element) {
    const auto* real = std::get_if<double>(&element);
    return real != nullptr ? floatText(*real) : text(tensor::elementText(element, ScalarType::F64));
}

/// Which elements the group is of, where it is not of all.
QString ofFinite(MetricGroup group, const tensor::Metrics& metrics) {
    if (metrics.notFinite == 0 || (group != Similarity && group != Size)) return {};
    return MetricTexts::tr("of %n element(s) finite on both sides", nullptr, counted(metrics.compared));
}

/// "" where the metric says nothing. What stands under ofFinite() is said as it is.
QString metricRow(const MetricWords& words, const tensor::Metrics& metrics) {
    const tensor::MetricColumn& column = *tensor::metricColumn(words.name);
    const auto value = column.value(metrics);
    if (!value || tensor::toldOf(column, metrics) == tensor::Told::Nothing || (words.group == NotFinite && *value == 0)) return {};
    const bool plain = words.group == Similarity || words.group == Size;
    return QStringLiteral("<tr><td style='color:%1'>%2&nbsp;&nbsp;</td><td align='right' style='white-space:nowrap'>%3</td></tr>")
        .arg(tokens().text3.name(), ui::html(metricTitle(words)), plain ? valueText(column, *value) : metricText(column, metrics));
}

}  // namespace

QString groupTitle(MetricGroup group) {
    static constexpr EnumTable<MetricGroup::NotFinite, const char*> kTitles(
        {QT_TRANSLATE_NOOP("Metric", "Verdict"), QT_TRANSLATE_NOOP("Metric", "Similarity"),
         QT_TRANSLATE_NOOP("Metric", "Size of the error"), QT_TRANSLATE_NOOP("Metric", "Not finite")});
    return translatedMetric(kTitles[group]);
}

std::span<const MetricWords> metricWords() { return kWords; }
QString metricTitle(const MetricWords& words) { return translatedMetric(words.title); }
QString metricTip(const MetricWords& words) {
    return QStringLiteral("%1 (%2)").arg(translatedMetric(words.about), QString::fromLatin1(words.name));
}

QString metricText(const tensor::MetricColumn& column, const tensor::Metrics& metrics) {
    const tensor::Told told = tensor::toldOf(column, metrics);
    if (told == tensor::Told::Nothing) return QStringLiteral("–");
    const QString odd = MetricTexts::tr("%n not finite", nullptr, counted(metrics.notFinite));
    if (told == tensor::Told::OnlyNotFinite) return odd;
    const QString value = valueText(column, *column.value(metrics));
    return told == tensor::Told::AsItIs ? value : MetricTexts::tr("%1 + %2").arg(value, odd);
}

QString maximumText(const tensor::Metrics& metrics) { return metricText(*tensor::metricColumn("max_abs"), metrics); }

QString notFiniteText(const tensor::ComparisonResult& result) {
    if (!result.metrics || !result.firstNotFinite) return {};
    const QString pattern =
        tensor::sameNotFinite(result)
            ? MetricTexts::tr("%1 of %n element(s): reference %2, runtime %3", nullptr, counted(result.metrics->count))
            : MetricTexts::tr("%1 of %n element(s), first: reference %2, runtime %3", nullptr, counted(result.metrics->count));
    return pattern.arg(countText(result.metrics->notFinite), elementWord(result.firstNotFinite->reference),
                       elementWord(result.firstNotFinite->runtime));
}

QString metricsHtml(const tensor::Metrics& metrics) {
    QString html;
    for (const MetricGroup group : {Verdict, Similarity, Size, NotFinite}) {
        QString rows;
        for (const MetricWords& words : kWords)
            if (words.group == group) rows += metricRow(words, metrics);
        if (rows.isEmpty()) continue;
        html += QStringLiteral("<tr><td colspan='2' style='font-weight:600'>%1</td></tr>").arg(ui::html(groupTitle(group)));
        if (const QString of = ofFinite(group, metrics); !of.isEmpty())
            html += QStringLiteral("<tr><td colspan='2' style='color:%1'>%2</td></tr>").arg(tokens().text3.name(), ui::html(of));
        html += rows;
    }
    return QStringLiteral("<table cellspacing='0' cellpadding='1'>") + html + QStringLiteral("</table>");
}

}  // namespace etscope::ui
