#include "frame/page_area.h"

#include <QAbstractScrollArea>
#include <QStackedWidget>

#include "frame/page_tabs.h"
#include "frame/start_page.h"
#include "graph/graph_page.h"
#include "look/dress.h"
#include "look/make.h"
#include "workspace/entity_state.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

int tabOfPage(PageId page) { return static_cast<int>(page) - 1; }
PageId pageOfTab(int tab) { return static_cast<PageId>(tab + 1); }

}  // namespace

PageArea::PageArea(Workspace& workspace, const SessionMarker& marker, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_marker(marker), m_column(makeColumn(this, {}, 0)) {
    setFrame(this);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_column->addWidget(m_tabs = new PageTabs(this));
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

void PageArea::addPages() {
    m_pages = makePages(m_workspace, m_stack);
    for (const PageInfo& info : pageTable()) {
        m_tabs->add(pageTitle(info));
        Page* made = page(info.page);
        made->setObjectName(QStringLiteral("page-") + QString::fromLatin1(info.name));
        made->setAccessibleName(pageTitle(info));
        for (QAbstractScrollArea* area : made->findChildren<QAbstractScrollArea*>())
            if (area->accessibleName().isEmpty()) area->setAccessibleName(made->accessibleName());
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

void PageArea::setMenu(QMenu* all) { m_tabs->setMenu(all); }

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
