// What a view shows for a set of open modules: items, edges, stubs; and which modules a first view opens.
#include <QtTest>
#include <map>
#include <set>

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

class TestViewGraph : public QObject {
    Q_OBJECT
private slots:
    void empty();
    void collapsed();
    void expandedOuter();
    void everythingOpen();
    void innerNeedsItsOuter();
    void flat();
    void patterns();
    void expandedPatternIsAGroup();
    void repeatedBlocks();
    void stateAndWrites();
    void constantsAreNamedFromTheirModule();
    void userMutationOfAnInput();
    void typeChanges();
    void inputThatIsOutput();
    void closedBody();
    void openBody();
    void itemsOfHiddenThings();
    void moduleSets();
    void hiddenNoOps();
    void fixtures_data();
    void fixtures();
    void cacheOfTheDecoder();
};

namespace {

/// x → block(a → inner(b)) → c → output; weights w, block.inner.w.
ModelBuilder blockModel() {
    ModelBuilder m;
    const ValueId w = m.input("p_w", graph::InputKind::Parameter, "w"),
                  inner = m.input("p_inner", graph::InputKind::Parameter, "block.inner.w"), x = m.input("x");
    m.in("block models.Block");
    const ValueId a = m.node("a", "torch.ops.aten.linear.default", {x, w});
    m.in("block models.Block;block.inner models.Inner");
    const ValueId b = m.node("b", "torch.ops.aten.linear.default", {a, inner});
    m.in("");
    const ValueId c = m.node("c", "torch.ops.aten.softmax.int", {b});
    m.output(c);
    return m;
}

ViewOptions opening(const GraphIndex& index, std::initializer_list<const char*> paths) {
    ViewOptions options;
    for (const char* path : paths) options.expanded.insert(index.hierarchy().findPath(path));
    return options;
}

}  // namespace

void TestViewGraph::empty() {
    const auto view = makeView(ModelBuilder().index());
    QCOMPARE(view->items().size(), std::size_t{1});
    QVERIFY(view->edges().empty() && view->stubs().empty());
    VERIFY_VIEW(*view);
}

void TestViewGraph::collapsed() {
    const auto view = makeView(blockModel().index());
    COMPARE_TEXT(viewText(*view),
                 "node softmax c\n"
                 "module block Block ×2\n"
                 "input x f32[2,4]\n"
                 "output output 0 f32[2,4]\n"
                 "x -> block (x)\n"
                 "block -> c (b)\n"
                 "c -> output 0 (c)\n"
                 "stub at block: w f32[2,4]\n"
                 "stub at block: inner.w f32[2,4]\n");
    VERIFY_VIEW(*view);
}

void TestViewGraph::expandedOuter() {
    const auto index = blockModel().index();
    const auto view = makeView(index, opening(*index, {"block"}));
    COMPARE_TEXT(viewText(*view),
                 "node softmax c\n"
                 "group block Block\n"
                 "  node linear a\n"
                 "  module inner Inner ×1\n"
                 "input x f32[2,4]\n"
                 "output output 0 f32[2,4]\n"
                 "x -> a (x) border\n"
                 "a -> inner (a)\n"
                 "inner -> c (b) border\n"
                 "c -> output 0 (c)\n"
                 "stub at a: w f32[2,4]\n"
                 "stub at inner: w f32[2,4]\n");
    VERIFY_VIEW(*view);
}

void TestViewGraph::everythingOpen() {
    const auto index = blockModel().index();
    const auto view = makeView(index, test::everythingOpen(*index));
    COMPARE_TEXT(viewText(*view),
                 "node softmax c\n"
                 "group block Block\n"
                 "  node linear a\n"
                 "  group inner Inner\n"
                 "    node linear b\n"
                 "input x f32[2,4]\n"
                 "output output 0 f32[2,4]\n"
                 "x -> a (x) border\n"
                 "a -> b (a) border\n"
                 "b -> c (b) border\n"
                 "c -> output 0 (c)\n"
                 "stub at a: w f32[2,4]\n"
                 "stub at b: w f32[2,4]\n");
    VERIFY_VIEW(*view);
}

void TestViewGraph::innerNeedsItsOuter() {
    const auto index = blockModel().index();
    COMPARE_TEXT(viewText(*makeView(index, opening(*index, {"block.inner"}))), viewText(*makeView(index)));
}

