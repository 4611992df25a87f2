#include "pages/overview_page.h"

#include <QHeaderView>
#include <QScrollBar>
#include <QStyle>
#include <algorithm>
#include <string_view>
#include <utility>

#include "compare/output_sources.h"
#include "compare/run_cases.h"
#include "join/runs.h"
#include "look/language.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/tokens.h"
#include "look/words.h"
#include "pages/effect_row.h"
#include "pages/flow_view.h"
#include "pages/overview_findings.h"
#include "pages/reach_view.h"
#include "profile/event_statistics.h"
#include "profile/time_difference.h"
#include "session/damage.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

/// From this width on sections stand beside one another; the left ones have that many parts of five.
constexpr int kTwoColumns = 1100, kLeft = 2, kRight = 3;
constexpr int kMostFiles = 8, kMostMethods = 8;
/// Findings of export checks that are told where nothing is wrong.
constexpr qsizetype kMostChecks = 4;

/// Its name over its type.
QString portLabel(const inventory::Port& port) {
    const QString type = text(findings::portText(port));
    return isValueNumber(text(port.name)) ? type : text(port.name) + QLatin1Char('\n') + type;
}

QWidget* replaceHeading(QWidget* old, QWidget* fresh) {
    delete old->parentWidget()->layout()->replaceWidget(old, fresh);
    delete old;
    return fresh;
}

}  // namespace

OverviewPage::OverviewPage(Workspace& workspace, QWidget* parent) : Page(workspace, parent) {
    auto* outer = makeColumn(body());
    auto* scroll = new SteadyScrollArea(this);
    scroll->setWidgetResizable(true);
    outer->addWidget(scroll);
    auto* content = named("pageArea", new QWidget(scroll));
    scroll->setWidget(content);
    m_column = makeColumn(content, {12, 12, 12, 12}, 6);
    m_effects = new EffectRow(content);
    connect(m_effects, &EffectRow::linkActivated, &workspace, &Workspace::follow);
    m_column->addWidget(m_effects);
    makeSections(content);
    m_column->addStretch();
    connect(m_fileView, &TableView::rowSelected, &workspace, &Workspace::select);
    connect(m_fileView, &TableView::fileRequested, &workspace, &Workspace::openInWindow);
    connect(m_fileView, &TableView::removeRequested, &workspace,
            [&workspace](const Address& file) { workspace.remove(file.name); });
    connect(m_fileView, &QTableView::clicked, this, [this](const QModelIndex& index) {
        const QVariant open = index.siblingAtColumn(0).data(FoldRole);
        if (open.isValid()) m_fileView->filter()->setOpen(m_fileView->filter()->tableRow(index.row()), open.toInt() == 0);
    });
    connect(m_methodView, &TableView::rowSelected, &workspace, &Workspace::reveal);
    connect(m_methodView->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, [this] {
        if (this->workspace().session() != nullptr) showMethodCount();
    });
    connect(m_methodView, &QTableView::clicked, this, &OverviewPage::openCheck);
    connect(m_methodView, &TableView::rowOpened, this, [this](const Address& address) {
        if (openCheck(m_methodView->currentIndex())) return;
        this->workspace().reveal(address);
        this->workspace().showPage(PageId::Graph);
    });
    connect(&workspace, &Workspace::verdictChanged, this, &OverviewPage::showVerdict);
    connect(&workspace, &Workspace::viewChanged, m_flow, [this] { m_flow->setMethod(this->workspace().method()); });
    connect(m_flow, &FlowView::methodClicked, this,
            [this](const QString& method) { this->workspace().reveal(Address::ofMethod(method)); });
    for (const FindingList* list : {m_why, m_causes, m_findings})
        connect(list, &FindingList::linkActivated, &workspace, &Workspace::follow);
    connect(m_reach, &ReachView::linkActivated, &workspace, &Workspace::follow);
}

/// The check that the cell tells of, of its method; false: it tells of none.
bool OverviewPage::openCheck(const QModelIndex& index) {
    const PageId page = pageOfMethodColumn(m_methods.columns()[static_cast<std::size_t>(index.column())]);
    if (page == PageId::None) return false;
    workspace().reveal(index.data(AddressRole).value<Address>());
    workspace().showPage(page);
    return true;
}

