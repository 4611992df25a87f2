#include "frame/main_window.h"

#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QFileInfo>
#include <QFileSystemWatcher>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QVBoxLayout>
#include <utility>

#include "docks/bottom_dock.h"
#include "frame/command_palette.h"
#include "frame/commands.h"
#include "frame/drop_area.h"
#include "frame/errands.h"
#include "frame/page_table.h"
#include "frame/page_tabs.h"
#include "frame/recent_sessions.h"
#include "frame/session_file.h"
#include "frame/start_page.h"
#include "frame/status_area.h"
#include "frame/text_window.h"
#include "graph/graph_page.h"
#include "look/dress.h"
#include "look/focus_ring.h"
#include "look/numbers.h"
#include "look/questions.h"
#include "look/theme.h"
#include "look/wrong_terms.h"
#include "models/address.h"
#include "workspace/entity_state.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

/// Up to which height of the window the bottom dock starts closed.
constexpr int kLowWindow = 800;

}  // namespace

MainWindow::MainWindow() {
    FocusRing::install();
    setFrame(this);
    setWindowTitle(QStringLiteral("etscope"));
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    resize(1440, 900);
    // The side docks need the height: they own all four corners.
    setCorner(Qt::TopLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::TopRightCorner, Qt::RightDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    makeCommands();
    makeToolBar();
    makePages();
    makeDocks();
    m_status = new StatusArea(m_workspace, this);
    statusBar()->addWidget(m_status, 1);  // gives way to messages
    statusBar()->setSizeGripEnabled(false);
    m_palette = new CommandPalette(m_workspace, *m_commands, this);
    m_watcher = new QFileSystemWatcher(this);
    m_savedPairs = new SavedPairs(m_workspace, &m_workspace);
    connect(m_savedPairs, &SavedPairs::missing, this, &MainWindow::sayMissing);
    m_dropHint = new DropHint(this);
    connect(&m_workspace, &Workspace::sessionChanged, this, &MainWindow::onSessionChanged);
    // Who opens files on a slow disk may want to be asked first: the status bar checks on a click.
    connect(&m_workspace, &Workspace::sessionChanged, this, [this] {
        if (QSettings().value(QStringLiteral("checking/automatic"), true).toBool()) m_workspace.judge();
    });
    connect(&m_workspace, &Workspace::verdictChanged, this, &MainWindow::updateTabs);
    connect(&m_workspace, &Workspace::verdictChanged, this, &MainWindow::showWorst);
    connect(&m_workspace, &Workspace::verdictChanged, this, [this] {
        if (m_remembers && m_workspace.session() != nullptr && m_workspace.verdict() != nullptr)
            rememberVerdict(rememberedPaths(), verdictParts(*m_workspace.verdict()).first());
    });
    connect(&m_workspace, &Workspace::viewChanged, this, &MainWindow::onViewChanged);
    connect(&m_workspace, &Workspace::stagesChanged, this, &MainWindow::onViewChanged);
    connect(&m_workspace, &Workspace::pageRequested, this, qOverload<PageId>(&MainWindow::showPage));
    connect(&m_workspace, &Workspace::windowAsked, this, &MainWindow::follow);
    connect(&m_workspace, &Workspace::openFailed, this, [this] { m_wanted.reset(); });
    connect(&m_workspace, &Workspace::openCancelled, this, [this] { m_wanted.reset(); });
    const auto tellFailure = [this](const QString& message) {
        auto* banner = new Banner(Mark::Error, tr("Could not be opened."), message, tr("Choose another file…"), m_banners);
        connect(banner, &Banner::actionClicked, this, [this] { openDialog(false); });
        m_banners->layout()->addWidget(banner);
    };
    connect(&m_workspace, &Workspace::openFailed, this, tellFailure);
    connect(&m_workspace, &Workspace::otherFailed, this, tellFailure);
    connect(m_watcher, &QFileSystemWatcher::fileChanged, this, &MainWindow::updateBanners);
    connect(m_watcher, &QFileSystemWatcher::directoryChanged, this, &MainWindow::updateBanners);
    onSessionChanged();
    watchCommands();
    m_firstState = saveState();
}

MainWindow::~MainWindow() {
    delete m_commands;  // asks the parts, which go now
    // The parts end their jobs and are gone before the workspace that they follow.
    delete m_status;
    delete m_palette;
    qDeleteAll(m_docks);
    delete takeCentralWidget();
}

/// What leads out of the workspace.
void MainWindow::follow(const Link& link) {
    using Does = Link::Does;
    if (link.does == Does::OpenFile) return newWindow({link.argument});
    if (link.does == Does::AddFiles) return openDialog(true);
    if (link.does == Does::ShowListing || link.does == Does::ShowBytes) return showDelegateText(m_workspace, link, this);
    if (link.does == Does::CopyScript && m_workspace.session() != nullptr)
        new ScriptCopier(
            m_workspace, link.argument, [this](const QString& message) { say(message); }, this);
}

void MainWindow::showPage(PageId page) {
    if (page >= PageId::Problems) {  // below all of them
        m_bottomOf[pageGroup()] = true;
        m_docks[QStringLiteral("bottom")]->show();
        return m_bottom->openTab(page);
    }
    if (page == PageId::None) return;
    m_tabs->setCurrentIndex(static_cast<int>(page) - 1);
    if (m_workspace.session() != nullptr) m_workspace.setPage(page);
    focusPage();
}

void MainWindow::newWindow(const QStringList& paths) {
    auto* window = new MainWindow;
    window->setAttribute(Qt::WA_DeleteOnClose);
    if (m_remembers) window->remember(false);
    if (!paths.isEmpty()) window->open(paths);
    window->show();
}

bool MainWindow::run(const QString& id) { return m_commands->run(id); }

void MainWindow::say(const QString& message) { statusBar()->showMessage(message, 8000); }

bool MainWindow::setOverlay(const QString& name) {
    int overlay = m_overlay->findData(name);
    if (overlay < 0) overlay = m_overlay->findData(name, Qt::UserRole, Qt::MatchContains);
    if (overlay >= 0) m_overlay->setCurrentIndex(overlay);
    return overlay >= 0;
}

bool MainWindow::colourBy(const QString& path) { return m_graph->loadValues(path); }

PageId MainWindow::pageInView() const { return pageTable()[static_cast<std::size_t>(m_tabs->currentIndex())].page; }

Page* MainWindow::page(PageId page) const { return m_pages.value(static_cast<qsizetype>(page) - 1, nullptr); }

bool MainWindow::settled() const { return m_jobs->running().isEmpty() && !m_workspace.opening() && !m_wanted && updatesEnabled(); }

void MainWindow::onSessionChanged() {
    forgetWhatIsOfOthers();
    const bool open = m_workspace.session() != nullptr;
    if (!open) {
        showStart();
    } else {
        m_stack->setCurrentWidget(m_pages[m_tabs->currentIndex()]);
        if (m_wanted) {
            forgetSession();
            m_sessionFile = m_wantedFile;
            // After the pages have met the session.
            QMetaObject::invokeMethod(this, &MainWindow::applyWanted, Qt::QueuedConnection);
        }
        if (m_start != nullptr) m_start->deleteLater();  // a click on it may have opened the session
        m_start = nullptr;
        if (m_remembers) rememberSession(recentOf(*m_workspace.session(), rememberedPaths()));
    }
    m_tabs->setVisible(open);
    m_tabs->fit();
    m_find->setEnabled(open);
    for (QAction* choice : std::as_const(m_choices)) choice->setVisible(open);
    m_noSession->setVisible(!open);
    if (!open) m_find->clear(), forgetSession();
    if (!m_workspace.keptView()) m_ownMethod = m_workspace.method();
    showDocks();
    focusPage();
    setWindowTitle(open ? QStringLiteral("%1 – etscope").arg(QFileInfo(m_workspace.paths().first()).fileName())
                        : QStringLiteral("etscope"));
    noteFiles();
    watchFiles();
    updateBanners();
    lookForProblems();
    updateTabs();
}

/// Made anew each time: its list of recent sessions changes.
void MainWindow::showStart() {
    delete m_start;
    m_start = new StartPage(m_stack);
    connect(m_start, &StartPage::openRequested, this, [this] { openDialog(false); });
    connect(m_start, &StartPage::folderRequested, this, &MainWindow::openFolder);
    connect(m_start, &StartPage::sampleRequested, this, &MainWindow::openSample);
    connect(m_start, &StartPage::sessionRequested, this, &MainWindow::open);
    m_stack->addWidget(m_start);
    m_stack->setCurrentWidget(m_start);
}

QStringList MainWindow::rememberedPaths() const {
    return m_sessionFile.isEmpty() ? m_workspace.paths() : QStringList{m_sessionFile};
}

/// As the person left them; the Inspector has nothing to tell without a session.
void MainWindow::showDocks() {
    const auto show = [this](const QString& name, bool use) { m_docks[name]->setVisible(use && !m_closed.contains(name)); };
    show(QStringLiteral("outlineDock"), true);
    show(QStringLiteral("inspectorDock"), m_workspace.session() != nullptr);
    arrangeBottom();
}

/// Graph pages have the source below them, tables have all the room unless something is wrong; what the user chose stays.
void MainWindow::arrangeBottom() {
    const bool open = m_workspace.session() != nullptr;
    const bool graph = onGraph();
    const Diagnostics diagnostics = open ? m_workspace.session()->diagnostics() : Diagnostics();
    // What is doubtful without being broken, and was found later, is told by the status bar.
    const bool problems = m_workspace.openedWithProblems() || diagnostics.count(Severity::Error) > 0;
    const bool wanted = m_bottomOf.value(pageGroup(), (graph || problems) && height() > kLowWindow).toBool();
    m_docks[QStringLiteral("bottom")]->setVisible(open && wanted);
    if (graph)
        m_bottom->suggestTab(PageId::Source);
    else if (problems)
        m_bottom->suggestTab(PageId::Problems);
}

void MainWindow::onViewChanged() {
    const QSignalBlocker quietMethod(m_method), quietStage(m_stage);
    m_method->clear();
    m_method->addItems(m_workspace.methods());
    m_method->setCurrentText(m_workspace.method());
    m_stage->clear();
    m_stage->addItems(m_workspace.stages());
    m_stage->setCurrentText(m_workspace.stage());
    if (methodIsChosen()) m_ownMethod.clear();
    updateTabs();
}

void MainWindow::updateTabs() {
    for (qsizetype i = 0; i < m_pages.size(); ++i) {
        const PageId page = pageTable()[static_cast<std::size_t>(i)].page;
        Mark known = m_workspace.verdict() != nullptr ? pageMark(*m_workspace.verdict(), page) : Mark::None;
        if (m_marker != nullptr) known = worse(known, m_marker->pageMark(page));
        m_tabs->setMark(static_cast<int>(i), worse(known, m_pages[i]->stateMark()), m_pages[i]->hasContent());
    }
    m_tabs->fit();
}

/// The worst method comes into view once it is known, as long as the person has gone nowhere.
void MainWindow::showWorst() {
    const VerdictPtr& verdict = m_workspace.verdict();
    if (verdict == nullptr || verdict->methods.empty() || m_workspace.keptView() || methodIsChosen()) return;
    if (m_workspace.canGoBack() || QApplication::activePopupWidget() != nullptr) return;
    const findings::MethodOutcome& worst = verdict->methods.front();
    if (worse(pageMark(worst, PageId::Outputs), pageMark(worst, PageId::Gap)) == Mark::None) return;
    m_ownMethod = text(worst.method);
    m_workspace.setMethod(m_ownMethod);
    m_workspace.beginHistory();
}

/// The tab of a page leads to the method that it wears its mark for, unless the person chose one.
void MainWindow::followMark(int tab) {
    const VerdictPtr verdict = m_workspace.verdict();
    if (tab < 0 || verdict == nullptr || methodIsChosen()) return;
    const auto* shown = outcomeOf(*verdict, m_workspace.method());
    const PageId page = pageTable()[static_cast<std::size_t>(tab)].page;
    const QString wrong = wrongMethod(*verdict, page);
    if (wrong.isEmpty() || (shown != nullptr && pageMark(*shown, page) == pageMark(*verdict, page))) return;
    m_ownMethod = wrong;
    m_workspace.goToMethod(wrong);
}

void MainWindow::exportPage() {
    Page* page = m_pages[m_tabs->currentIndex()];
    askForPath(page,
               {PathQuestion::Kind::Save, tr("Export this page"), currentPage() + QStringLiteral(".png"),
                tr("Pictures (*.png *.svg *.pdf)")},
               [this, page](const QString& path) {
                   page->startExport(path, [this, name = QFileInfo(path).fileName()](const Result<void>& written) {
                       say(written ? tr("%1 is written").arg(name) : tr("%1: %2").arg(name, text(written.error().message)));
                   });
               });
}

void MainWindow::exportReport() {
    askForPath(this,
               {PathQuestion::Kind::Save, tr("Export report"), suggestedReport(m_workspace.paths()), tr("HTML pages (*.html)"),
                QStringLiteral("html")},
               [this](const QString& path) {
                   if (m_workspace.session() == nullptr) return;
                   new ReportWriter(
                       m_workspace, path, [this](const QString& words) { say(words); }, this);
               });
}

void MainWindow::goToAddress() {
    askForText(this, tr("Go to address"), tr("method/stage/node, method/outputs/case:0/0, files/name, or a link et://FILE#ADDRESS"),
               m_workspace.selection().text(), [this](const QString& address) { goTo(address); });
}

/// `here`: the text is being typed.
void MainWindow::findNext(bool forward, bool here) {
    Page* page = m_pages[m_tabs->currentIndex()];
    const QString nothing = m_find->text().isEmpty() ? QString() : page->findReason();
    if (!nothing.isEmpty()) say(nothing);
    showFound(page->find(m_find->text(), forward, here) || !nothing.isEmpty());
    if (onGraph()) underlineWrong(m_find, view::parseGraphQuery(m_find->text().toStdString()));
}

void MainWindow::showFound(bool found) {
    QPalette palette = m_find->palette();
    palette.setColor(QPalette::Text, found || m_find->text().isEmpty() ? tokens().text : tokens().differ);
    m_find->setPalette(palette);
}

void MainWindow::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    focusPage();
    if (!m_sized) sizeDocks();
    m_sized = true;
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    if (m_sized && event->size() != event->oldSize()) QMetaObject::invokeMethod(this, &MainWindow::sizeDocks, Qt::QueuedConnection);
}

