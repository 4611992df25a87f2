// Rows and columns of widgets, each made in a line, and what empties them. GUI thread only.
#pragma once

#include <QHBoxLayout>
#include <QVBoxLayout>
#include <QWidget>

namespace etscope::ui {

/// Of a bar of choices above or below what it is about.
inline constexpr QMargins kBarMargins{8, 5, 8, 5};

/// The layout of `parent`; null: it is added to another one. `spacing` of −1: as the style has it.
template <class Layout>
Layout* makeLayout(QWidget* parent, const QMargins& margins, int spacing) {
    auto* layout = new Layout(parent);
    layout->setContentsMargins(margins);
    layout->setSpacing(spacing);
    return layout;
}

inline QHBoxLayout* makeRow(QWidget* parent, const QMargins& margins = {}, int spacing = -1) {
    return makeLayout<QHBoxLayout>(parent, margins, spacing);
}

inline QVBoxLayout* makeColumn(QWidget* parent, const QMargins& margins = {}, int spacing = -1) {
    return makeLayout<QVBoxLayout>(parent, margins, spacing);
}

/// Takes all out of it and deletes its widgets.
inline void emptyNow(QLayout* layout) {
    while (QLayoutItem* item = layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

/// The same, layouts in it, too; one of the widgets may be being clicked: they go later, and are not seen until then.
inline void emptyLater(QLayout* layout) {
    while (QLayoutItem* item = layout->takeAt(0)) {
        if (item->layout() != nullptr) emptyLater(item->layout());
        if (QWidget* widget = item->widget()) widget->hide(), widget->deleteLater();
        delete item;
    }
}

}  // namespace etscope::ui
