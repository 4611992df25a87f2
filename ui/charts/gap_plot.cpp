#include "charts/gap_plot.h"

#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr double kRadius = 3.5;
/// From the flag to the plot.
constexpr double kStem = 8, kFlagPad = 10;
/// Errors below are drawn on the lowest line: they are rounding.
constexpr double kSmallest = 1e-12;
/// More points than these lie on each other.
constexpr std::size_t kAllDrawn = 4000;

}  // namespace

GapPlot::GapPlot(QWidget* parent) : ChartView(parent) {
    setMinimumHeight(px(120));
    setReach(8);
    setObjectName(QStringLiteral("gapPlot"));
    setAccessibleName(tr("Error of each call in the order of execution"));
}

QMarginsF GapPlot::margins() const {
    const QFontMetricsF metrics(smallFont());
    return {metrics.horizontalAdvance(decadeText(-12)) + 24, kEdge / 2 + flagHeight() + kStem, 16, 2 * metrics.height() + 10};
}

double GapPlot::titleEnd() const { return flag().isNull() ? ChartView::titleEnd() : flag().left() - kEdge; }

void GapPlot::setPoints(std::vector<ChartPoint> points, const QString& title) {
    m_points = std::move(points);
    m_title = title;
    m_first = -1;
    double least = 1, most = 0, last = 1;
    std::vector<Span> spans;
    for (const ChartPoint& point : m_points) {
        if (point.first && m_first < 0) m_first = static_cast<int>(spans.size());
        spans.push_back({point.x, point.x});
        last = std::max(last, point.x);
        if (!std::isfinite(point.y) || point.y < kSmallest) continue;
        least = std::min(least, point.y);
        most = std::max(most, point.y);
    }
    m_lowest = static_cast<int>(std::floor(std::log10(std::max(kSmallest, least)))) - 1;
    m_highest = std::max(m_lowest + 2, most > 0 ? static_cast<int>(std::ceil(std::log10(most))) : 0);
    setTitles(title, m_points.empty() ? QString() : tr("instruction, in execution order"));
    setItems(std::move(spans), 0, last + 1);
}

double GapPlot::heightOf(double y) const {
    if (std::isnan(y)) return 1;
    const double decade = y <= 0 ? m_lowest : std::log10(y);
    return std::clamp((decade - m_lowest) / (m_highest - m_lowest), 0.0, 1.0);
}

QPointF GapPlot::placeOf(std::size_t point) const {
    const QRectF area = plot();
    return {xOf(m_points[point].x), area.bottom() - heightOf(m_points[point].y) * area.height()};
}

QRectF GapPlot::boxOf(std::size_t point) const {
    const QPointF at = placeOf(point);
    return {at.x() - kRadius, at.y() - kRadius, 2 * kRadius, 2 * kRadius};
}

QString GapPlot::nameOf(std::size_t point) const { return m_points[point].tooltip.section(QLatin1Char('\n'), 0, 0); }

std::vector<ChartView::Tick> GapPlot::yTicks() const {
    std::vector<Tick> ticks;
    if (m_points.empty()) return ticks;
    const double line = QFontMetricsF(smallFont()).height() * 1.5;
    const int most = std::max(1, static_cast<int>(plot().height() / line));
    const int step = std::max(1, (m_highest - m_lowest + most - 1) / most);
    for (int decade = m_lowest; decade <= m_highest; decade += step)
        ticks.push_back({heightOf(std::pow(10.0, decade)), decadeText(decade)});
    return ticks;
}

void GapPlot::paintPoint(QPainter& painter, std::size_t item) const {
    const Tokens& t = tokens();
    const ChartPoint& point = m_points[item];
    const QPointF at = placeOf(item);
    const QColor& colour = point.bad ? t.differ : t.accent;
    painter.setPen(QPen(colour, 1.4));
    painter.setBrush(point.hollow ? t.base : colour);
    constexpr double r = kRadius + 1;
    if (point.hollow)
        painter.drawEllipse(at, kRadius, kRadius);
    else
        painter.drawPolygon(QPolygonF({at + QPointF(0, -r), at + QPointF(r, 0), at + QPointF(0, r), at + QPointF(-r, 0)}));
}

