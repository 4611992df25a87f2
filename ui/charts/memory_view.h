// MemoryView: the planned tensors of one buffer as boxes, lifetimes across, offsets upwards, the peak marked. GUI thread only.
#pragma once

#include "charts/chart_view.h"
#include "program/memory_plan.h"

namespace etscope::ui {

class MemoryView : public ChartView {
    Q_OBJECT
public:
    explicit MemoryView(QWidget* parent = nullptr);
    /// `instructions`: of the method; the right end of the axis.
    void setPlan(const program::MemoryPlan& plan, std::uint32_t memoryId, std::int64_t instructions, const QString& method = {});
    void clear() { setPlan({}, 0, 0); }
    QRectF boxOf(std::size_t tensor) const override;
    /// Empty when it is not drawn.
    QRectF boxOfValue(program::ValueIndex value) const;
    Address addressOf(std::size_t tensor) const override { return Address::ofMemory(m_method, m_tensors[tensor].value); }
    QString nameOf(std::size_t tensor) const override;
    QString tooltipOf(std::size_t tensor) const override;

signals:
    void tensorClicked(program::ValueIndex value);

protected:
    QMarginsF margins() const override;
    std::vector<Tick> yTicks() const override;
    QString xText(double value) const override { return tr("instruction %1").arg(static_cast<qint64>(std::floor(value))); }
    void paintItems(QPainter& painter) const override;
    void paintMarks(QPainter& painter) const override;
    void activate(std::size_t tensor) override { emit tensorClicked(m_tensors[tensor].value); }
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t tensor) const override;

private:
    QString m_method;
    std::vector<program::PlannedTensor> m_tensors;
    std::optional<program::MemoryPeak> m_peak;
    std::uint64_t m_bytes = 0;
    std::int64_t m_instructions = 0;
};

}  // namespace etscope::ui
