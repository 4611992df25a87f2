// What keeps its least size in a window that is smaller: it scrolls then, and nothing lies over anything. GUI thread only.
#pragma once

#include <QScrollArea>

namespace etscope::ui {

/// A scroll area for content whose height follows from its width. Where that is higher without a scroll bar than beside one (a
/// column of a table that has no room goes, and texts need fewer lines then), bar and content would change each other for ever: the
/// bar stays, until the area gets another size.
class SteadyScrollArea : public QScrollArea {
public:
    using QScrollArea::QScrollArea;

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    int m_within = 0;  ///< how often the content's size is being answered
    QSize m_ofBar;     ///< for which the bar stays
};

/// An area that has `content` as its widget, as large as itself where there is room.
inline QScrollArea* scrolling(QWidget* content, QWidget* parent) {
    auto* area = new SteadyScrollArea(parent);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidgetResizable(true);
    area->setWidget(content);
    content->setAutoFillBackground(false);  // which setWidget() sets: it has the area's colour
    return area;
}

}  // namespace etscope::ui
