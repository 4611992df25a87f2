// GraphLook: how each item of a scene is to be painted: colours and tag from the overlay, how modules stand, found, dimmed, block.
// Computed when an item is first painted and kept, so that a frame costs what it shows. GUI thread only.
#pragma once

#include <QStaticText>
#include <array>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "answers/module_states.h"
#include "graph/graph_overlay.h"
#include "graph/graph_place.h"
#include "view/scene.h"

namespace etscope::ui {

using ScenePtr = std::shared_ptr<const view::Scene>;

/// A saved query and the nodes that it matches.
struct QueryMark {
    int number = 0;  ///< its place among the saved queries, from 0
    QString text;
    std::vector<graph::NodeId> nodes;
};

/// Nodes that are told apart from all others: those that a search found, that are what is selected in another graph, of a trace
/// (everything else is dimmed; empty: no trace), and calls whose delegate can be opened though nothing is in them yet.
enum class NodeSet : std::uint8_t { Found, Counterparts, Traced, Openable };

struct ItemPaint {
    FamilyColours colours;
    QColor ink;  ///< text on the fill
    QString tag;
    Mark sign = Mark::None;  ///< before the tag
    QString words;           ///< the same and more, for who cannot see it; empty: the tag says all
    bool dashed = false;
    std::vector<std::pair<QColor, double>> shares;  ///< of modules and groups: the overlay's classes, adding up to 1
    const QString& said() const { return words.isEmpty() ? tag : words; }
};

class GraphLook {
public:
    void setScene(ScenePtr scene);
    void setOverlay(OverlayPtr overlay);
    /// How modules and operators of the stage stand; null: not known, nothing is said.
    void setStates(ModuleStatesPtr states);
    const ModuleStatesPtr& states() const { return m_states; }
    /// Of a group or a closed module, of several the worst; no mark for all others.
    EntityState stateOf(view::ItemId item) const;
    /// What the mark of an item says; empty: it has none.
    QString sentenceOf(view::ItemId item) const;
    /// Of those, and of operators and folded patterns: whether one is at fault, or carries an error on.
    Mark markOf(view::ItemId item) const { return m_stateMarks.empty() ? Mark::None : m_stateMarks[item.index()]; }
    void setNodes(NodeSet which, std::set<graph::NodeId> nodes);
    const std::set<graph::NodeId>& nodes(NodeSet which) const { return m_nodes[static_cast<std::size_t>(which)]; }
    void setMarks(std::vector<QueryMark> marks);
    const std::vector<QueryMark>& marks() const { return m_marks; }
    /// Bits of the numbers of the queries that nodes of the item match.
    unsigned marksOf(view::ItemId item) const { return m_markBits.empty() ? 0U : m_markBits[item.index()]; }
    /// Whether a closed item has something inside that can be shown.
    bool opens(view::ItemId item) const;
    /// Forgets colours after a change of theme.
    void refreshColours();

    const ScenePtr& scene() const { return m_scene; }
    /// The amounts that the colours tell apart: all of the overlay's, or what the user wants. Kept while the overlay stays of one
    /// kind.
    AmountRange range() const;
    void setRange(std::optional<AmountRange> range);
    /// Null while the overlay does not cover the scene.
    const OverlayMap* overlay() const;
    const OverlayPtr& wholeOverlay() const { return m_overlay; }
    const ItemPaint& paint(view::ItemId item) const;
    /// The delegate call that alone runs all that the item shows: "XNNPACK 9 · attention"; empty: none is known.
    QString callOf(view::ItemId item) const;
    /// Of an outline, as it is drawn: it is laid out once.
    const QStaticText& nameOf(std::uint32_t outline) const;
    /// Whether the item shows one of them.
    bool shows(NodeSet which, view::ItemId item) const {
        const std::vector<bool>& items = m_items[static_cast<std::size_t>(which)];
        return !items.empty() && items[item.index()];
    }
    bool dimmed(view::ItemId item) const { return !nodes(NodeSet::Traced).empty() && !shows(NodeSet::Traced, item); }
    /// A group without groups inside: a block when seen from afar.
    bool innermost(view::ItemId group) const { return m_innermost[group.index()]; }
    /// Outermost groups and what lies in none: all that is seen from afar.
    const view::SceneParts& outer() const { return m_outer; }
    /// The outermost group around the item (itself, when it is one); invalid for items of the root.
    view::ItemId outermost(view::ItemId item) const { return m_outermost[item.index()]; }

    view::ItemId selected, hovered;
    std::int64_t hoveredEdge = -1;  ///< in Scene::edges()

private:
    void findOuter();
    void updateStates();
    void updateMarks();
    void updateNodes(NodeSet which);
    ItemPaint compute(view::ItemId item) const;
    void addShares(const OverlayMap& map, std::span<const graph::NodeId> nodes, ItemPaint& paint) const;

    ScenePtr m_scene;
    OverlayPtr m_overlay;
    ModuleStatesPtr m_states;
    std::vector<Mark> m_stateMarks;  ///< per item; empty: nothing is known
    std::optional<AmountRange> m_range;
    std::vector<QueryMark> m_marks;
    std::vector<unsigned> m_markBits;                ///< per item
    std::array<std::set<graph::NodeId>, 4> m_nodes;  ///< by NodeSet
    std::array<std::vector<bool>, 4> m_items;        ///< that show them
    std::vector<bool> m_innermost;
    std::vector<view::ItemId> m_outermost;
    view::SceneParts m_outer;
    mutable std::vector<std::unique_ptr<ItemPaint>> m_paints;
    mutable std::vector<QStaticText> m_names;  ///< by outline
};

}  // namespace etscope::ui
