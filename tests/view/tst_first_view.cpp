// The first view of a graph: as many modules open as fit, looked at where something is; and room for labels.
#include <QtTest>

#include "graph/model_builder.h"
#include "layout/grid_index.h"
#include "support/test_case.h"
#include "view/first_view.h"
#include "view/view_text.h"

using namespace etscope;
using namespace etscope::graph;
using namespace etscope::view;
using layout::Rect;
using test::ModelBuilder;

namespace {

/// Layers, one after the other, of `wide` linears side by side each.
std::shared_ptr<const modules::GraphIndex> layers(int count, int wide) {
    ModelBuilder m;
    ValueId x = m.input("x");
    for (int i = 0; i < count; ++i) {
        const std::string layer = "layers." + std::to_string(i);
        std::vector<Argument> parts;
        for (int k = 0; k < wide; ++k) {
            m.in(layer + " Block;" + layer + ".part" + std::to_string(k) + " Part");
            parts.push_back(ModelBuilder::valueArgument(
                m.node("l" + std::to_string(i) + "_" + std::to_string(k), "torch.ops.aten.linear.default", {x})));
        }
        m.in(layer + " Block");
        x = m.node("sum" + std::to_string(i), "torch.ops.aten.cat.default", parts);
    }
    m.in("");
    m.output(x);
    return m.index();
}

std::shared_ptr<const Scene> first(const std::shared_ptr<const modules::GraphIndex>& index, double width) {
    ViewOptions options;
    options.foldRepeats = true;
    auto scene = firstView(index, options, TableTextMeasure(), {}, width);
    if (!scene) qFatal("%s", scene.error().code.c_str());
    return *scene;
}

std::size_t groups(const Scene& scene) { return scene.groups().size(); }

}  // namespace

class TestFirstView : public QObject {
    Q_OBJECT
private slots:
    void opensWhatFits() {
        const auto index = layers(12, 6);
        const auto wide = first(index, 4000), narrow = first(index, 300);
        QCOMPARE(groups(*wide), std::size_t{2});  // the first layer, and the first of its equal parts
        QVERIFY(groups(*narrow) < groups(*wide));
        QVERIFY(wide->bounds().width <= 4000);
        QVERIFY(narrow->bounds().width < wide->bounds().width);
        // Twelve equal layers are the first one and the rest.
        QVERIFY(narrow->view().itemOf(index->hierarchy().findPath("layers.5")) ==
                narrow->view().itemOf(index->hierarchy().findPath("layers.11")));
    }

    /// Nothing fits: closed modules, as narrow as can be.
    void narrowerThanAnything() {
        const auto scene = first(layers(3, 2), 10);
        QCOMPARE(groups(*scene), std::size_t{0});
        QVERIFY(scene->nodes().size() >= 3);
    }

    void emptyGraph() { QCOMPARE(first(ModelBuilder().index(), 1000)->nodes().size(), std::size_t{0}); }

    void cancelled() {
        std::stop_source stop;
        stop.request_stop();
        JobContext job;
        job.stop = stop.get_token();
        const auto scene = firstView(layers(3, 2), {}, TableTextMeasure(), {}, 1000, job);
        QVERIFY(scene.cancelled());
    }

    /// Whatever the size, the view begins where a box is.
    void looksAtSomething_data() {
        QTest::addColumn<double>("width");
        QTest::addColumn<double>("height");
        for (const double width : {120.0, 400.0, 1400.0, 6000.0})
            for (const double height : {80.0, 600.0}) QTest::addRow("%.0f x %.0f", width, height) << width << height;
    }
    void looksAtSomething() {
        QFETCH(double, width);
        QFETCH(double, height);
        ModelBuilder m;
        // A row of sources far wider than the model below it.
        std::vector<Argument> sources;
        for (int i = 0; i < 30; ++i)
            sources.push_back(ModelBuilder::valueArgument(
                m.node("source" + std::to_string(i), "torch.ops.aten.arange.default", {m.input("x" + std::to_string(i))})));
        m.output(m.node("cat", "torch.ops.aten.cat.default", sources));
        const auto scene = first(m.index(), 1e6);
        const layout::Point corner = firstLook(*scene, {width, height});
        QVERIFY(!scene->visible({corner.x, corner.y, width, height}).nodes.empty());
        const double centre = scene->bounds().centre().x;
        if (width > scene->bounds().width) QCOMPARE(corner.x + width / 2, centre);
    }

    void roomForLabels() {
        layout::FreeRoom room(50);
        QVERIFY(room.take({0, 0, 200, 20}));
        QVERIFY(!room.isFree({190, 10, 40, 5}));
        QVERIFY(!room.take({-30, -10, 31, 11}));
        QVERIFY(room.take({200, 0, 10, 10}));  // beside it
        QVERIFY(room.take({-400, -300, 20, 20}));
        QVERIFY(!room.take({-390, -290, 1, 1}));
    }
};

ETSCOPE_TEST(TestFirstView)
#include "tst_first_view.moc"
