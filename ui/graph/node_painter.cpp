// Nodes, folded patterns and collapsed modules: the part of GraphPainter that draws boxes.
#include <QPainterPath>
#include <algorithm>

#include "graph/graph_painter.h"
#include "graph/saved_queries.h"
#include "look/numbers.h"
#include "view/second_line.h"

namespace etscope::ui {
namespace {

using namespace view::measure;
using view::TextRole;

constexpr double kNodePainterRadius = 4, kRingGap = 4, kQueryMark = 14;
/// Of a sign in a tag, and of one that is seen from afar.
constexpr double kSign = 10, kFarSign = 16;
/// Pieces of the bar of a guest.
constexpr double kBrokenBar = 3;

double signWidth(const ItemPaint& paint) { return paint.sign == Mark::None ? 0 : kSign + 3; }

/// Of an overlay's tag; of a sign alone.
double tagWidth(const ItemPaint& paint) {
    return paint.tag.isEmpty() ? kSign + 8 : textWidth(paint.tag, TextRole::Code) + 8 + signWidth(paint);
}

}  // namespace

void paintQueryMark(QPainter& painter, const QRectF& area, int number) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(SavedQueries::colour(number));
    painter.drawRoundedRect(area, area.width() / 5, area.width() / 5);
    QFont font = canvasFont(TextRole::Title);
    font.setPixelSize(std::max(6, static_cast<int>(area.height() * 0.75)));
    painter.setFont(font);
    painter.setPen(tokens().base);
    painter.drawText(area, Qt::AlignCenter, QString::number(number + 1));
}

void GraphPainter::node(const view::SceneNode& node) {
    const view::Item& item = m_scene.view().item(node.item);
    const ItemPaint& paint = m_look.paint(node.item);
    const QRectF rect(node.rect.x, node.rect.y, node.rect.width, node.rect.height);
    m_p.setOpacity(m_look.dimmed(node.item) ? kFaded : 1);
    if (m_detail < Detail::Fills) {
        // Too small for borders: a block.
        const bool family = m_look.overlay() == nullptr || m_look.overlay()->overlay() == Overlay::None;
        m_p.fillRect(rect, item.kind == view::ItemKind::Module ? m_t.base : family ? paint.colours.bar : paint.colours.fill);
        if (item.kind == view::ItemKind::Module) {
            shares(rect, paint, rect.height());
            m_p.setPen(line(m_t.groupBorder, 1));
            m_p.setBrush(Qt::NoBrush);
            m_p.drawRect(rect);
        }
    } else {
        frame(rect, item, paint, node.item == m_look.hovered);
        if (m_detail >= Detail::Titles) nodeText(node, item, paint);
    }
    if (m_detail < Detail::Titles && paint.sign != Mark::None && paint.sign != Mark::Inherited)
        farSign(rect, paint.sign);
    else if (item.kind != view::ItemKind::Module && paint.sign == Mark::None && m_look.markOf(node.item) == Mark::Differ)
        farSign(rect, Mark::Differ);
    if (const unsigned bits = m_look.marksOf(node.item); bits != 0) queryMarks(rect, bits);
    if (node.item == m_look.selected)
        ring(rect, kSelectedRing);
    else if (m_look.shows(NodeSet::Counterparts, node.item))
        ring(rect, kCounterpartRing);
    m_p.setOpacity(1);
}

/// At the upper left corner, side by side; from afar they keep a size that can be seen.
void GraphPainter::queryMarks(const QRectF& rect, unsigned bits) {
    const double size = kQueryMark / std::min(1.0, std::max(m_zoom, 0.25));
    QRectF area(rect.left() - size / 2, rect.top() - size / 2, size, size);
    for (int number = 0; bits >> static_cast<unsigned>(number) != 0; ++number) {
        if ((bits & (1U << static_cast<unsigned>(number))) == 0) continue;
        paintQueryMark(m_p, area, number);
        area.translate(size + 1, 0);
    }
}

/// At the upper right corner, in a size that can be seen: what is at fault is found in the whole graph.
void GraphPainter::farSign(const QRectF& rect, Mark sign) {
    const double size = kFarSign / std::min(1.0, std::max(m_zoom, 0.05));
    paintMark(m_p, {rect.right() - size / 2, rect.top() - size / 2, size, size}, sign);
}

