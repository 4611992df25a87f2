#include "charts/step_strip.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

/// Of the calls, in pixels; between a layer's edges and its name.
constexpr int kStepCalls = 14, kStepPad = 3;

}  // namespace

StepStrip::StepStrip(QWidget* parent) : FrameStrip(parent) {
    setObjectName(QStringLiteral("stepStrip"));
    setAccessibleName(tr("The whole run by layer"));
    setToolTip(tr("The whole run by layer: drag the frame"));
}

double StepStrip::plotHeight() const {
    return px(kStepCalls) + (hasLayers() ? std::ceil(QFontMetricsF(smallFont()).height()) + 2 : 0);
}

QSize StepStrip::sizeHint() const { return {200, static_cast<int>(plotHeight()) + 8}; }

void StepStrip::setCalls(std::vector<StepCall> calls, double end) {
    m_calls = std::move(calls);
    m_layers.clear();
    for (const StepCall& call : m_calls) {
        if (call.layer.isEmpty()) continue;
        if (!m_layers.empty() && m_layers.back().name == call.layer)
            m_layers.back().end = std::max(m_layers.back().end, call.end);
        else
            m_layers.push_back({call.start, call.end, call.layer});
    }
    setAxis(0, std::max(end, 1e-6), 0);
    updateGeometry();
}

QString StepStrip::frameText(double from, double to) const {
    return tr("%1 … %2 ms of %3").arg(from, 0, 'g', 4).arg(to, 0, 'g', 4).arg(high(), 0, 'g', 4);
}

/// Layers above, calls below; what lies within a pixel that is painted already is not seen.
void StepStrip::paintBack(QPainter& painter, const QRectF& area) const {
    const Tokens& t = tokens();
    const QFontMetricsF metrics(smallFont());
    const double calls = area.bottom() - px(kStepCalls);
    double painted = -1;
    for (const StepCall& call : m_calls) {
        const double left = std::max(xOf(call.start), painted), right = std::max(xOf(call.end), left + 1);
        if (xOf(call.end) <= painted) continue;
        painter.fillRect(QRectF(left, calls, right - left, px(kStepCalls)), t.families[static_cast<std::size_t>(call.family)].bar);
        painted = right;
    }
    writeIn(painter, smallFont(), t.text2);
    double named = -1;
    for (std::size_t i = 0; hasLayers() && i < m_layers.size(); ++i) {
        const Layer& layer = m_layers[i];
        const QRectF box(xOf(layer.start), area.top(), std::max(1.0, xOf(layer.end) - xOf(layer.start)), calls - area.top());
        if (box.right() <= named) continue;
        named = box.right();
        painter.fillRect(box.adjusted(0, 0, box.width() > 2 ? -1 : 0, 0), t.group[1 + i % 2]);
        if (metrics.horizontalAdvance(layer.name) <= box.width() - 2 * kStepPad) painter.drawText(box, Qt::AlignCenter, layer.name);
    }
    painter.setFont(bodyFont());
    painter.drawText(QRectF(10, area.top(), area.left() - 14, area.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(bodyFont()).elidedText(tr("Whole run"), Qt::ElideRight, area.left() - 14));
}

}  // namespace etscope::ui
