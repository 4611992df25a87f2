#include "graph/graph_panels.h"

#include <QFontMetricsF>
#include <algorithm>

#include "graph/graph_painter.h"
#include "look/language.h"
#include "look/numbers.h"

namespace etscope::ui {
namespace {

/// Measures of usual texts.
constexpr double kMapWidth = 176, kMapHeight = 200, kPad = 8, kSwatch = 14, kRow = 18, kRamp = 8, kRampArea = 34;

/// The ramp of an amount, from the least to the largest, with a handle at each end of the range that the colours tell apart.
void paintRamp(QPainter& painter, const QRectF& area, const OverlayMap& overlay, const AmountRange& range) {
    const Tokens& t = tokens();
    for (int x = 0; x < static_cast<int>(area.width()); ++x)
        painter.fillRect(QRectF(area.left() + x, area.top(), 1, kRamp),
                         overlay.amountColours(overlay.amountAt(x / area.width()), range).fill);
    painter.setPen(QPen(t.control, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(area.left() - 0.5, area.top() - 0.5, area.width() + 1, kRamp + 1));
    painter.setBrush(t.text2);
    for (const double end : {range.low, range.high}) {
        const QPointF tip(area.left() + overlay.shareOf(end) * area.width(), area.top() + kRamp);
        painter.setPen(Qt::NoPen);
        painter.drawPolygon(QPolygonF({tip, tip + QPointF(-4, 6), tip + QPointF(4, 6)}));
    }
    painter.setFont(smallFont());
    painter.setPen(t.text2);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignBottom, overlay.amountText(range.low));
    painter.drawText(area, Qt::AlignRight | Qt::AlignBottom, overlay.amountText(range.high));
}

void paintSwatch(QPainter& painter, const QRectF& row, const OverlayMap& overlay, const OverlayMap::Class& which) {
    const FamilyColours colours = overlay.colours(which);
    QPen border(colours.bar, 1);
    if (which.hue == OverlayMap::kNotRun) border.setDashPattern({3, 3});
    painter.setPen(border);
    painter.setBrush(colours.fill);
    const QRectF swatch(row.left() + 0.5, row.center().y() - 4.5, px(kSwatch), 10);
    painter.drawRoundedRect(swatch, 2, 2);
    painter.fillRect(QRectF(swatch.left(), swatch.top(), 3, swatch.height()), colours.bar);
}

/// The short form of a legend, in one line: the colours and their names; without the names where these have no room.
void paintSwatches(QPainter& painter, QRectF row, const OverlayMap& overlay) {
    const QFontMetricsF metrics(smallFont());
    const auto withName = [&](const OverlayMap::Class& which) { return px(kSwatch) + metrics.horizontalAdvance(which.name) + 18; };
    double wide = 0;
    for (const OverlayMap::Class& which : overlay.classes()) wide += withName(which);
    const bool named = wide <= row.width();
    for (const OverlayMap::Class& which : overlay.classes()) {
        if (row.width() < px(kSwatch) + 1) return;
        paintSwatch(painter, row, overlay, which);
        painter.setPen(tokens().text);
        if (named) painter.drawText(row.adjusted(px(kSwatch) + 6, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, which.name);
        row.setLeft(row.left() + (named ? withName(which) : px(kSwatch) + 6));
    }
}

double mapScale(const layout::Rect& scene) { return std::min(px(kMapWidth) / scene.width, px(kMapHeight) / scene.height); }

double panelCaptionHeight() { return QFontMetricsF(smallFont()).height() + 4; }

double noteHeight(const OverlayMap& overlay, double width) {
    if (overlay.note().isEmpty()) return 0;
    return QFontMetricsF(smallFont()).boundingRect(QRectF(0, 0, width, 400), Qt::TextWordWrap, overlay.note()).height() + 6;
}

/// The next row is below.
void paintRowText(QPainter& painter, QRectF& row, const QString& name, std::uint64_t nodes) {
    const QFontMetricsF metrics(smallFont());
    const QString count = countText(nodes);
    painter.setPen(tokens().text2);
    painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, count);
    painter.setPen(tokens().text);
    const QRectF left = row.adjusted(px(kSwatch) + 8, 0, -metrics.horizontalAdvance(count) - 6, 0);
    painter.drawText(left, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(name, Qt::ElideMiddle, left.width()));
    row.translate(0, px(kRow));
}

}  // namespace

QMargins GraphPanels::margins(const GraphLook& look, QSize canvas) const {
    if (look.scene() == nullptr) return {};
    if (canvas.width() >= 4 * px(kMapWidth)) return {px(kMapWidth) + static_cast<int>(2 * kPad), 0, 0, 0};
    const int strip = static_cast<int>(std::ceil(legendSize(look, true).height()));
    return {0, 0, 0, canvas.height() >= 4 * strip ? strip : 0};
}

/// What the map and its caption measure; nothing when all of the scene is seen, or there is no room.
QSizeF GraphPanels::mapSize(const GraphLook& look, const QRectF& column, const layout::Rect& seen) const {
    const layout::Rect b = look.scene()->bounds();
    if (seen.width >= b.width && seen.height >= b.height) return {0, 0};
    if (b.width <= 0 || b.height <= 0 || column.width() < px(kMapWidth)) return {0, 0};
    const QSizeF size(column.width(), std::max(2.0, b.height * mapScale(b)) + 2 * kPad + panelCaptionHeight());
    return size.height() <= column.height() ? size : QSizeF(0, 0);
}

QSizeF GraphPanels::legendSize(const GraphLook& look, bool brief) const {
    if (look.overlay() == nullptr) return {0, 0};
    const OverlayMap& overlay = *look.overlay();
    const double width = px(kMapWidth) + 2 * kPad, ramp = overlay.hasAmounts() ? px(kRampArea) : 0;
    const std::size_t classes = overlay.hasAmounts() ? 0 : brief ? 1 : overlay.classes().size();
    const std::size_t rows = 1 + classes + (brief ? 0 : overlay.signs().size() + look.marks().size());
    const double note = brief ? 0 : noteHeight(overlay, width - 2 * kPad);
    return {width, 2 * kPad + static_cast<double>(rows) * px(kRow) + ramp + note};
}

/// In the column the method stands above the legend.
void GraphPanels::paint(QPainter& painter, const GraphLook& look, const QRect& whole, const QRect& area, const layout::Rect& seen) {
    m_rampRect = m_mapRect = {};
    const bool column = area.width() < whole.width();
    QRectF room = column ? QRectF(whole).adjusted(0, 0, -area.width(), 0) : QRectF(whole).adjusted(0, area.height(), 0, 0);
    if (room.isEmpty()) return;
    painter.fillRect(room, tokens().raised);
    painter.setPen(QPen(tokens().hairline, 1));
    painter.drawLine(column ? room.topRight() : room.topLeft(), column ? room.bottomRight() : room.topRight());
    const bool brief = !column || legendSize(look, false).height() > room.height();
    const QSizeF legend = legendSize(look, brief);
    if (!legend.isEmpty() && legend.height() <= room.height())
        paintLegend(painter, look,
                    QRectF(QPointF(room.left(), column ? room.bottom() - legend.height() : room.top()),
                           QSizeF(room.width(), legend.height())),
                    brief);
    room.setBottom(room.bottom() - legend.height());
    if (column) paintWhole(painter, look, room, seen);
}

void GraphPanels::paintWhole(QPainter& painter, const GraphLook& look, QRectF room, const layout::Rect& seen) {
    const QRectF line(room.left() + kPad, room.top() + kPad / 2, room.width() - 2 * kPad, px(kRow));
    const QRectF boxes = room.adjusted(kPad, line.bottom() - room.top() + kPad / 2, -kPad - 1, -kPad);
    if (!m_column || m_columnRoom != boxes) m_column = MethodColumn(look, m_columnRoom = boxes);
    if (m_column->empty()) {
        if (const QSizeF map = mapSize(look, room, seen); !map.isEmpty())
            paintMap(painter, look, QRectF(room.topLeft(), map), seen);
        return;
    }
    const QString title = QObject::tr("Whole method"),
                  nodes = QObject::tr("%n node(s)", nullptr, counted(look.scene()->view().index().model().nodeCount()));
    const double beside = line.width() - QFontMetricsF(headingFont()).horizontalAdvance(title) - kPad;
    writeIn(painter, smallFont(), tokens().text2);
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter,
                     QFontMetricsF(smallFont()).horizontalAdvance(nodes) <= beside
                         ? nodes
                         : countText(look.scene()->view().index().model().nodeCount()));
    writeIn(painter, headingFont(), tokens().text);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, title);
    const layout::Rect b = look.scene()->bounds();
    const bool all = seen.width >= b.width && seen.height >= b.height;  // there is nowhere to go
    m_column->paint(painter, look, all ? std::nullopt : std::optional(seen));
    if (!all) m_mapRect = m_column->rect();
}

