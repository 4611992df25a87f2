// Graphs side by side in the real main window, offscreen: selections that follow and lead, what joins them, panes that come and go.
// And what a canvas does while overlay and scene are not of one age.
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include "frame/main_window.h"
#include "graph/graph_page.h"
#include "graph/graph_painter.h"
#include "graph/side_pane.h"
#include "join/delegate_bodies.h"
#include "join/stage_graph.h"
#include "support/test_case.h"
#include "ui/windows.h"

using namespace etscope;
using namespace etscope::ui;
using etscope::test::graphOf;
using etscope::test::samplePath;
using etscope::test::settle;

class TestGraphPanes : public QObject {
    Q_OBJECT
private:
    static void open(MainWindow& window) {
        window.resize(1600, 1000);
        window.show();
        window.workspace().open({samplePath()});
        QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != nullptr, 30000);
        window.workspace().setMethod("text_decoder");
        window.workspace().setStage("edge");
        window.showPage("graph");
        settle(window);
    }
    static void picture(MainWindow& window) {
        if (const QByteArray folder = qgetenv("ETSCOPE_PICTURES"); !folder.isEmpty())
            window.grab().save(folder + '/' + QTest::currentTestFunction() + ".png");
    }
    static QString nodeIn(GraphPane& pane) {
        return text(pane.canvas()->scene()->view().index().model().nodePath(pane.canvas()->selected().node));
    }
    static QString evidence(const SidePane& side) { return side.findChild<QLabel*>("evidence")->text(); }
    static QString text(std::string_view utf8) { return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())); }

