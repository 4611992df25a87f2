// The model's containers, ids, paths and uses; and the invariants of every model that a committed record gives.
#include <QtTest>

#include "graph/compare_text.h"
#include "graph/data_flow.h"
#include "graph/fixture_graphs.h"
#include "graph/model_builder.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::graph;
using namespace etscope::modules;
using test::ModelBuilder;

class TestGraphModel : public QObject {
    Q_OBJECT
private slots:
    void wordsOfPorts();
    void stringsAreStoredOnce();
    void stringViewsStay();
    void longStrings();
    void metasAreStoredOnce();
    void edgesOfANode();
    void paths();
    void findNode();
    void findNodeAmongEquals();
    void valueTexts();
    void flowOfValues();
    void flowOfLists();
    void flowOfNestedGraphs();
    void memoryGrowsWithTheModel();
    void fixtureInvariants_data();
    void fixtureInvariants();
};

void TestGraphModel::wordsOfPorts() {
    for (int i = 0; i <= static_cast<int>(InputKind::Unknown); ++i)
        QCOMPARE(inputKind(inputKindWord(static_cast<InputKind>(i))), static_cast<InputKind>(i));
    for (int i = 0; i <= static_cast<int>(OutputKind::Unknown); ++i)
        QCOMPARE(outputKind(outputKindWord(static_cast<OutputKind>(i))), static_cast<OutputKind>(i));
    QCOMPARE(inputKind("user_output"), InputKind::Unknown);
    QCOMPARE(inputKind(""), InputKind::Unknown);
}

void TestGraphModel::stringsAreStoredOnce() {
    StringTable table;
    QVERIFY(!StringId().valid());
    QCOMPARE(table.text({}), std::string_view());
    const StringId a = table.intern("a"), b = table.intern("b");
    QVERIFY(a != b);
    QVERIFY(table.intern("a") == a);
    QCOMPARE(table.text(a), std::string_view("a"));
    QVERIFY(table.intern("").valid());
    QCOMPARE(table.text(table.intern("")), std::string_view(""));
    const std::string withNul("x\0y", 3);
    QCOMPARE(table.text(table.intern(withNul)), std::string_view(withNul));
    QVERIFY(table.intern(withNul) != table.intern("x"));
}

