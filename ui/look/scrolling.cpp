#include "look/scrolling.h"

#include <QEvent>

namespace etscope::ui {

bool SteadyScrollArea::eventFilter(QObject* object, QEvent* event) {
    constexpr int kMostWithin = 8;  // a bar that comes needs two
    if (object != widget() || event->type() != QEvent::Resize) return QScrollArea::eventFilter(object, event);
    if (m_within == kMostWithin) {
        m_ofBar = size();
        setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    }
    if (m_within >= kMostWithin) return QAbstractScrollArea::eventFilter(object, event);
    ++m_within;
    const bool handled = QScrollArea::eventFilter(object, event);
    --m_within;
    return handled;
}

/// Of the area, and of its viewport.
void SteadyScrollArea::resizeEvent(QResizeEvent* event) {
    if (m_ofBar.isValid() && m_ofBar != size()) {
        m_ofBar = {};
        setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    }
    QScrollArea::resizeEvent(event);
}

}  // namespace etscope::ui
