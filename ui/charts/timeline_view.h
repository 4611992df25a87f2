// TimelineView: the events of one run over time, in lanes: instructions, kernels, inside delegates. Wheel zooms, dragging moves.
// GUI thread only.
#pragma once

#include <QWidget>
#include <vector>

#include "frame/address.h"

namespace etscope::ui {

struct TimelineBar {
    double start = 0, end = 0;  ///< milliseconds from the start of the run
    int lane = 0;
    int family = 0;  ///< modules::OperatorFamily: the fill
    QString name, tooltip;
    Address address;
};

class TimelineView : public QWidget {
    Q_OBJECT
public:
    explicit TimelineView(QWidget* parent = nullptr);
    /// Names of the lanes, and bars sorted by start.
    void setBars(QStringList lanes, std::vector<TimelineBar> bars);
    void setSelected(const Address& address);
    const std::vector<TimelineBar>& bars() const { return m_bars; }
    QRectF boxOf(std::size_t bar) const;

signals:
    void barClicked(Address address);

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    QRectF plot() const;
    int at(QPointF point) const;
    void paintAxis(QPainter& painter) const;
    void moveTo(double from, double to);

    QStringList m_lanes;
    std::vector<TimelineBar> m_bars;
    double m_end = 1, m_from = 0, m_to = 1;  ///< of the run; what is in view
    double m_grabbed = 0;
    Address m_selected;
};

}  // namespace etscope::ui
