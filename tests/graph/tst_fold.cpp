// Folded patterns: which runs are one thing, and that contracting them never hides a value or makes a cycle.
#include <QtTest>

#include "graph/compare_text.h"
#include "graph/fixture_graphs.h"
#include "graph/fold.h"
#include "graph/model_builder.h"

using namespace etscope;
using namespace etscope::graph;
using test::ModelBuilder;

class TestFold : public QObject {
    Q_OBJECT
private slots:
    void nothing();
    void silu();
    void gateIsNoSilu();
    void quantiseAndDequantise();
    void dynamicQuantise();
    void shapeRun();
    void longShapeRunIsShortened();
    void valuesThatLeaveStopARun_data();
    void valuesThatLeaveStopARun();
    void modulesAreKeptApart();
    void nodesWithGraphsAreKept();
    void oneNodeOnePattern();
    void longRun();
    void fixtures_data();
    void fixtures();
};

namespace {

std::string foldText(const GraphIndex& index) {
    std::string text;
    for (std::size_t i = 0; i < index.folding().size(); ++i) {
        const Pattern& pattern = index.folding().pattern(PatternId(i));
        text += (text.empty() ? "" : "; ") + pattern.name + " [" + std::string(familyName(pattern.family)) +
                "]: " + test::nodeNames(index.model(), pattern.nodes);
    }
    return text;
}

constexpr const char *kView = "torch.ops.aten.view.default", *kPermute = "torch.ops.aten.permute.default",
                     *kLinear = "torch.ops.aten.linear.default", *kSigmoid = "torch.ops.aten.sigmoid.default",
                     *kMul = "torch.ops.aten.mul.Tensor", *kQuantise = "torch.ops.quantized_decomposed.quantize_per_tensor.default",
                     *kDequantise = "torch.ops.quantized_decomposed.dequantize_per_tensor.default";

}  // namespace

void TestFold::nothing() {
    ModelBuilder m;
    m.node("b", kLinear, {m.node("a", kLinear, {m.input("x")})});
    const auto index = m.index();
    QCOMPARE(index->folding().size(), std::size_t{0});
    QVERIFY(!index->folding().patternOf(NodeId(std::uint32_t{0})).valid());
    QCOMPARE(ModelBuilder().index()->folding().size(), std::size_t{0});
}

void TestFold::silu() {
    ModelBuilder m;
    const ValueId x = m.node("linear", kLinear, {m.input("x")});
    const ValueId gate = m.node("sigmoid", kSigmoid, {x});
    const ValueId silu = m.node("mul", kMul, {x, gate});
    m.output(silu);
    const NodeId first = m.producer(gate), second = m.producer(silu);
    const auto index = m.index();
    COMPARE_TEXT(foldText(*index), "silu [activation]: sigmoid mul");
    QVERIFY(index->folding().patternOf(first) == index->folding().patternOf(second));
}

/// a · sigmoid(b) is a gate, not silu.
void TestFold::gateIsNoSilu() {
    ModelBuilder m;
    const ValueId a = m.input("a"), b = m.input("b");
    m.output(m.node("mul", kMul, {a, m.node("sigmoid", kSigmoid, {b})}));
    COMPARE_TEXT(foldText(*m.index()), "");
}

void TestFold::quantiseAndDequantise() {
    ModelBuilder m;
    m.output(m.node("dq", kDequantise, {m.node("q", kQuantise, {m.input("x")})}));
    COMPARE_TEXT(foldText(*m.index()), "quantise · dequantise [quantise]: q dq");
}

/// Scale and zero point are computed, used by both, and leave nowhere else.
void TestFold::dynamicQuantise() {
    ModelBuilder m;
    const ValueId x = m.input("x");
    const auto parameters = m.listNode("choose", "torch.ops.quantized_decomposed.choose_qparams.tensor", {x}, 2);
    const ValueId q = m.node("q", kQuantise, {x, parameters[0], parameters[1]});
    m.output(m.node("dq", kDequantise, {q, parameters[0], parameters[1]}));
    COMPARE_TEXT(foldText(*m.index()), "dynamic quantise [quantise]: choose q dq");
}

void TestFold::shapeRun() {
    ModelBuilder m;
    const ValueId x = m.node("linear", kLinear, {m.input("x")});
    const ValueId view = m.node("view", kView, {x});
    m.output(m.node("linear_1", kLinear, {m.node("permute", kPermute, {view})}));
    COMPARE_TEXT(foldText(*m.index()), "view · permute [shape]: view permute");
}

