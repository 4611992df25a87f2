// TrialChart: programs that were tried, one behind the other, by how many operators they have: a stair leads down from the whole
// method to the smallest that is still wrong; each candidate is a mark on it or below. GUI thread only.
#pragma once

#include "charts/item_view.h"
#include "look/marks.h"

namespace etscope::ui {

struct TrialPoint {
    bool kept = false;  ///< the stair goes down to it
    Mark mark = Mark::Missing;
    std::size_t operators = 0;  ///< 0: it could not be made
    double seconds = 0;         ///< that it took
    QString what, state;        ///< what was tried, what came of it: of tooltips and copies
    QString label;              ///< beside the mark; empty: none
};

class TrialChart : public ItemView {
    Q_OBJECT
public:
    explicit TrialChart(QWidget* parent = nullptr);
    /// `whole`: operators of the whole method; 0: not known.
    void setTrials(std::vector<TrialPoint> trials, std::size_t whole, double seconds);
    QSize sizeHint() const override;

    std::size_t count() const override { return m_trials.size(); }
    QRectF boxOf(std::size_t item) const override;
    QString nameOf(std::size_t item) const override;

protected:
    void paintAll(QPainter& painter) const override;
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t item) const override;
    void restyled() override { updateGeometry(); }

private:
    QRectF plot() const;
    double xOf(double place) const;  ///< 0: the whole method, 1: the first candidate
    double yOf(double operators) const;
    double markSize() const;
    QPointF middleOf(std::size_t item) const;
    void paintAxes(QPainter& painter) const;
    void paintStair(QPainter& painter) const;
    void paintLabels(QPainter& painter) const;
    void label(QPainter& painter, QPointF at, const QString& text, double& from) const;

    std::vector<TrialPoint> m_trials;
    std::vector<double> m_levels;  ///< operators of what is kept when each candidate is tried
    std::size_t m_whole = 0;
    double m_most = 1, m_seconds = 0;
};

}  // namespace etscope::ui
