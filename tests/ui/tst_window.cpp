// The real main window, offscreen, on the bundled sample and on a damaged copy of it.
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <QtTest>

#include "frame/main_window.h"
#include "graph/graph_page.h"
#include "look/tokens.h"
#include "pages/outputs_page.h"
#include "pages/tensors_page.h"
#include "support/test_case.h"
#include "ui/windows.h"

using namespace etscope::ui;
using etscope::test::settle;

class TestWindow : public QObject {
    Q_OBJECT
private:
    static QString sample() { return QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm"); }
    static void open(MainWindow& window) {
        window.resize(1600, 1000);
        window.show();
        window.workspace().open({sample()});
        QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != nullptr, 30000);
        settle(window);
    }

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::Light); }
    void startsEmpty() {
        MainWindow window;
        window.show();
        QVERIFY(window.workspace().session() == nullptr);
        QVERIFY(window.findChild<QWidget*>("openSample") != nullptr);
    }
    void opensTheSample() {
        MainWindow window;
        open(window);
        QCOMPARE(window.workspace().methods().size(), 3);
        QCOMPARE(window.findChild<QComboBox*>("method")->count(), 3);
        QCOMPARE(window.findChild<QComboBox*>("stage")->currentText(), QString("edge"));
    }
    void selectsEverywhereAndShowsTheSourceLine() {
        MainWindow window;
        open(window);
        window.showPage("graph");
        window.workspace().setMethod("text_decoder");
        settle(window);
        auto* page = static_cast<GraphPage*>(window.page("graph"));
        QVERIFY(page->canvas()->scene() != nullptr);
        QVERIFY(page->canvas()->scene()->nodes().size() > 5);
        QVERIFY(page->find("op:linear", true));
        settle(window);
        const Address found = window.workspace().selection();
        QVERIFY(found.kind == Address::Kind::Node && found.name.contains("linear"));
        auto* frames = window.findChild<QListWidget*>("frames");
        QVERIFY(frames->count() > 0);
        QVERIFY(window.findChild<QPlainTextEdit*>("sourceText")->toPlainText().contains("self"));
        window.workspace().reveal(Address::ofMethod("vision_encoder"));
        QCOMPARE(window.workspace().method(), QString("vision_encoder"));
        window.workspace().back();
        QVERIFY(window.workspace().selection() == found);
        QCOMPARE(window.workspace().method(), QString("text_decoder"));
    }
    void expandsModules() {
        MainWindow window;
        open(window);
        window.workspace().setMethod("text_decoder");
        window.showPage("graph");
        settle(window);
        auto* canvas = static_cast<GraphPage*>(window.page("graph"))->canvas();
        QTest::keyClick(canvas, Qt::Key_E, Qt::ShiftModifier);
        settle(window);
        const auto closed = canvas->scene()->nodes().size();
        QTest::keyClick(canvas, Qt::Key_E);
        settle(window);
        QVERIFY2(canvas->scene()->nodes().size() > closed, "opening all modules shows more");
        canvas->fitAll();
        QVERIFY(canvas->zoom() <= 1.0);
    }
    void comparesOutputs() {
        MainWindow window;
        open(window);
        window.showPage("outputs");
        settle(window);
        auto* page = static_cast<OutputsPage*>(window.page("outputs"));
        QCOMPARE(page->matrix()->cells().size(), std::size_t{8});
        const auto differs = [&] {
            return std::count_if(page->matrix()->cells().begin(), page->matrix()->cells().end(),
                                 [](const auto& cell) { return cell.state == etscope::compare::PairState::Differ; });
        };
        QCOMPARE(differs(), 1);
        QVERIFY(page->stateMark() == Mark::Differ);
        window.findChild<QLineEdit*>("atol")->setText("10");
        settle(window);
        QCOMPARE(differs(), 0);
    }
    void listsAndMeasuresTensors() {
        MainWindow window;
        open(window);
        window.showPage("tensors");
        settle(window);
        auto* page = static_cast<TensorsPage*>(window.page("tensors"));
        const int all = page->mainTable()->filter()->rowCount();
        QVERIFY(all > 40);
        page->mainTable()->filter()->setQuery("role:parameter");
        QVERIFY(page->mainTable()->filter()->rowCount() > 0 && page->mainTable()->filter()->rowCount() < all);
        QVERIFY(!page->findChild<HistogramView*>("tensorHistogram")->histogram().counts.empty());
    }
    void opensEveryPage() {
        MainWindow window;
        open(window);
        for (const char* name : {"overview", "graph", "outputs", "gap", "tensors", "metadata", "named-data", "delegates",
                                 "containers", "handles", "memory", "sizes", "events", "diff", "diff-nodes"}) {
            window.showPage(QString::fromLatin1(name));
            settle(window);
            QCOMPARE(window.currentPage(), QString::fromLatin1(name));
            QVERIFY(!window.grab().isNull());
        }
    }
    void showsDamageWithoutABox() {
        QTemporaryDir folder;
        QFile whole(sample() + "/model.etrecord");
        QVERIFY(whole.open(QIODevice::ReadOnly));
        QFile cut(folder.filePath("cut.etrecord"));
        QVERIFY(cut.open(QIODevice::WriteOnly));
        cut.write(whole.read(whole.size() * 6 / 10));
        cut.close();
        MainWindow window;
        window.show();
        window.workspace().open({cut.fileName()});
        QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != nullptr, 30000);
        settle(window);
        QVERIFY(window.workspace().session()->diagnostics().has("zip-directory-missing"));
        QVERIFY(!window.workspace().methods().isEmpty());
        QVERIFY(QApplication::activeModalWidget() == nullptr);
    }
    void keepsTheSessionWhenAFileCannotBeOpened() {
        MainWindow window;
        open(window);
        const SessionPtr before = window.workspace().session();
        QSignalSpy failed(&window.workspace(), &Workspace::openFailed);
        window.workspace().open({"does/not/exist.etrecord"});
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 10000);
        QVERIFY(window.workspace().session() == before);
    }
    void followsTheTheme() {
        applyTheme(*qApp, Theme::Dark);
        QVERIFY(tokens().dark);
        applyTheme(*qApp, Theme::Light);
        QVERIFY(!tokens().dark);
    }
};

ETSCOPE_TEST(TestWindow)
#include "tst_window.moc"
