#include <QtTest>

#include "exported/program_reading.h"
#include "support/test_case.h"

using namespace etscope;

class TestArguments : public QObject {
    Q_OBJECT
private slots:
    void everyKind_data();
    void everyKind();
    void wideUnions();
    void positional_data();
    void positional();
    void results_data();
    void results();
    void resultsKnowTheirPlace();
    void symbolicNamesInTensorArguments();
    void customObjects();
    void damagedArgumentsAreReported();
};

void TestArguments::everyKind_data() {
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("argument");
    const auto row = [](const char* name, const char* json, const char* argument) { QTest::newRow(name) << json << argument; };
    row("none, 5.x", R"({"as_none": []})", "None");
    row("none, 8.x", R"({"as_none": true})", "None");
    row("none, wide", R"({"as_none": null})", "None");
    row("tensor", R"({"as_tensor": {"name": "x"}})", "%x");
    row("tensors", R"({"as_tensors": [{"name": "x"}, {"name": "p_w"}]})", "[%x, %p_w]");
    row("no tensors", R"({"as_tensors": []})", "[]");
    row("nested tensors", R"({"as_nested_tensors": [[{"name": "x"}], []]})", "[[%x], []]");
    row("optional tensor", R"({"as_optional_tensor": {"as_tensor": {"name": "x"}}})", "%x");
    row("no optional tensor", R"({"as_optional_tensor": {"as_none": true}})", "None");
    row("optional tensors", R"({"as_optional_tensors": [{"as_none": []}, {"as_tensor": {"name": "x"}}]})", "[None, %x]");
    row("int", R"({"as_int": 9223372036854775807})", "9223372036854775807");
    row("int that is true", R"({"as_int": true})", "True");
    row("big int", R"({"as_int": 9223372036854775808})", "number 9223372036854775808");
    row("ints", R"({"as_ints": [1, -2]})", "[1, -2]");
    row("int lists", R"({"as_int_lists": [[1, 2], [3]]})", "[[1, 2], [3]]");
    row("float", R"({"as_float": -Infinity})", "float -inf");
    row("integral float", R"({"as_float": 1})", "float 1.000000");
    row("floats", R"({"as_floats": [0.5, NaN]})", "[float 0.500000, float nan]");
    row("float lists", R"({"as_float_lists": [[0.5]]})", "[[float 0.500000]]");
    row("bool", R"({"as_bool": false})", "False");
    row("bools", R"({"as_bools": [true, false]})", "[True, False]");
    row("string", R"({"as_string": "floor \"x\""})", "'floor \"x\"'");
    row("strings", R"({"as_strings": ["a", ""]})", "['a', '']");
    row("sym int name", R"({"as_sym_int": {"as_name": "x"}})", "%x");
    row("sym int value", R"({"as_sym_int": {"as_int": 3}})", "3");
    row("sym ints", R"({"as_sym_ints": [{"as_name": "x"}, {"as_int": 2}, {"as_int": -1}]})", "[%x, 2, -1]");
    row("sym int expression", R"x({"as_sym_int": {"as_expr": {"expr_str": "2*Symbol('s0')", "hint": {"as_int": 6}}}})x",
        "symbol 2*s0");
    row("sym ints with an expression", R"({"as_sym_ints": [{"as_expr": {"hint": null, "expr_str": "s0 + 1"}}, {"as_int": 2}]})",
        "[symbol s0 + 1, 2]");
    row("sym float", R"({"as_sym_float": {"as_float": 2}})", "float 2.000000");
    row("sym floats", R"({"as_sym_floats": [{"as_name": "x"}]})", "[%x]");
    row("sym bool", R"({"as_sym_bool": {"as_bool": true}})", "True");
    row("sym bools", R"({"as_sym_bools": [{"as_name": "x"}, {"as_bool": false}]})", "[%x, False]");
    row("scalar type", R"({"as_scalar_type": 7})", "dtype 6");
    row("scalar type, 8.x", R"({"as_scalar_type": 28})", "dtype 27");
    row("scalar type unknown", R"({"as_scalar_type": 99})", "dtype -100");
    row("memory format", R"({"as_memory_format": 2})", "format channels_last");
    row("memory format unknown", R"({"as_memory_format": 9})", "format unknown:9");
    row("layout", R"({"as_layout": 7})", "layout strided");
    row("layout unknown", R"({"as_layout": -1})", "layout unknown:-1");
    row("device", R"({"as_device": {"type": "cuda", "index": 1}})", "device cuda:1");
    row("device without index", R"({"as_device": {"type": "cpu", "index": null}})", "device cpu");
    row("custom object", R"({"as_custom_obj": {"name": "_custom_obj_0", "class_fqn": "a.B"}})", "object _custom_obj_0");
    row("operator", R"({"as_operator": "torch.ops.aten.add.Tensor"})", "operator torch.ops.aten.add.Tensor");
    row("complex", R"({"as_complex": {"real": 1.0, "imag": -2.5}})", "number (1-2.5j)");
    row("map", R"({"as_string_to_argument": {"a": {"as_int": 1}, "b": {"as_string_to_argument": {}}}})", "[a=1, b=[]]");
    row("token", R"({"as_token": {"name": "x"}})", "%x");
    row("graph", R"({"as_graph": {"name": "g", "graph": {"inputs": [], "outputs": [], "nodes": []}}})", "graph g");
    row("unknown tag", R"({"as_future": {"name": ["x"]}})", "unknown as_future");
    row("undefined name", R"({"as_tensor": {"name": "nobody"}})", "?nobody");
    row("empty union", "{}", "unknown ?");
}

