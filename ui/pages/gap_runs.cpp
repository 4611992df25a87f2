// The runs of a method's operators: which one is in view, and against what.
#include <algorithm>

#include "look/labelled_combo.h"
#include "look/numbers.h"
#include "pages/gap_page.h"
#include "pages/reference_bar.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {

GapChoice GapPage::choice() const {
    GapChoice choice;
    choice.patient = m_patient.contains(workspace().method());
    m_reference->choose(choice);
    choice.options.run = m_run;
    choice.metric = static_cast<std::size_t>(std::max(0, m_metric->currentIndex()));
    choice.options.rowMetrics = m_rowMetrics;
    return choice;
}

bool GapPage::isOffered(std::size_t run) const {
    return std::ranges::find(m_offered, run, &join::SessionRun::index) != m_offered.end();
}

/// The run that the window looks at, once this page has its method.
void GapPage::followRun() {
    const auto& run = workspace().run();
    if (!run || run == m_run) return;
    m_preferred.insert(workspace().method());
    m_run = run;
    if (!isVisible() || !isOffered(*run)) return invalidate();
    remake();
    emit runInViewChanged();
}

std::optional<std::size_t> GapPage::runInView() const {
    return m_run ? m_run : m_answer != nullptr ? m_answer->run() : std::nullopt;
}

/// The run that was in view, else that which the window looks at, if it is of the method.
void GapPage::offerRuns(const RunsPtr& runs) {
    m_offered = runsOf(*runs, workspace().method());
    const auto before = m_run;
    if (m_run && !isOffered(*m_run)) m_run.reset();
    if (!m_run && workspace().run() && isOffered(*workspace().run())) m_run = workspace().run();
    preferWrongRun();
    emit runInViewChanged();
    const bool other = m_reference->offer(m_offered);
    if (other || m_run != before) remake();
}

/// The one that is at fault may be known now.
void GapPage::followVerdict() {
    const auto before = m_run;
    if (isVisible()) preferWrongRun();
    if (m_run != before) remake();
}

/// Once a method, as long as nobody chose: the run that is at fault is the one to look at.
void GapPage::preferWrongRun() {
    const VerdictPtr& verdict = workspace().verdict();
    const QString& method = workspace().method();
    const auto* outcome = verdict != nullptr ? outcomeOf(*verdict, method) : nullptr;
    if (outcome == nullptr || m_run || m_preferred.contains(method)) return;
    const auto wrong = std::ranges::find_if(outcome->runs, [](const auto& run) { return runMark(run) == Mark::Differ; });
    if (wrong != outcome->runs.end() && !isOffered(wrong->run)) return;  // its runs are not known yet
    m_preferred.insert(method);
    if (wrong != outcome->runs.end()) m_run = wrong->run;
}

}  // namespace etscope::ui
