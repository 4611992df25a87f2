// OutputMatrix: one row per method and output, one column per case; each cell has state colour, mark and the metric's value.
#pragma once

#include <QAbstractScrollArea>
#include <QString>
#include <map>
#include <utility>
#include <vector>

#include "charts/chart_accessible.h"
#include "compare/outputs.h"
#include "look/marks.h"

namespace etscope::ui {

/// The mark of a pair's state.
Mark pairMark(compare::PairState state);

class OutputMatrix : public QAbstractScrollArea, public AccessibleItems {
    Q_OBJECT
public:
    struct CellInfo {
        QString method, outputName, value;
        qint64 caseIndex = 0, output = 0;
        compare::PairState state = compare::PairState::Match;
        int rank = 0;  ///< rows with larger ones come first
    };
    explicit OutputMatrix(QWidget* parent = nullptr);
    void setCells(std::vector<CellInfo> cells);
    void setCurrent(int cell);
    int current() const override { return m_current; }
    const std::vector<CellInfo>& cells() const { return m_cells; }
    /// Where a cell is drawn, for tests and for scrolling.
    QRect cellRect(int cell) const;
    QSize sizeHint() const override;

    std::size_t count() const override { return m_cells.size(); }
    void choose(std::size_t cell) override { setCurrent(static_cast<int>(cell)); }
    /// Chooses it and tells.
    void open(std::size_t cell) override;
    QRectF boxOf(std::size_t cell) const override { return cellRect(static_cast<int>(cell)); }
    QString nameOf(std::size_t cell) const override;
    QString tooltipOf(std::size_t cell) const override;
    int itemAt(QPointF point) const override;
    std::vector<std::size_t> inView(std::size_t most) const override;

signals:
    void cellSelected(int cell);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    struct Row {
        QString method, output;
        int rank = 0;
    };
    struct Place {
        int row = 0, column = 0;
    };
    QRect rectOf(Place place) const;
    /// Outside the matrix, too.
    Place placeAt(QPoint point) const;
    /// -1: none is there.
    int cellAt(Place place) const;
    void openCell(int cell);
    template <class Visit>
    void eachIn(const QRect& area, Visit visit) const;
    void measure();
    void paintCell(QPainter& painter, int cell) const;
    void paintRow(QPainter& painter, int row, bool current) const;
    void updateScrollBars();

    std::vector<CellInfo> m_cells;
    std::vector<Row> m_rows;
    std::vector<qint64> m_cases;
    std::vector<Place> m_places;                ///< of the cells
    std::map<std::pair<int, int>, int> m_grid;  ///< cells by row and column: few of many outputs and cases have one
    int m_labels = 0, m_outputLeft = 0, m_cellWidth = 0;
    int m_current = -1;
};

}  // namespace etscope::ui
