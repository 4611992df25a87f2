// What blocks and operators of a graph wear by the verdict, in the canvas and in the Outline; keys that lead to what is at fault,
// searches that lead into folded blocks; what is looked for and written while the window goes on.
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTreeWidgetItemIterator>
#include <QtTest>

#include "docks/outline.h"
#include "graph/graph_export.h"
#include "graph/graph_painter.h"
#include "support/test_case.h"
#include "ui/busy.h"
#include "ui/driver.h"

using namespace etscope;
using namespace etscope::ui;
using etscope::test::Driver;
using etscope::test::graphOf;
using etscope::test::samplePath;

class TestGraphMarks : public QObject {
    Q_OBJECT
private:
    static GraphCanvas* open(Driver& driver, const char* method = "text_decoder", const QString& path = samplePath()) {
        MainWindow& window = driver.window();
        window.workspace().open({path});
        driver.settle();
        window.workspace().setMethod(method);
        window.workspace().setStage("edge");
        window.showPage("graph");
        driver.settle();
        return graphOf(window)->canvas();
    }
    /// A block.
    static view::ItemId markedItem(const GraphCanvas& canvas) {
        const auto& items = canvas.scene()->view().items();
        for (std::uint32_t i = 1; i < items.size(); ++i)
            if (canvas.look().markOf(view::ItemId(i)) != Mark::None &&
                (items[i].kind == view::ItemKind::Module || items[i].kind == view::ItemKind::Group))
                return view::ItemId(i);
        return {};
    }
    static QString fault(const char* name) { return QStringLiteral(ETSCOPE_SHARED_DIR "/faults/") + QLatin1String(name); }
    static graph::NodeId nodeOf(const GraphCanvas& canvas, const char* name) {
        return canvas.scene()->view().index().model().findNode(name);
    }
    static Mark markOf(const GraphCanvas& canvas, graph::NodeId node) { return canvas.look().states()->ofNodes({&node, 1}); }
    /// Of operators of the stage.
    static int marks(const GraphCanvas& canvas, Mark mark) {
        int count = 0;
        for (std::uint32_t i = 0; i < canvas.scene()->view().index().model().nodeCount(); ++i)
            count += markOf(canvas, graph::NodeId(i)) == mark ? 1 : 0;
        return count;
    }
    static QString said(Driver& driver) { return driver.window().findChild<QStatusBar*>()->currentMessage(); }
    static int running(Driver& driver, const QString& title) {
        const auto& jobs = JobRegistry::of(&driver.window()).running();
        return static_cast<int>(std::ranges::count_if(jobs, [&](const auto& job) { return job->title == title; }));
    }

private slots:
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

    void theCulpritIsMarked_data() {
        QTest::addColumn<QString>("files");
        QTest::addColumn<QString>("culprit");
        QTest::addColumn<QString>("behind");
        QTest::addColumn<QString>("named");
        // A kernel that is wrong, and a constant that is, whose call is right on what it read.
        QTest::newRow("kernel") << fault("fault_kernel") << "aten_gelu_default"
                                << "aten_add_tensor_2"
                                << "wrong";
        QTest::newRow("constant") << fault("fault_transposed") << "aten_permute_copy_default_12"
                                  << "aten_add_tensor_3"
                                  << "at fault";
    }
    /// F4 leads to what is at fault and round again; it is red, also in the overlay of errors; what only inherits its error is not.
    void theCulpritIsMarked() {
        QFETCH(QString, files);
        QFETCH(QString, culprit);
        QFETCH(QString, behind);
        QFETCH(QString, named);
        if (!QFile::exists(files + "/model.pte")) QSKIP("the shared faults are not here");
        Driver driver;
        GraphCanvas* canvas = open(driver, "forward", files);
        driver.press("F4");
        QCOMPARE(driver.window().workspace().selection().name, culprit);
        const graph::NodeId node = nodeOf(*canvas, culprit.toUtf8().constData());
        QCOMPARE(markOf(*canvas, node), Mark::Differ);
        QCOMPARE(canvas->look().markOf(canvas->scene()->view().itemOf(node)), Mark::Differ);
        QVERIFY(canvas->seen().intersects(canvas->scene()->rectOf(canvas->scene()->view().itemOf(node))));
        QCOMPARE(markOf(*canvas, nodeOf(*canvas, behind.toUtf8().constData())), Mark::Inherited);
        const std::size_t count = canvas->look().states()->atFault().size();
        for (std::size_t i = 1; i < count; ++i) {
            driver.press("F4");
            QVERIFY(driver.window().workspace().selection().name != culprit);
            QCOMPARE(markOf(*canvas, canvas->selected().node), Mark::Differ);
        }
        driver.press("F4");
        QCOMPARE(driver.window().workspace().selection().name, culprit);
        driver.choose("Ctrl+L", "error");
        const view::ItemId item = canvas->scene()->view().itemOf(node);
        QCOMPARE(canvas->look().paint(item).colours.fill, tokens().differBack);
        QCOMPARE(canvas->look().overlay()->classOf(node).name, named);
    }

