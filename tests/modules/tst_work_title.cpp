// What operators and nodes are called for people, and the work of several nodes: in made graphs and in those of the records.
#include <QtTest>
#include <set>

#include "graph/fixture_graphs.h"
#include "modules/work_title.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::modules;

class TestWorkTitle : public QObject {
    Q_OBJECT
private slots:
    void operators_data();
    void operators();
    void nodes_data();
    void nodes();
    void nodesOfTheFixtures();
    void ofTheSample_data();
    void ofTheSample();
    void everyModuleHasOne();
};

void TestWorkTitle::operators_data() {
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("shown");
    for (const auto& [title, shown] :
         {std::pair("aten.linear", "linear"), std::pair("aten.linear.default", "linear"),
          std::pair("aten.add.Scalar", "add.Scalar"), std::pair("aten::copy_", "copy_"), std::pair("aten::add.out", "add.out"),
          std::pair("getitem", "getitem"), std::pair("dim_order_ops._to_dim_order_copy", "_to_dim_order_copy"),
          std::pair("quantized_decomposed.quantize_per_tensor", "quantize_per_tensor"),
          std::pair("llama.update_cache", "llama.update_cache"), std::pair("", "")})
        QTest::newRow(title) << title << shown;
}

void TestWorkTitle::operators() {
    QFETCH(QString, title);
    QFETCH(QString, shown);
    QCOMPARE(QString::fromStdString(shownOperator(title.toStdString())), shown);
}

void TestWorkTitle::nodes_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("shown");
    for (const auto& [name, shown] :
         {std::pair("aten_linear_default_83", "linear_83"), std::pair("aten_linear_default", "linear"),
          std::pair("aten_add_tensor_4", "add_tensor_4"), std::pair("aten__softmax_default_2", "softmax_2"),
          std::pair("quantized_decomposed_quantize_per_tensor_default", "quantize_per_tensor"),
          std::pair("dim_order_ops__clone_dim_order_default_1", "clone_dim_order_1"), std::pair("linear_3", "linear_3"),
          std::pair("cond/true_graph/aten_sin_default", "cond/true_graph/sin"), std::pair("0/34", "0/34"),
          std::pair("aten_", "aten_"), std::pair("_default", "_default"), std::pair("x_default_value", "x_default_value")})
        QTest::newRow(name) << name << shown;
}

void TestWorkTitle::nodes() {
    QFETCH(QString, name);
    QFETCH(QString, shown);
    QCOMPARE(QString::fromStdString(shownNode(name.toStdString())), shown);
}

/// Each name is one node's, in every graph of every record.
void TestWorkTitle::nodesOfTheFixtures() {
    for (const test::FixtureStage& stage : test::fixtureStages()) {
        const auto index = test::fixtureIndex(stage);
        const graph::GraphModel& model = index->model();
        const ShownNodes shown(model);
        std::set<std::pair<graph::GraphId, std::string>> names;
        for (std::uint32_t i = 0; i < model.nodeCount(); ++i) {
            const graph::NodeId node(i);
            const std::string& name = shown.of(node);
            QVERIFY2(names.insert({model.node(node).graph, name}).second, (stage.name() + " " + name).c_str());
            QVERIFY2(!name.starts_with("aten_") && !name.ends_with("_default"), (stage.name() + " " + name).c_str());
        }
    }
}

void TestWorkTitle::ofTheSample_data() {
    QTest::addColumn<QStringList>("modules");
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("brief");
    const auto add = [](const QStringList& modules, const char* title, const char* brief) {
        QTest::newRow(title) << modules << title << brief;
    };
    add({"layers.0.attention.wo"}, "linear · layers.0.attention.wo", "wo");
    add({"layers.0.attention_norm", "layers.0.attention.wq", "layers.0.attention.wk", "layers.0.attention.wv"},
        "RMSNorm + wq wk wv · layers.0", "attention");
    add({"layers.1.ffn_norm", "layers.1.feed_forward", "norm"}, "RMSNorm + feed_forward · layers.1", "feed_forward");
}

/// All nodes of some modules of the decoder.
void TestWorkTitle::ofTheSample() {
    QFETCH(QStringList, modules);
    QFETCH(QString, title);
    QFETCH(QString, brief);
    const auto index = test::fixtureIndex({"vlm/model.etrecord", "text_decoder", "edge"});
    std::vector<graph::NodeId> nodes;
    for (const QString& path : modules) {
        const ModuleId module = index->hierarchy().findPath(path.toStdString());
        QVERIFY2(module.valid(), qPrintable(path));
        const auto below = index->hierarchy().nodesBelow(module);
        nodes.insert(nodes.end(), below.begin(), below.end());
    }
    const WorkTitle told = titleOfWork(*index, nodes);
    QCOMPARE(QString::fromStdString(told.text()), title);
    QCOMPARE(QString::fromStdString(told.brief()), brief);
    QVERIFY(titleOfWork(*index, {}).text().empty());
}

/// None is long, and none is empty where there are nodes.
void TestWorkTitle::everyModuleHasOne() {
    for (const test::FixtureStage& stage : test::fixtureStages()) {
        const auto index = test::fixtureIndex(stage);
        for (std::uint32_t i = 0; i < index->hierarchy().size(); ++i) {
            const auto below = index->hierarchy().nodesBelow(ModuleId(i));
            const WorkTitle told = titleOfWork(*index, below);
            QVERIFY2(told.what.empty() == below.empty(), stage.name().c_str());
            QVERIFY2(told.what.find("aten") == std::string::npos && told.what.find("…") == std::string::npos, told.what.c_str());
            QVERIFY2(std::ranges::count(told.what, '+') < 5, told.what.c_str());
        }
    }
}

ETSCOPE_TEST(TestWorkTitle)
#include "tst_work_title.moc"
