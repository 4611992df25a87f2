// Runs of equal blocks: which are folded, where a run is cut, what tells apart blocks that are almost equal.
#include <QtTest>

#include "graph/compare_text.h"
#include "graph/fixture_graphs.h"
#include "graph/model_builder.h"
#include "support/test_case.h"
#include "view/view_text.h"

using namespace etscope;
using namespace etscope::graph;
using namespace etscope::modules;
using namespace etscope::view;
using test::makeView;
using test::ModelBuilder;
using test::viewText;

namespace {

/// Layers of one linear each, one after the other; layer `longer` has a cat besides.
ModelBuilder layers(int count, int longer = -1) {
    ModelBuilder m;
    ValueId x = m.input("x");
    for (int i = 0; i < count; ++i) {
        const std::string n = std::to_string(i);
        m.in("layers." + n + " models.Block");
        for (const char* part : {"a", "b", "c", "d"}) x = m.node(part + n, "torch.ops.aten.linear.default", {x});
        x = m.node("e" + n, "torch.ops.aten.add.Tensor", {x});
        if (i == longer) x = m.node("f" + n, "torch.ops.aten.cat.default", {x});
    }
    m.in("");
    m.output(x);
    return m;
}

ViewOptions folding() {
    ViewOptions options;
    options.foldRepeats = true;
    return options;
}

}  // namespace

class TestRepeatedBlocks : public QObject {
    Q_OBJECT
private slots:
    void oneShownTheRestFolded() {
        const auto index = layers(5).index();
        const auto view = makeView(index, folding());
        COMPARE_TEXT(viewText(*view),
                     "module layers.0 Block ×5 (×5, like layers 1 … 4)\n"
                     "module layers.1 … 4  ×4 Block ×20 (like layers.0)\n"
                     "input x f32[2,4]\n"
                     "output output 0 f32[2,4]\n"
                     "x -> layers.0 (x)\n"
                     "layers.0 -> layers.1 … 4  ×4 (e0)\n"
                     "layers.1 … 4  ×4 -> output 0 (e4)\n");
        const std::string problem = test::viewProblem(*view);
        QVERIFY2(problem.empty(), problem.c_str());
        const ItemId rest = view->itemOf(index->hierarchy().findPath("layers.3"));
        QCOMPARE(view->item(rest).blocks, 4U);
        QCOMPARE(view->nodesOf(rest).size(), std::size_t{20});
        QCOMPARE(view->nodesOf(rest).back(), index->model().findNode("e4"));
    }

    /// What a meta says beside type and shape tells no blocks apart.
    void gradientsTellNoBlocksApart() {
        ModelBuilder m;
        TensorMeta meta;
        meta.type = ScalarType::F32;
        meta.requiresGrad = true;
        const Dim dims[] = {{2, {}, true}, {4, {}, true}};
        ValueId x = m.input("x");
        for (int i = 0; i < 4; ++i) {
            m.in("layers." + std::to_string(i) + " Block");
            x = m.node("a" + std::to_string(i), "torch.ops.aten.linear.default", {x});
            if (i == 1) m.builder().value(x).meta = m.builder().internMeta(meta, dims, dims);
        }
        m.output(x);
        const auto index = m.index();
        QCOMPARE(index->blocks().restOf(index->hierarchy().findPath("layers.0")).size(), std::size_t{3});
    }

    /// Five weights of a collapsed module are one flag; open, its operators have their own.
    void manyWeightsAreOneFlag() {
        ModelBuilder m;
        ValueId x = m.input("x");
        for (int i = 0; i < 5; ++i) {
            const ValueId w = m.input("p_w" + std::to_string(i), graph::InputKind::Parameter, "block.w" + std::to_string(i));
            m.in("block models.Block");
            x = m.node("n" + std::to_string(i), "torch.ops.aten.linear.default", {x, w});
        }
        const auto index = m.index();
        QCOMPARE(makeView(index, {})->stubs().size(), std::size_t{5});
        ViewOptions gathering;
        gathering.gatherStubs = true;
        const auto closed = makeView(index, gathering);
        QCOMPARE(closed->stubs().size(), std::size_t{1});
        QCOMPARE(closed->stubs()[0].text, std::string("5 weights"));
        QCOMPARE(closed->stubs()[0].values, 5U);
        ViewOptions open = gathering;
        open.expanded = allModules(index->hierarchy());
        QCOMPARE(makeView(index, open)->stubs().size(), std::size_t{5});
    }

