// What the numbers of a compared output say: metrics, tolerances that would pass, the first mismatch, what it looks like.
#include "answers/metric_words.h"
#include "base/lists.h"
#include "charts/output_matrix.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "look/words.h"
#include "pages/difference_view.h"
#include "tensor/format.h"
#include "tensor/views.h"

namespace etscope::ui {

void DifferenceView::showMetrics() {
    const ComparedOutput& loaded = *m_output;
    const Tokens& t = tokens();
    QString html;
    if (const QString odd = loaded.comparison.result ? notFiniteText(*loaded.comparison.result) : QString(); !odd.isEmpty())
        html += QStringLiteral("<p style='font-weight:600'>%1</p>").arg(etscope::ui::html(odd));
    if (!loaded.comparison.note.empty())
        html += QStringLiteral("<p style='color:%1'>%2</p>").arg(t.text2.name(), said(loaded.comparison.note).toHtmlEscaped());
    if (!loaded.comparison.result || !loaded.comparison.result->metrics) {
        m_metrics->setText(html +
                           QStringLiteral("<p>%1</p>").arg(tr("%1: nothing was measured.").arg(pairWord(loaded.comparison.state))));
        return;
    }
    const tensor::Metrics& metrics = *loaded.comparison.result->metrics;
    if (const auto own = m_options.perOutput.find({loaded.pair.method, loaded.pair.output}); own != m_options.perOutput.end())
        html += QStringLiteral("<p style='color:%1'>%2 &nbsp;<a href='own=none'>%3</a></p>")
                    .arg(t.text2.name(),
                         tr("Judged with a tolerance of its own: relative %1, absolute %2")
                             .arg(floatText(own->second.rtol), floatText(own->second.atol)),
                         tr("take back"));
    html += metricsHtml(metrics);
    if (metrics.mismatched > 0 && metrics.notFinite > 0)
        html += QStringLiteral("<p style='color:%1'>%2</p>").arg(t.text3.name(), tr("No tolerance passes what is not finite"));
    else if (metrics.mismatched > 0) {
        const auto use = [](const char* name, const QString& title, double value) {
            const QString exact = QString::number(value * (1 + 1e-9), 'g', 12);
            return QStringLiteral("<br>%1 ≥ %2 &nbsp;<a href='%5=%3'>%4</a>")
                .arg(title, floatText(value), exact, tr("use"), QString::fromLatin1(name));
        };
        html += QStringLiteral("<p style='color:%1'>%2</p>").arg(t.text3.name(), tr("Passes at"));
        html += QStringLiteral("<p>") + use("rtol", tr("relative"), metrics.requiredRtol).mid(4) +
                use("atol", tr("absolute"), metrics.requiredAtol) + QStringLiteral("</p>");
    }
    if (loaded.comparison.result->first) {
        const auto place = tensor::multiIndex(loaded.sides->reference().shape, loaded.comparison.result->first->index);
        html += QStringLiteral("<p><span style='color:%1'>%4</span><br><a href='place=%2'>%3</a></p>")
                    .arg(t.text3.name(), text(joined(place, ",")), text(tensor::indexText(place)), tr("First mismatch"));
    }
    if (const auto& order = loaded.comparison.result->axisOrder)
        html += QStringLiteral("<p>%1</p>")
                    .arg((order->matches ? tr("Looks transposed: axes [%1] match.") : tr("Looks transposed: axes [%1] fit better."))
                             .arg(text(joined(order->axes, ", "))));
    if (const auto& resemblance = loaded.comparison.result->resemblance)
        html += QStringLiteral("<p>%1</p>").arg(etscope::ui::html(said(*resemblance)));
    m_metrics->setText(html);
}

}  // namespace etscope::ui
