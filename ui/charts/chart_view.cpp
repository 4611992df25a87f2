#include "charts/chart_view.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "look/menu.h"
#include "look/numbers.h"
#include "look/picture_file.h"
#include "look/tokens.h"
#include "models/table_text.h"

namespace etscope::ui {
namespace {

constexpr double kKeyZoom = 1.5, kKeyPan = 0.2, kLeastShare = 1e-6;

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

ChartView::ChartView(QWidget* parent) : QWidget(parent) {
    installItemAccessibility();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

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
    m_low = low;
    m_high = std::max(high, std::nextafter(low, std::numeric_limits<double>::infinity()));
    m_from = m_low;
    m_to = m_high;
    m_current = -1;
    m_highlighted.clear();
    m_measured.reset();
    m_pressed.reset();
    redraw();
}

void ChartView::setHighlighted(std::vector<std::size_t> items) {
    m_highlighted = std::move(items);
    const bool among = std::ranges::find(m_highlighted, static_cast<std::size_t>(m_current)) != m_highlighted.end();
    if (!among) m_current = m_highlighted.empty() ? -1 : static_cast<int>(m_highlighted.front());
    update();
}

void ChartView::setTitles(const QString& above, const QString& below) {
    m_above = above;
    m_below = below;
    redraw();
}

void ChartView::redraw() {
    m_layer = {};
    m_plot.reset();
    update();
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
    const double all = m_high - m_low, span = std::clamp(to - from, all * kLeastShare, all);
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

void ChartView::setCurrent(int item) {
    m_current = item >= 0 && static_cast<std::size_t>(item) < count() ? item : -1;
    update();
    if (m_current < 0) return;
    const Span& span = m_spans[static_cast<std::size_t>(m_current)];
    if (span.to < m_from || span.from > m_to) pan(((span.from + span.to) / 2 - (m_from + m_to) / 2) / (m_to - m_from));
}

void ChartView::open(std::size_t item) {
    setCurrent(static_cast<int>(item));
    activate(item);
}

std::vector<ChartView::Tick> ChartView::niceTicks(const QString& unit) const {
    std::vector<Tick> ticks;
    const double room = QFontMetricsF(smallFont()).horizontalAdvance(QStringLiteral("0 000 000") + unit);
    const double step = niceStep((m_to - m_from) * room / std::max(room, plot().width()));
    for (double k = std::ceil(m_from / step); k * step <= m_to && ticks.size() < 100; ++k)
        ticks.push_back({k * step, QString::number(k * step, 'g', 8) + unit});
    return ticks;
}

void ChartView::paintAxes(QPainter& painter) const {
    const Tokens& t = tokens();
    const QRectF area = plot();
    const QFontMetricsF metrics(smallFont());
    const double line = metrics.height();
    painter.setFont(smallFont());
    for (const Tick& tick : yTicks()) {
        const double y = std::round(area.bottom() - tick.at * area.height()) + 0.5;
        painter.setPen(t.hairline);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(t.text3);
        painter.drawText(QRectF(0, y - line / 2, area.left() - 8, line), Qt::AlignRight | Qt::AlignVCenter, tick.text);
    }
    double last = -1e9;
    for (const Tick& tick : xTicks()) {
        const double x = xOf(tick.at), width = metrics.horizontalAdvance(tick.text);
        if (tick.at < m_from || tick.at > m_to) continue;
        const double left = std::clamp(x - width / 2, area.left() - 4, std::max(area.left() - 4, area.right() + 4 - width));
        if (ticksAbove()) {
            painter.setPen(t.hairline);
            painter.drawLine(QPointF(x, area.top() - 4), QPointF(x, area.bottom()));
        }
        if (left < last + 8) continue;
        painter.setPen(t.text3);
        painter.drawText(QPointF(left, (ticksAbove() ? area.top() - 8 - line : area.bottom() + 4) + metrics.ascent()), tick.text);
        last = left + width;
    }
    painter.setPen(t.text2);
    painter.drawText(QRectF(area.left(), area.bottom() + 4 + line, area.width(), line), Qt::AlignCenter, m_below);
    painter.drawText(QRectF(8, 4, area.width(), line + 2), Qt::AlignLeft | Qt::AlignVCenter, m_above);
}

void ChartView::paintAll(QPainter& painter) const {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), tokens().base);
    paintAxes(painter);
    painter.save();
    paintBack(painter);
    if (m_zooms) painter.setClipRect(plot().adjusted(-6, -6, 6, 6));
    paintItems(painter);
    painter.restore();
    paintMarks(painter);
}

void ChartView::paintHighlight(QPainter& painter, std::size_t item) const {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(tokens().accent, 2.5));
    painter.drawRect(boxOf(item));
}

