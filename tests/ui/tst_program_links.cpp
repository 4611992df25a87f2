// From the program to everything else in the real main window, offscreen: stages inside delegates, links and calls in the
// Inspector, the delegation overlay.
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QtTest>

#include "frame/main_window.h"
#include "graph/graph_page.h"
#include "join/delegate_bodies.h"
#include "look/tokens.h"
#include "pages/rows_page.h"
#include "support/test_case.h"
#include "ui/windows.h"

using namespace etscope;
using namespace etscope::ui;
using test::graphOf;
using test::samplePath;
using test::settle;

class TestProgramLinks : public QObject {
    Q_OBJECT
private:
    static QString fixture(const char* name) { return QStringLiteral(ETSCOPE_SHARED_DIR "/fixtures/") + QLatin1String(name); }
    static void open(MainWindow& window, const QStringList& paths, const char* method = nullptr) {
        window.resize(1600, 1000);
        window.show();
        window.workspace().open(paths);
        QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != nullptr, 30000);
        if (method != nullptr) window.workspace().setMethod(QString::fromLatin1(method));
        window.showPage("graph");
        settle(window);
    }
    static void picture(MainWindow& window, const char* name = QTest::currentTestFunction()) {
        if (const QByteArray folder = qgetenv("ETSCOPE_PICTURES"); !folder.isEmpty())
            window.grab().save(folder + '/' + name + ".png");
    }
    static QStringList told(const MainWindow& window) {
        QStringList list;
        for (const QLabel* label : window.findChild<QWidget*>("inspector")->findChildren<QLabel*>()) list.append(label->text());
        return list;
    }
    static bool tells(const MainWindow& window, const QString& words) {
        for (const QString& label : told(window))
            if (label.contains(words)) return true;
        return false;
    }

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::Light); }

    void stagesInsideDelegates() {
        MainWindow window;
        open(window, {samplePath() + "/model.pte"}, "text_decoder");
        auto* stages = window.findChild<QComboBox*>("stage");
        QCOMPARE(stages->count(), 13);
        QCOMPARE(stages->itemText(0), QString("program"));
        QCOMPARE(stages->itemText(12), QString("delegate:11"));
        window.workspace().setMethod("token_embedding");
        settle(window);
        QCOMPARE(stages->count(), 1);
    }

    void payloadsThatAreProgramsAreStagesAndFiles() {
        if (!QFileInfo::exists(fixture("executor_backend"))) QSKIP("the shared fixtures are not here");
        MainWindow window;
        open(window, {fixture("executor_backend/model.pte")});
        QCOMPARE(window.workspace().stages(), (QStringList{"program", "delegate:0"}));
    }

    void payloadsWithoutGraphAreNoStages() {
        if (!QFileInfo::exists(fixture("nfat"))) QSKIP("the shared fixtures are not here");
        MainWindow window;
        open(window, {fixture("nfat/overflow.pte")});
        QCOMPARE(window.workspace().stages(), QStringList{"program"});
        // Its row opens the file inside.
        window.showPage("delegates");
        settle(window);
        auto* table = window.findChild<TableView*>("delegateTable");
        QSignalSpy files(table, &TableView::fileRequested), rows(table, &TableView::rowOpened);
        table->setCurrentIndex(table->model()->index(0, 0));
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(files.count(), 1);
        QCOMPARE(rows.count(), 0);
        MainWindow* other = test::otherThan(window);
        QVERIFY(other != nullptr && other->testAttribute(Qt::WA_DeleteOnClose));
        QTRY_VERIFY_WITH_TIMEOUT(other->workspace().session() != nullptr, 30000);
        settle(*other);
        delete other;
    }

    void instructionLeadsToItsEdgeNode() {
        MainWindow window;
        open(window, {samplePath()}, "text_decoder");
        window.workspace().select(Address::ofNode("text_decoder", "program", "0/4"));
        settle(window);
        QVERIFY(tells(window, "aten::index.Tensor_out"));
        QVERIFY(tells(window, "text_decoder/edge/aten_index_tensor_2"));
        QVERIFY(tells(window, "of edge node aten_index_tensor_2"));
        QVERIFY(window.findChild<QListWidget*>("frames")->count() > 0);
        picture(window);
        window.workspace().followText("text_decoder/edge/aten_index_tensor_2");
        settle(window);
        QCOMPARE(window.workspace().stage(), QString("edge"));
        QVERIFY(tells(window, "text_decoder/program/0/4"));
    }

    void delegateCallTellsItsPayload() {
        MainWindow window;
        open(window, {samplePath()}, "text_decoder");
        window.workspace().select(Address::ofNode("text_decoder", "program", "0/7"));
        settle(window);
        for (const char* words :
             {"XnnpackBackend", "XNNPACK", "text_decoder/delegate:1", "9 nodes", "text_decoder/edge/aten_linear_default"})
            QVERIFY2(tells(window, words), words);
        picture(window);
        // A node inside names the edge node whose debug handle it carries.
        window.workspace().followText("text_decoder/delegate:1/3");
        settle(window);
        QVERIFY(tells(window, "text_decoder/edge/aten_linear_default"));
        QVERIFY(!tells(window, "the backend gave no ids"));
    }

    void delegateNodesLeadToEdgeNodesByTheirIds() {
        if (!QFileInfo::exists(fixture("demo_backend"))) QSKIP("the shared fixtures are not here");
        MainWindow window;
        open(window, {fixture("demo_backend/model.etrecord"), fixture("demo_backend/model.pte")});
        window.workspace().select(Address::ofNode("forward", "delegate:0", "0"));
        settle(window);
        QVERIFY(tells(window, "forward/edge/aten_mm_default"));
        window.workspace().followText("forward/edge/aten_mm_default");
        settle(window);
        QVERIFY(tells(window, "forward/delegate:0/0"));
    }

    void overlayOfTheProgram() {
        MainWindow window;
        open(window, {samplePath()}, "text_decoder");
        window.workspace().setStage("program");
        settle(window);
        GraphPage* page = graphOf(window);
        page->setOverlay(static_cast<int>(Overlay::Delegation));
        settle(window);
        // Opening a delegate leaves its nodes with its backend.
        const auto& model = page->canvas()->scene()->view().index().model();
        graph::NodeId call;
        for (std::uint32_t i = 0; i < model.nodeCount() && !call.valid(); ++i)
            if (model.node(graph::NodeId(i)).delegate == 1) call = graph::NodeId(i);
        const view::ItemId item = page->canvas()->scene()->view().itemOf(call);
        QVERIFY(page->canvas()->opens(item));
        emit page->canvas()->itemActivated(item);
        settle(window);
        picture(window);
        const GraphSubject subject{
            window.workspace().session(), "text_decoder", graph::StageId::program(),
            modules::GraphIndex::build(
                join::graphWithDelegates({*window.workspace().session(), "text_decoder"}, graph::StageId::program(), {call}, {})
                    .value(),
                {})
                .value()};
        const auto map = OverlayMap::make(Overlay::Delegation, subject, {});
        QVERIFY(map);
        QCOMPARE((*map)->word(call), QString("XNN 1"));
        QCOMPARE((*map)->word(graph::NodeId(std::uint32_t{42})), QString("XNN 1"));
        QCOMPARE((*map)->word(graph::NodeId(std::uint32_t{0})), QString("CPU"));
    }

    void overlayOfAProgramWithoutDelegates() {
        if (!QFileInfo::exists(fixture("cnn_portable"))) QSKIP("the shared fixtures are not here");
        MainWindow window;
        open(window, {fixture("cnn_portable/model.pte")});
        graphOf(window)->setOverlay(static_cast<int>(Overlay::Delegation));
        settle(window);
        const auto index = modules::GraphIndex::build(window.workspace().session()->graph("forward", "program", {}).value(), {});
        const auto map =
            OverlayMap::make(Overlay::Delegation, {window.workspace().session(), "forward", graph::StageId::program(), *index}, {});
        QVERIFY(map);
        QCOMPARE((*map)->classes().size(), std::size_t{1});
        QCOMPARE((*map)->classes().front().hue, OverlayMap::kCpu);
    }

    void overlayOfTheEdgeGraphNamesDelegates() {
        MainWindow window;
        open(window, {samplePath()}, "text_decoder");
        graphOf(window)->setOverlay(static_cast<int>(Overlay::Delegation));
        settle(window);
        picture(window);
        const auto model = window.workspace().session()->graph("text_decoder", "edge", {}).value();
        const auto index = modules::GraphIndex::build(model, {});
        const auto map = OverlayMap::make(Overlay::Delegation,
                                          {window.workspace().session(), "text_decoder", graph::StageId::edge(), *index}, {});
        QVERIFY(map);
        QCOMPARE((*map)->word(model->findNode("aten_linear_default")), QString("XNN 1"));
        QCOMPARE((*map)->word(model->findNode("aten_index_tensor_2")), QString("CPU"));
        // Its debug handle is that of several instructions.
        QCOMPARE((*map)->word(model->findNode("aten_mul_tensor_1")), QString("XNN 0+"));
    }
};

ETSCOPE_TEST(TestProgramLinks)
#include "tst_program_links.moc"