void TestViewGraph::flat() {
    const auto index = blockModel().index();
    ViewOptions options = opening(*index, {"block"});
    options.modules = false;
    const auto view = makeView(index, options);
    for (std::size_t i = 1; i < view->items().size(); ++i) {
        QVERIFY(!view->items()[i].parent.valid());
        QVERIFY(view->items()[i].kind != ItemKind::Group && view->items()[i].kind != ItemKind::Module);
    }
    QCOMPARE(view->edges().size(), std::size_t{4});
    QCOMPARE(view->itemOf(index->hierarchy().findPath("block.inner")).index(), 0U);
    VERIFY_VIEW(*view);
}

void TestViewGraph::patterns() {
    ModelBuilder m;
    const ValueId x = m.input("x");
    const ValueId gate = m.node("sigmoid", "torch.ops.aten.sigmoid.default", {x});
    m.output(m.node("mul", "torch.ops.aten.mul.Tensor", {x, gate}));
    const NodeId sigmoid = m.producer(gate);
    const auto index = m.index();
    const auto view = makeView(index);
    COMPARE_TEXT(viewText(*view),
                 "pattern silu ×2\n"
                 "input x f32[2,4]\n"
                 "output output 0 f32[2,4]\n"
                 "x -> silu (x)\n"
                 "silu -> output 0 (mul)\n");
    const ItemId item = view->itemOf(sigmoid);
    QCOMPARE(view->item(item).kind, ItemKind::Pattern);
    QCOMPARE(view->nodesOf(item).size(), std::size_t{2});
    QVERIFY(view->item(item).expandable);
    VERIFY_VIEW(*view);
    ViewOptions unfolded;
    unfolded.foldPatterns = false;
    COMPARE_TEXT(viewText(*makeView(index, unfolded)),
                 "node sigmoid sigmoid\n"
                 "node mul mul\n"
                 "input x f32[2,4]\n"
                 "output output 0 f32[2,4]\n"
                 "x -> sigmoid (x)\n"
                 "x -> mul (x)\n"
                 "sigmoid -> mul (sigmoid)\n"
                 "mul -> output 0 (mul)\n");
}

/// ViewOptions::expandedPatterns: shown as groups.
void TestViewGraph::expandedPatternIsAGroup() {
    ModelBuilder m;
    const ValueId x = m.input("x");
    m.output(m.node("mul", "torch.ops.aten.mul.Tensor", {x, m.node("sigmoid", "torch.ops.aten.sigmoid.default", {x})}));
    const auto index = m.index();
    ViewOptions options;
    options.expandedPatterns.insert(PatternId(std::uint32_t{0}));
    const auto view = makeView(index, options);
    COMPARE_TEXT(viewText(*view),
                 "group silu\n"
                 "  node sigmoid sigmoid\n"
                 "  node mul mul\n"
                 "input x f32[2,4]\n"
                 "output output 0 f32[2,4]\n"
                 "x -> sigmoid (x) border\n"
                 "x -> mul (x) border\n"
                 "sigmoid -> mul (sigmoid)\n"
                 "mul -> output 0 (mul) border\n");
    VERIFY_VIEW(*view);
}

void TestViewGraph::repeatedBlocks() {
    ModelBuilder m;
    ValueId x = m.input("x");
    for (int i = 0; i < 3; ++i) {
        m.in("layers." + std::to_string(i) + " models.Block");
        x = m.node("n" + std::to_string(i), "torch.ops.aten.linear.default", {x});
    }
    COMPARE_TEXT(viewText(*makeView(m.index())),
                 "module layers.0 Block ×1 (like layers 1 … 2)\n"
                 "module layers.1 Block ×1 (like layers 0 … 2)\n"
                 "module layers.2 Block ×1 (like layers 0 … 1)\n"
                 "input x f32[2,4]\n"
                 "x -> layers.0 (x)\n"
                 "layers.0 -> layers.1 (n0)\n"
                 "layers.1 -> layers.2 (n1)\n");
}

void TestViewGraph::stateAndWrites() {
    ModelBuilder m;
    const ValueId cache = m.input("b_k_cache", graph::InputKind::Buffer, "k_cache"),
                  table = m.input("b_cos", graph::InputKind::Buffer, "cos"), x = m.input("x");
    const ValueId written = m.node("index_put", "torch.ops.aten.index_put_.default", {cache, x});
    m.output(written, graph::OutputKind::BufferMutation, "k_cache");
    m.output(m.node("bmm", "torch.ops.aten.bmm.default", {written, table}));
    const auto view = makeView(m.index());
    COMPARE_TEXT(viewText(*view),
                 "node index_put_ index_put\n"
                 "node bmm bmm\n"
                 "input x f32[2,4]\n"
                 "output output 0 f32[2,4]\n"
                 "x -> index_put (x)\n"
                 "index_put -> bmm (index_put)\n"
                 "bmm -> output 0 (bmm)\n"
                 "state at index_put: k_cache\n"
                 "stub at bmm: cos f32[2,4]\n"
                 "producer at index_put: → k_cache\n");
    VERIFY_VIEW(*view);
}

