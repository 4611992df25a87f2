// The drawn parts of the Overview: flow between methods, damaged archive by offset.
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <map>

#include "base/text.h"
#include "look/numbers.h"
#include "look/tokens.h"
#include "pages/overview_page.h"

namespace etscope::ui {
namespace {

/// Measures of usual texts. At full size; a narrow view takes less of each, down to this part.
constexpr double kBoxWidth = 160, kPortRoom = 130, kColumnGap = 130, kLeastPart = 0.5;
constexpr double kBoxPad = 14, kRowGap = 26, kArrow = 24, kBelow = 220;

double lineOf(const QFont& font) { return QFontMetricsF(font).height(); }
double boxHeight() { return lineOf(headingFont()) + lineOf(smallFont()) + kBoxPad; }

QString elidedLines(const QString& text, const QFontMetricsF& metrics, double room) {
    QStringList lines = text.split(QLatin1Char('\n'));
    for (QString& line : lines) line = metrics.elidedText(line, Qt::ElideMiddle, room);
    return lines.join(QLatin1Char('\n'));
}

void drawArrow(QPainter& painter, QPointF from, QPointF to) {
    const double middle = (from.x() + to.x()) / 2;
    QPainterPath path(from);
    path.cubicTo(middle, from.y(), middle, to.y(), to.x() - 6, to.y());
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    painter.setBrush(painter.pen().color());
    painter.drawPolygon(QPolygonF({to, QPointF(to.x() - 8, to.y() - 3.5), QPointF(to.x() - 8, to.y() + 3.5)}));
}

}  // namespace

void FlowView::setFlow(std::vector<Box> boxes, std::vector<findings::FlowEdge> edges) {
    m_boxes = std::move(boxes);
    m_edges = std::move(edges);
    place();
    updateGeometry();
    update();
}

/// Columns by the longest way from a method without feeders; at most as many steps as methods, so cycles end.
void FlowView::place() {
    std::map<std::string, std::size_t> column;
    for (std::size_t step = 0; step < m_boxes.size(); ++step)
        for (const findings::FlowEdge& edge : m_edges)
            if (column[edge.to] <= column[edge.from] && column[edge.from] + 1 < m_boxes.size())
                column[edge.to] = column[edge.from] + 1;
    std::map<std::size_t, int> used;
    m_rects.clear();
    std::map<std::size_t, std::size_t> total;
    for (const Box& box : m_boxes) ++total[column[box.name.toStdString()]];
    m_natural = px(2 * kPortRoom + kBoxWidth) +
                (total.empty() ? 0 : static_cast<double>(total.rbegin()->first)) * px(kBoxWidth + kColumnGap);
    m_part = std::clamp(width() / std::max(1.0, m_natural), kLeastPart, 1.0);
    std::size_t tallest = 1;
    for (const auto& [c, n] : total) tallest = std::max(tallest, n);
    const double height = boxHeight(), down = height + px(kRowGap);
    for (const Box& box : m_boxes) {
        const std::size_t c = column[box.name.toStdString()];
        const double offset = static_cast<double>(tallest - total[c]) * down / 2;
        m_rects.emplace_back(m_part * (px(kPortRoom) + static_cast<double>(c) * px(kBoxWidth + kColumnGap)),
                             10 + offset + used[c]++ * down, m_part * px(kBoxWidth), height);
    }
}

/// Methods that others feed have no room at their left: what else they take comes from below.
bool FlowView::isFed(const Box& box) const {
    return std::ranges::any_of(m_edges, [&box](const findings::FlowEdge& edge) { return edge.to == box.name.toStdString(); });
}

QSize FlowView::sizeHint() const {
    double right = 0, bottom = boxHeight();
    for (std::size_t i = 0; i < m_rects.size(); ++i) {
        const double below = isFed(m_boxes[i]) && !m_boxes[i].inputs.isEmpty() ? px(kArrow) + 2 * lineOf(codeFont()) : 0;
        right = std::max(right, m_rects[i].right());
        bottom = std::max(bottom, m_rects[i].bottom() + below);
    }
    return {static_cast<int>(right + m_part * px(kPortRoom)), static_cast<int>(bottom) + 8};
}

QSize FlowView::minimumSizeHint() const { return {static_cast<int>(kLeastPart * m_natural), sizeHint().height()}; }

void FlowView::resizeEvent(QResizeEvent*) { place(); }

void FlowView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange) return;
    place();
    updateGeometry();
}

