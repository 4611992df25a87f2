#include "pages/metric_words.h"

#include <QCoreApplication>
#include <array>

#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

using enum MetricGroup;

constexpr std::array kWords{
    MetricWords{"mismatched", Verdict, QT_TRANSLATE_NOOP("Metric", "mismatched"),
                QT_TRANSLATE_NOOP("Metric", "elements beyond the tolerance")},
    MetricWords{"max_abs", Verdict, QT_TRANSLATE_NOOP("Metric", "max |d|"),
                QT_TRANSLATE_NOOP("Metric", "largest |runtime − reference|")},
    MetricWords{"max_rel", Verdict, QT_TRANSLATE_NOOP("Metric", "max relative"),
                QT_TRANSLATE_NOOP("Metric", "largest |runtime − reference| ∕ |reference|")},
    MetricWords{"snr_db", Similarity, QT_TRANSLATE_NOOP("Metric", "SNR, dB"),
                QT_TRANSLATE_NOOP("Metric", "signal to noise: 10 lg (Σ reference² ∕ Σ d²)")},
    MetricWords{"psnr_db", Similarity, QT_TRANSLATE_NOOP("Metric", "peak SNR, dB"),
                QT_TRANSLATE_NOOP("Metric", "the same, of the range of the reference")},
    MetricWords{"cosine", Similarity, QT_TRANSLATE_NOOP("Metric", "cosine"),
                QT_TRANSLATE_NOOP("Metric", "of the angle between both sides")},
    MetricWords{"top1_match", Similarity, QT_TRANSLATE_NOOP("Metric", "same largest"),
                QT_TRANSLATE_NOOP("Metric", "share of rows whose largest element is at the same place")},
    MetricWords{"top5_match", Similarity, QT_TRANSLATE_NOOP("Metric", "in the top 5"),
                QT_TRANSLATE_NOOP("Metric", "share of rows whose largest element is among the 5 largest of the runtime")},
    MetricWords{"top10_match", Similarity, QT_TRANSLATE_NOOP("Metric", "in the top 10"),
                QT_TRANSLATE_NOOP("Metric", "share of rows whose largest element is among the 10 largest of the runtime")},
    MetricWords{"kl", Similarity, QT_TRANSLATE_NOOP("Metric", "KL, nat"),
                QT_TRANSLATE_NOOP("Metric", "divergence of the softmax of rows, in the mean")},
    MetricWords{"mean_abs", Size, QT_TRANSLATE_NOOP("Metric", "mean |d|"),
                QT_TRANSLATE_NOOP("Metric", "mean |runtime − reference|")},
    MetricWords{"rmse", Size, QT_TRANSLATE_NOOP("Metric", "root mean d²"),
                QT_TRANSLATE_NOOP("Metric", "square root of the mean of d²")},
    MetricWords{"mse", Size, QT_TRANSLATE_NOOP("Metric", "mean d²"), QT_TRANSLATE_NOOP("Metric", "mean (runtime − reference)²")},
    MetricWords{"l1", Size, QT_TRANSLATE_NOOP("Metric", "sum |d|"), QT_TRANSLATE_NOOP("Metric", "Σ |runtime − reference|")},
    MetricWords{"rel_l2", Size, QT_TRANSLATE_NOOP("Metric", "relative L2"), QT_TRANSLATE_NOOP("Metric", "‖d‖ ∕ ‖reference‖")},
    MetricWords{"max_ulp", Size, QT_TRANSLATE_NOOP("Metric", "max, ulp"),
                QT_TRANSLATE_NOOP("Metric", "most numbers of the type that lie between both sides")},
    MetricWords{"sign_flips", Size, QT_TRANSLATE_NOOP("Metric", "sign flips"),
                QT_TRANSLATE_NOOP("Metric", "elements of the other sign")},
    MetricWords{"count", Size, QT_TRANSLATE_NOOP("Metric", "elements"), QT_TRANSLATE_NOOP("Metric", "elements that were compared")},
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

QString translated(const char* text) { return QCoreApplication::translate("Metric", text); }

QString valueText(const tensor::MetricColumn& column, double value) {
    return column.integer ? countText(static_cast<std::uint64_t>(value)) : floatText(value);
}

}  // namespace

QString groupTitle(MetricGroup group) {
    static constexpr const char* kTitles[] = {QT_TRANSLATE_NOOP("Metric", "Verdict"), QT_TRANSLATE_NOOP("Metric", "Similarity"),
                                              QT_TRANSLATE_NOOP("Metric", "Size of the error"),
                                              QT_TRANSLATE_NOOP("Metric", "Not finite")};
    return translated(kTitles[static_cast<std::size_t>(group)]);
}

std::span<const MetricWords> metricWords() { return kWords; }
QString metricTitle(const MetricWords& words) { return translated(words.title); }
QString metricTip(const MetricWords& words) {
    return QStringLiteral("%1 (%2)").arg(translated(words.about), QString::fromLatin1(words.name));
}

QString metricsHtml(const tensor::Metrics& metrics) {
    const Tokens& t = tokens();
    QString html;
    for (const MetricGroup group : {Verdict, Similarity, Size, NotFinite}) {
        QString rows;
        for (const MetricWords& words : kWords) {
            const tensor::MetricColumn* column = tensor::metricColumn(words.name);
            const auto value = words.group == group ? column->value(metrics) : std::nullopt;
            if (!value || (group == NotFinite && *value == 0)) continue;
            rows += QStringLiteral("<tr><td style='color:%1'>%2&nbsp;&nbsp;</td><td align='right'>%3</td></tr>")
                        .arg(t.text3.name(), ui::html(metricTitle(words)), valueText(*column, *value));
        }
        if (rows.isEmpty()) continue;
        html += QStringLiteral("<tr><td colspan='2' style='font-weight:600'>%1</td></tr>").arg(ui::html(groupTitle(group))) + rows;
    }
    return QStringLiteral("<table cellspacing='0' cellpadding='1'>") + html + QStringLiteral("</table>");
}

}  // namespace etscope::ui
