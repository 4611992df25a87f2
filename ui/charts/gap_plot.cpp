#include "charts/gap_plot.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr double kLeft = 64, kRight = 16, kTop = 34, kBottom = 40, kRadius = 3.5;
/// Errors below are drawn on the lowest line: they are rounding.
constexpr double kSmallest = 1e-12;

}  // namespace

GapPlot::GapPlot(QWidget* parent) : QWidget(parent) {
    setMinimumHeight(180);
    setMouseTracking(true);
    setObjectName(QStringLiteral("gapPlot"));
    setAccessibleName(tr("Error of each call in the order of execution"));
}

void GapPlot::setPoints(std::vector<ChartPoint> points, const QString& title) {
    m_points = std::move(points);
    m_title = title;
    double least = 1, most = 0;
    m_last = 1;
    for (const ChartPoint& point : m_points) {
        m_last = std::max(m_last, point.x);
        if (!std::isfinite(point.y) || point.y < kSmallest) continue;
        least = std::min(least, point.y);
        most = std::max(most, point.y);
    }
    m_lowest = static_cast<int>(std::floor(std::log10(std::max(kSmallest, least)))) - 1;
    m_highest = std::max(m_lowest + 2, most > 0 ? static_cast<int>(std::ceil(std::log10(most))) : 0);
    update();
}

void GapPlot::setSelected(const Address& address) {
    m_selected = address;
    update();
}

QRectF GapPlot::plot() const { return QRectF(rect()).adjusted(kLeft, kTop, -kRight, -kBottom); }

double GapPlot::heightOf(double y) const {
    if (std::isnan(y)) return 1;
    const double decade = y <= 0 ? m_lowest : std::log10(y);
    return std::clamp((decade - m_lowest) / (m_highest - m_lowest), 0.0, 1.0);
}

QPointF GapPlot::placeOf(std::size_t point) const {
    const QRectF area = plot();
    return {area.left() + m_points[point].x / (m_last + 1) * area.width(),
            area.bottom() - heightOf(m_points[point].y) * area.height()};
}

int GapPlot::nearest(QPointF point) const {
    int best = -1;
    double distance = 12 * 12;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const QPointF d = placeOf(i) - point;
        const double square = QPointF::dotProduct(d, d);
        if (square < distance) best = static_cast<int>(i), distance = square;
    }
    return best;
}

void GapPlot::paintAxes(QPainter& painter) const {
    const Tokens& t = tokens();
    const QRectF area = plot();
    painter.setFont(smallFont());
    const int step = std::max(1, (m_highest - m_lowest + 7) / 8);
    for (int decade = m_lowest; decade <= m_highest; decade += step) {
        const double y = area.bottom() - heightOf(std::pow(10.0, decade)) * area.height();
        painter.setPen(t.hairline);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(t.text3);
        painter.drawText(QRectF(0, y - 8, kLeft - 8, 16), Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("1e%1").arg(decade));
    }
    const double span = m_last + 1, unit = std::max(1.0, std::pow(10.0, std::floor(std::log10(span))) / 2);
    painter.setPen(t.text3);
    for (double x = 0; x <= m_last; x += unit * (span / unit > 10 ? 2 : 1)) {
        const double at = area.left() + x / span * area.width();
        painter.drawText(QRectF(at - 30, area.bottom() + 4, 60, 14), Qt::AlignCenter, QString::number(x));
    }
    painter.setPen(t.text2);
    painter.drawText(QRectF(area.left(), area.bottom() + 20, area.width(), 16), Qt::AlignCenter,
                     tr("instruction, in execution order"));
    painter.drawText(QRectF(area.left() - 56, 4, 400, 18), Qt::AlignLeft | Qt::AlignVCenter, m_title);
}

void GapPlot::paintDivergence(QPainter& painter) const {
    const auto first = std::find_if(m_points.begin(), m_points.end(), [](const ChartPoint& point) { return point.first; });
    if (first == m_points.end()) return;
    const Tokens& t = tokens();
    const QRectF area = plot();
    const double x = placeOf(static_cast<std::size_t>(first - m_points.begin())).x();
    painter.setPen(QPen(t.differ, 1.5));
    painter.drawLine(QPointF(x, kTop - 10), QPointF(x, area.bottom()));
    const QString words = tr("First divergence · %1").arg(first->tooltip.section(QLatin1Char('\n'), 0, 0));
    painter.setFont(headingFont());
    const double width = std::min(area.width(), painter.fontMetrics().horizontalAdvance(words) + 20.0);
    // Beside the axis' title.
    const double title = area.left() - 56 + QFontMetricsF(smallFont()).horizontalAdvance(m_title) + 16;
    const QRectF box(std::clamp(std::max(x, title), area.left(), area.right() - width), 4, width, 22);
    painter.drawPolyline(QPolygonF({{x, kTop - 10.0}, {x, box.center().y()}, {box.left(), box.center().y()}}));
    painter.setBrush(t.differBack);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(t.text);
    painter.drawText(box.adjusted(10, 0, -10, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(words, Qt::ElideRight, static_cast<int>(width) - 20));
}

void GapPlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens& t = tokens();
    painter.fillRect(rect(), t.base);
    paintAxes(painter);
    paintDivergence(painter);
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const ChartPoint& point = m_points[i];
        const QPointF at = placeOf(i);
        const QColor colour = point.bad ? t.differ : t.accent;
        painter.setPen(QPen(colour, 1.4));
        painter.setBrush(point.hollow ? t.base : colour);
        if (point.hollow)
            painter.drawEllipse(at, kRadius, kRadius);
        else
            painter.drawPolygon(QPolygonF({at + QPointF(0, -kRadius - 1), at + QPointF(kRadius + 1, 0),
                                           at + QPointF(0, kRadius + 1), at + QPointF(-kRadius - 1, 0)}));
        if (!point.address.valid() || !(point.address == m_selected)) continue;
        painter.setPen(QPen(t.text, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(at, kRadius + 4, kRadius + 4);
    }
}

void GapPlot::mousePressEvent(QMouseEvent* event) {
    if (const int hit = nearest(event->position()); hit >= 0) emit pointClicked(m_points[static_cast<std::size_t>(hit)].address);
}

bool GapPlot::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int hit = nearest(help->pos());
    if (hit >= 0)
        QToolTip::showText(help->globalPos(), m_points[static_cast<std::size_t>(hit)].tooltip, this);
    else
        QToolTip::hideText();
    return true;
}

}  // namespace etscope::ui
