#include "charts/offset_strip.h"

#include <QPainter>
#include <cmath>

#include "charts/treemap.h"
#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr double kOffsetStripBand = 12;
/// Regions narrower than this have no border.
constexpr double kOffsetStripOutlined = 3;
/// Between the numbers of the axis.
constexpr double kLeastTick = 90;

}  // namespace

OffsetStrip::OffsetStrip(QWidget* parent) : ChartView(parent) {
    introduce("offsetStrip", tr("Regions of the file by offset"));
    fitHeight();
}

QMarginsF OffsetStrip::margins() const { return {8, 4, 8, QFontMetricsF(smallFont()).height() + kTickGap + 2}; }

void OffsetStrip::fitHeight() {
    const QMarginsF around = margins();
    setFixedHeight(static_cast<int>(std::ceil(around.top() + px(kOffsetStripBand) + around.bottom())));
}

void OffsetStrip::setRegions(std::vector<flat::Region> regions, const QString& file, std::uint64_t size) {
    m_regions = std::move(regions);
    m_file = file;
    std::vector<Span> spans;
    spans.reserve(m_regions.size());
    for (const flat::Region& region : m_regions)
        spans.push_back(
            {static_cast<double>(region.offset), static_cast<double>(region.offset) + static_cast<double>(region.size)});
    setItems(std::move(spans), 0, std::max(1.0, static_cast<double>(size)));
}

QRectF OffsetStrip::boxOf(std::size_t index) const {
    const flat::Region& region = m_regions[index];
    const double x = xOf(static_cast<double>(region.offset));
    const double end = xOf(static_cast<double>(region.offset) + static_cast<double>(region.size));
    return {x, plot().top(), std::max(1.0, end - x), plot().height()};
}

QString OffsetStrip::nameOf(std::size_t index) const { return text(m_regions[index].name); }

QString OffsetStrip::tooltipOf(std::size_t index) const {
    const flat::Region& region = m_regions[index];
    return tr("%1\n%2 at %3").arg(nameOf(index), bytesText(region.size), hexText(region.offset));
}

/// At 1, 2, 4, … of the units that bytes are counted in.
std::vector<ChartView::Tick> OffsetStrip::xTicks() const {
    const double room = std::max(1.0, plot().width()), range = to() - from();
    if (!(range > 0)) return {};
    const double step = std::exp2(std::ceil(std::log2(std::max(1.0, range * px(kLeastTick) / room))));
    std::vector<Tick> ticks;
    for (double at = std::ceil(from() / step) * step; at <= to(); at += step)
        ticks.push_back({at, at == 0 ? tr("offset 0") : xText(at)});
    return ticks;
}

QString OffsetStrip::xText(double value) const { return bytesText(static_cast<std::uint64_t>(std::max(0.0, value))); }

/// Regions within pixels that are painted already are not seen; the one that is chosen is drawn last.
void OffsetStrip::paintItems(QPainter& painter) const {
    const Tokens& t = tokens();
    painter.setRenderHint(QPainter::Antialiasing, false);
    double edge = -1;
    each(from(), to(), [&](std::size_t i) {
        const QRectF box = boxOf(i).intersected(plot());
        if (box.width() < 1.5 && box.right() <= edge) return;
        edge = std::max(edge, std::floor(box.right()));
        const FamilyColours& colours = t.families[static_cast<std::size_t>(Treemap::familyOf(m_regions[i].kind))];
        if (box.width() < kOffsetStripOutlined) return painter.fillRect(box, colours.bar);
        painter.setPen(QPen(colours.bar, 1));
        painter.setBrush(colours.fill);
        painter.drawRect(box.adjusted(0, 0, -1, -1));
    });
}

QStringList OffsetStrip::tsvTitles() const { return {tr("offset"), tr("bytes"), tr("region"), tr("address")}; }

QStringList OffsetStrip::tsvCells(std::size_t index) const {
    const flat::Region& region = m_regions[index];
    return {QString::number(region.offset), QString::number(region.size), nameOf(index), addressOf(index).text()};
}

}  // namespace etscope::ui
