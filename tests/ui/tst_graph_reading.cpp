// Reading a graph in the real main window, offscreen: saved queries, thresholds of the legend, repeated blocks, traces step by
// step, pictures of any size.
#include <QAccessible>
#include <QImageReader>
#include <QLineEdit>
#include <QSettings>
#include <QTemporaryDir>
#include <QtEndian>
#include <QtTest>
#include <cmath>

#include "frame/main_window.h"
#include "graph/crossfade.h"
#include "graph/graph_page.h"
#include "graph/graph_painter.h"
#include "graph/saved_queries.h"
#include "support/test_case.h"
#include "ui/painted_texts.h"
#include "ui/windows.h"

using namespace etscope;
using namespace etscope::ui;
using etscope::test::graphOf;
using etscope::test::samplePath;
using etscope::test::settle;

class TestGraphReading : public QObject {
    Q_OBJECT
private:
    static void open(MainWindow& window, const QString& path, const char* method, const char* stage) {
        window.resize(1760, 1150);
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
        while (!SavedQueries::instance().list().isEmpty()) SavedQueries::instance().remove(0);
    }
    void cleanupTestCase() { initTestCase(); }

    void savedQueriesMarkTheirNodes() {
        MainWindow window;
        open(window, samplePath(), "text_decoder", "edge");
        auto* find = window.findChild<QLineEdit*>("find");
        find->setText("op:linear");
        settle(window);
        QVERIFY(window.run("edit.save-query"));
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

    /// A click on the flag of a value that many layers read jumps to where it is made; one on a weight selects who reads it.
    void flagsLeadToTheirSources() {
        MainWindow window;
        open(window, samplePath(), "text_decoder", "edge");
        GraphCanvas* canvas = graphOf(window)->canvas();
        const auto click = [&](auto&& wanted) {
            const view::Scene& scene = *canvas->scene();
            for (const view::SceneStub& flag : scene.stubs()) {
                const view::Stub& stub = scene.view().stubs()[flag.stub];
                if (!wanted(stub)) continue;
                canvas->centreOn(flag.rect);
                QTest::mouseClick(canvas->viewport(), Qt::LeftButton, {}, canvas->toView(flag.rect.centre()).toPoint());
                return stub;
            }
            return view::Stub();
        };
        const view::Stub rope = click([](const view::Stub& stub) { return !stub.atProducer && stub.text == "rope_cos"; });
        QVERIFY(rope.item.valid() && rope.kind == view::StubClass::FanOut);
        QVERIFY(canvas->look().selected.valid());
        QCOMPARE(canvas->look().selected, canvas->scene()->view().itemOf(rope.value));
        const view::Stub weight = click([](const view::Stub& stub) { return stub.kind == view::StubClass::Constant; });
        QCOMPARE(canvas->look().selected, weight.item);
    }

    void noMoreQueriesThanDigits() {
        for (int i = 0; i < 20; ++i) SavedQueries::instance().add("id:" + QString::number(i));
        QCOMPARE(SavedQueries::instance().list().size(), SavedQueries::kMost);
    }

    void endsOfTheRampAreDragged() {
        MainWindow window;
        open(window, samplePath(), "text_decoder", "edge");
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
        // The same by keys.
        auto* keys = canvas->findChild<QWidget*>("graphRamp");
        QTRY_VERIFY(keys->isVisible() && keys->geometry().contains(ramp.center()));
        keys->setFocus(Qt::TabFocusReason);
        QCOMPARE(QApplication::focusWidget(), keys);
        QTest::keyClick(keys, Qt::Key_Right);
        QTest::keyClick(keys, Qt::Key_Left, Qt::ShiftModifier);
        QVERIFY(canvas->range().low > whole.low && canvas->range().high < whole.high);
        QTRY_VERIFY(keys->accessibleDescription().startsWith(canvas->overlay()->amountText(canvas->range().low)));
        QTest::keyClick(keys, Qt::Key_Home);
        QCOMPARE(canvas->range(), whole);
        // Without a ramp the canvas has the focus.
        QVERIFY(window.setOverlay("none"));
        settle(window);
        QTRY_VERIFY(!keys->isVisible());
        QCOMPARE(QApplication::focusWidget(), canvas);
    }

    /// Wider and higher than the raster engine's coordinates; read back in full, its corners are those of smaller pictures.
    void picturesOfAnySize() {
        MainWindow window;
        open(window, samplePath(), "text_decoder", "edge");
        QTemporaryDir folder;
        const auto& scene = graphOf(window)->canvas()->scene();
        GraphPicture picture{
            scene, graphOf(window)->canvas()->overlay(), {}, window.workspace().session(), "text_decoder", "edge", scene->bounds()};
        const QString small = folder.filePath("small.png"), large = folder.filePath("large.png");
        QVERIFY(writeGraph(small, picture, {}));
        picture.part.width = 40'000;
        QVERIFY(writeGraph(large, picture, {}));
        QFile file(large);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray head = file.read(24);
        QCOMPARE(qFromBigEndian<quint32>(head.constData() + 16), 40'000U);
        const QImage part(small);
        QCOMPARE(part.width(), static_cast<int>(std::ceil(scene->bounds().width)));
        QImageReader reader(large);
        reader.setAllocationLimit(0);
        const QImage whole = reader.read();
        QCOMPARE(whole.size(), QSize(40'000, part.height()));
        // Nothing but what is beyond the edges of the small one tells them apart: headers stick to the picture, not to its tiles.
        int differing = 0;
        for (int y = 0; y < part.height(); y += 3)
            for (int x = 0; x < part.width() - 200; x += 3) differing += part.pixel(x, y) != whole.pixel(x, y) ? 1 : 0;
        QCOMPARE(differing, 0);
        for (const char* suffix : {"svg", "pdf", "dot", "mmd", "json"}) {
            picture.part = scene->bounds();
            const QString path = folder.filePath(QStringLiteral("graph.") + QLatin1String(suffix));
            QVERIFY2(writeGraph(path, picture, {}), suffix);
            QVERIFY2(QFileInfo(path).size() > 1000, suffix);
        }
        std::stop_source stop;
        stop.request_stop();
        JobContext cancelled;
        cancelled.stop = stop.get_token();
        QVERIFY(!writeGraph(folder.filePath("never.png"), picture, cancelled));
        QVERIFY(!QFileInfo::exists(folder.filePath("never.png")));
        const auto failed = writeGraph(folder.filePath("no/such/folder.png"), picture, {});
        QVERIFY(!failed);
        QCOMPARE(failed.error().code, std::string("write-failed"));
    }

    /// Matches belong to the stage they were found in.
    void searchOutlivesNoStage() {
        MainWindow window;
        open(window, samplePath(), "text_decoder", "edge");
        auto* find = window.findChild<QLineEdit*>("find");
        find->setText("aten");
        for (int i = 0; i < 90; ++i) QTest::keyClick(find, Qt::Key_Return);
        settle(window);
        QVERIFY(!window.workspace().selection().name.isEmpty());
        window.workspace().setStage("program");
        settle(window);
        const Address before = window.workspace().selection();
        find->clear();
        settle(window);
        QCOMPARE(window.workspace().selection(), before);
        QTest::keyClick(graphOf(window)->canvas(), Qt::Key_M);  // only what matches: nothing
        QVERIFY(graphOf(window)->canvas()->look().nodes(NodeSet::Traced).empty());
        // A wrong term is named where it is typed.
        find->setText("op=linear");
        QVERIFY(find->toolTip().contains("op:word"));
    }

    /// The number is that of the match that is selected, by whatever led there; beside the matches it is how many there are.
    void theNumberOfAMatchIsItsOwn() {
        MainWindow window;
        open(window, test::bundledSample(), "vision_encoder", "edge");
        auto* find = window.findChild<QLineEdit*>("find");
        find->setText("native_layer_norm");
        settle(window);
        const auto told = [&window](const QString& words) {
            for (const QLabel* label : window.page("graph")->findChildren<QLabel*>())
                if (label->isVisible() && label->text() == words) return true;
            return false;
        };
        QVERIFY(told("1 of 3"));
        QTest::keyClick(find, Qt::Key_Return);
        settle(window);
        QVERIFY(told("2 of 3"));
        const auto select = [&window](const char* node) {
            window.workspace().select(Address::ofNode("vision_encoder", QString("edge"), node));
            settle(window);
        };
        select("aten_native_layer_norm_default");
        QVERIFY(told("1 of 3"));
        select("aten_convolution_default");
        QVERIFY(told("3 matches"));
        select("aten_native_layer_norm_default_2");
        QVERIFY(told("3 of 3"));
        QTest::keyClick(find, Qt::Key_Return);
        settle(window);
        QVERIFY(told("1 of 3"));
    }

    void overlayOfModules() {
        MainWindow window;
        open(window, samplePath(), "text_decoder", "edge");
        QVERIFY(window.setOverlay("module"));
        QVERIFY(!window.setOverlay("no such overlay"));
        settle(window);
        const OverlayMap& map = *graphOf(window)->canvas()->look().overlay();
        QStringList names;
        for (const OverlayMap::Class& one : map.classes()) names.append(one.name);
        QVERIFY2(names.contains("layers.0") && names.contains("layers.1"), qPrintable(names.join(' ')));
        const auto& model = graphOf(window)->canvas()->scene()->view().index().model();
        QCOMPARE(map.word(model.findNode("aten_linear_default_3")), QString("layers.0"));
    }

    void stepsOfATrace() {
        MainWindow window;
        open(window, samplePath(), "text_decoder", "edge");
        GraphCanvas* canvas = graphOf(window)->canvas();
        window.workspace().select(Address::ofNode("text_decoder", "edge", "aten_linear_default_3"));
        settle(window);
        QCOMPARE(canvas->look().nodes(NodeSet::Traced).size(), std::size_t{0});
        std::size_t before = 1;
        for (int step = 0; step < 3; ++step) {
            QTest::keyClick(canvas, Qt::Key_U, Qt::ShiftModifier);
            settle(window);
            QVERIFY(canvas->look().nodes(NodeSet::Traced).size() > before);
            before = canvas->look().nodes(NodeSet::Traced).size();
        }
        QTest::keyClick(canvas, Qt::Key_U);
        settle(window);
        QVERIFY(canvas->look().nodes(NodeSet::Traced).size() > before);
        QTest::keyClick(canvas, Qt::Key_D, Qt::ShiftModifier);
        settle(window);
        QVERIFY(canvas->look().nodes(NodeSet::Traced).size() < before);
        // A screen reader hears what is selected.
        QVERIFY2(canvas->accessibleDescription().startsWith("linear, linear_3"), qPrintable(canvas->accessibleDescription()));
    }

    void repeatedBlocksFoldAndUnfold() {
        const QString path = QStringLiteral(ETSCOPE_SHARED_DIR "/fixtures/big_graph/model.etrecord");
        if (!QFileInfo::exists(path)) QSKIP("the shared fixtures are not here");
        MainWindow window;
        open(window, path, "forward", "edge");
        GraphCanvas* canvas = graphOf(window)->canvas();
        const auto folded = [&] {
            int count = 0;
            for (const view::Item& item : canvas->scene()->view().items()) count += item.blocks > 1 ? 1 : 0;
            return count;
        };
        QCOMPARE(folded(), 1);
        const auto& hierarchy = canvas->scene()->view().index().hierarchy();
        const auto at = [&](const char* module) { return canvas->scene()->view().itemOf(hierarchy.findPath(module)); };
        QVERIFY(at("decoder.layers.1") == at("decoder.layers.12"));
        picture(window);
        // What is asked for from elsewhere is shown.
        window.workspace().reveal(Address::ofModule("forward", "edge", "decoder.layers.7"));
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
        QCOMPARE(canvas->scene()->view().item(canvas->scene()->view().itemOf(node)).kind, view::ItemKind::Node);
    }

    /// What one delegate runs has an outline with its name; the tooltip of a box says it, too.
    void delegatesAreOutlined() {
        MainWindow window;
        open(window, samplePath(), "text_decoder", "edge");
        const GraphCanvas* canvas = graphOf(window)->canvas();
        const view::Scene& scene = *canvas->scene();
        QVERIFY(!scene.outlines().empty());
        const auto& bundles = *scene.view().options().bundles;
        for (const view::SceneOutline& outline : scene.outlines()) {
            QVERIFY(canvas->tooltipOf(outline.first.index()).contains(QString::fromStdString(scene.nameOf(outline))));
            for (const view::SceneNode& node : scene.nodes())
                for (const graph::NodeId one : scene.view().nodesOf(node.item))
                    if (outline.rect.contains(node.rect.centre())) QCOMPARE(bundles.of(one), outline.bundle);
        }
        const layout::Rect all = scene.bounds();
        etscope::test::PaintedTexts painted(QSize(static_cast<int>(all.right()), static_cast<int>(all.bottom())));
        {
            QPainter painter(&painted);
            GraphPainter(painter, canvas->look(), 1).paint(all);
        }
        QStringList texts;
        for (const auto& one : painted.texts()) texts.append(one.text);
        for (const view::SceneOutline& outline : scene.outlines())
            QVERIFY2(texts.contains(QString::fromStdString(scene.nameOf(outline))), scene.nameOf(outline).c_str());
        QVERIFY(texts.contains("XNNPACK 1 · attention"));
        // A program's calls have their names themselves.
        window.workspace().setStage("program");
        settle(window);
        QVERIFY(graphOf(window)->canvas()->scene()->outlines().empty());
        picture(window);
    }

    /// The header that was clicked stays where it was.
    void openedModulesStayInPlace() {
        MainWindow window;
        open(window, samplePath(), "text_decoder", "edge");
        GraphCanvas* canvas = graphOf(window)->canvas();
        const auto closed = [&] {
            for (const view::SceneNode& node : canvas->scene()->nodes())
                if (canvas->scene()->view().item(node.item).kind == view::ItemKind::Module &&
                    canvas->seen().contains(node.rect.centre()))
                    return node.item;
            return view::ItemId();
        };
        if (!closed().valid()) {
            for (const view::SceneGroup& group : canvas->scene()->groups())
                if (canvas->scene()->view().item(group.item).depth > 1) {
                    emit canvas->itemActivated(group.item);
                    break;
                }
            settle(window);
        }
        QVERIFY(closed().valid());
        const modules::ModuleId module = canvas->scene()->view().item(closed()).module;
        const auto corner = [&] {
            const layout::Rect rect = canvas->scene()->rectOf(canvas->scene()->view().itemOf(module));
            return canvas->toView({rect.x, rect.y});
        };
        const QPointF before = corner();
        emit canvas->itemActivated(closed());
        settle(window);
        QCOMPARE(canvas->scene()->view().item(canvas->scene()->view().itemOf(module)).kind, view::ItemKind::Group);
        // As far as there is room to scroll.
        QVERIFY2((corner() - before).manhattanLength() < 12,
                 qPrintable(QStringLiteral("%1, %2").arg(corner().x() - before.x()).arg(corner().y() - before.y())));
    }

    /// What was shown fades out over what is shown, at once where nothing may move.
    void whatWasShownFades() {
        QWidget shown;
        shown.resize(20, 20);
        Crossfade fade(&shown);
        QCOMPARE(Crossfade::timeFor(shown), 0);
        QPixmap red(20, 20);
        red.fill(Qt::red);
        fade.begin(red, 0);
        QVERIFY(!fade.fading());
        fade.begin(red, 5000);
        QImage seen(20, 20, QImage::Format_RGB32);
        const auto redness = [&](int at) {
            fade.setCurrentTime(at);
            seen.fill(Qt::blue);
            QPainter painter(&seen);
            fade.paint(painter);
            painter.end();
            return qRed(seen.pixel(10, 10));
        };
        QCOMPARE(redness(0), 255);
        QVERIFY(redness(2500) > 100 && redness(2500) < 155);
        fade.setCurrentTime(5000);
        QVERIFY(!fade.fading());
        QCOMPARE(redness(5000), 0);
        fade.begin(red, 5000);
        fade.end();
        QVERIFY(!fade.fading());
    }

    /// What is drawn is told, each thing where it is drawn, and nothing else.
    void screenReadersWalkTheGraph() {
        MainWindow window;
        open(window, samplePath(), "text_decoder", "edge");
        window.resize(1700, 1700);
        settle(window);
        GraphCanvas* canvas = graphOf(window)->canvas();
        QAccessibleInterface* graph = QAccessible::queryAccessibleInterface(canvas);
        QCOMPARE(graph->text(QAccessible::Name), QString("Graph"));
        QTest::keyClick(canvas, Qt::Key_0);
        const int there = graph->childCount();
        QVERIFY(there > 3 && there < static_cast<int>(canvas->count()));
        QSet<QString> names;
        for (int i = 0; i < there; ++i) {
            QAccessibleInterface* item = graph->child(i);
            QCOMPARE(graph->indexOfChild(item), i);
            QVERIFY(item->rect().intersects(QRect(canvas->mapToGlobal(QPoint()), canvas->size())));
            QVERIFY(!item->state().focused);
            names.insert(item->text(QAccessible::Name));
        }
        QVERIFY2(names.contains("neg, neg, f32[4,s29,2]"), qPrintable(QStringList(names.values()).join('\n')));
        // Pressing selects; what keys then lead to is told.
        QAccessibleInterface* add = nullptr;
        for (int i = 0; i < there && add == nullptr; ++i)
            if (graph->child(i)->text(QAccessible::Name).startsWith("neg, neg, ")) add = graph->child(i);
        QVERIFY(graph->childAt(add->rect().center().x(), add->rect().center().y()) == add);
        add->actionInterface()->doAction(QAccessibleActionInterface::setFocusAction());
        settle(window);
        QVERIFY(add->state().focused && graph->focusChild() == add);
        QCOMPARE(window.workspace().selection().name, QString("aten_neg_default"));
        QTest::keyClick(canvas, Qt::Key_Down);
        settle(window);
        QVERIFY(!add->state().focused);
        QVERIFY(graph->focusChild()->state().focused);
        // Seen from afar modules stand for their nodes.
        canvas->zoomBy(0.05 / canvas->zoom());
        QVERIFY(graph->childCount() < static_cast<int>(canvas->count()) - 1);
        window.workspace().close();
        QCOMPARE(graph->childCount(), 0);
        QVERIFY(!add->isValid());
    }
};

ETSCOPE_TEST(TestGraphReading)
#include "tst_graph_reading.moc"
