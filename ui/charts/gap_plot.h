// GapPlot: the calls of a run in the order of execution, in two lanes over one axis: above, the error of what arrives, between what
// rounding alone may add up to and the tolerance; below, what each call did itself, of what rounding may do. The call that is at
// fault has a diamond and the one flag. Both lanes are logarithmic. GUI thread only.
#pragma once

#include <optional>

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
    /// Of the call that is at fault, beside the title; none where it is out of view.
    QRectF flag() const;
    QString flagText() const;
    /// Place of a point in the widget.
    QPointF placeOf(std::size_t point) const;
    /// Top of what the call did itself, in the lane below; nothing: not known.
    std::optional<QPointF> ownPlaceOf(std::size_t point) const;
    QRectF boxOf(std::size_t point) const override;
    /// In the lane below the call whose bar is the nearest.
    int itemAt(QPointF point) const override;
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
    /// A lane: where it is in the widget, and which decades it shows.
    struct Lane {
        double top = 0, bottom = 0;
        int lowest = 0, highest = 1;
        double levelOf(double value) const;
    };
    Lane total() const;
    Lane own() const;
    double floor() const;  ///< where the lanes end and the bands begin
    double share(double level) const;
    void addTicks(std::vector<Tick>& ticks, const Lane& lane) const;
    void paintNormal(QPainter& painter) const;
    void paintBands(QPainter& painter) const;
    void paintTolerance(QPainter& painter) const;
    void paintOwn(QPainter& painter) const;
    void paintOwnTitle(QPainter& painter) const;
    void paintPoint(QPainter& painter, std::size_t point) const;

    std::vector<ChartPoint> m_points;
    std::vector<ChartBand> m_bands;
    QString m_title, m_bandsOf;
    double m_tolerance = ChartPoint::kNone;
    int m_wrong = -1;                                   ///< the call that is at fault
    int m_lowest = -8, m_highest = 0, m_ownHighest = 1;  ///< decades
};

}  // namespace etscope::ui
