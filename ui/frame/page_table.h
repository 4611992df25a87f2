// The pages of the window, in tab order: name, title, and how each is made.
#pragma once

#include <span>

#include "workspace/page.h"

namespace etscope::ui {

struct PageInfo {
    const char* name;   ///< of --page
    const char* id;     ///< of its command
    const char* title;  ///< of its tab and command, in English
    Page* (*make)(Workspace&, QWidget*);
};
std::span<const PageInfo> pageTable();
/// The title in the language shown.
QString pageTitle(const PageInfo& page);

}  // namespace etscope::ui