void OverviewPage::followSelection(const Address& selection) {
    if (selection.kind == Address::Kind::File) m_fileView->selectAddress(selection);
    if (!selection.method.isEmpty()) m_methodView->selectAddress(Address::ofMethod(selection.method));
    m_flow->setMethod(workspace().method());
}

/// What a person asks first stands first: what was checked, why it is so, then the files and how methods fit together.
void OverviewPage::makeSections(QWidget* content) {
    const auto table = [&](QBoxLayout* column, TableModel& model, const QString& title, const QString& name, int mostRows) {
        auto* view = named("card", new TableView(content));
        view->setAccessibleName(title);
        view->setWraps(true);
        view->setTable(&model, name);
        view->setMostRows(mostRows);
        connect(view->horizontalScrollBar(), &QScrollBar::rangeChanged, view, &QWidget::updateGeometry);
        connect(view, &TableView::rowsFitted, view, &QWidget::updateGeometry);
        column->addWidget(view);
        return view;
    };
    const auto list = [&](QBoxLayout* column, const char* name) {
        auto* made = named(name, new FindingList(content));
        column->addWidget(made);
        return made;
    };
    m_methodsHeading = makeHeading(tr("What was checked"), {}, content);
    m_column->addWidget(m_methodsHeading);
    m_methodView = table(m_column, m_methods, tr("What was checked"), QStringLiteral("checkedMethods"), kMostMethods);
    const auto [why, others] = makePair(content);
    m_why = list(why, "why");
    m_reachHeading = makeHeading(tr("How far the checks reach"), {}, content);
    why->addWidget(m_reachHeading);
    why->addWidget(m_reach = new ReachView(content));
    m_causes = list(others, "causes");
    m_findings = list(others, "findings");
    m_others = m_causes->parentWidget();
    m_reasons = m_why->parentWidget();
    const auto [files, flow] = makePair(content);
    m_filesHeading = makeHeading(tr("Files"), {}, content);
    files->addWidget(m_filesHeading);
    m_fileView = table(files, m_files, tr("Files"), QStringLiteral("files"), kMostFiles);
    m_flowHeading = makeHeading(tr("How the methods fit together"), {}, content);
    flow->addWidget(m_flowHeading);
    flow->addWidget(m_flow = named("flow", new FlowView(content)));
    for (QVBoxLayout* column : {why, others, files, flow}) column->addStretch();
}

/// Two sections, beside one another where there is room.
std::pair<QVBoxLayout*, QVBoxLayout*> OverviewPage::makePair(QWidget* content) {
    auto* pair = new QBoxLayout(QBoxLayout::TopToBottom);
    pair->setContentsMargins(0, px(10), 0, 0);
    pair->setSpacing(px(16));
    m_column->addLayout(pair);
    m_pairs.append(pair);
    const auto part = [&](int stretch) {
        auto* widget = new QWidget(content);
        pair->addWidget(widget, stretch);
        return makeColumn(widget, {}, 6);
    };
    auto* left = part(kLeft);
    return {left, part(kRight)};
}

void OverviewPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    arrange();
}

