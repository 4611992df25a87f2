// RunLane: all runs of all methods one behind the other, each as wide as it took long; a frame marks which part of the chosen one
// is in view below. GUI thread only.
#pragma once

#include <vector>

#include "charts/item_view.h"

namespace etscope::ui {

class RunLane : public ItemView {
    Q_OBJECT
public:
    struct Run {
        std::size_t index = 0;  ///< SessionRun::index
        QString method;         ///< empty: not known
        QString kind;           ///< of an unknown method, what runs that executed the same are called
        QString about;          ///< case, file
        double ticks = 0;
        friend bool operator==(const Run&, const Run&) = default;
    };
    explicit RunLane(QWidget* parent = nullptr);
    void setRuns(std::vector<Run> runs);
    const std::vector<Run>& runs() const { return m_runs; }
    /// Marks that run without telling.
    void setChosen(std::optional<std::size_t> index);
    /// The part of the chosen run that is in view, 0 … 1.
    void setWindow(double from, double to);
    /// Where that part is drawn; empty: no run is chosen.
    QRectF window() const;
    /// Room before the boxes, so that they stand above what is below.
    void setEdges(double left, double right);
    std::pair<double, double> edges() const { return {m_left, m_right}; }

    QSize sizeHint() const override;
    std::size_t count() const override { return m_runs.size(); }
    QRectF boxOf(std::size_t run) const override;
    int itemAt(QPointF point) const override;
    QString nameOf(std::size_t run) const override;
    QString tooltipOf(std::size_t run) const override;

signals:
    void runChosen(qulonglong index, QString method);

protected:
    void paintAll(QPainter& painter) const override;
    void paintPointer(QPainter& painter) const override;
    void activate(std::size_t run) override;
    void clickedBeside() override {}
    void resizeEvent(QResizeEvent* event) override;
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t run) const override;

private:
    void place();

    std::vector<Run> m_runs;
    std::vector<double> m_ends;   ///< where each box ends, 0 … 1
    std::vector<int> m_methodOf;  ///< number of its method
    int m_chosen = -1;
    double m_from = 0, m_to = 1, m_left = 0, m_right = 0;
};

}  // namespace etscope::ui
