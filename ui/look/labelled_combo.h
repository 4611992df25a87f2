// LabelledCombo: a combo with its label inside and a fixed width, so that nothing jumps when its text changes.
// GUI thread only.
#pragma once

#include <QComboBox>

namespace etscope::ui {

class LabelledCombo : public QComboBox {
    Q_OBJECT
public:
    LabelledCombo(const QString& label, int width, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QString m_label;
};

}  // namespace etscope::ui
