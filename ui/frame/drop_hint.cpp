#include "frame/drop_hint.h"

#include <QPainter>

#include "look/tokens.h"

namespace etscope::ui {

DropHint::DropHint(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("dropHint"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

DropHint::Choice DropHint::choiceAt(QPoint place, Qt::KeyboardModifiers keys) const {
    if (keys.testFlag(Qt::ShiftModifier)) return Choice::Replace;
    return place.x() < parentWidget()->width() / 2 ? Choice::Add : Choice::Replace;
}

void DropHint::showFor(QPoint place, Qt::KeyboardModifiers keys) {
    setGeometry(parentWidget()->rect());
    m_choice = choiceAt(place, keys);
    raise();
    show();
    update();
}

void DropHint::paintEvent(QPaintEvent*) {
    const Tokens& t = tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto half = [&](const QRect& area, Choice choice, const QString& title, const QString& what) {
        const bool chosen = m_choice == choice;
        QColor back = chosen ? t.selection : t.window;
        back.setAlphaF(0.94F);
        const QRectF frame = QRectF(area).adjusted(24, 24, -24, -24);
        painter.setPen(QPen(chosen ? t.accent : t.border, chosen ? 2 : 1, Qt::DashLine));
        painter.setBrush(back);
        painter.drawRoundedRect(frame, 10, 10);
        painter.setPen(t.text);
        painter.setFont(titleFont());
        painter.drawText(frame.adjusted(0, 0, 0, -28), Qt::AlignCenter, title);
        painter.setPen(t.text2);
        painter.setFont(bodyFont());
        painter.drawText(frame.adjusted(0, 28, 0, 0), Qt::AlignCenter, what);
    };
    half({0, 0, width() / 2, height()}, Choice::Add, tr("Add to this session"), tr("joined with the files that are open"));
    half({width() / 2, 0, width() - width() / 2, height()}, Choice::Replace, tr("Open instead"), tr("as a session of their own"));
}

}  // namespace etscope::ui
