#include "pages/diff_page.h"

#include <QButtonGroup>
#include <QDragEnterEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QScopedValueRollback>

#include "answers/tables.h"
#include "look/language.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/questions.h"
#include "models/table_view.h"
#include "pages/change_tree.h"
#include "pages/changes_view.h"
#include "pages/diff_choices.h"
#include "session/delegate_stages.h"

namespace etscope::ui {
namespace {

/// Rows of counts that are seen without scrolling: with a table below them, and with a sentence.
constexpr int kMostParts = 6, kMostEqualParts = 14;

QStringList droppedPaths(const QMimeData* data) {
    QStringList paths;
    for (const QUrl& url : data->urls())
        if (url.isLocalFile()) paths.append(url.toLocalFile());
    return paths;
}

}  // namespace

DiffPage::DiffPage(Workspace& workspace, QWidget* parent)
    : Page(workspace, parent), m_rows(Tables::diff().columns(), this), m_counts(Tables::diffParts().columns(), this) {
    setAcceptDrops(true);
    m_sides = new SidesLine(this);
    auto* top = makeRow(nullptr, {0, 0, 8, 0}, 6);
    top->addWidget(m_sides, 1);
    makeViews(*top);
    head()->addLayout(top);
    m_choices = new DiffChoices(this);
    connect(m_choices, &DiffChoices::methodChanged, this, [this] {
        offerStages();
        compare();
    });
    connect(m_choices, &DiffChoices::stageChanged, this, &DiffPage::compare);
    head()->addWidget(m_choices);
    m_parts = named("diffParts", new TableView(this));
    m_parts->setTable(&m_counts, m_parts->objectName());
    head()->addWidget(m_parts);
    m_facts = new FactStrip(this);
    m_facts->hide();
    head()->addWidget(m_facts);
    auto* column = makeColumn(body(), {}, 0);
    makeTable();
    m_meaning = new ChangesView(body());
    connect(m_meaning, &ChangesView::chosen, this, &DiffPage::chooseChange);
    connect(m_meaning, &ChangesView::opened, this,
            [this](const Address& left, const Address& right) { openRow(left.valid() ? left : right); });
    column->addWidget(m_nodesPart, 1);
    column->addWidget(m_meaning, 1);
    connect(m_sides, &SidesLine::changeRequested, this, [this] { chooseOther(this->workspace(), this); });
    connect(m_sides, &SidesLine::closeRequested, this, [this] { this->workspace().compareWith({}); });
    connect(m_parts, &TableView::rowSelected, this, &DiffPage::selectPart);
    connect(m_parts, &TableView::rowOpened, this, &DiffPage::openRow);
    connect(m_sides, &SidesLine::swapRequested, &workspace, &Workspace::swapSides);
    connect(&workspace, &Workspace::otherChanged, this, &DiffPage::followSessions);
    connect(&workspace, &Workspace::pairsChanged, this, &DiffPage::compare);
    connect(&workspace, &Workspace::sessionChanged, this, &DiffPage::followSessions);
}

void DiffPage::makeViews(QHBoxLayout& bar) {
    auto* views = new QButtonGroup(this);
    const auto view = [&](const QString& title, const QString& tooltip, const char* name, bool meaning) {
        auto* button = named(name, new QPushButton(title, this));
        button->setToolTip(tooltip);
        button->setCheckable(true);
        button->setChecked(meaning);
        views->addButton(button);
        bar.addWidget(button);
        connect(button, &QPushButton::clicked, this, [this, meaning] { setByMeaning(meaning); });
        return button;
    };
    m_byMeaning = view(tr("By meaning"), tr("A sentence for each module that is not the same"), "diffByMeaning", true);
    m_byNode = view(tr("By node"), tr("Every node, weight, delegate and metadata entry that is not the same"), "diffByNode", false);
}

void DiffPage::makeTable() {
    m_nodesPart = new QWidget(body());
    auto* column = makeColumn(m_nodesPart, {}, 0);
    m_table = named("diffTable", new TableView(m_nodesPart));
    m_table->setTable(&m_rows, m_table->objectName());
    m_table->setRowLines(2);
    m_filter = makeFilterLine(m_table, tr("Filter: linear, kind:weight, state:added, what_changed:/f32.*f16/"), m_nodesPart);
    auto* bar = makeRow(nullptr, kBarMargins, 6);
    bar->addWidget(m_filter);
    column->addLayout(bar);
    column->addWidget(m_table, 1);
    connect(m_table, &TableView::rowSelected, this, [this](const Address& address) {
        if (address.valid()) workspace().select(address);
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &DiffPage::selectRight);
    connect(m_table, &TableView::rowOpened, this, &DiffPage::openRow);
}

void DiffPage::setByMeaning(bool on) {
    m_wantsMeaning = on;
    (on ? m_byMeaning : m_byNode)->setChecked(true);
    const DiffChoice limits = m_choices->choice();
    if (on && hasContent() && (!limits.method.isEmpty() || !limits.stage.isEmpty())) {  // modules are told of everything
        m_choices->chooseAll();
        return compare();
    }
    showMeaning();
}

void DiffPage::showMeaning() {
    const bool meaning = m_wantsMeaning && m_meaning->items() != nullptr;
    m_facts->setVisible(meaning);
    m_meaning->setVisible(meaning);
    m_nodesPart->setVisible(!meaning);
    m_parts->setVisible(!meaning && m_counts.rows() > 0);
    m_choices->setVisible(!meaning);
}

/// On both sides.
void DiffPage::chooseChange(const Address& left, const Address& right) {
    if (left.valid() && !m_follows) {
        const QScopedValueRollback leads(m_leads, true);
        workspace().select(left);
    }
    if (right.valid() && workspace().other() != nullptr) workspace().other()->reveal(right);
}

QWidget* DiffPage::contentFocus() const {
    return m_meaning->isVisible() ? static_cast<QWidget*>(m_meaning->tree()) : Page::contentFocus();
}

Searchable* DiffPage::searchable() const { return m_meaning->isVisible() ? m_meaning->tree() : Page::searchable(); }

bool DiffPage::hasContent() const {
    const Workspace* other = workspace().other();
    return workspace().session() != nullptr && other != nullptr && other->session() != nullptr;
}

bool DiffPage::upToDate() const {
    return hasContent() && m_left.lock() == workspace().session() && m_other.lock() == workspace().other()->session();
}

void DiffPage::followSessions() {
    if (!upToDate()) forget();
    invalidate();
    emit stateChanged();
}

/// Nothing of sessions that are gone stays in view.
void DiffPage::forget() {
    m_job.cancel();
    m_inside.cancel();
    m_left.reset();
    m_other.reset();
    m_right.clear();
    m_rows.setRows({});
    m_counts.setRows({});
    m_meaning->setItems(nullptr);
    m_choices->clear();
    m_parts->hide();
    m_facts->hide();
}

/// Of what changed in the workspace only its sessions matter here: a selection in another stage compares nothing anew.
void DiffPage::refresh() {
    if (!hasContent()) return showNothing();
    if (upToDate()) return;
    forget();
    startAnew();
    m_left = workspace().session();
    m_other = workspace().other()->session();
    m_sides->setSides(workspace().paths(), workspace().other()->paths());
    m_choices->setSessions(m_left.lock(), m_other.lock());
    offerStages();
    compare();
}

void DiffPage::showNothing() {
    showEmpty(tr("Nothing to compare with"),
              tr("This page says what another export of the model does differently: nodes of every stage, weights, "
                 "delegates, metadata. It needs the files of that export beside this session."),
              tr("Choose them, or drop them on this page."), tr("Compare with another export…"),
              [this] { chooseOther(workspace(), this); });
}

/// Graphs inside delegates are compared one at a time, in a method; which there are is known once the payloads are decoded.
void DiffPage::offerStages() {
    if (!hasContent()) return;
    const QString method = m_choices->choice().method;
    const SessionPtr left = workspace().session(), right = workspace().other()->session();
    m_choices->offerStages({});
    m_inside.cancel();
    if (method.isEmpty()) return;
    askBeside<QStringList>(
        m_inside, tr("Decoding delegates"),
        [left, right, method = method.toStdString()](const JobContext& job) -> Result<QStringList> {
            QStringList names;
            for (const SessionPtr& side : {left, right}) {
                if (side->method(method) == nullptr) continue;
                const auto found = session::delegateStages({*side, method}, job);
                if (!found) return found.failure();
                for (const graph::StageId& stage : *found)
                    if (!names.contains(text(stage))) names.append(text(stage));
            }
            return names;
        },
        [this](const QStringList& names) { m_choices->offerStages(names); });
}

void DiffPage::compare() {
    if (!hasContent()) return;
    ask<DiffRows>(
        m_job, tr("Comparing exports"),
        [left = workspace().session(), right = workspace().other()->session(), name = workspace().otherName(),
         choice = m_choices->choice(), pairs = workspace().pairs()](const JobContext& job) {
            return diffRows(*left, *right, name, choice, pairs, job);
        },
        [this](DiffRows rows) {
            if (rows.answer != nullptr) workspace().tellChanges(rows.answer);
            showRows(std::move(rows));
            emit stateChanged();
        },
        [this] { m_rows.setRows({}); });
}

/// The choices stay.
void DiffPage::retry() {
    startAnew();
    compare();
}

void DiffPage::showRows(DiffRows rows) {
    m_right = std::move(rows.right);
    m_sameNodes = rows.nodes;
    m_sameWeights = rows.weights;
    const bool same = rows.rows.empty();
    m_choices->say(same ? QString() : rows.rows.summary);
    m_counts.setRows(std::move(rows.parts));
    m_table->setSaysLittle("method", m_choices->oneMethod());
    m_table->setSaysLittle("stage", !m_choices->choice().stage.isEmpty());
    m_rows.setRows(std::move(rows.rows));
    m_parts->setFixedHeight(m_parts->heightFor(same ? kMostEqualParts : kMostParts));
    const bool told = !same && rows.meaning != nullptr && !rows.meaning->items.empty();
    m_meaning->setItems(told ? rows.meaning : nullptr);
    m_facts->setFacts(rows.facts);
    showMeaning();
    if (same) return saySame();
    showReady();
    followSelection(workspace().selection());
}

void DiffPage::saySame() {
    const QString what =
        QStringList{tr("%n node(s)", nullptr, counted(m_sameNodes)), tr("%n weight(s)", nullptr, counted(m_sameWeights))}.join(
            QStringLiteral(", "));
    const DiffChoice limits = m_choices->choice();
    if (m_counts.rows() == 0)
        return showEmpty(tr("Nothing to compare"), tr("Neither export has graphs, weights, delegates or metadata."));
    if (limits.method.isEmpty() && limits.stage.isEmpty())
        return showEmpty(
            tr("The two exports are the same: %1").arg(what),
            tr("Every node has a counterpart with the same operator, module, arguments and results; weights, delegates and "
               "metadata have the same contents."));
    const QString where = QStringList{limits.method, limits.stage}.join(QLatin1Char('/'));
    showEmpty(tr("%1 is the same in both exports: %2").arg(where.startsWith(QLatin1Char('/')) ? where.mid(1) : where, what),
              tr("Other methods and stages may differ: choose all above."));
}

/// Of several rows with one address, that which the user chose stays.
void DiffPage::followSelection(const Address& address) {
    if (m_leads) return;
    {
        const QScopedValueRollback follows(m_follows, true);
        m_meaning->select(address);
    }
    if (m_table->currentIndex().data(AddressRole).value<Address>() == address) return;
    m_table->selectAddress(address);
}

Address DiffPage::rightOfCurrent() const {
    const int row = m_table->filter()->tableRow(m_table->currentIndex().row());
    return row >= 0 && static_cast<std::size_t>(row) < m_right.size() ? m_right[static_cast<std::size_t>(row)] : Address();
}

/// The counterpart in the other export, also when the row followed a selection made elsewhere.
void DiffPage::selectRight() {
    const Address address = rightOfCurrent();
    if (address.valid() && workspace().other() != nullptr) workspace().other()->reveal(address);
}

/// The stage on each side that has it.
void DiffPage::selectPart(const Address& address) {
    if (!address.valid()) return;
    workspace().select(address);
    Workspace* other = workspace().other();
    if (!hasContent()) return;
    const session::Method* method = other->session()->method(address.method.toStdString());
    if (method != nullptr && method->has(address.stageId())) other->reveal(address);
}

/// What only the other export has is opened where graphs are shown side by side; its tensors and metadata have no page here.
void DiffPage::openRow(const Address& address) {
    const Address& shown = address.valid() ? address : rightOfCurrent();
    if (address.valid()) workspace().reveal(address);
    const PageId page = pageOf(shown);
    if (page == PageId::Graph || (address.valid() && page != PageId::None)) workspace().showPage(page);
}

bool DiffPage::nextBad(bool forward) {
    if (m_meaning->isVisible()) return m_meaning->next(forward);
    const int count = m_table->filter()->rowCount();
    if (count == 0) return false;
    const QModelIndex current = m_table->currentIndex();
    const int from = current.isValid() ? current.row() : forward ? -1 : count;
    m_table->selectRow((from + (forward ? 1 : count - 1)) % count);
    return true;
}

void DiffPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    if (const Address& selection = workspace().selection(); selection.valid()) followSelection(selection);
}

void DiffPage::dragEnterEvent(QDragEnterEvent* event) {
    if (!droppedPaths(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

/// Dropped here, files are the other export; on other pages they join the session.
void DiffPage::dropEvent(QDropEvent* event) {
    const QStringList paths = droppedPaths(event->mimeData());
    if (paths.isEmpty()) return;
    workspace().compareWith(paths);
    event->acceptProposedAction();
}

void chooseOther(Workspace& workspace, QWidget* parent) {
    askForPaths(parent, {PathQuestion::Kind::OpenMany, QObject::tr("Files of the export to compare with")},
                [&workspace](const QStringList& paths) {  // it lives as long as its window, and so as the asker
                    if (workspace.session() == nullptr) return workspace.open(paths);
                    workspace.compareWith(paths);
                    workspace.showPage(PageId::Diff);
                });
}

}  // namespace etscope::ui
