#include "charts/memory_view.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

/// Boxes narrower than this get no name.
constexpr double kLeastWidth = 44;
constexpr double kFlagPad = 8;

/// The same for boxes that cover the same pixels.
std::uint64_t pixelsOf(const QRectF& box) {
    std::uint64_t key = 0;
    for (const double edge : {box.left(), box.top(), box.right(), box.bottom()})
        key = key << 16U | static_cast<std::uint64_t>(std::clamp(std::round(edge), 0.0, 65535.0));
    return key;
}

modules::OperatorFamily familyOf(const program::PlannedTensor& tensor) {
    if (tensor.firstUse < 0) return modules::OperatorFamily::Input;
    return tensor.upperBound ? modules::OperatorFamily::Memory : modules::OperatorFamily::Compute;
}

}  // namespace

MemoryView::MemoryView(QWidget* parent) : ChartView(parent) {
    setMinimumHeight(px(120));
    setObjectName(QStringLiteral("memoryView"));
    setAccessibleName(tr("Lifetimes of tensors over offsets"));
}

QMarginsF MemoryView::margins() const {
    QStringList offsets;
    for (const Tick& tick : yTicks()) offsets.append(tick.text);
    return {widestOf(offsets) + 2 * kTickGap, flagHeight() + kEdge, 14, 2 * QFontMetricsF(smallFont()).height() + 8};
}

/// One column stands before the first instruction and one behind the last.
void MemoryView::setPlan(const program::MemoryPlan& plan, std::uint32_t memoryId, std::int64_t instructions,
                         const QString& method) {
    m_method = method;
    m_tensors.clear();
    m_peak.reset();
    m_bytes = 0;
    m_instructions = std::max<std::int64_t>(1, instructions);
    std::vector<Span> spans;
    for (const program::PlannedTensor& tensor : plan.tensors) {
        if (tensor.memoryId != memoryId || !tensor.used) continue;
        m_tensors.push_back(tensor);
        spans.push_back({static_cast<double>(tensor.firstUse), static_cast<double>(tensor.lastUse + 1)});
    }
    for (const program::PlannedBuffer& buffer : plan.buffers)
        if (buffer.memoryId == memoryId) m_bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(0, buffer.bytes));
    for (const program::MemoryPeak& peak : plan.peaks)
        if (peak.memoryId == memoryId) m_peak = peak;
    setTitles({}, m_tensors.empty() ? QString() : tr("instruction"));
    setItems(std::move(spans), -1, static_cast<double>(m_instructions + 1));
}

QRectF MemoryView::boxOf(std::size_t item) const {
    const program::PlannedTensor& tensor = m_tensors[item];
    const QRectF area = plot();
    const double bytes = std::max(1.0, static_cast<double>(m_bytes));
    const double x0 = xOf(static_cast<double>(tensor.firstUse)), x1 = xOf(static_cast<double>(tensor.lastUse + 1));
    const double y0 = static_cast<double>(tensor.offset) / bytes,
                 y1 = static_cast<double>(tensor.offset + std::max(tensor.bytes, tensor.reserved)) / bytes;
    return {x0, area.bottom() - y1 * area.height(), x1 - x0, (y1 - y0) * area.height()};
}

QRectF MemoryView::boxOfValue(program::ValueIndex value) const {
    const auto hit = std::ranges::find(m_tensors, value, &program::PlannedTensor::value);
    return hit == m_tensors.end() ? QRectF() : boxOf(static_cast<std::size_t>(hit - m_tensors.begin()));
}

QString MemoryView::nameOf(std::size_t item) const {
    const program::PlannedTensor& tensor = m_tensors[item];
    return tensor.name.empty() ? QStringLiteral("v%1").arg(tensor.value) : text(tensor.name);
}

QString MemoryView::tooltipOf(std::size_t item) const {
    const program::PlannedTensor& tensor = m_tensors[item];
    const QString first = tensor.firstUse < 0 ? tr("input") : QString::number(tensor.firstUse);
    return tr("%1\n%2 at %3\ninstructions %4 … %5")
        .arg(nameOf(item), bytesText(tensor.bytes), hexText(tensor.offset), first)
        .arg(tensor.lastUse);
}

std::vector<ChartView::Tick> MemoryView::yTicks() const {
    std::vector<Tick> ticks;
    for (std::uint64_t i = 0; i <= 4 && !m_tensors.empty(); ++i)
        ticks.push_back({static_cast<double>(i) / 4, bytesText(m_bytes * i / 4)});
    return ticks;
}

void MemoryView::paintItems(QPainter& painter) const {
    const Tokens& t = tokens();
    const QFontMetricsF metrics(smallFont());
    painter.setFont(smallFont());
    std::unordered_set<std::uint64_t> painted;
    each(from(), to(), [&](std::size_t item) {
        const QRectF box = boxOf(item);
        if (!painted.insert(pixelsOf(box)).second) return;
        const FamilyColours& colours = t.families[static_cast<std::size_t>(familyOf(m_tensors[item]))];
        painter.setPen(QPen(colours.bar, 1));
        painter.setBrush(colours.fill);
        painter.drawRect(box);
        const QRectF inside = box.intersected(plot()).adjusted(4, 1, -3, -1);
        if (inside.width() + 7 < kLeastWidth || box.height() < metrics.height() + 2) return;
        painter.setPen(t.text);
        painter.drawText(inside, Qt::AlignLeft | Qt::AlignTop, metrics.elidedText(nameOf(item), Qt::ElideMiddle, inside.width()));
    });
}

void MemoryView::paintMarks(QPainter& painter) const {
    const double at = m_peak ? static_cast<double>(m_peak->atInstruction) + 0.5 : 0;
    if (!m_peak || m_tensors.empty() || at < from() || at > to()) return;
    const Tokens& t = tokens();
    const QRectF area = plot();
    const double x = xOf(at);
    painter.setPen(QPen(t.differ, 2));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    const QString words = tr("Peak %1 at %2 of %3")
                              .arg(bytesText(m_peak->bytes))
                              .arg(m_peak->atInstruction)
                              .arg(countText(static_cast<std::uint64_t>(m_instructions)));
    painter.setFont(headingFont());
    const QFontMetricsF bold(headingFont());
    const double width = std::min(bold.horizontalAdvance(words) + 2 * kFlagPad, area.width());
    const QRectF flag(std::clamp(x - kFlagPad, area.left(), std::max(area.left(), area.right() - width)), kEdge / 2, width,
                      flagHeight());
    painter.setPen(QPen(t.differ, 1));
    painter.setBrush(t.base);
    painter.drawRoundedRect(flag, 4, 4);
    painter.setPen(t.text);
    painter.drawText(flag, Qt::AlignCenter, bold.elidedText(words, Qt::ElideRight, width - kFlagPad));
}

QStringList MemoryView::tsvTitles() const {
    return {tr("tensor"), tr("value"), tr("offset"), tr("bytes"), tr("first instruction"), tr("last instruction")};
}

QStringList MemoryView::tsvCells(std::size_t item) const {
    const program::PlannedTensor& tensor = m_tensors[item];
    return {nameOf(item),
            QString::number(tensor.value),
            QString::number(tensor.offset),
            QString::number(tensor.bytes),
            tensor.firstUse < 0 ? tr("input") : QString::number(tensor.firstUse),
            QString::number(tensor.lastUse)};
}

}  // namespace etscope::ui