void TestViewGraph::constantsAreNamedFromTheirModule() {
    ModelBuilder m;
    const ValueId weight = m.input("p_w", graph::InputKind::Parameter, "layers.0.wq.weight"),
                  other = m.input("p_o", graph::InputKind::Parameter, "layers.00.weight");
    m.in("layers.0 Block;layers.0.wq Linear");
    m.node("linear", "torch.ops.aten.linear.default", {m.input("x"), weight, other});
    const auto index = m.index();
    const auto view = makeView(index, test::everythingOpen(*index));
    QCOMPARE(view->stubs().size(), std::size_t{2});
    COMPARE_TEXT(view->stubs()[0].text, "weight f32[2,4]");
    COMPARE_TEXT(view->stubs()[1].text, "layers.00.weight f32[2,4]");
}

/// A written user input stays an input, and its write says where it goes.
void TestViewGraph::userMutationOfAnInput() {
    ModelBuilder m;
    const ValueId x = m.input("x");
    m.output(m.node("add", "torch.ops.aten.add_.Tensor", {x, x}), graph::OutputKind::UserInputMutation, "x");
    const auto view = makeView(m.index());
    COMPARE_TEXT(viewText(*view),
                 "node add_ add\n"
                 "input x f32[2,4]\n"
                 "x -> add (x)\n"
                 "producer at add: → x\n");
}

/// An edge says its type where the node's first tensor has another one than its result.
void TestViewGraph::typeChanges() {
    ModelBuilder m;
    const ValueId x = m.input("x");
    const ValueId same = m.node("same", "torch.ops.aten.linear.default", {x});
    m.shape(ScalarType::F16, {2, 4});
    const ValueId cast = m.node("cast", "torch.ops.aten.linear.default", {same});
    m.output(m.node("after", "torch.ops.aten.linear.default", {cast}));
    const auto view = makeView(m.index());
    std::map<std::string, bool> changes;
    for (const ViewEdge& edge : view->edges())
        changes[std::string(view->index().model().text(view->index().model().value(edge.value).id))] |= edge.typeChanges;
    // ViewEdge::typeChanges: the value differs from all that flowed in. `cast` makes f16 of f32.
    QCOMPARE(changes, (std::map<std::string, bool>{{"x", false}, {"same", false}, {"cast", true}, {"after", false}}));
}

void TestViewGraph::inputThatIsOutput() {
    ModelBuilder m;
    const ValueId x = m.input("x");
    m.output(x);
    m.output(x);
    const auto view = makeView(m.index());
    COMPARE_TEXT(viewText(*view),
                 "input x f32[2,4]\n"
                 "output output 0 f32[2,4]\n"
                 "output output 1 f32[2,4]\n"
                 "x -> output 0 (x)\n"
                 "x -> output 1 (x)\n");
    VERIFY_VIEW(*view);
}

namespace {

/// before → cond(yes: sin | no: cos) → after.
struct CondModel {
    std::shared_ptr<const GraphIndex> index;
    NodeId cond, sine;

    CondModel() {
        ModelBuilder m;
        const ValueId before = m.node("before", "torch.ops.aten.linear.default", {m.input("x")});
        const GraphId yes = m.nested("yes"), no = m.nested("no");
        m.into(yes);
        const ValueId inside = m.node("sin", "torch.ops.aten.sin.default", {m.input("a")});
        m.output(inside);
        m.into(no);
        m.output(m.node("cos", "torch.ops.aten.cos.default", {m.input("b")}));
        m.into(GraphId(std::uint32_t{0}));
        const ValueId result =
            m.node("cond", "torch.ops.higher_order.cond",
                   {ModelBuilder::valueArgument(before), ModelBuilder::graphArgument(yes), ModelBuilder::graphArgument(no)});
        m.output(m.node("after", "torch.ops.aten.linear.default", {result}));
        cond = m.producer(result);
        sine = m.producer(inside);
        index = m.index();
    }
};

}  // namespace

void TestViewGraph::closedBody() {
    const CondModel model;
    const auto view = makeView(model.index);
    COMPARE_TEXT(viewText(*view),
                 "node linear before\n"
                 "node cond cond\n"
                 "node linear after\n"
                 "input x f32[2,4]\n"
                 "output output 0 f32[2,4]\n"
                 "x -> before (x)\n"
                 "before -> cond (before)\n"
                 "cond -> after (cond)\n"
                 "after -> output 0 (after)\n");
    QVERIFY(view->itemOf(model.sine) == view->itemOf(model.cond));
    QVERIFY(view->item(view->itemOf(model.cond)).expandable);
    VERIFY_VIEW(*view);
}

