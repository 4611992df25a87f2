#include "look/labelled_combo.h"

#include <QEvent>
#include <QPainter>

#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr int kPad = 9, kChevron = 4;

}  // namespace

LabelledCombo::LabelledCombo(const QString& label, int width, QWidget* parent) : QComboBox(parent), m_label(label) {
    setAccessibleName(label);
    setFixedWidth(width);
    setFixedHeight(QFontMetrics(bodyFont()).height() + 10);
    setFocusPolicy(Qt::StrongFocus);
}

void LabelledCombo::paintEvent(QPaintEvent*) {
    const Tokens& t = tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hasFocus() ? QPen(t.accent, 2) : QPen(t.border, 1));
    painter.setBrush(t.base);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    const QFontMetrics metrics(bodyFont());
    QRect area = rect().adjusted(kPad, 0, -kPad - 3 * kChevron, 0);
    painter.setFont(bodyFont());
    painter.setPen(t.text3);
    // Where there is no room for both, the label gives way.
    const int label = metrics.horizontalAdvance(m_label) + 7;
    if (area.width() - label > 4 * metrics.averageCharWidth()) {
        painter.drawText(area, Qt::AlignVCenter, m_label);
        area.setLeft(area.left() + label);
    }
    painter.setPen(isEnabled() ? t.text : t.text3);
    painter.drawText(area, Qt::AlignVCenter, metrics.elidedText(currentText(), Qt::ElideMiddle, area.width()));
    const QPointF tip(width() - kPad - kChevron, height() / 2.0 + kChevron / 2.0);
    painter.setPen(QPen(t.text2, 1.5));
    painter.drawPolyline(QPolygonF({tip + QPointF(-kChevron, -kChevron), tip, tip + QPointF(kChevron, -kChevron)}));
}

void LabelledCombo::changeEvent(QEvent* event) {
    QComboBox::changeEvent(event);
    if (event->type() == QEvent::FontChange) setFixedHeight(QFontMetrics(bodyFont()).height() + 10);
}

}  // namespace etscope::ui