/// Escape leaves the find line; docks keep the size that a person drags them to.
bool MainWindow::eventFilter(QObject* object, QEvent* event) {
    if (object == m_find && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        if (!m_find->text().isEmpty())
            m_find->clear();
        else
            focusPage();
        return true;
    }
    if (event->type() == QEvent::Show && m_sized && m_docks.contains(object->objectName()))
        QMetaObject::invokeMethod(this, &MainWindow::sizeDocks, Qt::QueuedConnection);
    if (event->type() == QEvent::Resize && (QApplication::mouseButtons() & Qt::LeftButton) != 0 &&
        m_docks.contains(object->objectName())) {
        const auto* dock = static_cast<QWidget*>(object);
        m_dockSizes[dock->objectName()] = dock->objectName() == QLatin1String("bottom") ? dock->height() : dock->width();
    }
    return QMainWindow::eventFilter(object, event);
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ThemeChange) followPlatform();
    if (event->type() == QEvent::FontChange && m_sized)
        QMetaObject::invokeMethod(this, &MainWindow::sizeDocks, Qt::QueuedConnection);
    // Also when one comes back from the desktop's settings.
    if (event->type() == QEvent::ActivationChange && isActiveWindow() && m_remembers) askDesktop();
    if (event->type() == QEvent::PaletteChange) {
        update();
        QMetaObject::invokeMethod(this, &MainWindow::updateTabs, Qt::QueuedConnection);
    }
}

}  // namespace etscope::ui
