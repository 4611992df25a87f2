#include "pages/rows_page.h"

#include <QLabel>
#include <QLineEdit>

#include "jobs/job.h"
#include "look/labelled_combo.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr int kLeastFilter = 150;  // the sentence beside it is elided rather

}  // namespace

RowsPage::RowsPage(Workspace& workspace, const RowsSpec& spec, QWidget* parent)
    : Page(workspace, parent), m_spec(spec), m_model(spec.columns, this) {
    auto* views = makeColumn(body());
    m_rows = new QWidget(body());
    views->addWidget(m_rows, 1);
    m_beside = makeRow(m_rows, {}, 0);
    m_main = new QWidget(m_rows);
    m_column = makeColumn(m_main, {}, 0);
    m_beside->addWidget(m_main, 1);
    m_chart = makeColumn(nullptr);
    m_column->addLayout(m_chart, 3);
    if (spec.purpose != nullptr) {
        auto* purpose = new ElidedLabel(m_rows);
        purpose->setText(Tables::tr(spec.purpose));
        auto* line = makeRow(nullptr, {8, 7, 8, 0});
        line->addWidget(purpose);
        m_chart->addLayout(line);
        fitChart();
    }
    m_view = named(spec.table, new TableView(m_rows));
    m_view->setWraps(spec.wraps);
    m_view->setTable(&m_model, m_view->objectName());
    m_summary = new ElidedLabel(m_rows);
    m_bar = makeRow(nullptr, kBarMargins);
    m_filter = makeFilterLine(m_view, tr("Filter: %1").arg(Tables::tr(spec.filter)), m_rows);
    m_filter->setMinimumWidth(px(kLeastFilter));
    m_bar->addWidget(m_filter, 1);
    m_bar->addSpacing(12);
    m_bar->addWidget(m_summary);
    m_column->addLayout(m_bar);
    m_column->addWidget(m_view, 2);
    connect(m_view->filter(), &QAbstractItemModel::modelReset, this, &RowsPage::showSummary);
    connect(m_view, &TableView::rowSelected, this, [this](const Address& address) {
        if (address.valid()) this->workspace().select(address);
    });
    connect(m_view, &TableView::fileRequested, &workspace, &Workspace::openInWindow);
    connect(m_view, &TableView::linkRequested, &workspace, &Workspace::follow);
    connect(m_view, &TableView::rowOpened, &workspace, &Workspace::visit);
}

/// Of several rows with one address, that which the user chose stays.
void RowsPage::followSelection(const Address& address) {
    if (m_view->currentIndex().data(AddressRole).value<Address>() != address) m_view->selectAddress(address);
}

void RowsPage::showTable(bool shown) {
    for (QWidget* part : std::initializer_list<QWidget*>{m_view, m_filter, m_summary}) part->setVisible(shown);
}

void RowsPage::addBelow(QWidget* widget, int stretch) { m_column->addWidget(widget, stretch); }

void RowsPage::addAtLeft(QWidget* widget) { m_beside->insertWidget(0, widget); }

void RowsPage::addAtRight(QWidget* widget, int left, int right) {
    m_beside->setStretchFactor(m_main, left);
    m_beside->addWidget(widget, right);
}

void RowsPage::setHeading(const QString& title) {
    m_filter->hide();
    m_bar->insertWidget(0, makeHeading(title, {}, m_rows), 1);
}

void RowsPage::showMain(bool shown) { m_main->setVisible(shown); }

void RowsPage::addToBar(QWidget* widget) {
    m_bar->addSpacing(8);
    m_bar->addWidget(widget);
}

void RowsPage::addChoice(const QStringList& choices, const char* name, bool counted) {
    m_choice = named(name, new ChoiceBar(choices, m_rows));
    m_counted = counted ? static_cast<int>(choices.size()) : 0;
    m_bar->insertSpacing(1, 8);
    m_bar->insertWidget(2, m_choice);
    connect(m_choice, &ChoiceBar::changed, this, &RowsPage::showChosen);
}

bool RowsPage::isShown(int choice, std::size_t row) const { return choice == 0 || (m_all.choices[row] >> choice & 1U) != 0; }

void RowsPage::showChosen() {
    Rows shown;
    std::vector<int> places;
    for (std::size_t row = 0; row < m_all.size(); ++row) {
        if (!isShown(m_choice->chosen(), row)) continue;
        places.push_back(static_cast<int>(row));
        shown.addresses.push_back(m_all.addresses[row]);
    }
    shown.made = [all = m_all.made, places = std::move(places)](int row, int column) {
        return all(places[static_cast<std::size_t>(row)], column);
    };
    shown.aliases = m_all.aliases;
    shown.finding = m_all.finding;
    shown.summary = m_choice->chosen() == 0 ? m_all.summary : tr("%1 of %2").arg(countText(shown.size()), m_all.summary);
    shown.index();
    replaceRows(std::move(shown));
}

