#include "pages/diff_page.h"

#include <QLineEdit>

#include "answers/tables.h"
#include "look/make.h"
#include "look/numbers.h"
#include "models/table_view.h"
#include "pages/diff_choices.h"
#include "session/delegate_stages.h"

namespace etscope::ui {
namespace {

/// Rows of counts that are seen without scrolling: with a table below them, and with a sentence.
constexpr int kMostParts = 6, kMostEqualParts = 14;

}  // namespace

DiffPage::DiffPage(Workspace& workspace, QWidget* parent)
    : ComparedPage(workspace, parent), m_rows(Tables::diff().columns(), this), m_counts(Tables::diffParts().columns(), this) {
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
    makeTable();
    connect(m_parts, &TableView::rowSelected, this, &DiffPage::selectPart);
    connect(m_parts, &TableView::rowOpened, this, [this](const Address& address) { openEither(address, address); });
}

void DiffPage::makeTable() {
    auto* column = makeColumn(body(), {}, 0);
    m_table = named("diffTable", new TableView(body()));
    m_table->setTable(&m_rows, m_table->objectName());
    m_table->setRowLines(2);
    auto* bar = makeRow(nullptr, kBarMargins, 6);
    bar->addWidget(makeFilterLine(m_table, tr("Filter: linear, kind:weight, state:added, what_changed:/f32.*f16/"), body()));
    column->addLayout(bar);
    column->addWidget(m_table, 1);
    connect(m_table, &TableView::rowSelected, this, [this](const Address& address) {
        if (address.valid()) workspace().select(address);
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &DiffPage::selectRowBefore);
    connect(m_table, &TableView::rowOpened, this, [this](const Address& address) { openEither(beforeOfCurrent(), address); });
}

void DiffPage::forget() {
    ComparedPage::forget();
    m_job.cancel();
    m_inside.cancel();
    m_before.clear();
    m_rows.setRows({});
    m_counts.setRows({});
    m_choices->clear();
    m_parts->hide();
}

void DiffPage::meet() {
    m_choices->setSessions(workspace().session(), workspace().other()->session());
    offerStages();
}

/// Graphs inside delegates are compared one at a time, in a method; which there are is known once the payloads are decoded.
void DiffPage::offerStages() {
    if (!hasContent()) return;
    const QString method = m_choices->choice().method;
    const SessionPtr after = workspace().session(), before = workspace().other()->session();
    m_choices->offerStages({});
    m_inside.cancel();
    if (method.isEmpty()) return;
    askBeside<QStringList>(
        m_inside, tr("Decoding delegates"),
        [after, before, method = method.toStdString()](const JobContext& job) -> Result<QStringList> {
            QStringList names;
            for (const SessionPtr& side : {after, before}) {
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
        [exports = exports(), choice = m_choices->choice()](const JobContext& job) { return diffRows(exports, choice, job); },
        [this](DiffRows rows) {
            tell(rows.found);
            showRows(std::move(rows));
            emit stateChanged();
        },
        [this] { m_rows.setRows({}); });
}

void DiffPage::showRows(DiffRows rows) {
    m_before = std::move(rows.before);
    const bool same = rows.rows.empty();
    m_choices->say(same ? QString() : rows.rows.summary);
    m_counts.setRows(std::move(rows.parts));
    m_table->setSaysLittle("method", m_choices->oneMethod());
    m_table->setSaysLittle("stage", !m_choices->choice().stage.isEmpty());
    m_rows.setRows(std::move(rows.rows));
    m_parts->setFixedHeight(m_parts->heightFor(same ? kMostEqualParts : kMostParts));
    m_parts->setVisible(m_counts.rows() > 0);
    const DiffChoice limits = m_choices->choice();
    QStringList where{limits.method, limits.stage};
    where.removeAll(QString());
    if (same) return saySame(rows.found, where.join(QLatin1Char('/')));
    showReady();
    followSelection(workspace().selection());
}

/// Of several rows with one address, that which the user chose stays.
void DiffPage::followSelection(const Address& address) {
    if (m_table->currentIndex().data(AddressRole).value<Address>() == address) return;
    m_table->selectAddress(address);
}

Address DiffPage::beforeOfCurrent() const {
    const int row = m_table->filter()->tableRow(m_table->currentIndex().row());
    return row >= 0 && static_cast<std::size_t>(row) < m_before.size() ? m_before[static_cast<std::size_t>(row)] : Address();
}

/// What the row was before, also when it followed a selection made elsewhere.
void DiffPage::selectRowBefore() { selectBefore(beforeOfCurrent()); }

/// The stage on each side that has it.
void DiffPage::selectPart(const Address& address) {
    if (!address.valid() || !hasContent()) return;
    workspace().select(address);
    const session::Method* method = workspace().other()->session()->method(address.method.toStdString());
    if (method != nullptr && method->has(address.stageId())) selectBefore(address);
}

bool DiffPage::nextBad(bool forward) {
    const int count = m_table->filter()->rowCount();
    if (count == 0) return false;
    const QModelIndex current = m_table->currentIndex();
    const int from = current.isValid() ? current.row() : forward ? -1 : count;
    m_table->selectRow((from + (forward ? 1 : count - 1)) % count);
    return true;
}

}  // namespace etscope::ui