void GraphPanels::paintMap(QPainter& painter, const GraphLook& look, const QRectF& box, const layout::Rect& seen) {
    const layout::Rect b = look.scene()->bounds();
    const double scale = mapScale(b);
    const QSizeF size(std::max(2.0, b.width * scale), std::max(2.0, b.height * scale));
    m_mapRect = QRectF(QPointF(box.center().x() - size.width() / 2, box.top() + kPad), size);
    const qreal ratio = painter.device()->devicePixelRatioF();
    if (m_map.isNull() || m_map.devicePixelRatio() != ratio) drawMap(look, size, ratio);
    painter.drawPixmap(m_mapRect.topLeft(), m_map);
    const Tokens& t = tokens();
    painter.setFont(smallFont());
    painter.setPen(t.text2);
    painter.drawText(box.adjusted(kPad, 0, -kPad, -4), Qt::AlignLeft | Qt::AlignBottom,
                     QObject::tr("%n node(s)", nullptr, counted(look.scene()->view().index().model().nodeCount())));
    const QRectF frame(m_mapRect.left() + (seen.x - b.x) * scale, m_mapRect.top() + (seen.y - b.y) * scale, seen.width * scale,
                       seen.height * scale);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(t.accent, 2));
    painter.drawRect(frame.intersected(m_mapRect.adjusted(-4, -4, 4, 4)));
}

