// Menus that come up beside the mouse. GUI thread only.
#pragma once

class QMenu;
class QWidget;

namespace etscope::ui {

/// A menu that is shown with popup() and is gone when it closes. It does not block: while it is open jobs end, sessions change and
/// windows close; what its actions need of those they hold by value or look up when they run.
QMenu* makeMenu(QWidget* parent);

}  // namespace etscope::ui