void TestArguments::everyKind() {
    QFETCH(QString, json);
    QFETCH(QString, argument);
    const auto read = test::readProgram(test::programWithArgument(json.toStdString()));
    QVERIFY2(read.program, read.error.message.c_str());
    QCOMPARE(QString::fromStdString(test::shown(read.graph(), read.argument(0, 0))), argument);
    QCOMPARE(read.diagnostics.has("value-undefined"), argument == "?nobody");
    QCOMPARE(read.diagnostics.has("argument-tag-unknown"), argument == "unknown as_future");
}

/// v0.1 to v0.3 name every tag, all but one null.
void TestArguments::wideUnions() {
    const auto read = test::readProgram(test::programWithArgument(
        R"({"as_none": null, "as_tensor": null, "as_sym_ints": [{"as_name": null, "as_int": 4}], "as_device": null, "as_bool": null})"));
    QCOMPARE(test::shown(read.graph(), read.argument(0, 0)), std::string("[4]"));
    QVERIFY(read.diagnostics.empty());
    const auto both = test::readProgram(test::programWithArgument(R"({"as_int": 1, "as_bool": true})"));
    QCOMPARE(test::shown(both.graph(), both.argument(0, 0)), std::string("1"));
    QVERIFY(both.diagnostics.has("union-ambiguous"));
}

void TestArguments::positional_data() {
    QTest::addColumn<QString>("members");
    QTest::addColumn<int>("positional");
    QTest::newRow("not said") << R"("name": "self")" << -1;
    QTest::newRow("no name") << R"("name": "")" << 1;
    QTest::newRow("8.x positional") << R"("name": "self", "kind": 1)" << 1;
    QTest::newRow("8.x keyword") << R"("name": "self", "kind": 2)" << 0;
    QTest::newRow("8.x unknown") << R"("name": "self", "kind": 0)" << -1;
    QTest::newRow("8.x null") << R"("name": "self", "kind": null)" << -1;
}

void TestArguments::positional() {
    QFETCH(QString, members);
    QFETCH(int, positional);
    const std::string node = R"([{"name":"n","target":"op","inputs":[{)" + members.toStdString() +
                             R"(,"arg":{"as_int":1}}],"outputs":[{"as_tensor":{"name":"aten_add_tensor"}}],"metadata":{}}])";
    const auto read = test::readProgram(test::programWithNodes(node));
    QCOMPARE(static_cast<int>(read.argument(0, 0).positional), positional);
}

