// The left half of AdvisorPage: sets by bytes and effect, the budget, what is predicted and what came out, the recipe.
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSlider>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "look/language.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "look/words.h"
#include "pages/advisor_page.h"
#include "pages/repro_parts.h"

namespace etscope::ui {
namespace {

constexpr int kBudgetWidth = 110, kLimitWidth = 76, kLeastSlider = 90;

QString of(const QString& whole) { return FrontPart::tr("of %1").arg(whole); }

}  // namespace

FrontPart::FrontPart(Workspace& workspace, AdviceBook& book, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_book(book) {
    setObjectName(QStringLiteral("frontPart"));
    auto* column = makeColumn(this, {}, 0);
    column->addWidget(m_head = new ReproHead(tr("Bytes against effect"), "adviceStatus", this));
    connect(m_head, &ReproHead::cancelAsked, this, [this] { m_book.cancel(m_workspace.method()); });
    column->addWidget(m_chart = new FrontChart(this), 3);
    connect(m_chart, &FrontChart::pointChosen, this, [this](qulonglong item) {
        const auto sets = told().sets();
        if (item < sets.size()) m_book.choose(m_workspace.method(), std::vector(sets[item]->cells));
    });
    makeBudget(this);
    column->addWidget(m_budgetRow);
    m_numbersRow = named("reproNumbers", new QFrame(this));
    auto* row = makeRow(m_numbersRow, {}, 0);
    const std::array titles{tr("Weights"), tr("Predicted"), tr("Evaluated as a set"), tr("Tokens that stay")};
    for (std::size_t i = 0; i < m_numbers.size(); ++i) row->addWidget(m_numbers[i] = new LargeNumber(titles[i], m_numbersRow), 1);
    column->addWidget(m_numbersRow);
    makeRecipe(this);
    column->addWidget(m_recipeHead);
    column->addWidget(m_recipe, 2);
    column->addWidget(m_recipeNote);
    column->addWidget(m_todayHead = new ReproHeading(tr("Held today"), this));
    column->addWidget(m_today = named("adviceToday", new TextLabel({}, Qt::PlainText, &Tokens::text, this)));
    column->addWidget(m_methodsHead = new ReproHeading(tr("Methods"), this));
    m_methodsHead->addLink(
        tr("Advise on all"), [this] { m_book.adviseAll(); }, "adviseAll");
    column->addWidget(m_methods = named("adviceMethods", new TextLabel({}, Qt::PlainText, &Tokens::text, this)));
    for (TextLabel* one : {m_today, m_methods}) one->setContentsMargins(px(14), px(8), px(14), px(8));
    connect(&book, &AdviceBook::changed, this, [this] {
        if (isVisible()) tellMethods();
    });
    onThemeChange(this, [this] { tell(); });
}

void FrontPart::makeBudget(QWidget* parent) {
    m_budgetRow = named("budgetRow", new QWidget(parent));
    auto* row = makeRow(m_budgetRow, {px(14), px(8), px(14), px(8)}, px(10));
    auto* title = plainLabel(tr("Budget"), m_budgetRow);
    title->setFont(headingFont());
    row->addWidget(title);
    row->addWidget(m_budget = named("adviceBudget", new QLineEdit(m_budgetRow)));
    m_budget->setFixedWidth(px(kBudgetWidth));
    m_budget->setAccessibleName(tr("Budget of all weights"));
    m_budget->setToolTip(tr("Such as 84 MiB: the best set within it is chosen"));
    title->setBuddy(m_budget);
    connect(m_budget, &QLineEdit::editingFinished, this, &FrontPart::takeBudget);
    row->addWidget(m_slider = named("adviceSlider", new QSlider(Qt::Horizontal, m_budgetRow)), 1);
    m_slider->setMinimumWidth(px(kLeastSlider));
    m_slider->setPageStep(1);
    m_slider->setAccessibleName(tr("Budget: sets of the front, the smallest first"));
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) {
        if (m_telling) return;
        const auto front = told().front();
        if (value >= 0 && static_cast<std::size_t>(value) < front.size())
            m_book.setBudget(m_workspace.method(), front[static_cast<std::size_t>(value)]->bytes);
    });
    row->addWidget(m_limitOf = plainLabel({}, m_budgetRow, &Tokens::text2));
    row->addWidget(m_limit = named("adviceLimit", new QLineEdit(m_budgetRow)));
    m_limit->setFixedWidth(px(kLimitWidth));
    m_limit->setAccessibleName(tr("Limit of the effect"));
    m_limit->setToolTip(tr("The smallest set within it is chosen"));
    m_limitOf->setBuddy(m_limit);
    connect(m_limit, &QLineEdit::editingFinished, this, &FrontPart::takeLimit);
}

