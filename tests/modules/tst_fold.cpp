// Folded patterns: which runs are one thing, and that contracting them never hides a value or makes a cycle.
#include <QtTest>

#include "graph/compare_text.h"
#include "graph/fixture_graphs.h"
#include "graph/model_builder.h"
#include "modules/fold.h"
#include "modules/pattern_rules.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::graph;
using namespace etscope::modules;
using test::ModelBuilder;

class TestFold : public QObject {
    Q_OBJECT
private slots:
    void nothing();
    void silu();
    void gateIsNoSilu();
    void quantiseAndDequantise();
    void dynamicQuantise();
    void quantisedOperator();
    void quantisedOperatorWhoseInputsAreShared();
    void dynamicallyQuantisedOperator();
    void shapeRun();
    void longShapeRunIsShortened();
    void valuesThatLeaveStopARun_data();
    void valuesThatLeaveStopARun();
    void modulesAreKeptApart();
    void nodesWithGraphsAreKept();
    void oneNodeOnePattern();
    void longRun();
    void rmsNorm();
    void attentionThroughShapes();
    void rotaryTables();
    void swiGlu();
    void decoderOfAFixture();
    void rulesOfTheUser();
    void wrongRules_data();
    void wrongRules();
    void missingSharedStep();
    void manyWays();
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

std::string aten(const char* name) { return std::string("executorch.exir.dialects.edge.ops.aten.") + name + ".default"; }

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

/// What is dequantised for it alone, its activation and what quantises its result are one item with the operator.
void TestFold::quantisedOperator() {
    ModelBuilder m;
    const ValueId weight = m.node("dw", kDequantise, {m.input("w", graph::InputKind::Parameter, "w")});
    const ValueId x = m.node("dx", kDequantise, {m.input("x")});
    const ValueId conv = m.node("conv", aten("convolution"), {x, m.node("t", kPermute, {weight})});
    const ValueId q = m.node("q", kQuantise, {m.node("relu", aten("relu"), {conv})});
    m.output(m.node("left", aten("add"), {m.node("d1", kDequantise, {q}), m.node("d2", kDequantise, {q})}));
    COMPARE_TEXT(foldText(*m.index()),
                 "quantised convolution [compute]: dw dx t conv relu q; quantised add [element-wise]: d1 d2 left");
}

void TestFold::quantisedOperatorWhoseInputsAreShared() {
    ModelBuilder m;
    const ValueId x = m.node("dx", kDequantise, {m.input("x")});
    const ValueId a = m.node("a", kLinear, {x, m.node("da", kDequantise, {m.input("wa", graph::InputKind::Parameter, "wa")})});
    const ValueId b = m.node("b", kLinear, {x, m.node("db", kDequantise, {m.input("wb", graph::InputKind::Parameter, "wb")})});
    m.output(m.node("sum", "custom.sum.default", {a, b}));
    COMPARE_TEXT(foldText(*m.index()), "quantised linear [compute]: da a; quantised linear [compute]: db b");
}

void TestFold::dynamicallyQuantisedOperator() {
    for (const bool weightFirst : {false, true}) {
        ModelBuilder m;
        const ValueId x = m.input("x"), stored = m.input("w", graph::InputKind::Parameter, "w");
        ValueId weight;
        if (weightFirst) weight = m.node("dw", "torchao.dequantize_affine.default", {stored});
        const ValueId scale = m.node("choose", "torchao.choose_qparams_affine.default", {x});
        const ValueId back =
            m.node("dq", "torchao.dequantize_affine.default", {m.node("q", "torchao.quantize_affine.default", {x, scale}), scale});
        if (!weightFirst) weight = m.node("dw", "torchao.dequantize_affine.default", {stored});
        m.output(m.node("linear", kLinear, {back, weight}));
        COMPARE_TEXT(foldText(*m.index()), weightFirst ? "quantised linear [compute]: dw choose q dq linear"
                                                       : "quantised linear [compute]: choose q dq dw linear");
    }
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

void TestFold::rmsNorm() {
    ModelBuilder m;
    const ValueId x = m.input("x"), eps = m.input("eps", graph::InputKind::Buffer, "eps"),
                  weight = m.input("w", graph::InputKind::Parameter, "w");
    const ValueId square = m.node("pow", aten("pow"), {x});
    const ValueId root =
        m.node("rsqrt", aten("rsqrt"), {m.node("add", aten("add"), {m.node("mean", aten("mean"), {square}), eps})});
    const ValueId scaled = m.node("mul", aten("mul"), {x, root});
    m.output(m.node("mul_1", aten("mul"), {scaled, weight}));
    COMPARE_TEXT(foldText(*m.index()), "RMSNorm [normalise]: pow mean add rsqrt mul mul_1");
    // Without a weight the last, optional step is missing; when the root is used elsewhere, too, nothing folds.
    ModelBuilder bare;
    const ValueId y = bare.input("x");
    const ValueId r =
        bare.node("rsqrt", aten("rsqrt"),
                  {bare.node("add", aten("add"), {bare.node("mean", aten("mean"), {bare.node("pow", aten("pow"), {y})})})});
    bare.output(bare.node("mul", aten("mul"), {y, r}));
    COMPARE_TEXT(foldText(*bare.index()), "RMSNorm [normalise]: pow mean add rsqrt mul");
}

void TestFold::attentionThroughShapes() {
    ModelBuilder m;
    const ValueId q = m.input("q"), k = m.input("k"), v = m.input("v"), mask = m.input("mask");
    const ValueId scores = m.node("view", aten("view_copy"), {m.node("bmm", aten("bmm"), {q, k})});
    const ValueId soft = m.node("softmax", aten("_softmax"), {m.node("add", aten("add"), {scores, mask})});
    m.output(m.node("bmm_1", aten("bmm"), {m.node("expand", aten("expand_copy"), {soft}), v}));
    COMPARE_TEXT(foldText(*m.index()), "scaled dot product attention [compute]: bmm view add softmax expand bmm_1");
}

void TestFold::rotaryTables() {
    ModelBuilder m;
    const ValueId x = m.input("x"), cos = m.input("cos"), sin = m.input("sin");
    const ValueId plain = m.node("mul", aten("mul"), {x, cos});
    const ValueId low = m.node("slice", aten("slice_copy"), {x}), high = m.node("slice_1", aten("slice_copy"), {x});
    const ValueId turned = m.node("cat", aten("cat"), {m.node("neg", aten("neg"), {high}), low});
    m.output(m.node("add", aten("add"), {plain, m.node("mul_1", aten("mul"), {turned, sin})}));
    COMPARE_TEXT(foldText(*m.index()), "RoPE [element-wise]: mul slice slice_1 neg cat mul_1 add");
}

void TestFold::swiGlu() {
    ModelBuilder m;
    const ValueId x = m.input("x");
    const ValueId gate = m.node("w1", aten("linear"), {x}), up = m.node("w3", aten("linear"), {x});
    const ValueId silu = m.node("mul", aten("mul"), {gate, m.node("sigmoid", aten("sigmoid"), {gate})});
    m.output(m.node("mul_1", aten("mul"), {silu, up}));
    COMPARE_TEXT(foldText(*m.index()), "SwiGLU [activation]: sigmoid mul mul_1");
}

void TestFold::decoderOfAFixture() {
    const std::string path = ETSCOPE_SHARED_DIR "/fixtures/llama/model.etrecord";
    if (!QFile::exists(QString::fromStdString(path))) QSKIP("the shared fixtures are not here");
    const auto index = test::fixtureIndex({path, "forward", "edge"});
    std::map<std::string, int> counts;
    for (std::size_t i = 0; i < index->folding().size(); ++i) ++counts[index->folding().pattern(PatternId(i)).name];
    QCOMPARE(counts["RMSNorm"], 5);                       // two a layer and the last one
    QCOMPARE(counts["scaled dot product attention"], 2);  // one a layer
    QCOMPARE(counts["RoPE"], 4);                          // queries and keys
    QCOMPARE(counts["SwiGLU"], 2);
}

void TestFold::rulesOfTheUser() {
    const auto rules = parsePatternRules(
        R"({"patterns": [{"name": "mine", "family": "compute", "steps": [{"op": "cos"}, {"op": "tan", "of": [0]}]}]})", "test");
    QVERIFY(rules && rules->size() == 1);
    addPatternRules(*rules);
    ModelBuilder m;
    m.output(m.node("tan", aten("tan"), {m.node("cos", aten("cos"), {m.input("x")})}));
    COMPARE_TEXT(foldText(*m.index()), "mine [compute]: cos tan");
}

void TestFold::wrongRules_data() {
    QTest::addColumn<QString>("json");
    const auto add = [](const char* name, const char* json) { QTest::newRow(name) << json; };
    add("no JSON", "{");
    add("no list", R"({"patterns": 3})");
    add("no name", R"({"patterns": [{"steps": []}]})");
    add("one step", R"({"patterns": [{"name": "a", "steps": [{"op": "x"}]}]})");
    add("no such family", R"({"patterns": [{"name": "a", "family": "b", "steps": [{"op": "x"}, {"op": "y", "of": [0]}]}]})");
    add("a later step", R"({"patterns": [{"name": "a", "steps": [{"op": "x"}, {"op": "y", "of": [1]}]}]})");
    add("hangs on nothing", R"({"patterns": [{"name": "a", "steps": [{"op": "x"}, {"op": "y"}]}]})");
    add("no operator", R"({"patterns": [{"name": "a", "steps": [{"op": "x"}, {"of": [0]}]}]})");
    add("optional first", R"({"patterns": [{"name": "a", "steps": [{"op": "x", "optional": true}, {"op": "y", "of": [0]}]}]})");
    add("of twice", R"({"patterns": [{"name": "a", "steps": [{"op": "x"}, {"op": "y", "of": [0, 0]}]}]})");
    add("into a later step", R"({"patterns": [{"name": "a", "steps": [{"op": "x"}, {"op": "y", "into": 1}]}]})");
    add("into and of", R"({"patterns": [{"name": "a", "steps": [{"op": "x"}, {"op": "y", "of": [0], "into": 0}]}]})");
    add("like no step", R"({"patterns": [{"name": "a", "like": 2, "steps": [{"op": "x"}, {"op": "y", "of": [0]}]}]})");
    add("like an optional step",
        R"({"patterns": [{"name": "a", "like": 1, "steps": [{"op": "x"}, {"op": "y", "of": [0], "optional": true}]}]})");
    add("of is text", R"({"patterns": [{"name": "a", "steps": [{"op": "x"}, {"op": "y", "of": ["0"]}]}]})");
}

void TestFold::wrongRules() {
    QFETCH(QString, json);
    const auto rules = parsePatternRules(json.toStdString(), "test");
    QVERIFY(!rules);
    COMPARE_TEXT(rules.error().code, "patterns-invalid");
}

/// An optional step that hangs on a shared input only, with and without steps behind it.
void TestFold::missingSharedStep() {
    for (const char* tail : {"", R"(, {"op": "tan", "of": [1]})"}) {
        const auto rules = parsePatternRules(
            std::string(
                R"({"patterns": [{"name": "shared", "steps": [{"op": "acos"}, {"op": "zzz", "shares": 0, "optional": true})") +
                tail + "]}]}",
            "test");
        QVERIFY(rules);
        addPatternRules(*rules);
    }
    ModelBuilder m;
    m.output(m.node("tan", aten("tan"), {m.node("acos", aten("acos"), {m.input("x")})}));
    COMPARE_TEXT(foldText(*m.index()), "shared [other]: acos tan");
}

/// Very many operators that could each be the next step.
void TestFold::manyWays() {
    ModelBuilder m;
    const ValueId x = m.input("x");
    for (int i = 0; i < 2000; ++i) m.output(m.node("mul" + std::to_string(i), aten("mul"), {x, x}));
    for (int i = 0; i < 2000; ++i) m.output(m.node("slice" + std::to_string(i), aten("slice"), {x}));
    QCOMPARE(m.index()->folding().size(), std::size_t(0));
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

ETSCOPE_TEST(TestFold)
#include "tst_fold.moc"
