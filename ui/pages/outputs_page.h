// Outputs: reference outputs against runtime outputs as a matrix method × output × case; the selected cell's difference with
// everything about it (DifferenceView), or that of what a selected operator gave on the way. Tolerance edits judge again without
// reading again. GUI thread only.
#pragma once

#include <QLineEdit>
#include <QTimer>
#include <map>
#include <utility>

#include "charts/output_matrix.h"
#include "pages/difference_view.h"
#include "workspace/page.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QVBoxLayout;

namespace etscope::ui {

class OutputsPage : public Page {
    Q_OBJECT
public:
    explicit OutputsPage(Workspace& workspace, QWidget* parent = nullptr);
    bool isOfRuns() const override { return true; }
    bool nextBad(bool forward) override;
    Mark stateMark() const override;
    std::optional<std::size_t> runInView() const override;
    bool hasContent() const override;
    QMap<QString, QString> typed() const override;
    void restore(const QMap<QString, QString>& typed) override;
    /// Selects the output in view of the run that is looked at, which a person chose; without one the run.
    void takeChosenRun() override;
    OutputMatrix* matrix() const { return m_matrix; }

protected:
    QWidget* contentFocus() const override { return m_matrix; }
    Searchable* searchable() const override { return m_matrix; }
    ViewKey::Parts asksFor() const override { return ViewKey::Parts::Session; }
    void refresh() override;
    void followSelection(const Address& selection) override;
    void leave() override;
    void showEvent(QShowEvent* event) override;

private:
    using LoadedList = std::vector<ComparedOutput>;

    void makeBar(QVBoxLayout* column);
    void load();
    void judge();
    void showMatrix();
    bool isExpected(const ComparedOutput& one) const;
    Mark wrongMark(int cell) const;
    void showCell(int cell);
    void showNone(std::size_t run);
    compare::OutputCompareOptions options() const;
    /// For values of operators: no output's own tolerance is theirs.
    compare::OutputCompareOptions givenOptions() const;
    void takeTolerance(const QString& name, const QString& value);
    void forgetTolerances();
    int cellOf(const Address& address) const;
    Address addressOf(int cell) const;
    /// As a click on it: it is selected, and its run is looked at.
    void choose(int cell);
    std::optional<std::size_t> runOf(int cell) const;
    /// The worst of the run that is looked at; -1: none is, or it has none.
    int cellOfRun() const;
    void followRun();
    // What an operator gave on the way to the outputs, in the place of an output's difference.
    void makeGivenLine(QVBoxLayout* column);
    bool followGiven();
    void showGiven(const std::optional<ComparedOutput>& value);
    void judgeGiven();
    void endGiven();
    void leaveGiven();

    std::shared_ptr<LoadedList> m_loaded;
    int m_cell = -1;
    OutputMatrix* m_matrix;
    QComboBox* m_metric;
    QLineEdit *m_rtol, *m_atol;
    QCheckBox* m_equalNan;
    QLabel* m_chips;
    DifferenceView* m_detail;
    QWidget* m_filled;
    QTimer m_delay{this};
    QLabel* m_givenLine;  ///< what the value in view is, and the way back
    Address m_given;      ///< whose value is in view in place of a cell's
    std::optional<ComparedOutput> m_value;
    Job<std::optional<ComparedOutput>> m_valueJob{this};
    std::map<std::pair<std::string, std::int64_t>, tensor::Tolerance> m_ownTolerances;  ///< of outputs, taken in their details
    bool m_judgeAgain = false;   ///< the tolerance was changed while the sides were read
    bool m_detailStale = false;  ///< what is hidden shows nothing new
    Job<std::shared_ptr<LoadedList>> m_job{this};
};

}  // namespace etscope::ui
