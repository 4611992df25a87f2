#include "frame/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QScopedValueRollback>
#include <QSettings>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>

#include "frame/banners.h"
#include "frame/baselines.h"
#include "frame/command_palette.h"
#include "frame/commands.h"
#include "frame/dock_layout.h"
#include "frame/drop_area.h"
#include "frame/errands.h"
#include "frame/find_line.h"
#include "frame/page_area.h"
#include "frame/repro_sheet.h"
#include "frame/session_keeper.h"
#include "frame/status_area.h"
#include "frame/text_window.h"
#include "frame/view_choices.h"
#include "graph/graph_page.h"
#include "look/dress.h"
#include "look/focus_ring.h"
#include "look/make.h"
#include "look/theme.h"
#include "look/tokens.h"
#include "shell/rail.h"
#include "workspace/entity_state.h"
#include "workspace/own_method.h"

namespace etscope::ui {
namespace {

constexpr int kRoomForMenus = 1100;  ///< pixels of a window at the usual size of texts

bool s_quits = false;  ///< all windows are being closed

}  // namespace

MainWindow::MainWindow() {
    FocusRing::install();
    setFrame(this);
    setWindowTitle(QStringLiteral("etscope"));
    setObjectName(QStringLiteral("mainWindow"));
    resize(1440, 900);
    m_parts.commands = new Commands(this);
    addWindowCommands(m_parts);
    makeToolBar();
    makeParts();
    joinParts();
    joinWorkspace();
    takeSession();
    watchCommands(m_parts);
}

MainWindow::~MainWindow() {
    delete m_parts.commands;  // asks the parts, which go now
    // The parts end their jobs and are gone before the workspace that they follow.
    delete m_parts.status;
    delete m_parts.palette;
    delete m_parts.docks;
    delete takeCentralWidget();
}

void MainWindow::makeToolBar() {
    auto* bar = addToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("toolBar"));
    bar->setMovable(false);
    bar->setIconSize(QSize(px(16), px(16)));
    makeMenuButton(bar);
    for (const auto& [id, icon] : {std::pair{"file.open", Icon::Open}, {"go.back", Icon::Back}, {"go.forward", Icon::Forward}}) {
        QAction* action = m_parts.commands->action(QString::fromLatin1(id));
        action->setIcon(lineIcon(icon));
        bar->addAction(action);
    }
    bar->addSeparator();
    bar->addWidget(m_parts.choices = new ViewChoices(m_workspace, bar));
    bar->addWidget(m_parts.find = new FindLine(bar));
    auto* commands = named("flat", new QToolButton(bar));
    commands->setText(tr("Commands  %1").arg(keyText(QStringLiteral("Ctrl+K"))));
    commands->setIcon(lineIcon(Icon::Commands));
    commands->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(commands, &QToolButton::clicked, m_parts.commands->action(QStringLiteral("tools.commands")), &QAction::trigger);
    bar->addWidget(commands);
}

/// The menus are those of the bar; their keys work whether they are seen or not.
void MainWindow::makeMenuButton(QToolBar* bar) {
    auto* button = named("menus", new QToolButton(bar));
    button->setIcon(lineIcon(Icon::Menu));
    button->setToolTip(tr("Menu (%1)").arg(keyText(QStringLiteral("F10"))));
    button->setAccessibleName(tr("Menu"));
    button->setShortcut(QKeySequence(Qt::Key_F10));
    button->setPopupMode(QToolButton::InstantPopup);
    auto* all = new QMenu(button);
    connect(all, &QMenu::aboutToShow, this, [this, all] {
        all->clear();
        all->addActions(menuBar()->actions());
    });
    button->setMenu(all);
    m_menus = bar->addWidget(button);
    fitMenus();
}

void MainWindow::fitMenus() {
    const bool narrow = width() < px(kRoomForMenus);
    m_menus->setVisible(narrow);
    menuBar()->setVisible(!narrow);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    if (m_menus != nullptr) fitMenus();
}

