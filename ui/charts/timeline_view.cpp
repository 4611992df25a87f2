#include "charts/timeline_view.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "charts/chart_name.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

/// Between bars; names of lanes that are longer lose their middle.
constexpr double kTimelineViewBetween = 8, kMostLabel = 200, kLabelPad = 10;
/// Bars narrower than this are of one colour, and have no name.
constexpr double kOutlined = 3;

double barHeight() { return QFontMetricsF(smallFont()).height() + 6; }
double laneHeight() { return std::max(barHeight(), QFontMetricsF(bodyFont()).height()) + kTimelineViewBetween; }

}  // namespace

TimelineView::TimelineView(QWidget* parent) : ChartView(parent) { introduce("timeline", tr("Events of the run over time")); }

QMarginsF TimelineView::margins() const {
    const QFontMetricsF metrics(bodyFont());
    double label = 0;
    for (const QString& lane : m_lanes) label = std::max(label, metrics.horizontalAdvance(lane));
    return {std::min<double>(label, px(kMostLabel)) + 2 * kLabelPad, QFontMetricsF(smallFont()).height() + 2 * kTickGap - 4, 12, 8};
}

/// As high as its lanes.
void TimelineView::fitHeight() {
    const QMarginsF around = margins();
    setFixedHeight(
        static_cast<int>(std::ceil(around.top() + laneHeight() * static_cast<double>(m_lanes.size()) + around.bottom())));
}

void TimelineView::setBars(QStringList lanes, std::vector<TimelineBar> bars) {
    m_lanes = std::move(lanes);
    m_bars = std::move(bars);
    double end = 1e-6;
    std::vector<Span> spans;
    spans.reserve(m_bars.size());
    for (const TimelineBar& bar : m_bars) {
        spans.push_back({bar.start, bar.end});
        end = std::max(end, bar.end);
    }
    fitHeight();
    setItems(std::move(spans), 0, end);
}

void TimelineView::showCurrent() {
    if (current() >= 0) bringIntoView(static_cast<std::size_t>(current()));
}

QRectF TimelineView::boxOf(std::size_t index) const {
    const TimelineBar& bar = m_bars[index];
    const double x = xOf(bar.start);
    const double lane = laneHeight(), height = barHeight();
    const QRectF box(x, plot().top() + bar.lane * lane + (lane - height) / 2, std::max(1.0, xOf(bar.end) - x), height);
    return bar.level < 0 ? box : box.adjusted(0, height * (1 - bar.level), 0, 0);
}

void TimelineView::paintBack(QPainter& painter) const {
    const Tokens& t = tokens();
    painter.setFont(bodyFont());
    const QFontMetricsF metrics(bodyFont());
    const double top = plot().top(), height = laneHeight(), room = plot().left() - 2 * kLabelPad;
    for (qsizetype lane = 0; lane < m_lanes.size(); ++lane) {
        const double y = top + static_cast<double>(lane) * height;
        painter.setPen(t.hairline);
        painter.drawLine(QPointF(0, y + height), QPointF(width(), y + height));
        painter.setPen(t.text2);
        painter.drawText(QRectF(kLabelPad, y, room + 1, height), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(m_lanes[lane], Qt::ElideMiddle, room));
    }
}

/// An area that ends in a line: what follows goes on from there.
void TimelineView::paintAmount(QPainter& painter, const QRectF& box) const {
    const Tokens& t = tokens();
    painter.fillRect(box, t.idleSelection);
    painter.fillRect(QRectF(box.left(), box.top(), box.width(), 1), t.accent);
}

/// Bars within pixels that their lane has painted already are not seen.
void TimelineView::paintItems(QPainter& painter) const {
    const Tokens& t = tokens();
    const QFontMetricsF metrics(smallFont());
    painter.setFont(smallFont());
    painter.setRenderHint(QPainter::Antialiasing, false);
    std::vector<double> painted(static_cast<std::size_t>(m_lanes.size()), -1);
    each(from(), to(), [&](std::size_t i) {
        const TimelineBar& bar = m_bars[i];
        const QRectF box = boxOf(i).intersected(plot().adjusted(-2, 0, 2, 0));
        double& edge = painted[static_cast<std::size_t>(bar.lane)];
        if (box.width() < 1.5 && box.right() <= edge) return;
        edge = std::max(edge, std::floor(box.right()) + 1);
        if (bar.level >= 0) return paintAmount(painter, box);
        const FamilyColours& colours = t.families[static_cast<std::size_t>(bar.family)];
        if (box.width() < kOutlined) return painter.fillRect(box, colours.bar);
        painter.setPen(QPen(colours.bar, 1));
        painter.setBrush(colours.fill);
        painter.drawRect(box);
        painter.setPen(t.text);
        const QRectF inside = box.adjusted(4, 0, -4, 0);
        painter.drawText(inside, Qt::AlignLeft | Qt::AlignVCenter, chartName(metrics, bar.name, inside.width()));
    });
}

QStringList TimelineView::tsvTitles() const { return {tr("start ms"), tr("end ms"), tr("lane"), tr("event"), tr("address")}; }

QStringList TimelineView::tsvCells(std::size_t index) const {
    const TimelineBar& bar = m_bars[index];
    return {QString::number(bar.start, 'g', 17), QString::number(bar.end, 'g', 17), m_lanes.value(bar.lane),
            bar.tooltip.section(QLatin1Char('\n'), 0, 0), bar.address.text()};
}

}  // namespace etscope::ui
