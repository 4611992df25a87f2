#include "charts/plot_area.h"

#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {

PlotArea::PlotArea(QWidget* parent) : QWidget(parent) { setMinimumHeight(90); }

QRectF PlotArea::plotRect() const {
    const int line = QFontMetrics(smallFont()).height();
    return QRectF(rect()).adjusted(6, 4, -6, -(line + 6 + (m_xTitle.isEmpty() ? 0 : line)));
}

void PlotArea::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens& t = tokens();
    const QRectF area = plotRect();
    painter.setPen(QPen(t.hairline, 1));
    for (const double f : {0.0, 0.5})
        painter.drawLine(QPointF(area.left(), area.top() + f * area.height() + 0.5),
                         QPointF(area.right(), area.top() + f * area.height() + 0.5));
    paintData(painter, area);
    painter.setPen(QPen(t.border, 1));
    painter.drawLine(QPointF(area.left(), area.bottom() + 0.5), QPointF(area.right(), area.bottom() + 0.5));
    painter.setFont(smallFont());
    painter.setPen(t.text3);
    const QFontMetricsF metrics(smallFont());
    double last = -1e9;
    for (const auto& [place, label] : xTicks()) {
        const double width = metrics.horizontalAdvance(label);
        const double x = std::clamp(area.left() + place * area.width() - width / 2, area.left() - 4, area.right() + 4 - width);
        if (x < last + 8) continue;
        painter.drawText(QPointF(x, area.bottom() + 4 + metrics.ascent()), label);
        last = x + width;
    }
    if (!m_xTitle.isEmpty())
        painter.drawText(QRectF(area.left(), area.bottom() + 4 + metrics.height(), area.width(), metrics.height()), Qt::AlignCenter,
                         m_xTitle);
}

std::size_t barsFor(std::uint64_t values) {
    return static_cast<std::size_t>(std::clamp<std::uint64_t>(values / 4, 8, tensor::kDefaultBins));
}

void HistogramView::setHistogram(const tensor::Histogram& histogram, bool logarithmicX) {
    m_first = histogram;
    m_logarithmic = logarithmicX;
    update();
}

void HistogramView::setSecond(const tensor::Histogram& histogram) {
    m_second = histogram;
    update();
}

void HistogramView::setLimit(double x) {
    m_limit = x;
    update();
}

void HistogramView::setNote(const QString& note) {
    m_note = note;
    update();
}

void HistogramView::clear() {
    m_note.clear();
    m_first = {};
    m_second = {};
    m_limit = std::numeric_limits<double>::quiet_NaN();
    update();
}

double HistogramView::place(double x) const {
    if (m_first.edges.size() < 2) return 0;
    const auto scale = [this](double v) { return m_logarithmic ? std::log10(std::max(v, 1e-300)) : v; };
    const double low = scale(m_first.edges.front()), high = scale(m_first.edges.back());
    return high > low ? (scale(x) - low) / (high - low) : 0.5;
}

void HistogramView::paintData(QPainter& painter, const QRectF& area) {
    const Tokens& t = tokens();
    if (m_first.counts.empty()) {
        painter.setPen(t.text3);
        painter.setFont(smallFont());
        painter.drawText(area, Qt::AlignCenter, m_note.isEmpty() ? tr("no finite values") : m_note);
        return;
    }
    std::uint64_t top = 1;
    for (const auto* histogram : {&m_first, &m_second})
        for (const std::uint64_t count : histogram->counts) top = std::max(top, count);
    const auto height = [&](std::uint64_t count) { return area.height() * static_cast<double>(count) / static_cast<double>(top); };
    const double limit = std::isnan(m_limit) ? 2 : place(m_limit);
    if (limit <= 1) {
        const double x = area.left() + std::max(0.0, limit) * area.width();
        QColor tint = t.differBack;
        tint.setAlphaF(0.6F);
        painter.fillRect(QRectF(QPointF(x, area.top()), area.bottomRight()), tint);
        painter.setPen(QPen(t.differ, 1.5, Qt::DashLine));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(t.series[0]);
    for (std::size_t i = 0; i < m_first.counts.size(); ++i) {
        if (m_first.counts[i] == 0) continue;
        const double left = area.left() + place(m_first.edges[i]) * area.width(),
                     right = area.left() + place(m_first.edges[i + 1]) * area.width();
        const double h = std::max(1.0, height(m_first.counts[i]));
        painter.drawRect(QRectF(left + 0.5, area.bottom() - h, std::max(1.0, right - left - 1), h));
    }
    if (m_second.counts.empty()) return;
    QPainterPath path;
    for (std::size_t i = 0; i < m_second.counts.size(); ++i) {
        const QPointF point(area.left() + (place(m_second.edges[i]) + place(m_second.edges[i + 1])) / 2 * area.width(),
                            area.bottom() - height(m_second.counts[i]));
        if (i == 0)
            path.moveTo(point);
        else
            path.lineTo(point);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(t.series[1], 1.5));
    painter.drawPath(path);
}

QList<std::pair<double, QString>> HistogramView::xTicks() const {
    QList<std::pair<double, QString>> ticks;
    if (m_first.edges.size() < 2) return ticks;
    const double low = m_first.edges.front(), high = m_first.edges.back();
    if (m_logarithmic) {
        const int first = static_cast<int>(std::ceil(std::log10(low) - 1e-9)),
                  last = static_cast<int>(std::floor(std::log10(high) + 1e-9));
        const int step = std::max(1, (last - first) / 4);
        for (int e = first; e <= last; e += step)
            ticks.append(
                {place(std::pow(10.0, e)),
                 QStringLiteral("1e%1%2").arg(e < 0 ? QChar(0x2212) : QChar('+')).arg(std::abs(e), 2, 10, QLatin1Char('0'))});
        return ticks;
    }
    const double span = high - low;
    const double raw = span / 4, decade = std::pow(10.0, std::floor(std::log10(raw > 0 ? raw : 1)));
    const double step = decade * (raw / decade < 1.5 ? 1 : raw / decade < 3.5 ? 2 : raw / decade < 7.5 ? 5 : 10);
    for (double x = std::ceil(low / step) * step; x <= high + step * 1e-9 && ticks.size() < 12; x += step)
        ticks.append({place(x), floatText(std::abs(x) < step * 1e-9 ? 0 : x)});
    return ticks;
}

bool HistogramView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || m_first.counts.empty()) return PlotArea::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QRectF area = plotRect();
    const double at = (help->pos().x() - area.left()) / area.width();
    for (std::size_t i = 0; i < m_first.counts.size(); ++i)
        if (at >= place(m_first.edges[i]) && at < place(m_first.edges[i + 1])) {
            QToolTip::showText(help->globalPos(),
                               tr("%1 … %2<br><b>%3</b> elements")
                                   .arg(floatText(m_first.edges[i]), floatText(m_first.edges[i + 1]), countText(m_first.counts[i])),
                               this);
            return true;
        }
    QToolTip::hideText();
    return true;
}

}  // namespace etscope::ui
