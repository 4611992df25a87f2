#include "look/make.h"

#include <QEvent>
#include <QVariant>
#include <algorithm>

#include "look/rich_text.h"

namespace etscope::ui {
namespace {

constexpr const char* kFirstSizes = "firstSizes";

}  // namespace

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

void beginWith(QSplitter* splitter, const QList<int>& sizes) {
    splitter->setProperty(kFirstSizes, QVariant::fromValue(sizes));
    splitter->setSizes(sizes);
}

void resetSizes(QSplitter* splitter) {
    auto sizes = splitter->property(kFirstSizes).value<QList<int>>();
    for (int i = static_cast<int>(sizes.size()); i < splitter->count(); ++i) {
        const QWidget* part = splitter->widget(i);
        const bool across = splitter->orientation() == Qt::Horizontal;
        const int asked = across ? part->sizeHint().width() : part->sizeHint().height();
        const int stretch = across ? part->sizePolicy().horizontalStretch() : part->sizePolicy().verticalStretch();
        sizes.append(std::max(1, asked) * std::max(1, stretch));
    }
    splitter->setSizes(sizes);
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
