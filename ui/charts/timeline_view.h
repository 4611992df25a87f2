// TimelineView: the events of one run over time, in lanes: instructions, kernels, inside delegates; amounts over time in lanes of
// their own. GUI thread only.
#pragma once

#include "charts/chart_view.h"
#include "models/address.h"

namespace etscope::ui {

struct TimelineBar {
    double start = 0, end = 0;  ///< milliseconds from the start of the run
    int lane = 0;
    int family = 0;  ///< modules::OperatorFamily: the fill
    QString name, tooltip;
    Address address;
    /// Of an amount: how much of the lane's height it is, 0 … 1. Less: an event.
    double level = -1;
};

class TimelineView : public ChartView {
    Q_OBJECT
public:
    explicit TimelineView(QWidget* parent = nullptr);
    /// Names of the lanes, and bars sorted by start.
    void setBars(QStringList lanes, std::vector<TimelineBar> bars);
    const std::vector<TimelineBar>& bars() const { return m_bars; }
    const QStringList& lanes() const { return m_lanes; }
    QRectF boxOf(std::size_t bar) const override;
    Address addressOf(std::size_t bar) const override { return m_bars[bar].address; }
    QString nameOf(std::size_t bar) const override { return m_bars[bar].name; }
    QString tooltipOf(std::size_t bar) const override { return m_bars[bar].tooltip; }

    /// Scrolls to the current bar, where it is out of view.
    void showCurrent();

signals:
    void barClicked(Address address);

protected:
    QMarginsF margins() const override;
    std::vector<Tick> xTicks() const override { return niceTicks(QStringLiteral(" ms")); }
    bool ticksAbove() const override { return true; }
    QString xText(double value) const override { return tr("%1 ms").arg(value, 0, 'g', 6); }
    void paintBack(QPainter& painter) const override;
    void paintItems(QPainter& painter) const override;
    void restyled() override { fitHeight(); }
    void activate(std::size_t bar) override { emit barClicked(m_bars[bar].address); }
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t bar) const override;

private:
    void fitHeight();
    void paintAmount(QPainter& painter, const QRectF& box) const;

    QStringList m_lanes;
    std::vector<TimelineBar> m_bars;
};

}  // namespace etscope::ui
