// Pictures of all that a widget holds, whatever of it is in view: tables, charts and scroll areas are painted whole, and what stands
// below or beside them moves as far as they grow. GUI thread only.
#pragma once

#include <QPainter>
#include <QSize>
#include <vector>

class QWidget;

namespace etscope::ui {

/// A widget that scrolls what it shows.
class WholePicture {
public:
    virtual ~WholePicture() = default;
    /// Of the picture of all, which paintWhole() draws.
    virtual QSize wholeSize() const = 0;
    virtual void paintWhole(QPainter& painter) = 0;
};

/// Where a widget and its parts, in reading order, stand in such a picture. Valid as long as the widget stays as it is.
class WholeWidget {
public:
    explicit WholeWidget(QWidget& widget);
    QSize size() const { return m_size; }
    void paint(QPainter& painter) const;

private:
    WholeWidget(QWidget& widget, QPoint at);
    QRect rect() const { return {m_at, m_size}; }
    void placeParts();

    QWidget& m_widget;
    QRect m_seen;  ///< in the widget around it, as it is on the screen
    QPoint m_at;   ///< in that one's picture
    QSize m_size;
    WholePicture* m_picture = nullptr;
    bool m_holdsPicture = false;
    std::vector<WholeWidget> m_parts;
};

}  // namespace etscope::ui
