#include "charts/chart_view.h"

#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <cmath>
#include <limits>
#include <numeric>

#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr double kKeyZoom = 1.5, kKeyPan = 0.2, kChartViewLeastShare = 1e-6;

}  // namespace

double niceStep(double least) {
    if (!(least > 0)) return 1;
    const double decade = std::pow(10.0, std::floor(std::log10(least)));
    for (const double step : {1.0, 2.0, 5.0})
        if (decade * step >= least * (1 - 1e-9)) return decade * step;
    return decade * 10;
}

QString decadeText(int exponent) {
    return QStringLiteral("1e%1%2").arg(exponent < 0 ? QChar(0x2212) : QChar('+')).arg(std::abs(exponent), 2, 10, QLatin1Char('0'));
}

double ChartView::flagHeight() { return QFontMetricsF(headingFont()).height() + 6; }

double ChartView::widestOf(const QStringList& texts) {
    const QFontMetricsF metrics(smallFont());
    double widest = 0;
    for (const QString& text : texts) widest = std::max(widest, metrics.horizontalAdvance(text));
    return widest;
}

ChartView::ChartView(QWidget* parent) : ItemView(parent) {}

void ChartView::setItems(std::vector<Span> spans, double low, double high) {
    m_spans = std::move(spans);
    m_order.resize(m_spans.size());
    std::iota(m_order.begin(), m_order.end(), 0U);
    const auto before = [this](std::uint32_t a, std::uint32_t b) { return m_spans[a].from < m_spans[b].from; };
    if (!std::is_sorted(m_order.begin(), m_order.end(), before)) std::stable_sort(m_order.begin(), m_order.end(), before);
    m_rank.resize(m_order.size());
    m_ends.assign((m_order.size() + kBlock - 1) / kBlock, -std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < m_order.size(); ++i) {
        m_rank[m_order[i]] = static_cast<std::uint32_t>(i);
        m_ends[i / kBlock] = std::max(m_ends[i / kBlock], m_spans[m_order[i]].to);
    }
    const auto isWhole = [](const Span& span) { return span.from == std::floor(span.from) && span.to == std::floor(span.to); };
    m_whole = std::ranges::all_of(m_spans, isWhole);
    m_low = low;
    m_high = std::max(high, std::nextafter(low, std::numeric_limits<double>::infinity()));
    m_from = m_low;
    m_to = m_high;
    m_measured.reset();
    forgetItems();
    highlight();
}

void ChartView::setSelection(const Address& selected, const QSet<Address>& related) {
    m_selected = selected;
    m_related = related;
    highlight();
}

void ChartView::highlight() {
    constexpr std::size_t kMostLookedUp = 100'000;  // of more, only the selection itself is found without a pause
    const bool looks = !m_related.isEmpty() && count() <= kMostLookedUp;
    std::vector<std::size_t> items;
    if (m_selected.valid())
        for (std::size_t i = 0; i < count(); ++i) {
            const Address address = addressOf(i);
            if (address.valid() && (address == m_selected || (looks && m_related.contains(address)))) items.push_back(i);
        }
    setHighlighted(std::move(items));
}

void ChartView::setTitles(const QString& above, const QString& below) {
    m_above = above;
    m_below = below;
    redraw();
}

void ChartView::redraw() {
    m_plot.reset();
    ItemView::redraw();
    emit viewMoved();
}

/// Asked for each item: margins take texts' widths.
QRectF ChartView::plot() const {
    if (!m_plot) m_plot = QRectF(rect()).marginsRemoved(margins());
    return *m_plot;
}

double ChartView::xOf(double value) const {
    const QRectF area = plot();
    return area.left() + (value - m_from) / (m_to - m_from) * area.width();
}

double ChartView::valueAt(double x) const {
    const QRectF area = plot();
    return m_from + (x - area.left()) / std::max(1.0, area.width()) * (m_to - m_from);
}

int ChartView::itemAt(QPointF point) const {
    int best = -1;
    double least = m_reach * m_reach;
    const double reach = m_reach + 1;
    each(valueAt(point.x() - reach), valueAt(point.x() + reach), [&](std::size_t item) {
        const QRectF box = boxOf(item);
        const double dx = std::max({box.left() - point.x(), 0.0, point.x() - box.right()}),
                     dy = std::max({box.top() - point.y(), 0.0, point.y() - box.bottom()});
        if (const double distance = dx * dx + dy * dy; distance <= least) best = static_cast<int>(item), least = distance;
    });
    return best;
}

