#include "graph/graph_painter.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <QStaticText>
#include <algorithm>
#include <array>
#include <cmath>

#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"

namespace etscope::ui {
namespace {

using namespace view::measure;
using view::TextRole;

constexpr double kGroupRadius = 6, kGroupRing = 3;
/// How much of its colour lies over what an outline holds.
constexpr double kOutlineFill = 0.18;
/// Labels of hot edges at most: a value that everything uses would cover the canvas.
constexpr int kHotLabels = 24;
constexpr qsizetype kLeastLetters = 5;
/// Of a note in a header, shorter ones whole.
constexpr double kLeastNote = 60;

QRectF rectOf(const layout::Rect& r) { return {r.x, r.y, r.width, r.height}; }

QFont pixelFont(QFont font, double pixels) {
    font.setPixelSize(static_cast<int>(pixels + 0.5));
    font.setHintingPreference(QFont::PreferNoHinting);  // the same widths at every zoom
    return font;
}

/// Of the longest piece.
layout::Point middleOf(std::span<const layout::Point> path) {
    double longest = -1;
    layout::Point middle;
    for (std::size_t i = 1; i < path.size(); ++i) {
        const double length = std::hypot(path[i].x - path[i - 1].x, path[i].y - path[i - 1].y);
        if (length > longest) longest = length, middle = {(path[i].x + path[i - 1].x) / 2, (path[i].y + path[i - 1].y) / 2};
    }
    return middle;
}

/// Corners rounded with radius 6.
QPainterPath rounded(std::span<const layout::Point> points) {
    QPainterPath path(QPointF(points[0].x, points[0].y));
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
        const QPointF here(points[i].x, points[i].y);
        const auto towards = [&here](const layout::Point& other) {
            const QPointF d(other.x - here.x(), other.y - here.y());
            const double length = std::hypot(d.x(), d.y());
            return length > 0 ? here + d * std::min(kCorner, length / 2) / length : here;
        };
        path.lineTo(towards(points[i - 1]));
        path.quadTo(here, towards(points[i + 1]));
    }
    path.lineTo(points.back().x, points.back().y);
    return path;
}

}  // namespace

Detail detailOf(double zoom) {
    if (zoom >= 0.7) return Detail::All;
    if (zoom >= 0.45) return Detail::Titles;
    if (zoom >= 0.25) return Detail::Fills;
    return zoom >= 0.1 ? Detail::Blocks : Detail::Modules;
}

const QFont& canvasFont(TextRole role) {
    // Per thread: layouts are measured in jobs, and a QFont must not be shared with the thread that paints.
    thread_local const QFont title = pixelFont(headingFont(), 13), body = pixelFont(bodyFont(), 13),
                             small = pixelFont(bodyFont(), 11), code = pixelFont(codeFont(), 11);
    switch (role) {
        case TextRole::Title: return title;
        case TextRole::Small: return small;
        case TextRole::Code: return code;
        case TextRole::Body: break;
    }
    return body;
}

double KeptWidths::of(const QString& text) {
    constexpr qsizetype kMost = 4096, kLongest = 256;  // names of files may be of any length
    if (text.size() > kLongest) return m_metrics.horizontalAdvance(text);
    if (const auto known = m_widths.constFind(text); known != m_widths.cend()) return *known;
    if (m_widths.size() >= kMost) m_widths.clear();
    return *m_widths.insert(text, m_metrics.horizontalAdvance(text));
}

double textWidth(const QString& text, TextRole role) {
    thread_local std::array<KeptWidths, 4> kept{KeptWidths(canvasFont(TextRole::Title)), KeptWidths(canvasFont(TextRole::Body)),
                                                KeptWidths(canvasFont(TextRole::Small)), KeptWidths(canvasFont(TextRole::Code))};
    return kept[static_cast<std::size_t>(role)].of(text);
}

QString elidedName(std::string_view utf8, double width, TextRole role) {
    const QString whole = text(utf8);
    const QString shown = QFontMetricsF(canvasFont(role)).elidedText(whole, Qt::ElideMiddle, width);
    return shown != whole && shown.size() < kLeastLetters ? QString() : shown;
}

double FontMeasure::width(std::string_view utf8, TextRole role) const { return textWidth(text(utf8), role); }

