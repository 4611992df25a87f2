// LabelledCombo: a combo with its label inside and a width that does not depend on its text, so that nothing jumps when it changes.
// Where a bar has no room it gets narrower; a text that has none is cut in the middle, and the tool tip has all of it. GUI thread
// only.
#pragma once

#include <QComboBox>

class QBoxLayout;

namespace etscope::ui {

class LabelledCombo : public QComboBox {
    Q_OBJECT
public:
    LabelledCombo(const QString& label, int width, QWidget* parent = nullptr);
    QSize sizeHint() const override { return {maximumWidth(), height()}; }
    QSize minimumSizeHint() const override;
    /// With its text whole, its label left out; no more than it may be wide.
    int leastForText() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    bool labelShown() const;
    /// Where its text stands.
    QRect textRect() const;

    QString m_label;
};

/// One at the end of a bar: `name` finds it, `width` is that of usual texts.
LabelledCombo* addCombo(QBoxLayout* bar, const QString& label, const char* name, int width, QWidget* parent);

}  // namespace etscope::ui
