#include "frame/page_table.h"

#include "answers/program_tables.h"
#include "frame/commands.h"
#include "graph/graph_page.h"
#include "pages/diff_page.h"
#include "pages/events_page.h"
#include "pages/gap_page.h"
#include "pages/memory_page.h"
#include "pages/metadata_page.h"
#include "pages/named_data_page.h"
#include "pages/outputs_page.h"
#include "pages/overview_page.h"
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
        {"overview", "page.overview", QT_TRANSLATE_NOOP("Command", "Overview"), make<OverviewPage>},
        {"graph", "page.graph", QT_TRANSLATE_NOOP("Command", "Graph"), make<GraphPage>},
        {"outputs", "page.outputs", QT_TRANSLATE_NOOP("Command", "Outputs"), make<OutputsPage>},
        {"gap", "page.gap", QT_TRANSLATE_NOOP("Command", "Numeric gap"), make<GapPage>},
        {"tensors", "page.tensors", QT_TRANSLATE_NOOP("Command", "Tensors"), make<TensorsPage>},
        {"metadata", "page.metadata", QT_TRANSLATE_NOOP("Command", "Metadata"), make<MetadataPage>},
        {"named-data", "page.named-data", QT_TRANSLATE_NOOP("Command", "Named data"), make<NamedDataPage>},
        {"delegates", "page.delegates", QT_TRANSLATE_NOOP("Command", "Delegates"), table<Tables::delegates>},
        {"containers", "page.containers", QT_TRANSLATE_NOOP("Command", "Containers"), table<Tables::containers>},
        {"handles", "page.handles", QT_TRANSLATE_NOOP("Command", "Handles"), table<Tables::handles>},
        {"memory", "page.memory", QT_TRANSLATE_NOOP("Command", "Memory"), make<MemoryPage>},
        {"sizes", "page.sizes", QT_TRANSLATE_NOOP("Command", "Sizes"), make<SizesPage>},
        {"events", "page.events", QT_TRANSLATE_NOOP("Command", "Events"), make<EventsPage>},
        {"diff", "page.diff", QT_TRANSLATE_NOOP("Command", "Differences"), make<DiffPage>},
        {"undelegated", "page.undelegated", QT_TRANSLATE_NOOP("Command", "Undelegated"), table<Tables::undelegated>},
        {"quantisation", "page.quantisation", QT_TRANSLATE_NOOP("Command", "Quantisation"), table<Tables::quantisation>},
    };
    return kPages;
}

QString pageTitle(const PageInfo& page) { return Commands::translated(page.title); }

}  // namespace etscope::ui
