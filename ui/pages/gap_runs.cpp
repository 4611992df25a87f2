// The runs of the numeric gap: which one is in view, and against what.
#include <QLineEdit>
#include <algorithm>
#include <utility>

#include "base/base_name.h"
#include "compare/run_cases.h"
#include "look/labelled_combo.h"
#include "look/numbers.h"
#include "look/tolerance_line.h"
#include "pages/gap_page.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

/// The entry of the combo that asks for computing, where others have a file or a run.
const QVariant kComputed{QStringList{QStringLiteral("computed")}};  // of a type that no other entry has
constexpr int kFound = 1;                                           ///< the entry that takes what there is

}  // namespace

GapChoice GapPage::choice() const {
    GapChoice choice;
    const QVariant reference = m_reference->currentData();
    choice.patient = m_patient.contains(workspace().method());
    using Kind = causes::ReferenceChoice::Kind;
    if (reference == kComputed)
        choice.reference.kind = Kind::Computed;
    else if (reference.typeId() == QMetaType::QString)
        choice.reference = {.kind = Kind::File, .file = reference.toString().toStdString()};
    else if (reference.isValid())
        choice.reference = {.kind = Kind::Run, .run = static_cast<std::size_t>(reference.toULongLong())};
    choice.options.run = runChosen();
    choice.metric = static_cast<std::size_t>(std::max(0, m_metric->currentIndex()));
    choice.options.rowMetrics = m_rowMetrics;
    auto& tolerance = choice.options.tolerance;
    tolerance.rtol = toleranceOf(m_rtol, tolerance.rtol);
    tolerance.atol = toleranceOf(m_atol, tolerance.atol);
    return choice;
}

/// The run that the window looks at, once this page has it.
void GapPage::followRun() {
    const auto& run = workspace().run();
    if (!run || run == runChosen()) return;
    m_preferred.insert(workspace().method());
    const int at = m_run->findData(static_cast<qulonglong>(*run));
    if (isVisible() && at >= 0) return m_run->setCurrentIndex(at);
    m_wanted = run;
    invalidate();
}

std::optional<std::size_t> GapPage::runChosen() const {
    const QVariant run = m_run->currentData();
    return run.isValid() ? std::optional(static_cast<std::size_t>(run.toULongLong())) : m_wanted;
}

std::optional<std::size_t> GapPage::runInView() const {
    if (m_byStep) return std::nullopt;
    if (const auto chosen = runChosen()) return chosen;
    return m_answer != nullptr ? m_answer->run() : std::nullopt;
}

void GapPage::offerRuns(const RunsPtr& runs) {
    const QVariant reference = m_reference->currentData(), before = m_run->currentData();
    const auto asked = runChosen();
    const auto wanted = std::exchange(m_wanted, std::nullopt);
    const QSignalBlocker quietReference(m_reference), quietRun(m_run);
    m_reference->clear();
    m_run->clear();
    m_reference->addItem(tr("Computed from the edge graph"), kComputed);
    m_reference->addItem(tr("found, else computed"));
    for (const std::string& path : gap::valueFiles(*workspace().session()))
        m_reference->addItem(text(baseName(path)), QString::fromStdString(path));
    m_run->addItem(tr("that fits, or all folded"));
    for (const join::SessionRun& one : *runs) {
        if (text(one.attribution.method.value_or("")) != workspace().method()) continue;
        const auto index = static_cast<qulonglong>(one.index);
        m_reference->addItem(tr("run %1").arg(index), index);
        m_run->addItem(one.caseIndex ? tr("%1, case %2").arg(index).arg(*one.caseIndex) : QString::number(index), index);
    }
    const int chosen = reference.isValid() ? m_reference->findData(reference) : kFound;
    m_reference->setCurrentIndex(chosen < 0 ? kFound : chosen);
    // The one that is wanted, that was in view, that the window looks at: the first that is of this method.
    int shown = wanted ? m_run->findData(static_cast<qulonglong>(*wanted)) : -1;
    if (shown < 0) shown = before.isValid() ? m_run->findData(before) : 0;
    if (shown <= 0 && workspace().run()) shown = m_run->findData(static_cast<qulonglong>(*workspace().run()));
    m_run->setCurrentIndex(std::max(0, shown));
    preferWrongRun();
    emit runInViewChanged();
    if (m_reference->currentData() != reference || runChosen() != asked) remake();
}

/// The one that is at fault may be known now.
void GapPage::followVerdict() {
    if (!isVisible()) return;
    const QVariant before = m_run->currentData();
    {
        const QSignalBlocker quiet(m_run);
        preferWrongRun();
    }
    if (m_run->currentData() != before) remake();
}

/// Once a method, as long as nobody chose: the run that is at fault is the one to look at.
void GapPage::preferWrongRun() {
    const VerdictPtr& verdict = workspace().verdict();
    const QString& method = workspace().method();
    const auto* outcome = verdict != nullptr ? outcomeOf(*verdict, method) : nullptr;
    if (outcome == nullptr || m_preferred.contains(method) || m_run->currentData().isValid()) return;
    const auto wrong = std::ranges::find_if(outcome->runs, [](const auto& run) { return runMark(run) == Mark::Differ; });
    const int at = wrong != outcome->runs.end() ? m_run->findData(static_cast<qulonglong>(wrong->run)) : 0;
    if (at < 0) return;  // its runs are not offered yet
    m_preferred.insert(method);
    if (at > 0) m_run->setCurrentIndex(at);
}

}  // namespace etscope::ui
