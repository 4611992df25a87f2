#include "pages/problems_page.h"

#include <array>
#include <utility>

#include "jobs/job.h"
#include "workspace/entity_state.h"

namespace etscope::ui {
namespace {

/// The worst first.
constexpr std::array kSeverities{Severity::Error, Severity::Warning, Severity::Note};

}  // namespace

ProblemsPage::ProblemsPage(Workspace& workspace, QWidget* parent) : RowsPage(workspace, Tables::problems(), parent) {
    connect(&workspace, &Workspace::sessionChanged, this, &ProblemsPage::update);
    connect(&JobRegistry::of(this), &JobRegistry::changed, this, &ProblemsPage::update);
}

Mark ProblemsPage::stateMark() const {
    if (workspace().session() == nullptr) return Mark::None;
    const Diagnostics diagnostics = workspace().session()->diagnostics();
    for (const Severity severity : kSeverities)
        if (diagnostics.count(severity) > 0) return severityMark(severity);
    return Mark::None;
}

/// Jobs find problems, too: called whenever one ends.
void ProblemsPage::update() {
    std::uint64_t all = 0;
    if (const SessionPtr& session = workspace().session())
        for (const Severity severity : kSeverities) all += session->diagnostics().count(severity);
    if (std::exchange(m_told, all) == all) return;
    invalidate();
    emit stateChanged();
}

}  // namespace etscope::ui
