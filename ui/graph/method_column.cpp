#include "graph/method_column.h"

#include <QFontMetricsF>
#include <algorithm>

#include "look/language.h"
#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

/// Between boxes; beside a box inside another; the strip below a name; how high an open module's end is.
constexpr double kColumnGap = 5, kColumnInset = 7, kColumnStrip = 3, kColumnFoot = 6;
/// More boxes are a picture, not a list.
constexpr std::size_t kMostRows = 200;

double rowHeight() { return QFontMetricsF(smallFont()).height() + 5; }

}  // namespace

MethodColumn::MethodColumn(const GraphLook& look, const QRectF& area) {
    const view::Scene& scene = *look.scene();
    if (scene.direction() != layout::Direction::TopDown) return;
    const auto& items = scene.view().items();
    std::vector<view::ItemId> outer;
    for (std::uint32_t i = 1; i < items.size(); ++i)
        if (items[i].depth <= 1 && (!items[i].parent.valid() || items[i].parent.index() == 0)) outer.emplace_back(i);
    if (outer.empty() || outer.size() > kMostRows) return;
    const auto top = [&](view::ItemId item) { return scene.rectOf(item).y; };
    std::ranges::stable_sort(outer, {}, top);
    std::vector<std::vector<view::ItemId>> inside(items.size());
    for (std::uint32_t i = 1; i < items.size(); ++i) {
        const bool module = items[i].kind == view::ItemKind::Module || items[i].kind == view::ItemKind::Group;
        if (module && items[i].depth == 2 && items[i].parent.valid()) inside[items[i].parent.index()].emplace_back(i);
    }
    for (std::size_t open : {outer.size(), std::size_t{1}, std::size_t{0}}) {  // all that have something inside, the first, none
        m_rows.clear();
        for (const view::ItemId item : outer) {
            addRow(look, item, false);
            auto& modules = inside[item.index()];
            if (open == 0 || modules.empty() || modules.size() > kMostRows) continue;
            --open;
            std::ranges::stable_sort(modules, {}, top);
            for (const view::ItemId one : modules) addRow(look, one, true);
        }
        place(area);
        if (m_rect.height() <= area.height()) return;
    }
    m_rows.clear(), m_ends.clear(), m_rect = {};
}

void MethodColumn::addRow(const GraphLook& look, view::ItemId id, bool inside) {
    const view::Item& item = look.scene()->view().item(id);
    QString name = text(item.title);
    if (item.blocks > 1) name = name.section(QStringLiteral("  ×"), 0, 0);  // "layers.1 … 12" says how many
    const bool module = item.kind == view::ItemKind::Module || item.kind == view::ItemKind::Group;
    const QString count = item.kind == view::ItemKind::Input    ? QObject::tr("input")
                          : item.kind == view::ItemKind::Output ? QObject::tr("output")
                          : module                              ? countText(item.nodeCount)
                                                                : QString();
    m_rows.push_back({id, std::move(name), count, look.scene()->rectOf(id), {}, inside});
}

/// A row each; an open module reaches down to behind its last.
void MethodColumn::place(const QRectF& area) {
    const double row = rowHeight(), room = area.width();
    double y = area.top();
    std::size_t open = m_rows.size();
    const auto close = [&] {
        if (open < m_rows.size() && open + 1 < m_rows.size() && m_rows[open + 1].inside)
            m_rows[open].box.setBottom(y), y += kColumnGap;
    };
    m_ends.clear();
    const auto end = [this](double scene, double column) {
        if (m_ends.empty() || (scene > m_ends.back().first && column > m_ends.back().second)) m_ends.emplace_back(scene, column);
    };
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        Row& one = m_rows[i];
        if (!one.inside) {
            y += i > 0 && m_rows[i - 1].inside ? kColumnFoot : 0;
            close();
            open = i;
        }
        const double inset = one.inside ? kColumnInset : 0;
        one.box = QRectF(area.left() + inset, y, room - 2 * inset, row);
        end(one.scene.y, y);
        y += row + kColumnGap;
        if (i + 1 == m_rows.size() || one.inside || !m_rows[i + 1].inside) end(one.scene.y + one.scene.height, y - kColumnGap);
    }
    if (!m_rows.empty() && m_rows.back().inside) y += kColumnFoot, close();
    m_rect = QRectF(area.left(), area.top(), room, std::max(0.0, y - kColumnGap - area.top()));
}

