// PositionView: the mean error of each position along an axis as bars, those with an element beyond the tolerance in another colour
// and with a cap. GUI thread only.
#pragma once

#include "charts/chart_view.h"
#include "tensor/position_errors.h"

namespace etscope::ui {

class PositionView : public ChartView {
    Q_OBJECT
public:
    explicit PositionView(QWidget* parent = nullptr);
    void setErrors(tensor::PositionErrors errors);
    /// No bars; `note` stands in their place.
    void clear(const QString& note = {});
    const tensor::PositionErrors& errors() const { return m_errors; }
    /// Where mismatches are: "all mismatches at 12 … 18"; empty: there are none, or they are everywhere.
    QString summary() const;
    QRectF boxOf(std::size_t bar) const override;
    QString nameOf(std::size_t bar) const override;
    QString tooltipOf(std::size_t bar) const override;

signals:
    /// The worst element of the position: its row-major index.
    void elementChosen(qulonglong index);

protected:
    QMarginsF margins() const override;
    std::vector<Tick> yTicks() const override;
    void paintBack(QPainter& painter) const override;
    void paintItems(QPainter& painter) const override;
    void activate(std::size_t bar) override;
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t bar) const override;

private:
    std::uint64_t last(std::size_t bar) const;

    tensor::PositionErrors m_errors;
    double m_top = 0;  ///< the largest mean
    QString m_note;
};

}  // namespace etscope::ui
