#include "pages/named_data_page.h"

#include <QVBoxLayout>

namespace etscope::ui {
NamedDataPage::NamedDataPage(Workspace& workspace, QWidget* parent) : RowsPage(workspace, Tables::namedData(), parent) {
    m_panel = new SharingPanel(workspace, this);
    chartPlace()->addWidget(m_panel);
    fitChart();
    mainTable()->setRowLines(2);
    addChoice({tr("All"), tr("Shared or twice"), tr("No name")}, "namedDataShow");
}

void NamedDataPage::refreshChart() {
    m_panel->clear();
    askBeside<SharedWeights>(
        m_job, tr("Looking for what is shared"),
        [session = workspace().session()](const JobContext& job) { return sharedWeights(*session, job); },
        [this](SharedWeights weights) { m_panel->show(std::move(weights)); }, Urgency::Awaited);
}

void NamedDataPage::leaveChart() {
    m_job.cancel();
    m_panel->clear();
}

}  // namespace etscope::ui