double MethodColumn::yOf(double scene) const {
    const auto behind = std::ranges::upper_bound(m_ends, scene, {}, &std::pair<double, double>::first);
    if (behind == m_ends.begin()) return m_rect.top();
    if (behind == m_ends.end()) return m_rect.bottom();
    const auto before = behind - 1;
    const double share = (scene - before->first) / (behind->first - before->first);
    return before->second + share * (behind->second - before->second);
}

layout::Point MethodColumn::toScene(QPointF position) const {
    const auto behind = std::ranges::upper_bound(m_ends, position.y(), {}, &std::pair<double, double>::second);
    const auto at = behind == m_ends.begin() ? m_ends.begin() : behind - 1;
    const double span = behind != m_ends.end() && behind != m_ends.begin() ? behind->second - at->second : 0;
    const double y = at->first + (span > 0 ? (position.y() - at->second) / span * (behind->first - at->first) : 0);
    const Row* nearest = &m_rows.front();
    for (const Row& row : m_rows)
        if (row.box.top() <= position.y() && (row.box.contains(position) || !row.inside)) nearest = &row;
    return {nearest->scene.x + nearest->scene.width / 2, y};
}

void MethodColumn::paint(QPainter& painter, const GraphLook& look, const std::optional<layout::Rect>& seen) const {
    painter.setRenderHint(QPainter::Antialiasing, true);
    for (const Row& row : m_rows) paintRow(painter, look, row);
    if (!seen) return;
    const auto [top, bottom] = aroundNames(yOf(seen->y), yOf(seen->y + seen->height));
    drawOutlines(painter, QPen(tokens().accent, 2));
    painter.drawRoundedRect(QRectF(m_rect.left() - 3, top, m_rect.width() + 6, bottom - top), 3, 3);
}

/// Moved so that no edge runs through a name, and one at least is inside.
std::pair<double, double> MethodColumn::aroundNames(double top, double bottom) const {
    constexpr double kEdge = 2;
    top = std::clamp(top, m_rect.top(), std::max(m_rect.top(), m_rect.bottom() - rowHeight()));
    bottom = std::max(bottom, top + rowHeight());
    for (const Row& row : m_rows) {
        const double first = row.box.top(), last = first + rowHeight();
        if (top > first && top < last) top = first;
        if (bottom > first && bottom < last) bottom = last;
    }
    return {top - kEdge, std::min(bottom, m_rect.bottom()) + kEdge};
}

void MethodColumn::paintRow(QPainter& painter, const GraphLook& look, const Row& row) const {
    const Tokens& t = tokens();
    const view::Item& item = look.scene()->view().item(row.item);
    const bool module = item.kind == view::ItemKind::Module || item.kind == view::ItemKind::Group;
    const bool open = row.box.height() > rowHeight() + 1;
    const ItemPaint& paint = look.paint(row.item);
    painter.setPen(QPen(module ? t.groupBorder : paint.colours.bar, 1));
    painter.setBrush(open ? t.group[row.inside ? 1 : 0] : module ? t.base : paint.colours.fill);
    painter.drawRoundedRect(row.box.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    const bool filled = !open && !module;
    const QRectF line(row.box.left() + 6, row.box.top(), row.box.width() - 12, rowHeight());
    double room = line.width();
    const QFontMetricsF metrics(smallFont());
    if (const Mark mark = look.markOf(row.item); mark != Mark::None) {
        const QRectF sign(line.right() - 10, line.center().y() - 5, 10, 10);
        if (filled) {  // marks are made for the page
            drawAreas(painter, t.base);
            painter.drawRoundedRect(sign.adjusted(-1.5, -1.5, 1.5, 1.5), 2, 2);
        }
        paintMark(painter, sign, mark);
        room -= 14;
    }
    writeIn(painter, smallFont(), filled && paint.ink != t.text ? paint.ink : t.text3);
    painter.drawText(QRectF(line.left(), line.top(), room, line.height()), Qt::AlignRight | Qt::AlignVCenter, row.count);
    room -= row.count.isEmpty() ? 0 : metrics.horizontalAdvance(row.count) + 6;
    painter.setPen(filled ? paint.ink : t.text);
    painter.drawText(QRectF(line.left(), line.top(), room, line.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(row.name, Qt::ElideMiddle, room));
    double x = row.box.left() + 1;
    for (const auto& [colour, share] : paint.shares) {
        const double width = share * (row.box.width() - 2);
        painter.fillRect(QRectF(x, row.box.bottom() - kColumnStrip - 1, width, kColumnStrip), colour);
        x += width;
    }
}

}  // namespace etscope::ui
