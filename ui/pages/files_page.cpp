#include "pages/files_page.h"

#include <QVBoxLayout>

#include "answers/file_table.h"
#include "look/make.h"
#include "look/numbers.h"
#include "pages/overview_findings.h"
#include "session/damage.h"

namespace etscope::ui {
namespace {

constexpr int kMostFileRows = 14;
/// Rows that stand for several are unfolded up to that many files.
constexpr int kMostUnfolded = 200;

}  // namespace

FilesPage::FilesPage(Workspace& workspace, QWidget* parent) : RowsPage(workspace, Tables::containers(), parent) {
    auto* part = new QWidget(this);
    auto* column = makeColumn(part, {12, 12, 12, 6}, 6);
    column->addWidget(m_heading = makeHeading(tr("Files"), {}, part));
    column->addWidget(m_fileView = named("card", new TableView(part)));
    m_fileView->setAccessibleName(tr("Files"));
    m_fileView->setWraps(true);
    m_fileView->setTable(&m_files, QStringLiteral("allFiles"));
    m_fileView->setMostRows(kMostFileRows);
    connect(m_fileView, &TableView::rowsFitted, m_fileView, &QWidget::updateGeometry);
    connect(m_fileView, &TableView::rowSelected, &workspace, &Workspace::select);
    connect(m_fileView, &TableView::fileRequested, &workspace, &Workspace::openInWindow);
    connect(m_fileView, &TableView::removeRequested, &workspace,
            [&workspace](const Address& file) { workspace.remove(file.name); });
    column->addLayout(m_strips = makeColumn(nullptr));
    column->addWidget(m_answers = named("works", new FindingList(part)));
    connect(m_answers, &FindingList::linkActivated, &workspace, &Workspace::follow);
    column->addStretch();
    chartPlace()->addWidget(part);
    fitChart();
    showTable(false);
}

Mark FilesPage::stateMark() const { return m_damaged ? Mark::Error : RowsPage::stateMark(); }

TableView* FilesPage::mainTable() const { return isTableShown() ? RowsPage::mainTable() : m_fileView; }

/// Without a program there is no container to look for.
RowsPage::Maker FilesPage::maker() const {
    return [](const SessionPtr& session, const QString& method, const JobContext& job) -> Result<Rows> {
        const RowsSpec& spec = Tables::containers();
        return spec.hasContent(*session) ? spec.make(session, method, job) : Rows();
    };
}

void FilesPage::refreshChart() {
    showFiles(nullptr);
    askBeside<std::vector<join::Join>>(
        m_joins, tr("Joining files"),
        [session = workspace().session()](const JobContext& job) -> Result<std::vector<join::Join>> {
            return join::joins(*session, job);
        },
        [this](const std::vector<join::Join>& joins) { showFiles(&joins); });
    if (!m_damaged) return;
    askBeside<std::vector<findings::FileQuestion>>(
        m_questions, tr("Looking what can be read"),
        [session = workspace().session()](const JobContext& job) { return findings::fileQuestions(*session, job); },
        [this](const std::vector<findings::FileQuestion>& questions) {
            m_answers->clear();
            m_answers->add(tr("What can still be answered"), questionFindings(questions));
        });
}

void FilesPage::leaveChart() {
    m_joins.cancel();
    m_questions.cancel();
    m_files.setRows({});
    emptyNow(m_strips);
    m_answers->clear();
    m_damaged = false;
    showTable(false);
}

void FilesPage::showRows(const Rows& rows) { showTable(!rows.empty()); }

void FilesPage::followSelection(const Address& selection) {
    RowsPage::followSelection(selection);
    m_fileView->selectAddress(selection.kind == Address::Kind::File ? selection : Address());
}

void FilesPage::showFiles(const std::vector<join::Join>* joins) {
    const session::Session& session = *workspace().session();
    m_files.setRows(fileRows(session, joins));
    for (int row = m_files.rows() - 1; row >= 0 && m_files.rows() <= kMostUnfolded; --row) m_fileView->filter()->setOpen(row, true);
    m_fileView->scrollToTop();
    m_fileView->setSaysLittle("readable", allWhole(session));
    emptyNow(m_strips);
    std::uint64_t damaged = 0;
    for (const session::SessionFile& file : session.files()) {
        damaged += session::isDamaged(file) ? 1U : 0U;
        if (file.zip == nullptr || !file.zip->recovered()) continue;
        m_strips->addWidget(makeHeading(tr("%1 by offset").arg(text(file.path).section(QLatin1Char('/'), -1)), {}, this));
        m_strips->addWidget(new ArchiveStrip(file, this));
    }
    m_damaged = damaged > 0;
    const QString all = countText(session.files().size());
    QWidget* heading = makeHeading(tr("Files"), m_damaged ? tr("%1, of which %2 damaged").arg(all, countText(damaged)) : all, this);
    delete m_heading->parentWidget()->layout()->replaceWidget(m_heading, heading);
    delete std::exchange(m_heading, heading);
    followAgain();
    emit stateChanged();
}

}  // namespace etscope::ui
