// What the main window is made of: tool bar, pages, docks, and their first sizes.
#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QComboBox>
#include <QCompleter>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>
#include <QStringListModel>
#include <QToolBar>
#include <QToolButton>
#include <algorithm>
#include <numeric>
#include <utility>

#include "docks/bottom_dock.h"
#include "docks/inspector.h"
#include "docks/outline.h"
#include "frame/commands.h"
#include "frame/main_window.h"
#include "frame/page_table.h"
#include "frame/page_tabs.h"
#include "graph/graph_page.h"
#include "look/dress.h"
#include "look/labelled_combo.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "models/table_view.h"
#include "view/query.h"

namespace etscope::ui {
namespace {

/// Widths of the side docks, and up to which width of the window the narrow ones.
constexpr int kNarrowWindow = 1400;
constexpr int kOutline = 256, kNarrowOutline = 208, kInspector = 352, kNarrowInspector = 300, kBottom = 170;
/// What is left of these where there is room.
constexpr int kLeastOutline = kNarrowOutline - 40, kLeastInspector = kNarrowInspector - 60, kLeastBottom = 110;
/// 1920 × 1080 at 200 %.
constexpr QSize kSmallWindow(960, 540);
/// What docks may have of the window: the page keeps the rest.
constexpr double kMostAcross = 0.54, kMostDown = 0.35;

/// Where the term begins that the cursor stands behind.
int termStart(const QLineEdit& line) {
    const QString before = line.text().left(line.cursorPosition());
    const int start = static_cast<int>(before.lastIndexOf(QLatin1Char(' '))) + 1;
    return start < before.size() && before[start] == QLatin1Char('-') ? start + 1 : start;
}

/// The keys of the query language, while a term is typed; those whose values are numbers are written with a comparison.
void offerQueryKeys(QLineEdit* line) {
    QStringList keys;
    for (const std::string_view key : view::graphQueryKeys())
        keys.append(text(key) + (key == "bytes" || key == "latency" || key == "error" ? QLatin1Char('>') : QLatin1Char(':')));
    keys.sort();
    auto* completer = new QCompleter(line);
    completer->setModel(new QStringListModel(keys, completer));
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setWidget(line);
    QObject::connect(line, &QLineEdit::textEdited, completer, [line, completer] {
        const int start = termStart(*line);
        const QString term = line->text().mid(start, line->cursorPosition() - start);
        completer->setCompletionPrefix(term);
        term.isEmpty() || completer->completionCount() == 0 ? completer->popup()->hide() : completer->complete();
    });
    QObject::connect(completer, qOverload<const QString&>(&QCompleter::activated), line, [line](const QString& key) {
        const int start = termStart(*line);
        QString all = line->text();
        all.replace(start, line->cursorPosition() - start, key);
        line->setText(all);
        line->setCursorPosition(start + static_cast<int>(key.size()));
    });
}

/// Name and close button, in the look of the other bars; dragging it still moves the dock.
QWidget* makeDockTitle(QDockWidget* dock) {
    auto* bar = named("dockTitle", new QWidget(dock));
    auto* row = makeRow(bar, {px(10), 3, px(6), 3});
    auto* title = new QLabel(dock->windowTitle(), bar);
    title->setFont(headingFont());
    row->addWidget(title, 1);
    auto* close = makeSignButton(Icon::Close, QObject::tr("Close %1").arg(dock->windowTitle()), bar);
    QObject::connect(close, &QToolButton::clicked, dock->toggleViewAction(), &QAction::trigger);
    row->addWidget(close);
    return bar;
}

}  // namespace

void MainWindow::makeToolBar() {
    auto* bar = addToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("toolBar"));
    bar->setMovable(false);
    bar->setIconSize(QSize(px(16), px(16)));
    for (const auto& [id, icon] : {std::pair{"file.open", Icon::Open}, {"go.back", Icon::Back}, {"go.forward", Icon::Forward}}) {
        QAction* action = m_commands->action(QString::fromLatin1(id));
        action->setIcon(lineIcon(icon));
        bar->addAction(action);
    }
    bar->addSeparator();
    auto* none = plainLabel(tr("No session"), bar, &Tokens::text2);
    none->setContentsMargins(px(6), 0, px(6), 0);
    m_noSession = bar->addWidget(none);
    const auto combo = [&](const QString& label, const QString& name, int width) {
        auto* made = new LabelledCombo(label, px(width), bar);
        made->setObjectName(name);
        m_choices.append(bar->addWidget(made));
        return made;
    };
    m_method = combo(tr("Method"), QStringLiteral("method"), 186);
    m_stage = combo(tr("Stage"), QStringLiteral("stage"), 136);
    m_overlay = combo(tr("Overlay"), QStringLiteral("overlay"), 168);
    for (const OverlayName& one : overlayNames()) m_overlay->addItem(one.title(), QString::fromLatin1(one.id));
    connect(m_method, &QComboBox::textActivated, &m_workspace,
            [this](const QString& method) { m_workspace.reveal(Address::ofMethod(method)); });
    connect(m_stage, &QComboBox::textActivated, &m_workspace, &Workspace::setStage);
    auto* spacer = new QWidget(bar);
    spacer->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(spacer);
    m_find = named("find", new QLineEdit(bar));
    m_find->setAccessibleName(tr("Find in this page"));
    m_find->setPlaceholderText(tr("Find: name, operator, shape, module   %1").arg(keyText(QStringLiteral("Ctrl+F"))));
    m_find->addAction(lineIcon(Icon::Search), QLineEdit::LeadingPosition);
    m_find->setClearButtonEnabled(true);
    offerQueryKeys(m_find);
    m_find->setMinimumWidth(px(140));
    m_find->setMaximumWidth(px(350));
    bar->addWidget(m_find);
    m_find->installEventFilter(this);
    connect(m_find, &QLineEdit::textChanged, this, [this] { findNext(true, true); });
    connect(m_find, &QLineEdit::returnPressed, this, [this] { findNext(true); });
    auto* commands = named("flat", new QToolButton(bar));
    commands->setText(tr("Commands  %1").arg(keyText(QStringLiteral("Ctrl+K"))));
    commands->setIcon(lineIcon(Icon::Commands));
    commands->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(commands, &QToolButton::clicked, m_commands->action(QStringLiteral("tools.commands")), &QAction::trigger);
    bar->addWidget(commands);
}

