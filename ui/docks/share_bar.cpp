#include "docks/share_bar.h"

#include <QPainter>
#include <algorithm>

#include "look/rich_text.h"

namespace etscope::ui {

ShareBar::ShareBar(double share, QColor Tokens::*colour, int series, QWidget* parent)
    : QWidget(parent), m_share(share), m_colour(colour), m_series(series) {
    setMinimumWidth(px(40));
    setFixedHeight(px(9));
    onThemeChange(this, [this] { update(); });
}

void ShareBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), tokens().missingBack);
    const QColor colour = m_series >= 0 ? tokens().series[static_cast<std::size_t>(m_series)] : tokens().*m_colour;
    painter.fillRect(QRectF(0, 0, std::max(m_share > 0 ? 2.0 : 0.0, width() * m_share), height()), colour);
}

}  // namespace etscope::ui
