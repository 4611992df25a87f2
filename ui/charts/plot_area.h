// PlotArea: base of the small charts: value axis with grid lines, decades or 1-2-5 steps, axis text, tooltips. GUI thread only.
#pragma once

#include <QWidget>
#include <functional>

#include "tensor/statistics.h"

namespace etscope::ui {

class PlotArea : public QWidget {
    Q_OBJECT
public:
    explicit PlotArea(QWidget* parent = nullptr);
    void setTitle(const QString& xTitle) { m_xTitle = xTitle; }

protected:
    void paintEvent(QPaintEvent* event) override;
    /// Draws the data inside `area`.
    virtual void paintData(QPainter& painter, const QRectF& area) = 0;
    /// Text and place (0 … 1) of marks along the x axis.
    virtual QList<std::pair<double, QString>> xTicks() const = 0;
    QRectF plotRect() const;

private:
    QString m_xTitle;
};

/// How many bars suit so many values: few values make few bars.
std::size_t barsFor(std::uint64_t values);

/// Bars of one histogram, an optional second one as a line, an optional limit with the region above it tinted.
class HistogramView : public PlotArea {
    Q_OBJECT
public:
    using PlotArea::PlotArea;
    void setHistogram(const tensor::Histogram& histogram, bool logarithmicX = false);
    void setSecond(const tensor::Histogram& histogram);
    /// Draws a dashed line at this x and tints what is beyond; NaN: none.
    void setLimit(double x);
    /// What stands in place of bars.
    void setNote(const QString& note);
    void clear();
    const tensor::Histogram& histogram() const { return m_first; }

protected:
    void paintData(QPainter& painter, const QRectF& area) override;
    QList<std::pair<double, QString>> xTicks() const override;
    bool event(QEvent* event) override;

private:
    double place(double x) const;  ///< 0 … 1 along the axis
    tensor::Histogram m_first, m_second;
    bool m_logarithmic = false;
    QString m_note;
    double m_limit = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace etscope::ui