/// Sections beside one another where there is room; files and methods where neither is cut then, each with what it needs.
void OverviewPage::arrange() {
    const bool wide = width() >= px(kTwoColumns);
    for (QBoxLayout* pair : m_pairs) pair->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    QBoxLayout* files = m_pairs.last();
    const auto says = [this](bool beside) {
        for (const char* column : {"what_was_found", "readable"})
            m_fileView->setSaysLittle(column, beside || (column == std::string_view("readable") && m_whole));
    };
    says(wide);
    if (!wide) return;
    const QMargins sides = m_column->contentsMargins();
    const int room = width() - sides.left() - sides.right() - files->spacing() - style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    const int left = std::max(room * kLeft / (kLeft + kRight), m_fileView->leastWidth());
    const bool alone = m_flow->parentWidget()->isHidden(), fits = alone || room - left >= m_flow->neededWidth();
    files->setDirection(fits ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    files->setStretch(0, left);
    files->setStretch(1, std::max(1, room - left));
    says(fits && !alone);
}

void OverviewPage::refresh() {
    const SessionPtr session = workspace().session();
    if (session == nullptr || m_shown) return;
    m_shown = true;
    m_files.setRows(fileRows(*session, nullptr));
    m_told = {.session = session, .verdict = workspace().verdict()};
    for (const auto& [method, references] : compare::methodReferences(*session)) m_told.cases[method] = references.cases;
    showEffects();
    showMethods();
    m_whole = allWhole(*session);
    arrange();
    showFiles(*session);
    showFindings();
    findPlaces();
    showReady();  // of files and methods all is said that the directories say
    askBeside<Facts>(
        m_job, tr("Reading methods"),
        [session](const JobContext& job) -> Result<Facts> {
            Facts facts;
            for (const session::Method& method : session->methods()) {
                auto summary = inventory::summary({*session, method.name}, job);
                if (summary.cancelled()) return summary.failure();
                facts.summaries.push_back(summary ? *std::move(summary) : std::make_shared<const inventory::MethodSummary>());
                job.report(static_cast<double>(facts.summaries.size()) / static_cast<double>(session->methods().size()));
            }
            auto flow = findings::methodFlow(*session, job);
            if (!flow) return flow.failure();
            facts.flow = std::move(*flow);
            facts.joins = join::joins(*session, job);
            auto causes = findings::possibleCauses(*session, {}, {}, {}, job);
            if (!causes) return causes.failure();
            facts.causes = *std::move(causes);
            auto state = stateOfMethods(*session, job);
            if (!state) return state.failure();
            facts.buffers = *std::move(state);
            auto questions = findings::fileQuestions(*session, job);
            if (!questions) return questions.failure();
            facts.questions = *std::move(questions);
            return facts;
        },
        [this](Facts facts) {
            m_facts = std::move(facts);
            showFacts();
            showFindings();
            countRuns();
            lookFurther();
            emit stateChanged();
        },
        Urgency::Awaited);
}

void OverviewPage::leave() {
    m_shown = false;
    m_job.cancel();
    m_lint.cancel();
    m_tokens.cancel();
    m_compared.cancel();
    m_countRuns.cancel();
    m_placesJob.cancel();
    m_facts = {};
    m_places.clear();
    m_constants.reset();
    m_files.setRows({});
    m_told = {};
    m_effects->setSteps({});
    showMethods();
    for (FindingList* list : {m_why, m_causes, m_findings}) list->clear();
    m_reach->setReach({});
    m_flow->setFlow({}, {});
}

/// What the directories say.
void OverviewPage::showFiles(const session::Session& session) {
    std::uint64_t damaged = 0;
    for (const session::SessionFile& file : session.files()) damaged += session::isDamaged(file) ? 1U : 0U;
    m_filesHeading = replaceHeading(
        m_filesHeading,
        makeHeading(tr("Files"),
                    damaged > 0 ? tr("%1, of which %2 damaged").arg(countText(session.files().size()), countText(damaged))
                                : tr("%1 in this session").arg(countText(session.files().size())),
                    this));
    showMethodCount();
}

/// How often methods ran and how long that took: started when everything else is shown.
void OverviewPage::countRuns() {
    askBeside<std::map<std::string, MethodRuns>>(
        m_countRuns, tr("Reading runs"),
        [session = workspace().session()](const JobContext& job) -> Result<std::map<std::string, MethodRuns>> {
            std::map<std::string, MethodRuns> found;
            const auto runs = compare::runs(*session, job);
            if (!runs) return runs.failure();
            for (const join::SessionRun& run : **runs)
                if (run.attribution.method && run.kind() != etdump::BlockKind::Load) ++found[*run.attribution.method].runs;
            for (const profile::EventStatistics& event : profile::eventStatistics(**runs, 1))
                if (profile::timeLevelOf(event) == profile::TimeLevel::Execute && found.contains(event.method))
                    found[event.method].ticks = event.durations.p50;
            return found;
        },
        [this](std::map<std::string, MethodRuns> runs) {
            m_told.runs = std::move(runs);
            showMethods();
        });
}

void OverviewPage::showMethodCount() {
    const std::size_t methods = workspace().session()->methods().size();
    const bool sorted =
        workspace().verdict() != nullptr && methods > 1 && m_methodView->horizontalHeader()->sortIndicatorSection() < 0;
    const QString count = tr("%n method(s)", nullptr, counted(methods));
    m_methodsHeading = replaceHeading(m_methodsHeading,
                                      makeHeading(tr("What was checked"), sorted ? tr("%1, worst first").arg(count) : count, this));
    m_methodsHeading->setVisible(methods > 0);
    m_methodView->setVisible(methods > 0);
}

void OverviewPage::showEffects() {
    const VerdictPtr& verdict = workspace().verdict();
    m_effects->setSteps(verdict == nullptr ? std::vector<EffectStep>() : effectSteps(*verdict, m_places, workspace().methods()));
}

void OverviewPage::showVerdict() {
    if (!m_shown) return;
    showMethodCount();
    m_told.verdict = workspace().verdict();
    showEffects();
    showMethods();
    markFlow();
    showFindings();
    findPlaces();
}

/// Where operators that are at fault were made.
void OverviewPage::findPlaces() {
    const VerdictPtr& verdict = workspace().verdict();
    if (verdict == nullptr) return;
    askBeside<CulpritPlaces>(
        m_placesJob, tr("Looking for modules"),
        [session = workspace().session(), verdict](const JobContext& job) { return culpritPlaces(*session, *verdict, job); },
        [this](CulpritPlaces places) {
            if (std::exchange(m_places, places) == places) return;
            showEffects();
        });
}

Mark OverviewPage::stateMark() const {
    const bool wrong =
        std::ranges::any_of(m_facts.joins, [](const join::Join& join) { return join.state == join::JoinState::Mismatched; });
    return wrong ? Mark::Differ : Mark::None;
}

/// What takes longer than to read the methods.
void OverviewPage::lookFurther() {
    const SessionPtr session = workspace().session();
    askBeside<std::vector<findings::LintFinding>>(
        m_lint, tr("Checking the export"), [session](const JobContext& job) { return findings::lint(*session, job); },
        [this](std::vector<findings::LintFinding> findings) {
            m_told.lint = std::move(findings);
            showMethods();
            showFindings();
        });
    askBeside<std::map<std::string, MethodTokens>>(
        m_tokens, tr("Reading tokens"), [session](const JobContext& job) { return tokensOfMethods(*session, job); },
        [this](std::map<std::string, MethodTokens> tokens) {
            m_told.tokens = std::move(tokens);
            showMethods();
        });
    askBeside<std::shared_ptr<const join::ConstantsCompared>>(
        m_compared, tr("Comparing constants"), [session](const JobContext& job) { return join::constants(*session, job); },
        [this](std::shared_ptr<const join::ConstantsCompared> compared) {
            m_constants = std::move(compared);
            showFindings();
        });
}

void OverviewPage::showFacts() {
    const Facts& facts = m_facts;
    m_told.summaries = facts.summaries;
    m_told.buffers = facts.buffers;
    showMethods();
    const SessionPtr session = workspace().session();
    m_files.setRows(fileRows(*session, &facts.joins));
    std::vector<FlowView::Box> boxes;
    for (std::size_t i = 0; i < facts.summaries.size(); ++i) {
        const inventory::MethodSummary& summary = *facts.summaries[i];
        FlowView::Box box;
        box.name = text(session->methods()[i].name);
        if (!summary.nodeCounts.empty()) {
            const auto& [stage, count] = summary.nodeCounts.back();
            box.nodes = stage == graph::StageId::program() ? tr("%n instruction(s)", nullptr, counted(count))
                                                           : tr("%n node(s)", nullptr, counted(count));
        }
        const auto free = [&](const findings::FlowEdge& edge, std::size_t port, bool input) {
            return (input ? edge.to : edge.from) == session->methods()[i].name && (input ? edge.input : edge.output) == port;
        };
        for (std::size_t p = 0; p < summary.inputs.size(); ++p)
            if (std::none_of(facts.flow.begin(), facts.flow.end(), [&](const auto& edge) { return free(edge, p, true); }))
                box.inputs.append(portLabel(summary.inputs[p]));
        for (std::size_t p = 0; p < summary.outputs.size(); ++p)
            if (std::none_of(facts.flow.begin(), facts.flow.end(), [&](const auto& edge) { return free(edge, p, false); }))
                box.outputs.append(text(findings::portText(summary.outputs[p])));
        boxes.push_back(std::move(box));
    }
    m_flow->setFlow(std::move(boxes), facts.flow);
    m_flow->setMethod(workspace().method());
    markFlow();
    // One method has no other that it could feed.
    const bool several = session->methods().size() > 1;
    m_flowHeading = replaceHeading(m_flowHeading, makeHeading(tr("How the methods fit together"),
                                                              !several             ? QString()
                                                              : facts.flow.empty() ? tr("no output fits an input of another method")
                                                                                   : tr("guessed from matching types and shapes"),
                                                              this));
    m_flow->parentWidget()->setVisible(!session->methods().empty());
    arrange();
}

void OverviewPage::markFlow() {
    if (const VerdictPtr& verdict = workspace().verdict())
        for (const findings::MethodOutcome& method : verdict->methods)
            m_flow->setMark(text(method.method),
                            method.culprit && method.outputs.differ == 0 ? callsMark(method) : outputsMark(method));
}

void OverviewPage::showQuestions() {
    const auto& questions = m_facts.questions;
    const auto answered = static_cast<std::uint64_t>(std::ranges::count_if(questions, &findings::FileQuestion::answered));
    const bool one = workspace().session()->files().size() == 1;
    m_why->add(one ? tr("What this file answers") : tr("What these files answer"), questionFindings(questions), {}, {},
               tr("%1 of %n question(s)", nullptr, counted(questions.size())).arg(countText(answered)));
}

/// Called at once with what the directories say, and again when jobs have read the rest.
void OverviewPage::showFindings() {
    const session::Session& session = *workspace().session();
    const VerdictPtr& verdict = workspace().verdict();
    const bool differs = verdict != nullptr && verdict->state == findings::Verdict::Differ;
    const bool nothing = verdict == nullptr || verdict->outputs.all() == verdict->outputs.missing;
    m_why->clear();
    if (verdict != nullptr) {
        const findings::PossibleCause* cause = findings::answeredCause(*verdict);
        const findings::MethodOutcome* outcome = cause != nullptr ? outcomeOf(*verdict, text(cause->method)) : nullptr;
        m_why->add(isOfConstant(*verdict) ? tr("Why this constant") : tr("Why this operator"), proofFindings(*verdict),
                   Link::shrink(outcome != nullptr ? culpritAddress(*outcome) : Address()), tr("Shrink…"));
    }
    if (nothing) showQuestions();
    m_causes->clear();
    std::vector<findings::PossibleCause> causes = verdict != nullptr ? otherCauses(*verdict) : m_facts.causes;
    if (nothing) std::erase_if(causes, [&](const auto& one) { return findings::isQuestion(session, one.kind); });
    const Diagnostics diagnostics = session.diagnostics();
    std::uint64_t problems = 0;  // as the status bar counts them
    for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Note}) problems += diagnostics.count(severity);
    m_causes->add(differs ? tr("Other findings") : tr("Findings"), causeFindings(causes, workspace().methods()),
                  problems > 0 ? Link::on(PageId::Problems) : Link(),
                  problems > 0 ? tr("All %n problem(s)", nullptr, counted(problems)) : QString());
    m_findings->clear();
    QList<FindingText> checks =
        differs ? QList<FindingText>() : exportFindings(m_told.lint.value_or(std::vector<findings::LintFinding>()));
    const bool all = checks.size() <= kMostChecks;
    m_findings->add(tr("Worth a look"), checks.mid(0, kMostChecks), all ? Link() : Link::on(PageId::Checks),
                    tr("All %n export check(s)", nullptr, counted(static_cast<std::uint64_t>(checks.size()))));
    m_reach->setReach(verdict == nullptr || differs || nothing ? QList<Reach>() : reachOf(session, *verdict, m_constants.get()));
    m_reachHeading->setVisible(!m_reach->isHidden());
    m_reasons->setVisible(!m_why->isEmpty() || !m_reach->isHidden());
    m_others->setVisible(!m_causes->isEmpty() || !m_findings->isEmpty());
}

}  // namespace etscope::ui
