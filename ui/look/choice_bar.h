// ChoiceBar: a few choices side by side, one of which is made. Tab leads to the one that is, arrows to the others. GUI thread only.
#pragma once

#include <QButtonGroup>
#include <QWidget>

namespace etscope::ui {

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