void GraphPainter::ring(const QRectF& rect, double width) {
    const double gap = kRingGap / std::min(1.0, m_zoom);
    m_p.setPen(line(m_t.accent, width));
    m_p.setBrush(Qt::NoBrush);
    m_p.drawRoundedRect(rect.adjusted(-gap, -gap, gap, gap), kNodePainterRadius + 2, kNodePainterRadius + 2);
}

void GraphPainter::frame(const QRectF& rect, const view::Item& item, const ItemPaint& paint, bool hovered) {
    const bool module = item.kind == view::ItemKind::Module;
    QPen border = hovered ? line(m_t.text2, 2) : line(module ? m_t.control : paint.colours.bar, 1);
    if (paint.sign == Mark::Added && !hovered) border = line(m_t.series[2], 1.5);
    if (paint.sign == Mark::Removed && !hovered) border = line(m_t.series[1], 1.5);
    if ((paint.dashed || paint.sign == Mark::Removed) && !hovered) border.setDashPattern({3, 3});
    m_p.setPen(border);
    m_p.setBrush(module ? m_t.base : paint.colours.fill);
    if (item.kind == view::ItemKind::Pattern || item.blocks > 1)
        m_p.drawRoundedRect(rect.translated(kPatternOffset, kPatternOffset), kNodePainterRadius, kNodePainterRadius);
    m_p.drawRoundedRect(rect, kNodePainterRadius, kNodePainterRadius);
    if (!paint.shares.empty()) shares(rect, paint, kStripHeight);
    if (module) return;
    if (m_detail < Detail::Titles) return;
    // The bar is the family also where an overlay owns the fill.
    QPainterPath clip;
    clip.addRoundedRect(rect, kNodePainterRadius, kNodePainterRadius);
    m_p.save();
    m_p.setClipPath(clip, Qt::IntersectClip);
    // Of what stands in another's module it is broken: the tooltip says why.
    const double piece = item.note.empty() ? rect.height() : kBrokenBar;
    for (double y = rect.top(); y < rect.bottom(); y += 2 * piece)
        m_p.fillRect(QRectF(rect.left(), y, kFamilyBar, piece), m_t.families[static_cast<std::size_t>(item.family)].bar);
    m_p.restore();
}

/// The overlay's classes side by side along the bottom edge.
void GraphPainter::shares(const QRectF& rect, const ItemPaint& paint, double height) {
    if (paint.shares.empty()) return;
    QPainterPath clip;
    clip.addRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), kNodePainterRadius, kNodePainterRadius);
    m_p.save();
    m_p.setClipPath(clip, Qt::IntersectClip);
    double x = rect.left();
    for (const auto& [colour, share] : paint.shares) {
        m_p.fillRect(QRectF(x, rect.bottom() - height, share * rect.width() + 0.5, height), colour);
        x += share * rect.width();
    }
    m_p.restore();
}

