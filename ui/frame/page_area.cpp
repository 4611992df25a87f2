#include "frame/page_area.h"

#include <QAbstractScrollArea>
#include <QStackedWidget>

#include "answers/program_tables.h"
#include "frame/commands.h"
#include "frame/page_tabs.h"
#include "frame/start_page.h"
#include "graph/graph_page.h"
#include "look/dress.h"
#include "look/make.h"
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
#include "workspace/entity_state.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

int tabOfPage(PageId page) { return static_cast<int>(page) - 1; }
PageId pageOfTab(int tab) { return static_cast<PageId>(tab + 1); }

}  // namespace

PageArea::PageArea(Workspace& workspace, const SessionMarker& marker, QMenu* all, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_marker(marker), m_column(makeColumn(this, {}, 0)) {
    setFrame(this);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_column->addWidget(m_tabs = new PageTabs(all, this));
    m_stack = new QStackedWidget(this);
    setFrame(m_stack);
    m_stack->setMinimumSize(360, 160);  // pages scroll or elide rather than widen the window
    m_column->addWidget(m_stack, 1);
    addPages();
    connect(m_tabs, &PageTabs::pressed, this, [this](int tab) {
        if (tab >= 0) emit pressed(pageOfTab(tab));
    });
    connect(m_tabs, &PageTabs::currentChanged, this, [this] {
        m_tabs->fit();
        const bool open = m_workspace.session() != nullptr;
        if (open) {
            m_stack->setCurrentWidget(&current());
            m_workspace.setPage(inView());
        }
        emit changed(inView());
        if (open && !m_tabs->hasKeys()) focusPage();
    });
    connect(m_stack, &QStackedWidget::currentChanged, this, &PageArea::stateChanged);
    connect(&marker, &SessionMarker::changed, this, &PageArea::updateMarks);
    for (const auto told : {&Workspace::verdictChanged, &Workspace::viewChanged, &Workspace::stagesChanged})
        connect(&workspace, told, this, &PageArea::updateMarks);
}

void PageArea::makePages(Workspace& w, QWidget* in) {
    const auto table = [&](const RowsSpec& spec) { return new RowsPage(w, spec, in); };
    m_pages = {new OverviewPage(w, in),      m_graph = new GraphPage(w, in),
               new OutputsPage(w, in),       m_gap = new GapPage(w, in),
               new TensorsPage(w, in),       new MetadataPage(w, in),
               new NamedDataPage(w, in),     table(Tables::delegates()),
               table(Tables::containers()),  table(Tables::handles()),
               new MemoryPage(w, in),        new SizesPage(w, in),
               new EventsPage(w, in),        new DiffPage(w, in),
               table(Tables::undelegated()), table(Tables::quantisation())};
}

void PageArea::addPages() {
    makePages(m_workspace, m_stack);
    for (const PageInfo& info : pageTable()) {
        const QString title = Commands::translated(info.title);
        m_tabs->add(title);
        Page* made = page(info.page);
        made->setObjectName(QStringLiteral("page-") + QString::fromLatin1(info.name));
        made->setAccessibleName(title);
        for (QAbstractScrollArea* area : made->findChildren<QAbstractScrollArea*>())
            if (area->accessibleName().isEmpty()) area->setAccessibleName(title);
        m_stack->addWidget(made);
        connect(made, &Page::stateChanged, this, &PageArea::updateMarks);
        connect(made, &Page::stateChanged, this, &PageArea::stateChanged);
        connect(made, &Page::searched, this, &PageArea::searched);
    }
}

PageId PageArea::inView() const { return pageOfTab(m_tabs->currentIndex()); }

void PageArea::showPage(PageId page) {
    m_tabs->setCurrentIndex(tabOfPage(page));
    if (m_workspace.session() != nullptr) m_workspace.setPage(page);
    focusPage();
}

void PageArea::choose(PageId page) {
    emit pressed(page);
    m_tabs->setCurrentIndex(tabOfPage(page));
}

void PageArea::chooseNext() { m_tabs->setCurrentIndex((m_tabs->currentIndex() + 1) % m_tabs->count()); }

void PageArea::focusPage() {
    QWidget* wanted = m_start != nullptr ? m_start->focusTarget() : current().focusTarget();
    (wanted != nullptr ? wanted : m_stack)->setFocus(Qt::OtherFocusReason);
}

void PageArea::setBanners(QWidget* banners) { m_column->insertWidget(1, banners); }

void PageArea::takeSession() {
    const bool open = m_workspace.session() != nullptr;
    if (open) {
        m_stack->setCurrentWidget(&current());
        if (m_start != nullptr) m_start->deleteLater();  // a click on it may have opened the session
        m_start = nullptr;
    } else {
        showStart();
    }
    m_tabs->setVisible(open);
    updateMarks();
}

/// Made anew each time: its list of recent sessions changes.
void PageArea::showStart() {
    delete m_start;
    m_start = new StartPage(m_stack);
    connect(m_start, &StartPage::commandAsked, this, &PageArea::commandAsked);
    connect(m_start, &StartPage::sessionRequested, this, &PageArea::sessionRequested);
    m_stack->addWidget(m_start);
    m_stack->setCurrentWidget(m_start);
}

void PageArea::showDragged(const QStringList& paths) {
    if (m_start != nullptr) m_start->showDragged(paths);
}

void PageArea::updateMarks() {
    const VerdictPtr& verdict = m_workspace.verdict();
    for (const PageInfo& info : pageTable()) {
        const Page& told = *page(info.page);
        const Mark known = verdict != nullptr ? pageMark(*verdict, info.page) : Mark::None;
        m_tabs->setMark(tabOfPage(info.page), worse(worse(known, m_marker.pageMark(info.page)), told.stateMark()),
                        told.hasContent());
    }
    m_tabs->fit();
}

}  // namespace etscope::ui