void MainWindow::makePages() {
    auto* centre = new QWidget(this);
    setFrame(centre);
    centre->setAutoFillBackground(true);
    centre->setBackgroundRole(QPalette::Base);
    auto* column = makeColumn(centre, {}, 0);
    m_tabs = new PageTabs(m_commands->menu(QStringLiteral("&Go/&Page")), centre);
    column->addWidget(m_tabs);
    m_banners = new QWidget(centre);
    makeColumn(m_banners, {}, 0);
    column->addWidget(m_banners);
    m_stack = new QStackedWidget(centre);
    setFrame(m_stack);
    m_stack->setMinimumSize(360, 160);  // pages scroll or elide rather than widen the window
    column->addWidget(m_stack, 1);
    const Pages pages = ui::makePages(m_workspace, m_stack);
    m_graph = pages.graph;
    m_gap = pages.gap;
    for (const PageInfo& info : pageTable()) {
        m_tabs->add(pageTitle(info));
        Page* page = pages.all[static_cast<qsizetype>(info.page) - 1];
        page->setObjectName(QStringLiteral("page-") + QString::fromLatin1(info.name));
        page->setAccessibleName(pageTitle(info));
        for (QAbstractScrollArea* area : page->findChildren<QAbstractScrollArea*>())
            if (area->accessibleName().isEmpty()) area->setAccessibleName(page->accessibleName());
        m_stack->addWidget(page);
        m_pages.append(page);
        connect(page, &Page::stateChanged, this, &MainWindow::updateTabs);
        connect(page, &Page::searched, this, &MainWindow::showFound);
    }
    connect(m_tabs, &PageTabs::pressed, this, &MainWindow::followMark);
    connect(m_tabs, &PageTabs::currentChanged, this, [this](int index) {
        m_tabs->fit();
        if (m_workspace.session() == nullptr) return;
        m_stack->setCurrentWidget(m_pages[index]);
        m_workspace.setPage(pageInView());
        arrangeBottom();
        if (!m_tabs->hasKeys()) focusPage();
    });
    setCentralWidget(centre);
    connect(m_overlay, &QComboBox::currentIndexChanged, m_graph, &GraphPage::setOverlay);
    connect(m_graph, &GraphPage::overlayChosen, this, [this](int overlay) {
        const QSignalBlocker quiet(m_overlay);
        m_overlay->setCurrentIndex(overlay);
    });
}

