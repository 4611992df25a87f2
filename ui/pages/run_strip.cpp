#include "pages/run_strip.h"

#include <algorithm>

#include "look/numbers.h"

namespace etscope::ui {
namespace {

constexpr int kRunStripMostRows = 5;

}  // namespace

RunStrip::RunStrip(QWidget* parent) : MatrixView(parent) {
    introduce("runStrip", tr("All runs of all methods"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    setRoom(0, 1, kRunStripMostRows);
}

void RunStrip::setRuns(std::vector<Run> runs) {
    if (runs == m_runs) return;
    m_runs = std::move(runs);
    m_verdicts.assign(m_runs.size(), std::nullopt);
    Matrix matrix{{tr("All runs")}, {}, {}, {}};
    QStringList methods;
    for (std::size_t i = 0; i < m_runs.size(); ++i) {
        qsizetype row = methods.indexOf(m_runs[i].method);
        if (row < 0) {
            row = methods.size();
            methods.append(m_runs[i].method);
            matrix.rows.push_back({m_runs[i].method.isEmpty() ? tr("method not known") : m_runs[i].method});
        }
        matrix.columns.append(QString::number(m_runs[i].index));
        matrix.cells.push_back({{static_cast<int>(row), static_cast<int>(i)}, Mark::Missing, {}});
    }
    setMatrix(std::move(matrix));
    setCurrent(-1);
}

void RunStrip::setVerdict(std::size_t index, const RunVerdict& verdict) {
    const auto run = std::ranges::find(m_runs, index, &Run::index);
    if (run == m_runs.end()) return;
    const auto cell = static_cast<std::size_t>(run - m_runs.begin());
    m_verdicts[cell] = verdict;
    setCell(cell, markOf(cell));
}

void RunStrip::setOutcomes(std::map<std::size_t, RunVerdict> outcomes) {
    m_outcomes = std::move(outcomes);
    for (std::size_t cell = 0; cell < m_runs.size(); ++cell) setCell(cell, markOf(cell));
}

Mark RunStrip::markOf(std::size_t run) const {
    if (const auto known = m_outcomes.find(m_runs[run].index); known != m_outcomes.end()) return known->second.mark;
    return m_verdicts[run] ? m_verdicts[run]->mark : Mark::Missing;
}

void RunStrip::forgetVerdicts() {
    m_verdicts.assign(m_runs.size(), std::nullopt);
    for (std::size_t cell = 0; cell < m_runs.size(); ++cell) setCell(cell, markOf(cell));
}

void RunStrip::setChosen(std::optional<std::size_t> index) {
    const auto run = index ? std::ranges::find(m_runs, *index, &Run::index) : m_runs.end();
    setCurrent(run == m_runs.end() ? -1 : static_cast<int>(run - m_runs.begin()));
}

std::optional<RunStrip::Run> RunStrip::unknownRun(const QString& method) const {
    std::optional<Run> found;
    for (std::size_t i = 0; i < m_runs.size(); ++i) {
        if (m_verdicts[i] || m_runs[i].method.isEmpty()) continue;
        if (m_runs[i].method == method) return m_runs[i];
        if (!found) found = m_runs[i];
    }
    return found;
}

QString RunStrip::wordOf(std::size_t run) const {
    const Mark mark = markOf(run);
    switch (mark) {
        case Mark::Missing: return m_verdicts[run] ? tr("not compared") : tr("unknown");
        case Mark::Incomparable: return tr("cannot be compared");
        default: return markName(mark);
    }
}

QString RunStrip::nameOf(std::size_t run) const {
    return tr("%1 · run %2: %3")
        .arg(m_runs[run].method.isEmpty() ? tr("method not known") : m_runs[run].method)
        .arg(m_runs[run].index)
        .arg(wordOf(run));
}

QString RunStrip::tooltipOf(std::size_t run) const {
    QStringList lines{nameOf(run)};
    if (!m_runs[run].about.isEmpty()) lines.append(m_runs[run].about);
    if (const auto known = m_outcomes.find(m_runs[run].index); known != m_outcomes.end()) lines.append(known->second.words);
    if (m_verdicts[run]) lines.append(m_verdicts[run]->words);
    return lines.join(QLatin1Char('\n'));
}

void RunStrip::activate(std::size_t run) {
    if (!m_runs[run].method.isEmpty()) emit runChosen(static_cast<qulonglong>(m_runs[run].index), QString(m_runs[run].method));
}

QStringList RunStrip::tsvTitles() const {
    return {tr("run"), tr("method"), tr("verdict"), tr("worst relative error"), tr("first divergence")};
}

QStringList RunStrip::tsvCells(std::size_t run) const {
    const std::optional<RunVerdict>& verdict = m_verdicts[run];
    const bool compared = verdict && verdict->mark != Mark::Missing && verdict->mark != Mark::Incomparable;
    return {QString::number(m_runs[run].index), m_runs[run].method, wordOf(run),
            compared ? floatText(verdict->worst, false) : QString(), verdict ? verdict->firstDivergence : QString()};
}

}  // namespace etscope::ui
