// What a session leaves behind: real clicks that clear what they came from, jobs that end after the session is closed or replaced,
// hidden pages, menus that are open meanwhile. Run under the address sanitizer, too.
#include <QAction>
#include <QComboBox>
#include <QDirIterator>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QTabBar>
#include <QTemporaryDir>
#include <QtTest>

#include "charts/gap_plot.h"
#include "charts/memory_view.h"
#include "charts/timeline_view.h"
#include "compare/tensor_list.h"
#include "graph/saved_queries.h"
#include "models/address.h"
#include "models/link.h"
#include "pages/flow_view.h"
#include "pages/rows_page.h"
#include "support/test_case.h"
#include "ui/windows.h"

using namespace etscope;
using namespace etscope::ui;
using test::graphOf;
using test::samplePath;
using test::settle;

class TestClosing : public QObject {
    Q_OBJECT
private:
    static QString inSample(const char* name) { return samplePath() + QLatin1Char('/') + QLatin1String(name); }
    static void open(MainWindow& window, const QStringList& paths = {samplePath()}) {
        window.resize(1600, 1000);
        window.show();
        window.workspace().open(paths);
        QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != nullptr, 30000);
        settle(window);
    }
    static void show(MainWindow& window, const char* page, const QString& method = QStringLiteral("text_decoder")) {
        window.workspace().setMethod(method);
        window.showPage(QLatin1String(page));
        settle(window);
    }
    /// As the mouse does it: the event goes to the window, which finds the widget.
    static void click(QWidget* part, QPointF at, Qt::MouseButton button = Qt::LeftButton) {
        QTest::mouseClick(part->window()->windowHandle(), button, {}, part->mapTo(part->window(), at.toPoint()));
    }
    static void pressKey(MainWindow& window, QKeyCombination key) {
        QApplication::setActiveWindow(&window);
        QTest::keyClick(window.focusWidget() != nullptr ? window.focusWidget() : &window, key.key(), key.keyboardModifiers());
    }
    static QMenu* openMenu() { return qobject_cast<QMenu*>(QApplication::activePopupWidget()); }
    static void rightClick(QWidget* part, QPoint at) {
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, part->mapToGlobal(at));
        QApplication::sendEvent(part, &event);
    }
    static void trigger(const QMenu* menu) {
        QList<QPointer<QAction>> actions;
        for (QAction* action : menu->actions()) actions.append(action);
        for (const QPointer<QAction>& action : actions)
            if (action != nullptr && action->menu() == nullptr && !action->text().endsWith(QChar(0x2026))) action->trigger();
    }

