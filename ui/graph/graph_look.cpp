#include "graph/graph_look.h"

#include <algorithm>
#include <cmath>

#include "graph/graph_painter.h"
#include "look/numbers.h"

namespace etscope::ui {
namespace {

/// A group with more than this share of the nodes of its level is nearly everything.
constexpr double kNearlyAll = 0.9;

/// Groups that hold nearly everything are no blocks when seen from afar: the groups inside are.
std::vector<bool> wrappers(const view::ViewGraph& view) {
    const auto& items = view.items();
    std::vector<std::vector<std::uint32_t>> inside(items.size());
    for (std::uint32_t i = 1; i < items.size(); ++i)
        if (items[i].kind == view::ItemKind::Group) inside[items[i].parent.valid() ? items[i].parent.index() : 0].push_back(i);
    std::vector<bool> wraps(items.size(), false);
    auto nodes = static_cast<double>(view.index().model().nodeCount());
    for (std::uint32_t at = 0;; nodes = items[at].nodeCount, wraps[at] = true) {
        const auto large = std::ranges::find_if(
            inside[at], [&](std::uint32_t group) { return items[group].nodeCount > kNearlyAll * nodes && !inside[group].empty(); });
        if (large == inside[at].end()) return wraps;
        at = *large;
    }
}

/// Relative luminance, WCAG 2.
double luminance(const QColor& colour) {
    const auto linear = [](double part) { return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

/// Text on a fill of the ramp: whichever of text and base contrasts more.
QColor inkOn(const QColor& fill) {
    const Tokens& t = tokens();
    const auto contrast = [on = luminance(fill)](const QColor& ink) {
        const double of = luminance(ink);
        return (std::max(of, on) + 0.05) / (std::min(of, on) + 0.05);
    };
    return contrast(t.text) >= contrast(t.base) ? t.text : t.base;
}

bool isCall(const view::Item& item) { return item.kind == view::ItemKind::Node || item.kind == view::ItemKind::Pattern; }

}  // namespace

void GraphLook::setScene(ScenePtr scene) {
    m_scene = std::move(scene);
    hovered = {};
    hoveredEdge = -1;
    refreshColours();
    m_names.clear();
    m_innermost.clear();
    m_outermost.clear();
    if (m_scene != nullptr) {
        const auto& items = m_scene->view().items();
        m_innermost.resize(items.size());
        m_outermost.resize(items.size());
        const std::vector<bool> wraps = wrappers(m_scene->view());
        for (std::uint32_t i = 1; i < items.size(); ++i) {
            const bool group = items[i].kind == view::ItemKind::Group;
            const view::ItemId parent = items[i].parent;
            m_innermost[i] = group;
            if (parent.valid()) m_outermost[i] = m_outermost[parent.index()];
            if (group && !m_outermost[i].valid() && !wraps[i]) m_outermost[i] = view::ItemId(i);
            if (group && parent.valid()) m_innermost[parent.index()] = false;
        }
    }
    findOuter();
    updateStates();
    updateMarks();
    for (const NodeSet which : {NodeSet::Found, NodeSet::Counterparts, NodeSet::Traced, NodeSet::Openable}) updateNodes(which);
}

void GraphLook::findOuter() {
    m_outer = {};
    if (m_scene == nullptr) return;
    for (std::uint32_t i = 0; i < m_scene->groups().size(); ++i)
        if (const view::ItemId item = m_scene->groups()[i].item;
            !m_outermost[item.index()].valid() || m_outermost[item.index()] == item)
            m_outer.groups.push_back(i);
    for (std::uint32_t i = 0; i < m_scene->nodes().size(); ++i)
        if (!m_outermost[m_scene->nodes()[i].item.index()].valid()) m_outer.nodes.push_back(i);
}

void GraphLook::setStates(ModuleStatesPtr states) {
    m_states = std::move(states);
    updateStates();
}

EntityState GraphLook::stateOf(view::ItemId id) const {
    if (m_scene == nullptr || m_states == nullptr) return {};
    const view::Item& item = m_scene->view().item(id);
    const bool whole = item.kind == view::ItemKind::Module || (item.kind == view::ItemKind::Group && !item.pattern.valid());
    if (!whole || id.index() == 0) return {};
    const modules::GraphIndex& index = m_scene->view().index();
    const auto moduleAt = [&index](modules::ModuleId module) -> const modules::Module& { return index.hierarchy().module(module); };
    if (moduleAt(item.module).kind != modules::ModuleKind::Module) return {};
    if (item.blocks == 1) return m_states->of(moduleAt(item.module).path);
    std::vector<std::string> paths;
    for (const modules::ModuleId block : index.blocks().restOf(index.blocks().leaderOf(item.module)))
        paths.push_back(moduleAt(block).path);
    return m_states->ofAll(paths);
}

QString GraphLook::sentenceOf(view::ItemId id) const {
    return isCall(m_scene->view().item(id)) ? ModuleStates::sentenceOfNodes(markOf(id)) : ModuleStates::sentence(stateOf(id));
}

void GraphLook::updateStates() {
    m_stateMarks.clear();
    if (m_scene == nullptr || m_states == nullptr || m_states->empty()) return;
    m_stateMarks.resize(m_scene->view().items().size(), Mark::None);
    for (std::uint32_t i = 1; i < m_stateMarks.size(); ++i) {
        const view::ItemId id(i);
        const bool call = isCall(m_scene->view().item(id));
        m_stateMarks[i] = call ? m_states->ofNodes(m_scene->view().nodesOf(id)) : stateOf(id).mark;
    }
}

void GraphLook::setOverlay(OverlayPtr overlay) {
    const bool same = m_overlay != nullptr && overlay != nullptr && m_overlay->title() == overlay->title();
    if (overlay != nullptr && !same) m_range.reset();
    m_overlay = std::move(overlay);
    refreshColours();
}

AmountRange GraphLook::range() const { return m_range ? *m_range : m_overlay != nullptr ? m_overlay->whole() : AmountRange(); }

void GraphLook::setRange(std::optional<AmountRange> range) {
    m_range = range;
    refreshColours();
}

const OverlayMap* GraphLook::overlay() const {
    const bool covers = m_overlay != nullptr && m_scene != nullptr && m_overlay->covers(m_scene->view().index().model());
    return covers ? m_overlay.get() : nullptr;
}

void GraphLook::setNodes(NodeSet which, std::set<graph::NodeId> nodes) {
    m_nodes[static_cast<std::size_t>(which)] = std::move(nodes);
    updateNodes(which);
}

bool GraphLook::opens(view::ItemId id) const {
    const view::Item& item = m_scene->view().item(id);
    return item.expandable || (item.kind == view::ItemKind::Node && nodes(NodeSet::Openable).contains(item.node));
}

void GraphLook::refreshColours() {
    m_paints.clear();
    if (m_scene != nullptr) m_paints.resize(m_scene->view().items().size());
}

/// Of a trace also the groups around, and the inputs and outputs at the edges of what is in it.
void GraphLook::updateNodes(NodeSet which) {
    std::vector<bool>& items = m_items[static_cast<std::size_t>(which)];
    items.clear();
    if (m_scene == nullptr || nodes(which).empty()) return;
    const view::ViewGraph& view = m_scene->view();
    items.resize(view.items().size());
    for (const graph::NodeId node : nodes(which))
        if (const view::ItemId item = view.itemOf(node); item.valid()) items[item.index()] = true;
    if (which != NodeSet::Traced) return;
    for (std::size_t i = items.size(); i-- > 1;)  // parents have smaller ids
        if (const view::ItemId parent = view.items()[i].parent; items[i] && parent.valid()) items[parent.index()] = true;
    std::vector<view::ItemId> ports;
    for (const view::ViewEdge& edge : view.edges()) {
        if (view.item(edge.from).kind == view::ItemKind::Input && items[edge.to.index()]) ports.push_back(edge.from);
        if (view.item(edge.to).kind == view::ItemKind::Output && items[edge.from.index()]) ports.push_back(edge.to);
    }
    for (const view::ItemId port : ports) items[port.index()] = true;
}

void GraphLook::updateMarks() {
    m_markBits.clear();
    if (m_scene == nullptr || m_marks.empty()) return;
    m_markBits.resize(m_scene->view().items().size());
    for (const QueryMark& mark : m_marks)
        for (const graph::NodeId node : mark.nodes)
            if (const view::ItemId item = m_scene->view().itemOf(node); item.valid()) m_markBits[item.index()] |= 1U << mark.number;
}

void GraphLook::setMarks(std::vector<QueryMark> marks) {
    m_marks = std::move(marks);
    updateMarks();
}

const ItemPaint& GraphLook::paint(view::ItemId item) const {
    auto& slot = m_paints[item.index()];
    if (slot == nullptr) slot = std::make_unique<ItemPaint>(compute(item));
    return *slot;
}

QString GraphLook::callOf(view::ItemId item) const {
    const auto& bundles = m_scene->view().options().bundles;
    const auto nodes = m_scene->view().nodesOf(item);
    if (bundles == nullptr || nodes.empty()) return {};
    const std::uint32_t bundle = bundles->of(nodes.front());
    const bool alone = std::ranges::all_of(nodes, [&](graph::NodeId node) { return bundles->of(node) == bundle; });
    return alone && bundle != modules::Bundles::kNone ? text(bundles->names[bundle]) : QString();
}

const QStaticText& GraphLook::nameOf(std::uint32_t number) const {
    m_names.resize(m_scene->outlines().size());
    QStaticText& name = m_names[number];
    if (name.text().isEmpty()) {
        const view::SceneOutline& outline = m_scene->outlines()[number];
        const double room = outline.name.width - 2 * view::measure::kNamePadding;
        name.setTextFormat(Qt::PlainText);
        name.setText(elidedName(m_scene->nameOf(outline), room, view::TextRole::Small));
        name.prepare({}, canvasFont(view::TextRole::Small));
    }
    return name;
}

ItemPaint GraphLook::compute(view::ItemId id) const {
    const Tokens& t = tokens();
    const view::Item& item = m_scene->view().item(id);
    const OverlayMap* map = overlay();
    ItemPaint paint;
    paint.colours = t.families[static_cast<std::size_t>(item.family)];
    paint.ink = t.text;
    if (item.kind == view::ItemKind::Input || item.kind == view::ItemKind::Output || map == nullptr) return paint;
    const auto nodes = m_scene->view().nodesOf(id);
    if (nodes.empty()) return paint;
    paint.sign = map->signOf(nodes);
    if (item.kind == view::ItemKind::Module || item.kind == view::ItemKind::Group) {
        addShares(*map, nodes, paint);
        return paint;
    }
    const QString word = map->word(nodes.front());
    if (std::all_of(nodes.begin(), nodes.end(), [&](graph::NodeId node) { return map->word(node) == word; })) paint.tag = word;
    if (map->hasAmounts()) {
        const double amount = map->amountOf(nodes);
        paint.colours = map->amountColours(amount, range());
        paint.ink = inkOn(paint.colours.fill);
        paint.tag = map->tells(nodes) ? map->amountText(amount) : QString();
        if (!std::isnan(amount)) paint.words = map->amountText(amount);
        paint.dashed = std::isnan(amount);
    } else if (map->overlay() != Overlay::None) {
        const graph::NodeId speaker = map->speakerOf(nodes);
        const OverlayMap::Class& which = map->classOf(speaker);
        if (paint.sign != Mark::None) {
            paint.tag = map->word(speaker);
            paint.words = QStringLiteral("%1 %2 · %3").arg(markName(paint.sign), map->blamedText(speaker), which.name).simplified();
        }
        paint.colours = map->colours(which);
        paint.dashed = which.hue == OverlayMap::kNotRun;
        const auto other = [&](graph::NodeId node) { return map->classNumber(node) != map->classNumber(speaker); };
        if (std::any_of(nodes.begin(), nodes.end(), other)) addShares(*map, nodes, paint);
    }
    return paint;
}

void GraphLook::addShares(const OverlayMap& map, std::span<const graph::NodeId> nodes, ItemPaint& paint) const {
    if (map.hasAmounts()) {
        const double amount = map.amountOf(nodes);
        paint.shares.emplace_back(map.amountColours(amount, range()).fill, 1.0);
        paint.tag = map.amountText(amount);
        return;
    }
    std::vector<std::uint64_t> counts(map.classes().size());
    for (const graph::NodeId node : nodes) ++counts[map.classNumber(node)];
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0)
            paint.shares.emplace_back(map.colours(map.classes()[i]).fill,
                                      static_cast<double>(counts[i]) / static_cast<double>(nodes.size()));
    std::stable_sort(paint.shares.begin(), paint.shares.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
}

}  // namespace etscope::ui
