#include "docks/time_histogram.h"

#include <QPainter>

#include "look/language.h"
#include "look/tokens.h"
#include "pages/event_rows.h"

namespace etscope::ui {

TimeHistogram::TimeHistogram(const TimeBars& times, QWidget* parent)
    : HistogramView(parent), m_middle(times.middle), m_unit(times.unit) {
    setObjectName(QStringLiteral("timeHistogram"));
    setAccessibleName(tr("How often it took how long"));
    setFixedHeight(px(90));
    setHistogram(times.bars);
}

QString TimeHistogram::words(double amount) const { return timeText(amount, m_unit); }

QString TimeHistogram::nameOf(std::size_t bar) const {
    return tr("%1 … %2").arg(words(histogram().edges[bar]), words(histogram().edges[bar + 1]));
}

QString TimeHistogram::tooltipOf(std::size_t bar) const {
    return nameOf(bar) + QLatin1Char('\n') + tr("%n time(s)", nullptr, counted(histogram().counts[bar]));
}

std::vector<ChartView::Tick> TimeHistogram::xTicks() const {
    return {{0, words(histogram().edges.front())}, {1, words(histogram().edges.back())}};
}

void TimeHistogram::paintItems(QPainter& painter) const {
    HistogramView::paintItems(painter);
    const auto& edges = histogram().edges;
    const QRectF area = plot();
    const double x = xOf((m_middle - edges.front()) / (edges.back() - edges.front()));
    painter.setPen(QPen(tokens().text, 1, Qt::DashLine));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    painter.setFont(smallFont());
    const double width = QFontMetricsF(smallFont()).horizontalAdvance(QStringLiteral("p50")) + 5;
    const bool left = x + width > area.right();
    const QRectF box(left ? x - width : x + 5, area.top(), width, QFontMetricsF(smallFont()).height());
    painter.fillRect(box.adjusted(-2, 0, -2, 0), tokens().base);  // bars may stand behind it
    painter.drawText(box, Qt::AlignLeft, QStringLiteral("p50"));
}

}  // namespace etscope::ui
