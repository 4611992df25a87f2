#include "pages/rows_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QStackedLayout>

#include "look/elided_label.h"

namespace etscope::ui {

RowsPage::RowsPage(Workspace& workspace, const RowsSpec& spec, QWidget* parent)
    : Page(workspace, parent), m_spec(spec), m_model(spec.columns, this) {
    m_layout = new QStackedLayout(this);
    m_filled = new QWidget(this);
    auto* column = new QVBoxLayout(m_filled);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_chart = new QVBoxLayout;
    m_chart->setContentsMargins(0, 0, 0, 0);
    column->addLayout(m_chart, 3);
    m_view = new TableView(m_filled);
    m_view->setObjectName(QString::fromLatin1(spec.table));
    m_view->setTable(&m_model, m_view->objectName());
    m_summary = new ElidedLabel(m_filled);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 5, 8, 5);
    bar->addWidget(makeFilterLine(m_view, tr("Filter: %1").arg(tr(spec.filter)), m_filled), 1);
    bar->addSpacing(12);
    bar->addWidget(m_summary);
    column->addLayout(bar);
    column->addWidget(m_view, 2);
    m_layout->addWidget(m_filled);
    connect(m_view, &TableView::rowSelected, this, [this](const Address& address) {
        if (address.valid()) this->workspace().select(address);
    });
    connect(m_view, &TableView::fileRequested, &workspace, &Workspace::openInWindow);
    connect(m_view, &TableView::linkRequested, &workspace, &Workspace::follow);
    connect(&workspace, &Workspace::selectionChanged, this, &RowsPage::followSelection);
    connect(m_view, &TableView::rowOpened, this, [this](const Address& address) {
        if (!address.valid()) return;
        this->workspace().reveal(address);
        if (!address.stage.isEmpty()) this->workspace().showPage(QStringLiteral("graph"));
    });
}

/// Of several rows with one address, that which the user chose stays.
void RowsPage::followSelection(const Address& address) {
    if (!isVisible() || m_view->currentIndex().data(AddressRole).value<Address>() == address) return;
    m_view->selectAddress(address);
}

void RowsPage::fitChart() { static_cast<QVBoxLayout*>(m_filled->layout())->setStretchFactor(m_chart, 0); }

void RowsPage::setSummary(const QString& summary) { m_summary->setText(summary); }

void RowsPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    followSelection(workspace().selection());
}

/// Rows are of a session and a method: another stage changes nothing.
void RowsPage::refresh() {
    const std::pair<const void*, QString> key{workspace().session().get(), workspace().method()};
    if (m_key == key) return;
    m_key = key;
    delete m_empty;
    m_empty = nullptr;
    if (!hasContent()) return showEmpty();
    m_layout->setCurrentWidget(m_filled);
    refreshChart();
    remake();
}

void RowsPage::showEmpty() {
    m_empty = new EmptyState(tr(m_spec.emptyTitle), tr(m_spec.emptyWhy), tr(m_spec.emptyAction), this);
    m_layout->addWidget(m_empty);
    m_layout->setCurrentWidget(m_empty);
}

void RowsPage::leave() {
    m_key = {};
    m_job.cancel();
    m_model.setRows({});
    setSummary({});
    leaveChart();
}

void RowsPage::remake() {
    if (!hasContent()) return;
    m_job.start(
        tr(m_spec.job),
        [session = workspace().session(), method = workspace().method(), make = maker()](const JobContext& job) {
            return make(session, method, job);
        },
        [this](Result<Rows> rows) {
            if (rows && rows->cells.empty() && m_chart->isEmpty() && m_empty == nullptr) showEmpty();
            Rows shown;  // what could not be made leaves nothing of what was there before
            if (rows)
                shown = std::move(*rows);
            else
                shown.summary = QString::fromStdString(rows.error().message);
            setSummary(shown.summary);
            m_model.setRows(std::move(shown));
            followSelection(workspace().selection());
            showRows(m_model.content());
            emit stateChanged();
        });
}

}  // namespace etscope::ui
