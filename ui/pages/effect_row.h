// EffectRow: the steps from cause to effect side by side, each a card whose title leads to its evidence. GUI thread only.
#pragma once

#include <QWidget>

#include "answers/effect_steps.h"

class QHBoxLayout;

namespace etscope::ui {

class EffectRow : public QWidget {
    Q_OBJECT
public:
    explicit EffectRow(QWidget* parent);
    /// Without steps it takes no room.
    void setSteps(const std::vector<EffectStep>& steps);

signals:
    void linkActivated(etscope::ui::Link link);

private:
    QWidget* makeCard(const EffectStep& step);

    QHBoxLayout* m_cards;
};

}  // namespace etscope::ui