std::vector<ShownHeader> shownHeaders(const view::Scene& scene, const layout::Rect& area, Detail detail) {
    std::vector<ShownHeader> headers;
    if (detail < Detail::Titles) return headers;
    for (const std::uint32_t number : scene.visible(area).groups) {
        const view::SceneGroup& group = scene.groups()[number];
        const std::uint32_t depth = scene.view().item(group.item).depth;
        const double left = std::max(group.rect.x, area.x), right = std::min(group.rect.right(), area.right());
        const double top = area.y + static_cast<double>(depth > 0 ? depth - 1 : 0) * kHeader;
        ShownHeader header{number, {left, group.rect.y, right - left, kHeader}, false};
        if (group.rect.y < top) {
            header.sticky = true;
            header.rect.y = std::min(top, group.rect.bottom() - kHeader);
            // Pushed out of view by the end of its group: the headers around it stand there.
            if (depth > 1 && header.rect.y < top) continue;
        }
        if (header.rect.width > 0 && header.rect.bottom() > area.y) headers.push_back(header);
    }
    return headers;
}

QPen GraphPainter::line(const QColor& colour, double width) const { return QPen(colour, width / std::min(1.0, m_zoom)); }

void GraphPainter::paint(const layout::Rect& area, const layout::Rect& whole) {
    // From afar the work is that of the outermost groups, however much lies inside.
    const view::SceneParts parts = m_detail == Detail::Modules ? m_look.outer() : m_scene.visible(area);
    for (const std::uint32_t i : parts.groups) group(m_scene.groups()[i]);
    if (m_detail >= Detail::Fills) outlines(parts.outlines);
    if (m_detail >= Detail::Blocks) edges(parts.edges);
    if (m_detail >= Detail::Titles) outlineNames(parts.outlines);
    if (m_detail >= Detail::Titles)
        for (const std::uint32_t i : parts.stubs) stub(m_scene.stubs()[i]);
    for (const std::uint32_t i : parts.nodes)
        if (!insideBlock(m_scene.nodes()[i].item)) node(m_scene.nodes()[i]);
    for (const ShownHeader& shown : shownHeaders(m_scene, whole, m_detail)) header(shown);
    m_p.save();
    m_p.scale(1 / m_zoom, 1 / m_zoom);  // letters in their own size come out of a cache, scaled ones are drawn as outlines
    for (const FarName& name : farNames(m_look, whole, m_zoom)) farName(name);
    m_p.restore();
}

bool GraphPainter::isBlock(view::ItemId group) const {
    if (m_detail == Detail::Modules) return m_look.outermost(group) == group;
    return m_detail == Detail::Blocks && m_look.innermost(group);
}

bool insideBlock(const GraphLook& look, view::ItemId item, Detail detail) {
    const view::ItemId parent = look.scene()->view().item(item).parent;
    if (detail == Detail::Modules) return look.outermost(item).valid() && look.outermost(item) != item;
    return detail == Detail::Blocks && parent.valid() && look.innermost(parent);
}

void GraphPainter::group(const view::SceneGroup& group) {
    if (insideBlock(group.item)) return;
    const view::Item& item = m_scene.view().item(group.item);
    const QRectF rect = rectOf(group.rect);
    const bool block = isBlock(group.item);
    m_p.setOpacity(m_look.dimmed(group.item) ? kFaded : 1);
    m_p.setPen(line(m_t.groupBorder, 1));
    m_p.setBrush(block ? m_t.base : m_t.group[std::min<std::size_t>(2, item.depth > 0 ? item.depth - 1 : 0)]);
    m_p.drawRoundedRect(rect, kGroupRadius, kGroupRadius);
    if (block) {
        const ItemPaint& paint = m_look.paint(group.item);
        shares(rect, paint, rect.height());
        if (paint.sign != Mark::None && paint.sign != Mark::Inherited) farSign(rect, paint.sign);
    }
    if (group.item == m_look.selected) ring(rect.adjusted(kGroupRing, kGroupRing, -kGroupRing, -kGroupRing), kSelectedRing);
    m_p.setOpacity(1);
}

