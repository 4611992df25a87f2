// Treemap: the regions of a file as areas (squarified: Bruls, Huizing, van Wijk 2000), grouped by kind; every byte is in it.
// GUI thread only.
#pragma once

#include <QWidget>

#include "flat/region.h"

namespace etscope::ui {

/// Rectangles of the given areas (descending), filling `area` in near squares.
QList<QRectF> squarified(const QList<double>& sizes, QRectF area);

class Treemap : public QWidget {
    Q_OBJECT
public:
    explicit Treemap(QWidget* parent = nullptr);
    void setRegions(std::vector<flat::Region> regions, std::uint64_t size);
    void setCurrent(int index);

signals:
    void regionClicked(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Group {
        flat::RegionKind kind = flat::RegionKind::Unknown;
        std::uint64_t size = 0;
        QList<int> members;  ///< largest first
        QRectF area;
        QRectF rest;  ///< what is too small to draw, as one hatched area
        int restCount = 0;
    };
    void place();
    void placeMembers(Group& group);
    int at(QPointF point) const;

    std::vector<flat::Region> m_regions;
    std::vector<QRectF> m_areas;
    QList<Group> m_groups;
    std::uint64_t m_size = 0;
    int m_current = -1;
};

}  // namespace etscope::ui
