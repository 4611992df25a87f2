// What screen readers are told of charts: their names, and as children the items in view with names, places, and what a click does.
// GUI thread only.
#pragma once

namespace etscope::ui {

/// Once per process; further calls do nothing.
void installChartAccessibility();

}  // namespace etscope::ui
