#include "look/make.h"

#include <QEvent>

#include "look/rich_text.h"

namespace etscope::ui {

QToolButton* makeSignButton(Icon icon, const QString& does, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setIcon(lineIcon(icon));
    button->setAutoRaise(true);
    button->setToolTip(does);
    button->setAccessibleName(does);
    return button;
}

QMenu* makeMenu(QWidget* parent) {
    auto* menu = new QMenu(parent);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    return menu;
}

QLabel* makeMark(Mark mark, int size, QWidget* parent) {
    auto* label = new QLabel(parent);
    withTheme(label, [label, mark, size] { label->setPixmap(markPixmap(mark, size, label->devicePixelRatioF())); });
    label->setAccessibleName(markName(mark));
    return label;
}

QGridLayout* makeGrid(QWidget* parent, const QMargins& margins, int across, int down) {
    auto* grid = new QGridLayout(parent);
    grid->setContentsMargins(margins);
    grid->setHorizontalSpacing(across);
    grid->setVerticalSpacing(down);
    return grid;
}

void emptyNow(QLayout* layout) {
    while (QLayoutItem* item = layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

void emptyLater(QLayout* layout) {
    while (QLayoutItem* item = layout->takeAt(0)) {
        if (item->layout() != nullptr) emptyLater(item->layout());
        if (QWidget* widget = item->widget()) widget->hide(), widget->deleteLater();
        delete item;
    }
}

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
