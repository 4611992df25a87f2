// RunStrip: all runs of all methods, one row per method: what came out of each against its references, unknown until it was asked.
// GUI thread only.
#pragma once

#include <map>
#include <optional>

#include "answers/gap_choice.h"
#include "charts/matrix_view.h"

namespace etscope::ui {

class RunStrip : public MatrixView {
    Q_OBJECT
public:
    struct Run {
        std::size_t index = 0;  ///< SessionRun::index
        QString method;         ///< empty: not known
        QString about;          ///< case, file
        friend bool operator==(const Run&, const Run&) = default;
    };
    explicit RunStrip(QWidget* parent = nullptr);
    /// What is known of the same runs stays.
    void setRuns(std::vector<Run> runs);
    void setVerdict(std::size_t index, const RunVerdict& verdict);
    /// What is known of runs whatever they are held against: their marks, and the first words about them.
    void setOutcomes(std::map<std::size_t, RunVerdict> outcomes);
    /// Other references, another tolerance: nothing is known any more.
    void forgetVerdicts();
    /// Marks that run without telling.
    void setChosen(std::optional<std::size_t> index);
    /// A run of a method that was not asked yet, those of `method` first.
    std::optional<Run> unknownRun(const QString& method) const;
    QString nameOf(std::size_t run) const override;
    QString tooltipOf(std::size_t run) const override;

signals:
    void runChosen(qulonglong index, QString method);

protected:
    void activate(std::size_t run) override;
    /// A run is chosen by Enter or a click: to show it costs a comparison.
    void stepped(std::size_t) override {}
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t run) const override;

private:
    /// Of a cell; Missing: nothing is known.
    Mark markOf(std::size_t run) const;
    QString wordOf(std::size_t run) const;

    std::vector<Run> m_runs;
    std::vector<std::optional<RunVerdict>> m_verdicts;
    std::map<std::size_t, RunVerdict> m_outcomes;  ///< by Run::index
};

}  // namespace etscope::ui