/// The group of the body takes the place of its node: ViewEdge::to may be the Group whose node makes or takes the value.
void TestViewGraph::openBody() {
    const CondModel model;
    const auto view = makeView(model.index, test::everythingOpen(*model.index));
    VERIFY_VIEW(*view);
    const ItemId group = view->itemOf(model.index->hierarchy().bodyOf(model.cond));
    QCOMPARE(view->item(group).kind, ItemKind::Group);
    QVERIFY(view->item(group).node == model.cond);
    for (const Item& item : view->items()) QVERIFY2(item.kind != ItemKind::Node || item.node != model.cond, "shown twice");
    QVERIFY(view->itemOf(model.cond) == group);
    bool in = false, out = false;
    for (const ViewEdge& edge : view->edges()) in |= edge.to == group, out |= edge.from == group;
    QVERIFY(in && out);
    // The branches are groups inside, the node lies in its branch.
    const ItemId branch = view->item(view->itemOf(model.sine)).parent;
    QCOMPARE(view->item(branch).kind, ItemKind::Group);
    QVERIFY(view->item(branch).parent == group);
    COMPARE_TEXT(view->item(branch).title, "yes");
}

void TestViewGraph::itemsOfHiddenThings() {
    const auto index = blockModel().index();
    const auto view = makeView(index);
    const GraphModel& model = index->model();
    const ItemId block = view->itemOf(index->hierarchy().findPath("block"));
    QCOMPARE(view->item(block).kind, ItemKind::Module);
    QVERIFY(view->itemOf(model.findNode("a")) == block);
    QVERIFY(view->itemOf(model.findNode("b")) == block);
    QVERIFY(view->itemOf(index->hierarchy().findPath("block.inner")) == block);
    QCOMPARE(view->nodesOf(block).size(), std::size_t{2});
    for (std::uint32_t v = 0; v < model.valueCount(); ++v) {
        const std::string_view id = model.text(model.value(ValueId(v)).id);
        const ItemId item = view->itemOf(ValueId(v));
        QCOMPARE(item.valid(), !id.starts_with("p_"));
        if (id == "a" || id == "b") QVERIFY(item == block);
        if (id == "x") QCOMPARE(view->item(item).kind, ItemKind::Input);
    }
}

/// getitem and alias stand in what they pass on; a getitem of a graph input stays.
void TestViewGraph::hiddenNoOps() {
    ModelBuilder m;
    const ValueId x = m.input("x");
    const ValueId first = m.node("first", "_operator.getitem", {x});
    const ValueId pair = m.node("pair", "torch.ops.aten.split.Tensor", {first});
    const ValueId left = m.node("left", "_operator.getitem", {pair}), right = m.node("right", "_operator.getitem", {pair});
    const ValueId same = m.node("same", "torch.ops.aten.alias.default", {right});
    m.output(m.node("sum", "torch.ops.aten.add.Tensor", {left, same}));
    const auto index = m.index();
    ViewOptions options;
    options.hideNoOps = true;
    options.foldPatterns = false;
    const auto view = makeView(index, options);
    COMPARE_TEXT(viewText(*view),
                 "node getitem first\n"
                 "node split pair\n"
                 "node add sum\n"
                 "input x f32[2,4]\n"
                 "output output 0 f32[2,4]\n"
                 "x -> first (x)\n"
                 "first -> pair (first)\n"
                 "pair -> sum (left)\n"
                 "pair -> sum (same)\n"
                 "sum -> output 0 (sum)\n");
    QCOMPARE(view->itemOf(index->model().findNode("same")), view->itemOf(index->model().findNode("pair")));
    // A folded run that begins with one is still there.
    ModelBuilder run;
    const ValueId y = run.node("made", "torch.ops.aten.linear.default", {run.input("y")});
    const ValueId alias = run.node("alias", "torch.ops.aten.alias.default", {y});
    const ValueId view1 = run.node("view", "torch.ops.aten.view.default", {alias});
    const ValueId view2 = run.node("permute", "torch.ops.aten.permute.default", {view1});
    run.output(run.node("relu", "torch.ops.aten.relu.default", {view2}));
    const auto folding = run.index();
    options.foldPatterns = true;
    const auto folded = makeView(folding, options);
    QVERIFY(folding->folding().patternOf(folding->model().findNode("alias")).valid());
    const ItemId pattern = folded->itemOf(folding->model().findNode("permute"));
    QVERIFY(pattern.valid() && folded->item(pattern).kind == ItemKind::Pattern);
    QCOMPARE(folded->itemOf(folding->model().findNode("alias")), folded->itemOf(folding->model().findNode("made")));
}