private slots:
    /// The selection changes the stage, and with it the points.
    void clickOnTheGapPlot() {
        MainWindow window;
        open(window);
        for (const char* metric : {"relative error", "max |d|"}) {
            show(window, "gap");
            auto* plot = window.findChild<GapPlot*>("gapPlot");
            window.findChild<QComboBox*>("gapMetric")->setCurrentText(metric);
            settle(window);
            const std::size_t points = plot->points().size();
            QVERIFY(points > 3);
            for (std::size_t i = 0; i < points; i += 2) {
                window.workspace().setStage("edge");
                settle(window);
                const Address address = plot->points()[i].address;
                click(plot, plot->placeOf(i));
                QCOMPARE(window.workspace().stage(), QString("edge"));
                QCOMPARE(window.workspace().selection().stage, QString("program"));
                QVERIFY(window.workspace().selection().kind == Address::Kind::Node);
                QCOMPARE(window.workspace().selection().method, address.method);
            }
        }
    }

    void clickOnTheTimeline() {
        MainWindow window;
        open(window);
        show(window, "events");
        auto* timeline = window.findChild<TimelineView*>("timeline");
        int clicked = 0;
        for (std::size_t i = 0; i < timeline->bars().size(); ++i) {
            const Address address = timeline->bars()[i].address;
            if (!address.valid() || address == window.workspace().selection() || timeline->boxOf(i).width() < 3) continue;
            window.workspace().setStage("edge");
            settle(window);
            click(timeline, timeline->boxOf(i).center());
            QCOMPARE(window.workspace().stage(), QString("edge"));
            QVERIFY(window.workspace().selection() == address);
            settle(window);
            if (++clicked == 5) break;
        }
        QVERIFY(clicked > 0);
    }

    void clickOnTheFlowAndOnMemory() {
        MainWindow window;
        open(window);
        show(window, "overview");
        auto* flow = window.findChild<FlowView*>("flow");
        QSet<QString> methods;
        for (int x = 4; x < flow->width(); x += 24)
            for (int y = 4; y < flow->height(); y += 12) {
                QTest::mouseClick(flow, Qt::LeftButton, {}, QPoint(x, y));
                methods.insert(window.workspace().method());
            }
        QCOMPARE(methods.size(), 3);
        show(window, "memory");
        auto* memory = window.findChild<MemoryView*>("memoryView");
        for (int x = 80; x < memory->width(); x += 40)
            for (int y = 30; y < memory->height(); y += 20) click(memory, QPointF(x, y));
        settle(window);
        QVERIFY(window.workspace().selection().valid());
    }

    /// Jobs of hidden and of visible pages, and a session that goes while they run, at several moments of theirs.
    void closeWhileJobsRun_data() {
        QTest::addColumn<QString>("page");
        for (const PageInfo& page : pageTable()) QTest::newRow(page.name) << QString::fromLatin1(page.name);
    }
    void closeWhileJobsRun() {
        QFETCH(QString, page);
        MainWindow window;
        open(window);
        for (const bool hidden : {true, false}) {
            window.showPage(page);
            if (page == "graph") graphOf(window)->find("delegated:no", true);
            if (hidden) window.showPage(page == "overview" ? "metadata" : "overview");
            QCoreApplication::processEvents();
            window.workspace().close();
            settle(window);
            QVERIFY(window.workspace().session() == nullptr);
            for (const auto key : {Qt::Key_F3, Qt::Key_F4}) pressKey(window, key);
            window.showPage(page);
            window.workspace().open({samplePath()});
            QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != nullptr, 30000);
            window.workspace().setMethod("text_decoder");
            QCoreApplication::processEvents();
            window.workspace().reload();
            QCoreApplication::processEvents();
        }
        settle(window);
    }

    /// What a page has found of a session is not found again when that one is closed.
    void searchAfterClosing() {
        MainWindow window;
        open(window);
        show(window, "graph");
        auto* line = window.findChild<QLineEdit*>("find");
        line->setText("delegated:no");
        pressKey(window, Qt::Key_F3);
        settle(window);
        QVERIFY(window.workspace().selection().kind == Address::Kind::Node);
        window.showPage("tensors");
        pressKey(window, Qt::CTRL | Qt::Key_W);
        QVERIFY(window.workspace().session() == nullptr);
        window.showPage("graph");
        pressKey(window, Qt::Key_F3);
        QVERIFY(!graphOf(window)->find("latency>1us", true));
        settle(window);
        QVERIFY(!window.workspace().selection().valid());
    }

    void savedQueriesAfterClosing() {
        MainWindow window;
        open(window);
        show(window, "graph");
        window.showPage("overview");
        window.workspace().close();
        QVERIFY(SavedQueries::instance().add("latency>1us"));
        settle(window);
        SavedQueries::instance().remove(SavedQueries::instance().list().size() - 1);
        settle(window);
    }

    /// A hidden pane has the graph of the method that was in view: it is not asked with the names of another.
    void savedQueriesWhileAnotherMethodIsInView() {
        MainWindow window;
        open(window);
        show(window, "graph");
        window.showPage("overview");
        window.workspace().setMethod("token_embedding");
        QVERIFY(SavedQueries::instance().add("delegated:no"));
        QVERIFY(!graphOf(window)->find("delegated:no", true));
        window.setOverlay("error");
        settle(window);
        SavedQueries::instance().remove(SavedQueries::instance().list().size() - 1);
        show(window, "graph", "token_embedding");
        QVERIFY(graphOf(window)->canvas()->scene() != nullptr);
    }

    /// Nothing of it stays: neither memory nor an open file.
    void letsGoOfTheSession() {
        MainWindow window;
        open(window);
        for (const PageInfo& page : pageTable()) show(window, page.name);
        show(window, "graph");
        graphOf(window)->addSide();
        settle(window);
        window.workspace().select(Address::of((*etscope::compare::tensorList(*window.workspace().session(), {}))->entity(3)));
        window.workspace().select(Address::ofNode("text_decoder", "edge", "aten_linear_default_3"));
        settle(window);
        const std::weak_ptr<const session::Session> session = window.workspace().session();
        const std::weak_ptr<const Source> source = window.workspace().session()->files().front().source;
        window.showPage("overview");
        window.workspace().close();
        settle(window);
        QTRY_VERIFY(session.expired());
        QTRY_VERIFY(source.expired());
        QVERIFY(graphOf(window)->sides().isEmpty());
    }

    /// A page tells by its tab what it found in this session, not in the one before.
    void marksOfTheSessionBefore() {
        MainWindow window;
        open(window, {QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/kernel_vlm")});
        show(window, "outputs", "vision_encoder");
        show(window, "gap", "vision_encoder");
        QVERIFY(window.page("outputs")->stateMark() == Mark::Differ);
        QVERIFY(window.page("gap")->stateMark() != Mark::None);
        window.showPage("overview");
        open(window, {inSample("model.pte")});
        QVERIFY(window.page("outputs")->stateMark() == Mark::None);
        QVERIFY(window.page("gap")->stateMark() == Mark::None);
    }

    void closingEndsWhatIsBeingOpened() {
        MainWindow window;
        window.show();
        window.workspace().open({samplePath()});
        pressKey(window, Qt::CTRL | Qt::Key_W);
        settle(window);
        QVERIFY(window.workspace().session() == nullptr);
    }

    /// Addresses can be typed when nothing is open.
    void selectsNothingWithoutASession() {
        MainWindow window;
        window.show();
        for (const char* text : {"forward/edge/add", "tensors/1", "problems/0", "metadata/x"})
            window.workspace().select(Address::parse(text, {"forward"}));
        pressKey(window, Qt::CTRL | Qt::Key_D);
        settle(window);
        QVERIFY(!window.workspace().selection().valid());
        QVERIFY(!window.workspace().canGoBack());
    }

    void menuOfATableThatIsRefilled() {
        MainWindow window;
        open(window);
        show(window, "delegates");
        auto* table = static_cast<RowsPage*>(window.page("delegates"))->mainTable();
        QVERIFY(table->model()->rowCount() > 0);
        rightClick(table->viewport(), table->visualRect(table->model()->index(0, 0)).center());
        QVERIFY(openMenu() != nullptr);
        window.workspace().reload();
        settle(window);
        trigger(openMenu());
        settle(window);
        QVERIFY(window.workspace().session() != nullptr);
    }

    void menuOfAGraphThatIsGone() {
        MainWindow window;
        open(window);
        show(window, "graph");
        for (const bool close : {false, true}) {
            auto* canvas = graphOf(window)->canvas();
            QVERIFY(canvas->scene() != nullptr);
            canvas->fitAll();
            click(canvas->viewport(), canvas->toView(canvas->scene()->rectOf(canvas->scene()->nodes()[2].item).centre()));
            settle(window);
            rightClick(canvas->viewport(), QPoint(10, 10));
            QVERIFY(openMenu() != nullptr);
            close ? window.workspace().close() : window.workspace().setStage("program");
            trigger(openMenu());
            openMenu()->close();
            settle(window);
        }
    }

    void mapIsDraggedWhileTheGraphGoes() {
        MainWindow window;
        open(window);
        show(window, "graph");
        graphOf(window)->main()->expandAll();
        settle(window);
        auto* canvas = graphOf(window)->canvas();
        canvas->setZoom(2, {});
        canvas->viewport()->repaint();
        const QRectF map = canvas->panels().mapRect();
        QVERIFY(!map.isEmpty());
        QTest::mousePress(canvas->viewport(), Qt::LeftButton, {}, map.center().toPoint());
        window.workspace().setStage("program");
        QVERIFY(canvas->scene() == nullptr);
        QTest::mouseMove(canvas->viewport(), map.topLeft().toPoint());
        QTest::mouseRelease(canvas->viewport(), Qt::LeftButton, {}, map.center().toPoint());
        settle(window);
    }

    /// A secondary window goes while its menu is open.
    void windowIsClosedUnderItsMenu() {
        MainWindow window;
        open(window);
        window.workspace().openInWindow(inSample("model.pte"));
        QPointer<MainWindow> other = test::otherThan(window);
        QVERIFY(other != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(other->workspace().session() != nullptr, 30000);
        show(*other, "delegates");
        auto* table = static_cast<RowsPage*>(other->page("delegates"))->mainTable();
        rightClick(table->viewport(), QPoint(20, 20));
        QVERIFY(openMenu() != nullptr);
        other->close();
        QTRY_VERIFY(other == nullptr);
        settle(window);
    }

    /// What was measured of one tensor is not used for the next.
    void tensorsOneAfterTheOther() {
        MainWindow window;
        open(window);
        show(window, "tensors");
        QAbstractItemModel* rows = window.page("tensors")->findChild<TableView*>("tensorsTable")->model();
        QList<QPushButton*> buttons;
        for (QPushButton* button : window.page("tensors")->findChildren<QPushButton*>())
            if (button->text().startsWith("Go to") || button->text().contains("NaN")) buttons.append(button);
        QVERIFY(buttons.size() >= 4);
        for (int row = 0; row < rows->rowCount(); row += 5) {
            window.workspace().select(rows->index(row, 0).data(AddressRole).value<Address>());
            for (QPushButton* button : buttons) QTest::mouseClick(button, Qt::LeftButton);
        }
        // Another method in view leaves the tensor that is shown as it is.
        settle(window);
        window.workspace().setMethod("token_embedding");
        settle(window);
        QVERIFY(window.page("tensors")->findChild<QLabel*>("statistics")->text().contains("mean"));
    }

    /// Two files of one name are told apart, each with facts of its own.
    void filesOfOneName() {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("a") && QDir(folder.path()).mkpath("b"));
        QVERIFY(QFile::copy(inSample("model.pte"), folder.filePath("a/model.bin")));
        QVERIFY(QFile::copy(inSample("out-text_decoder-2-0.npy"), folder.filePath("b/model.bin")));
        MainWindow window;
        open(window, {folder.filePath("a/model.bin"), folder.filePath("b/model.bin")});
        QStringList names = namesOfFiles(*window.workspace().session());
        names.sort();
        QCOMPARE(names, QStringList({"a/model.bin", "b/model.bin"}));
        for (const QString& name : names) {
            window.workspace().select(Address::parse("files/" + name, window.workspace().methods()));
            settle(window);
            QString shown;
            for (const QLabel* label : window.findChild<QWidget*>("inspector")->findChildren<QLabel*>())
                shown += label->text() + '\n';
            QVERIFY2(shown.contains(folder.filePath(name)), qPrintable(shown));
            QCOMPARE(shown.count("model.bin"), 2);
        }
    }

    /// A slot may clear what a reference would refer to.
    void signalsCarryValues() {
        static const QRegularExpression kSignals(QStringLiteral("\\bsignals:(.*?)(?:\\b(?:public|protected|private)\\b|\\};)"),
                                                 QRegularExpression::DotMatchesEverythingOption);
        int found = 0;
        for (QDirIterator headers(QStringLiteral(ETSCOPE_SOURCE_DIR "/ui"), {"*.h"}, QDir::Files, QDirIterator::Subdirectories);
             headers.hasNext();) {
            QFile header(headers.next());
            QVERIFY(header.open(QIODevice::ReadOnly));
            const QString words = QString::fromUtf8(header.readAll());
            for (auto part = kSignals.globalMatch(words); part.hasNext(); ++found) {
                QString declared = part.next().captured(1);
                declared.remove(QRegularExpression(QStringLiteral("//[^\\n]*")));
                QVERIFY2(!declared.contains('&') && !declared.contains('*'), qPrintable(header.fileName() + declared));
            }
        }
        QVERIFY(found > 10);
    }
};

ETSCOPE_TEST(TestClosing)
#include "tst_closing.moc"
