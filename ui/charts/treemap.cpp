#include "charts/treemap.h"

#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <map>
#include <utility>

#include "charts/chart_name.h"
#include "layout/treemap.h"
#include "look/numbers.h"
#include "look/tokens.h"
#include "look/words.h"

namespace etscope::ui {
namespace {

/// Groups that are narrower have no heading.
constexpr double kHeaderWidth = 50;
constexpr double kLeastSide = 2;

double headerHeight() { return QFontMetricsF(headingFont()).height() + 2; }
double nameHeight() { return QFontMetricsF(smallFont()).height() + 3; }

layout::Rect rectOf(const QRectF& rect) { return {rect.x(), rect.y(), rect.width(), rect.height()}; }

QList<QRectF> rectsOf(const std::vector<layout::Rect>& rects) {
    QList<QRectF> list;
    for (const layout::Rect& rect : rects) list.append({rect.x, rect.y, rect.width, rect.height});
    return list;
}

}  // namespace

QList<QRectF> squarified(const QList<double>& sizes, QRectF area, double least, QRectF* rest) {
    layout::Rect left;
    const auto placed = layout::squarified({sizes.begin(), sizes.end()}, rectOf(area), least, &left);
    if (rest != nullptr) *rest = {left.x, left.y, left.width, left.height};
    return rectsOf(placed);
}

QList<QRectF> inStrips(const QList<double>& sizes, QRectF area, double least, QList<qsizetype>& counts) {
    std::vector<std::size_t> merged;
    const auto placed = layout::inStrips({sizes.begin(), sizes.end()}, rectOf(area), least, merged);
    counts = QList<qsizetype>(merged.begin(), merged.end());
    return rectsOf(placed);
}

modules::OperatorFamily Treemap::familyOf(flat::RegionKind kind) {
    switch (kind) {
        case flat::RegionKind::Constant:
        case flat::RegionKind::Tensor: return modules::OperatorFamily::Compute;
        case flat::RegionKind::NamedData: return modules::OperatorFamily::Memory;
        case flat::RegionKind::Delegate: return modules::OperatorFamily::Delegate;
        case flat::RegionKind::Program:
        case flat::RegionKind::Json: return modules::OperatorFamily::Quantise;
        default: return modules::OperatorFamily::Constant;
    }
}

bool Treemap::Group::hasHeader() const { return area.width() >= kHeaderWidth && area.height() >= headerHeight() + nameHeight(); }

Treemap::Treemap(QWidget* parent) : ChartView(parent) {
    setMinimumHeight(px(120));
    setZooms(false);
    setReach(0);
    introduce("treemap", tr("Regions of the file by size"));
}

Address Treemap::addressOf(std::size_t leaf) const {
    const QString file = fileOf(leaf);
    return file.isEmpty() ? Address() : Address::ofRegion(file, regionOf(leaf).offset);
}

/// Empty for regions that are too small to be told apart.
QString Treemap::fileOf(std::size_t leaf) const {
    const int region = m_leaves[leaf].region;
    return region < 0 ? QString() : m_grouping.files.isEmpty() ? m_file : m_grouping.files.value(region);
}

QStringList Treemap::groups() const {
    QStringList titles;
    for (const Group& group : m_groups) titles.append(group.title);
    return titles;
}

std::vector<Treemap::Share> Treemap::shares() const {
    std::map<flat::RegionKind, std::uint64_t> bytes;
    std::uint64_t all = 0;
    for (const flat::Region& region : m_regions) bytes[region.kind] += region.size, all += region.size;
    std::vector<Share> shares;
    for (const auto& [kind, size] : bytes)
        if (size > 0) shares.push_back({kind, static_cast<double>(size) / static_cast<double>(all)});
    std::ranges::stable_sort(shares, std::greater(), &Share::share);
    return shares;
}

void Treemap::zoomInto(const QString& group) {
    if (group == m_zoomed || (!group.isEmpty() && !groups().contains(group))) return;
    m_zoomed = group;
    place();
    emit zoomed(m_zoomed);
}

void Treemap::goIn(int leaf) {
    if (leaf >= 0) zoomInto(m_groups[m_leaves[static_cast<std::size_t>(leaf)].group].title);
}

bool Treemap::actByKey(int key) {
    if (key == Qt::Key_Backspace || key == Qt::Key_Minus) {
        if (m_zoomed.isEmpty()) return false;
        zoomInto({});
        return true;
    }
    if (key != Qt::Key_Plus || current() < 0) return ChartView::actByKey(key);
    goIn(current());
    return true;
}

void Treemap::addActions(QMenu& menu) {
    ChartView::addActions(menu);
    QAction* in = menu.addAction(tr("Go into the group\t+"), this, [this] { goIn(current()); });
    in->setEnabled(current() >= 0 && m_zoomed.isEmpty());
    QAction* out = menu.addAction(tr("Back to all groups\tBackspace"), this, [this] { zoomInto({}); });
    out->setEnabled(!m_zoomed.isEmpty());
}

void Treemap::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) goIn(itemAt(event->position()));
}

