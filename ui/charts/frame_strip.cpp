#include "charts/frame_strip.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "look/tokens.h"

namespace etscope::ui {

FrameStrip::FrameStrip(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
}

void FrameStrip::setAxis(double low, double high, double leastStep) {
    m_low = low, m_high = high, m_leastStep = leastStep;
    update();
}

void FrameStrip::setFrame(double from, double to) {
    m_from = from, m_to = to;
    setAccessibleDescription(frameText(from, to));
    update();
}

void FrameStrip::setEdges(double left, double right) {
    m_left = left, m_right = right;
    update();
}

QRectF FrameStrip::plot() const { return {m_left, 4, std::max(1.0, width() - m_left - m_right), plotHeight()}; }

double FrameStrip::xOf(double value) const {
    const QRectF area = plot();
    return area.left() + (value - m_low) / (m_high - m_low) * area.width();
}

double FrameStrip::valueAt(double x) const {
    const QRectF area = plot();
    return m_low + (x - area.left()) / area.width() * (m_high - m_low);
}

QRectF FrameStrip::frame() const {
    const QRectF area = plot();
    const double left = xOf(m_from), right = std::max(xOf(m_to), left + 6);
    return {left, area.top(), right - left, area.height()};
}

void FrameStrip::paintEvent(QPaintEvent*) {
    if (isEmpty()) return;
    QPainter painter(this);
    paintBack(painter, plot());
    QColor tint = tokens().accent;
    tint.setAlpha(24);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens().accent, 2));
    painter.setBrush(tint);
    painter.drawRect(frame().adjusted(1, 0, -1, 0));
}

void FrameStrip::moveTo(double from) {
    const double span = m_to - m_from;
    const double begin = std::clamp(from, m_low, std::max(m_low, m_high - span));
    emit frameMoved(begin, begin + span);
}

void FrameStrip::keyPressEvent(QKeyEvent* event) {
    const double span = m_to - m_from, step = std::max(m_leastStep, span / 10);
    if (isEmpty()) return QWidget::keyPressEvent(event);
    switch (event->key()) {
        case Qt::Key_Left: return moveTo(m_from - step);
        case Qt::Key_Right: return moveTo(m_from + step);
        case Qt::Key_PageUp: return moveTo(m_from - span);
        case Qt::Key_PageDown: return moveTo(m_from + span);
        case Qt::Key_Home: return moveTo(m_low);
        case Qt::Key_End: return moveTo(m_high);
        default: QWidget::keyPressEvent(event);
    }
}

/// Beside the frame: it comes there.
void FrameStrip::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || isEmpty()) return event->ignore();
    const double at = valueAt(event->position().x());
    const bool inside = frame().adjusted(-2, 0, 2, 0).contains(event->position());
    m_grip = inside ? at - m_from : (m_to - m_from) / 2;
    if (!inside) moveTo(at - m_grip);
}

void FrameStrip::mouseMoveEvent(QMouseEvent* event) {
    if ((event->buttons() & Qt::LeftButton) != 0 && !isEmpty()) moveTo(valueAt(event->position().x()) - m_grip);
}

}  // namespace etscope::ui