void TestViewGraph::moduleSets() {
    const auto index = test::fixtureIndex({"vlm/model.etrecord", "text_decoder", "exported"});
    const Hierarchy& hierarchy = index->hierarchy();
    QVERIFY(modulesToDepth(hierarchy, 0).empty() || modulesToDepth(hierarchy, 0) == std::set{hierarchy.root()});
    QVERIFY(modulesToDepth(hierarchy, 1).contains(hierarchy.findPath("layers.1")));
    QVERIFY(!modulesToDepth(hierarchy, 1).contains(hierarchy.findPath("layers.1.attention")));
    QVERIFY(allModules(hierarchy).contains(hierarchy.findPath("layers.1.attention.wq")));
    ViewOptions open;
    openAround(*index, index->model().findNode("linear_1"), open);
    const auto& around = open.expanded;
    for (const char* path : {"layers.0", "layers.0.attention", "layers.0.attention.wk"})
        QVERIFY2(around.contains(hierarchy.findPath(path)), path);
    QVERIFY(!around.contains(hierarchy.findPath("layers.1")));
    // The first view opens the first of equal blocks, and stays below the number of items.
    const auto first = modulesToFit(*index, 60);
    QVERIFY(first.contains(hierarchy.findPath("layers.0")) && !first.contains(hierarchy.findPath("layers.1")));
    QVERIFY(modulesToFit(*index, 0).empty());
    for (const std::size_t items : {10U, 20U, 40U, 60U}) {
        ViewOptions options;
        options.expanded = modulesToFit(*index, items);
        options.foldPatterns = false;
        const auto view = makeView(index, options);
        std::size_t leaves = 0;
        for (const Item& item : view->items())
            if (item.kind == ItemKind::Node || item.kind == ItemKind::Module) ++leaves;
        QVERIFY2(leaves <= items, std::to_string(leaves).c_str());
    }
}

void TestViewGraph::fixtures_data() {
    QTest::addColumn<int>("stage");
    const auto stages = test::fixtureStages();
    for (std::size_t i = 0; i < stages.size(); ++i) QTest::newRow(stages[i].name().c_str()) << static_cast<int>(i);
}

/// Every graph, from closed to open, folded or flat: ids fit together, and every use is an edge, a stub or inside an item.
void TestViewGraph::fixtures() {
    QFETCH(int, stage);
    const auto index = test::fixtureIndex(test::fixtureStages()[static_cast<std::size_t>(stage)]);
    std::vector<ViewOptions> views(3);
    views.push_back(test::everythingOpen(*index));
    views[1].expanded = modulesToDepth(index->hierarchy(), 1);
    views[2].modules = false;
    for (ViewOptions& options : views) {
        const auto view = makeView(index, options);
        VERIFY_VIEW(*view);
        std::set<std::pair<ItemId, ValueId>> shown;
        for (const ViewEdge& edge : view->edges()) shown.insert({edge.to, edge.value});
        for (const Stub& stub : view->stubs())
            if (!stub.atProducer) shown.insert({stub.item, stub.value});
        for (std::uint32_t n = 0; n < index->model().nodeCount(); ++n)
            for (const ValueId value : index->flow().inputs(NodeId(n))) {
                const ItemId user = view->itemOf(NodeId(n));
                const Value& used = index->model().value(value);
                const bool branchInput = used.graph != GraphId(std::uint32_t{0}) && !used.producer.valid();
                QVERIFY(view->itemOf(value) == user || shown.contains({user, value}) || branchInput);
            }
    }
}

/// The key-value cache is state where it is read, and its writes point to it.
void TestViewGraph::cacheOfTheDecoder() {
    const auto index = test::fixtureIndex({"vlm/model.etrecord", "text_decoder", "edge"});
    const auto view = makeView(index, test::everythingOpen(*index));
    int state = 0, writes = 0;
    for (const Stub& stub : view->stubs()) {
        if (stub.kind != StubClass::State) continue;
        if (stub.atProducer) {
            ++writes;
            QVERIFY2(stub.text.starts_with("→ ") && stub.text.ends_with("_cache"), stub.text.c_str());
        } else {
            ++state;
        }
    }
    QCOMPARE(writes, 4);  // keys and values of two layers
    QVERIFY(state >= 4);
}

ETSCOPE_TEST(TestViewGraph)
#include "tst_view_graph.moc"
