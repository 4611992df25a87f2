// MarginChart: does the error matter? For each token that was chosen a bar for the largest error of its logits, and a line for the
// margin of the reference's token: an error far below the margin turns no choice. GUI thread only.
#pragma once

#include "charts/chart_view.h"

namespace etscope::ui {

struct MarginItem {
    QString token, tooltip;
    std::optional<double> margin, error;  ///< of logits; nothing: not computed
    bool other = false;                   ///< the likeliest token is not the reference's
    bool close = false;                   ///< the error could have turned it
};

class MarginChart : public ChartView {
    Q_OBJECT
public:
    explicit MarginChart(QWidget* parent = nullptr);
    void setTokens(std::vector<MarginItem> items);
    QRectF boxOf(std::size_t item) const override;
    QString nameOf(std::size_t item) const override;
    QString tooltipOf(std::size_t item) const override { return m_items[item].tooltip; }

signals:
    void tokenChosen(qulonglong item);

protected:
    QMarginsF margins() const override;
    std::vector<Tick> xTicks() const override { return {}; }
    std::vector<Tick> yTicks() const override;
    void paintItems(QPainter& painter) const override;
    void paintHighlight(QPainter& painter, std::size_t item) const override;
    void paintMarks(QPainter& painter) const override;
    void activate(std::size_t item) override { emit tokenChosen(item); }
    void stepped(std::size_t item) override { emit tokenChosen(item); }
    QString xText(double value) const override;
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t item) const override;

private:
    double levelOf(double value) const;

    std::vector<MarginItem> m_items;
    int m_lowest = -6, m_highest = 1;  ///< decades
};

}  // namespace etscope::ui
