// A person who does anything: random clicks, keys, wheels, drags and menus in real main windows, while sessions are opened, saved,
// added to, compared, reloaded and closed, jobs run or are cancelled, texts grow and windows come and go. Nothing is expected but
// that the program goes on, and that the last session is let go of. Seeded; ETSCOPE_WALK=<seeds>x<steps> walks further,
// ETSCOPE_WALK_FROM=<seed> starts elsewhere, ETSCOPE_WALK_LOG=1 tells each step.
#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QHelpEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTimer>
#include <QWheelEvent>
#include <QtTest>
#include <functional>

#include "frame/main_window.h"
#include "graph/graph_canvas.h"
#include "look/tokens.h"
#include "support/test_case.h"
#include "ui/windows.h"

using namespace etscope::ui;

namespace {

class Walk : public QObject {
public:
    Walk(quint32 seed, int steps, QList<QStringList> sessions) : m_random(seed), m_steps(steps), m_sessions(std::move(sessions)) {
        m_window.resize(1400, 900);
        m_window.show();
        m_window.workspace().open(m_sessions.front());
        etscope::test::settle(m_window);
    }

    void run() {
        nextTurn(0);
        while (!QTest::qWaitFor([this] { return m_steps <= 0 && blocking() == nullptr; })) {
        }
    }
    MainWindow& window() { return m_window; }

private:
    struct Deed {
        int weight;
        const char* name;
        void (Walk::*act)();
    };
    int below(int bound) { return static_cast<int>(m_random.bounded(std::max(1, bound))); }
    template <class List>
    auto& oneOf(List& list) {
        return list[static_cast<decltype(list.size())>(below(static_cast<int>(list.size())))];
    }
    static QWidget* blocking() {
        QWidget* popup = QApplication::activePopupWidget();
        return popup != nullptr ? popup : QApplication::activeModalWidget();
    }

    /// A timer each: dialogs that a step opens have an event loop of their own, in which the walk goes on.
    void nextTurn(int after) { QTimer::singleShot(after, this, &Walk::turn); }
    void turn() {
        if (m_steps <= 0) return leaveLoops();
        const int pause = std::exchange(m_pause, 0);
        nextTurn(std::max(1, pause));
        if (pause > 0) return;
        --m_steps;
        if (!m_window.isVisible()) m_window.show();  // it was closed
        static constexpr Deed kInside[] = {{50, "click", &Walk::click}, {25, "key", &Walk::key}, {25, "leave", &Walk::leave}};
        static constexpr Deed kDeeds[] = {
            {30, "click", &Walk::click},    {14, "item", &Walk::item},      {20, "key", &Walk::key},
            {8, "type", &Walk::type},       {5, "wheel", &Walk::wheel},     {5, "drag", &Walk::drag},
            {5, "hover", &Walk::hover},     {6, "menu", &Walk::menu},       {8, "page", &Walk::page},
            {4, "view", &Walk::view},       {4, "overlay", &Walk::overlay}, {3, "open", &Walk::open},
            {1, "add", &Walk::add},         {2, "reload", &Walk::reload},   {2, "close", &Walk::close},
            {2, "compare", &Walk::compare}, {2, "cancel", &Walk::cancel},   {3, "wait", &Walk::wait},
            {1, "size", &Walk::size},       {1, "theme", &Walk::theme},     {2, "address", &Walk::address},
            {1, "scale", &Walk::scale},     {2, "saved", &Walk::saved},     {1, "windows", &Walk::windows},
            {2, "again", &Walk::again}};
        if (blocking() != nullptr)
            act(kInside);
        else
            act(kDeeds);
    }
    /// After the last step, which may have been in a loop that only ends with its dialog, menu or drag.
    void leaveLoops() {
        nextTurn(10);
        if (QWidget* above = blocking())
            above->close();
        else
            QTest::keyClick(&m_window, Qt::Key_Escape);
    }
    void act(std::span<const Deed> deeds) {
        int sum = 0;
        for (const Deed& deed : deeds) sum += deed.weight;
        int at = below(sum);
        for (const Deed& deed : deeds) {
            at -= deed.weight;
            if (at >= 0) continue;
            static const bool tell = qEnvironmentVariableIsSet("ETSCOPE_WALK_LOG");
            if (tell) qInfo("%d %s on %s", m_steps, deed.name, qPrintable(m_window.currentPage()));
            return (this->*deed.act)();
        }
    }