void FrontPart::makeRecipe(QWidget* parent) {
    m_recipeHead = new ReproHeading(tr("Recipe"), parent);
    const auto act = [this](auto what) {
        return [this, what] {
            if (const QString recipe = m_book.recipe(m_workspace.method()); !recipe.isEmpty()) what(recipe);
        };
    };
    m_recipeHead->addLink(tr("Copy"), act([this](const QString& recipe) {
                              QApplication::clipboard()->setText(recipe);
                              emit reported(tr("Copied the recipe"));
                          }),
                          "copyRecipe");
    m_recipeHead->addLink(tr("Save as…"), act([this](const QString& recipe) {
                              saveRecipe(this, recipe, [this](const QString& words) { emit reported(words); });
                          }),
                          "saveRecipe");
    m_recipe = makeCodeView("recipeText", tr("The recipe as Python"), parent);
    m_recipe->setMinimumHeight(px(120));
    m_recipeNote = named("recipeNote", new TextLabel({}, Qt::PlainText, &Tokens::text2, parent));
    m_recipeNote->setContentsMargins(px(14), px(8), px(14), px(8));
}

/// What is no amount is not taken, and what it was stands there again.
void FrontPart::takeBudget() {
    if (!m_budget->isModified()) return;
    if (const auto bytes = bytesOfText(m_budget->text())) m_book.setBudget(m_workspace.method(), *bytes);
    m_budget->setModified(false);
    tellBudget(told());
}

void FrontPart::takeLimit() {
    if (!m_limit->isModified()) return;
    bool isNumber = false;
    const double limit = QString(m_limit->text())
                             .replace(QLatin1Char(','), QLatin1Char('.'))
                             .replace(QChar(0x2212), QLatin1Char('-'))
                             .toDouble(&isNumber);
    if (isNumber) m_book.setLimit(m_workspace.method(), limit);
    m_limit->setModified(false);
    tellBudget(told());
}

void FrontPart::tell() {
    const Advising& told = this->told();
    m_head->tell(adviceMark(told), adviceStatus(told), told.running, told.done > 0 ? told.done : -1, adviceTime(told));
    m_head->setCancelled(told.ending);
    m_chart->setContent(frontContent(told));
    tellBudget(told);
    tellNumbers(told);
    tellRecipe(told);
    tellToday(told);
    tellMethods();
}

/// How the export holds its weights, and what stands out in it.
void FrontPart::tellToday(const Advising& told) {
    QStringList lines;
    if (told.advice != nullptr)
        for (const Sentence& one : told.advice->today.remarks) lines += said(one);
    const bool held = !lines.isEmpty();
    m_todayHead->setVisible(held);
    m_today->setVisible(held);
    m_today->setWhole(lines.join(QLatin1Char('\n')));
    if (held) m_todayHead->setNotes(bytesText(told.advice->today.bytes), {});
}

/// What each method that was asked about is worth.
void FrontPart::tellMethods() {
    const auto& session = m_workspace.session();
    const bool several = session != nullptr && session->methods().size() > 1;
    QStringList lines;
    for (std::size_t i = 0; several && i < session->methods().size(); ++i) {
        const QString method = text(session->methods()[i].name);
        if (const QString worth = methodWorth(m_book.of(method)); !worth.isEmpty()) lines += tr("%1: %2").arg(method, worth);
    }
    m_methodsHead->setVisible(several);
    m_methods->setVisible(several && !lines.isEmpty());
    m_methods->setWhole(lines.join(QLatin1Char('\n')));
}