std::vector<std::size_t> ChartView::inView(std::size_t most) const {
    std::vector<std::size_t> items;
    each(m_from, m_to, [&](std::size_t item) {
        if (items.size() < most) items.push_back(item);
    });
    return items;
}

/// Keeps the view inside the axis.
void ChartView::moveTo(double from, double to) {
    if (!m_zooms && (from > m_low || to < m_high)) return;
    const double all = m_high - m_low, span = std::clamp(to - from, all * kChartViewLeastShare, all);
    m_from = std::clamp(from, m_low, m_high - span);
    m_to = m_from + span;
    redraw();
}

void ChartView::zoom(double factor, double around) {
    moveTo(around - (around - m_from) * factor, around + (m_to - around) * factor);
}

void ChartView::pan(double share) {
    const double by = std::clamp(share * (m_to - m_from), m_low - m_from, m_high - m_to);
    moveTo(m_from + by, m_to + by);
}

void ChartView::bringIntoView(std::size_t item) {
    const Span& span = m_spans[item];
    if (span.to < m_from || span.from > m_to) pan(((span.from + span.to) / 2 - (m_from + m_to) / 2) / (m_to - m_from));
}

std::vector<ChartView::Tick> ChartView::niceTicks(const QString& unit) const {
    std::vector<Tick> ticks;
    const double room = QFontMetricsF(smallFont()).horizontalAdvance(QStringLiteral("0 000 000") + unit);
    const double wanted = niceStep((m_to - m_from) * room / std::max(room, plot().width()));
    const double step = m_whole ? std::max(1.0, wanted) : wanted;
    for (double k = std::ceil(m_from / step); k * step <= m_to && ticks.size() < 100; ++k)
        ticks.push_back({k * step, QString::number(k * step, 'g', 8) + unit});
    return ticks;
}

/// Without items there is nothing that numbers would be of.
void ChartView::paintAxes(QPainter& painter) const {
    const Tokens& t = tokens();
    const QRectF area = plot();
    const QFontMetricsF metrics(smallFont());
    const double line = metrics.height();
    painter.setFont(smallFont());
    for (const Tick& tick : count() > 0 ? yTicks() : std::vector<Tick>()) {
        const double y = std::round(area.bottom() - tick.at * area.height()) + 0.5;
        painter.setPen(t.hairline);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(t.text3);
        painter.drawText(QRectF(0, y - line / 2, area.left() - kTickGap, line), Qt::AlignRight | Qt::AlignVCenter, tick.text);
    }
    double last = -1e9;
    for (const Tick& tick : count() > 0 ? xTicks() : std::vector<Tick>()) {
        const double x = xOf(tick.at), width = metrics.horizontalAdvance(tick.text);
        if (tick.at < m_from || tick.at > m_to) continue;
        const double left = std::clamp(x - width / 2, area.left() - 4, std::max(area.left() - 4, area.right() + 4 - width));
        if (ticksAbove()) {
            painter.setPen(t.hairline);
            painter.drawLine(QPointF(x, area.top() - 4), QPointF(x, area.bottom()));
        }
        if (left < last + 8) continue;
        painter.setPen(t.text3);
        painter.drawText(QPointF(left, (ticksAbove() ? area.top() - kTickGap - line : area.bottom() + 4) + metrics.ascent()),
                         tick.text);
        last = left + width;
    }
    painter.setPen(t.text2);
    painter.drawText(QRectF(area.left(), area.bottom() + 4 + line, area.width(), line), Qt::AlignCenter,
                     metrics.elidedText(m_below, Qt::ElideRight, area.width()));
    const double room = titleEnd() - kEdge;
    painter.drawText(QRectF(kEdge, kEdge / 2, room, line + 2), Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(m_above, Qt::ElideRight, room));
}

void ChartView::paintAll(QPainter& painter) const {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), tokens().base);
    paintAxes(painter);
    painter.save();
    paintBack(painter);
    if (m_zooms) painter.setClipRect(clip());
    paintItems(painter);
    painter.restore();
    paintMarks(painter);
}

QRectF ChartView::clip() const { return m_zooms ? plot().adjusted(-6, -6, 6, 6) : QRectF(rect()); }

