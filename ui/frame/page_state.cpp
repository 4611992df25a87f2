#include "frame/page_state.h"

#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "look/rich_text.h"

namespace etscope::ui {

StateView::StateView(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("pageState"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(48, 48, 48, 48);
    column->setSpacing(8);
    const auto label = [&](const char* name, const QFont& font, TextLabel::Colour colour) {
        auto* made = new TextLabel({}, Qt::PlainText, colour, this);
        made->setObjectName(QLatin1String(name));
        made->setFont(font);
        column->addWidget(made);
        return made;
    };
    m_what = label("stateWhat", titleFont(), &Tokens::text);
    m_why = label("stateWhy", bodyFont(), &Tokens::text2);
    m_todo = label("stateTodo", bodyFont(), &Tokens::text2);
    m_progress = new QProgressBar(this);
    m_progress->setObjectName(QStringLiteral("stateProgress"));
    m_progress->setAccessibleName(tr("Progress"));
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(px(240));
    column->addWidget(m_progress);
    m_button = new QPushButton(this);
    m_button->setObjectName(QStringLiteral("stateButton"));
    m_button->setAutoDefault(true);  // Return, too
    column->addSpacing(8);
    column->addWidget(m_button, 0, Qt::AlignLeft);
    column->addStretch();
    // What is done deletes nothing of this view, but may show another state of it.
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (const auto act = m_state.act) act();
    });
}

void StateView::setState(const PageState& state) {
    m_state = state;
    for (const auto& [label, words] : {std::pair{m_what, state.what}, {m_why, state.why}, {m_todo, state.todo}}) {
        label->setWhole(words);
        label->setVisible(!words.isEmpty());
    }
    m_button->setText(state.button);
    m_button->setVisible(!state.button.isEmpty());
    connect(&JobRegistry::of(this), &JobRegistry::changed, this, &StateView::showProgress, Qt::UniqueConnection);
    m_progress->setVisible(state.kind == PageState::Kind::Loading);
    showProgress();
}

QPushButton* StateView::button() const { return m_state.button.isEmpty() ? nullptr : m_button; }

void StateView::showProgress() {
    if (m_state.job == nullptr) return;
    const double fraction = m_state.job->fraction;
    m_progress->setRange(0, fraction > 0 ? 100 : 0);  // a moving bar until something is known
    m_progress->setValue(static_cast<int>(fraction * 100));
}

}  // namespace etscope::ui