/// Crosshair, and what is measured.
void ChartView::paintPointer(QPainter& painter) const {
    if (!m_zooms || !m_pointer || count() == 0) return;
    const Tokens& t = tokens();
    const QRectF area = plot();
    const double x = std::clamp(m_pointer->x(), area.left(), area.right()), value = valueAt(x);
    QString words = xText(value);
    if (m_measured) {
        const double start = std::clamp(xOf(*m_measured), area.left(), area.right());
        QColor band = t.selection;
        band.setAlphaF(0.5F);
        painter.fillRect(QRectF(QPointF(start, area.top()), QPointF(x, area.bottom())).normalized(), band);
        words = tr("%1 from here to there").arg(xText(std::abs(value - *m_measured)));
    }
    painter.setPen(QPen(t.text3, 1));
    painter.drawLine(QPointF(std::floor(x) + 0.5, area.top()), QPointF(std::floor(x) + 0.5, area.bottom()));
    painter.setFont(smallFont());
    const QFontMetricsF metrics(smallFont());
    const double width = metrics.horizontalAdvance(words) + 10, height = metrics.height() + 2;
    const QRectF flag(std::clamp(x - width / 2, area.left(), std::max(area.left(), area.right() - width)),
                      ticksAbove() ? area.top() - height - 6 : area.bottom() + 3, width, height);
    painter.setPen(QPen(t.border, 1));
    painter.setBrush(t.raised);
    painter.drawRoundedRect(flag, 2, 2);
    painter.setPen(t.text);
    painter.drawText(flag, Qt::AlignCenter, words);
}

void ChartView::paintEvent(QPaintEvent*) {
    const qreal ratio = devicePixelRatioF();
    if (m_layer.isNull() || m_layer.devicePixelRatio() != ratio) {
        m_layer = QPixmap((QSizeF(size()) * ratio).toSize());
        m_layer.setDevicePixelRatio(ratio);
        QPainter layer(&m_layer);
        layer.setFont(font());
        paintAll(layer);
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_layer);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.save();
    if (m_zooms) painter.setClipRect(plot().adjusted(-6, -6, 6, 6));
    for (const std::size_t item : m_highlighted) paintHighlight(painter, item);
    if (m_current >= 0) paintHighlight(painter, static_cast<std::size_t>(m_current));
    painter.restore();
    paintPointer(painter);
    if (!hasFocus()) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(tokens().accent, 2));
    painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
}

void ChartView::resizeEvent(QResizeEvent*) { redraw(); }

void ChartView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) redraw();
}

void ChartView::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    tellFocus();
}

void ChartView::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    QToolTip::hideText();
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

void ChartView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    m_pressed = event->position();
    m_dragged = false;
}

void ChartView::mouseMoveEvent(QMouseEvent* event) {
    m_pointer = event->position();
    const bool held = m_pressed && (event->buttons() & Qt::LeftButton) != 0;
    m_dragged = m_dragged || (held && (event->position() - *m_pressed).manhattanLength() >= QApplication::startDragDistance());
    if (held && m_dragged) {
        pan((m_pressed->x() - event->position().x()) / std::max(1.0, plot().width()));
        m_pressed = event->position();
    }
    if (m_zooms) update();
}

void ChartView::mouseReleaseEvent(QMouseEvent* event) {
    if (!std::exchange(m_pressed, std::nullopt) || event->button() != Qt::LeftButton || m_dragged) return;
    if (const int hit = itemAt(event->position()); hit >= 0)
        open(static_cast<std::size_t>(hit));
    else
        setCurrent(-1);
}

void ChartView::leaveEvent(QEvent*) {
    m_pointer.reset();
    update();
}

