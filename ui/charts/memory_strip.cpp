#include "charts/memory_strip.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr int kHeight = 30;

}  // namespace

MemoryStrip::MemoryStrip(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("memoryStrip"));
    setAccessibleName(tr("Memory in use over the whole run"));
    setToolTip(tr("Memory in use over the whole run: drag the frame"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
}

QSize MemoryStrip::sizeHint() const { return {200, px(kHeight) + QFontMetrics(smallFont()).height() + 8}; }

void MemoryStrip::setLevels(std::vector<program::MemoryLevel> levels, std::uint64_t bytes, std::int64_t instructions) {
    m_levels = std::move(levels);
    m_bytes = bytes;
    m_instructions = instructions;
    update();
}

void MemoryStrip::setFrame(double from, double to) {
    m_from = from;
    m_to = to;
    setAccessibleDescription(tr("instructions %1 … %2 of %3")
                                 .arg(std::max<std::int64_t>(0, std::llround(from)))
                                 .arg(std::min<std::int64_t>(m_instructions, std::llround(to)))
                                 .arg(m_instructions));
    update();
}

void MemoryStrip::setEdges(double left, double right) {
    m_left = left;
    m_right = right;
    update();
}

QRectF MemoryStrip::plot() const {
    return {m_left, 4, std::max(1.0, width() - m_left - m_right), static_cast<double>(px(kHeight))};
}

double MemoryStrip::xOf(double instruction) const {
    const QRectF area = plot();
    return area.left() + (instruction + 1) / static_cast<double>(m_instructions + 2) * area.width();
}

double MemoryStrip::instructionAt(double x) const {
    const QRectF area = plot();
    return (x - area.left()) / area.width() * static_cast<double>(m_instructions + 2) - 1;
}

QRectF MemoryStrip::frame() const {
    const QRectF area = plot();
    const double left = xOf(m_from), right = std::max(xOf(m_to), left + 6);
    return {left, area.top(), right - left, area.height()};
}

/// Never an average: what does not fit into a pixel is its highest.
std::vector<std::uint64_t> MemoryStrip::highestByPixel(int width) const {
    std::vector<std::uint64_t> highest(static_cast<std::size_t>(std::max(1, width)));
    for (std::size_t i = 0; i < m_levels.size(); ++i) {
        const std::int64_t end = i + 1 < m_levels.size() ? m_levels[i + 1].from : m_instructions + 1;
        const double left = plot().left();
        const auto first = static_cast<std::ptrdiff_t>(std::floor(xOf(static_cast<double>(m_levels[i].from)) - left));
        const auto last = static_cast<std::ptrdiff_t>(std::ceil(xOf(static_cast<double>(end)) - left));
        for (std::ptrdiff_t x = std::max<std::ptrdiff_t>(0, first); x < last && x < static_cast<std::ptrdiff_t>(highest.size());
             ++x)
            highest[static_cast<std::size_t>(x)] = std::max(highest[static_cast<std::size_t>(x)], m_levels[i].bytes);
    }
    return highest;
}

void MemoryStrip::paintEvent(QPaintEvent*) {
    if (m_levels.empty() || m_bytes == 0) return;
    const Tokens& t = tokens();
    QPainter painter(this);
    const QRectF area = plot();
    const QFontMetricsF metrics(smallFont());
    QColor bar = t.accent;
    bar.setAlpha(t.dark ? 150 : 120);
    const std::vector<std::uint64_t> highest = highestByPixel(static_cast<int>(area.width()));
    for (std::size_t x = 0; x < highest.size(); ++x) {
        const double height = static_cast<double>(highest[x]) / static_cast<double>(m_bytes) * area.height();
        painter.fillRect(QRectF(area.left() + static_cast<double>(x), area.bottom() - height, 1, height), bar);
    }
    painter.setPen(t.border);
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    writeIn(painter, smallFont(), t.text3);
    const QString words = metrics.elidedText(tr("in use"), Qt::ElideRight, area.left() - 12);
    painter.drawText(QRectF(0, area.top(), area.left() - 8, area.height()), Qt::AlignRight | Qt::AlignVCenter, words);
    const QRectF below(area.left(), area.bottom() + 2, area.width(), metrics.height());
    painter.drawText(below, Qt::AlignLeft, QStringLiteral("0"));
    painter.drawText(below, Qt::AlignRight, countText(static_cast<std::uint64_t>(m_instructions)));
    const QString hint = tr("drag to zoom · Ctrl+wheel");
    painter.drawText(below, Qt::AlignHCenter, metrics.elidedText(hint, Qt::ElideRight, below.width() - px(120)));
    QColor tint = t.accent;
    tint.setAlpha(24);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(t.accent, 2));
    painter.setBrush(tint);
    painter.drawRect(frame().adjusted(1, 0, -1, 0));
}

void MemoryStrip::moveTo(double from) {
    const double span = m_to - m_from, low = -1, high = static_cast<double>(m_instructions + 1);
    const double begin = std::clamp(from, low, std::max(low, high - span));
    emit frameMoved(begin, begin + span);
}

void MemoryStrip::keyPressEvent(QKeyEvent* event) {
    const double span = m_to - m_from, step = std::max(1.0, span / 10);
    if (m_levels.empty()) return QWidget::keyPressEvent(event);
    switch (event->key()) {
        case Qt::Key_Left: return moveTo(m_from - step);
        case Qt::Key_Right: return moveTo(m_from + step);
        case Qt::Key_PageUp: return moveTo(m_from - span);
        case Qt::Key_PageDown: return moveTo(m_from + span);
        case Qt::Key_Home: return moveTo(-1);
        case Qt::Key_End: return moveTo(static_cast<double>(m_instructions));
        default: QWidget::keyPressEvent(event);
    }
}

/// Beside the frame: it comes there.
void MemoryStrip::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || m_levels.empty()) return event->ignore();
    const double at = instructionAt(event->position().x());
    const bool inside = frame().adjusted(-2, 0, 2, 0).contains(event->position());
    m_grip = inside ? at - m_from : (m_to - m_from) / 2;
    if (!inside) moveTo(at - m_grip);
}

void MemoryStrip::mouseMoveEvent(QMouseEvent* event) {
    if ((event->buttons() & Qt::LeftButton) != 0 && !m_levels.empty()) moveTo(instructionAt(event->position().x()) - m_grip);
}

}  // namespace etscope::ui
