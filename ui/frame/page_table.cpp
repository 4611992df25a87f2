#include "frame/page_table.h"

#include "graph/graph_page.h"
#include "pages/container_table.h"
#include "pages/diff_page.h"
#include "pages/events_page.h"
#include "pages/gap_page.h"
#include "pages/handles_page.h"
#include "pages/memory_page.h"
#include "pages/outputs_page.h"
#include "pages/overview_page.h"
#include "pages/program_tables.h"
#include "pages/quality_tables.h"
#include "pages/sizes_page.h"
#include "pages/tensors_page.h"

namespace etscope::ui {
namespace {

template <class P>
Page* make(Workspace& workspace, QWidget* parent) {
    return new P(workspace, parent);
}

template <const RowsSpec& (*spec)()>
Page* table(Workspace& workspace, QWidget* parent) {
    return new RowsPage(workspace, spec(), parent);
}

}  // namespace

std::span<const PageInfo> pageTable() {
    static constexpr PageInfo kPages[] = {
        {"overview", "Overview", make<OverviewPage>},
        {"graph", "Graph", make<GraphPage>},
        {"outputs", "Outputs", make<OutputsPage>},
        {"gap", "Numeric gap", make<GapPage>},
        {"tensors", "Tensors", make<TensorsPage>},
        {"metadata", "Metadata", table<metadataTable>},
        {"named-data", "Named data", table<namedDataTable>},
        {"delegates", "Delegates", table<delegateTable>},
        {"containers", "Containers", table<containerTable>},
        {"handles", "Handles", make<HandlesPage>},
        {"memory", "Memory", make<MemoryPage>},
        {"sizes", "Sizes", make<SizesPage>},
        {"events", "Events", make<EventsPage>},
        {"diff", "Differences", make<DiffPage>},
        {"undelegated", "Undelegated", table<undelegatedTable>},
        {"quantisation", "Quantisation", table<quantisationTable>},
    };
    return kPages;
}

}  // namespace etscope::ui