/// Chevron, name, class; at the right how it stands, the count where there is room, the note before it as far as there is.
void GraphPainter::header(const ShownHeader& shown) {
    const view::Item& item = m_scene.view().item(m_scene.groups()[shown.group].item);
    const QRectF rect = rectOf(shown.rect);
    const QColor fill = m_t.group[std::min<std::size_t>(2, item.depth > 0 ? item.depth - 1 : 0)];
    m_p.setOpacity(m_look.dimmed(m_scene.groups()[shown.group].item) ? kFaded : 1);
    if (shown.sticky) {
        m_p.setPen(line(m_t.groupBorder, 1));
        m_p.setBrush(fill);
        m_p.drawRect(rect);
    }
    chevron(rect.left() + 14, rect.top() + 13, true);
    QString count = QObject::tr("%n node(s)", nullptr, counted(item.nodeCount));
    double x = rect.left() + 26, right = rect.right() - 8;
    if (const Mark mark = m_look.markOf(m_scene.groups()[shown.group].item); mark != Mark::None) {
        paintMark(m_p, {right - kStateMark, rect.center().y() - kStateMark / 2, kStateMark, kStateMark}, mark);
        right -= kStateRoom;
    }
    double room = right - x;
    const auto put = [&](const QString& word, TextRole role, const QColor& colour) {
        const double width = textWidth(word, role) + 10;
        m_p.fillRect(QRectF(x - 2, rect.top() + 4, width - 6, rect.height() - 8), fill);  // edges pass below the words
        m_p.setFont(canvasFont(role));
        m_p.setPen(colour);
        m_p.drawText(QPointF(x, rect.top() + 17), word);
        x += width;
        room -= width;
    };
    put(elidedName(item.title, room, TextRole::Title), TextRole::Title, m_t.text);
    if (room > 40) put(elidedName(item.detail, room, TextRole::Body), TextRole::Body, m_t.text2);
    if (!item.note.empty())
        if (const QString more = QStringLiteral(" · ") + said(item.note);
            room >= textWidth(count, TextRole::Small) + std::min(kLeastNote, textWidth(more, TextRole::Small)) + 24)
            count += QFontMetricsF(canvasFont(TextRole::Small))
                         .elidedText(more, Qt::ElideRight, room - textWidth(count, TextRole::Small) - 24);
    if (const double countWidth = textWidth(count, TextRole::Small) + 12; room >= countWidth) {
        m_p.fillRect(QRectF(right + 6 - countWidth, rect.top() + 4, countWidth - 8, rect.height() - 8), fill);
        m_p.setFont(canvasFont(TextRole::Small));
        m_p.setPen(m_t.text2);
        m_p.drawText(QRectF(rect.left(), rect.top(), right - 4 - rect.left(), rect.height()), Qt::AlignRight | Qt::AlignVCenter,
                     count);
    }
    m_p.setOpacity(1);
}

/// What one delegate runs: a line, and a breath of its colour over whatever groups lie inside.
void GraphPainter::outlines(std::span<const std::uint32_t> numbers) {
    QColor fill = m_t.delegation[0].fill;
    fill.setAlphaF(static_cast<float>(kOutlineFill));
    m_p.setPen(line(m_t.delegation[0].bar, 1));
    m_p.setBrush(fill);
    for (const std::uint32_t i : numbers) {
        m_p.setOpacity(m_look.dimmed(m_scene.outlines()[i].first) ? kFaded : 1);
        m_p.drawRoundedRect(rectOf(m_scene.outlines()[i].rect), kGroupRadius, kGroupRadius);
    }
    m_p.setOpacity(1);
}

/// Edges pass below them.
void GraphPainter::outlineNames(std::span<const std::uint32_t> numbers) {
    m_p.setFont(canvasFont(TextRole::Small));
    for (const std::uint32_t i : numbers) {
        const view::SceneOutline& outline = m_scene.outlines()[i];
        const QStaticText& name = m_look.nameOf(i);
        const QRectF plate = rectOf(outline.name);
        m_p.setOpacity(m_look.dimmed(outline.first) ? kFaded : 1);
        m_p.setPen(Qt::NoPen);
        m_p.setBrush(m_t.delegation[0].fill);
        m_p.drawRoundedRect(plate, 2, 2);
        m_p.setPen(m_t.text);
        m_p.drawStaticText(QPointF(plate.left() + kNamePadding, plate.center().y() - name.size().height() / 2), name);
    }
    m_p.setOpacity(1);
}

