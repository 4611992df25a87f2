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
Pages makePages(Workspace& workspace, QWidget* parent) {
    Pages pages;
    const auto table = [&](const RowsSpec& spec) { return new RowsPage(workspace, spec, parent); };
    pages.all = {new OverviewPage(workspace, parent),  pages.graph = new GraphPage(workspace, parent),
                 new OutputsPage(workspace, parent),   pages.gap = new GapPage(workspace, parent),
                 new TensorsPage(workspace, parent),   new MetadataPage(workspace, parent),
                 new NamedDataPage(workspace, parent), table(Tables::delegates()),
                 table(Tables::containers()),          table(Tables::handles()),
                 new MemoryPage(workspace, parent),    new SizesPage(workspace, parent),
                 new EventsPage(workspace, parent),    new DiffPage(workspace, parent),
                 table(Tables::undelegated()),         table(Tables::quantisation())};
    return pages;
}

QString pageTitle(const PageInfo& page) { return Commands::translated(page.title); }

}  // namespace etscope::ui
