// What clicks open, close and fold: each does and undoes, and what has nothing inside says so.
#include <QtTest>

#include "graph/model_builder.h"
#include "support/test_case.h"
#include "view/folding.h"
#include "view/view_text.h"

using namespace etscope;
using namespace etscope::graph;
using namespace etscope::modules;
using namespace etscope::view;
using test::makeView;
using test::ModelBuilder;

namespace {

/// `count` equal layers of an attention with one linear, and a softmax behind them.
std::shared_ptr<const GraphIndex> layers(int count) {
    ModelBuilder m;
    ValueId x = m.input("x");
    for (int i = 0; i < count; ++i) {
        const std::string layer = "layers." + std::to_string(i);
        m.in(layer + " Block;" + layer + ".attention Attention");
        x = m.node("l" + std::to_string(i), "torch.ops.aten.linear.default", {x});
        m.in(layer + " Block");
        x = m.node("r" + std::to_string(i), "torch.ops.aten.relu.default", {x});
    }
    m.in("");
    m.output(m.node("end", "torch.ops.aten.softmax.int", {x}));
    return m.index();
}

ModuleId at(const GraphIndex& index, const char* path) { return index.hierarchy().findPath(path); }

const Item& itemOf(const ViewGraph& view, ItemId item) {
    if (!item.valid()) qFatal("the view has no such item");
    return view.item(item);
}

}  // namespace

class TestFolding : public QObject {
    Q_OBJECT
private slots:
    void aClickOpensAndCloses() {
        const auto index = layers(1);
        ViewOptions options;
        const auto closed = makeView(index, options);
        const ModuleId layer = at(*index, "layers.0");
        QVERIFY(toggle(*index, itemOf(*closed, closed->itemOf(layer)), options));
        QVERIFY(options.expanded.contains(layer));
        const auto open = makeView(index, options);
        QVERIFY(itemOf(*open, open->itemOf(layer)).kind == ItemKind::Group);
        QVERIFY(toggle(*index, itemOf(*open, open->itemOf(layer)), options));
        QVERIFY(options.expanded.empty());
        // An operator without a graph of its own has nothing inside.
        const NodeId end = index->model().findNode("end");
        QVERIFY(!toggle(*index, itemOf(*closed, closed->itemOf(end)), options));
        QVERIFY(options.expanded.empty() && options.expandedRuns.empty());
    }

    /// The item that stands for the rest of equal blocks shows them.
    void theRestOfRepeatedBlocksOpens() {
        const auto index = layers(5);
        ViewOptions options;
        options.foldRepeats = true;
        const auto folded = makeView(index, options);
        const Item& rest = itemOf(*folded, folded->itemOf(at(*index, "layers.3")));
        QVERIFY(rest.blocks > 1);
        QVERIFY(toggle(*index, rest, options));
        const auto shown = makeView(index, options);
        QVERIFY(shown->itemOf(at(*index, "layers.3")) != shown->itemOf(at(*index, "layers.4")));
        // The same by the block that one is in, and back.
        const ModuleId first = foldLike(*index, at(*index, "layers.3.attention"), options);
        QVERIFY(first == at(*index, "layers.0") && options.expandedRuns.empty());
        QVERIFY(foldLike(*index, first, options) == first && options.expandedRuns.contains(first));
        QVERIFY(!foldLike(*layers(1), at(*layers(1), "layers.0"), options).valid());
    }

    void allInsideOneModule() {
        const auto index = layers(3);
        const ModuleId second = at(*index, "layers.1"), inner = at(*index, "layers.1.attention");
        ViewOptions options;
        setAllOpen(*index, second, false, true, options);
        QCOMPARE(options.expanded, std::set<ModuleId>{inner});
        setAllOpen(*index, second, true, true, options);
        QCOMPARE(options.expanded, (std::set<ModuleId>{second, inner}));
        QVERIFY(!options.expanded.contains(at(*index, "layers.0")));
        setAllOpen(*index, second, true, false, options);
        QVERIFY(options.expanded.empty());
    }

    /// From the last back to the first; what is alone leads to the next around it, what has none to nothing.
    void theNextOneLikeIt() {
        const auto index = layers(3);
        QVERIFY(nextLike(*index, at(*index, "layers.0")) == at(*index, "layers.1"));
        QVERIFY(nextLike(*index, at(*index, "layers.2")) == at(*index, "layers.0"));
        QVERIFY(nextLike(*index, at(*index, "layers.1.attention")).valid());
        QVERIFY(!nextLike(*layers(1), at(*layers(1), "layers.0")).valid());
        QVERIFY(!nextLike(*index, {}).valid());
    }

    void aNodeInNoPatternUnfoldsNothing() {
        const auto index = layers(5);
        const NodeId node = index->model().findNode("l3");
        ViewOptions options;
        QVERIFY(!unfold(*index, node, options));
        QVERIFY(!fold(*index, node, options) && !fold(*index, {}, options));
        QVERIFY(unfoldAll(*index, node, options));  // the repeated blocks that it is in
        QVERIFY(options.expandedRuns.contains(at(*index, "layers.0")));
        QVERIFY(!unfoldAll(*index, node, options));
    }

    /// Results become stubs and edges again; the choice is of that node's values only.
    void resultsBecomeStubsAndBack() {
        const auto index = layers(1);
        ViewOptions options;
        options.expanded = allModules(index->hierarchy());
        const NodeId node = index->model().findNode("l0");
        const auto view = makeView(index, options);
        toggleStubs(*view, view->itemOf(node), node, options);
        QCOMPARE(options.drawnAsStubs.size(), std::size_t{1});
        const auto stubbed = makeView(index, options);
        QVERIFY(stubbed->edges().size() < view->edges().size());
        toggleStubs(*stubbed, stubbed->itemOf(node), node, options);
        QVERIFY(options.drawnAsStubs.empty() && options.drawnAsEdges.empty());
        toggleStubs(*view, {}, node, options);
        QVERIFY(options.drawnAsStubs.empty());
    }
};

ETSCOPE_TEST(TestFolding)
#include "tst_folding.moc"
