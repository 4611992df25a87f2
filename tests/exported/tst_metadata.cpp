#include <QtTest>

#include "exported/metadata.h"
#include "exported/program_reading.h"
#include "support/test_case.h"

using namespace etscope;

class TestMetadata : public QObject {
    Q_OBJECT
private slots:
    void moduleStack_data();
    void moduleStack();
    void stackTrace_data();
    void stackTrace();
    void fromNode_data();
    void fromNode();
    void readFromTheDocument();
    void damagedText();
};

void TestMetadata::moduleStack_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("items");  // key|path|type, items separated by blanks
    const auto row = [](const char* name, const char* text, const char* items) { QTest::newRow(name) << text << items; };
    row("empty", "", "");
    row("root", "L__self__,,demo.Model", "L__self__||demo.Model");
    row("nested", "L__self__,,demo.Model;L__self___layers_0,layers.0,demo.Block",
        "L__self__||demo.Model L__self___layers_0|layers.0|demo.Block");
    row("self", "L__self__,L['self'],demo.Model;a,L['self'].layers.0,demo.Block", "L__self__||demo.Model a|layers.0|demo.Block");
    row("brackets", "k,L['self'].layers.slice(1, None, None),torch.nn.Sequential",
        "k|layers.slice(1, None, None)|torch.nn.Sequential");
    row("repeated call", "L__self__fc@1,fc,torch.nn.modules.linear.Linear", "L__self__fc@1|fc|torch.nn.modules.linear.Linear");
    row("local class", "L__self__,,a.<locals>.B", "L__self__||a.<locals>.B");
    row("hook",
        "_empty_nn_module_stack_from_metadata_hook,_empty_nn_module_stack_from_metadata_hook,_empty_nn_module_stack_from_metadata_"
        "hook",
        "_empty_nn_module_stack_from_metadata_hook|_empty_nn_module_stack_from_metadata_hook|_empty_nn_module_stack_from_metadata_"
        "hook");
    row("lone word", "_empty_nn_module_stack_from_metadata_hook",
        "_empty_nn_module_stack_from_metadata_hook|_empty_nn_module_stack_from_metadata_hook|_empty_nn_module_stack_from_metadata_"
        "hook");
    row("two parts", "key,demo.Model", "key||demo.Model");
    row("four parts", "key,a,b,demo.Model", "key|a,b|demo.Model");
    row("blanks", " key , a , demo.Model ", "key|a|demo.Model");
    row("open bracket", "key,a(1,demo.Model", "key|a(1|demo.Model");
    row("closed bracket", "key,a),b,demo.Model", "key|a),b|demo.Model");
    row("empty items", ";;key,a,T;", "key|a|T");
    row("commas only", ",,", "||");
}

void TestMetadata::moduleStack() {
    QFETCH(QString, text);
    QFETCH(QString, items);
    std::string seen;
    for (const exported::ModuleCall& call : exported::parseModuleStack(text.toStdString()))
        seen += (seen.empty() ? "" : " ") + call.key + "|" + call.path + "|" + call.type;
    QCOMPARE(QString::fromStdString(seen), items);
}

void TestMetadata::stackTrace_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("frames");  // file:line:function:text, one a line
    const auto row = [](const char* name, const char* text, const char* frames) { QTest::newRow(name) << text << frames; };
    row("empty", "", "");
    row("one frame", "  File \"model.py\", line 7, in forward\n    y = x + self.w\n", "model.py:7:forward:y = x + self.w\n");
    row("no blanks", "File \"a.py\", line 1, in f\n    g()\n  File \"b.py\", line 2, in g\n    return 1",
        "a.py:1:f:g()\nb.py:2:g:return 1\n");
    row("markers", "  File \"a.py\", line 1, in f\n    res = g(x)\n          ^^^^\n  File \"b.py\", line 2, in g\n    h()\n",
        "a.py:1:f:res = g(x)\nb.py:2:g:h()\n");
    row("generated", "  File \"<eval_with_key>.9994\", line 13, in forward\n    cond = torch.ops.higher_order.cond(l)",
        "<eval_with_key>.9994:13:forward:cond = torch.ops.higher_order.cond(l)\n");
    row("no source", "  File \"a.py\", line 24, in insert\n  File \"b.py\", line 25, in other",
        "a.py:24:insert:\nb.py:25:other:\n");
    row("no function", "  File \"a.py\", line 24\n    x", "a.py:24::x\n");
    row("quotes in path", "  File \"a\", line 3, in x/b.py\", line 7, in f\n    y", "a\", line 3, in x/b.py:7:f:y\n");
    row("odd function", "  File \"a.py\", line 7, in <lambda>\n    y", "a.py:7:<lambda>:y\n");
    row("carriage returns", "  File \"a.py\", line 7, in f\r\n    y\r\n", "a.py:7:f:y\n");
    row("prose", "Traceback (most recent call last):\nnothing here\n", "");
    row("no number", "  File \"a.py\", line x, in f\n    y", "");
}

