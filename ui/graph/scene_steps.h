// Steps from item to item of a scene, as arrows make them: along the flow to producers and consumers, across it to neighbours.
#pragma once

#include "graph/graph_look.h"

namespace etscope::ui {

enum class Arrow : std::uint8_t { Up, Down, Left, Right };

/// Invalid: nothing is there.
view::ItemId stepFrom(const view::Scene& scene, view::ItemId item, Arrow arrow, layout::Direction direction);

}  // namespace etscope::ui
