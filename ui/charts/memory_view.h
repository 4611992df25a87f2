// MemoryView: the planned tensors of one arena as boxes, lifetimes across, offsets upwards, below them the modules of the
// instructions; the peak is marked, and the column of what is live at one instruction. Zooms along both axes (Ctrl and the wheel).
// GUI thread only.
#pragma once

#include <map>
#include <optional>

#include "charts/chart_view.h"
#include "layout/grid_index.h"
#include "modules/operator_family.h"
#include "program/memory_plan.h"

namespace etscope::ui {

class MemoryView : public ChartView {
    Q_OBJECT
public:
    /// What a box is called and coloured by; the program's own name where there is none.
    struct Label {
        QString name, module;
        modules::OperatorFamily family = modules::OperatorFamily::Other;
    };
    using Labels = std::map<program::ValueIndex, Label>;

    explicit MemoryView(QWidget* parent = nullptr);
    /// `instructions`: of the method; the right end of the axis.
    void setPlan(const program::MemoryPlan& plan, std::uint32_t memoryId, std::int64_t instructions, const QString& method = {},
                 Labels labels = {});
    /// The module that each instruction is of, for the band below the boxes; empty names: it has none. After setPlan().
    void setModules(const QStringList& modules);
    void clear() { setPlan({}, 0, 0); }
    /// What is live then stands out; nothing: all as they are.
    void setLive(std::optional<std::int64_t> instruction);
    QRectF boxOf(std::size_t tensor) const override;
    /// The flag of the peak; empty while that is not in view.
    QRectF flag() const;
    QString flagText() const;
    /// Families of the boxes, each once.
    std::vector<modules::OperatorFamily> families() const;
    void fit() override;
    Address addressOf(std::size_t tensor) const override { return Address::ofMemory(m_method, m_tensors[tensor].value); }
    QString nameOf(std::size_t tensor) const override;
    QString tooltipOf(std::size_t tensor) const override;

signals:
    void tensorClicked(program::ValueIndex value);
    /// A column beside the boxes, the flag of the peak, or the key L.
    void instructionChosen(qint64 instruction);

protected:
    QMarginsF margins() const override;
    std::vector<Tick> yTicks() const override;
    QString xText(double value) const override { return tr("instruction %1").arg(static_cast<qint64>(std::floor(value))); }
    void paintItems(QPainter& painter) const override;
    void paintMarks(QPainter& painter) const override;
    void activate(std::size_t tensor) override { emit tensorClicked(m_tensors[tensor].value); }
    void clickedBeside() override;
    void dragged(QPointF by) override;
    bool actByKey(int key) override;
    void addActions(QMenu& menu) override;
    void wheelEvent(QWheelEvent* event) override;
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t tensor) const override;

private:
    bool liveNow(std::size_t tensor) const;
    modules::OperatorFamily familyOf(std::size_t tensor) const;
    void paintBox(QPainter& painter, std::size_t tensor) const;
    void paintName(QPainter& painter, std::size_t tensor, const layout::FreeRoom& above) const;
    void paintNamesBeside(QPainter& painter, layout::FreeRoom room) const;
    void paintBand(QPainter& painter) const;
    double bandHeight() const;
    QString moduleOf(std::size_t tensor) const;
    void chooseLive();
    /// Shares of the arena that are in view.
    void showOffsets(double low, double high);

    QString m_method;
    Labels m_labels;
    std::vector<program::PlannedTensor> m_tensors;
    std::optional<program::MemoryPeak> m_peak;
    std::optional<std::int64_t> m_live;
    std::uint64_t m_bytes = 0;
    std::int64_t m_instructions = 0;
    /// Neighbouring instructions of one module, from left to right.
    struct Band {
        std::int64_t from = 0, to = 0;
        QString module;
    };
    std::vector<Band> m_bands;
    double m_bottom = 0, m_top = 1;
};

}  // namespace etscope::ui
