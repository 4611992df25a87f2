// Names of what is seen from afar: where they have room.
#include <QFontMetricsF>
#include <algorithm>

#include "graph/graph_painter.h"
#include "layout/grid_index.h"
#include "look/language.h"
#include "look/numbers.h"

namespace etscope::ui {
namespace {

using view::TextRole;

/// Pixels of a name at every zoom, of a line, beside a block, and of a cell of the room.
constexpr int kPixels = 11;
constexpr double kLine = 14, kBeside = 4, kCell = 96;
/// Names of one frame at most, and the least side of a box that has one, in pixels.
constexpr std::size_t kMostNames = 240;
constexpr double kFarNamesLeastBox = 6;
/// Less has no room for five letters.
constexpr double kLeastName = 20;
/// Places that are tried along an edge of an open group.
constexpr int kTries = 12;

class Namer {
public:
    Namer(const GraphLook& look, const layout::Rect& area, double zoom)
        : m_look(look), m_view(look.scene()->view()), m_area(area), m_zoom(zoom), m_detail(detailOf(zoom)), m_room(kCell / zoom) {}

    std::vector<view::ItemId> blocks() {
        gather();
        std::vector<view::ItemId> items;
        for (const Box& box : m_boxes) items.push_back(box.item);
        return items;
    }

    std::vector<FarName> names() {
        gather();
        for (const Box& box : m_boxes)
            if (m_names.size() < kMostNames) nameBox(box);
        for (const Box& box : m_open)
            if (m_names.size() < kMostNames) nameOpen(box);
        return std::move(m_names);
    }

private:
    struct Box {
        view::ItemId item;
        layout::Rect rect;
    };

    /// Boxes and open groups, the largest first, and the room that is left.
    void gather() {
        const view::Scene& scene = *m_look.scene();
        const view::SceneParts parts = m_detail == Detail::Modules ? m_look.outer() : scene.visible(m_area);
        for (const std::uint32_t i : parts.groups) sort(scene.groups()[i].item, scene.groups()[i].rect);
        for (const std::uint32_t i : parts.nodes) {
            const view::SceneNode& node = scene.nodes()[i];
            if (insideBlock(m_look, node.item, m_detail)) continue;
            m_room.add(node.rect);
            if (m_view.item(node.item).kind == view::ItemKind::Module) addBox(node.item, node.rect);
        }
        const auto larger = [](const Box& a, const Box& b) { return a.rect.width * a.rect.height > b.rect.width * b.rect.height; };
        for (auto* boxes : {&m_boxes, &m_open}) std::ranges::stable_sort(*boxes, larger);
    }

    void addBox(view::ItemId item, const layout::Rect& rect) {
        if (std::max(rect.width, rect.height) >= kFarNamesLeastBox / m_zoom) m_boxes.push_back({item, rect});
    }

    void sort(view::ItemId item, const layout::Rect& rect) {
        if (insideBlock(m_look, item, m_detail)) return;
        const bool block =
            m_detail == Detail::Modules ? m_look.outermost(item) == item : m_detail == Detail::Blocks && m_look.innermost(item);
        if (!block) return m_open.push_back({item, rect});
        m_room.add(rect);
        addBox(item, rect);
    }

    /// Of a name with the mark before it.
    double nameWidth(view::ItemId item, const QString& name) const { return width(name, TextRole::Title) + markRoom(item); }
    double markRoom(view::ItemId item) const { return m_look.markOf(item) == Mark::None ? 0 : view::measure::kStateRoom / m_zoom; }
    double width(const QString& text, TextRole role) const { return farWidth(text, role) / m_zoom; }
    QString elided(const QString& text, double room) const {
        if (width(text, TextRole::Title) <= room) return text;
        if (room * m_zoom < kLeastName) return {};
        const QString shown = QFontMetricsF(farFont(TextRole::Title)).elidedText(text, Qt::ElideMiddle, room * m_zoom);
        return shown.size() < 5 ? QString() : shown;
    }
    static QString countOf(const view::Item& item) { return QObject::tr("%n node(s)", nullptr, counted(item.nodeCount)); }
    static QString moreOf(const view::Item& item) {
        return item.detail.empty() ? countOf(item) : text(item.detail) + QStringLiteral(" · ") + countOf(item);
    }

