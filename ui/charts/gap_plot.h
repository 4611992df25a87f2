// GapPlot: errors of the calls of a run in the order of execution, on a logarithmic axis; the first divergence is marked.
// GUI thread only.
#pragma once

#include "charts/chart_view.h"
#include "pages/rows_page.h"

namespace etscope::ui {

class GapPlot : public ChartView {
    Q_OBJECT
public:
    explicit GapPlot(QWidget* parent = nullptr);
    /// `title`: what the values are.
    void setPoints(std::vector<ChartPoint> points, const QString& title = {});
    const std::vector<ChartPoint>& points() const { return m_points; }
    /// Place of a point in the widget.
    QPointF placeOf(std::size_t point) const;
    QRectF boxOf(std::size_t point) const override;
    Address addressOf(std::size_t point) const override { return m_points[point].address; }
    QString nameOf(std::size_t point) const override;
    QString tooltipOf(std::size_t point) const override { return m_points[point].tooltip; }

signals:
    void pointClicked(Address address);

protected:
    QMarginsF margins() const override;
    double titleEnd() const override;
    std::vector<Tick> yTicks() const override;
    QString xText(double value) const override { return tr("instruction %1").arg(std::llround(value)); }
    void paintItems(QPainter& painter) const override;
    void paintMarks(QPainter& painter) const override;
    void paintHighlight(QPainter& painter, std::size_t point) const override;
    void activate(std::size_t point) override { emit pointClicked(m_points[point].address); }
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t point) const override;

private:
    double heightOf(double y) const;  ///< 0 … 1 from the bottom
    void paintPoint(QPainter& painter, std::size_t point) const;
    /// Of the first divergence, beside the title; none where it is out of view.
    QRectF flag() const;
    QString flagText() const;

    std::vector<ChartPoint> m_points;
    QString m_title;
    int m_first = -1;                  ///< divergence
    int m_lowest = -8, m_highest = 0;  ///< decades
};

}  // namespace etscope::ui