bool ChartView::zoomByKey(int key) {
    if (!m_zooms) return false;
    const double around =
        m_current >= 0 ? std::clamp(m_spans[static_cast<std::size_t>(m_current)].from, m_from, m_to) : (m_from + m_to) / 2;
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

bool ChartView::stepByKey(int key) {
    if (count() == 0) return false;
    const int last = static_cast<int>(count()) - 1,
              at = m_current < 0 ? -1 : static_cast<int>(m_rank[static_cast<std::size_t>(m_current)]);
    switch (key) {
        case Qt::Key_Right: step(std::min(last, at + 1)); return true;
        case Qt::Key_Left: step(at < 0 ? last : std::max(0, at - 1)); return true;
        case Qt::Key_Home: step(0); return true;
        case Qt::Key_End: step(last); return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (m_current >= 0) open(static_cast<std::size_t>(m_current));
            return true;
        default: return false;
    }
}

/// To the item of this rank, which is told as when the mouse stands on it.
void ChartView::step(int to) {
    const std::uint32_t item = m_order[static_cast<std::size_t>(to)];
    setCurrent(static_cast<int>(item));
    showTip(item, mapToGlobal(boxOf(item).center().toPoint()));
    tellFocus();
}

void ChartView::keyPressEvent(QKeyEvent* event) {
    const bool plain = (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) == 0;
    if (event->matches(QKeySequence::Copy))
        QApplication::clipboard()->setText(tsv());
    else if (!plain || (!zoomByKey(event->key()) && !stepByKey(event->key())))
        QWidget::keyPressEvent(event);
}

/// From the pointer, or from the current item.
void ChartView::measure() {
    if (m_measured)
        m_measured.reset();
    else if (m_pointer)
        m_measured = valueAt(m_pointer->x());
    else if (m_current >= 0)
        m_measured = m_spans[static_cast<std::size_t>(m_current)].from;
    update();
}

void ChartView::tellFocus() const {
    if (!QAccessible::isActive() || m_current < 0 || !hasFocus()) return;
    QAccessibleEvent event(const_cast<ChartView*>(this), QAccessible::Focus);
    if (auto* chart = QAccessible::queryAccessibleInterface(const_cast<ChartView*>(this)))
        if (auto* child = chart->focusChild()) event.setChild(chart->indexOfChild(child));
    QAccessible::updateAccessibility(&event);
}

/// Names come from files: they are no rich text.
void ChartView::showTip(std::size_t item, QPoint global) {
    const QString all = tooltipOf(item), name = all.section(QLatin1Char('\n'), 0, 0), rest = all.section(QLatin1Char('\n'), 1);
    QToolTip::showText(global,
                       QStringLiteral("<b>%1</b>").arg(name.toHtmlEscaped()) +
                           (rest.isEmpty() ? QString() : QStringLiteral("<br>") + rest.toHtmlEscaped().replace('\n', "<br>")),
                       this);
}

bool ChartView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const int hit = itemAt(help->pos()); hit >= 0)
        showTip(static_cast<std::size_t>(hit), help->globalPos());
    else
        QToolTip::hideText();
    return true;
}

void ChartView::contextMenuEvent(QContextMenuEvent* event) {
    QMenu* menu = makeMenu(this);
    if (m_zooms) menu->addAction(tr("Show all\tF"), this, &ChartView::fit);
    menu->addAction(tr("Copy as TSV\tCtrl+C"), this, [this] { QApplication::clipboard()->setText(tsv()); });
    menu->addAction(tr("Copy picture"), this, [this] { QApplication::clipboard()->setPixmap(grab()); });
    menu->addAction(tr("Save picture or table…"), this, &ChartView::save);
    menu->popup(event->globalPos());
}

void ChartView::save() {
    const QString path = QFileDialog::getSaveFileName(this, tr("Save chart"), objectName() + QStringLiteral(".png"),
                                                      tr("Pictures and tables (*.png *.svg *.pdf *.tsv)"));
    if (path.isEmpty()) return;
    if (const auto written = exportTo(path); !written)
        QToolTip::showText(mapToGlobal(QPoint(12, 12)), text(written.error().message), this);
}

QString ChartView::tsv() const {
    QStringList cells;  // of the item of which the last one was asked for
    std::size_t row = m_order.size();
    return tableText(TableFormat::Tsv, tsvTitles(), static_cast<int>(m_order.size()), [&](int wanted, int column) {
        if (std::exchange(row, static_cast<std::size_t>(wanted)) != row) cells = tsvCells(m_order[row]);
        return cells.value(column);
    });
}

Result<void> ChartView::exportTo(const QString& path) {
    const QString suffix = suffixOf(path);
    if (!QStringList{"png", "svg", "pdf", "tsv"}.contains(suffix)) return suffixUnsupported(path, tr(".png, .svg, .pdf or .tsv"));
    const auto from = std::exchange(m_from, m_low), to = std::exchange(m_to, m_high);
    auto written = writeThroughDevice(path, {}, [&](QIODevice& device) -> Result<void> {
        if (suffix == QLatin1String("tsv")) {
            device.write(tsv().toUtf8());
            return {};
        }
        const VectorPicture picture{size(), accessibleName(), [this](QPainter& painter) { paintAll(painter); }};
        if (suffix == QLatin1String("svg")) return writeSvg(device, picture);
        if (suffix == QLatin1String("pdf")) return writePdf(device, picture);
        QPixmap pixels(size() * 2);
        pixels.setDevicePixelRatio(2);
        QPainter painter(&pixels);
        paintAll(painter);
        painter.end();
        return writePng(device, pixels);
    });
    m_from = from;
    m_to = to;
    return written;
}

}  // namespace etscope::ui
