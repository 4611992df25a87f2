#include "frame/page_area.h"

#include <QAbstractScrollArea>
#include <QStackedWidget>
#include <algorithm>
#include <array>
#include <tuple>

#include "answers/known_gap.h"
#include "answers/program_tables.h"
#include "frame/commands.h"
#include "frame/start_page.h"
#include "graph/graph_page.h"
#include "look/dress.h"
#include "look/labelled_combo.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/tokens.h"
#include "look/words.h"
#include "pages/advisor_page.h"
#include "pages/change_rows_page.h"
#include "pages/changes_page.h"
#include "pages/consistency_page.h"
#include "pages/conversation_page.h"
#include "pages/diff_page.h"
#include "pages/events_page.h"
#include "pages/files_page.h"
#include "pages/gap_page.h"
#include "pages/memory_page.h"
#include "pages/metadata_page.h"
#include "pages/named_data_page.h"
#include "pages/outputs_page.h"
#include "pages/overview_page.h"
#include "pages/problems_page.h"
#include "pages/shrink_page.h"
#include "pages/sizes_page.h"
#include "pages/stages_page.h"
#include "pages/steps_page.h"
#include "pages/tensors_page.h"
#include "pages/tokens_page.h"
#include "shell/answer_line.h"
#include "shell/rail.h"
#include "shell/run_bar.h"
#include "shell/sub_views.h"
#include "workspace/advice_book.h"
#include "workspace/answer_book.h"
#include "workspace/entity_state.h"
#include "workspace/repro_book.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

using findings::Question;

/// Of the window, from which width on the rail has words, and names.
constexpr int kWords = 1500, kNames = 1100;
/// Pages that an answer is about as a whole.
constexpr std::array kAnswered{std::pair(PageId::Overview, Question::Verdict), std::pair(PageId::Checks, Question::Model)};
/// From which height on runs have a row.
constexpr int kTallWindow = 480;
constexpr int kRunChoice = 160;

/// The pages of a question that have views of their own.
std::vector<PageId> viewsOf(Question question) {
    std::vector<PageId> views;
    for (const PageInfo& info : pagesOf(question))
        if (viewOf(info.page) == info.page) views.push_back(info.page);
    return views;
}

}  // namespace