/// Of many points in one pixel column the highest and the lowest of each kind are drawn.
void GapPlot::paintItems(QPainter& painter) const {
    std::vector<std::size_t> items = inView(kAllDrawn + 1);
    if (items.size() > kAllDrawn) {
        struct Extremes {
            int low = -1, high = -1;
        };
        items.clear();
        std::vector<std::array<Extremes, 4>> columns(static_cast<std::size_t>(std::max(1, width())) + 1);
        each(from(), to(), [&](std::size_t i) {
            const ChartPoint& point = m_points[i];
            const auto column = static_cast<std::size_t>(std::clamp(xOf(point.x), 0.0, static_cast<double>(columns.size() - 1)));
            Extremes& kept = columns[column][(point.bad ? 1U : 0U) + (point.hollow ? 2U : 0U)];
            const double height = heightOf(point.y);
            const auto heightAt = [this](int item) { return heightOf(m_points[static_cast<std::size_t>(item)].y); };
            if (kept.low < 0 || height < heightAt(kept.low)) kept.low = static_cast<int>(i);
            if (kept.high < 0 || height > heightAt(kept.high)) kept.high = static_cast<int>(i);
        });
        for (const auto& column : columns)
            for (const Extremes& kept : column) {
                if (kept.low >= 0) items.push_back(static_cast<std::size_t>(kept.low));
                if (kept.high >= 0 && kept.high != kept.low) items.push_back(static_cast<std::size_t>(kept.high));
            }
    }
    for (const std::size_t item : items) paintPoint(painter, item);
}

QString GapPlot::flagText() const { return tr("First divergence · %1").arg(nameOf(static_cast<std::size_t>(m_first))); }

/// As far as there is room the title keeps its own.
QRectF GapPlot::flag() const {
    if (m_first < 0) return {};
    const double at = m_points[static_cast<std::size_t>(m_first)].x;
    if (at < from() || at > to()) return {};
    const QRectF area = plot();
    const double title = kEdge + widestOf({m_title}) + 2 * kEdge,
                 wanted = QFontMetricsF(headingFont()).horizontalAdvance(flagText());
    const double width = std::min(wanted + 2 * kFlagPad, std::max(area.right() - title, area.width() / 2));
    return {std::clamp(std::max(xOf(at), title), area.left(), std::max(area.left(), area.right() - width)), kEdge / 2, width,
            flagHeight()};
}

/// The first divergence: a line, and a flag beside the title.
void GapPlot::paintMarks(QPainter& painter) const {
    const QRectF box = flag();
    if (box.isNull()) return;
    const Tokens& t = tokens();
    const double x = placeOf(static_cast<std::size_t>(m_first)).x(), under = box.bottom() - 2;
    painter.setPen(QPen(t.differ, 1.5));
    painter.drawLine(QPointF(x, under), QPointF(x, plot().bottom()));
    painter.drawLine(QPointF(x, under), QPointF(box.left(), under));
    painter.setBrush(t.differBack);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(t.text);
    painter.setFont(headingFont());
    const QRectF inside = box.adjusted(kFlagPad, 0, -kFlagPad, 0);
    painter.drawText(inside, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(headingFont()).elidedText(flagText(), Qt::ElideRight, inside.width()));
}

void GapPlot::paintHighlight(QPainter& painter, std::size_t point) const {
    painter.setPen(QPen(tokens().text, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(placeOf(point), kRadius + 4, kRadius + 4);
}

QStringList GapPlot::tsvTitles() const {
    return {tr("instruction"), m_title.isEmpty() ? tr("error") : m_title, tr("outside the tolerance"), tr("call")};
}

QStringList GapPlot::tsvCells(std::size_t item) const {
    const ChartPoint& point = m_points[item];
    return {QString::number(point.x), QString::number(point.y, 'g', 17), point.bad ? tr("yes") : tr("no"), nameOf(item)};
}

}  // namespace etscope::ui