void FlowView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens& t = tokens();
    const double columnGap = m_part * px(kColumnGap), portRoom = m_part * px(kPortRoom), arrow = px(kArrow);
    const QFontMetricsF code(codeFont());
    const double line = code.height();
    const auto rectOf = [this](const std::string& name) {
        for (std::size_t i = 0; i < m_boxes.size(); ++i)
            if (m_boxes[i].name.toStdString() == name) return m_rects[i];
        return QRectF();
    };
    for (const findings::FlowEdge& edge : m_edges) {
        const QRectF from = rectOf(edge.from), to = rectOf(edge.to);
        painter.setPen(QPen(t.edge, 1.5));
        const QPointF start(from.right(), from.center().y()),
            end(to.left(), to.center().y() + (from.center().y() - to.center().y()) * 0.15);
        drawArrow(painter, start, end);
        paintMark(painter, QRectF((start.x() + end.x()) / 2 - 6, (start.y() + end.y()) / 2 - 6, 12, 12), Mark::Ambiguous);
        painter.setPen(t.text2);
        painter.setFont(codeFont());
        const double label = from.center().y() > to.center().y() ? from.center().y() + 4 : from.center().y() - line - 4;
        painter.drawText(QRectF(from.right() + 6, label, columnGap - 8, line), Qt::AlignLeft,
                         code.elidedText(text(edge.shape), Qt::ElideMiddle, columnGap - 8));
    }
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        const Box& box = m_boxes[i];
        const QRectF& rect = m_rects[i];
        painter.setPen(QPen(t.control, 1));
        painter.setBrush(t.base);
        painter.drawRoundedRect(rect, 4, 4);
        painter.setPen(t.text);
        painter.setFont(headingFont());
        painter.drawText(rect.adjusted(10, 5, -8, 0), Qt::AlignLeft | Qt::AlignTop,
                         QFontMetricsF(headingFont()).elidedText(box.name, Qt::ElideMiddle, rect.width() - 18));
        painter.setFont(smallFont());
        painter.setPen(t.text2);
        painter.drawText(rect.adjusted(10, 0, -8, -5), Qt::AlignLeft | Qt::AlignBottom, box.nodes);
        const auto port = [&](const QString& label, double y, bool input) {
            const double x = input ? rect.left() : rect.right();
            painter.setPen(QPen(t.edge, 1.5));
            drawArrow(painter, {input ? x - arrow : x, y}, {input ? x : x + arrow, y});
            painter.setPen(t.text2);
            painter.setFont(codeFont());
            const double room = portRoom - arrow - 4;
            const QRectF area(input ? x - portRoom : x + arrow + 4, y - line - 1, room, 2 * line + 2);
            painter.drawText(area, static_cast<int>(Qt::AlignVCenter) | static_cast<int>(input ? Qt::AlignRight : Qt::AlignLeft),
                             elidedLines(label, code, room));
        };
        const bool fed = isFed(box);
        if (fed && !box.inputs.isEmpty()) {
            const QPointF end(rect.center().x(), rect.bottom());
            painter.setPen(QPen(t.edge, 1.5));
            painter.drawLine(end + QPointF(0, arrow), end + QPointF(0, 6));
            painter.setBrush(t.edge);
            painter.drawPolygon(QPolygonF({end, end + QPointF(-3.5, 8), end + QPointF(3.5, 8)}));
            painter.setPen(t.text2);
            painter.setFont(codeFont());
            const double room = px(kBelow), left = std::clamp(end.x() - room / 2, 0.0, std::max(0.0, width() - room));
            painter.drawText(QRectF(left, end.y() + arrow + 2, room, 2 * line + 2), Qt::AlignHCenter | Qt::AlignTop,
                             elidedLines(box.inputs.first(), code, room));
        }
        for (qsizetype k = 0; k < box.inputs.size() && k < 2 && !fed; ++k)
            port(box.inputs[k], rect.center().y() + (box.inputs.size() > 1 ? (k == 0 ? -line : line + 4) : 0), true);
        if (!box.outputs.isEmpty()) port(box.outputs.first(), rect.center().y(), false);
    }
}