namespace {

/// Names that stay in view are laid out once.
const QStaticText& farText(const QString& words, TextRole role) {
    constexpr qsizetype kMost = 2048;
    thread_local QHash<QString, QStaticText> titles, others;
    QHash<QString, QStaticText>& kept = role == TextRole::Title ? titles : others;
    if (const auto known = kept.constFind(words); known != kept.cend()) return *known;
    if (kept.size() >= kMost) kept.clear();
    QStaticText made(words);
    made.setTextFormat(Qt::PlainText);
    made.setPerformanceHint(QStaticText::AggressiveCaching);
    made.prepare({}, farFont(role));
    return *kept.insert(words, made);
}

}  // namespace

/// In a constant size, on a plate where lines may pass below. The painter is in pixels.
void GraphPainter::farName(const FarName& name) {
    const QRectF rect(name.rect.x * m_zoom, name.rect.y * m_zoom, name.rect.width * m_zoom, name.rect.height * m_zoom);
    const double line = rect.height() / (name.more.isEmpty() ? 1 : 2);
    m_p.setOpacity(m_look.dimmed(name.item) ? kFaded : 1);
    QColor back = m_t.canvas;
    back.setAlphaF(0.85F);
    m_p.fillRect(rect, back);
    const auto put = [&](const QString& words, const QRectF& area, const QColor& colour, TextRole role) {
        m_p.setFont(farFont(role));
        m_p.setPen(colour);
        const QStaticText& laidOut = farText(words, role);
        const QSizeF size = laidOut.size();
        m_p.drawStaticText(QPointF(area.center().x() - size.width() / 2, area.center().y() - size.height() / 2), laidOut);
    };
    QRectF first(rect.left(), rect.top(), rect.width(), line);
    if (name.mark != Mark::None) {
        const double wide = farWidth(name.name, TextRole::Title) + kStateRoom;
        paintMark(m_p, {first.center().x() - wide / 2, first.center().y() - kStateMark / 2, kStateMark, kStateMark}, name.mark);
        first.setLeft(first.left() + kStateRoom);
    }
    put(name.name, first, m_t.text, TextRole::Title);
    if (!name.more.isEmpty()) put(name.more, {rect.left(), rect.top() + line, rect.width(), line}, m_t.text, TextRole::Small);
    m_p.setOpacity(1);
}

bool GraphPainter::hot(const view::SceneEdge& edge) const {
    const view::ViewEdge& shown = m_scene.view().edges()[edge.edge];
    return m_look.selected.valid() && (shown.from == m_look.selected || shown.to == m_look.selected);
}

/// Hot edges last: they cross above the others.
void GraphPainter::edges(std::span<const std::uint32_t> numbers) {
    std::vector<std::uint32_t> bright;
    for (const std::uint32_t i : numbers) {
        const view::SceneEdge& one = m_scene.edges()[i];
        const view::ViewEdge& shown = m_scene.view().edges()[one.edge];
        if (m_detail == Detail::Blocks && !shown.crossesBorder) continue;
        if (hot(one) || m_look.hoveredEdge == static_cast<std::int64_t>(i))
            bright.push_back(i);
        else
            edge(one, false);
    }
    for (const std::uint32_t i : bright) edge(m_scene.edges()[i], true);
    if (m_detail < Detail::All) return;
    for (const std::uint32_t i : numbers)
        if (m_scene.edges()[i].label.width > 0) edgeLabel(m_scene.edges()[i], hot(m_scene.edges()[i]));
    int labels = 0;
    for (const std::uint32_t i : bright)
        if (m_scene.edges()[i].label.width <= 0 && ++labels <= kHotLabels) edgeLabel(m_scene.edges()[i], true);
}

void GraphPainter::edge(const view::SceneEdge& edge, bool hot) {
    const view::ViewEdge& shown = m_scene.view().edges()[edge.edge];
    const QColor colour = hot ? m_t.hotEdge : m_t.edge;
    m_p.setOpacity(!hot && (m_look.dimmed(shown.from) || m_look.dimmed(shown.to)) ? kFaded : 1);
    QPen pen = line(colour, hot ? 2 : 1);
    if (shown.kind == view::EdgeClass::StateWrite) pen.setDashPattern({5, 3});
    if (shown.kind == view::EdgeClass::Control) pen.setStyle(Qt::DotLine);
    m_p.setPen(pen);
    m_p.setBrush(Qt::NoBrush);
    m_p.drawPath(rounded(m_scene.points(edge)));
    if (m_detail >= Detail::Fills) arrow(m_scene.points(edge), colour);
    m_p.setOpacity(1);
}