void TestFold::longShapeRunIsShortened() {
    ModelBuilder m;
    ValueId x = m.input("x");
    for (const char* id : {"a", "b", "c", "d", "e"}) x = m.node(id, *id % 2 == 1 ? kView : kPermute, {x});
    m.output(m.node("linear", kLinear, {x}));
    COMPARE_TEXT(foldText(*m.index()), "view · permute · view … [shape]: a b c d e");
}

void TestFold::valuesThatLeaveStopARun_data() {
    QTest::addColumn<int>("what");
    QTest::newRow("a second user") << 0;
    QTest::newRow("an output of the graph") << 1;
    QTest::newRow("a user in a module") << 2;
}

void TestFold::valuesThatLeaveStopARun() {
    QFETCH(int, what);
    ModelBuilder m;
    const ValueId view = m.node("view", kView, {m.input("x")});
    if (what == 0) m.node("other", kLinear, {view});
    if (what == 1) m.output(view);
    if (what == 2) m.in("a A");
    m.output(m.node("permute", kPermute, {view}));
    COMPARE_TEXT(foldText(*m.index()), "");
}

void TestFold::modulesAreKeptApart() {
    ModelBuilder m;
    m.in("a A");
    const ValueId first = m.node("a1", kView, {m.node("a0", kView, {m.input("x")})});
    m.in("b B");
    m.output(m.node("b1", kView, {m.node("b0", kView, {first})}));
    COMPARE_TEXT(foldText(*m.index()), "view · view [shape]: a0 a1; view · view [shape]: b0 b1");
}

void TestFold::nodesWithGraphsAreKept() {
    ModelBuilder m;
    const ValueId view = m.node("view", kView, {m.input("x")});
    const GraphId body = m.nested("body");
    m.node("map", kPermute, {ModelBuilder::valueArgument(view), ModelBuilder::graphArgument(body)});
    COMPARE_TEXT(foldText(*m.index()), "");
}

/// A node that could end one run and begin another belongs to one.
void TestFold::oneNodeOnePattern() {
    ModelBuilder m;
    const ValueId x = m.input("x");
    const ValueId first = m.node("mul", kMul, {x, m.node("sigmoid", kSigmoid, {x})});
    m.output(m.node("mul_1", kMul, {first, m.node("sigmoid_1", kSigmoid, {first})}));
    COMPARE_TEXT(foldText(*m.index()), "silu [activation]: sigmoid mul; silu [activation]: sigmoid_1 mul_1");
}

void TestFold::longRun() {
    ModelBuilder m;
    ValueId x = m.input("x");
    for (int i = 0; i < 100'000; ++i) x = m.node("n" + std::to_string(i), kView, {x});
    m.node("end", kLinear, {x});
    const auto index = m.index();
    QCOMPARE(index->folding().size(), std::size_t{1});
    QCOMPARE(index->folding().pattern(PatternId(std::uint32_t{0})).nodes.size(), std::size_t{100'000});
}

void TestFold::fixtures_data() {
    QTest::addColumn<int>("stage");
    const auto stages = test::fixtureStages();
    for (std::size_t i = 0; i < stages.size(); ++i) QTest::newRow(stages[i].name().c_str()) << static_cast<int>(i);
}

/// The promises of fold.h, on every graph: one module, inner values stay inside, only the last one's results go on.
void TestFold::fixtures() {
    QFETCH(int, stage);
    const auto index = test::fixtureIndex(test::fixtureStages()[static_cast<std::size_t>(stage)]);
    const Folding& folding = index->folding();
    for (std::size_t i = 0; i < folding.size(); ++i) {
        const PatternId id(i);
        const Pattern& pattern = folding.pattern(id);
        QVERIFY(pattern.nodes.size() >= 2 && !pattern.name.empty());
        for (const NodeId node : pattern.nodes) {
            QVERIFY(folding.patternOf(node) == id);
            QVERIFY(index->hierarchy().moduleOf(node) == index->hierarchy().moduleOf(pattern.nodes.front()));
            if (node == pattern.nodes.back()) continue;
            QVERIFY(index->flow().position(node) < index->flow().position(pattern.nodes.back()));
            for (const ValueId value : index->flow().results(node)) {
                QVERIFY(!index->flow().leavesGraph(value));
                for (const NodeId user : index->flow().consumers(value)) QVERIFY(folding.patternOf(user) == id);
            }
        }
    }
}

QTEST_GUILESS_MAIN(TestFold)
#include "tst_fold.moc"
