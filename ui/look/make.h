// What widgets are made with, in a line each: rows and columns, names, buttons with a sign, marks, menus; what empties layouts; and
// what keeps its least size in a window that is smaller: it scrolls then, and nothing lies over anything. GUI thread only.
#pragma once

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>

#include "look/marks.h"

namespace etscope::ui {

/// What tests and style sheets find it by.
template <class Object>
Object* named(const char* name, Object* object) {
    object->setObjectName(QLatin1String(name));
    return object;
}

/// A flat button that shows a sign, and says in its tooltip and to screen readers what it does.
QToolButton* makeSignButton(Icon icon, const QString& does, QWidget* parent);

/// A mark that keeps to the theme, with its word for screen readers.
QLabel* makeMark(Mark mark, int size, QWidget* parent);

/// A menu that is shown with popup() and is gone when it closes. It does not block: while it is open jobs end, sessions change and
/// windows close; what its actions need of those they hold by value or look up when they run.
QMenu* makeMenu(QWidget* parent);

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

/// `across`, `down`: between columns and between rows.
QGridLayout* makeGrid(QWidget* parent, const QMargins& margins, int across, int down);

/// The sizes that a splitter has first; without these it is by what its parts ask for.
void beginWith(QSplitter* splitter, const QList<int>& sizes);
/// Those again, whatever the person moved.
void resetSizes(QSplitter* splitter);

/// Takes all out of it and deletes its widgets.
void emptyNow(QLayout* layout);

/// The same, layouts in it, too; one of the widgets may be being clicked: they go later, and are not seen until then.
void emptyLater(QLayout* layout);

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
