// Reading a graph in the real main window, offscreen: saved queries, thresholds of the legend, repeated blocks.
#include <QLineEdit>
#include <QSettings>
#include <QStandardPaths>
#include <QtTest>

#include "frame/main_window.h"
#include "frame/saved_queries.h"
#include "graph/graph_page.h"

using namespace etscope;
using namespace etscope::ui;

class TestGraphReading : public QObject {
    Q_OBJECT
private:
    static QString sample() { return QStringLiteral(ETSCOPE_SOURCE_DIR "/resources/samples/vlm"); }
    static void settle(const MainWindow& window) {
        QTest::qWait(50);
        QTRY_VERIFY_WITH_TIMEOUT(window.settled(), 30000);
        QTest::qWait(50);
    }
    static GraphPage* graphOf(MainWindow& window) { return static_cast<GraphPage*>(window.page("graph")); }
    static void open(MainWindow& window, const QString& path, const char* method, const char* stage) {
        window.resize(1600, 1000);
        window.show();
        window.workspace().open({path});
        QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != nullptr, 30000);
        window.workspace().setMethod(method);
        window.workspace().setStage(stage);
        window.showPage("graph");
        settle(window);
    }
    static void picture(MainWindow& window) {
        if (const QByteArray folder = qgetenv("ETSCOPE_PICTURES"); !folder.isEmpty())
            window.grab().save(folder + '/' + QTest::currentTestFunction() + ".png");
    }
    static QStringList queries() {
        QStringList list;
        for (const SavedQuery& query : SavedQueries::instance().list()) list.append(query.text);
        return list;
    }

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("etscope-test");
        while (!SavedQueries::instance().list().isEmpty()) SavedQueries::instance().remove(0);
    }
    void cleanupTestCase() { initTestCase(); }

    void savedQueriesMarkTheirNodes() {
        MainWindow window;
        open(window, sample(), "text_decoder", "edge");
        auto* find = window.findChild<QLineEdit*>("find");
        find->setText("op:linear");
        settle(window);
        for (QAction* action : window.actions())
            if (action->text() == "&Save this query") action->trigger();
        QVERIFY(SavedQueries::instance().add("  delegated:no "));
        QVERIFY(!SavedQueries::instance().add("   "));
        settle(window);
        QCOMPARE(queries(), QStringList({"op:linear", "delegated:no"}));
        const auto& marks = graphOf(window)->canvas()->look().marks();
        QCOMPARE(marks.size(), std::size_t{2});
        const auto model = window.workspace().session()->graph("text_decoder", "edge", {}).value();
        std::size_t linear = 0;
        for (std::uint32_t i = 0; i < model->nodeCount(); ++i)
            linear += model->text(model->node(graph::NodeId(i)).target).find("linear") != std::string_view::npos ? 1U : 0U;
        QCOMPARE(marks[0].nodes.size(), linear);
        QVERIFY(!marks[1].nodes.empty());
        const auto& scene = graphOf(window)->canvas()->scene();
        QVERIFY((graphOf(window)->canvas()->look().marksOf(scene->view().itemOf(marks[0].nodes.front())) & 1U) != 0);
        picture(window);
        // Hidden ones keep their number; they are still there after the window.
        SavedQueries::instance().setShown(0, false);
        settle(window);
        QCOMPARE(marks.size(), std::size_t{1});
        QCOMPARE(marks[0].number, 1);
        QCOMPARE(QSettings().value("queries/texts").toStringList(), queries());
        QVERIFY(SavedQueries::instance().add("op:linear"));
        QVERIFY(SavedQueries::instance().list()[0].shown);
        SavedQueries::instance().remove(0);
        settle(window);
        QCOMPARE(marks.size(), std::size_t{1});
        QCOMPARE(marks[0].text, QString("delegated:no"));
    }

    void noMoreQueriesThanDigits() {
        for (int i = 0; i < 20; ++i) SavedQueries::instance().add("id:" + QString::number(i));
        QCOMPARE(SavedQueries::instance().list().size(), SavedQueries::kMost);
    }

    void endsOfTheRampAreDragged() {
        MainWindow window;
        open(window, sample(), "text_decoder", "edge");
        GraphCanvas* canvas = graphOf(window)->canvas();
        window.setOverlay("weight bytes");
        settle(window);
        const AmountRange whole = canvas->range();
        QVERIFY(whole.low > 0 && whole.high > whole.low);
        const QRect ramp = canvas->panels().rampRect().toRect();
        QVERIFY(!ramp.isEmpty());
        QTest::mousePress(canvas->viewport(), Qt::LeftButton, {}, ramp.topLeft() + QPoint(2, 4));
        QTest::mouseMove(canvas->viewport(), QPoint(ramp.center().x(), ramp.top() + 4));
        QTest::mouseRelease(canvas->viewport(), Qt::LeftButton, {}, QPoint(ramp.center().x(), ramp.top() + 4));
        QVERIFY(canvas->range().low > whole.low * 1.1 && canvas->range().low < whole.high);
        QCOMPARE(canvas->range().high, whole.high);
        settle(window);
        picture(window);
        // Least amounts look like nothing now.
        const OverlayMap& map = *canvas->look().overlay();
        QCOMPARE(map.amountColours(whole.low, canvas->range()).fill, map.amountColours(0, canvas->range()).fill);
        QVERIFY(map.amountColours(whole.low, whole).fill != map.amountColours(0, whole).fill);
        QTest::mouseDClick(canvas->viewport(), Qt::LeftButton, {}, ramp.center());
        QCOMPARE(canvas->range(), whole);
    }

    void repeatedBlocksFoldAndUnfold() {
        const QString path = QStringLiteral(ETSCOPE_SHARED_DIR "/fixtures/big_graph/model.etrecord");
        if (!QFileInfo::exists(path)) QSKIP("the shared fixtures are not here");
        MainWindow window;
        open(window, path, "forward", "edge");
        GraphCanvas* canvas = graphOf(window)->canvas();
        const auto folded = [&] {
            int count = 0;
            for (const graph::Item& item : canvas->scene()->view().items()) count += item.blocks > 1 ? 1 : 0;
            return count;
        };
        QCOMPARE(folded(), 1);
        const auto& hierarchy = canvas->scene()->view().index().hierarchy();
        const auto at = [&](const char* module) { return canvas->scene()->view().itemOf(hierarchy.findPath(module)); };
        QVERIFY(at("decoder.layers.1") == at("decoder.layers.12"));
        picture(window);
        // What is asked for from elsewhere is shown.
        graphOf(window)->showModule("forward", "edge", "decoder.layers.7");
        settle(window);
        QCOMPARE(folded(), 0);
        QCOMPARE(canvas->selected().module, hierarchy.findPath("decoder.layers.7"));
        // R folds the blocks like the selected one, and shows them again.
        QTest::keyClick(canvas, Qt::Key_R);
        settle(window);
        QCOMPARE(folded(), 1);
        QCOMPARE(canvas->selected().module, hierarchy.findPath("decoder.layers.0"));
        QTest::keyClick(canvas, Qt::Key_R);
        settle(window);
        QCOMPARE(folded(), 0);
        QTest::keyClick(canvas, Qt::Key_R);
        settle(window);
        // A double click opens the run.
        emit canvas->itemActivated(at("decoder.layers.5"));
        settle(window);
        QCOMPARE(folded(), 0);
        // A selected node inside is never hidden.
        QTest::keyClick(canvas, Qt::Key_R);
        settle(window);
        const auto node = hierarchy.nodesBelow(hierarchy.findPath("decoder.layers.9")).front();
        const auto inside = canvas->scene()->view().index().model().nodePath(node);
        window.workspace().select(Address::ofNode("forward", "edge", QString::fromStdString(inside)));
        settle(window);
        QCOMPARE(canvas->scene()->view().item(canvas->scene()->view().itemOf(node)).kind, graph::ItemKind::Node);
    }
};

QTEST_MAIN(TestGraphReading)
#include "tst_graph_reading.moc"
