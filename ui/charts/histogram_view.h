// Charts of bars. HistogramView: one histogram, an optional second one as a line, an optional limit with the region above it
// tinted. PositionView: the mean error of each position along an axis, those with an element beyond the tolerance in another colour
// and with a cap. GUI thread only.
#pragma once

#include <limits>

#include "charts/chart_view.h"
#include "look/marks.h"
#include "tensor/position_errors.h"
#include "tensor/statistics.h"

namespace etscope::ui {

/// How many bars suit so many values: few values make few bars.
std::size_t barsFor(std::uint64_t values);

class HistogramView : public ChartView {
    Q_OBJECT
public:
    explicit HistogramView(QWidget* parent = nullptr);
    void setHistogram(const tensor::Histogram& histogram, bool logarithmicX = false);
    void setSecond(const tensor::Histogram& histogram);
    /// Draws a dashed line at this x, tints what is beyond, and tells bars on both sides of it apart; NaN: none.
    void setLimit(double x);
    /// How what is beyond the limit stands: Differ, or Warning where it is no fault.
    void setWrong(Mark mark);
    /// What stands in place of bars.
    void setNote(const QString& note);
    void clear();
    const tensor::Histogram& histogram() const { return m_first; }
    QRectF boxOf(std::size_t bar) const override;
    QString nameOf(std::size_t bar) const override;
    QString tooltipOf(std::size_t bar) const override;

protected:
    QMarginsF margins() const override;
    std::vector<Tick> xTicks() const override;
    std::vector<Tick> yTicks() const override;
    void paintBack(QPainter& painter) const override;
    void paintItems(QPainter& painter) const override;
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t bar) const override;

private:
    double place(double x) const;  ///< 0 … 1 along the axis
    void paintSecond(QPainter& painter) const;
    std::uint64_t second(std::size_t bar) const { return bar < m_second.counts.size() ? m_second.counts[bar] : 0; }

    tensor::Histogram m_first, m_second;
    std::uint64_t m_top = 1;  ///< largest count of both
    bool m_logarithmic = false;
    QString m_note;
    Mark m_wrong = Mark::Differ;
    double m_limit = std::numeric_limits<double>::quiet_NaN();
};

class PositionView : public ChartView {
    Q_OBJECT
public:
    explicit PositionView(QWidget* parent = nullptr);
    void setErrors(tensor::PositionErrors errors);
    /// As HistogramView::setWrong().
    void setWrong(Mark mark);
    /// No bars; `note` stands in their place.
    void clear(const QString& note = {});
    const tensor::PositionErrors& errors() const { return m_errors; }
    /// Where mismatches are: "all mismatches at 12 … 18"; empty: there are none, or they are everywhere.
    QString summary() const;
    QRectF boxOf(std::size_t bar) const override;
    QString nameOf(std::size_t bar) const override;
    QString tooltipOf(std::size_t bar) const override;

signals:
    /// The worst element of the position: its row-major index.
    void elementChosen(qulonglong index);

protected:
    QMarginsF margins() const override;
    std::vector<Tick> yTicks() const override;
    void paintBack(QPainter& painter) const override;
    void paintItems(QPainter& painter) const override;
    void activate(std::size_t bar) override;
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t bar) const override;

private:
    std::uint64_t last(std::size_t bar) const;

    tensor::PositionErrors m_errors;
    double m_top = 0;  ///< the largest mean
    Mark m_wrong = Mark::Differ;
    QString m_note;
};

}  // namespace etscope::ui
