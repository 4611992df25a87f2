#include "pages/overview_page.h"

#include <QScrollBar>
#include <algorithm>
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
#include "profile/event_statistics.h"
#include "profile/time_difference.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

/// Below this width columns go that the Inspector tells of.
constexpr int kRoomy = 900;
constexpr int kMostFiles = 8, kMostMethods = 8;
/// Bytes of programs and tensor data up to which they are hashed without being asked for.
constexpr std::uint64_t kHashedAtOnce = 1ULL << 30U;

/// Its name over its type.
QString portLabel(const inventory::Port& port) {
    const QString type = text(findings::portText(port));
    return isValueNumber(text(port.name)) ? type : text(port.name) + QLatin1Char('\n') + type;
}

QWidget* replaceHeading(QVBoxLayout* column, QWidget* old, QWidget* fresh) {
    delete column->replaceWidget(old, fresh);
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
    makeTables(content);
    makeLower(content);
    m_column->addStretch();
    connect(m_fileView, &TableView::rowSelected, &workspace, &Workspace::select);
    connect(m_fileView, &TableView::fileRequested, &workspace, &Workspace::openInWindow);
    connect(m_fileView, &QTableView::clicked, this, [this](const QModelIndex& index) {
        const QVariant open = index.siblingAtColumn(0).data(FoldRole);
        if (open.isValid()) m_fileView->filter()->setOpen(m_fileView->filter()->tableRow(index.row()), open.toInt() == 0);
    });
    connect(m_methodView, &TableView::rowSelected, &workspace, &Workspace::select);
    connect(m_methodView, &TableView::rowOpened, this, [this](const Address& address) {
        this->workspace().reveal(address);
        const auto column = static_cast<std::size_t>(m_methodView->currentIndex().column());
        this->workspace().showPage(pageOfMethodColumn(m_methods.columns()[column]));
    });
    connect(&workspace, &Workspace::verdictChanged, this, &OverviewPage::showVerdict);
    connect(m_flow, &FlowView::methodClicked, this,
            [this](const QString& method) { this->workspace().reveal(Address::ofMethod(method)); });
    for (const FindingList* list : {m_causes, m_findings})
        connect(list, &FindingList::linkActivated, this,
                [this](const Link& link) { link.does == Link::Does::Lint ? lint() : this->workspace().follow(link); });
}

void OverviewPage::followSelection(const Address& selection) {
    if (selection.kind == Address::Kind::File) m_fileView->selectAddress(selection);
    if (!selection.method.isEmpty()) m_methodView->selectAddress(Address::ofMethod(selection.method));
    m_flow->setMethod(workspace().method());
}

/// What a person asks first stands first: methods with what is wrong in them, why, then the files.
void OverviewPage::makeTables(QWidget* content) {
    const auto table = [&](TableModel& model, const QString& title, const QString& name, int mostRows) {
        auto* view = named("card", new TableView(content));
        view->setAccessibleName(title);
        view->setWraps(true);
        view->setTable(&model, name);
        view->setMostRows(mostRows);
        connect(view->horizontalScrollBar(), &QScrollBar::rangeChanged, view, &QWidget::updateGeometry);
        connect(view, &TableView::rowsFitted, view, &QWidget::updateGeometry);
        m_column->addWidget(view);
        return view;
    };
    m_methodsHeading = makeHeading(tr("Methods"), {}, content);
    m_column->addWidget(m_methodsHeading);
    m_methodView = table(m_methods, tr("Methods"), QStringLiteral("overviewMethods"), kMostMethods);
    m_causes = makeList(QStringLiteral("causes"), content);
    m_column->addSpacing(10);
    m_filesHeading = makeHeading(tr("Files"), {}, content);
    m_column->addWidget(m_filesHeading);
    m_fileView = table(m_files, tr("Files"), QStringLiteral("files"), kMostFiles);
    m_strips = new QVBoxLayout;
    m_column->addLayout(m_strips);
}

FindingList* OverviewPage::makeList(const QString& name, QWidget* content) {
    auto* made = new FindingList(content);
    made->setObjectName(name);
    made->setContentsMargins(0, 10, 0, 0);
    m_column->addWidget(made);
    return made;
}

void OverviewPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    const bool narrow = width() < px(kRoomy);
    m_methodView->setSaysLittle("nodes", narrow);
    m_fileView->setSaysLittle("kind", narrow);
}

/// How methods feed each other, then smaller notes.
void OverviewPage::makeLower(QWidget* content) {
    m_column->addSpacing(10);
    m_flowHeading = makeHeading(tr("Flow between methods"), {}, content);
    m_column->addWidget(m_flowHeading);
    m_flow = named("flow", new FlowView(content));
    m_column->addWidget(m_flow);
    m_findings = makeList(QStringLiteral("findings"), content);
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
    m_fileView->setSaysLittle("readable", allWhole(*session));
    showFiles(*session);
    showFindings();
    nameModules();
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
            if (job.cancelled()) return cancelledFailure();
            return facts;
        },
        [this](Facts facts) {
            m_facts = std::move(facts);
            showFacts();
            showFindings();
            countRuns();
            if (hashedBytes() <= kHashedAtOnce) lint();
            emit stateChanged();
        },
        Urgency::Awaited);
}

void OverviewPage::leave() {
    m_shown = m_linted = false;
    m_job.cancel();
    m_lint.cancel();
    m_countRuns.cancel();
    m_modules.cancel();
    m_facts = {};
    m_lintFindings.clear();
    m_files.setRows({});
    m_told = {};
    m_effects->setSteps({});
    showMethods();
    for (FindingList* list : {m_causes, m_findings}) list->clear();
    m_flow->setFlow({}, {});
    emptyNow(m_strips);
}

