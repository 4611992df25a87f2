// What the blocks of a graph wear by the verdict, in the canvas and in the Outline; and searches that lead into folded blocks.
#include <QFileInfo>
#include <QLineEdit>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTreeWidgetItemIterator>
#include <QtTest>

#include "docks/outline.h"
#include "graph/graph_export.h"
#include "graph/graph_painter.h"
#include "support/test_case.h"
#include "ui/driver.h"

using namespace etscope;
using namespace etscope::ui;
using etscope::test::Driver;
using etscope::test::graphOf;
using etscope::test::samplePath;

class TestGraphMarks : public QObject {
    Q_OBJECT
private:
    static GraphCanvas* open(Driver& driver, const char* method = "text_decoder") {
        MainWindow& window = driver.window();
        window.workspace().open({samplePath()});
        driver.settle();
        window.workspace().setMethod(method);
        window.workspace().setStage("edge");
        window.showPage("graph");
        driver.settle();
        return graphOf(window)->canvas();
    }
    static view::ItemId markedItem(const GraphCanvas& canvas) {
        for (std::uint32_t i = 1; i < canvas.scene()->view().items().size(); ++i)
            if (canvas.look().markOf(view::ItemId(i)) != Mark::None) return view::ItemId(i);
        return {};
    }

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("etscope-test");
        QCoreApplication::setApplicationName("etscope-graph-marks");
    }

    /// The mark of a block is that of its module, said in words to who cannot see it; names seen from afar have it, too.
    void blocksWearTheVerdict() {
        Driver driver;
        GraphCanvas* canvas = open(driver);
        const view::ItemId item = markedItem(*canvas);
        QVERIFY(item.valid());
        const EntityState state = canvas->look().stateOf(item);
        const modules::Module& module =
            canvas->scene()->view().index().hierarchy().module(canvas->scene()->view().item(item).module);
        QCOMPARE(state.mark, canvas->look().states()->of(module.path).mark);
        QVERIFY(!ModuleStates::sentence(state).isEmpty());
        QVERIFY(canvas->tooltipOf(item.index()).endsWith(ModuleStates::sentence(state)));
        canvas->setZoom(0.2, {});
        int marked = 0;
        for (const FarName& name : farNames(canvas->look(), canvas->scene()->bounds(), canvas->zoom())) {
            QCOMPARE(name.mark, canvas->look().markOf(name.item));
            marked += name.mark == Mark::None ? 0 : 1;
        }
        QVERIFY(marked > 0);
    }

    /// Pictures in files wear what the canvas wears.
    void picturesWearTheVerdict() {
        Driver driver;
        GraphCanvas* canvas = open(driver);
        QVERIFY(markedItem(*canvas).valid());
        QTemporaryDir folder;
        const Workspace& workspace = driver.window().workspace();
        const GraphPicture bare{canvas->scene(),
                                canvas->overlay(),
                                canvas->range(),
                                workspace.session(),
                                workspace.method(),
                                workspace.stage(),
                                canvas->scene()->bounds(),
                                nullptr,
                                {}};
        for (const char* suffix : {"png", "svg", "pdf"}) {
            const QString marked = folder.filePath(QStringLiteral("marked.") + QLatin1String(suffix)),
                          plain = folder.filePath(QStringLiteral("plain.") + QLatin1String(suffix));
            QVERIFY(driver.window().page("graph")->exportTo(marked));
            QVERIFY(writeGraph(plain, bare, {}));
            QVERIFY2(QFileInfo(marked).size() > QFileInfo(plain).size(), suffix);
        }
        // The mark of an open module: at the right end of its header.
        const QImage marked(folder.filePath("marked.png")), plain(folder.filePath("plain.png"));
        QCOMPARE(marked.size(), plain.size());
        const auto& scene = *canvas->scene();
        int seen = 0;
        for (const view::SceneGroup& group : scene.groups()) {
            if (canvas->look().markOf(group.item) == Mark::None) continue;
            const QPoint right(static_cast<int>(group.rect.right() - scene.bounds().x),
                               static_cast<int>(group.rect.y - scene.bounds().y));
            int differing = 0;
            for (int y = 0; y < static_cast<int>(view::measure::kHeader); ++y)
                for (int x = 4; x < 4 + static_cast<int>(view::measure::kStateRoom) + 4; ++x)
                    differing += marked.pixel(right.x() - x, right.y() + y) != plain.pixel(right.x() - x, right.y() + y) ? 1 : 0;
            QVERIFY2(differing > 20, qPrintable(QString::number(differing)));
            ++seen;
        }
        QVERIFY(seen > 0);
    }

    void checkingSaysNothing() {
        Driver driver;
        GraphCanvas* canvas = open(driver);
        QVERIFY(markedItem(*canvas).valid());
        driver.window().workspace().judge();
        QVERIFY(!markedItem(*canvas).valid());
        driver.settle();
        QVERIFY(markedItem(*canvas).valid());
    }

    void stagesOfTheOutlineNeedNotBeOpened() {
        Driver driver;
        open(driver);
        int stages = 0, marked = 0;
        for (QTreeWidgetItemIterator it(driver.window().findChild<Outline*>("outline")); *it != nullptr; ++it) {
            if ((*it)->data(0, AddressOfItem).value<Address>().kind != Address::Kind::Stage) continue;
            QCOMPARE((*it)->childCount(), 0);
            ++stages;
            marked += static_cast<Mark>((*it)->data(0, MarkOfItem).toInt()) == Mark::None ? 0 : 1;
        }
        QVERIFY(stages > 0);
        QVERIFY(marked > 0);
    }

    /// F3 leads to every hit, also inside of blocks and patterns that are closed: they open, and the hit is in view.
    void searchesOpenWhatHidesTheirHits() {
        Driver driver;
        GraphCanvas* canvas = open(driver);
        driver.press("Ctrl+F");
        driver.type("op:linear");
        QSet<std::uint32_t> seen;
        for (int i = 0; i < 8; ++i) {
            const graph::NodeId node = canvas->selected().node;
            QVERIFY(node.valid());
            const view::ViewGraph& view = canvas->scene()->view();
            const view::ItemId item = view.itemOf(node);
            QCOMPARE(view.item(item).kind, view::ItemKind::Node);
            QVERIFY(view.item(item).node == node);
            QVERIFY(canvas->seen().intersects(canvas->scene()->rectOf(item)));
            seen.insert(node.index());
            driver.press("F3");
        }
        QVERIFY(seen.size() >= 5);
    }
};

ETSCOPE_TEST(TestGraphMarks)
#include "tst_graph_marks.moc"
