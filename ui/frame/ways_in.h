// How the program is started by other programs: lines to copy. GUI thread only.
#pragma once

class QWidget;

namespace etscope::ui {

/// A card with the three ways: from the shell, without a window, at a place.
QWidget* makeWaysIn(QWidget* parent);

}  // namespace etscope::ui