/// Views are kept by readers while the table grows.
void TestGraphModel::stringViewsStay() {
    StringTable table;
    const std::string_view first = table.text(table.intern("the first"));
    for (int i = 0; i < 100'000; ++i) table.intern("text " + std::to_string(i));
    QCOMPARE(first, std::string_view("the first"));
    QCOMPARE(table.size(), std::size_t{100'002});
    for (int i = 0; i < 100'000; i += 997) {
        const std::string text = "text " + std::to_string(i);
        QCOMPARE(table.text(table.intern(text)), std::string_view(text));
    }
    QCOMPARE(table.size(), std::size_t{100'002});
}

void TestGraphModel::longStrings() {
    StringTable table;
    const StringId before = table.intern("before"), longOne = table.intern(std::string(1'000'000, 'x')),
                   after = table.intern("after");
    QCOMPARE(table.text(before), std::string_view("before"));
    QCOMPARE(table.text(longOne).size(), std::size_t{1'000'000});
    QCOMPARE(table.text(after), std::string_view("after"));
    QVERIFY(table.memoryUsed() >= 1'000'000);
}

void TestGraphModel::metasAreStoredOnce() {
    GraphBuilder builder;
    builder.addGraph({});
    TensorMeta meta;
    meta.type = ScalarType::F32;
    const std::vector<Dim> sizes{{2, {}, true}, {3, builder.intern("s0"), true}}, strides{{3, {}, true}, {1, {}, true}};
    const MetaId first = builder.internMeta(meta, sizes, strides);
    QVERIFY(builder.internMeta(meta, sizes, strides) == first);
    QVERIFY(builder.internMeta(meta, strides, sizes) != first);
    QVERIFY(builder.internMeta(meta, sizes, {}) != first);
    meta.requiresGrad = true;
    QVERIFY(builder.internMeta(meta, sizes, strides) != first);
    meta.requiresGrad = false;
    meta.type.reset();
    QVERIFY(builder.internMeta(meta, sizes, strides) != first);
    const auto model = builder.finish();
    const auto dims = model->dims(model->meta(first).sizes);
    QCOMPARE(dims.size(), std::size_t{2});
    QVERIFY(dims[1] == sizes[1]);
    QCOMPARE(model->text(dims[1].expression), std::string_view("s0"));
}

void TestGraphModel::edgesOfANode() {
    ModelBuilder m;
    const ValueId x = m.input("x"), y = m.input("y");
    Argument named = ModelBuilder::valueArgument(y);
    named.name = m.builder().intern("other");
    const ValueId z = m.node("z", "op", {ModelBuilder::valueArgument(x), named, ModelBuilder::intArgument(3)});
    m.node("cat", "op", {m.listArgument({x, z, x}), ModelBuilder::intArgument(0)});
    const auto model = m.finish();
    const auto edges = model->edges(GraphId(std::uint32_t{0}));
    std::string text;
    for (const Edge& edge : edges)
        text += std::string(model->text(model->value(edge.value).id)) + ">" + std::string(model->text(model->node(edge.to).id)) +
                " " + std::string(model->text(edge.argument)) + "#" + std::to_string(edge.argumentIndex) + "," +
                std::to_string(edge.element) + "; ";
    COMPARE_TEXT(text, "x>z #0,-1; y>z other#1,-1; x>cat #0,0; z>cat #0,1; x>cat #0,2; ");
}

void TestGraphModel::paths() {
    ModelBuilder m;
    const ValueId x = m.input("x");
    const GraphId outer = m.nested("true_graph"), inner = m.nested("body");
    m.into(inner);
    const ValueId leaf = m.node("leaf", "op", {m.input("c")});
    m.into(outer);
    const ValueId loop = m.node("loop", "op", {ModelBuilder::graphArgument(inner), ModelBuilder::valueArgument(m.input("a"))});
    m.into(GraphId(std::uint32_t{0}));
    const ValueId cond = m.node("cond", "op", {ModelBuilder::valueArgument(x), ModelBuilder::graphArgument(outer)});
    const NodeId leafNode = m.producer(leaf), loopNode = m.producer(loop), condNode = m.producer(cond);
    const auto model = m.finish();
    COMPARE_TEXT(model->nodePath(condNode), "cond");
    COMPARE_TEXT(model->nodePath(loopNode), "cond/true_graph/loop");
    COMPARE_TEXT(model->nodePath(leafNode), "cond/true_graph/loop/body/leaf");
    COMPARE_TEXT(model->valuePath(leaf), "cond/true_graph/loop/body/leaf");
    COMPARE_TEXT(model->valuePath(x), "x");
    COMPARE_TEXT(model->graphPrefix(inner), "cond/true_graph/loop/body/");
    for (const NodeId node : {condNode, loopNode, leafNode}) QVERIFY(model->findNode(model->nodePath(node)) == node);
}

void TestGraphModel::findNode() {
    ModelBuilder m;
    m.node("a/b", "op", {m.input("x")});
    const auto model = m.finish();
    QVERIFY(model->findNode("a/b").valid());
    for (const char* path : {"", "a", "b", "/a/b", "a/b/", "x"}) QVERIFY(!model->findNode(path).valid());
}

/// Ids and prefixes that meet in one text: the first graph that has such a node has it; of equal ids in a graph the first one
/// counts.
void TestGraphModel::findNodeAmongEquals() {
    ModelBuilder m;
    const ValueId x = m.input("x");
    const GraphId one = m.nested("g"), two = m.nested("g");
    m.into(one);
    const ValueId inOne = m.node("n", "op", {m.input("a")}), onlyOne = m.node("m", "op", {inOne});
    m.into(two);
    const ValueId onlyTwo = m.node("k", "op", {m.input("b")});
    m.node("n", "op", {onlyTwo});
    m.into(GraphId(std::uint32_t{0}));
    m.node("call", "op", {ModelBuilder::graphArgument(one), ModelBuilder::graphArgument(two)});
    const ValueId slashed = m.node("call/g/m", "op", {x}), first = m.node("same", "op", {x});
    m.node("same", "op", {x});
    const NodeId inOneNode = m.producer(inOne), onlyOneNode = m.producer(onlyOne), onlyTwoNode = m.producer(onlyTwo),
                 slashedNode = m.producer(slashed), firstNode = m.producer(first);
    const auto model = m.finish();
    QCOMPARE(model->nodePath(onlyOneNode), model->nodePath(slashedNode));
    QVERIFY(model->findNode("call/g/m") == slashedNode);
    QVERIFY(model->findNode("call/g/n") == inOneNode);
    QVERIFY(model->findNode("call/g/k") == onlyTwoNode);
    QVERIFY(model->findNode("same") == firstNode);
    for (const char* path : {"call/g/", "call/g", "g/n", "call/g/g/n", "call/g/same"}) QVERIFY(!model->findNode(path).valid());
}

void TestGraphModel::valueTexts() {
    ModelBuilder m;
    const ValueId tensor = m.input("x");
    m.shape(ScalarType::I64, {});
    const ValueId scalar = m.input("s");
    GraphBuilder& builder = m.builder();
    TensorMeta odd;
    odd.typeCode = 77;
    const std::vector<Dim> dims{{4, {}, true}, {-1, builder.intern("s0 + 1"), false}};
    builder.value(m.input("odd")).meta = builder.internMeta(odd, dims, {});
    const auto kinded = [&](const char* name, ValueKind kind) {
        const ValueId id = m.input(name);
        builder.value(id).kind = kind;
        builder.value(id).meta = {};
        return id;
    };
    const ValueId count = kinded("n", ValueKind::SymInt), factor = kinded("f", ValueKind::SymFloat),
                  flag = kinded("b", ValueKind::SymBool), token = kinded("t", ValueKind::Token);
    const auto model = m.finish();
    COMPARE_TEXT(valueText(*model, tensor), "f32[2,4]");
    COMPARE_TEXT(valueText(*model, scalar), "i64[]");
    COMPARE_TEXT(valueText(*model, ValueId(std::uint32_t{2})), "unknown:77[4,s0 + 1]");
    COMPARE_TEXT(valueText(*model, count), "int");
    COMPARE_TEXT(valueText(*model, factor), "float");
    COMPARE_TEXT(valueText(*model, flag), "bool");
    COMPARE_TEXT(valueText(*model, token), "");
}

void TestGraphModel::flowOfValues() {
    ModelBuilder m;
    const ValueId x = m.input("x"), y = m.input("y"), unused = m.input("unused");
    const ValueId a = m.node("a", "op", {x, y, x});
    const ValueId b = m.node("b", "op", {a, x});
    m.output(b);
    const NodeId nodeA = m.producer(a), nodeB = m.producer(b);
    const auto model = m.finish();
    const DataFlow flow(*model);
    const auto names = [&](std::span<const NodeId> nodes) { return test::nodeNames(*model, {nodes.begin(), nodes.end()}); };
    COMPARE_TEXT(names(flow.consumers(x)), "a b");
    COMPARE_TEXT(names(flow.consumers(y)), "a");
    COMPARE_TEXT(names(flow.consumers(unused)), "");
    QVERIFY(std::ranges::equal(flow.inputs(nodeA), std::vector{x, y}));
    QVERIFY(std::ranges::equal(flow.inputs(nodeB), std::vector{a, x}));
    QVERIFY(std::ranges::equal(flow.results(nodeA), std::vector{a}));
    QVERIFY(flow.leavesGraph(b) && !flow.leavesGraph(a) && !flow.leavesGraph(x));
    QCOMPARE(flow.position(nodeA), 0U);
    QCOMPARE(flow.position(nodeB), 1U);
}

void TestGraphModel::flowOfLists() {
    ModelBuilder m;
    const auto parts = m.listNode("split", "op", {m.input("x")}, 3);
    const ValueId joined = m.node("cat", "op", {m.listArgument({parts[2], parts[0], parts[2]}), ModelBuilder::intArgument(1)});
    const NodeId split = m.producer(parts[0]), cat = m.producer(joined);
    const auto model = m.finish();
    const DataFlow flow(*model);
    QVERIFY(std::ranges::equal(flow.results(split), parts));
    QVERIFY(std::ranges::equal(flow.inputs(cat), std::vector{parts[2], parts[0]}));
    QCOMPARE(flow.consumers(parts[1]).size(), std::size_t{0});
    QCOMPARE(flow.consumers(parts[2]).size(), std::size_t{1});
}

void TestGraphModel::flowOfNestedGraphs() {
    ModelBuilder m;
    const ValueId x = m.input("x");
    const GraphId yes = m.nested("yes"), no = m.nested("no");
    m.into(yes);
    const ValueId inside = m.node("sin", "op", {m.input("a")});
    m.output(inside);
    m.into(GraphId(std::uint32_t{0}));
    const ValueId result =
        m.node("cond", "op", {ModelBuilder::valueArgument(x), ModelBuilder::graphArgument(yes), ModelBuilder::graphArgument(no)});
    const NodeId cond = m.producer(result);
    const auto model = m.finish();
    const DataFlow flow(*model);
    QVERIFY(std::ranges::equal(flow.graphs(cond), std::vector{yes, no}));
    QVERIFY(flow.leavesGraph(inside));
    QVERIFY(!flow.leavesGraph(result));
    QCOMPARE(flow.position(model->value(inside).producer), 0U);
}

void TestGraphModel::memoryGrowsWithTheModel() {
    std::size_t last = 0;
    for (const int count : {10, 1000, 100'000}) {
        ModelBuilder m;
        ValueId value = m.input("x");
        for (int i = 0; i < count; ++i) value = m.node("node_" + std::to_string(i), "op", {value});
        const auto model = m.finish();
        QCOMPARE(model->nodeCount(), static_cast<std::size_t>(count));
        const std::size_t used = model->memoryUsed();
        QVERIFY(used > last);
        if (count == 100'000) QVERIFY2(used < std::size_t{400} * 100'000, std::to_string(used).c_str());
        last = used;
    }
}

void TestGraphModel::fixtureInvariants_data() {
    QTest::addColumn<int>("stage");
    const auto stages = test::fixtureStages();
    for (std::size_t i = 0; i < stages.size(); ++i) QTest::newRow(stages[i].name().c_str()) << static_cast<int>(i);
    QVERIFY(stages.size() >= 30);
}

/// What readers promise to views: ids lead back, uses and results agree, producers come first.
void TestGraphModel::fixtureInvariants() {
    QFETCH(int, stage);
    const auto index = test::fixtureIndex(test::fixtureStages()[static_cast<std::size_t>(stage)]);
    const GraphModel& model = index->model();
    const DataFlow& flow = index->flow();
    std::size_t listed = 0;
    for (std::uint32_t g = 0; g < model.graphCount(); ++g) {
        const Graph& graph = model.graph(GraphId(g));
        QCOMPARE(graph.owner.valid(), g != 0);
        listed += graph.nodes.size();
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            QVERIFY(model.node(graph.nodes[i]).graph == GraphId(g));
            QCOMPARE(flow.position(graph.nodes[i]), static_cast<std::uint32_t>(i));
            QVERIFY(model.findNode(model.nodePath(graph.nodes[i])) == graph.nodes[i]);
        }
        std::size_t uses = 0;
        for (const Edge& edge : model.edges(GraphId(g))) {
            const auto consumers = flow.consumers(edge.value);
            QVERIFY(std::ranges::find(consumers, edge.to) != consumers.end());
            ++uses;
        }
        std::size_t inputs = 0;
        for (const NodeId node : graph.nodes) inputs += flow.inputs(node).size();
        QVERIFY(inputs <= uses);
    }
    QCOMPARE(listed, model.nodeCount());
    for (std::uint32_t v = 0; v < model.valueCount(); ++v) {
        const Value& value = model.value(ValueId(v));
        if (!value.producer.valid()) continue;
        QVERIFY(std::ranges::find(flow.results(value.producer), ValueId(v)) != flow.results(value.producer).end());
        for (const NodeId user : flow.consumers(ValueId(v)))
            if (model.node(user).graph == value.graph) QVERIFY(flow.position(user) > flow.position(value.producer));
    }
}

ETSCOPE_TEST(TestGraphModel)
#include "tst_graph_model.moc"