void TestMetadata::stackTrace() {
    QFETCH(QString, text);
    QFETCH(QString, frames);
    std::string seen;
    for (const exported::Frame& frame : exported::parseStackTrace(text.toStdString()))
        seen += frame.file + ":" + std::to_string(frame.line) + ":" + frame.function + ":" + frame.text + "\n";
    QCOMPARE(QString::fromStdString(seen), frames);
}

void TestMetadata::fromNode_data() {
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("chain");
    const auto row = [](const char* name, const char* json, const char* chain) { QTest::newRow(name) << json << chain; };
    row("empty", "", "");
    row("null", "null", "");
    row("None", "None", "");
    row("no records", "[]", "");
    row("one",
        R"([{"name": "add", "target": "aten.add.Tensor", "graph_id": 139872000111222, "pass_name": "ExportPass", "action": "create", "from_node": []}])",
        "add.139872000111222(ExportPass create)");
    row("chain",
        R"([{"name":"a","graph_id":3,"from_node":[{"name":"b","graph_id":2,"from_node":[{"name":"c","graph_id":1,"from_node":[]}]}]}])",
        "a.3( ) b.2( ) c.1( )");
    row("last of each level",
        R"([{"name":"x","graph_id":9,"from_node":[]},{"name":"a","graph_id":3,"from_node":[{"name":"y","graph_id":8,"from_node":[{"name":"z","graph_id":7}]},{"name":"b","graph_id":2}]}])",
        "a.3( ) b.2( )");
    row("list of actions", R"([{"name":"a","graph_id":1,"action":["create","replace"],"from_node":null}])", "a.1( create+replace)");
    row("absent members", "[{}]", ".-1( )");
    row("members in another order", R"([{"from_node":[{"name":"b","graph_id":1}],"graph_id":2,"name":"a"}])", "a.2( ) b.1( )");
    row("damaged", R"([{"name": )", "error provenance-damaged");
    row("no list", R"({"name": "a"})", "error provenance-damaged");
}

void TestMetadata::fromNode() {
    QFETCH(QString, json);
    QFETCH(QString, chain);
    const auto records = exported::parseFromNode(json.toStdString());
    std::string seen = records ? "" : "error " + records.error().code;
    if (records)
        for (const exported::NodeSource& source : *records)
            seen += (seen.empty() ? "" : " ") + source.name + "." + std::to_string(source.graphId) + "(" + source.passName + " " +
                    source.action + ")";
    QCOMPARE(QString::fromStdString(seen), chain);
}

void TestMetadata::readFromTheDocument() {
    const std::string json =
        test::replaced(test::programJson(), R"("torch_fn":)",
                       R"("from_node":"[{\"name\": \"n\\u00e9\", \"graph_id\": 5, \"from_node\": []}]","torch_fn":)");
    const auto read = test::readProgram(json);
    const auto frames = exported::stackTrace(read.graph(), read.node(0));
    QVERIFY(frames);
    QCOMPARE(frames->size(), std::size_t{1});
    QCOMPARE((*frames)[0].file, std::string("model.py"));
    QCOMPARE((*frames)[0].text, std::string("return x + self.w"));
    const auto chain = exported::fromNode(read.graph(), read.node(0));
    QVERIFY(chain);
    QCOMPARE((*chain)[0].name, std::string("n\xC3\xA9"));
    const auto modules = exported::moduleStack(read.graph(), read.node(0));
    QCOMPARE(modules[0].type, std::string("demo.Add"));
    const auto without = test::readProgram(test::programWithArgument(R"({"as_int":1})"));
    QVERIFY(exported::stackTrace(without.graph(), without.node(0))->empty());
    QVERIFY(exported::fromNode(without.graph(), without.node(0))->empty());
}

void TestMetadata::damagedText() {
    const auto read = test::readProgram(test::replaced(test::programJson(), "return x + self.w", "return \xFF\\q"));
    const auto frames = exported::stackTrace(read.graph(), read.node(0));
    QVERIFY(!frames);
    QCOMPARE(frames.error().code, std::string("json-string-damaged"));
    const auto repaired = test::readProgram(test::replaced(test::programJson(), "return x + self.w", "return \xFF"));
    QCOMPARE((*exported::stackTrace(repaired.graph(), repaired.node(0)))[0].text, std::string("return \xEF\xBF\xBD"));
    const std::string deep = test::repeated(R"([{"from_node": )", 50'000);
    const auto chain = exported::parseFromNode(deep);
    QVERIFY(!chain);
    QCOMPARE(chain.error().code, std::string("provenance-damaged"));
}

ETSCOPE_TEST(TestMetadata)
#include "tst_metadata.moc"
