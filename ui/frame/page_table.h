// How each page of the window is made.
#pragma once

#include "models/link.h"
#include "workspace/page.h"

namespace etscope::ui {

/// One with a tab.
Page* makePage(PageId page, Workspace& workspace, QWidget* parent);
/// The title in the language shown.
QString pageTitle(const PageInfo& page);

}  // namespace etscope::ui