private slots:
    /// edge → program and back, with what says so.
    void selectionFollowsAndLeads() {
        MainWindow window;
        open(window);
        SidePane* side = graphOf(window)->addSide();
        QCOMPARE(side->workspace().stage(), QString("program"));
        settle(window);
        window.workspace().select(Address::ofNode("text_decoder", "edge", "aten_index_tensor_2"));
        settle(window);
        QCOMPARE(side->workspace().selection(), Address::ofNode("text_decoder", "program", "0/4"));
        QCOMPARE(nodeIn(*side->graph()), QString("0/4"));
        QCOMPARE(evidence(*side), QString("0/4 · debug handle 4"));
        picture(window);
        // A click there: many nodes here, the first is selected; the stage in view stays.
        side->workspace().select(Address::ofNode("text_decoder", "program", "0/7"));
        settle(window);
        QCOMPARE(window.workspace().stage(), QString("edge"));
        QCOMPARE(window.workspace().selection().stage, QString("edge"));
        QVERIFY(window.workspace().selection().name != "aten_index_tensor_2");
        QVERIFY(evidence(*side).contains("nodes · debug handles"));
        QCOMPARE(side->workspace().selection().name, QString("0/7"));
    }

    void whatIsNotThereSaysWhy() {
        MainWindow window;
        open(window);
        window.workspace().setStage("program");
        SidePane* side = graphOf(window)->addSide("delegate:2");
        settle(window);
        window.workspace().select(Address::ofNode("text_decoder", "program", "0/7"));
        settle(window);
        QVERIFY(evidence(*side).startsWith("not here · nothing recorded links it"));
        QVERIFY(!side->workspace().selection().valid());
    }

    /// Three graphs: a click in the third moves the first, and with it the second.
    void threeGraphs() {
        MainWindow window;
        open(window);
        SidePane* program = graphOf(window)->addSide("program");
        SidePane* same = graphOf(window)->addSide("edge");
        settle(window);
        QCOMPARE(graphOf(window)->sides().size(), 2);
        same->workspace().select(Address::ofNode("text_decoder", "edge", "aten_index_tensor_2"));
        settle(window);
        QCOMPARE(window.workspace().selection().name, QString("aten_index_tensor_2"));
        QCOMPARE(program->workspace().selection().name, QString("0/4"));
        program->findChild<QComboBox*>("sideMethod")->setCurrentText("vision_encoder");
        emit program->findChild<QComboBox*>("sideMethod")->textActivated("vision_encoder");
        settle(window);
        QCOMPARE(program->workspace().method(), QString("vision_encoder"));
        QCOMPARE(window.workspace().method(), QString("text_decoder"));
    }

    void theOtherExport() {
        MainWindow window;
        open(window);
        QSignalSpy there(&window.workspace(), &Workspace::otherChanged);
        window.workspace().compareWith({samplePath()});
        QTRY_VERIFY_WITH_TIMEOUT(there.count() > 0, 30000);
        SidePane* side = graphOf(window)->addSide("other:text_decoder/edge");
        settle(window);
        QVERIFY(side->workspace().session() != window.workspace().session());
        window.workspace().select(Address::ofNode("text_decoder", "edge", "aten_linear_default_3"));
        settle(window);
        QCOMPARE(side->workspace().selection().name, QString("aten_linear_default_3"));
        QCOMPARE(evidence(*side), QString("aten_linear_default_3 · same name and place in the graph"));
        // What another page selects there is shown, and is the same here.
        window.workspace().other()->select(Address::ofNode("text_decoder", "edge", "aten_linear_default_5"));
        settle(window);
        QCOMPARE(side->workspace().selection().name, QString("aten_linear_default_5"));
        QCOMPARE(window.workspace().selection().name, QString("aten_linear_default_5"));
        // Without the other export the pane shows this one.
        window.workspace().compareWith({});
        settle(window);
        QCOMPARE(side->workspace().session(), window.workspace().session());
    }

    /// The window would look for a thing of the other export in its own.
    void linksOfTheOtherExport() {
        MainWindow window;
        open(window);
        QSignalSpy there(&window.workspace(), &Workspace::otherChanged);
        window.workspace().compareWith({samplePath()});
        QTRY_VERIFY_WITH_TIMEOUT(there.count() > 0, 30000);
        SidePane* same = graphOf(window)->addSide();
        SidePane* side = graphOf(window)->addSide("other:text_decoder/edge");
        settle(window);
        QVERIFY(side->workspace().session() != window.workspace().session());
        QObject::disconnect(&window.workspace(), &Workspace::windowAsked, &window, nullptr);
        QList<Link> asked;
        connect(&window.workspace(), &Workspace::windowAsked, &window, [&](const Link& link) { asked.append(link); });
        const Address delegate = Address::ofStage("text_decoder", "delegate:0");
        const QList<Link> ofFiles{Link::open("model.pte"), Link::addFiles()};
        const QList<Link> all = ofFiles + QList<Link>{Link::script("text_decoder"),
                                                      {Link::Does::ShowListing, PageId::None, delegate},
                                                      {Link::Does::ShowBytes, PageId::None, delegate}};
        const auto follow = [&](Workspace& workspace) {
            asked.clear();
            for (const Link& link : all) workspace.follow(link);
            return asked;
        };
        QCOMPARE(follow(same->workspace()), all);
        QCOMPARE(follow(side->workspace()), ofFiles);
        QCOMPARE(follow(*window.workspace().other()), ofFiles);
        // Pages tell of the window's session.
        const Link outputs = Link::on(PageId::Outputs, Address::ofOutput("text_decoder", 0, 0));
        for (Workspace* other : {&side->workspace(), window.workspace().other()}) {
            other->follow(outputs);
            settle(window);
            QCOMPARE(window.currentPage(), QString("graph"));
            QVERIFY(!window.workspace().selection().valid());
        }
        same->workspace().follow(outputs);
        settle(window);
        QCOMPARE(window.currentPage(), QString("outputs"));
    }

    void panesComeAndGo() {
        MainWindow window;
        open(window);
        GraphPage* page = graphOf(window);
        QTest::keyClick(page->canvas(), Qt::Key_V);
        QCOMPARE(page->sides().size(), 1);
        page->setOverlay(static_cast<int>(Overlay::Delegation));
        settle(window);
        QVERIFY(page->sides().first()->graph()->canvas()->scene() != nullptr);
        // A reload keeps it, with the new session.
        window.workspace().reload();
        settle(window);
        QCOMPARE(page->sides().size(), 1);
        QCOMPARE(page->sides().first()->workspace().session(), window.workspace().session());
        for (QToolButton* button : page->sides().first()->findChildren<QToolButton*>())
            if (button->toolTip() == "Close this graph") button->click();
        QCOMPARE(page->sides().size(), 0);
        page->addSide();
        window.workspace().close();
        QCOMPARE(page->sides().size(), 0);
    }

    /// A delegate that opens in its place brings nodes that the overlay of the stage before does not know.
    void overlayOlderThanItsScene() {
        const auto session = session::Session::open({samplePath().toStdString()}, {}, {}).value();
        const auto plain = session->graph("text_decoder", "program", {}).value();
        graph::NodeId call;
        for (std::uint32_t i = 0; i < plain->nodeCount() && !call.valid(); ++i)
            if (plain->node(graph::NodeId(i)).delegate >= 0) call = graph::NodeId(i);
        const auto opened = join::graphWithDelegates({*session, "text_decoder"}, graph::StageId::program(), {call}, {}).value();
        QVERIFY(opened->nodeCount() > plain->nodeCount());
        const auto overlayOf = [&](const auto& model) {
            const auto index = modules::GraphIndex::build(model, join::moduleSteps).value();
            return OverlayMap::make(Overlay::Delegation, {session, "text_decoder", graph::StageId::program(), index, {}}, {})
                .value();
        };
        const auto index = modules::GraphIndex::build(opened, join::moduleSteps).value();
        view::ViewOptions options;
        for (std::uint32_t i = 0; i < index->hierarchy().size(); ++i) options.expanded.insert(modules::ModuleId(i));
        const auto scene = view::buildScene(std::make_shared<const view::ViewGraph>(index, options), FontMeasure(), {}, {}).value();
        GraphLook look;
        look.setOverlay(overlayOf(plain));
        look.setScene(scene);
        QVERIFY(look.overlay() == nullptr);
        for (const view::SceneNode& node : scene->nodes()) QCOMPARE(look.paint(node.item).tag, QString());
        look.setOverlay(overlayOf(opened));
        QVERIFY(look.overlay() != nullptr);
        const auto tagged =
            std::ranges::count_if(scene->nodes(), [&](const auto& node) { return !look.paint(node.item).tag.isEmpty(); });
        QVERIFY(tagged > 0);
        // The other way round nothing is missing: places that are not there yet are not shown.
        const auto before = modules::GraphIndex::build(plain, join::moduleSteps).value();
        const view::ViewGraph old(before, {});
        QVERIFY(!old.itemOf(graph::NodeId(static_cast<std::uint32_t>(opened->nodeCount() - 1))).valid());
    }
};

ETSCOPE_TEST(TestGraphPanes)
#include "tst_graph_panes.moc"