    /// Inside, with class and count where they fit; else beside it.
    void nameBox(const Box& box) {
        const double line = kLine / m_zoom, gap = kBeside / m_zoom;
        const view::Item& item = m_view.item(box.item);
        const layout::Rect seen = cut(box.rect);
        const bool high = seen.height >= line;
        const QString name = text(item.title), inside = high ? elided(name, seen.width - 2 * gap - markRoom(box.item)) : QString();
        const QString more =
            high && width(moreOf(item), TextRole::Small) > seen.width - 2 * gap ? countOf(item) : moreOf(item);
        if (!inside.isEmpty() && (inside == name || seen.height >= 4 * line)) {
            const bool both = seen.height >= 2 * line && width(more, TextRole::Small) <= seen.width - 2 * gap;
            const double height = both ? 2 * line : line,
                         wide = std::min(seen.width,
                                         2 * gap + std::max(nameWidth(box.item, inside), both ? width(more, TextRole::Small) : 0));
            m_names.push_back({box.item,
                               {seen.centre().x - wide / 2, seen.centre().y - height / 2, wide, height},
                               inside,
                               both ? more : QString(),
                               m_look.markOf(box.item)});
            return;
        }
        if (nameBeside(box, name, more)) return;
        // A long name in short is better than none.
        if (const QString brief = elided(name, width(name, TextRole::Title) / 2); !brief.isEmpty()) nameBeside(box, brief, {});
    }

    bool nameBeside(const Box& box, const QString& name, const QString& more) {
        const double line = kLine / m_zoom, gap = kBeside / m_zoom;
        const double wide = nameWidth(box.item, name) + 2 * gap, middle = box.rect.centre().y - line / 2;
        const double wider = std::max(wide, width(more, TextRole::Small) + 2 * gap);
        if (!more.isEmpty() && take(box.item, {box.rect.right() + gap, middle - line / 2, wider, 2 * line}, name, more))
            return true;
        for (const double off : {0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0})
            for (const double x : {box.rect.right() + gap, box.rect.x - gap - wide})
                if (take(box.item, {x, middle + off * line, wide, line}, name, {})) return true;
        for (const double y : {box.rect.bottom() + gap / 2, box.rect.y - gap / 2 - line})
            if (take(box.item, {box.rect.centre().x - wide / 2, y, wide, line}, name, {})) return true;
        return false;
    }

    /// At the left of its header; where something is there, along its upper edge, then down its sides, at last beside it.
    void nameOpen(const Box& box) {
        const double line = kLine / m_zoom, gap = kBeside / m_zoom;
        const layout::Rect seen = cut(box.rect);
        const QString name = elided(text(m_view.item(box.item).title), seen.width - 2 * gap - markRoom(box.item));
        const double wide = nameWidth(box.item, name) + 2 * gap;
        if (name.isEmpty() || seen.height < line || seen.width < wide) return;
        const double left = seen.x + gap, right = seen.right() - gap - wide, top = seen.y + gap / 2;
        for (int i = 0; i < kTries; ++i)
            if (take(box.item, {left + (right - left) * i / (kTries - 1), top, wide, line}, name, {})) return;
        for (int i = 1; i < kTries; ++i)
            for (const double x : {left, right})
                if (take(box.item, {x, top + (seen.height - line - gap) * i / kTries, wide, line}, name, {})) return;
        const QString whole = text(m_view.item(box.item).title);
        const double full = nameWidth(box.item, whole) + 2 * gap;
        for (const double x : {box.rect.right() + gap, box.rect.x - gap - full})
            if (take(box.item, {x, seen.centre().y - line / 2, full, line}, whole, {})) return;
    }

    bool take(view::ItemId item, const layout::Rect& rect, const QString& name, const QString& more) {
        if (!m_room.take(rect)) return false;
        m_names.push_back({item, rect, name, more, m_look.markOf(item)});
        return true;
    }

    /// The part that is in view.
    layout::Rect cut(const layout::Rect& rect) const {
        const double left = std::max(rect.x, m_area.x), top = std::max(rect.y, m_area.y);
        return {left, top, std::min(rect.right(), m_area.right()) - left, std::min(rect.bottom(), m_area.bottom()) - top};
    }

    const GraphLook& m_look;
    const view::ViewGraph& m_view;
    layout::Rect m_area;
    double m_zoom;
    Detail m_detail;
    layout::FreeRoom m_room;
    std::vector<Box> m_boxes, m_open;
    std::vector<FarName> m_names;
};

}  // namespace

const QFont& farFont(TextRole role) {
    const auto made = [](TextRole of) {
        QFont font = canvasFont(of);
        font.setPixelSize(kPixels);
        return font;
    };
    thread_local const QFont title = made(TextRole::Title), small = made(TextRole::Small);
    return role == TextRole::Title ? title : small;
}

double farWidth(const QString& text, TextRole role) {
    thread_local KeptWidths titles(farFont(TextRole::Title)), others(farFont(TextRole::Small));
    return (role == TextRole::Title ? titles : others).of(text);
}

std::vector<FarName> farNames(const GraphLook& look, const layout::Rect& area, double zoom) {
    return detailOf(zoom) >= Detail::Titles ? std::vector<FarName>() : Namer(look, area, zoom).names();
}

std::vector<view::ItemId> farBlocks(const GraphLook& look, const layout::Rect& area, double zoom) {
    return Namer(look, area, zoom).blocks();
}

}  // namespace etscope::ui