void Treemap::setRegions(std::vector<flat::Region> regions, const QString& file, Grouping grouping) {
    setCurrent(-1);  // it was a leaf of other regions
    const QString before = std::exchange(m_zoomed, QString());
    m_file = file;
    m_grouping = std::move(grouping);
    m_regions = std::move(regions);
    m_leaves.clear();
    std::map<QString, Group> groups;
    for (int i = 0; i < static_cast<int>(m_regions.size()); ++i) {
        const flat::Region& region = m_regions[static_cast<std::size_t>(i)];
        const QString title = m_grouping.groups.isEmpty() ? word(text(regionKindName(region.kind))) : m_grouping.groups.value(i);
        Group& group = groups[title];
        if (group.members.isEmpty()) group.kind = region.kind;
        group.title = title;
        group.size += region.size;
        group.members.append(i);
    }
    m_groups.clear();
    for (auto& [title, group] : groups) m_groups.append(std::move(group));
    std::sort(m_groups.begin(), m_groups.end(), [](const Group& a, const Group& b) { return a.size > b.size; });
    for (Group& group : m_groups)
        std::stable_sort(group.members.begin(), group.members.end(), [this](int a, int b) {
            if (m_grouping.byOffset)
                return m_regions[static_cast<std::size_t>(a)].offset < m_regions[static_cast<std::size_t>(b)].offset;
            return m_regions[static_cast<std::size_t>(a)].size > m_regions[static_cast<std::size_t>(b)].size;
        });
    m_groupOf.assign(m_regions.size(), 0);
    for (qsizetype g = 0; g < m_groups.size(); ++g)
        for (const int member : m_groups[g].members) m_groupOf[static_cast<std::size_t>(member)] = g;
    place();
    if (!before.isEmpty()) emit zoomed({});
}

void Treemap::place() {
    const int region = current() < 0 ? -1 : m_leaves[static_cast<std::size_t>(current())].region;
    m_leaves.clear();
    QList<double> sizes;
    for (const Group& group : m_groups)
        if (inZoom(group)) sizes.append(static_cast<double>(group.size));
    const QList<QRectF> areas = squarified(sizes, QRectF(rect()).adjusted(8, 4, -8, -4));
    qsizetype at = 0;
    for (qsizetype i = 0; i < m_groups.size(); ++i) {
        m_groups[i].area = inZoom(m_groups[i]) ? areas.value(at++) : QRectF();
        if (inZoom(m_groups[i])) placeMembers(i);
    }
    std::vector<Span> spans;
    for (const Leaf& leaf : m_leaves) spans.push_back({leaf.area.left(), leaf.area.right()});
    setItems(std::move(spans), 0, width());
    setCurrentRegion(region);
}

void Treemap::placeMembers(qsizetype index) {
    const Group& group = m_groups[index];
    const QRectF inner = group.area.adjusted(2, group.hasHeader() ? headerHeight() : 2, -2, -2);
    QList<double> sizes;
    for (const int member : group.members) sizes.append(static_cast<double>(m_regions[static_cast<std::size_t>(member)].size));
    if (m_grouping.byOffset) return placeInOrder(index, inner, sizes);
    QRectF rest;
    const QList<QRectF> areas = squarified(sizes, inner, kLeastSide * kLeastSide, &rest);
    for (qsizetype i = 0; i < areas.size(); ++i) m_leaves.push_back({group.members[i], index, areas[i], 0});
    if (!rest.isEmpty()) m_leaves.push_back({-1, index, rest, group.members.size() - areas.size()});
}

