// The list of all commands and their keys, searched by typing. GUI thread only.
#pragma once

class QWidget;

namespace etscope::ui {

class Commands;

/// Opens it beside the window, which goes on working; a row that is activated runs its command.
void showKeyList(Commands& commands, QWidget* window);

}  // namespace etscope::ui