namespace {

/// Slots of a node's results: "t:a", "[b c]", "-" for none, "=1" for literals.
std::string resultText(const test::ReadProgram& read) {
    std::string text;
    for (const graph::OutputSlot& slot : read.graph().outputs(read.node(0))) {
        std::string values;
        for (const graph::ValueId id : read.graph().values(slot)) {
            const graph::Value& value = read.graph().value(id);
            values += (values.empty() ? "" : " ") + (value.id.valid() ? read.text(value.id) : "=" + read.text(value.expression));
        }
        text += (text.empty() ? "" : ", ") + (slot.kind == graph::ValueKind::List ? "[" + values + "]"
                                              : values.empty()                    ? "-"
                                                                                  : values);
    }
    return text;
}

std::string nodeWithOutputs(const std::string& outputs, const std::string& name = R"("name":"n",)") {
    return "[{" + name + R"("target":"torch.ops.aten.op.default","inputs":[],"outputs":)" + outputs + R"(,"metadata":{}}])";
}

}  // namespace

void TestArguments::results_data() {
    QTest::addColumn<QString>("outputs");
    QTest::addColumn<QString>("slotTexts");
    QTest::addColumn<QString>("derivedId");
    const auto row = [](const char* name, const char* outputs, const char* slotTexts, const char* derivedId) {
        QTest::newRow(name) << outputs << slotTexts << derivedId;
    };
    row("none", "[]", "", "op#0");
    row("tensor", R"([{"as_tensor":{"name":"a"}}])", "a", "a");
    row("sym int", R"([{"as_sym_int":{"as_name":"s"}}])", "s", "s");
    row("literal int", R"([{"as_sym_int":{"as_int":1}}])", "=1", "op#0");
    row("literal bool", R"([{"as_sym_bool":{"as_bool":true}}])", "=true", "op#0");
    row("None", R"([{"as_none":[]}])", "-", "op#0");
    row("list", R"([{"as_tensors":[{"name":"a"},{"name":"b"}]}])", "[a b]", "a");
    row("list of one", R"([{"as_tensors":[{"name":"getitem"}]}])", "[getitem]", "getitem");
    row("tuple", R"([{"as_tensor":{"name":"getitem"}},{"as_tensor":{"name":"n_unused_1"}}])", "getitem, n_unused_1", "getitem");
    row("tuple with None", R"([{"as_none":[]},{"as_tensor":{"name":"b"}}])", "-, b", "b");
    row("tuple with list", R"([{"as_tensor":{"name":"a"}},{"as_tensors":[{"name":"b"},{"name":"c"}]}])", "a, [b c]", "a");
    row("optional list", R"([{"as_optional_tensors":[{"as_none":[]},{"as_tensor":{"name":"b"}}]}])", "[b]", "b");
    row("unknown", R"([{"as_future":1}])", "-", "op#0");
}

void TestArguments::results() {
    QFETCH(QString, outputs);
    QFETCH(QString, slotTexts);
    QFETCH(QString, derivedId);
    const auto named = test::readProgram(test::programWithNodes(nodeWithOutputs(outputs.toStdString())));
    QCOMPARE(QString::fromStdString(resultText(named)), slotTexts);
    QCOMPARE(named.text(named.node(0).id), std::string("n"));
    QVERIFY(!named.node(0).syntheticId);
    const auto nameless = test::readProgram(test::programWithNodes(nodeWithOutputs(outputs.toStdString(), "")));
    QCOMPARE(QString::fromStdString(nameless.text(nameless.node(0).id)), derivedId);
    QVERIFY(nameless.node(0).syntheticId);
}

void TestArguments::resultsKnowTheirPlace() {
    const auto read = test::readProgram(test::programWithNodes(
        nodeWithOutputs(R"([{"as_tensor":{"name":"a"}},{"as_optional_tensors":[{"as_none":[]},{"as_tensor":{"name":"c"}}]}])")));
    const auto outputSlots = read.graph().outputs(read.node(0));
    const graph::Value& plain = read.graph().value(read.graph().values(outputSlots[0])[0]);
    const graph::Value& element = read.graph().value(read.graph().values(outputSlots[1])[0]);
    QCOMPARE(plain.output, 0U);
    QCOMPARE(plain.element, -1);
    QCOMPARE(element.output, 1U);
    QCOMPARE(element.element, 1);
    QVERIFY(element.producer == read.graph().top().nodes[0]);
}

