// MatrixView: base of pictures with rows and columns of cells that each have a mark and perhaps a value; it scrolls under its
// labels. Work per frame is that of the cells in view. GUI thread only.
#pragma once

#include <QStringList>
#include <map>
#include <utility>
#include <vector>

#include "charts/item_view.h"
#include "look/marks.h"

class QScrollBar;

namespace etscope::ui {

class MatrixView : public ItemView {
    Q_OBJECT
public:
    explicit MatrixView(QWidget* parent = nullptr);
    QSize sizeHint() const override;

    std::size_t count() const override { return m_cells.size(); }
    QRectF boxOf(std::size_t cell) const override { return rectOf(m_cells[cell].place); }
    int itemAt(QPointF point) const override;
    std::vector<std::size_t> inView(std::size_t most) const override;

protected:
    struct Place {
        int row = 0, column = 0;
    };
    struct MatrixCell {
        Place place;
        Mark mark = Mark::None;
        QString value;
        double share = -1;  ///< 0 … 1: a bar at the bottom
    };
    struct Matrix {
        QStringList titles;             ///< of the labels: one or two per row
        std::vector<QStringList> rows;  ///< labels
        QStringList columns;            ///< what stands above them
        std::vector<MatrixCell> cells;
        std::map<int, int> signs = {};  ///< row → series whose colour a square before its label has
    };
    /// The current cell keeps its number, as far as there are so many.
    void setMatrix(Matrix matrix);
    /// Of the same places: what a cell says now.
    void setCell(std::size_t cell, Mark mark);
    /// Room for values, in pixels beside the mark; `least` rows are always in sight, `most` without scrolling (0: all).
    void setRoom(int value, int least, int most);
    /// Without: a frame says that a cell differs, beside its fill, and values stand in the middle.
    void setMarksShown(bool shown);
    const MatrixCell& matrixCell(std::size_t cell) const { return m_cells[cell]; }

    void paintAll(QPainter& painter) const override;
    void paintHighlight(QPainter& painter, std::size_t cell) const override;
    QRectF clip() const override { return body(); }
    QSize wholeSize() const override { return contentSize(); }
    void paintWhole(QPainter& painter) override;
    void bringIntoView(std::size_t cell) override;
    int stepFrom(int from, int key) const override;
    void stepped(std::size_t cell) override { activate(cell); }
    void clickedBeside() override {}
    void resizeEvent(QResizeEvent* event) override;
    void restyled() override { measure(); }
    void wheelEvent(QWheelEvent* event) override;

private:
    /// What of the matrix is drawn where.
    struct Range {
        int firstRow = 0, lastRow = -1, firstColumn = 0, lastColumn = -1;
    };
    QRectF rectOf(Place place) const;
    /// Outside the matrix, too.
    Place placeAt(QPointF point) const;
    /// -1: none is there.
    int cellAt(Place place) const;
    bool inside(Place place) const;
    Range rangeOf(const QRectF& area) const;
    /// Where cells are seen.
    QRectF body() const;
    QSize contentSize() const;
    void measure();
    int leastHeight() const;
    void paintArea(QPainter& painter, QSizeF size) const;
    void paintCell(QPainter& painter, int cell) const;
    void paintRow(QPainter& painter, int row) const;
    void placeScrollBars();

    QStringList m_titles, m_columns;
    std::vector<QStringList> m_rows;
    std::map<int, int> m_signs;
    std::vector<MatrixCell> m_cells;
    std::map<std::pair<int, int>, int> m_grid;  ///< cells by row and column: few places of many have one
    std::vector<int> m_lefts;                   ///< of the labels
    int m_labels = 0, m_cellWidth = 0, m_cellHeight = 0, m_header = 0;
    bool m_marksShown = true;
    int m_valueRoom = 0, m_leastRows = 1, m_mostRows = 0;
    QScrollBar *m_across, *m_down;
    QPoint m_scrolled;
};

}  // namespace etscope::ui