void FrontPart::tellBudget(const Advising& told) {
    const auto front = told.front();
    m_budgetRow->setEnabled(!front.empty());
    m_telling = true;
    m_slider->setRange(0, std::max(0, static_cast<int>(front.size()) - 1));
    const ShownSet shown = told.shown();
    // What a person changed is no set of the front: the one whose place it takes.
    const auto at = std::ranges::find_if(front, [&](const advisor::Set* set) { return set->cells == told.choice.base; });
    if (at != front.end()) m_slider->setValue(static_cast<int>(at - front.begin()));
    m_telling = false;
    if (!m_budget->isModified()) m_budget->setText(told.advice != nullptr ? bytesText(shown.bytes) : QString());
    if (!m_limit->isModified()) m_limit->setText(QString::number(told.choice.limit, 'g', 4));
    const bool logits = told.advice == nullptr || told.advice->logits;
    m_limitOf->setText(logits ? tr("or at most KL") : tr("or noise ÷ signal at most"));
}

void FrontPart::tellNumbers(const Advising& told) {
    const bool known = told.advice != nullptr;
    const ShownSet shown = told.shown();
    const bool logits = known && told.advice->logits;
    m_numbers[0]->setNumber(known ? bytesText(shown.bytes) : QString(), known ? of(bytesText(told.advice->wholeBytes)) : QString());
    const auto cost = [&](LargeNumber* into, std::optional<double> value, const QString& otherwise) {
        const auto parts = value ? costParts(*value, logits) : std::pair(QString(), otherwise);
        into->setNumber(parts.first, parts.second);
    };
    cost(m_numbers[1], known ? shown.predicted : std::nullopt, {});
    cost(m_numbers[2], shown.effect ? std::optional(shown.effect->meanCost()) : std::nullopt,
         told.trying ? tr("being evaluated …") : QString());
    if (shown.effect && shown.effect->worstCase && told.advice->cases > 1) {
        const auto [number, unit] = costParts(shown.effect->meanCost(), logits);
        const auto& [index, worst] = *shown.effect->worstCase;
        m_numbers[2]->setNumber(number, tr("%1, worst %2 (case %3)").arg(unit, costParts(worst, logits).first).arg(index));
    }
    m_numbers[2]->setToolTip(shown.effect ? worstCaseText(*told.advice, *shown.effect) : QString());
    const bool tokens = shown.effect && shown.effect->kl;
    m_numbers[3]->setVisible(!known || logits);
    m_numbers[3]->setNumber(tokens ? countText(shown.effect->stay) : QString(),
                            tokens ? of(countText(shown.effect->tokens)) : QString());
}

void FrontPart::tellRecipe(const Advising& told) {
    const QString recipe = m_book.recipe(m_workspace.method());
    if (m_recipe->toPlainText() != recipe) m_recipe->setPlainText(recipe);
    const auto lines = static_cast<std::uint64_t>(recipe.count(QLatin1Char('\n')));
    m_recipeHead->setNotes(recipe.isEmpty() ? QString() : tr("%n line(s), torchao and torch", nullptr, counted(lines)), {});
    for (const char* link : {"copyRecipe", "saveRecipe"})
        m_recipeHead->findChild<QLabel*>(QLatin1String(link))->setVisible(!recipe.isEmpty());
    m_recipe->setVisible(!recipe.isEmpty());
    const ShownSet shown = told.shown();
    const bool narrow = told.advice != nullptr && shown.cells != told.asItIs();
    const bool quantised = told.advice != nullptr && told.advice->today.quantised() && !told.advice->today.effect;
    m_recipeNote->setWhole(
        narrow && quantised ? tr("It is quantised already: a recipe is for the model that it was made of.")
        : !narrow           ? tr("In this set all weights are as they are: there is nothing to do.")
        : recipe.contains(QLatin1String("def quantise(model, cases)"))
            ? tr("Call quantise(model, cases) in place of the model: it gives the module that torch.export takes; "
                 "cases are the inputs that its observers see.")
        : !recipe.isEmpty() ? tr("Call quantise(model) before torch.export: what comes out is what was evaluated.")
        : told.running      ? tr("The recipe stands here once a set is evaluated.")
        : told.tryError     ? tr("The set could not be evaluated: %1").arg(errorLine(*told.tryError))
                            : tr("The recipe stands here once the set is evaluated."));
}

}  // namespace etscope::ui