    /// What is right on what it read and diverges all the same inherits its error: nothing is red, and F4 says why it goes nowhere.
    void whatInheritsAnErrorIsNotAtFault() {
        Driver driver;
        GraphCanvas* canvas = open(driver);
        QCOMPARE(marks(*canvas, Mark::Differ), 0);
        QVERIFY(marks(*canvas, Mark::Inherited) > 0);
        QCOMPARE(canvas->look().states()->of({}).mark, Mark::Inherited);
        const Address before = driver.window().workspace().selection();
        driver.press("F4");
        QVERIFY2(said(driver).contains("No operator of this stage is at fault."), qPrintable(said(driver)));
        QCOMPARE(driver.window().workspace().selection(), before);
    }

    /// The window goes on while a graph is searched, and what is typed on cancels the search before.
    void aSearchIsAJob() {
        Driver driver;
        open(driver);
        const Address before = driver.window().workspace().selection();
        {
            const etscope::test::Busy busy;
            busy.begin();
            busy.waitUntilBusy();
            auto* find = driver.window().findChild<QLineEdit*>("find");
            QTest::keyClick(driver.window().windowHandle(), Qt::Key_F, Qt::ControlModifier);
            QTRY_VERIFY(find->hasFocus());
            QTest::keyClicks(find, "op:linear");
            QVERIFY(driver.sees("searching …"));
            QCOMPARE(running(driver, "Searching the graph"), 1);
            QCOMPARE(driver.window().workspace().selection(), before);
        }
        driver.settle();
        QVERIFY(driver.sees("1 of "));
        QVERIFY(driver.window().workspace().selection().name.contains("linear"));
    }

    /// A picture is written in a job, in the colours of when it was asked for.
    void aPictureKeepsItsColours() {
        Driver driver;
        open(driver);
        QVERIFY(driver.window().run("view.theme.light"));
        driver.settle();
        const QTemporaryDir folder;
        const QString path = folder.filePath("graph.svg");
        {
            const etscope::test::Busy busy;
            busy.begin();
            busy.waitUntilBusy();
            QTest::keyClick(driver.window().windowHandle(), Qt::Key_E, Qt::ControlModifier);
            QTRY_VERIFY(qobject_cast<QFileDialog*>(QApplication::activeModalWidget()) != nullptr);
            auto* dialog = static_cast<QDialog*>(QApplication::activeModalWidget());
            dialog->findChild<QLineEdit*>("fileNameEdit")->setText(path);
            dialog->accept();
            QVERIFY(!QFile::exists(path));
            QCOMPARE(running(driver, "Writing graph.svg"), 1);
            QVERIFY(driver.window().run("view.theme.dark"));
        }
        driver.settle();
        QVERIFY2(said(driver).contains("graph.svg is written"), qPrintable(said(driver)));
        QVERIFY(driver.window().run("view.theme.light"));
        QFile file(path);
        QVERIFY(file.open(QFile::ReadOnly));
        const QByteArray svg = file.readAll();
        QVERIFY(svg.contains(tokensOf(Theme::Light).canvas.name().toUtf8()));
        for (const QColor& dark : {tokensOf(Theme::Dark).canvas, tokensOf(Theme::Dark).text})
            QVERIFY2(!svg.contains(dark.name().toUtf8()), qPrintable(dark.name()));
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
        QVERIFY(driver.window().run("view.outline"));
        driver.settle();
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
