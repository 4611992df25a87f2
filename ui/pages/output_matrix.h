// OutputMatrix: one row per method and output, one column per case; each cell has state colour, mark and the metric's value. It
// scrolls under its labels. GUI thread only.
#pragma once

#include <QString>
#include <map>
#include <utility>
#include <vector>

#include "charts/item_view.h"
#include "compare/outputs.h"
#include "look/marks.h"

class QScrollBar;

namespace etscope::ui {

/// The mark of a pair's state.
Mark pairMark(compare::PairState state);

class OutputMatrix : public ItemView {
    Q_OBJECT
public:
    struct CellInfo {
        QString method, outputName, value;
        qint64 caseIndex = 0, output = 0;
        compare::PairState state = compare::PairState::Match;
        int rank = 0;  ///< rows with larger ones come first
    };
    explicit OutputMatrix(QWidget* parent = nullptr);
    /// The current one keeps its number, as far as there are so many.
    void setCells(std::vector<CellInfo> cells);
    const std::vector<CellInfo>& cells() const { return m_cells; }
    QSize sizeHint() const override;

    std::size_t count() const override { return m_cells.size(); }
    QRectF boxOf(std::size_t cell) const override { return rectOf(m_places[cell]); }
    QString nameOf(std::size_t cell) const override;
    QString tooltipOf(std::size_t cell) const override;
    int itemAt(QPointF point) const override;
    std::vector<std::size_t> inView(std::size_t most) const override;

signals:
    void cellSelected(int cell);

protected:
    void paintAll(QPainter& painter) const override;
    void paintHighlight(QPainter& painter, std::size_t cell) const override;
    QRectF clip() const override { return body(); }
    QSize wholeSize() const override { return contentSize(); }
    void paintWhole(QPainter& painter) override;
    void bringIntoView(std::size_t cell) override;
    int stepFrom(int from, int key) const override;
    void stepped(std::size_t cell) override { activate(cell); }
    void activate(std::size_t cell) override { emit cellSelected(static_cast<int>(cell)); }
    void clickedBeside() override {}
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t cell) const override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    struct Row {
        QString method, output;
        int rank = 0;
    };
    struct Place {
        int row = 0, column = 0;
    };
    /// What of the matrix is drawn where.
    struct Range {
        int firstRow = 0, lastRow = -1, firstColumn = 0, lastColumn = -1;
    };
    QRectF rectOf(Place place) const;
    /// Outside the matrix, too.
    Place placeAt(QPointF point) const;
    /// -1: none is there.
    int cellAt(Place place) const;
    Range rangeOf(const QRectF& area) const;
    /// Where cells are seen.
    QRectF body() const;
    QSize contentSize() const;
    void measure();
    void paintArea(QPainter& painter, QSizeF size) const;
    void paintCell(QPainter& painter, int cell) const;
    void paintRow(QPainter& painter, int row) const;
    void placeScrollBars();

    std::vector<CellInfo> m_cells;
    std::vector<Row> m_rows;
    std::vector<qint64> m_cases;
    std::vector<Place> m_places;                ///< of the cells
    std::map<std::pair<int, int>, int> m_grid;  ///< cells by row and column: few of many outputs and cases have one
    int m_labels = 0, m_outputLeft = 0, m_cellWidth = 0, m_cellHeight = 0, m_header = 0;
    QScrollBar *m_across, *m_down;
    QPoint m_scrolled;
};

}  // namespace etscope::ui
