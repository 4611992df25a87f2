// GapPlot: errors of the calls of a run in the order of execution, on a logarithmic axis, between what rounding alone may give and
// the tolerance; the first divergence has a flag, what calls did themselves above normal a sign of its own. GUI thread only.
#pragma once

#include "charts/chart_view.h"
#include "models/rows.h"

namespace etscope::ui {

class GapPlot : public ChartView {
    Q_OBJECT
public:
    explicit GapPlot(QWidget* parent = nullptr);
    /// `title`: what the values are. `tolerance`: a line across, where the values have one.
    void setPoints(std::vector<ChartPoint> points, const QString& title = {}, double tolerance = ChartPoint::kNone);
    /// Under the points, of the points' axis. `title`: what they are.
    void setBands(std::vector<ChartBand> bands, const QString& title);
    const std::vector<ChartPoint>& points() const { return m_points; }
    double tolerance() const { return m_tolerance; }
    /// Of the first divergence, beside the title; none where it is out of view.
    QRectF flag() const;
    QString flagText() const;
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
    void paintBack(QPainter& painter) const override;
    void paintItems(QPainter& painter) const override;
    void paintMarks(QPainter& painter) const override;
    void paintHighlight(QPainter& painter, std::size_t point) const override;
    void activate(std::size_t point) override { emit pointClicked(m_points[point].address); }
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t point) const override;

private:
    double heightOf(double y) const;  ///< 0 … 1 from the bottom
    double levelOf(double y) const;   ///< in the widget
    double floor() const;             ///< where the values end and the bands begin
    void paintNormal(QPainter& painter) const;
    void paintBands(QPainter& painter) const;
    void paintTolerance(QPainter& painter) const;
    void paintPoint(QPainter& painter, std::size_t point) const;
    void paintOwn(QPainter& painter, std::size_t point) const;

    std::vector<ChartPoint> m_points;
    std::vector<ChartBand> m_bands;
    QString m_title, m_bandsOf;
    double m_tolerance = ChartPoint::kNone;
    int m_first = -1;                  ///< divergence
    int m_lowest = -8, m_highest = 0;  ///< decades
};

}  // namespace etscope::ui