void MainWindow::makeParts() {
    auto* marker = new SessionMarker(m_workspace);
    m_parts.pages = new PageArea(m_workspace, *marker, this);
    m_parts.pages->setCorner(PageId::Graph, m_parts.choices->overlays());
    setCentralWidget(m_parts.pages);
    m_parts.docks = new DockLayout(m_workspace, *marker, *this);
    m_parts.docks->keepInView(m_parts.pages->answer());
    m_parts.status = new StatusArea(m_workspace, this);
    statusBar()->addWidget(m_parts.status, 1);  // gives way to messages
    statusBar()->setSizeGripEnabled(false);
    m_parts.palette = new CommandPalette(m_workspace, *m_parts.commands, this);
    m_parts.keeper = new SessionKeeper(m_workspace, *m_parts.pages, *m_parts.choices, this);
}

void MainWindow::joinParts() {
    const auto& [window, jobs, workspace, quit, commands, choices, find, pages, docks, status, palette, keeper] = m_parts;
    pages->rail().addDrawer(Icon::Outline, tr("Outline"), commands->action(QStringLiteral("view.outline")));
    pages->rail().addDrawer(Icon::Source, tr("Source"), commands->action(QStringLiteral("view.bottom")));
    connect(pages, &PageArea::commandAsked, commands, &Commands::run);
    connect(pages, &PageArea::sessionRequested, keeper, &SessionKeeper::open);
    connect(pages, &PageArea::changed, docks, &DockLayout::setPage);
    connect(pages, &PageArea::searched, find, &FindLine::showFound);
    connect(find, &FindLine::left, pages, &PageArea::focusPage);
    connect(find, &FindLine::asked, this, [this](bool forward, bool here) {
        PageArea& all = *m_parts.pages;
        m_parts.find->findIn(all.current(), all.inView() == PageId::Graph, forward, here);
    });
    connect(choices, &ViewChoices::overlayChosen, &pages->graph(), &GraphPage::setOverlay);
    connect(&pages->graph(), &GraphPage::overlayChosen, choices, &ViewChoices::showOverlay);
    auto* ownMethod = new OwnMethod(m_workspace);
    connect(pages, &PageArea::pressed, ownMethod, &OwnMethod::leadTo);
    connect(keeper, &SessionKeeper::methodTold, ownMethod, &OwnMethod::end);
    auto* drops = new DropHint(m_workspace, this);
    connect(drops, &DropHint::dragged, pages, &PageArea::showDragged);
    connect(drops, &DropHint::openAsked, keeper, &SessionKeeper::open);
    connect(drops, &DropHint::addAsked, keeper, &SessionKeeper::add);
    connect(keeper, &SessionKeeper::windowAsked, this, &MainWindow::newWindow);
    connect(keeper, &SessionKeeper::said, this, &MainWindow::say);
    connect(pages, &PageArea::reported, this, &MainWindow::say);
    connect(find, &FindLine::said, this, &MainWindow::say);
    connect(commands, &Commands::said, this, &MainWindow::say);
}

void MainWindow::joinWorkspace() {
    connect(&m_workspace, &Workspace::sessionChanged, this, &MainWindow::takeSession);
    new Baselines(m_workspace);
    auto* banners = new Banners(m_workspace, m_parts.pages);
    m_parts.pages->setBanners(banners);
    connect(banners, &Banners::commandAsked, m_parts.commands, &Commands::run);
    // Who opens files on a slow disk may want to be asked first: the status bar checks on a click.
    connect(&m_workspace, &Workspace::sessionChanged, this, [this] {
        if (QSettings().value(QStringLiteral("checking/automatic"), true).toBool()) m_workspace.judge();
    });
    connect(&m_workspace, &Workspace::pageRequested, this, qOverload<PageId>(&MainWindow::showPage));
    connect(&m_workspace, &Workspace::windowAsked, this, &MainWindow::follow);
}

void MainWindow::takeSession() {
    const bool open = m_workspace.session() != nullptr;
    m_parts.keeper->takeSession();
    m_parts.pages->takeSession();
    m_parts.find->setEnabled(open);
    if (!open) m_parts.find->clear();
    m_parts.docks->arrange();
    m_parts.pages->focusPage();
    const QString name = QFileInfo(m_workspace.paths().value(0)).fileName();
    setWindowTitle(open ? QStringLiteral("%1 – etscope").arg(name) : QStringLiteral("etscope"));
}