void GraphPanels::drawMap(const GraphLook& look, QSizeF size, qreal ratio) {
    const view::Scene& scene = *look.scene();
    const layout::Rect b = scene.bounds();
    m_map = QPixmap((size * ratio).toSize().expandedTo(QSize(1, 1)));
    m_map.setDevicePixelRatio(ratio);
    m_map.fill(Qt::transparent);
    QPainter painter(&m_map);
    const double scale = size.width() / b.width;
    const auto place = [&](const layout::Rect& r) {
        return QRectF((r.x - b.x) * scale, (r.y - b.y) * scale, std::max(1.0, r.width * scale), std::max(1.0, r.height * scale));
    };
    const Tokens& t = tokens();
    for (const view::SceneGroup& group : scene.groups()) {
        const std::size_t depth = scene.view().item(group.item).depth;
        painter.fillRect(place(group.rect), t.group[std::min<std::size_t>(2, depth > 0 ? depth - 1 : 0)]);
    }
    const bool family = look.overlay() == nullptr || look.overlay()->overlay() == Overlay::None;
    for (const view::SceneNode& node : scene.nodes()) {
        const ItemPaint& paint = look.paint(node.item);
        const QColor colour = !paint.shares.empty() ? paint.shares.front().first : family ? paint.colours.bar : paint.colours.fill;
        painter.fillRect(place(node.rect), colour);
    }
}

layout::Point GraphPanels::toScene(const GraphLook& look, QPointF position) const {
    if (m_column && !m_column->empty()) return m_column->toScene(position);
    const layout::Rect b = look.scene()->bounds();
    const double scale = b.width / m_mapRect.width();
    return {b.x + (position.x() - m_mapRect.left()) * scale, b.y + (position.y() - m_mapRect.top()) * scale};
}

void GraphPanels::paintLegend(QPainter& painter, const GraphLook& look, const QRectF& box, bool brief) {
    const OverlayMap& overlay = *look.overlay();
    const bool ramp = overlay.hasAmounts();
    const Tokens& t = tokens();
    QRectF row(box.left() + kPad, box.top() + kPad, box.width() - 2 * kPad, px(kRow));
    painter.setFont(headingFont());
    painter.setPen(t.text);
    QString heading = overlay.title();
    if (!heading.isEmpty()) heading[0] = heading[0].toUpper();
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(headingFont()).elidedText(heading, Qt::ElideRight, row.width()));
    row.translate(0, px(kRow));
    painter.setFont(smallFont());
    if (ramp) {
        m_rampRect = QRectF(row.left(), row.top() + 3, row.width(), px(kRampArea) - 4);
        paintRamp(painter, m_rampRect, overlay, look.range());
        row.translate(0, px(kRampArea));
    }
    if (brief) {
        if (!ramp) paintSwatches(painter, row, overlay);
        return;
    }
    for (std::size_t i = 0; !ramp && i < overlay.classes().size(); ++i) {
        const OverlayMap::Class& which = overlay.classes()[i];
        paintSwatch(painter, row, overlay, which);
        paintRowText(painter, row, which.name, which.nodes);
    }
    for (const OverlayMap::Sign& sign : overlay.signs()) {
        paintMark(painter, QRectF(row.left() + 2, row.center().y() - 5, 10, 10), sign.mark);
        paintRowText(painter, row, sign.name, sign.nodes);
    }
    for (const QueryMark& mark : look.marks()) {
        paintQueryMark(painter, QRectF(row.left(), row.center().y() - px(kSwatch) / 2, px(kSwatch), px(kSwatch)), mark.number);
        painter.setFont(smallFont());
        paintRowText(painter, row, mark.text, mark.nodes.size());
    }
    painter.setPen(t.text2);
    if (const double note = noteHeight(overlay, row.width()); note > 0)
        painter.drawText(QRectF(row.left(), row.top() + 4, row.width(), note), Qt::TextWordWrap, overlay.note());
}

}  // namespace etscope::ui