void GraphPainter::nodeText(const view::SceneNode& node, const view::Item& item, const ItemPaint& paint) {
    const QRectF rect(node.rect.x, node.rect.y, node.rect.width, node.rect.height);
    const bool module = item.kind == view::ItemKind::Module;
    double left = rect.left() + (module ? 9 : kTextLeft), right = rect.right() - 8;
    const double bottom = module && !paint.shares.empty() ? rect.bottom() - kStripHeight : rect.bottom();
    if (m_look.opens(node.item)) {
        chevron(left + 2, node.twoLines ? rect.top() + 14 : (rect.top() + bottom) / 2, false);
        left += kChevronRoom;
    }
    double secondRight = right;
    if (!module && (!paint.tag.isEmpty() || paint.sign != Mark::None)) {
        const bool below = tagsBelow(node, item, paint, right - left);
        (below ? secondRight : right) = tag(node, paint, below) - 4;
    }
    if (const Mark mark = m_look.markOf(node.item); module && mark != Mark::None) {
        paintMark(m_p, {right - kStateMark, (rect.top() + bottom - kStateMark) / 2, kStateMark, kStateMark}, mark);
        right -= kStateRoom;
    }
    if (module && paint.sign != Mark::None) {
        paintMark(m_p, {right - kSign, (rect.top() + bottom - kSign) / 2, kSign, kSign}, paint.sign);
        right -= kSign + 4;
    }
    if (module || item.kind == view::ItemKind::Pattern) {
        const QString count = countText(item.nodeCount);
        m_p.setFont(canvasFont(TextRole::Small));
        m_p.setPen(paint.ink == m_t.text ? m_t.text2 : paint.ink);
        m_p.drawText(QRectF(left, rect.top(), right - left, bottom - rect.top()), Qt::AlignRight | Qt::AlignVCenter, count);
        right -= textWidth(count, TextRole::Small) + 8;
    }
    const bool second = node.twoLines && m_detail >= Detail::All;
    const QRectF line(left, second ? rect.top() + 5 : rect.top(), right - left, second ? 17 : bottom - rect.top());
    const QString title = elidedName(item.title, line.width(), TextRole::Title);
    if (m_look.shows(NodeSet::Found, node.item))
        m_p.fillRect(QRectF(line.left() - 3, line.center().y() - 9, textWidth(title, TextRole::Title) + 6, 18), m_t.found);
    QFont font = canvasFont(TextRole::Title);
    font.setStrikeOut(paint.sign == Mark::Removed);
    m_p.setFont(font);
    m_p.setPen(m_look.shows(NodeSet::Found, node.item) ? m_t.text : paint.ink);
    m_p.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, title);
    if (!second) return;
    const double width = secondRight - rect.left() - kTextLeft;
    m_p.setFont(canvasFont(TextRole::Code));
    m_p.setPen(paint.ink);
    m_p.drawText(QRectF(rect.left() + kTextLeft, rect.top() + 23, width, 16), Qt::AlignLeft | Qt::AlignVCenter,
                 elidedName(view::secondLine(m_scene.view(), item), width, TextRole::Code));
}

/// Beside a name that it leaves no room for it stands below, where the second line leaves room.
bool GraphPainter::tagsBelow(const view::SceneNode& node, const view::Item& item, const ItemPaint& paint, double room) const {
    if (!node.twoLines || m_detail < Detail::All) return false;
    const double tagged = tagWidth(paint) + kTagInset;
    const double second = textWidth(text(view::secondLine(m_scene.view(), item)), TextRole::Code);
    return textWidth(text(item.title), TextRole::Title) > room - tagged && second < node.rect.width - kTextLeft - tagged - 4;
}

/// The left edge of what was painted. A sign alone has no frame.
double GraphPainter::tag(const view::SceneNode& node, const ItemPaint& paint, bool below) {
    const bool framed = !paint.tag.isEmpty();
    const double sign = signWidth(paint), width = tagWidth(paint);
    const double top = below           ? node.rect.height - kTagHeight - kTagInset
                       : node.twoLines ? kTagInset
                                       : (std::min(node.rect.height, kOneLineHeight) - kTagHeight) / 2;
    const QRectF area(node.rect.right() - width - kTagInset, node.rect.y + top, width, kTagHeight);
    if (framed) {
        m_p.setPen(line(m_t.control, 1));
        m_p.setBrush(m_t.base);
        m_p.drawRoundedRect(area, 2, 2);
        m_p.setFont(canvasFont(TextRole::Code));
        m_p.setPen(m_t.text);
        m_p.drawText(area.adjusted(sign, 0, 0, 0), Qt::AlignCenter, paint.tag);
    }
    if (sign > 0) paintMark(m_p, {area.left() + 4, area.center().y() - kSign / 2, kSign, kSign}, paint.sign);
    return area.left();
}

void GraphPainter::chevron(double x, double y, bool open) {
    m_p.setPen(QPen(m_t.text2, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    m_p.setBrush(Qt::NoBrush);
    if (open)
        m_p.drawPolyline(QPolygonF({{x - 4, y - 2}, {x, y + 2}, {x + 4, y - 2}}));
    else
        m_p.drawPolyline(QPolygonF({{x - 2, y - 4}, {x + 2, y}, {x - 2, y + 4}}));
}

}  // namespace etscope::ui
