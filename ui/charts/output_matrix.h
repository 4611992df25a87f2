// OutputMatrix: one row per method and output, one column per case; each cell has state colour, mark and the metric's value.
// GUI thread only.
#pragma once

#include <optional>

#include "charts/matrix_view.h"
#include "compare/outputs.h"

namespace etscope::ui {

/// The mark of a pair's state.
Mark pairMark(compare::PairState state);
/// Its word in the language shown.
QString pairWord(compare::PairState state);
/// "case 3", or "run 7" of a run that belongs to no case, in the language shown.
QString columnTitle(qint64 column);

class OutputMatrix : public MatrixView {
    Q_OBJECT
public:
    struct CellInfo {
        QString method, outputName, value;
        qint64 caseIndex = 0, output = 0;
        compare::PairState state = compare::PairState::Match;
        int rank = 0;  ///< rows with larger ones come first
        std::optional<std::size_t> run;  ///< that gave it
        bool expected = false;           ///< quantising explains that it differs
    };
    explicit OutputMatrix(QWidget* parent = nullptr);
    /// The current one keeps its number, as far as there are so many.
    void setCells(std::vector<CellInfo> cells);
    const std::vector<CellInfo>& cells() const { return m_cells; }
    QString nameOf(std::size_t cell) const override;
    QString tooltipOf(std::size_t cell) const override;

signals:
    void cellSelected(int cell);

protected:
    void activate(std::size_t cell) override { emit cellSelected(static_cast<int>(cell)); }
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t cell) const override;
    void restyled() override { makeRoom(); }

private:
    void makeRoom();
    static Mark markOf(const CellInfo& cell);

    std::vector<CellInfo> m_cells;
};

}  // namespace etscope::ui