/// Crosshair, and what is measured.
void ChartView::paintPointer(QPainter& painter) const {
    if (!m_zooms || !pointer() || count() == 0) return;
    const Tokens& t = tokens();
    const QRectF area = plot();
    const double x = std::clamp(pointer()->x(), area.left(), area.right()), value = valueAt(x);
    QString words = xText(value);
    if (m_measured) {
        const double start = std::clamp(xOf(*m_measured), area.left(), area.right());
        QColor band = t.selection;
        band.setAlphaF(0.5F);
        painter.fillRect(QRectF(QPointF(start, area.top()), QPointF(x, area.bottom())).normalized(), band);
        const double length = std::abs(value - *m_measured);
        words = tr("Δ %1").arg(m_whole ? QString::number(std::llround(length)) : xText(length));
    }
    painter.setPen(QPen(t.text3, 1));
    painter.drawLine(QPointF(std::floor(x) + 0.5, area.top()), QPointF(std::floor(x) + 0.5, area.bottom()));
    painter.setFont(smallFont());
    const QFontMetricsF metrics(smallFont());
    const double width = metrics.horizontalAdvance(words) + 10, height = metrics.height() + 2;
    const QRectF flag(std::clamp(x - width / 2, area.left(), std::max(area.left(), area.right() - width)),
                      ticksAbove() ? area.top() - height - 4 : area.bottom() + 1, width, height);  // over the ticks, not the title
    painter.setPen(QPen(t.border, 1));
    painter.setBrush(t.raised);
    painter.drawRoundedRect(flag, 2, 2);
    painter.setPen(t.text);
    painter.drawText(flag, Qt::AlignCenter, words);
}

void ChartView::paintWhole(QPainter& painter) {
    const auto from = std::exchange(m_from, m_low), to = std::exchange(m_to, m_high);
    paintAll(painter);
    m_from = from;
    m_to = to;
}

void ChartView::wheelEvent(QWheelEvent* event) {
    if (!m_zooms) return event->ignore();
    const QPoint turned = event->angleDelta();
    if (turned.y() != 0 && (event->modifiers() & Qt::ShiftModifier) == 0)
        zoom(std::pow(0.999, turned.y()), std::clamp(valueAt(event->position().x()), m_from, m_to));
    else
        pan(-(turned.x() != 0 ? turned.x() : turned.y()) / 1200.0);
    event->accept();
}

void ChartView::dragged(QPointF by) { pan(-by.x() / std::max(1.0, plot().width())); }

void ChartView::mouseMoveEvent(QMouseEvent* event) {
    ItemView::mouseMoveEvent(event);
    if (m_zooms) update();
}

bool ChartView::actByKey(int key) {
    if (!m_zooms) return false;
    const double around =
        current() >= 0 ? std::clamp(m_spans[static_cast<std::size_t>(current())].from, m_from, m_to) : (m_from + m_to) / 2;
    switch (key) {
        case Qt::Key_W:
        case Qt::Key_Plus: zoom(1 / kKeyZoom, around); return true;
        case Qt::Key_S:
        case Qt::Key_Minus: zoom(kKeyZoom, around); return true;
        case Qt::Key_A: pan(-kKeyPan); return true;
        case Qt::Key_D: pan(kKeyPan); return true;
        case Qt::Key_F: fit(); return true;
        case Qt::Key_M: measure(); return true;
        case Qt::Key_Escape: return std::exchange(m_measured, std::nullopt).has_value() && (update(), true);
        default: return false;
    }
}

int ChartView::stepFrom(int from, int key) const {
    const int rank = ItemView::stepFrom(from < 0 ? -1 : static_cast<int>(m_rank[static_cast<std::size_t>(from)]), key);
    return rank < 0 ? -1 : static_cast<int>(m_order[static_cast<std::size_t>(rank)]);
}

/// From the pointer, or from the current item.
void ChartView::measure() {
    if (m_measured)
        m_measured.reset();
    else if (pointer())
        m_measured = valueAt(pointer()->x());
    else if (current() >= 0)
        m_measured = m_spans[static_cast<std::size_t>(current())].from;
    update();
}

void ChartView::addActions(QMenu& menu) {
    if (m_zooms) menu.addAction(tr("Show all\tF"), this, &ChartView::fit);
}

}  // namespace etscope::ui
