// ElidedLabel: one line of plain text that gives way: what has no room is cut in the middle, and the tool tip has all of it.
// GUI thread only.
#pragma once

#include <QLabel>

namespace etscope::ui {

class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
};

}  // namespace etscope::ui