void GraphPainter::arrow(std::span<const layout::Point> points, const QColor& colour) {
    const layout::Point end = points.back(), before = points[points.size() - 2];
    const double dx = end.x - before.x, dy = end.y - before.y;
    const bool across = std::abs(dx) > std::abs(dy);
    const double back = (across ? dx : dy) >= 0 ? -kArrow : kArrow;
    m_p.setPen(Qt::NoPen);
    m_p.setBrush(colour);
    m_p.drawPolygon(across ? QPolygonF({{end.x, end.y}, {end.x + back, end.y - 3.5}, {end.x + back, end.y + 3.5}})
                           : QPolygonF({{end.x, end.y}, {end.x - 3.5, end.y + back}, {end.x + 3.5, end.y + back}}));
}

/// Edges whose label is not always shown get it in the middle of their longest piece, unless a node is there.
void GraphPainter::edgeLabel(const view::SceneEdge& edge, bool hot) {
    layout::Rect area = edge.label;
    const QString word = text(modules::valueText(m_scene.view().index().model(), m_scene.view().edges()[edge.edge].value));
    if (area.width <= 0) {
        const double width = textWidth(word, TextRole::Code) + 6;
        const layout::Point centre = middleOf(m_scene.points(edge));
        area = {centre.x - width / 2, centre.y - kLabelHeight / 2, width, kLabelHeight};
        const view::SceneParts under = m_scene.visible(area);
        if (word.isEmpty() || !under.nodes.empty() || !under.stubs.empty()) return;
    }
    QColor back = m_t.canvas;
    back.setAlphaF(0.94F);
    m_p.fillRect(rectOf(area), back);
    m_p.setPen(hot ? m_t.hotEdge : m_t.text2);
    m_p.setFont(canvasFont(TextRole::Code));
    m_p.drawText(rectOf(area), Qt::AlignCenter, word);
}

void GraphPainter::stub(const view::SceneStub& stub) {
    const view::Stub& shown = m_scene.view().stubs()[stub.stub];
    const bool state = shown.kind == view::StubClass::State;
    m_p.setOpacity(m_look.dimmed(shown.item) ? kFaded : 1);
    const QRectF r = rectOf(stub.rect);
    m_p.setPen(line(state ? m_t.families[static_cast<std::size_t>(modules::OperatorFamily::Memory)].bar : m_t.edge, 1));
    m_p.setBrush(m_t.base);
    if (stub.below) {
        m_p.drawLine(QPointF(stub.stem.x, stub.stem.y), QPointF(r.center().x(), r.top()));
        m_p.drawPolygon(QPolygonF(
            {r.topLeft(), r.topRight(), {r.right(), r.bottom() - 5}, {r.center().x(), r.bottom()}, {r.left(), r.bottom() - 5}}));
    } else {
        const double bend = r.left() - kStubStem / 2;  // beside the node every stem turns once
        m_p.drawPolyline(
            QPolygonF({{stub.stem.x, stub.stem.y}, {bend, stub.stem.y}, {bend, r.center().y()}, {r.left(), r.center().y()}}));
        m_p.drawPolygon(QPolygonF({{r.left() + kStubTip, r.top()},
                                   r.topRight(),
                                   r.bottomRight(),
                                   {r.left() + kStubTip, r.bottom()},
                                   {r.left(), r.center().y()}}));
    }
    m_p.setPen(shown.kind == view::StubClass::Constant ? m_t.text3 : m_t.text);
    m_p.setFont(canvasFont(TextRole::Code));
    const QRectF inside = r.adjusted(stub.below ? 4 : kStubTip + 3, 0, -4, stub.below ? -4 : 0);
    m_p.drawText(inside, static_cast<int>(Qt::AlignVCenter) | static_cast<int>(stub.below ? Qt::AlignHCenter : Qt::AlignLeft),
                 elidedName(shown.text, inside.width(), TextRole::Code));
    m_p.setOpacity(1);
}

}  // namespace etscope::ui