/// A list that mixes tensors and sizes is stored as tensors; the value tables know better.
void TestArguments::symbolicNamesInTensorArguments() {
    test::ProgramSpec spec;
    spec.nodes =
        R"([{"name":"s","target":"torch.ops.aten.sym_size.int","inputs":[{"name":"self","arg":{"as_tensor":{"name":"x"}}}],"outputs":[{"as_sym_int":{"as_name":"s"}}],"metadata":{}},)"
        R"({"name":"aten_add_tensor","target":"op","inputs":[{"name":"","arg":{"as_tensors":[{"name":"x"},{"name":"s"}]}}],"outputs":[{"as_tensor":{"name":"aten_add_tensor"}}],"metadata":{}}])";
    spec.symIntValues = R"({"s":{"as_expr":{"expr_str":"2*s77 + 1","hint":{"as_int":5}}}})";
    const auto read = test::readProgram(test::programJson(spec));
    QVERIFY(read.diagnostics.empty());
    const auto items = read.graph().listItems(read.argument(1, 0));
    const graph::Value& size = read.graph().value(items[1].value());
    QVERIFY(size.kind == graph::ValueKind::SymInt);
    QCOMPARE(read.text(size.expression), std::string("2*s77 + 1"));
    QVERIFY(!size.meta.valid());
}

void TestArguments::customObjects() {
    test::ProgramSpec spec;
    spec.inputs = R"([{"as_custom_obj":{"name":"obj","class_fqn":"a.B"}},{"as_tensor":{"name":"p_w"}},{"as_tensor":{"name":"x"}}])";
    spec.inputSpecs =
        R"([{"custom_obj":{"arg":{"name":"obj","class_fqn":"a.B"},"custom_obj_name":"state"}},{"parameter":{"arg":{"name":"p_w"},"parameter_name":"w"}},{"user_input":{"arg":{"as_tensor":{"name":"x"}}}}])";
    spec.nodes =
        R"([{"name":"aten_add_tensor","target":"op","inputs":[{"name":"o","arg":{"as_custom_obj":{"name":"obj","class_fqn":"a.B"}}}],"outputs":[{"as_tensor":{"name":"aten_add_tensor"}}],"metadata":{}}])";
    const std::string json = test::replaced(test::programJson(spec), R"("custom_obj_values":{})",
                                            R"("custom_obj_values":{"obj":{"name":"obj","class_fqn":"a.B"}})");
    const auto read = test::readProgram(json);
    QCOMPARE(test::shown(read.graph(), read.argument(0, 0)), std::string("%obj"));
    const graph::GraphInput& input = read.graph().top().inputs[0];
    QCOMPARE(std::string(read.graph().kindWord(input)), std::string("custom_obj"));
    QCOMPARE(read.text(input.target), std::string("state"));
    QVERIFY(read.graph().value(input.value).kind == graph::ValueKind::CustomObject);
    QCOMPARE(read.text(read.graph().value(input.value).typeName), std::string("a.B"));
}

void TestArguments::damagedArgumentsAreReported() {
    for (const char* json :
         {R"("x")", "5", R"({"as_tensor": "x"})", R"({"as_tensor": {}})", R"({"as_ints": 5})", R"({"as_ints": ["a"]})",
          R"({"as_bool": "yes"})", R"({"as_sym_int": {}})", R"({"as_scalar_type": "f32"})", R"({"as_graph": {"name": "g"}})",
          R"({"as_string": 5})", R"({"as_string_to_argument": []})", R"({"as_device": {}})"}) {
        const auto read = test::readProgram(test::programWithArgument(json));
        QVERIFY2(read.program, json);
        QVERIFY2(read.diagnostics.has("argument-damaged"), json);
        QVERIFY2(read.program->complete, json);
        QCOMPARE(read.graph().top().nodes.size(), std::size_t{1});
    }
}

ETSCOPE_TEST(TestArguments)
#include "tst_arguments.moc"
