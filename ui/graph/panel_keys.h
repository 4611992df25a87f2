// PanelKeys: what takes the focus and the keys of something that the graph's canvas paints, the map or the ramp of the legend: a
// child without a picture of its own but the ring of the focus. The mouse goes through it. GUI thread only.
#pragma once

#include <QWidget>
#include <functional>

namespace etscope::ui {

class PanelKeys : public QWidget {
    Q_OBJECT
public:
    /// `takes` says whether it did something with the key; what it left goes to the canvas.
    PanelKeys(const QString& name, std::function<bool(int key, bool shift)> takes, QWidget* viewport);

    /// Where the thing was painted; empty: it was not, and cannot have the focus.
    void place(const QRectF& area);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    std::function<bool(int key, bool shift)> m_takes;
};

}  // namespace etscope::ui
