#include "pages/advisor_page.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <algorithm>

#include "look/flow_layout.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "look/words.h"
#include "models/table_view.h"
#include "pages/repro_parts.h"

namespace etscope::ui {
namespace {

/// From which width on both halves stand beside each other.
constexpr int kHalvesBeside = 1040;
constexpr int kMostAdviceCases = 64;

/// What an error of the advice says in place of it: what would fill it.
struct AdviceTodo {
    std::string_view code;
    const char *what, *todo;
};
constexpr std::array kAdviceTodos{
    AdviceTodo{"no-example-inputs", QT_TRANSLATE_NOOP("etscope::ui::AdvisorPage", "No inputs to compute it with"),
               QT_TRANSLATE_NOOP("etscope::ui::AdvisorPage",
                                 "Add a bundled program with cases, or the ETRecord of an export with example inputs.")},
    AdviceTodo{"no-weights", QT_TRANSLATE_NOOP("etscope::ui::AdvisorPage", "No weight of it could be kept narrow"),
               QT_TRANSLATE_NOOP("etscope::ui::AdvisorPage", "What is quantised already stands in As exported.")},
    AdviceTodo{"no-graph", QT_TRANSLATE_NOOP("etscope::ui::AdvisorPage", "No graph of it is recorded"),
               QT_TRANSLATE_NOOP("etscope::ui::AdvisorPage", "Add the ETRecord of its export.")},
    AdviceTodo{"no-outputs", QT_TRANSLATE_NOOP("etscope::ui::AdvisorPage", "No output tells what narrow weights do"), ""}};

}  // namespace

QuantisationViews::QuantisationViews(Workspace& workspace, PageId inView, QWidget* parent) : QWidget(parent) {
    auto* row = makeRow(this, {}, 0);
    auto* group = new QButtonGroup(this);
    const auto add = [&](PageId page, const QString& title, const char* name) {
        auto* button = named(name, new QPushButton(title, this));
        button->setCheckable(true);
        button->setChecked(page == inView);
        button->setAccessibleName(tr("Quantisation: %1").arg(title));
        group->addButton(button);
        row->addWidget(button);
        // It stays as it is: the other page has its own.
        connect(button, &QPushButton::clicked, this, [this, &workspace, page, inView, group] {
            for (QAbstractButton* one : group->buttons())
                one->setChecked(one->property("page").toInt() == static_cast<int>(inView));
            if (page != inView) workspace.showPage(page);
        });
        button->setProperty("page", static_cast<int>(page));
    };
    add(PageId::Quantisation, tr("As exported"), "viewAsExported");
    add(PageId::Advisor, tr("Advisor"), "viewAdvisor");
}

AdvisorPage::AdvisorPage(Workspace& workspace, AdviceBook& book, QWidget* parent) : Page(workspace, parent), m_book(book) {
    makeChoices();
    auto* content = named("pageArea", new QWidget(this));
    m_halves = new QBoxLayout(QBoxLayout::LeftToRight, content);
    m_halves->setContentsMargins(0, 0, 0, 0);
    m_halves->setSpacing(0);
    m_halves->addWidget(m_front = new FrontPart(workspace, book, content), 8);
    auto* line = named("partLine", new QFrame(content));
    line->setFrameShape(QFrame::NoFrame);
    m_halves->addWidget(line);
    m_halves->addWidget(m_operators = new OperatorsPart(workspace, book, content), 7);
    makeColumn(body())->addWidget(scrolling(content, this));
    connect(&book, &AdviceBook::changed, this, [this](const QString& method) {
        if (isVisible() && method == this->workspace().method()) tell();
    });
    connect(m_front, &FrontPart::reported, this, &AdvisorPage::reported);
}

/// Of what is asked for next.
void AdvisorPage::makeChoices() {
    auto* bar = named("advisorChoices", new QWidget(this));
    auto* all = makeRow(bar, kBarMargins, px(10));
    auto* choices = new QWidget(bar);  // in two lines where one has no room
    auto* row = new FlowLayout(px(10), choices);
    row->setContentsMargins({});
    all->addWidget(choices, 1);
    row->addWidget(m_schemes = named("advisorSchemes", new QPushButton(tr("Schemes: the usual"), choices)));
    connect(m_schemes, &QPushButton::clicked, this, [this] {
        QMenu* menu = makeMenu(this);
        const auto add = [&](const QString& title, const std::string& id, bool on) {
            QAction* action = menu->addAction(title, this, [this, id] {
                AdviceRequest request = m_book.of(this->workspace().method()).asked;
                if (id.empty()) {
                    request.schemes.clear();
                } else if (const auto at = std::ranges::find(request.schemes, id); at != request.schemes.end()) {
                    request.schemes.erase(at);
                } else {
                    request.schemes.push_back(id);
                }
                m_book.setRequest(this->workspace().method(), request);
            });
            action->setCheckable(true);
            action->setChecked(on);
        };
        const auto& asked = m_book.of(this->workspace().method()).asked.schemes;
        add(tr("The usual ones of each kind"), {}, asked.empty());
        menu->addSeparator();
        for (const advisor::Scheme& scheme : advisor::schemes())
            if (scheme.rounds())
                add(tr("%1 – %2").arg(text(scheme.id), said(Sentence::of(scheme.title))), std::string(scheme.id),
                    std::ranges::find(asked, scheme.id) != asked.end());
        menu->popup(m_schemes->mapToGlobal(QPoint(0, m_schemes->height())));
    });
    auto* cases = new QWidget(choices);
    auto* pair = makeRow(cases, {}, px(8));
    auto* label = plainLabel(tr("Cases at most"), cases, &Tokens::text2);
    pair->addWidget(label);
    pair->addWidget(m_cases = named("advisorCases", new QSpinBox(cases)));
    row->addWidget(cases);
    m_cases->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_cases->setRange(1, kMostAdviceCases);
    m_cases->setAccessibleName(tr("Cases that are played at most"));
    label->setBuddy(m_cases);
    row->addWidget(m_tied = named("advisorTied", new QCheckBox(tr("same scheme in like layers"), choices)));
    row->addWidget(m_worst = named("advisorWorst", new QCheckBox(tr("by the worst case"), choices)));
    m_worst->setToolTip(tr("Sets are chosen by the case that is worst, not by the mean of all"));
    connect(m_worst, &QCheckBox::toggled, this, &AdvisorPage::takeRequest);
    row->addWidget(m_against = named("advisorAgainst", new QCheckBox(choices)));
    m_against->setToolTip(tr("The export before is the float original of this one: what its weights cost now is told against it"));
    connect(m_against, &QCheckBox::toggled, this, &AdvisorPage::takeRequest);
    connect(&workspace(), &Workspace::otherChanged, this, &AdvisorPage::tellChoices);
    all->addWidget(m_again = named("advisorAgain", new QPushButton(tr("Advise again"), bar)), 0, Qt::AlignTop);
    m_again->setToolTip(tr("Of the budget or limit that is chosen now; rows that are kept stay so"));
    connect(m_again, &QPushButton::clicked, this, [this] { m_book.advise(this->workspace().method()); });
    connect(m_tied, &QCheckBox::toggled, this, &AdvisorPage::takeRequest);
    connect(m_cases, &QSpinBox::valueChanged, this, &AdvisorPage::takeRequest);
    head()->addWidget(bar);
}

void AdvisorPage::takeRequest() {
    if (m_telling) return;
    AdviceRequest request = m_book.of(workspace().method()).asked;
    request.tied = m_tied->isChecked();
    request.worst = m_worst->isChecked();
    request.against = m_against->isChecked();
    request.cases = static_cast<std::size_t>(m_cases->value());
    m_book.setRequest(workspace().method(), request);
}

bool AdvisorPage::isOfGraph() const {
    const auto& session = workspace().session();
    if (session == nullptr || workspace().method().isEmpty()) return false;
    const session::MethodView view{*session, workspace().method().toStdString()};
    return view.known() != nullptr && std::ranges::any_of(view.known()->stages, [](const graph::StageId& stage) {
               using Kind = graph::StageId::Kind;
               return stage.is(Kind::Exported) || stage.is(Kind::Edge) || stage.is(Kind::Extra);
           });
}

bool AdvisorPage::hasContent() const { return workspace().session() != nullptr && !workspace().session()->methods().empty(); }

QWidget* AdvisorPage::contentFocus() const {
    return m_front->chart()->count() > 0 ? static_cast<QWidget*>(m_front->chart()) : m_operators->table();
}

/// The book has forgotten all of it by itself.
void AdvisorPage::leave() {
    m_operators->forget();
    m_front->tell();
}

void AdvisorPage::retry() { m_book.advise(workspace().method()); }

void AdvisorPage::tellChoices() {
    const Advising& told = m_book.of(workspace().method());
    m_telling = true;
    m_tied->setChecked(told.asked.tied);
    m_worst->setChecked(told.asked.worst);
    m_against->setChecked(told.asked.against);
    m_against->setVisible(workspace().other() != nullptr && workspace().other()->session() != nullptr);
    m_against->setText(tr("against %1").arg(workspace().otherName()));
    m_cases->setValue(static_cast<int>(told.asked.cases));
    m_telling = false;
    QStringList ids;
    for (const std::string& id : told.asked.schemes) ids += text(id);
    m_schemes->setText(ids.isEmpty()     ? tr("Schemes: the usual")
                       : ids.size() <= 3 ? tr("Schemes: %1").arg(ids.join(QStringLiteral(", ")))
                                         : tr("Schemes: %1").arg(ids.size()));
    for (QWidget* one : std::initializer_list<QWidget*>{m_tied, m_worst, m_against, m_cases, m_schemes}) one->setEnabled(!told.running);
    findChild<QWidget*>(QStringLiteral("advisorChoices"))->setVisible(isOfGraph());
    m_again->setVisible(told.advice != nullptr && !told.running);
}

void AdvisorPage::tell() {
    tellChoices();
    m_front->tell();
    m_operators->tell();
    const Advising& told = m_book.of(workspace().method());
    if (!told.wasAsked()) return offer();
    if (state().kind == PageState::Kind::Ready) return;
    showReady();
    emit stateChanged();
}

/// Nothing was asked for yet, or nothing came of it.
void AdvisorPage::offer() {
    const QString method = workspace().method();
    if (!isOfGraph())
        return showEmpty(tr("No graph of %1 is recorded").arg(method.isEmpty() ? tr("a method") : method),
                         tr("Advice computes the graph with narrow weights, on the cases of the session."),
                         tr("Add the ETRecord of its export."));
    const Advising& told = m_book.of(method);
    PageState state;
    const auto ask = [this, method] { m_book.advise(method); };
    if (told.error) {
        const auto known = std::ranges::find(kAdviceTodos, told.error->code, &AdviceTodo::code);
        const bool helps = known != kAdviceTodos.end();
        state.what = helps ? tr(known->what) : tr("No advice");
        state.why = errorLine(*told.error);
        state.todo = helps && *known->todo != 0 ? tr(known->todo) : QString();
        state.button = tr("Try again");
        state.act = ask;
        return showEmpty(state);
    }
    state.what = tr("Which weights may be narrow, and what it does to the outputs");
    state.why =
        tr("Of %1 each weight that an operator multiplies with, or takes rows of, is kept narrow in each scheme alone, and the "
           "recorded graph is computed on the cases of the session. Then the best sets of schemes for each size are "
           "computed, each as a set. Nothing is executed.")
            .arg(method);
    state.button = tr("Advise");
    state.act = ask;
    state.price = advicePrice(told);
    if (told.estimating)
        state.choices.append({tr("Cancel"), tr("the graph is played once"), [this, method] { m_book.cancel(method); }});
    else if (!told.estimate)
        state.choices.append(
            {tr("Estimate"), tr("plays the graph once, and says how long it takes"), [this, method] { m_book.estimate(method); }});
    showEmpty(state);
}

void AdvisorPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    const bool beside = width() >= px(kHalvesBeside);
    m_halves->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    auto* line = findChild<QFrame*>(QStringLiteral("partLine"));
    line->setMinimumSize(beside ? 1 : 0, beside ? 0 : 1);
    line->setMaximumSize(beside ? 1 : QWIDGETSIZE_MAX, beside ? QWIDGETSIZE_MAX : 1);
}

}  // namespace etscope::ui
