#include "pages/stages_page.h"

#include <QLabel>
#include <QVBoxLayout>

#include "answers/gap_choice.h"
#include "answers/stage_table.h"
#include "compare/run_cases.h"
#include "look/make.h"
#include "look/rich_text.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

/// A run of the method, and its case; nothing: it is of none.
struct RunOfCase {
    std::size_t run = 0;
    std::optional<std::size_t> caseIndex;
};

/// That run, where it ran the method.
Result<std::optional<RunOfCase>> runLookedAt(const session::MethodView& method, std::optional<std::size_t> run,
                                             const JobContext& job) {
    if (!run) return std::optional<RunOfCase>();
    const auto runs = compare::runs(method.session, job);
    if (!runs) return runs.failure();
    for (const join::SessionRun& one : **runs)
        if (one.index == *run && one.attribution.method == method.name)
            return std::optional(RunOfCase{
                *run, one.caseIndex.value_or(-1) >= 0 ? std::optional(static_cast<std::size_t>(*one.caseIndex)) : std::nullopt});
    return std::optional<RunOfCase>();
}

}  // namespace

StagesPage::StagesPage(Workspace& workspace, QWidget* parent) : RowsPage(workspace, Tables::stages(), parent) {
    auto* lines = makeColumn(nullptr, {12, 8, 12, 0}, 4);
    const auto label = [&](const char* name) {
        auto* made = named(name, new QLabel(this));
        made->setTextFormat(Qt::RichText);
        made->setWordWrap(true);
        made->setTextInteractionFlags(Qt::TextBrowserInteraction);
        connect(made, &QLabel::linkActivated, this, [this](const QString& link) {
            this->workspace().followText(link);
            this->workspace().showPage(PageId::Graph);
        });
        lines->addWidget(made);
        return made;
    };
    m_words = label("stageWords");
    m_way = label("stageWay");
    chartPlace()->addLayout(lines);
    fitChart();
    onThemeChange(this, [this] { showArrows(); });
    connect(&workspace, &Workspace::verdictChanged, this, [this] {
        if (caseInView() != m_case) invalidate();
    });
    connect(&workspace, &Workspace::runChanged, this, [this] {
        if (this->workspace().run() != m_run) invalidate();
    });
}

std::optional<std::size_t> StagesPage::runInView() const {
    return m_answer->arrows != nullptr ? m_answer->arrows->run : std::nullopt;
}

Mark StagesPage::stateMark() const { return m_answer->plan ? Mark::Missing : RowsPage::stateMark(); }

std::optional<std::size_t> StagesPage::caseInView() const {
    const auto caseOf = [](qint64 column) { return column >= 0 ? std::optional(static_cast<std::size_t>(column)) : std::nullopt; };
    const Address& chosen = workspace().selection();
    if (chosen.kind == Address::Kind::Output && chosen.method == workspace().method()) return caseOf(chosen.column);
    const VerdictPtr& verdict = workspace().verdict();
    const findings::MethodOutcome* outcome = verdict != nullptr ? outcomeOf(*verdict, workspace().method()) : nullptr;
    return outcome != nullptr && !outcome->differing.empty() ? caseOf(outcome->differing.front()) : std::nullopt;
}

/// What takes long is offered first.
RowsPage::Maker StagesPage::maker() const {
    const bool patient = m_patient.contains(workspace().method());
    return [into = m_answer, patient, asked = m_case, run = m_run](const SessionPtr& session, const QString& name,
                                                                   const JobContext& job) -> Result<Rows> {
        const session::MethodView method{*session, name.toStdString()};
        if (auto plan = computingPlan(method, job); plan && !patient && !isQuick(*plan)) {
            into->plan = *std::move(plan);
            return Rows();
        }
        const auto looked = runLookedAt(method, run, job);
        if (!looked) return looked.failure();
        const bool paired = *looked && (*looked)->caseIndex;
        if (*looked && !paired) into->left = run;
        const std::optional<std::size_t> caseIndex = paired ? (*looked)->caseIndex : asked;
        std::optional<replay::InputChoice> inputs;
        if (caseIndex) inputs = replay::InputChoice{replay::InputChoice::Kind::Case, *caseIndex, {}};
        auto arrows = stages::stageArrows(method, inputs, job, paired ? run : std::nullopt);
        if (!arrows && caseIndex && arrows.error().code == "no-such-case")  // no file has its inputs
            arrows = stages::stageArrows(method, std::nullopt, job);
        if (!arrows && (arrows.error().code == "no-record" || arrows.error().code == "no-such-method")) {
            Rows none;
            none.nothing =
                Nothing{tr("No graph of %1 is recorded").arg(name), tr("What is compared from stage to stage is its outputs."),
                        tr("Add the ETRecord of its export.")};
            return none;
        }
        if (!arrows) return arrows.failure();
        into->arrows = std::make_shared<const stages::StageArrows>(*std::move(arrows));
        return stageRows(into->arrows);
    };
}

void StagesPage::remake() {
    m_case = caseInView();
    m_run = workspace().run();
    m_answer = std::make_shared<Answer>();
    showArrows();
    RowsPage::remake();
}

void StagesPage::followSelection(const Address& selection) {
    RowsPage::followSelection(selection);
    if (selection.kind == Address::Kind::Output && caseInView() != m_case) remake();
}

void StagesPage::leaveChart() {
    m_answer = std::make_shared<Answer>();
    m_case.reset();
    m_run.reset();
    m_patient.clear();
    showArrows();
}

void StagesPage::showRows(const Rows&) {
    showArrows();
    emit runInViewChanged();
    if (!m_answer->plan) return;
    PageState price{
        .kind = PageState::Kind::Empty,
        .what = tr("The stages are not compared yet"),
        .why = tr("Each recorded graph is computed with the same inputs, and its outputs are held against the next one's."),
        .button = tr("Compare the stages")};
    price.price = tr("Each stage takes %1.").arg(planText(*m_answer->plan));
    offerComputing(std::move(price), m_patient);
}

void StagesPage::showArrows() {
    const auto& arrows = m_answer->arrows;
    m_way->setText(arrows != nullptr ? wayText(*arrows) : QString());
    QStringList words;
    if (arrows != nullptr) words.append(QStringLiteral("<b>%1</b>").arg(changeText(*arrows)));
    if (arrows != nullptr && m_answer->left && arrows->caseIndex)
        words.append(
            html(tr("Run %1 is of no case of this method: shown is case %2.").arg(*m_answer->left).arg(*arrows->caseIndex)));
    m_words->setText(words.join(QLatin1Char(' ')));
}

}  // namespace etscope::ui