    /// Where the next event goes: what is in front, else a window of the program.
    QWidget* front() {
        if (QWidget* above = blocking()) return above;
        QList<QWidget*> windows;
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (widget->isVisible() && qobject_cast<MainWindow*>(widget) != nullptr) windows.append(widget);
        return windows.isEmpty() || below(8) > 0 ? &m_window : oneOf(windows);
    }
    /// Clicks in the dialogs of files could change the disk.
    bool onFiles() {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        if (dialog != nullptr) dialog->reject();
        return dialog != nullptr;
    }
    /// A point of the window; mostly in the middle of one of its widgets.
    QPoint somewhere(QWidget* window) {
        QList<QWidget*> parts;
        for (QWidget* part : window->findChildren<QWidget*>())
            if (part->isVisible() && !part->visibleRegion().isEmpty()) parts.append(part);
        QWidget* part = parts.isEmpty() || below(5) == 0 ? window : oneOf(parts);
        return part->mapTo(window, QPoint(below(part->width()), below(part->height())));
    }
    void press(QWidget* window, QPoint at) {
        const int kind = below(20);
        const Qt::MouseButton button = kind < 14 ? Qt::LeftButton : kind < 18 ? Qt::RightButton : Qt::MiddleButton;
        QWindow* handle = window->windowHandle();
        if (handle == nullptr) return;
        const QPointer<QWidget> part = window->childAt(at);
        if (button == Qt::LeftButton && below(6) == 0)
            QTest::mouseDClick(handle, button, {}, at);
        else
            QTest::mouseClick(handle, button, below(10) == 0 ? Qt::ShiftModifier : Qt::NoModifier, at);
        // The platform of tests sends no context menus.
        if (button == Qt::RightButton && part != nullptr && part->isVisible()) {
            const QPoint global = window->mapToGlobal(at);
            QContextMenuEvent event(QContextMenuEvent::Mouse, part->mapFromGlobal(global), global);
            QApplication::sendEvent(part, &event);
        }
    }

