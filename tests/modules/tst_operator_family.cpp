// Titles, words and families of operators in the spellings of all stages.
#include <QtTest>
#include <set>

#include "graph/fixture_graphs.h"
#include "modules/operator_family.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::graph;
using namespace etscope::modules;

class TestOperatorFamily : public QObject {
    Q_OBJECT
private slots:
    void names_data();
    void names();
    void words_data();
    void words();
    void familyWords();
    void oddTargets_data();
    void oddTargets();
    void fixturesAreKnown();
    void nodes_data();
    void nodes();
    void namedNodes();
};

void TestOperatorFamily::names_data() {
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("family");
    QTest::addColumn<bool>("oneLine");
    const auto add = [](const char* target, const char* title, const char* family, bool oneLine) {
        QTest::newRow(target) << target << title << family << oneLine;
    };
    const char *edge = "executorch.exir.dialects.edge.ops.aten.linear.default", *exported = "torch.ops.aten.linear.default";
    add(edge, "aten.linear", "compute", false);
    add(exported, "aten.linear", "compute", false);
    add("aten::linear.out", "aten.linear", "compute", false);
    for (const char* recurrent : {"lstm", "gru", "rnn_tanh", "rnn_relu"})
        add((std::string("torch.ops.aten.") + recurrent + ".input").c_str(), (std::string("aten.") + recurrent).c_str(), "compute",
            false);
    add("torch.ops.aten.conv2d.default", "aten.conv2d", "compute", false);
    add("executorch.exir.dialects.edge.ops.aten.add.Tensor", "aten.add", "element-wise", true);
    add("torch.ops.aten.add_.Tensor", "aten.add_", "element-wise", true);
    add("aten::mul.out", "aten.mul", "element-wise", true);
    add("_operator.ge", "ge", "element-wise", true);
    add("torch.ops.aten.rms_norm.default", "aten.rms_norm", "normalise", false);
    add("executorch.exir.dialects.edge.ops.aten._softmax.default", "aten._softmax", "normalise", false);
    add("torch.ops.aten.silu.default", "aten.silu", "activation", false);
    add("executorch.exir.dialects.edge.ops.aten.view_copy.default", "aten.view_copy", "shape", true);
    add("executorch.exir.dialects.edge.ops.dim_order_ops._clone_dim_order.default", "dim_order_ops._clone_dim_order", "shape",
        true);
    add("executorch.exir.dialects.edge.ops.dim_order_ops._to_dim_order_copy.default", "dim_order_ops._to_dim_order_copy", "shape",
        true);
    add("_operator.getitem", "getitem", "shape", true);
    add("torch.ops.quantized_decomposed.quantize_per_tensor.default", "quantized_decomposed.quantize_per_tensor", "quantise",
        false);
    add("quantized_decomposed::choose_qparams.Tensor_out", "quantized_decomposed.choose_qparams", "quantise", false);
    add("torch.ops.aten.index_put_.default", "aten.index_put_", "memory", false);
    add("torch.ops.higher_order.cond", "cond", "control", false);
    add("torch.ops.higher_order.map_impl", "map_impl", "control", false);
    add("torch.ops.aten._assert_scalar.default", "aten._assert_scalar", "control", false);
    add("torch.ops.higher_order.executorch_call_delegate", "delegate", "delegate", false);
    add("delegate_call", "delegate", "delegate", false);
    add("XNNFullyConnected", "XNNFullyConnected", "compute", false);
    add("XNNReciprocalSquareRoot", "XNNReciprocalSquareRoot", "element-wise", true);
    add("XNNConvert", "XNNConvert", "quantise", false);
    add("XNNConcatenate4", "XNNConcatenate4", "shape", true);
    add("torch.ops.mylib.fancy.default", "mylib.fancy", "other", false);
}

void TestOperatorFamily::names() {
    QFETCH(QString, target);
    const OperatorName name = describeOperator(target.toStdString());
    QTEST(QString::fromStdString(name.title), "title");
    const std::string_view family = familyName(name.family);
    QTEST(QString::fromUtf8(family.data(), static_cast<qsizetype>(family.size())), "family");
    QTEST(name.oneLine, "oneLine");
}

void TestOperatorFamily::words_data() {
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("word");
    QTest::newRow("edge copy") << "executorch.exir.dialects.edge.ops.aten.view_copy.default"
                               << "view";
    QTest::newRow("in place") << "aten::add_.Tensor"
                              << "add";
    QTest::newRow("private") << "executorch.exir.dialects.edge.ops.aten._softmax.default"
                             << "softmax";
    QTest::newRow("private copy") << "torch.ops.aten._to_copy.default"
                                  << "to";
    QTest::newRow("copy itself") << "aten::copy_"
                                 << "copy";
    QTest::newRow("capitals") << "torch.ops.mylib.FusedNorm.default"
                              << "fusednorm";
    QTest::newRow("higher order") << "torch.ops.higher_order.cond"
                                  << "cond";
    QTest::newRow("python operator") << "_operator.getitem"
                                     << "getitem";
    QTest::newRow("bare") << "delegate_call"
                          << "delegate_call";
    QTest::newRow("backend dialect") << "executorch.exir.dialects.backend.ops.xnnpack.conv.default"
                                     << "conv";
}

