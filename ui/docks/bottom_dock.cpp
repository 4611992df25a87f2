#include "docks/bottom_dock.h"

#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>

#include "docks/source_dock.h"
#include "docks/values_view.h"
#include "look/dress.h"
#include "look/make.h"
#include "look/marks.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

int tabOf(PageId page) { return static_cast<int>(page) - static_cast<int>(PageId::Source); }

}  // namespace

BottomDock::BottomDock(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace) {
    auto* column = makeColumn(this, {}, 0);
    m_stack = new QStackedWidget(this);
    setFrame(this);
    setFrame(m_stack);
    m_stack->addWidget(new SourceDock(workspace, m_stack));
    m_values = new ValuesView(workspace, m_stack);
    m_stack->addWidget(m_values);
    column->addLayout(makeBar());
    column->addWidget(m_stack, 1);
    connect(&workspace, &Workspace::sessionChanged, m_values, &ValuesView::leave);
    connect(&workspace, &Workspace::selectionChanged, this, &BottomDock::onSelection);
}

QHBoxLayout* BottomDock::makeBar() {
    auto* bar = makeRow(nullptr, {4, 0, 4, 0});
    m_tabs = named("dockTabs", new QTabBar(this));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setElideMode(Qt::ElideNone);
    for (const QString& title : {tr("Source"), tr("Values")}) m_tabs->addTab(title);
    bar->addWidget(m_tabs);
    bar->addStretch();
    auto* close = makeSignButton(Icon::Close, tr("Close (F9)"), this);
    close->setAccessibleName(tr("Close"));
    bar->addWidget(close);
    connect(close, &QToolButton::clicked, this, &BottomDock::closeRequested);
    connect(m_tabs, &QTabBar::tabBarClicked, this, &BottomDock::choose);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) {
        m_stack->setCurrentIndex(tab);
        m_tabs->updateGeometry();     // names may have grown while it was hidden
        if (!m_showing) choose(tab);  // by keys
    });
    return bar;
}

void BottomDock::choose(int tab) {
    if (tab < 0) return;
    m_chosen = true;
    m_ofNodes = tab;
}

void BottomDock::showTab(PageId tab) {
    m_showing = true;
    m_tabs->setCurrentIndex(tab == PageId::Source ? m_ofNodes : tabOf(tab));
    m_showing = false;
}

void BottomDock::openTab(PageId tab) {
    choose(tabOf(tab));
    showTab(tab);
}

void BottomDock::suggestTab(PageId tab) {
    if (!m_chosen) showTab(tab);
}

void BottomDock::onSelection(const Address& address) {
    if (address.kind == Address::Kind::Node) return showTab(PageId::Source);
    if (address.kind == Address::Kind::Tensor) showTab(PageId::Values);
}

}  // namespace etscope::ui