PageArea::PageArea(Workspace& workspace, const SessionMarker& marker, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_marker(marker),
      m_book(new AnswerBook(workspace)),
      m_repro(new ReproBook(workspace)),
      m_advice(new AdviceBook(workspace)) {
    setFrame(this);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    makeFrame();
    addPages();
    showViews();
    connect(m_rail, &Rail::chosen, this, qOverload<Question>(&PageArea::choose));
    connect(m_views, &SubViews::chosen, this, [this](int view) { chooseView(static_cast<PageId>(view)); });
    connect(m_runs, &RunBar::runChosen, this, [this](qulonglong run, const QString& method) {
        m_workspace.lookAt(static_cast<std::size_t>(run), method);
        for (Page* one : m_pages)
            if (one != nullptr) one->takeChosenRun();
    });
    connect(m_runs, &RunBar::runAdded, this, [this](qulonglong run, const QString& method) {
        if (!m_workspace.run() && m_runs->chosen()) m_workspace.lookAt(*m_runs->chosen(), m_workspace.method());
        m_workspace.lookBeside(static_cast<std::size_t>(run), method);
    });
    connect(m_stack, &QStackedWidget::currentChanged, this, &PageArea::stateChanged);
    connect(m_answer, &AnswerLine::reported, this, &PageArea::reported);
    connect(m_book, &AnswerBook::changed, this, &PageArea::updateAnswers);
    connect(m_repro, &ReproBook::changed, this, &PageArea::updateMarks);
    connect(&marker, &SessionMarker::changed, this, &PageArea::updateMarks);
    for (const auto told : {&Workspace::verdictChanged, &Workspace::viewChanged, &Workspace::stagesChanged})
        connect(&workspace, told, this, &PageArea::updateMarks);
    for (const auto told : {&Workspace::verdictChanged, &Workspace::sessionChanged})
        connect(&workspace, told, this, &PageArea::updateRuns);
    connect(&workspace, &Workspace::runChanged, this, &PageArea::followRun);
    connect(&workspace, &Workspace::viewChanged, this, &PageArea::chooseRun);
    for (const auto told : {&Workspace::viewChanged, &Workspace::sessionChanged})
        connect(&workspace, told, this, &PageArea::markRun);
}

void PageArea::makeFrame() {
    auto* row = makeRow(this, {}, 0);
    row->addWidget(m_rail = new Rail(this));
    row->addLayout(m_column = makeColumn(nullptr, {}, 0), 1);
    m_top = makeRow(nullptr, {}, 0);
    m_top->addWidget(m_answer = new AnswerLine(m_workspace, *m_book, *m_repro, *m_advice, this), 1);
    m_top->addWidget(m_runChoice = named("runChoice", new LabelledCombo(tr("Run"), px(kRunChoice), this)));
    m_column->addLayout(m_top);
    m_viewRow = named("viewRow", new QWidget(this));
    m_viewRow->setAttribute(Qt::WA_StyledBackground);
    auto* views = makeRow(m_viewRow, {px(12), px(6), px(12), px(6)}, px(8));
    views->addWidget(m_views = new SubViews(m_viewRow), 1);
    connect(m_runChoice, &QComboBox::activated, this, [this](int place) {
        if (showsCalls()) return selectCall(m_calls->runs()[static_cast<std::size_t>(place)].call);
        const RunBar::Run& run = m_runs->runs()[static_cast<std::size_t>(place)];
        m_workspace.lookAt(run.index, run.method);
    });
    m_column->addWidget(m_viewRow);
    m_stack = new QStackedWidget(this);
    setFrame(m_stack);
    m_stack->setMinimumSize(320, 120);  // pages scroll or elide rather than widen the window
    m_column->addWidget(m_stack, 1);
    m_column->addWidget(m_runs = new RunBar(this));
    m_column->addWidget(m_calls = new RunBar(this, true));
    connect(m_calls, &RunBar::callChosen, this, &PageArea::selectCall);
}

void PageArea::setCorner(PageId page, QWidget* corner) {
    m_corners[page] = corner;
    m_viewRow->layout()->addWidget(corner);
    showCorner();
}

/// Where a page has nothing to show there is nothing to choose.
void PageArea::showCorner() {
    for (const auto& [page, corner] : m_corners) corner->setVisible(page == m_inView && current().hasContent());
}

void PageArea::makePages(Workspace& w, QWidget* in) {
    const auto table = [&](const RowsSpec& spec) { return new RowsPage(w, spec, in); };
    auto* gap = new GapPage(w, in);
    auto* steps = new StepsPage(w, in);
    auto* tokens = new TokensPage(w, in);
    auto* quantisation = table(Tables::quantisation());
    auto* advisor = new AdvisorPage(w, *m_advice, in);
    auto* shrink = new ShrinkPage(w, *m_repro, in);
    auto* changes = new ChangesPage(w, in);
    auto* nodes = new DiffPage(w, in);
    auto* outputs = new ChangeRowsPage(w, ChangeRowsPage::outputs(), in);
    auto* cost = new ChangeRowsPage(w, ChangeRowsPage::cost(), in);
    auto* schemes = new ChangeRowsPage(w, ChangeRowsPage::schemes(), in);
    m_pages = {new OverviewPage(w, in),
               new FilesPage(w, in),
               table(Tables::handles()),
               table(Tables::checks()),
               new ProblemsPage(w, in),
               m_graph = new GraphPage(w, in),
               new TensorsPage(w, in),
               new MetadataPage(w, in),
               new NamedDataPage(w, in),
               new OutputsPage(w, in),
               new StagesPage(w, in),
               gap,
               steps,
               tokens,
               quantisation,
               advisor,
               m_talk = new ConversationPage(w, in),
               new ConsistencyPage(w, in),
               shrink,
               new EventsPage(w, in),
               new MemoryPage(w, in),
               new SizesPage(w, in),
               table(Tables::undelegated()),
               table(Tables::delegates()),
               changes,
               nodes,
               outputs,
               cost,
               schemes};
    setCorner(PageId::Gap, gap->controls());
    setCorner(PageId::Steps, steps->controls());
    setCorner(PageId::Tokens, tokens->controls());
    setCorner(PageId::Quantisation, new QuantisationViews(w, PageId::Quantisation, m_viewRow));
    setCorner(PageId::Advisor, new QuantisationViews(w, PageId::Advisor, m_viewRow));
    connect(advisor, &AdvisorPage::reported, this, &PageArea::reported);
    setCorner(PageId::Shrink, shrink->controls());
    connect(shrink, &ShrinkPage::reported, this, &PageArea::reported);
    setCorner(PageId::Diff, changes->controls());
    setCorner(PageId::DiffNodes, nodes->controls());
    setCorner(PageId::DiffOutputs, outputs->controls());
    setCorner(PageId::DiffCost, cost->controls());
    setCorner(PageId::DiffSchemes, schemes->controls());
    connect(m_talk, &ConversationPage::callsChanged, this, &PageArea::updateCalls);
    connect(steps, &StepsPage::operatorsAsked, gap->mainTable(), &TableView::filterChosen);
}

void PageArea::addPages() {
    makePages(m_workspace, m_stack);
    for (const PageInfo& info : pageTable()) {
        const QString title = pageTitle(info.page);
        Page* made = page(info.page);
        made->setObjectName(QStringLiteral("page-") + QString::fromLatin1(info.name));
        made->setAccessibleName(title);
        for (QAbstractScrollArea* area : made->findChildren<QAbstractScrollArea*>())
            if (area->accessibleName().isEmpty()) area->setAccessibleName(title);
        m_stack->addWidget(made);
        connect(made, &Page::stateChanged, this, &PageArea::updateMarks);
        connect(made, &Page::stateChanged, this, &PageArea::stateChanged);
        connect(made, &Page::stateChanged, this, &PageArea::showCorner);
        connect(made, &Page::searched, this, &PageArea::searched);
        connect(made, &Page::runInViewChanged, this, [this, made] {
            if (made == &current()) markRun();
        });
    }
}

/// The question in view has its answer and its views.
void PageArea::showViews() {
    const Question question = questionOf(m_inView);
    m_rail->setCurrent(question);
    QList<std::pair<int, QString>> titles;
    for (const PageId view : viewsOf(question)) titles.append({static_cast<int>(view), pageTitle(view)});
    m_views->setTitles(titles);
    m_views->setCurrent(static_cast<int>(viewOf(m_inView)));
    updateMarks();
}

void PageArea::bringUp(PageId page) {
    const bool other = questionOf(page) != questionOf(m_inView);
    m_inView = page;
    m_last[questionOf(page)] = page;
    m_lastOfView[viewOf(page)] = page;
    m_answer->setPage(page);
    other ? showViews() : m_views->setCurrent(static_cast<int>(viewOf(page)));
    showCorner();
    const bool open = m_workspace.session() != nullptr;
    if (open) {
        m_stack->setCurrentWidget(&current());
        m_workspace.setPage(page);
    }
    showRow();
    markRun();
    emit changed(page);
    if (open && !m_rail->isAncestorOf(focusWidget()) && !m_views->isAncestorOf(focusWidget())) focusPage();
}

void PageArea::showPage(PageId page) {
    if (page != m_inView) bringUp(page);
    if (m_workspace.session() != nullptr) m_workspace.setPage(page);
    focusPage();
}

void PageArea::choose(PageId page) {
    emit pressed(page);
    if (page != m_inView) bringUp(page);
}

void PageArea::choose(Question question) {
    const auto last = m_last.find(question);
    choose(last != m_last.end() ? last->second : pagesOf(question).front().page);
}

void PageArea::chooseView(PageId view) {
    const auto last = m_lastOfView.find(view);
    choose(last != m_lastOfView.end() ? last->second : view);
}

void PageArea::chooseView(int place) {
    const auto views = viewsOf(questionOf(m_inView));
    if (place < static_cast<int>(views.size())) chooseView(views[static_cast<std::size_t>(place)]);
}

int PageArea::views() const { return static_cast<int>(viewsOf(questionOf(m_inView)).size()); }

void PageArea::chooseNext() {
    const auto views = viewsOf(questionOf(m_inView));
    const auto at = std::ranges::find(views, viewOf(m_inView)) - views.begin();
    chooseView(static_cast<int>((at + 1) % static_cast<std::ptrdiff_t>(views.size())));
}

void PageArea::focusPage() {
    QWidget* wanted = m_start != nullptr ? m_start->focusTarget() : current().focusTarget();
    (wanted != nullptr ? wanted : m_stack)->setFocus(Qt::OtherFocusReason);
}

void PageArea::setBanners(QWidget* banners) { m_column->insertWidget(0, banners); }

void PageArea::takeSession() {
    const bool open = m_workspace.session() != nullptr;
    if (open) {
        m_stack->setCurrentWidget(&current());
        if (m_start != nullptr) m_start->deleteLater();  // a click on it may have opened the session
        m_start = nullptr;
    } else {
        showStart();
    }
    for (QWidget* part : std::initializer_list<QWidget*>{m_rail, m_answer, m_viewRow}) part->setVisible(open);
    if (!m_workspace.run()) m_lookedAt.clear();  // other files
    showCorner();
    updateAnswers();
}

/// Made anew each time: its list of recent sessions changes.
void PageArea::showStart() {
    delete m_start;
    m_start = new StartPage(m_stack);
    connect(m_start, &StartPage::commandAsked, this, &PageArea::commandAsked);
    connect(m_start, &StartPage::sessionRequested, this, &PageArea::sessionRequested);
    m_stack->addWidget(m_start);
    m_stack->setCurrentWidget(m_start);
}

void PageArea::showDragged(const QStringList& paths) {
    if (m_start != nullptr) m_start->showDragged(paths);
}

void PageArea::updateMarks() {
    const VerdictPtr& verdict = m_workspace.verdict();
    for (const PageInfo& info : pagesOf(questionOf(m_inView))) {
        const Page& told = *page(info.page);
        Mark known = verdict != nullptr ? pageMark(*verdict, info.page) : Mark::None;
        const auto answered = std::ranges::find(kAnswered, info.page, &std::pair<PageId, Question>::first);
        const auto* answer = answered != kAnswered.end() ? m_book->answer(answered->second) : nullptr;
        if (answer != nullptr && answer->state && *answer->state < findings::CauseState::Missing) known = markOf(*answer);
        m_views->setState(static_cast<int>(info.page), worse(worse(known, m_marker.pageMark(info.page)), told.stateMark()),
                          told.hasContent());
    }
}

void PageArea::updateAnswers() {
    const bool open = m_workspace.session() != nullptr;
    const QString unknown = m_book->isAsking() ? tr("checking …") : tr("not checked");
    for (const Question question : {Question::Verdict, Question::Model, Question::Correctness, Question::Cost, Question::Changes}) {
        const findings::Answer* answer = m_book->answer(question);
        if (!open || answer == nullptr)
            m_rail->setState(question, open ? Mark::Missing : Mark::None, open ? unknown : QString());
        else
            m_rail->setState(question, markOf(*answer), said(answer->status));
    }
    updateMarks();
}

/// Those that executed a method. Of each method that has one at fault, that is looked at first.
void PageArea::updateRuns() {
    std::vector<RunBar::Run> all;
    bool other = false;
    if (const VerdictPtr& verdict = m_workspace.verdict(); verdict != nullptr && m_workspace.session() != nullptr)
        for (const findings::MethodOutcome& method : verdict->methods) {
            for (const findings::RunOutcome& run : method.runs)
                all.push_back({run.run,
                               text(method.method),
                               runMark(run),
                               runText(run),
                               run.caseIndex ? tr("case %1").arg(*run.caseIndex) : QString(),
                               {}});
            if (method.culprit && method.culprit->run)
                other = lookAtFaultyRun({*m_workspace.session(), method.method}, *method.culprit->run) || other;
        }
    if (m_workspace.verdict() != nullptr)
        for (const findings::UnknownRun& run : m_workspace.verdict()->unknownRuns)
            all.push_back({run.run, {}, Mark::Missing, {}, {}, said(run.kind)});
    std::ranges::sort(all, {}, &RunBar::Run::index);
    m_runs->setRuns(std::move(all));
    chooseRun();
    showRow();
    if (other) emit m_workspace.gapChanged();
    followRun();
}

/// Of the method in view: the one that a person looked at, else the one at fault, else the worst, of which most is known. Until
/// another run, or an output of a case, is chosen, everything tells of it.
std::optional<std::size_t> PageArea::runToLookAt() const {
    const findings::MethodOutcome* shown =
        m_workspace.verdict() != nullptr ? outcomeOf(*m_workspace.verdict(), m_workspace.method()) : nullptr;
    if (shown == nullptr || shown->runs.empty()) return std::nullopt;
    const auto before = m_lookedAt.find(m_workspace.method());
    if (before != m_lookedAt.end() &&
        std::ranges::find(shown->runs, before->second, &findings::RunOutcome::run) != shown->runs.end())
        return before->second;
    if (shown->culprit && shown->culprit->run) return shown->culprit->run;
    const auto tells = [](const findings::RunOutcome& run) {
        const Mark mark = runMark(run);
        const bool wrong = mark != Mark::Missing && mark != Mark::Match;
        return std::tuple(wrong, run.worst.has_value(), mark == Mark::Match, run.right + run.open);
    };
    return std::ranges::max_element(shown->runs, {}, tells)->run;
}

void PageArea::chooseRun() {
    if (m_workspace.selection().kind == Address::Kind::Output) return;
    const auto looked = std::ranges::find(m_runs->runs(), m_workspace.run(), &RunBar::Run::index);
    if (looked != m_runs->runs().end() && (looked->method.isEmpty() || looked->method == m_workspace.method())) return;
    if (const auto run = runToLookAt(); run && run != m_workspace.run()) m_workspace.lookAt(*run, {});
}

/// Whatever is told of calls of its method from here on is told of the run that was chosen, of files that were opened again, too.
void PageArea::followRun() {
    const auto chosen = std::ranges::find(m_runs->runs(), m_workspace.run(), &RunBar::Run::index);
    if (chosen != m_runs->runs().end()) m_lookedAt[chosen->method] = chosen->index;
    if (chosen != m_runs->runs().end() && lookAtRun({*m_workspace.session(), chosen->method.toStdString()}, chosen->index))
        emit m_workspace.gapChanged();
    markRun();
}

/// The one that was chosen, as long as its method is in view; else the one that the page shows by itself.
void PageArea::markRun() {
    const auto chosen = std::ranges::find_if(m_runs->runs(), [this](const RunBar::Run& run) {
        return m_workspace.run() == run.index && run.method == m_workspace.method();
    });
    m_runs->setChosen(chosen != m_runs->runs().end() ? m_workspace.run() : current().runInView());
    m_runs->setBeside(m_workspace.runsBeside());
    const auto shown =
        std::ranges::find(m_runs->runs(), m_runs->chosen(), [](const RunBar::Run& run) { return std::optional(run.index); });
    if (!showsCalls())
        m_runChoice->setCurrentIndex(shown != m_runs->runs().end() ? static_cast<int>(shown - m_runs->runs().begin()) : -1);
}

namespace {

std::vector<RunBar::Run> callsOf(const conversation::Answer& made) {
    std::vector<RunBar::Run> all;
    for (const conversation::CallFacts& call : made.told) {
        const QString about = call.first && call.count > 1
                                  ? PageArea::tr("positions %1 … %2").arg(*call.first).arg(*call.first + call.count - 1)
                              : call.first          ? PageArea::tr("position %1").arg(*call.first)
                              : !call.image.empty() ? text(call.image)
                                                    : text(call.method);
        all.push_back({all.size(),
                       text(call.method),
                       markOfTalk(call.state),
                       call.state == conversation::State::Right   ? PageArea::tr("gives what the record computes")
                       : call.state == conversation::State::Wrong ? PageArea::tr("something is wrong at it")
                                                                  : PageArea::tr("not known whether it is right"),
                       about,
                       {},
                       static_cast<qint64>(call.index)});
    }
    return all;
}

}  // namespace

void PageArea::updateCalls() {
    const ConversationPtr& made = m_talk->answer();
    if (made.get() != m_callsOf) {
        m_callsOf = made.get();
        m_calls->setRuns(made != nullptr ? callsOf(*made) : std::vector<RunBar::Run>());
        showRow();
    }
    markCall();
}

/// Of several with one index the last, as its choice means.
void PageArea::markCall() {
    const auto wanted = m_talk->callInView();
    std::optional<std::size_t> place;
    for (const RunBar::Run& run : m_calls->runs())
        if (wanted && run.call == *wanted) place = run.index;
    m_calls->setChosen(place);
    if (showsCalls()) m_runChoice->setCurrentIndex(place ? static_cast<int>(*place) : -1);
}

void PageArea::selectCall(qlonglong call) {
    if (call < 0) return;
    m_workspace.select(Address::of(session::Entity::ofCall(call)));
    if (m_inView != PageId::Conversation) m_workspace.showPage(PageId::Conversation);
}

bool PageArea::showsCalls() const {
    return !m_calls->runs().empty() && (m_inView == PageId::Conversation || m_runs->runs().empty());
}

void PageArea::showRow() {
    m_calls->setVisible(showsCalls());
    m_runs->setVisible(!showsCalls() && !m_runs->runs().empty());
    fillRunChoice();
}

QWidget* PageArea::answer() const { return m_answer; }

void PageArea::fillRunChoice() {
    const QSignalBlocker quiet(m_runChoice);
    m_runChoice->clear();
    for (const RunBar::Run& run : (showsCalls() ? m_calls : m_runs)->runs())
        m_runChoice->addItem(markIcon(run.mark),
                             run.method.isEmpty() ? tr("run %1").arg(run.index) : tr("%1 · %2").arg(run.number()).arg(run.method));
    showRunChoice();
    showsCalls() ? markCall() : markRun();
}

void PageArea::showRunChoice() {
    const bool shown = m_runs->maximumHeight() == 0 && (showsCalls() ? m_calls : m_runs)->runs().size() > 1;
    m_runChoice->setVisible(shown);
    m_top->setContentsMargins(0, 0, shown ? px(8) : 0, 0);
}

/// What has no room gives way: words of the rail, then its names.
void PageArea::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const int wide = window()->width();
    m_rail->setRoom(wide >= px(kWords) ? RailWidth::Words : wide >= px(kNames) ? RailWidth::Names : RailWidth::Icons);
    for (RunBar* row : {m_runs, m_calls})
        row->setMaximumHeight(wide >= px(kNames) && height() >= px(kTallWindow) ? QWIDGETSIZE_MAX : 0);
    showRunChoice();
}

}  // namespace etscope::ui
