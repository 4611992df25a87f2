#include "charts/timeline_view.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr double kLeft = 130, kRight = 12, kTop = 26, kLane = 28, kBar = 20;
/// Bars narrower than this get no name.
constexpr double kNamed = 36;

}  // namespace

TimelineView::TimelineView(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("timeline"));
    setAccessibleName(tr("Events of the run over time"));
}

void TimelineView::setBars(QStringList lanes, std::vector<TimelineBar> bars) {
    m_lanes = std::move(lanes);
    m_bars = std::move(bars);
    m_end = 1e-6;
    for (const TimelineBar& bar : m_bars) m_end = std::max(m_end, bar.end);
    m_from = 0;
    m_to = m_end;
    setFixedHeight(static_cast<int>(kTop + kLane * static_cast<double>(m_lanes.size())) + 8);
    update();
}

void TimelineView::setSelected(const Address& address) {
    m_selected = address;
    update();
}

QRectF TimelineView::plot() const { return QRectF(rect()).adjusted(kLeft, kTop, -kRight, 0); }

QRectF TimelineView::boxOf(std::size_t index) const {
    const TimelineBar& bar = m_bars[index];
    const QRectF area = plot();
    const double scale = area.width() / (m_to - m_from), x = area.left() + (bar.start - m_from) * scale;
    return {x, area.top() + bar.lane * kLane + (kLane - kBar) / 2, std::max(1.0, (bar.end - bar.start) * scale), kBar};
}

int TimelineView::at(QPointF point) const {
    for (std::size_t i = m_bars.size(); i-- > 0;)
        if (boxOf(i).adjusted(-1, 0, 1, 0).contains(point)) return static_cast<int>(i);
    return -1;
}

void TimelineView::paintAxis(QPainter& painter) const {
    const Tokens& t = tokens();
    const QRectF area = plot();
    painter.setFont(smallFont());
    const double span = m_to - m_from;
    double step = std::pow(10.0, std::floor(std::log10(span)));
    while (span / step < 5) step /= 2;
    for (double x = std::ceil(m_from / step) * step; x <= m_to; x += step) {
        const double place = area.left() + (x - m_from) / span * area.width();
        painter.setPen(t.hairline);
        painter.drawLine(QPointF(place, area.top() - 4), QPointF(place, area.top() + kLane * static_cast<double>(m_lanes.size())));
        painter.setPen(t.text3);
        painter.drawText(QRectF(place - 50, 4, 100, 16), Qt::AlignCenter, QStringLiteral("%1 ms").arg(x, 0, 'g', 5));
    }
    painter.setFont(bodyFont());
    for (qsizetype lane = 0; lane < m_lanes.size(); ++lane) {
        const double y = area.top() + static_cast<double>(lane) * kLane;
        painter.setPen(t.hairline);
        painter.drawLine(QPointF(0, y + kLane), QPointF(width(), y + kLane));
        painter.setPen(t.text2);
        painter.drawText(QRectF(10, y, kLeft - 16, kLane), Qt::AlignLeft | Qt::AlignVCenter, m_lanes[lane]);
    }
}

void TimelineView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Tokens& t = tokens();
    painter.fillRect(rect(), t.base);
    paintAxis(painter);
    painter.setClipRect(plot().adjusted(-1, 0, 1, 0));
    painter.setFont(smallFont());
    const QFontMetrics metrics(smallFont());
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        const TimelineBar& bar = m_bars[i];
        if (bar.end < m_from || bar.start > m_to) continue;
        const QRectF box = boxOf(i);
        const FamilyColours& colours = t.families[static_cast<std::size_t>(bar.family)];
        const bool selected = m_selected.valid() && bar.address == m_selected;
        painter.setPen(QPen(selected ? t.accent : colours.bar, selected ? 2 : 1));
        painter.setBrush(colours.fill);
        painter.drawRect(box);
        if (box.width() < kNamed) continue;
        painter.setPen(t.text);
        const QRectF inside = box.intersected(plot()).adjusted(4, 0, -4, 0);
        painter.drawText(inside, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(bar.name, Qt::ElideMiddle, static_cast<int>(inside.width())));
    }
}

/// Keeps the view inside the run.
void TimelineView::moveTo(double from, double to) {
    const double span = std::clamp(to - from, m_end * 1e-6, m_end);
    m_from = std::clamp(from, 0.0, m_end - span);
    m_to = m_from + span;
    update();
}

void TimelineView::wheelEvent(QWheelEvent* event) {
    const QRectF area = plot();
    const double share = std::clamp((event->position().x() - area.left()) / area.width(), 0.0, 1.0);
    const double middle = m_from + share * (m_to - m_from), factor = std::pow(0.999, event->angleDelta().y());
    const double span = (m_to - m_from) * factor;
    moveTo(middle - share * span, middle + (1 - share) * span);
    event->accept();
}

void TimelineView::mousePressEvent(QMouseEvent* event) {
    m_grabbed = event->position().x();
    if (const int hit = at(event->position()); hit >= 0) emit barClicked(m_bars[static_cast<std::size_t>(hit)].address);
}

void TimelineView::mouseMoveEvent(QMouseEvent* event) {
    const double moved = (m_grabbed - event->position().x()) / plot().width() * (m_to - m_from);
    m_grabbed = event->position().x();
    moveTo(m_from + moved, m_to + moved);
}

bool TimelineView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int hit = at(help->pos());
    if (hit >= 0)
        QToolTip::showText(help->globalPos(), m_bars[static_cast<std::size_t>(hit)].tooltip, this);
    else
        QToolTip::hideText();
    return true;
}

}  // namespace etscope::ui