/// What the directories say.
void OverviewPage::showFiles(const session::Session& session) {
    std::uint64_t damaged = 0;
    for (const session::SessionFile& file : session.files()) {
        const bool cut = file.zip != nullptr && file.zip->recovered();
        damaged += cut || file.error ? 1U : 0U;
        if (!cut) continue;
        m_strips->addWidget(makeHeading(tr("%1 by offset").arg(text(file.path).section(QLatin1Char('/'), -1)), {}, this));
        m_strips->addWidget(new ArchiveStrip(file, this));
    }
    m_filesHeading = replaceHeading(
        m_column, m_filesHeading,
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
    const bool sorted = workspace().verdict() != nullptr && methods > 1;
    m_methodsHeading = replaceHeading(
        m_column, m_methodsHeading,
        makeHeading(tr("Methods"), sorted ? tr("%1, worst first").arg(countText(methods)) : countText(methods), this));
}

void OverviewPage::showEffects() {
    const VerdictPtr& verdict = workspace().verdict();
    m_effects->setSteps(verdict == nullptr ? std::vector<EffectStep>()
                                           : effectSteps(*verdict, m_told.modules, workspace().methods()));
}

void OverviewPage::showVerdict() {
    if (!m_shown) return;
    showMethodCount();
    m_told.verdict = workspace().verdict();
    showEffects();
    showMethods();
    markFlow();
    showFindings();
    nameModules();
}

/// Where operators stand that are at fault.
void OverviewPage::nameModules() {
    const VerdictPtr& verdict = workspace().verdict();
    if (verdict == nullptr) return;
    askBeside<CulpritModules>(
        m_modules, tr("Looking for modules"),
        [session = workspace().session(), verdict](const JobContext& job) { return culpritModules(*session, *verdict, job); },
        [this](CulpritModules modules) {
            if (std::exchange(m_told.modules, modules) == modules) return;
            showEffects();
            showMethods();
        });
}

Mark OverviewPage::stateMark() const {
    const bool wrong =
        std::ranges::any_of(m_facts.joins, [](const join::Join& join) { return join.state == join::JoinState::Mismatched; });
    return wrong ? Mark::Differ : Mark::None;
}

/// What lint hashes.
std::uint64_t OverviewPage::hashedBytes() const {
    std::uint64_t bytes = 0;
    for (const session::SessionFile& file : workspace().session()->files())
        if (file.program != nullptr || file.tensorData != nullptr) bytes += file.size;
    return bytes;
}

void OverviewPage::lint() {
    if (workspace().session() == nullptr) return;
    askBeside<std::vector<findings::LintFinding>>(
        m_lint, tr("Looking for doubtful parts"),
        [session = workspace().session()](const JobContext& job) { return findings::lint(*session, job); },
        [this](std::vector<findings::LintFinding> findings) {
            m_lintFindings = std::move(findings);
            m_linted = true;
            showFindings();
        });
}

void OverviewPage::showFacts() {
    const Facts& facts = m_facts;
    m_told.summaries = facts.summaries;
    showMethods();
    const SessionPtr session = workspace().session();
    m_files.setRows(fileRows(*session, &facts.joins));
    std::vector<FlowView::Box> boxes;
    for (std::size_t i = 0; i < facts.summaries.size(); ++i) {
        const inventory::MethodSummary& summary = *facts.summaries[i];
        FlowView::Box box;
        box.name = text(session->methods()[i].name);
        if (!summary.nodeCounts.empty()) box.nodes = tr("%n node(s)", nullptr, counted(summary.nodeCounts.back().second));
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
    m_flowHeading = replaceHeading(m_column, m_flowHeading,
                                   makeHeading(tr("Flow between methods"),
                                               !several             ? QString()
                                               : facts.flow.empty() ? tr("no output fits an input of another method")
                                                                    : tr("inferred from types and shapes: ? means that it fits"),
                                               this));
    m_flowHeading->setVisible(!session->methods().empty());
}

void OverviewPage::markFlow() {
    if (const VerdictPtr& verdict = workspace().verdict())
        for (const findings::MethodOutcome& method : verdict->methods)
            m_flow->setMark(text(method.method), method.culprit ? callsMark(method) : outputsMark(method));
}

/// Called at once with what the directories say, and again when jobs have read the rest.
void OverviewPage::showFindings() {
    const session::Session& session = *workspace().session();
    const VerdictPtr& verdict = workspace().verdict();
    m_causes->clear();
    m_causes->add(tr("Possible causes, doubtful, missing"),
                  causeFindings(verdict != nullptr ? verdict->causes : m_facts.causes, workspace().methods()),
                  Link::on(PageId::Problems), tr("smaller notes are under Problems"));
    QList<FindingText> exported = exportFindings(m_lintFindings);
    if (!m_linted && hashedBytes() > kHashedAtOnce) {
        FindingText wait;
        wait.mark = Mark::Note;
        wait.title = tr("Equal data stored twice was not looked for");
        wait.lines = {tr("%1 would be read and hashed").arg(bytesText(hashedBytes()))};
        wait.linkText = tr("Look for it");
        wait.link = {Link::Does::Lint};
        exported.append(wait);
    }
    m_findings->clear();
    m_findings->add(tr("Export"), exported);
    m_findings->add(tr("What works"), whatWorks(session));
}

}  // namespace etscope::ui
