#include "charts/memory_view.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "look/numbers.h"

namespace etscope::ui {
namespace {

constexpr double kLeft = 76, kRight = 14, kTop = 30, kBottom = 24;
/// Boxes narrower or lower than this get no name.
constexpr double kLeastWidth = 44, kLeastHeight = 14;

QString nameOf(const program::PlannedTensor& tensor) {
    return tensor.name.empty() ? QStringLiteral("v%1").arg(tensor.value) : text(tensor.name);
}

}  // namespace

MemoryView::MemoryView(QWidget* parent) : QWidget(parent) {
    setMinimumHeight(160);
    setObjectName(QStringLiteral("memoryView"));
    setAccessibleName(tr("Lifetimes of tensors over offsets"));
}

void MemoryView::setPlan(const program::MemoryPlan& plan, std::uint32_t memoryId, std::int64_t instructions) {
    m_selected = -1;
    m_tensors.clear();
    m_peak.reset();
    m_bytes = 0;
    m_instructions = std::max<std::int64_t>(1, instructions);
    for (const program::PlannedTensor& tensor : plan.tensors)
        if (tensor.memoryId == memoryId && tensor.used) m_tensors.push_back(tensor);
    for (const program::PlannedBuffer& buffer : plan.buffers)
        if (buffer.memoryId == memoryId) m_bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(0, buffer.bytes));
    for (const program::MemoryPeak& peak : plan.peaks)
        if (peak.memoryId == memoryId) m_peak = peak;
    update();
}

QRectF MemoryView::plot() const { return QRectF(rect()).adjusted(kLeft, kTop, -kRight, -kBottom); }

QRectF MemoryView::boxOf(const program::PlannedTensor& tensor) const {
    const QRectF area = plot();
    const double columns = static_cast<double>(m_instructions) + 2;  // before the first, behind the last
    const double bytes = std::max(1.0, static_cast<double>(m_bytes));
    const double x0 = static_cast<double>(tensor.firstUse + 1) / columns, x1 = static_cast<double>(tensor.lastUse + 2) / columns;
    const double y0 = static_cast<double>(tensor.offset) / bytes,
                 y1 = static_cast<double>(tensor.offset + std::max(tensor.bytes, tensor.reserved)) / bytes;
    return {area.left() + x0 * area.width(), area.bottom() - y1 * area.height(), (x1 - x0) * area.width(),
            (y1 - y0) * area.height()};
}

QRectF MemoryView::boxOf(program::ValueIndex value) const {
    for (const program::PlannedTensor& tensor : m_tensors)
        if (tensor.value == value) return boxOf(tensor);
    return {};
}

int MemoryView::at(QPointF point) const {
    for (std::size_t i = m_tensors.size(); i-- > 0;)
        if (boxOf(m_tensors[i]).contains(point)) return static_cast<int>(i);
    return -1;
}

void MemoryView::paintAxes(QPainter& painter) const {
    const Tokens& t = tokens();
    const QRectF area = plot();
    painter.setFont(smallFont());
    for (int i = 0; i <= 4; ++i) {
        const double y = area.bottom() - area.height() * i / 4;
        painter.setPen(i == 0 || i == 4 ? t.control : t.hairline);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(t.text3);
        painter.drawText(QRectF(0, y - 8, kLeft - 8, 16), Qt::AlignRight | Qt::AlignVCenter,
                         bytesText(m_bytes * static_cast<std::uint64_t>(i) / 4));
    }
    painter.drawText(QRectF(area.left(), area.bottom() + 4, 200, 16), Qt::AlignLeft, tr("instruction 0"));
    painter.drawText(QRectF(area.right() - 200, area.bottom() + 4, 200, 16), Qt::AlignRight,
                     countText(static_cast<std::uint64_t>(m_instructions)));
}

void MemoryView::paintPeak(QPainter& painter) const {
    if (!m_peak) return;
    const Tokens& t = tokens();
    const QRectF area = plot();
    const double x =
        area.left() + (static_cast<double>(m_peak->atInstruction) + 1.5) / (static_cast<double>(m_instructions) + 2) * area.width();
    painter.setPen(QPen(t.differ, 2));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    const QString words = tr("Peak %1 at %2 of %3")
                              .arg(bytesText(m_peak->bytes))
                              .arg(m_peak->atInstruction)
                              .arg(countText(static_cast<std::uint64_t>(m_instructions)));
    painter.setFont(headingFont());
    const double width = QFontMetricsF(headingFont()).horizontalAdvance(words) + 16;
    const QRectF flag(std::clamp(x - 8, area.left(), std::max(area.left(), area.right() - width)), 4, width, 20);
    painter.setPen(QPen(t.differ, 1));
    painter.setBrush(t.base);
    painter.drawRoundedRect(flag, 4, 4);
    painter.setPen(t.text);
    painter.drawText(flag, Qt::AlignCenter, words);
}

void MemoryView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens& t = tokens();
    painter.fillRect(rect(), t.base);
    if (m_tensors.empty()) return;
    paintAxes(painter);
    for (std::size_t i = 0; i < m_tensors.size(); ++i) {
        const program::PlannedTensor& tensor = m_tensors[i];
        const bool selected = static_cast<int>(i) == m_selected;
        const QRectF box = boxOf(tensor);
        const auto family = tensor.firstUse < 0 ? modules::OperatorFamily::Input
                            : tensor.upperBound ? modules::OperatorFamily::Memory
                                                : modules::OperatorFamily::Compute;
        const FamilyColours& colours = t.families[static_cast<std::size_t>(family)];
        painter.setPen(QPen(selected ? t.accent : colours.bar, selected ? 2.5 : 1));
        painter.setBrush(colours.fill);
        painter.drawRect(box);
        if (box.width() < kLeastWidth || box.height() < kLeastHeight) continue;
        painter.setPen(t.text);
        painter.setFont(smallFont());
        painter.drawText(box.adjusted(4, 1, -3, -1), Qt::AlignLeft | Qt::AlignTop,
                         QFontMetricsF(smallFont()).elidedText(nameOf(tensor), Qt::ElideMiddle, box.width() - 7));
    }
    paintPeak(painter);
}

void MemoryView::mousePressEvent(QMouseEvent* event) {
    m_selected = at(event->position());
    update();
    if (m_selected < 0) return;
    const program::PlannedTensor& tensor = m_tensors[static_cast<std::size_t>(m_selected)];
    emit tensorClicked(tensor.value, tensor.firstUse);
}

bool MemoryView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int hit = at(help->pos());
        if (hit < 0) {
            QToolTip::hideText();
            return true;
        }
        const program::PlannedTensor& tensor = m_tensors[static_cast<std::size_t>(hit)];
        QToolTip::showText(help->globalPos(),
                           QStringLiteral("<b>%1</b><br>%2 at %3<br>%4 … %5")
                               .arg(nameOf(tensor).toHtmlEscaped(), bytesText(tensor.bytes), hexText(tensor.offset))
                               .arg(tensor.firstUse)
                               .arg(tensor.lastUse),
                           this);
        return true;
    }
    return QWidget::event(event);
}

}  // namespace etscope::ui