    void onDemand() {
        const auto index = layers(5).index();
        ViewOptions options = folding();
        openAround(*index, index->hierarchy().findPath("layers.3"), options);
        QVERIFY(viewText(*makeView(index, options)).find("module layers.3 Block") != std::string::npos);
        QVERIFY(!options.expanded.contains(index->hierarchy().findPath("layers.3")));
        ViewOptions node = folding();
        openAround(*index, index->model().findNode("c3"), node);
        const auto view = makeView(index, node);
        QCOMPARE(view->item(view->itemOf(index->model().findNode("c3"))).kind, ItemKind::Node);
        // A flat view has no blocks.
        ViewOptions flat = folding();
        flat.modules = false;
        QCOMPARE(makeView(index, flat)->items().size(), std::size_t{1 + 25 + 2});
    }

    void twoAreNoRun() {
        const auto index = layers(2).index();
        QVERIFY(index->blocks().restOf(index->hierarchy().findPath("layers.0")).empty());
        QVERIFY(!index->blocks().leaderOf(index->hierarchy().findPath("layers.1")).valid());
    }

    void namesWithoutNumbersAreNoRun() {
        ModelBuilder m;
        const ValueId x = m.input("x");
        for (const char* name : {"wk", "wq", "wv", "wo"}) {
            m.in(std::string(name) + " models.Linear");
            m.output(m.node(name, "torch.ops.aten.linear.default", {x}));
        }
        const auto index = m.index();
        QCOMPARE(index->hierarchy().repeats(index->hierarchy().findPath("wk")).size(), std::size_t{4});
        QVERIFY(index->blocks().restOf(index->hierarchy().findPath("wk")).empty());
    }

    /// Layer 3 differs: it ends the run, and says how it differs; after it a run of its own begins.
    void almostEqual() {
        const auto index = layers(9, 3).index();
        const auto at = [&](const char* path) { return index->hierarchy().findPath(path); };
        QCOMPARE(index->blocks().restText(at("layers.0")), std::string("layers.1 … 2"));
        QCOMPARE(index->blocks().restText(at("layers.4")), std::string("layers.5 … 8"));
        QCOMPARE(index->blocks().nearText(at("layers.3")).text(), std::string("almost like layers.0: +1 aten.cat"));
        QCOMPARE(index->blocks().nearText(at("layers.1")).text(), std::string());
        QVERIFY(viewText(*makeView(index, folding())).find("module layers.3 Block ×6 (almost like layers.0: +1 aten.cat)") !=
                std::string::npos);
    }

    /// What lies outside between two blocks would be both before and after the rest: the run is cut there.
    void workInBetween() {
        ModelBuilder m;
        ValueId x = m.input("x");
        for (int i = 0; i < 7; ++i) {
            const std::string n = std::to_string(i);
            m.in("layers." + n + " models.Block");
            x = m.node("a" + n, "torch.ops.aten.linear.default", {x});
            m.in("");
            if (i == 3) x = m.node("between", "torch.ops.aten.relu.default", {x});
        }
        m.output(x);
        const auto index = m.index();
        const auto at = [&](const char* path) { return index->hierarchy().findPath(path); };
        QCOMPARE(index->blocks().restText(at("layers.0")), std::string("layers.1 … 3"));
        QCOMPARE(index->blocks().restText(at("layers.4")), std::string("layers.5 … 6"));
        const auto view = makeView(index, folding());
        const std::string problem = test::viewProblem(*view);
        QVERIFY2(problem.empty(), problem.c_str());
        COMPARE_TEXT(viewText(*view).substr(viewText(*view).find("x ->")),
                     "x -> layers.0 (x)\n"
                     "layers.0 -> layers.1 … 3  ×3 (a0)\n"
                     "layers.1 … 3  ×3 -> between (a3)\n"
                     "between -> layers.4 (between)\n"
                     "layers.4 -> layers.5 … 6  ×2 (a4)\n"
                     "layers.5 … 6  ×2 -> output 0 (a6)\n");
    }

    /// Work beside the blocks that nothing of them waits for does not cut a run.
    void workBeside() {
        ModelBuilder m;
        ValueId x = m.input("x");
        for (int i = 0; i < 5; ++i) {
            const std::string n = std::to_string(i);
            m.in("layers." + n + " models.Block");
            x = m.node("a" + n, "torch.ops.aten.linear.default", {x});
            m.in("");
            m.node("side" + n, "torch.ops.aten.relu.default", {x});
        }
        const auto index = m.index();
        QCOMPARE(index->blocks().restText(index->hierarchy().findPath("layers.0")), std::string("layers.1 … 4"));
    }
};

ETSCOPE_TEST(TestRepeatedBlocks)
#include "tst_repeated_blocks.moc"
