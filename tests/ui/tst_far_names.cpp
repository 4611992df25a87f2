// Names of what is seen from afar, and the panels over the canvas: nothing lies over anything, at any zoom and size.
#include <QImage>
#include <QtTest>
#include <set>

#include "graph/graph_canvas.h"
#include "graph/graph_painter.h"
#include "graph/model_builder.h"
#include "look/tokens.h"
#include "support/test_case.h"
#include "view/first_view.h"

using namespace etscope;
using namespace etscope::ui;
using test::ModelBuilder;

namespace {

/// Layers of an attention and a feed-forward part, in a model.
std::shared_ptr<const modules::GraphIndex> decoder(int layers) {
    ModelBuilder m;
    graph::ValueId x = m.input("x");
    for (int i = 0; i < layers; ++i) {
        const std::string n = std::to_string(i), layer = "model.layers." + n;
        for (const char* part : {"attention", "feed_forward"}) {
            m.in("model Decoder;" + layer + " DecoderLayer;" + layer + "." + part + " Part");
            for (const char* op : {"linear", "relu", "mul", "add"})
                x = m.node(std::string(part) + op + n, std::string("torch.ops.aten.") + op + ".default", {x});
        }
    }
    m.in("");
    m.output(x);
    return m.index();
}

ScenePtr sceneOf(const std::shared_ptr<const modules::GraphIndex>& index, bool all) {
    view::ViewOptions options;
    options.foldRepeats = !all;
    options.expanded = all ? view::allModules(index->hierarchy()) : view::modulesToFit(*index, 120);
    return *view::buildScene(std::make_shared<const view::ViewGraph>(index, options), FontMeasure());
}

QString overlap(const GraphCanvas& canvas) {
    const view::Scene& scene = *canvas.scene();
    const auto names = farNames(canvas.look(), canvas.seen(), canvas.zoom());
    const Detail detail = detailOf(canvas.zoom());
    for (std::size_t i = 0; i < names.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k)
            if (names[i].rect.intersects(names[k].rect)) return names[i].name + " lies over " + names[k].name;
        for (const std::uint32_t n : scene.visible(names[i].rect).nodes) {
            const view::SceneNode& node = scene.nodes()[n];
            if (!insideBlock(canvas.look(), node.item, detail) && node.item != names[i].item && node.rect.intersects(names[i].rect))
                return names[i].name + " lies over a node";
        }
    }
    return {};
}

}  // namespace

class TestFarNames : public QObject {
    Q_OBJECT
private slots:
    void nothingLiesOverAnything_data() {
        QTest::addColumn<int>("layers");
        QTest::addColumn<bool>("all");
        QTest::addColumn<double>("zoom");
        for (const int layers : {1, 3, 30})
            for (const bool all : {false, true})
                for (const double zoom : {0.03, 0.08, 0.12, 0.2, 0.3, 0.44})
                    QTest::addRow("%d layers, %s, %.2f", layers, all ? "open" : "folded", zoom) << layers << all << zoom;
    }
    void nothingLiesOverAnything() {
        QFETCH(int, layers);
        QFETCH(bool, all);
        QFETCH(double, zoom);
        GraphCanvas canvas;
        canvas.resize(990, 650);
        canvas.setScene(sceneOf(decoder(layers), all));
        canvas.setZoom(zoom, {});
        canvas.centreOn(canvas.scene()->bounds());
        const QString problem = overlap(canvas);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        QVERIFY(!farNames(canvas.look(), canvas.seen(), canvas.zoom()).empty());
    }

    void allBlocksAreNamedAtFit() {
        for (const int width : {300, 600, 990, 1600}) {
            GraphCanvas canvas;
            canvas.resize(width, 650);
            canvas.setScene(sceneOf(decoder(30), false));
            canvas.fitAll();
            std::set<view::ItemId> named;
            for (const FarName& name : farNames(canvas.look(), canvas.seen(), canvas.zoom())) named.insert(name.item);
            if (detailOf(canvas.zoom()) >= Detail::Titles) continue;
            for (const view::ItemId block : farBlocks(canvas.look(), canvas.seen(), canvas.zoom()))
                QVERIFY2(named.contains(block), canvas.scene()->view().item(block).title.c_str());
        }
    }

    /// A block says its class and how many nodes are inside, where there is room.
    void blocksSayWhatTheyAre() {
        GraphCanvas canvas;
        canvas.resize(990, 650);
        canvas.setScene(sceneOf(decoder(3), true));
        canvas.setZoom(0.2, {});
        canvas.centreOn(canvas.scene()->bounds());
        const auto names = farNames(canvas.look(), canvas.seen(), canvas.zoom());
        const auto block = std::ranges::find(names, QStringLiteral("attention"), &FarName::name);
        QVERIFY(block != names.end());
        QVERIFY2(block->more.endsWith(QStringLiteral("4 nodes")), qPrintable(block->more));
    }

    /// Headers that stick to the upper edge stand below each other, wherever the view is.
    void stickyHeadersDoNotOverlap() {
        const ScenePtr scene = sceneOf(decoder(3), true);
        for (double y = scene->bounds().y; y < scene->bounds().bottom(); y += 7) {
            const auto headers = shownHeaders(*scene, {scene->bounds().x, y, scene->bounds().width, 400}, Detail::All);
            for (std::size_t i = 0; i < headers.size(); ++i)
                for (std::size_t k = 0; k < i; ++k)
                    QVERIFY2(!headers[i].rect.intersects(headers[k].rect), qPrintable(QString::number(y)));
        }
    }

    /// A note does not widen its group: what has no room is shortened.
    void notesDoNotWidenGroups() {
        const auto width = [](int layers) {
            const auto scene = sceneOf(decoder(layers), true);
            const view::ItemId first = scene->view().itemOf(scene->view().index().hierarchy().findPath("model.layers.0"));
            return scene->rectOf(first).width;
        };
        QCOMPARE(width(1), width(30));
    }

    /// Map and legend stand beside the scene, at every zoom and size: nothing of it is below them, or can be taken there.
    void panelsKeepClear() {
        const auto index = decoder(30);
        int maps = 0;
        for (const QSize size : {QSize(990, 650), QSize(1600, 900), QSize(420, 500)}) {
            GraphCanvas canvas;
            canvas.resize(size);
            canvas.show();
            canvas.setScene(sceneOf(index, false));
            QImage image(canvas.viewport()->size(), QImage::Format_RGB32);
            for (const double zoom : {0.3, 0.7, 1.0, 2.0}) {
                canvas.setZoom(zoom, {});
                canvas.centreOn(canvas.scene()->bounds());
                canvas.viewport()->render(&image);
                const QRectF map = canvas.panels().mapRect();
                if (map.isEmpty()) continue;
                ++maps;
                const layout::Rect seen = canvas.seen();
                QVERIFY(canvas.toView({seen.x, seen.y}).x() >= map.right());
                QCOMPARE(canvas.itemAt(map.center()), -1);
            }
        }
        QVERIFY2(maps >= 3, qPrintable(QString::number(maps)));
    }
};

ETSCOPE_TEST(TestFarNames)
#include "tst_far_names.moc"
