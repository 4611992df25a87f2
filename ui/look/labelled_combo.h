// What offers a choice. LabelledCombo: a combo with its label inside, which screen readers name it by, and a width that does not
// depend on its text, so that nothing jumps when it changes; where a bar has no room it gets narrower; a text that has none is cut
// in the middle, and the tool tip has all of it. ChoiceBar: a few choices side by side, one of which is made; Tab leads to the one that is, arrows to the others. GUI
// thread only.
#pragma once

#include <QButtonGroup>
#include <QComboBox>
#include <QWidget>

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
    /// All of a short list is in view.
    void showPopup() override;

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

class ChoiceBar : public QWidget {
    Q_OBJECT
public:
    /// The first one is chosen.
    explicit ChoiceBar(const QStringList& choices, QWidget* parent = nullptr);
    int chosen() const { return m_buttons.checkedId(); }
    /// As if the person chose it.
    void choose(int which);
    /// How many there are of each choice, behind its name.
    void setCounts(const QList<qsizetype>& counts);

signals:
    void changed(int which);

private:
    QStringList m_names;
    QButtonGroup m_buttons;
};

}  // namespace etscope::ui
