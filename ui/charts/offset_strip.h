// OffsetStrip: the regions of a file along their offsets: every byte is at its place. GUI thread only.
#pragma once

#include "charts/chart_view.h"
#include "flat/region.h"

namespace etscope::ui {

class OffsetStrip : public ChartView {
    Q_OBJECT
public:
    explicit OffsetStrip(QWidget* parent = nullptr);
    /// `file`: as addresses name it; `size`: all of it.
    void setRegions(std::vector<flat::Region> regions, const QString& file, std::uint64_t size);
    /// Marks a region; −1: none.
    void setCurrentRegion(int region) { setCurrent(region); }
    QRectF boxOf(std::size_t region) const override;
    Address addressOf(std::size_t region) const override { return Address::ofRegion(m_file, m_regions[region].offset); }
    QString nameOf(std::size_t region) const override;
    QString tooltipOf(std::size_t region) const override;

signals:
    void regionClicked(int index);

protected:
    QMarginsF margins() const override;
    std::vector<Tick> xTicks() const override;
    QString xText(double value) const override;
    void paintItems(QPainter& painter) const override;
    void activate(std::size_t region) override { emit regionClicked(static_cast<int>(region)); }
    void restyled() override { fitHeight(); }
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t region) const override;

private:
    void fitHeight();

    std::vector<flat::Region> m_regions;
    QString m_file;
};

}  // namespace etscope::ui
