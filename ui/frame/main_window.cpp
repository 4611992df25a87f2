#include "frame/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QFileInfo>
#include <QScopedValueRollback>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>

#include "frame/banners.h"
#include "frame/command_palette.h"
#include "frame/commands.h"
#include "frame/dock_layout.h"
#include "frame/drop_area.h"
#include "frame/errands.h"
#include "frame/find_line.h"
#include "frame/opener.h"
#include "frame/own_method.h"
#include "frame/page_area.h"
#include "frame/session_keeper.h"
#include "frame/status_area.h"
#include "frame/text_window.h"
#include "frame/view_choices.h"
#include "frame/window_commands.h"
#include "graph/graph_page.h"
#include "look/dress.h"
#include "look/focus_ring.h"
#include "look/make.h"
#include "look/theme.h"
#include "look/tokens.h"
#include "workspace/entity_state.h"

namespace etscope::ui {
namespace {

bool s_quits = false;  ///< all windows are being closed

}  // namespace

MainWindow::MainWindow() {
    FocusRing::install();
    setFrame(this);
    setWindowTitle(QStringLiteral("etscope"));
    setObjectName(QStringLiteral("mainWindow"));
    resize(1440, 900);
    makeToolBar();
    auto* marker = new SessionMarker(m_workspace);
    m_pages = new PageArea(m_workspace, *marker, this);
    setCentralWidget(m_pages);
    m_docks = new DockLayout(m_workspace, *marker, *this);
    m_status = new StatusArea(m_workspace, this);
    statusBar()->addWidget(m_status, 1);  // gives way to messages
    statusBar()->setSizeGripEnabled(false);
    m_commands = new Commands(this);
    m_palette = new CommandPalette(m_workspace, *m_commands, this);
    m_keeper = new SessionKeeper(m_workspace, *m_pages, *m_choices, this);
    m_opener = new Opener(m_workspace, *m_keeper, this);
    joinParts();
    joinWorkspace();
    takeSession();
    addWindowCommands({*this, m_workspace, *m_jobs, *m_commands, *m_pages, *m_choices, *m_find, *m_docks, *m_keeper, *m_opener,
                       *m_status, *m_palette, &MainWindow::quit});
    fillToolBar();
}

MainWindow::~MainWindow() {
    delete m_commands;  // asks the parts, which go now
    // The parts end their jobs and are gone before the workspace that they follow.
    delete m_status;
    delete m_palette;
    delete m_docks;
    delete takeCentralWidget();
}

void MainWindow::makeToolBar() {
    m_bar = addToolBar(tr("Tools"));
    m_bar->setObjectName(QStringLiteral("toolBar"));
    m_bar->setMovable(false);
    m_bar->setIconSize(QSize(px(16), px(16)));
    m_choices = new ViewChoices(m_workspace, m_bar);
    auto* spacer = new QWidget(m_bar);
    spacer->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_find = new FindLine(m_bar);
    auto* commands = named("flat", new QToolButton(m_bar));
    commands->setText(tr("Commands  %1").arg(keyText(QStringLiteral("Ctrl+K"))));
    commands->setIcon(lineIcon(Icon::Commands));
    commands->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(commands, &QToolButton::clicked, this, [this] { run(QStringLiteral("tools.commands")); });
    for (QWidget* part : {static_cast<QWidget*>(m_choices), spacer, static_cast<QWidget*>(m_find), static_cast<QWidget*>(commands)})
        m_bar->addWidget(part);
}

/// With the commands that are buttons in it.
void MainWindow::fillToolBar() {
    QAction* first = m_bar->actions().first();
    for (const auto& [id, icon] : {std::pair{"file.open", Icon::Open}, {"go.back", Icon::Back}, {"go.forward", Icon::Forward}}) {
        QAction* action = m_commands->action(QString::fromLatin1(id));
        action->setIcon(lineIcon(icon));
        m_bar->insertAction(first, action);
    }
    m_bar->insertSeparator(first);
}

void MainWindow::joinParts() {
    auto* banners = new Banners(m_workspace, m_pages);
    m_pages->setBanners(banners);
    connect(banners, &Banners::commandAsked, m_commands, &Commands::run);
    connect(m_pages, &PageArea::commandAsked, m_commands, &Commands::run);
    connect(m_pages, &PageArea::sessionRequested, m_opener, &Opener::open);
    connect(m_pages, &PageArea::changed, m_docks, &DockLayout::setPage);
    connect(m_pages, &PageArea::searched, m_find, &FindLine::showFound);
    connect(m_find, &FindLine::left, m_pages, &PageArea::focusPage);
    connect(m_find, &FindLine::asked, this, [this](bool forward, bool here) {
        m_find->findIn(m_pages->current(), m_pages->inView() == PageId::Graph, forward, here);
    });
    connect(m_choices, &ViewChoices::overlayChosen, &m_pages->graph(), &GraphPage::setOverlay);
    connect(&m_pages->graph(), &GraphPage::overlayChosen, m_choices, &ViewChoices::showOverlay);
    auto* ownMethod = new OwnMethod(m_workspace);
    connect(m_pages, &PageArea::pressed, ownMethod, &OwnMethod::leadTo);
    connect(m_keeper, &SessionKeeper::methodTold, ownMethod, &OwnMethod::end);
    auto* drops = new DropHint(m_workspace, this);
    connect(drops, &DropHint::dragged, m_pages, &PageArea::showDragged);
    connect(drops, &DropHint::openAsked, m_opener, &Opener::open);
    connect(drops, &DropHint::addAsked, m_opener, &Opener::add);
    connect(m_opener, &Opener::windowAsked, this, &MainWindow::newWindow);
    connect(m_opener, &Opener::said, this, &MainWindow::say);
    connect(m_keeper, &SessionKeeper::said, this, &MainWindow::say);
    connect(m_find, &FindLine::said, this, &MainWindow::say);
    connect(m_commands, &Commands::said, this, &MainWindow::say);
}

void MainWindow::joinWorkspace() {
    connect(&m_workspace, &Workspace::sessionChanged, this, &MainWindow::takeSession);
    // Who opens files on a slow disk may want to be asked first: the status bar checks on a click.
    connect(&m_workspace, &Workspace::sessionChanged, this, [this] {
        if (QSettings().value(QStringLiteral("checking/automatic"), true).toBool()) m_workspace.judge();
    });
    connect(&m_workspace, &Workspace::pageRequested, this, qOverload<PageId>(&MainWindow::showPage));
    connect(&m_workspace, &Workspace::windowAsked, this, &MainWindow::follow);
}

void MainWindow::takeSession() {
    const bool open = m_workspace.session() != nullptr;
    m_keeper->takeSession();
    m_pages->takeSession();
    m_find->setEnabled(open);
    if (!open) m_find->clear();
    m_docks->arrange();
    m_pages->focusPage();
    const QString name = QFileInfo(m_workspace.paths().value(0)).fileName();
    setWindowTitle(open ? QStringLiteral("%1 – etscope").arg(name) : QStringLiteral("etscope"));
}

/// What leads out of the workspace.
void MainWindow::follow(const Link& link) {
    using Does = Link::Does;
    if (link.does == Does::OpenFile) return newWindow({link.argument});
    if (link.does == Does::AddFiles) return m_opener->askForFiles(true);
    if (link.does == Does::ShowListing || link.does == Does::ShowBytes) return showDelegateText(m_workspace, link, this);
    if (link.does == Does::CopyScript && m_workspace.session() != nullptr)
        new ScriptCopier(
            m_workspace, link.argument, [this](const QString& message) { say(message); }, this);
}

void MainWindow::open(const QStringList& paths) { m_opener->open(paths); }
void MainWindow::add(const QStringList& paths) { m_opener->add(paths); }
bool MainWindow::saveSession(const QString& path) { return m_keeper->save(path); }
bool MainWindow::run(const QString& id) { return m_commands->run(id); }
bool MainWindow::setOverlay(const QString& name) { return m_choices->setOverlay(name); }
bool MainWindow::colourBy(const QString& path) { return m_pages->graph().loadValues(path); }
Page* MainWindow::page(PageId page) const { return m_pages->page(page); }
QString MainWindow::currentPage() const { return pageName(m_pages->inView()); }
void MainWindow::say(const QString& message) { statusBar()->showMessage(message, 8000); }

void MainWindow::showPage(PageId page) {
    if (page >= PageId::Problems) return m_docks->openTab(page);
    if (page != PageId::None) m_pages->showPage(page);
}

bool MainWindow::settled() const {
    return m_jobs->running().isEmpty() && !m_workspace.opening() && !m_keeper->wishes() && updatesEnabled();
}

void MainWindow::newWindow(const QStringList& paths) {
    auto* window = new MainWindow;
    window->setAttribute(Qt::WA_DeleteOnClose);
    if (m_keeper->remembers()) window->remember(false);
    if (!paths.isEmpty()) window->open(paths);
    window->show();
}

void MainWindow::remember(bool theme) {
    m_keeper->remember();
    const QSettings settings;
    const auto chosen = themeNamed(settings.value(QStringLiteral("theme")).toString());
    if (theme && chosen && *chosen != currentTheme()) applyTheme(*qApp, *chosen);
    restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
    m_docks->restore(settings);
}

/// All windows. One whose notes are not saved stays until that is answered; so do those that would have been closed after it.
void MainWindow::quit() {
    const QScopedValueRollback quits(s_quits, true);
    QApplication::closeAllWindows();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_keeper->notesAreSaved()) {
        event->ignore();
        return m_keeper->settleNotes([this, all = s_quits] { all ? quit() : void(close()); });
    }
    event->accept();
    if (m_keeper->remembers()) {
        QSettings settings;
        settings.setValue(QStringLiteral("geometry"), saveGeometry());
        m_docks->keep(settings);
    }
    m_workspace.close();
}

void MainWindow::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    m_pages->focusPage();
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ThemeChange) followPlatform();
    // Also when one comes back from the desktop's settings.
    if (event->type() == QEvent::ActivationChange && isActiveWindow() && m_keeper->remembers()) askDesktop();
    if (event->type() == QEvent::PaletteChange) {
        update();
        if (m_pages != nullptr) QMetaObject::invokeMethod(m_pages, &PageArea::updateMarks, Qt::QueuedConnection);
    }
}

}  // namespace etscope::ui
