#include "graph/graph_painter.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <algorithm>

#include "look/numbers.h"

namespace etscope::ui {
namespace {

using namespace graph::measure;

// Zoom thresholds of the levels of detail.
constexpr double kAllText = 0.7, kTitles = 0.45, kFills = 0.25;

QRectF rectOf(const graph::Rect& r) { return {r.x, r.y, r.width, r.height}; }

QFont pixelFont(QFont font, double pixels) {
    font.setPixelSize(static_cast<int>(pixels + 0.5));
    return font;
}
const QFont& fontOf(graph::TextRole role) {
    // Per thread: layouts are measured in jobs, and a QFont must not be shared with the thread that paints.
    thread_local const QFont title = pixelFont(headingFont(), 13), body = pixelFont(bodyFont(), 13), small = pixelFont(bodyFont(), 11), code = pixelFont(codeFont(), 11);
    switch (role) {
        case graph::TextRole::Title: return title;
        case graph::TextRole::Body: return body;
        case graph::TextRole::Small: return small;
        case graph::TextRole::Code: return code;
    }
    return body;
}

QString elided(std::string_view utf8, double width, graph::TextRole role) { return QFontMetricsF(fontOf(role)).elidedText(text(utf8), Qt::ElideMiddle, width); }

/// Corners rounded with radius 6.
QPainterPath rounded(std::span<const graph::Point> points) {
    QPainterPath path(QPointF(points[0].x, points[0].y));
    for (std::size_t i = 1; i < points.size(); ++i) {
        const QPointF here(points[i].x, points[i].y);
        if (i + 1 == points.size()) {
            path.lineTo(here);
            break;
        }
        const QPointF before(points[i - 1].x, points[i - 1].y), after(points[i + 1].x, points[i + 1].y);
        const auto towards = [&here](QPointF other) {
            const QPointF d = other - here;
            const double length = std::hypot(d.x(), d.y());
            return length > 0 ? here + d * std::min(kCorner, length / 2) / length : here;
        };
        path.lineTo(towards(before));
        path.quadTo(here, towards(after));
    }
    return path;
}

}  // namespace

double FontMeasure::width(std::string_view utf8, graph::TextRole role) const { return QFontMetricsF(fontOf(role)).horizontalAdvance(text(utf8)); }

QString backendOf(const graph::GraphIndex& index, graph::NodeId node) {
    const graph::GraphModel& model = index.model();
    const std::int32_t call = model.node(node).delegate;
    return call < 0 ? QString() : text(model.text(model.delegates()[static_cast<std::size_t>(call)].backend));
}

QPen GraphPainter::cosmetic(const QColor& colour, double width) const {
    QPen pen(colour, width / std::min(1.0, m_look.zoom));
    return pen;
}

int GraphPainter::paint(const graph::Rect& area) {
    const graph::SceneParts parts = m_scene.visible(area);
    for (const std::uint32_t i : parts.groups) group(m_scene.groups()[i]);
    if (m_look.zoom >= 0.1)
        for (const std::uint32_t i : parts.edges) edge(m_scene.edges()[i]);
    if (m_look.zoom >= kTitles)
        for (const std::uint32_t i : parts.stubs) stub(m_scene.stubs()[i]);
    for (const std::uint32_t i : parts.nodes) node(m_scene.nodes()[i]);
    return static_cast<int>(parts.nodes.size());
}

bool GraphPainter::dimmed(graph::ItemId item) const {
    if (m_look.traced == nullptr || m_look.traced->empty()) return false;
    const auto nodes = m_scene.view().nodesOf(item);
    return std::none_of(nodes.begin(), nodes.end(), [&](graph::NodeId n) { return m_look.traced->contains(n); });
}

void GraphPainter::chevron(double x, double y, bool open) {
    m_p.setPen(QPen(m_t.text2, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    m_p.setBrush(Qt::NoBrush);
    if (open) m_p.drawPolyline(QPolygonF({{x - 4, y - 2}, {x, y + 2}, {x + 4, y - 2}}));
    else m_p.drawPolyline(QPolygonF({{x - 2, y - 4}, {x + 2, y}, {x - 2, y + 4}}));
}

void GraphPainter::group(const graph::SceneGroup& group) {
    const graph::Item& item = m_scene.view().item(group.item);
    m_p.setPen(cosmetic(group.item == m_look.selected ? m_t.accent : m_t.groupBorder, group.item == m_look.selected ? 2 : 1));
    m_p.setBrush(m_t.group[std::min<std::size_t>(2, item.depth > 0 ? item.depth - 1 : 0)]);
    m_p.drawRoundedRect(rectOf(group.rect), 6, 6);
    if (m_look.zoom < kFills) return;
    chevron(group.rect.x + 14, group.rect.y + 13, true);
    const double y = group.rect.y + 17;
    double x = group.rect.x + 26;
    m_p.setPen(m_t.text);
    m_p.setFont(fontOf(graph::TextRole::Title));
    m_p.drawText(QPointF(x, y), text(item.title));
    if (m_look.zoom < kTitles) return;
    x += QFontMetricsF(fontOf(graph::TextRole::Title)).horizontalAdvance(text(item.title)) + 10;
    m_p.setFont(fontOf(graph::TextRole::Body));
    m_p.setPen(m_t.text2);
    m_p.drawText(QPointF(x, y), text(item.detail));
    const QString count = plural(item.nodeCount, "node") + (item.note.empty() ? QString() : QStringLiteral(" · ") + text(item.note));
    m_p.setFont(fontOf(graph::TextRole::Small));
    m_p.drawText(QRectF(group.rect.x, group.rect.y, group.rect.width - 12, kHeader), Qt::AlignRight | Qt::AlignVCenter, count);
}

void GraphPainter::edge(const graph::SceneEdge& edge) {
    const graph::ViewEdge& shown = m_scene.view().edges()[edge.edge];
    const bool hot = m_look.selected.valid() && (shown.from == m_look.selected || shown.to == m_look.selected);
    const bool faded = !hot && dimmed(shown.from) && dimmed(shown.to);
    QColor colour = hot ? m_t.hotEdge : m_t.edge;
    if (faded) colour.setAlphaF(0.25F);
    QPen pen = cosmetic(colour, hot ? 2 : 1.5);
    if (shown.kind == graph::EdgeClass::StateWrite) pen.setDashPattern({5, 3});
    if (shown.kind == graph::EdgeClass::Control) pen.setStyle(Qt::DotLine);
    m_p.setPen(pen);
    m_p.setBrush(Qt::NoBrush);
    const auto points = m_scene.points(edge);
    m_p.drawPath(rounded(points));
    if (m_look.zoom < kFills) return;
    const graph::Point end = points.back(), before = points[points.size() - 2];
    const double dx = end.x - before.x, dy = end.y - before.y;
    const bool across = std::abs(dx) > std::abs(dy);
    const double back = (across ? dx : dy) >= 0 ? -kArrow : kArrow;
    m_p.setPen(Qt::NoPen);
    m_p.setBrush(colour);
    m_p.drawPolygon(across ? QPolygonF({{end.x, end.y}, {end.x + back, end.y - 3.5}, {end.x + back, end.y + 3.5}})
                           : QPolygonF({{end.x, end.y}, {end.x - 3.5, end.y + back}, {end.x + 3.5, end.y + back}}));
    if (edge.text.empty() || m_look.zoom < kAllText) return;
    QColor back94 = m_t.canvas;
    back94.setAlphaF(0.94F);
    m_p.fillRect(rectOf(edge.label), back94);
    m_p.setPen(hot ? m_t.hotEdge : m_t.text2);
    m_p.setFont(fontOf(graph::TextRole::Code));
    m_p.drawText(rectOf(edge.label), Qt::AlignCenter, text(edge.text));
}

void GraphPainter::stub(const graph::SceneStub& stub) {
    const graph::Stub& shown = m_scene.view().stubs()[stub.stub];
    const QColor line = shown.kind == graph::StubClass::State ? m_t.families[static_cast<std::size_t>(graph::OperatorFamily::Memory)].bar : m_t.edge;
    m_p.save();
    if (dimmed(shown.item)) m_p.setOpacity(0.35);
    const QRectF r = rectOf(stub.rect);
    m_p.setPen(QPen(line, 1));
    m_p.setBrush(m_t.base);
    if (stub.below) {
        m_p.drawLine(QPointF(stub.stem.x, stub.stem.y), QPointF(r.center().x(), r.top()));
        m_p.drawPolygon(QPolygonF({r.topLeft(), r.topRight(), {r.right(), r.bottom() - 5}, {r.center().x(), r.bottom()}, {r.left(), r.bottom() - 5}}));
    } else {
        m_p.drawLine(QPointF(stub.stem.x, stub.stem.y), QPointF(r.left(), r.center().y()));
        m_p.drawPolygon(QPolygonF({{r.left() + kStubTip, r.top()}, r.topRight(), r.bottomRight(), {r.left() + kStubTip, r.bottom()}, {r.left(), r.center().y()}}));
    }
    m_p.setPen(shown.kind == graph::StubClass::Constant ? m_t.text3 : m_t.text);
    m_p.setFont(fontOf(graph::TextRole::Code));
    const QRectF inside = r.adjusted(stub.below ? 4 : kStubTip + 3, 0, -4, stub.below ? -4 : 0);
    m_p.drawText(inside, static_cast<int>(Qt::AlignVCenter) | static_cast<int>(stub.below ? Qt::AlignHCenter : Qt::AlignLeft), elided(shown.text, inside.width(), graph::TextRole::Code));
    m_p.restore();
}

FamilyColours GraphPainter::colours(const graph::Item& item) const {
    const FamilyColours family = m_t.families[static_cast<std::size_t>(item.family)];
    if (m_look.overlay != Overlay::Delegation || item.kind == graph::ItemKind::Input || item.kind == graph::ItemKind::Output || item.kind == graph::ItemKind::Module) return family;
    const bool delegated = item.node.valid() && !backendOf(m_scene.view().index(), item.node).isEmpty();
    return m_t.delegation[delegated ? 0 : 1];
}

QString GraphPainter::tagText(const graph::Item& item) const {
    if (item.kind != graph::ItemKind::Node || m_look.overlay == Overlay::None) return {};
    const graph::GraphIndex& index = m_scene.view().index();
    if (m_look.overlay == Overlay::Delegation) {
        const QString backend = backendOf(index, item.node);
        return backend.isEmpty() ? QStringLiteral("CPU") : backend.left(3).toUpper() + QStringLiteral(" %1").arg(index.model().node(item.node).delegate);
    }
    const auto results = index.flow().results(item.node);
    return results.empty() ? QString() : text(graph::valueText(index.model(), results.front())).section(QLatin1Char('['), 0, 0);
}

void GraphPainter::node(const graph::SceneNode& node) {
    const graph::Item& item = m_scene.view().item(node.item);
    const FamilyColours colour = colours(item);
    const QRectF r = rectOf(node.rect);
    m_p.save();
    if (dimmed(node.item)) m_p.setOpacity(0.35);
    const bool module = item.kind == graph::ItemKind::Module;
    if (node.item == m_look.selected) {
        m_p.setPen(QPen(m_t.accent, 2.5 / std::min(1.0, m_look.zoom)));
        m_p.setBrush(Qt::NoBrush);
        m_p.drawRoundedRect(r.adjusted(-4, -4, 4, 4), 6, 6);
    }
    const bool hovered = node.item == m_look.hovered;
    m_p.setPen(QPen(hovered ? m_t.text2 : module ? m_t.control : colour.bar, hovered ? 2 : 1));
    m_p.setBrush(module ? m_t.base : colour.fill);
    if (item.kind == graph::ItemKind::Pattern) m_p.drawRoundedRect(r.translated(kPatternOffset, kPatternOffset), 4, 4);
    m_p.drawRoundedRect(r, 4, 4);
    if (!module) {
        QPainterPath clip;
        clip.addRoundedRect(r, 4, 4);
        m_p.save();
        m_p.setClipPath(clip, Qt::IntersectClip);
        m_p.fillRect(QRectF(r.left(), r.top(), kFamilyBar, r.height()), m_t.families[static_cast<std::size_t>(item.family)].bar);
        m_p.restore();
    }
    if (m_look.zoom >= kTitles) nodeText(node, item);
    m_p.restore();
}

void GraphPainter::nodeText(const graph::SceneNode& node, const graph::Item& item) {
    const QRectF r = rectOf(node.rect);
    double left = r.left() + kTextLeft, right = r.right() - 8;
    if (item.expandable) {
        chevron(left + 2, node.twoLines ? r.top() + 14 : r.center().y(), false);
        left += kChevronRoom;
    }
    if (item.kind == graph::ItemKind::Module || item.kind == graph::ItemKind::Pattern) {
        m_p.setFont(fontOf(graph::TextRole::Small));
        m_p.setPen(m_t.text2);
        m_p.drawText(QRectF(left, r.top(), right - left, r.height()), Qt::AlignRight | Qt::AlignVCenter, countText(item.nodeCount));
        right -= QFontMetricsF(fontOf(graph::TextRole::Small)).horizontalAdvance(countText(item.nodeCount)) + 8;
    }
    if (const QString word = tagText(item); !word.isEmpty()) {
        tag(node, word);
        right -= QFontMetricsF(fontOf(graph::TextRole::Code)).horizontalAdvance(word) + 12;
    }
    const bool second = node.twoLines && m_look.zoom >= kAllText;
    const QRectF line(left, second ? r.top() + 5 : r.top(), right - left, second ? 17 : r.height());
    const QString title = elided(item.title, line.width(), graph::TextRole::Title);
    const auto nodes = m_scene.view().nodesOf(node.item);
    if (m_look.found != nullptr && std::any_of(nodes.begin(), nodes.end(), [&](graph::NodeId n) { return m_look.found->contains(n); }))
        m_p.fillRect(QRectF(line.left() - 3, line.center().y() - 9, QFontMetricsF(fontOf(graph::TextRole::Title)).horizontalAdvance(title) + 6, 18), m_t.found);
    m_p.setFont(fontOf(graph::TextRole::Title));
    m_p.setPen(m_t.text);
    m_p.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, title);
    if (!second) return;
    m_p.setFont(fontOf(graph::TextRole::Code));
    m_p.drawText(QRectF(r.left() + kTextLeft, r.top() + 23, r.width() - kTextLeft - 8, 16), Qt::AlignLeft | Qt::AlignVCenter, elided(item.detail, r.width() - kTextLeft - 8, graph::TextRole::Code));
}

void GraphPainter::tag(const graph::SceneNode& node, const QString& word) {
    const double width = QFontMetricsF(fontOf(graph::TextRole::Code)).horizontalAdvance(word) + 8;
    const QRectF area(node.rect.right() - width - kTagInset, node.rect.y + (node.twoLines ? kTagInset : (node.rect.height - kTagHeight) / 2), width, kTagHeight);
    m_p.setPen(QPen(m_t.control, 1));
    m_p.setBrush(m_t.base);
    m_p.drawRoundedRect(area, 2, 2);
    m_p.setFont(fontOf(graph::TextRole::Code));
    m_p.setPen(m_t.text);
    m_p.drawText(area, Qt::AlignCenter, word);
}

}  // namespace etscope::ui
