#include "workspace/page_state.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

#include "look/make.h"
#include "look/rich_text.h"

namespace etscope::ui {
namespace {

/// The checklist stands between the reason and the button.
constexpr int kStepsAt = 2;

}  // namespace

StateView::StateView(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("pageState"));
    auto* column = makeColumn(this, {48, 48, 48, 48}, 8);
    const auto label = [&](const char* name, const QFont& font, TextLabel::Colour colour) {
        auto* made = named(name, new TextLabel({}, Qt::PlainText, colour, this));
        made->setFont(font);
        return made;
    };
    column->addWidget(m_what = label("stateWhat", titleFont(), &Tokens::text));
    column->addWidget(m_why = label("stateWhy", bodyFont(), &Tokens::text2));
    column->addWidget(m_todo = label("stateTodo", bodyFont(), &Tokens::text2));
    m_progress = named("stateProgress", new QProgressBar(this));
    m_progress->setAccessibleName(tr("Progress"));
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(px(240));
    column->addWidget(m_progress);
    m_button = named("stateButton", new QPushButton(this));
    m_button->setAutoDefault(true);  // Return, too
    m_price = label("statePrice", bodyFont(), &Tokens::text2);
    auto* row = makeRow(nullptr, {}, 12);
    row->addWidget(m_button, 0, Qt::AlignLeft);
    row->addWidget(m_price, 1);
    column->addSpacing(8);
    column->addLayout(row);
    column->addStretch();
    // What is done deletes nothing of this view, but may show another state of it.
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (const auto act = m_state.act) act();
    });
}

void StateView::setState(const PageState& state) {
    m_state = state;
    for (const auto& [label, words] :
         {std::pair{m_what, state.what}, {m_why, state.why}, {m_todo, state.todo}, {m_price, state.price}}) {
        label->setWhole(words);
        label->setVisible(!words.isEmpty());
    }
    showSteps();
    showChoices();
    m_button->setText(state.button);
    m_button->setVisible(!state.button.isEmpty());
    m_button->setEnabled(state.act != nullptr);
    m_button->setProperty("primary", state.kind == PageState::Kind::Empty);
    m_button->style()->polish(m_button);
    connect(&JobRegistry::of(this), &JobRegistry::changed, this, &StateView::showProgress, Qt::UniqueConnection);
    m_progress->setVisible(state.kind == PageState::Kind::Loading);
    showProgress();
}

QPushButton* StateView::button() const { return m_state.button.isEmpty() || !m_state.act ? nullptr : m_button; }

/// One grid, so that names, what fills them and links stand below each other.
void StateView::showSteps() {
    delete m_steps;  // no signal of it leads here
    if (m_state.steps.isEmpty()) return;
    m_steps = named("stateSteps", new QFrame(this));
    m_steps->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    auto* grid = makeGrid(m_steps, {12, 8, 12, 8}, 12, 10);
    grid->setColumnStretch(2, 1);
    int row = 0;
    for (const PageState::Step& step : std::as_const(m_state.steps)) {
        auto* name = plainLabel(step.name, m_steps);
        if (step.mark == Mark::Missing) name->setFont(headingFont());
        auto* detail = plainLabel(step.detail, m_steps, &Tokens::text2);
        detail->setWordWrap(true);
        detail->setMinimumWidth(1);  // names of files may be long words
        grid->addWidget(makeMark(step.mark, 14, m_steps), row, 0);
        grid->addWidget(name, row, 1);
        grid->addWidget(detail, row, 2);
        if (step.link.valid()) {
            auto* link = new QLabel(ui::link(step.link, step.linkText), m_steps);
            link->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
            connect(link, &QLabel::linkActivated, this, &StateView::linkActivated, Qt::QueuedConnection);
            grid->addWidget(link, row, 3, Qt::AlignRight);
        }
        ++row;
    }
    static_cast<QVBoxLayout*>(layout())->insertWidget(kStepsAt, m_steps);
}

/// Below the button. One of them may be being clicked.
void StateView::showChoices() {
    if (m_choices != nullptr) m_choices->hide(), m_choices->deleteLater();
    m_choices = nullptr;
    if (m_state.choices.isEmpty()) return;
    m_choices = new QWidget(this);
    m_choices->setObjectName(QStringLiteral("stateChoices"));
    auto* grid = makeGrid(m_choices, {0, 12, 0, 0}, 12, 6);
    grid->setColumnStretch(1, 1);
    grid->addWidget(plainLabel(m_state.choicesTitle, m_choices, &Tokens::text2), 0, 0, 1, 2);
    int row = 1;
    for (const PageState::Choice& one : std::as_const(m_state.choices)) {
        auto* button = named("stateChoice", new QPushButton(one.title, m_choices));
        button->setAutoDefault(true);
        button->setAccessibleDescription(one.detail);
        connect(button, &QPushButton::clicked, this, one.act);
        auto* detail = new ElidedLabel(m_choices);
        detail->setForegroundRole(QPalette::PlaceholderText);
        detail->setText(one.detail);
        grid->addWidget(button, row, 0);
        grid->addWidget(detail, row++, 1);
    }
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->insertWidget(column->count() - 1, m_choices);
}

void StateView::showProgress() {
    if (m_state.job == nullptr) return;
    const double fraction = m_state.job->fraction;
    m_progress->setRange(0, fraction > 0 ? 100 : 0);  // a moving bar until something is known
    m_progress->setValue(static_cast<int>(fraction * 100));
}

Banner::Banner(Mark mark, const QString& title, const QString& detail, const QString& action, QWidget* parent) : QFrame(parent) {
    setProperty("note", mark == Mark::Note);  // for the style sheet
    setFixedHeight(px(36));
    auto* row = makeRow(this, {12, 0, 8, 0});
    auto* icon = new QLabel(this);
    withTheme(icon, [this, icon, mark] { icon->setPixmap(markPixmap(mark, 14, devicePixelRatioF())); });
    row->addWidget(icon);
    auto* what = new ElidedLabel(this);
    what->setFont(headingFont());
    what->setText(title);
    row->addWidget(what);
    auto* why = new ElidedLabel(this);
    why->setText(detail);
    row->addWidget(why);
    row->addStretch(1);
    auto* button = new QPushButton(action, this);
    if (mark == Mark::Note) button->setObjectName(QStringLiteral("primary"));
    connect(button, &QPushButton::clicked, this, &Banner::actionClicked);
    row->addWidget(button);
    auto* close = new QToolButton(this);
    close->setIcon(lineIcon(Icon::Close));
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Close"));
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    row->addWidget(close);
}

}  // namespace etscope::ui