void FlowView::mousePressEvent(QMouseEvent* event) {
    for (std::size_t i = 0; i < m_rects.size(); ++i)
        if (m_rects[i].contains(event->position())) return emit methodClicked(m_boxes[i].name);
}

ArchiveStrip::ArchiveStrip(const session::SessionFile& file, QWidget* parent)
    : QWidget(parent), m_size(static_cast<double>(std::max<std::uint64_t>(1, file.size))), m_name(text(baseName(file.path))) {
    m_claimed = m_size;
    for (const ZipEntry& entry : file.zip->entries()) {
        const double from = static_cast<double>(entry.headerOffset);
        m_parts.push_back({from, from + static_cast<double>(entry.compressedSize), text(entry.name), entry.truncated});
        m_claimed = std::max(m_claimed, from + static_cast<double>(std::max(entry.size, entry.compressedSize)));
    }
    m_claimed = std::max(m_claimed, m_size * 1.15);
    setAccessibleName(tr("%1 by offset").arg(m_name));
}

/// Where the file ends, the bar, its first offset.
QSize ArchiveStrip::sizeHint() const { return {px(400), static_cast<int>(3 * lineOf(smallFont())) + 30}; }

void ArchiveStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Tokens& t = tokens();
    const QFontMetricsF small(smallFont());
    const double line = small.height();
    const QRectF bar(0.5, line + 6.5, width() - 1.0, line + 14);
    const auto x = [&](double offset) { return bar.left() + offset / m_claimed * bar.width(); };
    painter.setPen(QPen(t.control, 1, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar);
    painter.setFont(smallFont());
    for (const Part& part : m_parts) {
        const QRectF area(x(part.from), bar.top(), std::max(1.0, x(part.to) - x(part.from)), bar.height());
        painter.setPen(part.truncated ? t.differ : t.match);
        painter.setBrush(part.truncated ? t.differBack : t.matchBack);
        painter.drawRect(area);
        painter.setPen(t.text);
        if (area.width() > px(80))
            painter.drawText(area.adjusted(6, 0, -4, 0), Qt::AlignVCenter,
                             painter.fontMetrics().elidedText(part.name, Qt::ElideMiddle, static_cast<int>(area.width()) - 10));
    }
    const double end = x(m_size);
    painter.fillRect(QRectF(end, bar.top() - 8, 2, bar.height() + 16), t.differ);
    painter.setPen(t.text);
    const QString ends = tr("file ends at %1").arg(hexText(static_cast<std::uint64_t>(m_size)));
    const double room = small.horizontalAdvance(ends) + 2;
    painter.drawText(QRectF(std::clamp(end - 4, 0.0, std::max(0.0, width() - room)), 0, room, line), Qt::AlignLeft, ends);
    painter.setPen(t.text3);
    painter.drawText(QRectF(0, bar.bottom() + 4, px(40), line), Qt::AlignLeft, QStringLiteral("0"));
    if (const double left = bar.right() - end - 12; left > px(100))
        painter.drawText(QRectF(end + 8, bar.top(), left, bar.height()), Qt::AlignVCenter,
                         small.elidedText(tr("named by a header, not in the file"), Qt::ElideRight, left));
}

}  // namespace etscope::ui
