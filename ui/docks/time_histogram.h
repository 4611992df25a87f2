// TimeHistogram: how often a call took how long, between its shortest and its longest time, with the time that half of them took.
// GUI thread only.
#pragma once

#include "charts/histogram_view.h"
#include "docks/facts/entity_facts.h"

namespace etscope::ui {

class TimeHistogram : public HistogramView {
    Q_OBJECT
public:
    explicit TimeHistogram(const TimeBars& times, QWidget* parent = nullptr);
    QString nameOf(std::size_t bar) const override;
    QString tooltipOf(std::size_t bar) const override;

protected:
    std::vector<Tick> xTicks() const override;
    std::vector<Tick> yTicks() const override { return {}; }
    void paintItems(QPainter& painter) const override;

private:
    QString words(double amount) const;

    double m_middle;
    profile::TimeUnit m_unit;
};

}  // namespace etscope::ui
