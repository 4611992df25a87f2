// What can be done with the window: the rows of its Commands. GUI thread only.
#pragma once

class QMainWindow;

namespace etscope::ui {

class CommandPalette;
class Commands;
class DockLayout;
class FindLine;
class JobRegistry;
class PageArea;
class SessionKeeper;
class StatusArea;
class ViewChoices;
class Workspace;

/// What the window is made of.
struct WindowParts {
    QMainWindow* window;
    JobRegistry* jobs;
    Workspace* workspace;
    void (*quit)();  ///< closes all windows
    Commands* commands = nullptr;
    ViewChoices* choices = nullptr;
    FindLine* find = nullptr;
    PageArea* pages = nullptr;
    DockLayout* docks = nullptr;
    StatusArea* status = nullptr;
    CommandPalette* palette = nullptr;
    SessionKeeper* keeper = nullptr;
};

/// Adds them all; the parts come after them and stay as long as they.
void addWindowCommands(const WindowParts& parts);
/// Those of the views: graph, charts, grids of values. The views answer the keys themselves, where they have the focus.
void addViewCommands(const WindowParts& parts);
/// Now that all parts are there: commands are asked again whenever what they depend on changes.
void watchCommands(const WindowParts& parts);

}  // namespace etscope::ui
