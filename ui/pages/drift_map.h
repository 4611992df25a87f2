// DriftMap: the drift of a method painted: layers against steps, the outputs' error above, the worst step of each layer beside, the
// caches below. Labels and what is around the cells stay in place while these scroll. Work per frame is that of the cells in view.
// GUI thread only.
#pragma once

#include <set>
#include <vector>

#include "answers/known_gap.h"
#include "charts/item_view.h"

class QScrollBar;

namespace etscope::ui {

/// How far rows are unfolded, and what columns are called by.
enum class DriftRowsShown : std::uint8_t { Layers, Modules, Operators };
enum class DriftColumnsBy : std::uint8_t { Step, Run, Case };

class DriftMap : public ItemView {
    Q_OBJECT
public:
    explicit DriftMap(QWidget* parent = nullptr);
    /// The layer where it begins is unfolded. Null: nothing.
    void setDrift(DriftPtr drift);
    /// Cells show the error of their own calls, not all of it.
    void setOwn(bool own);
    /// Unfolds all rows as far, and the next drift's, too.
    void setRows(DriftRowsShown rows);
    void setColumns(DriftColumnsBy columns);
    /// Marks the cell, unfolding what it lies in; without a place none is marked.
    void setPlace(std::optional<causes::Drift::Place> place);
    std::optional<causes::Drift::Place> place() const;
    /// The next row, unfolding what it lies in: its cell of the step that is marked, else of the first one.
    bool find(const QString& text, bool forward, bool here = false) override;
    /// Unfolds or folds the row, as a click on its label does.
    void toggle(std::size_t row);
    /// Rows in view, in order.
    const std::vector<std::size_t>& shownRows() const { return m_shown; }
    QSize minimumSizeHint() const override;
    QSize wholeSize() const override { return m_whole; }
    void paintWhole(QPainter& painter) override;

    std::size_t count() const override { return m_shown.size() * steps(); }
    QRectF boxOf(std::size_t item) const override;
    QString nameOf(std::size_t item) const override;
    QString tooltipOf(std::size_t item) const override;
    int itemAt(QPointF point) const override;
    std::vector<std::size_t> inView(std::size_t most) const override;
    /// Where the row's label is, for a click.
    QRectF labelBox(std::size_t shown) const;

signals:
    void cellChosen(qulonglong row, qulonglong step);
    void cellOpened(qulonglong row, qulonglong step);

protected:
    void paintAll(QPainter& painter) const override;
    void paintHighlight(QPainter& painter, std::size_t item) const override;
    QRectF clip() const override { return m_cells; }
    void bringIntoView(std::size_t item) override;
    int stepFrom(int from, int key) const override;
    void stepped(std::size_t item) override { activate(item); }
    bool actByKey(int key) override;
    void activate(std::size_t item) override;
    void clickedBeside() override {}
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t item) const override;
    void resizeEvent(QResizeEvent* event) override;
    void restyled() override { measure(size()); }
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    /// Buffers of one name, at a step the worst of them.
    struct Lane {
        QString title;
        std::vector<std::size_t> caches;
    };
    std::size_t steps() const { return m_drift != nullptr ? m_drift->steps.size() : 0; }
    std::size_t rowOf(std::size_t item) const { return m_shown[item / steps()]; }
    std::size_t stepOf(std::size_t item) const { return item % steps(); }
    const causes::DriftCell& cellOf(std::size_t item) const { return m_drift->rows[rowOf(item)].cells[stepOf(item)]; }
    std::optional<double> ratioOf(const causes::DriftCell& cell) const { return m_own ? cell.own : cell.total; }
    void openRows();
    void findShown();
    QString columnTitle(std::size_t step) const;
    void findLanes();
    void findWrongArea();
    /// Where all stands in a picture of that size.
    void measure(QSize size);
    bool isWrong(std::size_t shown, std::size_t step) const { return m_wrong.contains(shown * steps() + step); }
    double columnX(std::size_t step) const;
    double rowY(std::size_t shown) const;
    /// First and last step in view.
    std::pair<std::size_t, std::size_t> stepsInView() const;
    void paintCell(QPainter& painter, const QRectF& box, const std::optional<double>& ratio, const QString& unknown) const;
    void paintCells(QPainter& painter) const;
    void paintFrame(QPainter& painter) const;
    void paintLabels(QPainter& painter) const;
    void paintHeader(QPainter& painter) const;
    QString outputsTitle() const;
    void paintOutputs(QPainter& painter) const;
    void paintWorst(QPainter& painter) const;
    void paintBegin(QPainter& painter) const;
    std::optional<double> flagLeft(std::size_t row, double width) const;
    void paintFlag(QPainter& painter) const;
    void paintLegend(QPainter& painter) const;
    void paintLanes(QPainter& painter) const;
    static QString byCacheTitle();
    static QString worstTitle();
    void paintByCache(QPainter& painter, double y) const;
    std::optional<double> laneRatio(const Lane& lane, std::size_t step) const;
    /// Of the right side; ratios lie from 0.01 up.
    double worstX(double ratio) const;

    DriftPtr m_drift;
    bool m_own = false;
    DriftRowsShown m_rows = DriftRowsShown::Layers;
    DriftColumnsBy m_columns = DriftColumnsBy::Step;
    std::set<std::size_t> m_open;      ///< rows that are unfolded
    std::vector<std::size_t> m_shown;  ///< rows
    std::vector<Lane> m_lanes;
    std::set<std::size_t> m_wrong;                ///< items of the wrong area that the first wrong cell is in
    std::optional<std::size_t> m_first;           ///< the item that it begins with
    QSize m_size, m_whole;                        ///< what is drawn now, and what all would take
    QRectF m_cells;                               ///< where cells are seen
    bool m_hasOutputs = true, m_hasLanes = true;  ///< there is room for them
    double m_cellWidth = 0, m_rowHeight = 0, m_labels = 0, m_side = 0, m_top = 0, m_below = 0;
    QScrollBar *m_across, *m_down;
};

}  // namespace etscope::ui
