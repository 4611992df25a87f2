#include "graph/graph_panels.h"

#include <QFontMetricsF>
#include <algorithm>

#include "graph/graph_painter.h"
#include "look/language.h"
#include "look/numbers.h"

namespace etscope::ui {
namespace {

/// Measures of usual texts.
constexpr double kMapWidth = 150, kMapHeight = 200, kMargin = 16, kPad = 8, kSwatch = 14, kRow = 18, kRamp = 8, kRampArea = 34,
                 kGraphPanelsGap = 8;

void panel(QPainter& painter, const QRectF& area) {
    const Tokens& t = tokens();
    painter.setPen(QPen(t.border, 1));
    painter.setBrush(t.base);
    painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

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

/// The short form of a legend: the colours alone, as many as there is room for.
void paintSwatches(QPainter& painter, QRectF row, const OverlayMap& overlay) {
    for (const OverlayMap::Class& which : overlay.classes()) {
        if (row.width() < px(kSwatch) + 1) return;
        paintSwatch(painter, row, overlay, which);
        row.setLeft(row.left() + px(kSwatch) + 6);
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

/// Where the names of groups stand in the view.
std::vector<QRectF> headerNames(const GraphLook& look, const QRect& view, const layout::Rect& seen, double scale) {
    std::vector<QRectF> names;
    for (const ShownHeader& header : shownHeaders(*look.scene(), seen, detailOf(scale))) {
        const view::Item& item = look.scene()->view().item(look.scene()->groups()[header.group].item);
        const double width =
            std::min(header.rect.width, 2 * view::measure::kHeader + textWidth(text(item.title), view::TextRole::Title));
        names.emplace_back(view.left() + (header.rect.x - seen.x) * scale, view.top() + (header.rect.y - seen.y) * scale,
                           width * scale, header.rect.height * scale);
    }
    return names;
}

}  // namespace

/// What the map and its caption measure; nothing when all of the scene is seen, or there is no room.
QSizeF GraphPanels::mapSize(const GraphLook& look, const QRect& view, const layout::Rect& seen) const {
    const layout::Rect b = look.scene()->bounds();
    if (seen.width >= b.width && seen.height >= b.height) return {0, 0};
    if (view.height() < 2 * px(kMapHeight) || view.width() < 4 * px(kMapWidth) || b.width <= 0 || b.height <= 0) return {0, 0};
    return {px(kMapWidth) + 2 * kPad, std::max(2.0, b.height * mapScale(b)) + 2 * kPad + panelCaptionHeight()};
}

QSizeF GraphPanels::legendSize(const GraphLook& look, const QRect& view, bool brief) const {
    if (look.overlay() == nullptr) return {0, 0};
    const OverlayMap& overlay = *look.overlay();
    const double width = px(kMapWidth) + 2 * kPad, ramp = overlay.hasAmounts() ? px(kRampArea) : 0;
    const std::size_t classes = overlay.hasAmounts() ? 0 : brief ? 1 : overlay.classes().size();
    const std::size_t rows = 1 + classes + (brief ? 0 : overlay.signs().size() + look.marks().size());
    const double note = brief ? 0 : noteHeight(overlay, width - 2 * kPad);
    const double height = 2 * kPad + static_cast<double>(rows) * px(kRow) + ramp + note;
    if (height + 2 * kMargin > view.height() || width + kMargin > view.width() * 2.0 / 3) return {0, 0};
    return {width, height};
}

/// The first corner without boxes, flags and names of groups: with both, with the legend in its short form, with the legend alone,
/// whole or short; else that which covers least.
GraphPanels::Places GraphPanels::places(const GraphLook& look, const QRect& view, const layout::Rect& seen) {
    const double scale = seen.width > 0 ? view.width() / seen.width : 1;
    const std::vector<QRectF> names = headerNames(look, view, seen, scale);
    const auto covered = [&](const QRectF& area) {
        const view::SceneParts parts =
            look.scene()->visible({seen.x + (area.left() - view.left()) / scale, seen.y + (area.top() - view.top()) / scale,
                                   area.width() / scale, area.height() / scale});
        return parts.nodes.size() + parts.stubs.size() +
               static_cast<std::size_t>(
                   std::ranges::count_if(names, [&area](const QRectF& name) { return name.intersects(area); }));
    };
    const auto inCorner = [&](Corner corner, QSizeF size) {
        const bool left = corner == Corner::BottomLeft || corner == Corner::TopLeft,
                   top = corner == Corner::TopRight || corner == Corner::TopLeft;
        return QRectF(QPointF(left ? view.left() + kMargin : view.right() + 1 - kMargin - size.width(),
                              top ? view.top() + kMargin : view.bottom() + 1 - kMargin - size.height()),
                      size);
    };
    const QSizeF map = mapSize(look, view, seen), whole = legendSize(look, view, false), brief = legendSize(look, view, true);
    struct Form {
        QSizeF legend, map;
        bool brief;
    };
    std::vector<Form> forms{{whole, map, false}};
    if (!map.isEmpty() && !whole.isEmpty()) forms.insert(forms.end(), {{brief, map, true}, {whole, {0, 0}, false}});
    if (!brief.isEmpty()) forms.push_back({brief, {0, 0}, true});
    QRectF best;
    Form form{};
    std::size_t least = SIZE_MAX;
    for (const Form& one : forms) {
        const double gap = one.legend.isEmpty() || one.map.isEmpty() ? 0 : kGraphPanelsGap;
        const QSizeF size(std::max(one.legend.width(), one.map.width()), one.legend.height() + gap + one.map.height());
        if (size.isEmpty() || size.height() + 2 * kMargin > view.height()) continue;
        for (const Corner corner : {m_corner, Corner::BottomRight, Corner::BottomLeft, Corner::TopRight, Corner::TopLeft}) {
            const QRectF area = inCorner(corner, size);
            const std::size_t nodes = covered(area);
            if (nodes >= least) continue;
            least = nodes;
            best = area;
            form = one;
            m_corner = corner;
            if (nodes == 0) break;
        }
        if (least == 0) break;
    }
    if (best.isEmpty()) return {};
    return {QRectF(best.topLeft(), form.legend), QRectF(QPointF(best.left(), best.bottom() - form.map.height()), form.map),
            form.brief};
}

void GraphPanels::paint(QPainter& painter, const GraphLook& look, const QRect& view, const layout::Rect& seen) {
    m_rampRect = m_mapRect = {};
    const Places where = places(look, view, seen);
    if (!where.map.isEmpty()) paintMap(painter, look, where.map, seen);
    if (!where.legend.isEmpty()) paintLegend(painter, look, where.legend, where.brief);
}

void GraphPanels::paintMap(QPainter& painter, const GraphLook& look, const QRectF& box, const layout::Rect& seen) {
    const layout::Rect b = look.scene()->bounds();
    const double scale = mapScale(b);
    const QSizeF size(std::max(2.0, b.width * scale), std::max(2.0, b.height * scale));
    panel(painter, box);
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
    const layout::Rect b = look.scene()->bounds();
    const double scale = b.width / m_mapRect.width();
    return {b.x + (position.x() - m_mapRect.left()) * scale, b.y + (position.y() - m_mapRect.top()) * scale};
}

void GraphPanels::paintLegend(QPainter& painter, const GraphLook& look, const QRectF& box, bool brief) {
    const OverlayMap& overlay = *look.overlay();
    const bool ramp = overlay.hasAmounts();
    panel(painter, box);
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
