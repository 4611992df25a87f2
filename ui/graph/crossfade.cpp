#include "graph/crossfade.h"

#include <QGuiApplication>
#include <QPainter>
#include <QStyle>
#include <algorithm>
#include <utility>

namespace etscope::ui {
namespace {

constexpr int kMostTime = 120;

}  // namespace

Crossfade::Crossfade(QWidget* shown) : QVariantAnimation(shown), m_shown(shown) {
    setStartValue(1.0);
    setEndValue(0.0);
    connect(this, &QVariantAnimation::valueChanged, m_shown, [this] { m_shown->update(); });
    connect(this, &QVariantAnimation::finished, this, &Crossfade::end);
}

int Crossfade::timeFor(const QWidget& widget) {
    if (!widget.isVisible() || QGuiApplication::platformName() == QLatin1String("offscreen")) return 0;
    return std::min(kMostTime, widget.style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, &widget));
}

void Crossfade::begin(QPixmap before, int time) {
    stop();
    m_before = time > 0 ? std::move(before) : QPixmap();
    if (m_before.isNull()) return;
    setDuration(time);
    start();
}

void Crossfade::end() {
    stop();
    m_before = {};
    m_shown->update();
}

void Crossfade::paint(QPainter& painter) const {
    if (m_before.isNull()) return;
    painter.setOpacity(currentValue().toDouble());
    painter.drawPixmap(QPoint(), m_before);
    painter.setOpacity(1);
}

}  // namespace etscope::ui
