#include "graph/panel_keys.h"

#include <QKeyEvent>
#include <QPainter>

#include "look/tokens.h"

namespace etscope::ui {

PanelKeys::PanelKeys(const QString& name, std::function<bool(int key, bool shift)> takes, QWidget* viewport)
    : QWidget(viewport), m_takes(std::move(takes)) {
    setAccessibleName(name);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::TabFocus);
    hide();
}

void PanelKeys::place(const QRectF& area) {
    constexpr int kRing = 4;
    if (area.isEmpty() && hasFocus()) parentWidget()->parentWidget()->setFocus(Qt::OtherFocusReason);
    setGeometry(area.toAlignedRect().adjusted(-kRing, -kRing, kRing, kRing));
    setVisible(!area.isEmpty());
}

void PanelKeys::paintEvent(QPaintEvent*) {
    if (!hasFocus()) return;
    QPainter painter(this);
    painter.setPen(QPen(tokens().accent, 2));
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

void PanelKeys::keyPressEvent(QKeyEvent* event) {
    const bool plain = (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) == 0;
    if (!plain || !m_takes(event->key(), (event->modifiers() & Qt::ShiftModifier) != 0)) QWidget::keyPressEvent(event);
}

}  // namespace etscope::ui