void TestOperatorFamily::words() {
    QFETCH(QString, target);
    QTEST(QString::fromStdString(operatorWord(target.toStdString())), "word");
}

void TestOperatorFamily::familyWords() {
    std::set<std::string_view> words;
    for (std::size_t i = 0; i < kOperatorFamilyCount; ++i) words.insert(familyName(static_cast<OperatorFamily>(i)));
    QCOMPARE(words.size(), kOperatorFamilyCount);
    QVERIFY(words.contains("compute") && words.contains("element-wise") && words.contains("normalise"));
    QVERIFY(!words.contains(""));
}

void TestOperatorFamily::oddTargets_data() {
    QTest::addColumn<QByteArray>("target");
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("dot") << QByteArray(".");
    QTest::newRow("dots") << QByteArray("......");
    QTest::newRow("colons") << QByteArray("::");
    QTest::newRow("prefix alone") << QByteArray("torch.ops.");
    QTest::newRow("underscores") << QByteArray("aten::___");
    QTest::newRow("bytes") << QByteArray("\xFF\xC3(\0)x", 6);
    QTest::newRow("long") << QByteArray(1'000'000, '_');
}

/// No name makes it fail; what is not known is Other.
void TestOperatorFamily::oddTargets() {
    QFETCH(QByteArray, target);
    const std::string_view text(target.constData(), static_cast<std::size_t>(target.size()));
    QCOMPARE(describeOperator(text).family, OperatorFamily::Other);
    QVERIFY(operatorWord(text).size() <= text.size());
}

/// All operators of the committed records but two are of a known family, and have a title without dialect and overload.
void TestOperatorFamily::fixturesAreKnown() {
    std::set<std::string> other;
    for (const auto& stage : test::fixtureStages()) {
        const auto index = test::fixtureIndex(stage);
        for (std::uint32_t n = 0; n < index->model().nodeCount(); ++n) {
            const OperatorName& name = index->operatorOf(NodeId(n));
            if (name.family == OperatorFamily::Other) other.insert(name.title);
            QVERIFY2(!name.title.empty() && name.title.find(".ops.") == std::string::npos, name.title.c_str());
            QVERIFY2(std::count(name.title.begin(), name.title.end(), '.') <= 1, name.title.c_str());
        }
    }
    std::string names;
    for (const std::string& name : other) names += (names.empty() ? "" : " ") + name;
    QVERIFY2(names == "aten.nonzero executorch_devtools.tap", names.c_str());
}

void TestOperatorFamily::nodes_data() {
    QTest::addColumn<QByteArray>("node");
    QTest::addColumn<QString>("family");
    const auto add = [](const QByteArray& node, const char* family) { QTest::newRow(node.left(40)) << node << family; };
    add("aten_linear_default_83", "compute");
    add("linear", "compute");
    add("cond/true_graph/aten_addmm_default", "compute");
    add("aten_convolution_default_1", "compute");
    add("aten_add_tensor", "element-wise");
    add("aten__softmax_default", "normalise");
    add("aten_gelu_default_2", "activation");
    add("aten_permute_copy_default_3", "shape");
    add("dim_order_ops__to_dim_order_copy_default", "shape");
    add("quantized_decomposed_quantize_per_tensor_default", "quantise");
    add("executorch_call_delegate_1", "delegate");
    add("aten_nonzero_default", "other");
    add("", "other");
    add(QByteArray(1'000'000, '_'), "other");
}

void TestOperatorFamily::nodes() {
    QFETCH(QByteArray, node);
    const std::string_view name(node.constData(), static_cast<std::size_t>(node.size()));
    QFETCH(QString, family);
    QCOMPARE(QString::fromStdString(std::string(familyName(familyOfNode(name)))), family);
}

/// A call is named after what it computes, not after the views around it.
void TestOperatorFamily::namedNodes() {
    const auto named = [](const std::vector<std::string>& nodes) { return nodes[namedNode(nodes)]; };
    QCOMPARE(named({"aten_permute_copy_default", "aten_addmm_default"}), std::string("aten_addmm_default"));
    QCOMPARE(named({"aten_linear_default", "aten_view_copy_default"}), std::string("aten_linear_default"));
    QCOMPARE(named({"aten_linear_default", "aten_relu_default", "aten_linear_default_1"}), std::string("aten_linear_default_1"));
    QCOMPARE(named({"aten_permute_copy_default", "aten_view_copy_default"}), std::string("aten_view_copy_default"));
}

ETSCOPE_TEST(TestOperatorFamily)
#include "tst_operator_family.moc"
