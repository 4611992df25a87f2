#include "pages/change_rows_page.h"

#include <QLineEdit>

#include "answers/change_tables.h"
#include "answers/tables.h"
#include "compare/output_changes.h"
#include "look/make.h"
#include "look/rich_text.h"
#include "models/table_view.h"

namespace etscope::ui {

const ChangeRowsPage::Spec& ChangeRowsPage::outputs() {
    static const Spec kSpec{
        "diffOutputs",
        QT_TR_NOOP("Comparing outputs"),
        QT_TR_NOOP("Filter: decoder, became:less, max_d>0.01"),
        QT_TR_NOOP("No output was found that is not the same"),
        QT_TR_NOOP("Outputs are compared of cases that both exports ran or recorded. Without runs of one of them, "
                   "or of other cases, nothing is held against each other."),
        Tables::diffOutputs().columns(),
        outputChangeRows};
    return kSpec;
}

const ChangeRowsPage::Spec& ChangeRowsPage::cost() {
    static const Spec kSpec{"diffCost",
                            QT_TR_NOOP("Adding up cost"),
                            QT_TR_NOOP("Filter: decoder, run, delegate, change>1"),
                            QT_TR_NOOP("Neither export tells what it costs"),
                            QT_TR_NOOP("Bytes and memory are those of programs (.pte), times those of runs (.etdp)."),
                            Tables::diffCost().columns(),
                            costChangeRows};
    return kSpec;
}

const ChangeRowsPage::Spec& ChangeRowsPage::schemes() {
    static const Spec kSpec{"diffSchemes",
                            QT_TR_NOOP("Comparing how weights are kept"),
                            QT_TR_NOOP("Filter: layers, became:otherwise, after:8da4w"),
                            QT_TR_NOOP("No weight was found in a method that both exports have"),
                            QT_TR_NOOP("Weights are read from recorded graphs, and without them from programs: constants of plans, "
                                       "and of delegates that can be decoded."),
                            Tables::diffSchemes().columns(),
                            schemeChangeRows};
    return kSpec;
}

ChangeRowsPage::ChangeRowsPage(Workspace& workspace, const Spec& spec, QWidget* parent)
    : ComparedPage(workspace, parent), m_spec(spec), m_rows(spec.columns, this) {
    auto* column = makeColumn(body(), {}, 0);
    m_table = named(spec.table, new TableView(body()));
    m_table->setTable(&m_rows, m_table->objectName());
    auto* bar = makeRow(nullptr, kBarMargins, 6);
    bar->addWidget(makeFilterLine(m_table, tr(spec.filter), body()), 1);
    m_summary = new ElidedLabel(body());
    bar->addWidget(m_summary);
    column->addLayout(bar);
    column->addWidget(m_table, 1);
    connect(m_table, &TableView::rowSelected, this, [this](const Address& address) {
        if (address.valid()) this->workspace().select(address);
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        const int row = m_table->filter()->tableRow(m_table->currentIndex().row());
        if (row >= 0 && static_cast<std::size_t>(row) < m_before.size()) selectBefore(m_before[static_cast<std::size_t>(row)]);
    });
    connect(m_table, &TableView::rowOpened, this, [this](const Address& address) { openEither({}, address); });
}

/// Of outputs whether one agrees less; what a change costs is no fault.
Mark ChangeRowsPage::stateMark() const {
    const DifferencePtr& known = workspace().difference();
    if (known == nullptr || &m_spec != &outputs() || known->outputs.empty()) return Mark::None;
    const bool worse = std::ranges::any_of(known->outputs, [](const auto& one) { return compare::standingChange(one) < 0; });
    return worse ? Mark::Differ : Mark::Changed;
}

void ChangeRowsPage::forget() {
    ComparedPage::forget();
    m_job.cancel();
    m_before.clear();
    m_summary->clear();
    m_rows.setRows({});
}

void ChangeRowsPage::compare() {
    if (!hasContent()) return;
    ask<DiffRows>(
        m_job, tr(m_spec.job), [make = m_spec.make, exports = exports()](const JobContext& job) { return make(exports, job); },
        [this](DiffRows made) {
            tell(made.found);
            const bool empty = made.rows.empty();
            m_summary->setText(made.rows.summary);
            m_before = std::move(made.before);
            m_rows.setRows(std::move(made.rows));
            if (empty)
                showEmpty(tr(m_spec.emptyTitle), tr(m_spec.emptyWhy));
            else
                showReady();
            emit stateChanged();
        },
        [this] { m_rows.setRows({}); });
}

void ChangeRowsPage::followSelection(const Address& selection) {
    if (selection.valid()) m_table->selectAddress(selection);
}

}  // namespace etscope::ui