    void click() {
        if (onFiles()) return;
        QWidget* window = front();
        press(window, somewhere(window));
    }
    /// An entry of a list, a table or a tree that is in sight.
    void item() {
        QWidget* window = front();
        QList<QAbstractItemView*> views;
        for (auto* view : window->findChildren<QAbstractItemView*>())
            if (view->isVisible() && view->model() != nullptr && view->model()->rowCount() > 0) views.append(view);
        if (views.isEmpty()) return;
        QAbstractItemView* view = oneOf(views);
        const QModelIndex index = view->model()->index(below(view->model()->rowCount()), below(view->model()->columnCount()));
        view->scrollTo(index);
        press(window, view->viewport()->mapTo(window, view->visualRect(index).center()));
    }
    void key() {
        if (onFiles()) return;
        static const QList<QKeyCombination> kKeys = [] {
            QList<QKeyCombination> keys;
            for (const int key :
                 {Qt::Key_U,    Qt::Key_D,     Qt::Key_I,        Qt::Key_S,     Qt::Key_H,         Qt::Key_G,      Qt::Key_B,
                  Qt::Key_M,    Qt::Key_N,     Qt::Key_R,        Qt::Key_V,     Qt::Key_P,         Qt::Key_L,      Qt::Key_E,
                  Qt::Key_F,    Qt::Key_O,     Qt::Key_0,        Qt::Key_Plus,  Qt::Key_Minus,     Qt::Key_Up,     Qt::Key_Down,
                  Qt::Key_Left, Qt::Key_Right, Qt::Key_Return,   Qt::Key_Space, Qt::Key_Backspace, Qt::Key_Escape, Qt::Key_Tab,
                  Qt::Key_Home, Qt::Key_End,   Qt::Key_PageDown, Qt::Key_Menu,  Qt::Key_F3,        Qt::Key_F4,     Qt::Key_F6,
                  Qt::Key_F7,   Qt::Key_F8,    Qt::Key_F9})
                keys.append(QKeyCombination(Qt::Key(key)));
            for (const int key : {Qt::Key_U, Qt::Key_D, Qt::Key_E, Qt::Key_F, Qt::Key_F3, Qt::Key_F4, Qt::Key_F6, Qt::Key_N})
                keys.append(Qt::SHIFT | Qt::Key(key));
            for (const int key : {Qt::Key_C, Qt::Key_D, Qt::Key_B, Qt::Key_F, Qt::Key_G, Qt::Key_K, Qt::Key_L, Qt::Key_M, Qt::Key_T,
                                  Qt::Key_Tab, Qt::Key_A})
                keys.append(Qt::CTRL | Qt::Key(key));
            keys.append(Qt::CTRL | Qt::SHIFT | Qt::Key_F);
            keys.append(Qt::CTRL | Qt::SHIFT | Qt::Key_C);
            keys.append(Qt::ALT | Qt::Key_Left);
            keys.append(Qt::ALT | Qt::Key_Right);
            return keys;
        }();
        send(oneOf(kKeys));
    }
    void send(QKeyCombination key) {
        QWidget* window = front();
        QWidget* focus = window->focusWidget();
        // Shortcuts are those of the window that is active.
        if (window->isWindow() && blocking() == nullptr) QApplication::setActiveWindow(window);
        QTest::keyClick(focus != nullptr ? focus : window, key.key(), key.keyboardModifiers());
    }
    void type() {
        static const QStringList kWords{"op:linear",
                                        "delegated:no",
                                        "latency>1us",
                                        "error>1e-6",
                                        "name:add",
                                        "bytes>p90",
                                        "linear",
                                        "text_decoder",
                                        "tensors/3",
                                        "1e-2",
                                        "0",
                                        "0,1",
                                        ">reload",
                                        "@add",
                                        "#weight",
                                        "problems/0",
                                        "files/x",
                                        "-op:add kind:call",
                                        "/lin.*ar/",
                                        "/(/",
                                        "nan",
                                        "vision_encoder/program/0/1",
                                        "text_decoder/delegate:0/1"};
        QList<QLineEdit*> lines;
        for (auto* line : front()->findChildren<QLineEdit*>())
            if (line->isVisible() && line->isEnabled()) lines.append(line);
        if (lines.isEmpty() || onFiles()) return;
        QPointer<QLineEdit> line = oneOf(lines);
        line->setFocus();
        line->clear();
        for (const QChar letter : oneOf(kWords))
            if (line != nullptr) QTest::keyClick(line, letter.toLatin1());
        if (line != nullptr && below(2) == 0) QTest::keyClick(line, Qt::Key_Return);
    }
    void wheel() {
        QWidget* window = front();
        const QPoint at = somewhere(window);
        QWidget* part = window->childAt(at);
        if (part == nullptr) return;
        const QPoint turn(0, 120 * (below(9) - 4));
        QWheelEvent event(part->mapFrom(window, at), window->mapToGlobal(at), {}, turn, Qt::NoButton,
                          below(2) == 0 ? Qt::ControlModifier : Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(part, &event);
    }
    void drag() {
        QPointer<QWidget> window = front();
        if (window->windowHandle() == nullptr) return;
        QTest::mousePress(window->windowHandle(), Qt::LeftButton, {}, somewhere(window));
        for (int i = below(4); i >= 0 && window != nullptr; --i) {
            QTest::mouseMove(window->windowHandle(), somewhere(window));
            if (below(3) == 0) QCoreApplication::sendPostedEvents();
        }
        if (window != nullptr) QTest::mouseRelease(window->windowHandle(), Qt::LeftButton, {}, somewhere(window));
    }
    void hover() {
        QWidget* window = front();
        const QPoint at = somewhere(window);
        if (window->windowHandle() == nullptr) return;
        QTest::mouseMove(window->windowHandle(), at);
        if (QWidget* part = window->childAt(at)) {
            QHelpEvent event(QEvent::ToolTip, part->mapFrom(window, at), window->mapToGlobal(at));
            QApplication::sendEvent(part, &event);
        }
    }
    /// An action of the window, as its menu and its keys run it; the program is not ended.
    void menu() {
        QList<QAction*> actions;
        for (QAction* action : m_window.actions())
            if (action->isEnabled() && !action->text().contains("Quit")) actions.append(action);
        oneOf(actions)->trigger();
    }
    void leave() {
        QWidget* above = blocking();
        if (above != nullptr) QTest::keyClick(above, Qt::Key_Escape);
        if (above != nullptr && above == blocking()) above->close();
    }
    void page() {
        static const QStringList kPages{"overview",   "graph",     "graph",      "outputs",    "gap",   "tensors", "metadata",
                                        "named-data", "delegates", "containers", "handles",    "graph", "memory",  "sizes",
                                        "events",     "events",    "diff",       "diff-nodes", "gap"};
        m_window.showPage(oneOf(kPages));
    }
    void view() {
        for (const char* name : {"method", "stage"}) {
            auto* combo = m_window.findChild<QComboBox*>(name);
            if (!combo->isEnabled() || combo->count() == 0 || below(2) == 0) continue;
            combo->setFocus();
            QTest::keyClick(combo, below(2) == 0 ? Qt::Key_Down : Qt::Key_Up);
        }
    }
    void overlay() {
        if (auto* combo = m_window.findChild<QComboBox*>("overlay"); combo->isEnabled())
            combo->setCurrentIndex(below(combo->count()));
    }
    void open() { m_window.workspace().open(oneOf(m_sessions)); }
    void add() { m_window.workspace().add({oneOf(oneOf(m_sessions))}); }
    void reload() { m_window.workspace().reload(); }
    void close() {
        m_window.workspace().close();
        // Mostly another is opened soon.
        if (below(4) > 0) open();
    }
    void compare() { m_window.workspace().compareWith(below(3) == 0 ? QStringList() : oneOf(m_sessions)); }
    /// All jobs, or one.
    void cancel() {
        auto running = m_window.jobs().running();
        if (below(2) == 0 || running.isEmpty()) return m_window.jobs().cancelAll();
        oneOf(running)->stop.request_stop();
    }
    /// What a page offers in the place of its content.
    void again() {
        for (auto* button : m_window.findChildren<QPushButton*>("stateButton"))
            if (button->isVisible()) return QTest::keyClick(button, Qt::Key_Space);
    }
    void wait() { m_pause = 1 + below(60); }
    void size() { m_window.resize(700 + below(1200), 450 + below(800)); }
    void theme() { applyTheme(*qApp, below(2) == 0 ? Theme::Dark : Theme::Light); }
    void scale() {
        setTextScale(0.75 + below(6) * 0.25);
        applyTheme(*qApp, tokens().dark ? Theme::Dark : Theme::Light);
    }
    /// A session file is written, or opened as one opens files.
    void saved() {
        const QString file = QStringLiteral("walk-%1.etscope").arg(below(3));
        if (below(2) == 0)
            m_window.saveSession(file);
        else if (QFile::exists(file))
            m_window.open({file});
    }
    /// Another window comes, or one of those that came goes.
    void windows() {
        QList<MainWindow*> others;
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (auto* window = qobject_cast<MainWindow*>(widget); window != nullptr && window != &m_window) others.append(window);
        if (others.size() > 2 || (!others.isEmpty() && below(2) == 0)) return void(oneOf(others)->close());
        m_window.run("file.new-window");
        if (MainWindow* other = etscope::test::otherThan(m_window)) other->workspace().open(oneOf(m_sessions));
    }
    void address() {
        static const QStringList kAddresses{"text_decoder/edge/aten_linear_default_3",
                                            "text_decoder/program/0/4",
                                            "tensors/7",
                                            "tensors/70000",
                                            "vision_encoder/outputs/case:0/0",
                                            "problems/0",
                                            "files/model.pte",
                                            "metadata/x",
                                            "vision_encoder",
                                            "text_decoder/delegate:0/0/0",
                                            "token_embedding/nothing/here",
                                            "text_decoder/program/0/0/delegate:0/1"};
        m_window.workspace().select(Address::parse(oneOf(kAddresses), m_window.workspace().methods()));
    }

    QRandomGenerator m_random;
    int m_steps, m_pause = 0;
    QList<QStringList> m_sessions;
    MainWindow m_window;
};

}  // namespace

class TestRandomWalk : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QGuiApplication::setQuitOnLastWindowClosed(false);
        QVERIFY(m_folder.isValid() && QDir::setCurrent(m_folder.path()));  // what a click may write goes there
        const QString sample = etscope::test::samplePath();
        QFile whole(sample + "/model.etrecord"), cut(m_folder.filePath("model.etrecord"));
        QVERIFY(whole.open(QIODevice::ReadOnly) && cut.open(QIODevice::WriteOnly));
        cut.write(whole.read(whole.size() * 6 / 10));
        m_sessions = {{sample},
                      {sample + "/model.pte"},
                      {sample + "/model.etrecord", cut.fileName()},
                      {sample + "/run.etdp", sample + "/run.dbg", sample + "/model.pte"},
                      {cut.fileName()},
                      {sample + "/out-text_decoder-2-0.npy"}};
        const QDir shared(QStringLiteral(ETSCOPE_SHARED_DIR "/fixtures"));
        for (const QString& name : shared.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            if (qEnvironmentVariableIsSet("ETSCOPE_WALK")) m_sessions.append(QStringList{shared.filePath(name)});
    }
    void walk_data() {
        QTest::addColumn<quint32>("seed");
        QTest::addColumn<int>("steps");
        const QStringList wanted = qEnvironmentVariable("ETSCOPE_WALK", "2x400").split('x');
        const int from = qEnvironmentVariableIntValue("ETSCOPE_WALK_FROM");
        for (int seed = from; seed < from + wanted.value(0).toInt(); ++seed)
            QTest::addRow("%d", seed) << static_cast<quint32>(seed) << wanted.value(1).toInt();
    }
    void walk() {
        QFETCH(quint32, seed);
        QFETCH(int, steps);
        std::weak_ptr<const etscope::session::Session> last;
        {
            Walk walk(seed, steps, m_sessions);
            walk.run();
            QList<MainWindow*> others;  // a window takes its dialogs with it
            for (QWidget* widget : QApplication::topLevelWidgets())
                if (auto* window = qobject_cast<MainWindow*>(widget); window != nullptr && window != &walk.window())
                    others.append(window);
            qDeleteAll(others);
            setTextScale(1);
            last = walk.window().workspace().session();
            walk.window().workspace().close();
            etscope::test::settle(walk.window());
            QTRY_VERIFY2(last.expired(), "something keeps a session that was closed");
        }
    }

private:
    QTemporaryDir m_folder;
    QList<QStringList> m_sessions;
};

ETSCOPE_TEST(TestRandomWalk)
#include "tst_random_walk.moc"
