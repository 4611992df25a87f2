// What keeps its least size in a window that is smaller: it scrolls then, and nothing lies over anything. GUI thread only.
#pragma once

#include <QScrollArea>

namespace etscope::ui {

/// An area that has `content` as its widget, as large as itself where there is room.
inline QScrollArea* scrolling(QWidget* content, QWidget* parent) {
    auto* area = new QScrollArea(parent);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidgetResizable(true);
    area->setWidget(content);
    content->setAutoFillBackground(false);  // which setWidget() sets: it has the area's colour
    return area;
}

}  // namespace etscope::ui
