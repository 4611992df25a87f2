#include "look/choice_bar.h"

#include <QPushButton>
#include <algorithm>

#include "look/make.h"
#include "look/numbers.h"

namespace etscope::ui {

ChoiceBar::ChoiceBar(const QStringList& choices, QWidget* parent) : QWidget(parent), m_names(choices) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    auto* row = makeRow(this, {}, 2);
    for (const QString& choice : choices) {
        auto* button = new QPushButton(choice, this);
        button->setCheckable(true);
        m_buttons.addButton(button, static_cast<int>(m_buttons.buttons().size()));
        row->addWidget(button);
    }
    m_buttons.setExclusive(true);
    if (!choices.isEmpty()) m_buttons.button(0)->setChecked(true);
    connect(&m_buttons, &QButtonGroup::idToggled, this, [this](int which, bool on) {
        if (on) emit changed(which);
    });
}

void ChoiceBar::choose(int which) {
    if (QAbstractButton* button = m_buttons.button(which)) button->setChecked(true);
}

void ChoiceBar::setCounts(const QList<qsizetype>& counts) {
    for (qsizetype i = 0; i < std::min(counts.size(), m_names.size()); ++i)
        m_buttons.button(static_cast<int>(i))
            ->setText(QStringLiteral("%1 %2").arg(m_names[i], countText(static_cast<std::uint64_t>(counts[i]))));
}

}  // namespace etscope::ui