/// What is one rectangle with its neighbours stands for all of them.
void Treemap::placeInOrder(qsizetype index, const QRectF& inner, const QList<double>& sizes) {
    QList<qsizetype> counts;
    const QList<QRectF> areas = inStrips(sizes, inner, kLeastSide * kLeastSide, counts);
    qsizetype member = 0;
    for (qsizetype i = 0; i < areas.size(); member += counts[i++])
        m_leaves.push_back(counts[i] == 1 ? Leaf{m_groups[index].members[member], index, areas[i], 0}
                                          : Leaf{-1, index, areas[i], counts[i]});
}

void Treemap::setCurrentRegion(int region) {
    const bool known = region >= 0 && static_cast<std::size_t>(region) < m_regions.size();
    const auto leaf = std::ranges::find_if(m_leaves, [&](const Leaf& one) {
        return known && (one.region == region || (one.region < 0 && one.group == m_groupOf[static_cast<std::size_t>(region)]));
    });
    setCurrent(leaf == m_leaves.end() ? -1 : static_cast<int>(leaf - m_leaves.begin()));
}

void Treemap::resizeEvent(QResizeEvent* event) {
    ChartView::resizeEvent(event);
    place();
}

void Treemap::activate(std::size_t leaf) {
    if (const int region = m_leaves[leaf].region; region >= 0) emit regionClicked(region);
}

QString Treemap::nameOf(std::size_t leaf) const {
    if (m_leaves[leaf].region >= 0) return text(regionOf(leaf).name);
    return tr("%n region(s) too small to draw", nullptr, static_cast<int>(m_leaves[leaf].merged));
}

QString Treemap::tooltipOf(std::size_t leaf) const {
    if (m_leaves[leaf].region < 0) return nameOf(leaf);
    const flat::Region& region = regionOf(leaf);
    const QString tip = tr("%1\n%2 at %3").arg(nameOf(leaf), bytesText(region.size), hexText(region.offset));
    return region.owner.empty() ? tip : tip + QLatin1Char('\n') + text(region.owner);
}

void Treemap::paintGroup(QPainter& painter, const Group& group) const {
    const Tokens& t = tokens();
    painter.setPen(QPen(t.border, 1));
    painter.setBrush(t.raised);
    painter.drawRect(group.area);
    if (!group.hasHeader()) return;
    const QFontMetricsF small(smallFont()), bold(headingFont());
    const QRectF row(group.area.left() + 5, group.area.top(), group.area.width() - 10, headerHeight());
    const QString bytes = bytesText(group.size), name = group.title;
    writeIn(painter, headingFont(), t.text);
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, chartName(bold, name, row.width()));
    if (bold.horizontalAdvance(name) + small.horizontalAdvance(bytes) + 12 >= row.width()) return;
    writeIn(painter, smallFont(), t.text2);
    painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, bytes);
}

void Treemap::paintItems(QPainter& painter) const {
    const Tokens& t = tokens();
    const QFontMetricsF small(smallFont());
    const double name = nameHeight();
    for (const Group& group : m_groups)
        if (inZoom(group)) paintGroup(painter, group);
    painter.setFont(smallFont());
    for (std::size_t i = 0; i < m_leaves.size(); ++i) {
        const Leaf& leaf = m_leaves[i];
        const flat::RegionKind kind = leaf.region < 0 ? m_groups[leaf.group].kind : regionOf(i).kind;
        const FamilyColours& colours = t.families[static_cast<std::size_t>(familyOf(kind))];
        if (leaf.region < 0) {
            painter.fillRect(leaf.area, QBrush(colours.bar, Qt::BDiagPattern));
            continue;
        }
        painter.setPen(QPen(colours.bar, 1));
        painter.setBrush(colours.fill);
        painter.drawRect(leaf.area.adjusted(0.5, 0.5, -0.5, -0.5));
        if (leaf.area.height() < name) continue;
        painter.setPen(t.text);
        painter.drawText(leaf.area.adjusted(5, 2, -4, 0), Qt::AlignLeft | Qt::AlignTop,
                         weightName(small, nameOf(i), leaf.area.width() - 9));
    }
}

QStringList Treemap::tsvTitles() const { return {tr("region"), tr("kind"), tr("offset"), tr("bytes"), tr("owner")}; }

QStringList Treemap::tsvCells(std::size_t leaf) const {
    if (m_leaves[leaf].region < 0) return {nameOf(leaf), m_groups[m_leaves[leaf].group].title, {}, {}, {}};
    const flat::Region& region = regionOf(leaf);
    const QString kind = word(text(regionKindName(region.kind)));
    return {nameOf(leaf), kind, QString::number(region.offset), QString::number(region.size), text(region.owner)};
}

}  // namespace etscope::ui