/// What leads out of the workspace.
void MainWindow::follow(const Link& link) {
    using Does = Link::Does;
    if (link.does == Does::OpenFile) return newWindow({link.argument});
    if (link.does == Does::AddFiles) return void(run(QStringLiteral("file.add")));
    if (link.does == Does::Run) return void(run(QStringLiteral("run.program")));
    if (link.does == Does::Shrink || link.does == Does::Mend)
        return openReproSheet(m_workspace, m_parts.pages->repro(), link.does == Does::Shrink ? ReproKind::Shrink : ReproKind::Mend,
                              link.address, this, [this](const QString& words) { say(words); });
    if (link.does == Does::ShowListing || link.does == Does::ShowBytes) return showDelegateText(m_workspace, link, this);
    if (link.does == Does::CopyScript && m_workspace.session() != nullptr)
        new ScriptCopier(
            m_workspace, link.argument, [this](const QString& message) { say(message); }, this);
}

void MainWindow::open(const QStringList& paths) { m_parts.keeper->open(paths); }
void MainWindow::add(const QStringList& paths) { m_parts.keeper->add(paths); }
bool MainWindow::saveSession(const QString& path) { return m_parts.keeper->save(path); }
bool MainWindow::run(const QString& id) { return m_parts.commands->run(id); }
bool MainWindow::setOverlay(const QString& name) { return m_parts.choices->setOverlay(name); }
bool MainWindow::colourBy(const QString& path) { return m_parts.pages->graph().loadValues(path); }
Page* MainWindow::page(PageId page) const { return m_parts.pages->page(page); }
QString MainWindow::currentPage() const { return pageName(m_parts.pages->inView()); }
void MainWindow::say(const QString& message) { statusBar()->showMessage(message, 8000); }

void MainWindow::showPage(PageId page) {
    if (page >= PageId::Source) return m_parts.docks->openTab(page);
    if (page != PageId::None) m_parts.pages->showPage(page);
}

bool MainWindow::settled() const {
    return m_jobs->running().isEmpty() && !m_workspace.opening() && !m_parts.keeper->wishes() && updatesEnabled();
}

void MainWindow::newWindow(const QStringList& paths) {
    auto* window = new MainWindow;
    window->setAttribute(Qt::WA_DeleteOnClose);
    if (m_parts.keeper->remembers()) window->remember(false);
    if (!paths.isEmpty()) window->open(paths);
    window->show();
}

void MainWindow::remember(bool theme) {
    m_parts.keeper->remember();
    const QSettings settings;
    const auto chosen = themeNamed(settings.value(QStringLiteral("theme")).toString());
    if (theme && chosen && *chosen != currentTheme()) applyTheme(*qApp, *chosen);
    restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
    m_parts.docks->restore(settings);
}

/// All windows. One whose notes are not saved stays until that is answered; so do those that would have been closed after it.
void MainWindow::quit() {
    const QScopedValueRollback quits(s_quits, true);
    QApplication::closeAllWindows();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_parts.keeper->notesAreSaved()) {
        event->ignore();
        return m_parts.keeper->settleNotes([this, all = s_quits] { all ? quit() : void(close()); });
    }
    event->accept();
    if (m_parts.keeper->remembers()) {
        QSettings settings;
        settings.setValue(QStringLiteral("geometry"), saveGeometry());
        m_parts.docks->keep(settings);
    }
    m_workspace.close();
}

/// What has no use for Escape leaves the selection.
void MainWindow::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Escape || !m_parts.docks->leaveSelection()) QMainWindow::keyPressEvent(event);
}

void MainWindow::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    m_parts.pages->focusPage();
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ThemeChange) followPlatform();
    // Also when one comes back from the desktop's settings.
    if (event->type() == QEvent::ActivationChange && isActiveWindow() && m_parts.keeper->remembers()) askDesktop();
    if (event->type() == QEvent::PaletteChange) {
        update();
        if (m_parts.pages != nullptr) QMetaObject::invokeMethod(m_parts.pages, &PageArea::updateMarks, Qt::QueuedConnection);
    }
}

}  // namespace etscope::ui
