// GapPlot: errors of the calls of a run in the order of execution, on a logarithmic axis; the first divergence is marked.
// GUI thread only.
#pragma once

#include <QWidget>

#include "pages/rows_page.h"

namespace etscope::ui {

class GapPlot : public QWidget {
    Q_OBJECT
public:
    explicit GapPlot(QWidget* parent = nullptr);
    /// `title`: what the values are.
    void setPoints(std::vector<ChartPoint> points, const QString& title = {});
    void setSelected(const Address& address);
    const std::vector<ChartPoint>& points() const { return m_points; }
    /// Place of a point in the widget.
    QPointF placeOf(std::size_t point) const;

signals:
    void pointClicked(Address address);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    QRectF plot() const;
    double heightOf(double y) const;  ///< 0 … 1 from the bottom
    int nearest(QPointF point) const;
    void paintAxes(QPainter& painter) const;
    void paintDivergence(QPainter& painter) const;

    std::vector<ChartPoint> m_points;
    QString m_title;
    Address m_selected;
    int m_lowest = -8, m_highest = 0;  ///< decades
    double m_last = 1;                 ///< largest x
};

}  // namespace etscope::ui
