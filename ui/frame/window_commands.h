// What can be done with the window: the rows of its Commands. GUI thread only.
#pragma once

class QWidget;

namespace etscope::ui {

class CommandPalette;
class Commands;
class DockLayout;
class FindLine;
class JobRegistry;
class Opener;
class PageArea;
class SessionKeeper;
class StatusArea;
class ViewChoices;
class Workspace;

/// What the window is made of, as its commands see it.
struct WindowParts {
    QWidget& window;
    Workspace& workspace;
    JobRegistry& jobs;
    Commands& commands;
    PageArea& pages;
    ViewChoices& choices;
    FindLine& find;
    DockLayout& docks;
    SessionKeeper& keeper;
    Opener& opener;
    StatusArea& status;
    CommandPalette& palette;
    void (*quit)();  ///< of all windows
};

/// Adds them all; they are asked again whenever what they depend on changes.
void addWindowCommands(const WindowParts& parts);
/// Those of the views: graph, charts, grids of values. The views answer the keys themselves, where they have the focus.
void addViewCommands(Commands& commands, const PageArea& pages, const DockLayout& docks);

}  // namespace etscope::ui
