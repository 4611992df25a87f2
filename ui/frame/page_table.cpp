#include "frame/page_table.h"

#include <array>
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

Page* makePage(PageId page, Workspace& workspace, QWidget* parent) {
    static constexpr std::array kMakers{
        make<OverviewPage>,        make<GraphPage>,        make<OutputsPage>,          make<GapPage>,
        make<TensorsPage>,         make<MetadataPage>,     make<NamedDataPage>,        table<Tables::delegates>,
        table<Tables::containers>, table<Tables::handles>, make<MemoryPage>,           make<SizesPage>,
        make<EventsPage>,          make<DiffPage>,         table<Tables::undelegated>, table<Tables::quantisation>};
    return kMakers[static_cast<std::size_t>(page) - 1](workspace, parent);
}

QString pageTitle(const PageInfo& page) { return Commands::translated(page.title); }

}  // namespace etscope::ui
