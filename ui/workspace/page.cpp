#include "workspace/page.h"

#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QStackedLayout>
#include <algorithm>

#include "charts/chart_view.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/picture_file.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "look/whole_picture.h"
#include "models/table_view.h"

namespace etscope::ui {

namespace {

constexpr int kPatience = 150;  // ms

QString reason(const QString& question, const Error& error) {
    if (error.isCancelled()) return Page::tr("“%1” was cancelled; nothing of it is shown.").arg(question);
    return error.where.empty() ? text(error.message) : text(error.message) + QLatin1Char('\n') + text(error.where);
}

QString heading(const QString& question, const Error& error) {
    if (error.code == "no-export") return Page::tr("%1 is no export").arg(text(error.where));
    return error.isCancelled() ? Page::tr("Cancelled") : Page::tr("Not shown: “%1” failed").arg(question);
}

}  // namespace

Page::Page(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace) {
    auto* column = makeColumn(this, {}, 0);
    m_lines = makeColumn(nullptr, {}, 0);
    column->addLayout(m_lines);
    m_headArea = new QWidget(this);
    m_head = makeColumn(m_headArea, {}, 0);
    column->addWidget(m_headArea);
    auto* place = new QWidget(this);
    column->addWidget(place, 1);
    m_stack = new QStackedLayout(place);
    m_body = new QWidget(place);
    m_view = new StateView(place);
    m_stack->addWidget(m_body);
    m_stack->addWidget(m_view);
    connect(m_view, &StateView::linkActivated, &workspace, &Workspace::followText);
    m_patience.setSingleShot(true);
    m_patience.setInterval(kPatience);
    connect(&m_patience, &QTimer::timeout, this, &Page::drawState);
    connect(&workspace, &Workspace::sessionChanged, this, [this] {
        startAnew();
        leave();
        invalidate();
    });
    connect(&workspace, &Workspace::viewChanged, this, &Page::catchUp);
    connect(&workspace, &Workspace::selectionChanged, this, &Page::catchUp);
    connect(&workspace, &Workspace::relatedChanged, this, [this] {
        if (mainTable() != nullptr) mainTable()->setRelated(m_workspace.related()->all);
    });
}

QWidget* Page::focusTarget() const { return m_stack->currentWidget() == m_view ? m_view->button() : contentFocus(); }

QWidget* Page::contentFocus() const { return hasContent() ? mainTable() : nullptr; }

void Page::showReady() {
    m_isNew = false;
    setState({});
}

void Page::showEmpty(const QString& what, const QString& why, const QString& todo, const QString& button,
                     std::function<void()> act) {
    showEmpty({PageState::Kind::Empty, what, why, todo, button, std::move(act)});
}

/// A run is what is missing, and it can be made here.
bool Page::canBeRun() const {
    const SessionPtr& session = workspace().session();
    return isOfRuns() && session != nullptr && session->programFile() != nullptr &&
           std::ranges::none_of(session->files(), [](const session::SessionFile& file) { return file.dump != nullptr; });
}

void Page::showEmpty(PageState state) {
    state.kind = PageState::Kind::Empty;
    if (state.button.isEmpty() && canBeRun()) {
        state.button = tr("Run…");
        state.act = [this] { workspace().follow(Link::run()); };
    }
    setState(std::move(state));
}

void Page::showLoading(const QString& title, const JobRegistry::RunningPtr& job) {
    m_isNew = false;
    setState(
        {PageState::Kind::Loading, title + QStringLiteral(" …"), {}, {}, tr("Cancel"), [job] { job->stop.request_stop(); }, job});
}

void Page::begin(const void* id, const QString& title, const JobRegistry::RunningPtr& job) {
    const bool failedBeside = m_state.kind == PageState::Kind::Failed && underWay() != nullptr;
    m_asked[id] = job;
    if (m_isNew || (m_state.kind != PageState::Kind::Ready && !failedBeside)) showLoading(title, job);
}

/// Its job may have begun anew meanwhile.
void Page::end(const void* id, const JobRegistry::RunningPtr& job) {
    if (m_asked.value(id) == job) m_asked.remove(id);
}

void Page::showAnswered() {
    const JobRegistry::RunningPtr other = underWay();
    other != nullptr ? showLoading(other->title, other) : showReady();
}

JobRegistry::RunningPtr Page::underWay() const {
    for (const JobRegistry::RunningPtr& job : m_asked)
        if (!job->stop.stop_requested()) return job;
    return nullptr;
}

void Page::showFailed(const QString& question, const Error& error) {
    setState(
        {PageState::Kind::Failed, heading(question, error), reason(question, error), {}, tr("Try again"), [this] { retry(); }});
    emit stateChanged();
}

void Page::showTrouble(const QString& question, const Error& error) {
    auto* line = new Banner(Mark::Error, heading(question, error),
                            reason(question, error).replace(QLatin1Char('\n'), QLatin1Char(' ')), tr("Try again"), this);
    // Its button is gone by then.
    connect(line, &Banner::actionClicked, this, &Page::retry, Qt::QueuedConnection);
    m_lines->addWidget(line);
    m_troubles[question] = line;
}

void Page::clearTrouble(const QString& question) {
    for (const QString& one : question.isEmpty() ? m_troubles.keys() : QStringList{question}) delete m_troubles.take(one);
}

void Page::retry() {
    startAnew();
    leave();
    invalidate();
}

void Page::startAnew() {
    clearTrouble();
    m_asked.clear();
    m_isNew = true;
}

void Page::setState(PageState state) {
    ++m_turn;
    m_state = std::move(state);
    if (m_state.kind != PageState::Kind::Loading) return drawState();
    if (!m_patience.isActive()) m_patience.start();
}

/// Who had the keys has them in the new state, too.
void Page::drawState() {
    m_patience.stop();
    QWidget* focus = window()->focusWidget();
    const bool here = focus != nullptr && m_stack->parentWidget()->isAncestorOf(focus);
    if (here && m_body->isAncestorOf(focus)) m_focus = focus;
    const bool ready = m_state.kind == PageState::Kind::Ready;
    m_view->setState(m_state);
    m_headArea->setVisible(m_state.kind != PageState::Kind::Empty || hasContent());
    m_stack->setCurrentWidget(ready ? m_body : m_view);
    if (!here) return;
    QWidget* next = ready && m_focus != nullptr ? m_focus.data() : focusTarget();
    if (next != nullptr) next->setFocus(Qt::OtherFocusReason);
}

bool Page::find(const QString& text, bool forward, bool here) {
    Searchable* place = m_state.kind == PageState::Kind::Ready ? searchable() : nullptr;
    if (const auto* table = dynamic_cast<TableView*>(place))
        connect(table, &TableView::searched, this, &Page::searched, Qt::UniqueConnection);
    return place != nullptr && place->find(text, forward, here);
}

QString Page::findReason() const {
    const bool can = m_state.kind == PageState::Kind::Ready && searchable() != nullptr;
    return can ? QString() : tr("There is nothing to search on this page now.");
}

Searchable* Page::searchable() const { return mainTable(); }

bool Page::nextBad(bool forward) { return mainTable() != nullptr && mainTable()->nextBad(forward); }

/// One without rows is one, too.
TableView* Page::shownTable() const {
    const bool asked = m_state.kind == PageState::Kind::Ready || m_state.kind == PageState::Kind::Empty;
    return asked && hasContent() ? mainTable() : nullptr;
}

Result<void> Page::exportTo(const QString& path) {
    const QString suffix = suffixOf(path);
    const TableView* table = shownTable();
    const auto format = table != nullptr ? tableFormat(suffix) : std::nullopt;
    if (!format && !QStringList{"svg", "pdf", "png"}.contains(suffix))
        return suffixUnsupported(path,
                                 table != nullptr ? tr(".png, .svg, .pdf, .csv, .tsv, .json or .md") : tr(".png, .svg or .pdf"));
    const WholeWidget whole(*this);
    return writeThroughDevice(path, {}, [&](QIODevice& device) -> Result<void> {
        if (format) return device.write(table->wholeText(*format).toUtf8()), Result<void>();
        const auto paint = [&](QPainter& painter) {
            painter.fillRect(QRect(QPoint(), whole.size()), tokens().base);
            whole.paint(painter);
        };
        const VectorPicture picture{whole.size(), objectName(), paint};
        if (suffix == QLatin1String("svg")) return writeSvg(device, picture);
        if (suffix == QLatin1String("pdf")) return writePdf(device, picture);
        return writePng(device, picture);
    });
}

void Page::startExport(const QString& path, std::function<void(Result<void>)> done) {
    TableView* table = shownTable();
    const auto format = table != nullptr ? tableFormat(suffixOf(path)) : std::nullopt;
    format ? table->writeWhole(path, *format, std::move(done)) : done(exportTo(path));
}

void Page::showSelectionIn(ChartView& chart) {
    const auto show = [this, &chart] { chart.setSelection(m_workspace.selection(), m_workspace.related()->all); };
    connect(&m_workspace, &Workspace::selectionChanged, &chart, show);
    connect(&m_workspace, &Workspace::relatedChanged, &chart, show);
}

void Page::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    catchUp();
}

