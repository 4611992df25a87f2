// How each page of the window is made.
#pragma once

#include "models/link.h"
#include "workspace/page.h"

namespace etscope::ui {

class GapPage;
class GraphPage;

/// Those with a tab, in the order of pageTable(), and which of them the window asks for what only they can do.
struct Pages {
    GraphPage* graph = nullptr;
    GapPage* gap = nullptr;
    QList<Page*> all;
};
Pages makePages(Workspace& workspace, QWidget* parent);
/// The title in the language shown.
QString pageTitle(const PageInfo& page);

}  // namespace etscope::ui
