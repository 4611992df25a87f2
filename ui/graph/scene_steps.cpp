#include "graph/scene_steps.h"

namespace etscope::ui {
namespace {

/// The first producer or consumer among the edges; producers that only a stub names count too.
view::ItemId along(const view::Scene& scene, view::ItemId item, bool back) {
    for (const std::uint32_t number : scene.edgesAt(item)) {
        const view::ViewEdge& edge = scene.view().edges()[scene.edges()[number].edge];
        const view::ItemId other = back ? edge.from : edge.to;
        if (other != item && placeOf(scene.view(), other).valid()) return other;
    }
    if (back)
        for (const graph::NodeId node : scene.view().nodesOf(item))
            for (const graph::ValueId value : scene.view().index().flow().inputs(node))
                if (const view::ItemId maker = scene.view().itemOf(value); maker.valid() && maker != item) return maker;
    return {};
}

/// The nearest box at the same height (in left-right: at the same distance).
view::ItemId beside(const view::Scene& scene, view::ItemId item, bool before, bool sideways) {
    const layout::Rect here = scene.rectOf(item), b = scene.bounds();
    const layout::Rect band =
        sideways ? layout::Rect{here.x, b.y, here.width, b.height} : layout::Rect{b.x, here.y, b.width, here.height};
    view::ItemId best;
    double nearest = 0;
    for (const std::uint32_t number : scene.visible(band).nodes) {
        const view::SceneNode& node = scene.nodes()[number];
        const layout::Point there = node.rect.centre(), from = here.centre();
        const double distance = (sideways ? there.y - from.y : there.x - from.x) * (before ? -1 : 1);
        if (distance <= 0 || (best.valid() && distance >= nearest) || !placeOf(scene.view(), node.item).valid()) continue;
        best = node.item;
        nearest = distance;
    }
    return best;
}

}  // namespace

view::ItemId stepFrom(const view::Scene& scene, view::ItemId item, Arrow arrow, layout::Direction direction) {
    const bool sideways = direction == layout::Direction::LeftRight, vertical = arrow == Arrow::Up || arrow == Arrow::Down;
    const bool back = arrow == Arrow::Up || arrow == Arrow::Left;
    return vertical != sideways ? along(scene, item, back) : beside(scene, item, back, sideways);
}

}  // namespace etscope::ui
