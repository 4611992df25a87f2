#include "frame/page_table.h"

#include "graph/graph_page.h"
#include "pages/awaiting_page.h"
#include "pages/handles_page.h"
#include "pages/outputs_page.h"
#include "pages/overview_page.h"
#include "pages/tensors_page.h"

namespace etscope::ui {
namespace {

template <class P>
Page* make(Workspace& workspace, QWidget* parent) {
    return new P(workspace, parent);
}

template <int which>
Page* awaiting(Workspace& workspace, QWidget* parent) {
    return new AwaitingPage(workspace, which, parent);
}

}  // namespace

std::span<const PageInfo> pageTable() {
    static constexpr PageInfo kPages[] = {
        {"overview", "Overview", make<OverviewPage>},
        {"graph", "Graph", make<GraphPage>},
        {"outputs", "Outputs", make<OutputsPage>},
        {"gap", "Numeric gap", awaiting<0>},
        {"tensors", "Tensors", make<TensorsPage>},
        {"metadata", "Metadata", awaiting<1>},
        {"named-data", "Named data", awaiting<2>},
        {"delegates", "Delegates", awaiting<3>},
        {"handles", "Handles", make<HandlesPage>},
        {"memory", "Memory", awaiting<4>},
        {"sizes", "Sizes", awaiting<5>},
        {"events", "Events", awaiting<6>},
    };
    return kPages;
}

}  // namespace etscope::ui