void MainWindow::makeDocks() {
    const auto dock = [this](const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area) {
        auto* made = new QDockWidget(title, this);
        made->setObjectName(name);
        if (!title.isEmpty()) made->setTitleBarWidget(makeDockTitle(made));
        made->setWidget(content);
        addDockWidget(area, made);
        made->installEventFilter(this);
        m_docks[name] = made;
        // However a person closes or opens it: by key, button or menu.
        connect(made->toggleViewAction(), &QAction::triggered, this, [this, name](bool shown) {
            if (name == QLatin1String("bottom")) return void(m_bottomOf[pageGroup()] = shown);
            m_closed.removeAll(name);
            if (!shown) m_closed.append(name);
        });
        return made;
    };
    m_marker = new SessionMarker(m_workspace);
    connect(m_marker, &SessionMarker::changed, this, &MainWindow::updateTabs);
    auto* outline = new Outline(m_workspace, *m_marker, this);
    dock(QStringLiteral("outlineDock"), tr("Outline"), outline, Qt::LeftDockWidgetArea);
    dock(QStringLiteral("inspectorDock"), tr("Inspector"), new Inspector(m_workspace, *m_marker, this), Qt::RightDockWidgetArea);

    m_bottom = new BottomDock(m_workspace, this);
    auto* bottom = dock(QStringLiteral("bottom"), {}, m_bottom, Qt::BottomDockWidgetArea);
    setFrame(bottom);
    bottom->setTitleBarWidget(new QWidget(bottom));
    connect(m_bottom, &BottomDock::closeRequested, bottom->toggleViewAction(), &QAction::trigger);
    // Docks take their first size from the content's least one: layouts are not made before the window is shown.
    limitDocks();
}

/// However large the texts are, the window can be as small as `kSmallWindow`.
void MainWindow::limitDocks() {
    const double share = std::min(1.0, kMostAcross * kSmallWindow.width() / px(kLeastOutline + kLeastInspector));
    m_docks[QStringLiteral("outlineDock")]->widget()->setMinimumWidth(static_cast<int>(share * px(kLeastOutline)));
    m_docks[QStringLiteral("inspectorDock")]->widget()->setMinimumWidth(static_cast<int>(share * px(kLeastInspector)));
    m_bottom->setMinimumHeight(std::min(px(kLeastBottom), kSmallWindow.height() / 5));
}

/// As the person dragged them, else by the window's width; where there is no room they give way and grow back with the window.
void MainWindow::sizeDocks() {
    limitDocks();
    const bool narrow = width() <= px(kNarrowWindow);
    QList<QDockWidget*> sides;
    QList<int> widths;
    for (const auto& [name, usual] : {std::pair{"outlineDock", narrow ? kNarrowOutline : kOutline},
                                      {"inspectorDock", narrow ? kNarrowInspector : kInspector}}) {
        QDockWidget* dock = m_docks[QString::fromLatin1(name)];
        if (!dock->isVisible() || dock->isFloating()) continue;
        sides.append(dock);
        widths.append(m_dockSizes.value(dock->objectName(), px(usual)));
    }
    const int all = std::accumulate(widths.begin(), widths.end(), 0);
    const double share = std::min(1.0, kMostAcross * width() / std::max(1, all));
    for (int& one : widths) one = static_cast<int>(share * one);
    resizeDocks(sides, widths, Qt::Horizontal);
    const int bottom = std::min(m_dockSizes.value(QStringLiteral("bottom"), px(kBottom)), static_cast<int>(kMostDown * height()));
    resizeDocks({m_docks[QStringLiteral("bottom")]}, {bottom}, Qt::Vertical);
}

/// All docks in their places and of their first size, like the parts of pages, all tables as they come.
void MainWindow::resetLayout() {
    m_bottomOf.clear();
    m_bottom->forgetChoice();
    m_dockSizes.clear();
    m_closed.clear();
    restoreState(m_firstState);
    showDocks();
    sizeDocks();
    for (QSplitter* splitter : findChildren<QSplitter*>()) resetSizes(splitter);
    m_splitters.clear();
    for (TableView* table : findChildren<TableView*>()) table->forgetLayout();
}

}  // namespace etscope::ui