void Page::invalidate() {
    m_key.reset();
    catchUp();
}

void Page::followAgain() {
    m_followed.reset();
    catchUp();
}

void Page::catchUp() {
    if (!isVisible()) return;
    if (ViewKey key = keyInView(); m_key != key) {
        m_key = std::move(key);
        m_asked.clear();
        refresh();
    }
    if (m_followed != m_workspace.selection()) {
        m_followed = m_workspace.selection();
        followSelection(*m_followed);
    }
}

bool Page::isOfOther(const ViewKey& asked) {
    if (asked == keyInView()) return false;
    if (m_key == asked) m_key.reset();
    return true;
}

/// The count gives way where there is no room for both.
QWidget* makeHeading(const QString& title, const QString& count, QWidget* parent) {
    auto* heading = new QWidget(parent);
    auto* row = makeRow(heading, {}, 8);
    auto* name = plainLabel(title, heading);
    name->setFont(headingFont());
    auto* amount = new ElidedLabel(heading);
    amount->setText(count);
    amount->setVisible(!count.isEmpty());
    withTheme(amount, [amount] {
        QPalette palette = amount->palette();
        palette.setColor(QPalette::WindowText, tokens().text3);
        amount->setPalette(palette);
    });
    row->addWidget(name);
    row->addWidget(amount, 1);
    if (count.isEmpty()) row->addStretch();
    return heading;
}

}  // namespace etscope::ui
