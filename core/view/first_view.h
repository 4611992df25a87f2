// How a graph is shown before anybody has chosen anything: as many modules open as can be read side by side. Any thread.
#pragma once

#include "view/scene.h"

namespace etscope::view {

/// Opens what holds most of the graph, then modules, outermost first (of repeated blocks the first), that keep the drawing no wider
/// than `width` base units (a seventh more for the first of repeated blocks), or than it is, and no higher than six times as wide.
/// `options` without `expanded` is what is wanted otherwise. At most some dozens of layouts of a hundred items, whatever the size
/// of the graph. Errors: `cancelled`.
Result<std::shared_ptr<const Scene>> firstView(const std::shared_ptr<const modules::GraphIndex>& index, ViewOptions options,
                                               const TextMeasure& measure, const SceneOptions& drawn, double width,
                                               const JobContext& job = {});

/// Where a view of that size looks first: the top of the drawing, and of what is there as much as fits; never at nothing.
/// Returns the upper left corner in base units.
layout::Point firstLook(const Scene& scene, layout::Size size);

}  // namespace etscope::view
