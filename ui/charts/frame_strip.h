// FrameStrip: base of the strips that show all of an axis above a chart of it, with a frame for the part that the chart shows,
// which can be dragged, and moved by keys: arrows, Page Up and Down, Home and End. GUI thread only.
#pragma once

#include <QWidget>

namespace etscope::ui {

class FrameStrip : public QWidget {
    Q_OBJECT
public:
    explicit FrameStrip(QWidget* parent = nullptr);
    /// What the chart shows.
    void setFrame(double from, double to);
    /// Room at both ends, so that columns stand above those of the chart.
    void setEdges(double left, double right);
    std::pair<double, double> edges() const { return {m_left, m_right}; }
    QRectF frame() const;

signals:
    void frameMoved(double from, double to);

protected:
    virtual bool isEmpty() const = 0;
    /// What is below the frame.
    virtual void paintBack(QPainter& painter, const QRectF& plot) const = 0;
    /// "instructions 3 … 9 of 12"
    virtual QString frameText(double from, double to) const = 0;
    virtual double plotHeight() const = 0;  ///< in pixels
    /// All of the axis; the keys move the frame by no less than `leastStep`.
    void setAxis(double low, double high, double leastStep);
    double high() const { return m_high; }
    QRectF plot() const;
    double xOf(double value) const;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    double valueAt(double x) const;
    void moveTo(double from);

    double m_low = 0, m_high = 1, m_leastStep = 0;
    double m_from = 0, m_to = 1, m_left = 0, m_right = 0, m_grip = 0;
};

}  // namespace etscope::ui