void RowsPage::countChoices() {
    QList<qsizetype> counts;
    for (int choice = 0; choice < m_counted; ++choice) {
        qsizetype count = 0;
        for (std::size_t row = 0; row < m_all.size(); ++row) count += isShown(choice, row) ? 1 : 0;
        counts.append(count);
    }
    m_choice->setCounts(counts);
}

void RowsPage::showInPlace(QWidget* view) {
    if (view != nullptr) body()->layout()->addWidget(view);
    m_rows->setVisible(view == nullptr);
    for (int i = 0; i < body()->layout()->count(); ++i)
        if (QWidget* one = body()->layout()->itemAt(i)->widget(); one != m_rows) one->setVisible(one == view);
}

void RowsPage::fitChart() { m_column->setStretchFactor(m_chart, 0); }

void RowsPage::setSummary(const QString& summary) {
    m_ofAll = summary;
    showSummary();
}

/// Of filtered rows also how many there are.
void RowsPage::showSummary() {
    const bool filtered = !m_view->filter()->query().isEmpty() && m_model.rows() > 0;
    const QString all = countText(static_cast<std::uint64_t>(m_model.rows()));
    const auto some = [&](const QString& of) {
        return tr("%1 of %2").arg(countText(static_cast<std::uint64_t>(m_view->filter()->rowCount())), of);
    };
    // "212 tensors" says it already, "8 of 9 calls" something else.
    const bool counts = m_ofAll.startsWith(all + QLatin1Char(' ')) && !m_ofAll.startsWith(tr("%1 of %2").arg(all, QString()));
    m_summary->setText(!filtered           ? m_ofAll
                       : counts            ? some(m_ofAll)
                       : m_ofAll.isEmpty() ? some(all)
                                           : some(all) + QStringLiteral(" · ") + m_ofAll);
    m_summary->setVisible(isTableShown() && !m_summary->text().isEmpty());
}

void RowsPage::refresh() {
    startAnew();
    if (!hasContent()) return showNothing();
    refreshChart();
    remake();
}

/// Choices stay.
void RowsPage::retry() { invalidate(); }

void RowsPage::showNothing() {
    const SessionPtr& session = workspace().session();
    sayNothing(session != nullptr && m_spec.missing != nullptr ? m_spec.missing(*session) : std::nullopt);
}

void RowsPage::sayNothing(const std::optional<Nothing>& nothing) {
    nothing ? showEmpty(nothing->what, nothing->why, nothing->todo)
            : showEmpty(Tables::tr(m_spec.emptyTitle), Tables::tr(m_spec.emptyWhy), Tables::tr(m_spec.emptyAction));
}

void RowsPage::offerComputing(PageState price, QSet<QString>& patient) {
    price.act = [this, &patient] {
        patient.insert(workspace().method());
        startAnew();
        remake();
    };
    showEmpty(std::move(price));
}

void RowsPage::leave() {
    m_job.cancel();
    m_model.setRows({});
    m_all = {};
    setSummary({});
    leaveChart();
}

void RowsPage::remake() {
    if (!hasContent()) return;
    ask<Rows>(
        m_job, Tables::tr(m_spec.job),
        [session = workspace().session(), method = workspace().method(), make = maker()](const JobContext& job) {
            Result<Rows> rows = make(session, method, job);
            if (rows) rows->index();
            return rows;
        },
        [this](Rows rows) { takeRows(std::move(rows)); }, [this] { takeRows({}); });  // nothing stays of what was there before
}

void RowsPage::replaceRows(Rows rows) {
    setSummary(rows.summary);
    m_model.setRows(std::move(rows));
    followAgain();
    emit stateChanged();
}

void RowsPage::takeRows(Rows rows) {
    if (rows.empty() && (rows.nothing || m_chart->isEmpty())) sayNothing(rows.nothing);
    setSummary(rows.summary);
    if (m_choice != nullptr) {
        m_all = rows;
        countChoices();
    }
    m_model.setRows(std::move(rows));
    if (m_choice != nullptr && m_choice->chosen() != 0) showChosen();
    followAgain();
    showRows(m_model.content());
    emit stateChanged();
}

}  // namespace etscope::ui
