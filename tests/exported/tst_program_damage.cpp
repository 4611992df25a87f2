#include <QtTest>

#include <set>

#include "base/limits.h"
#include "exported/metadata.h"
#include "exported/program_reading.h"
#include "io/zip_index.h"
#include "support/test_case.h"
#include "support/zip_builder.h"

using namespace etscope;

/// Broken and hostile program texts: the code that a person sees, and that the rest stays usable.
class TestProgramDamage : public QObject {
    Q_OBJECT
private slots:
    void cases_data();
    void cases();
    void everyPrefix();
    void everyFlippedBit();
    void keepsWhatCameBefore();
    void deepRecords_data();
    void deepRecords();
    void manyFindingsAreCounted();
    void damageThroughoutEndsTheReading();
    void memoryIsMeasuredByTheFile_data();
    void memoryIsMeasuredByTheFile();
    void deepModuleStacks();
};

namespace {

/// What holds for every model, however damaged its text: ids lie inside the pools, inner graphs hang at nodes. Empty: all well.
QString flaw(const graph::GraphModel& model) {
    const auto valueOk = [&](graph::ValueId id) { return id.index() < model.valueCount(); };
    std::size_t depth = 0;
    const std::function<QString(const graph::Argument&)> argumentFlaw = [&](const graph::Argument& argument) -> QString {
        using graph::ArgumentKind;
        if (argument.kind == ArgumentKind::Value && !valueOk(argument.value())) return "a value outside the pool";
        if (argument.kind == ArgumentKind::Graph && argument.id >= model.graphCount()) return "a graph outside the pool";
        if (argument.kind != ArgumentKind::List || ++depth > 100) return {};
        for (const graph::Argument& item : model.listItems(argument))
            if (const QString found = argumentFlaw(item); !found.isEmpty()) return found;
        return {};
    };
    for (std::uint32_t g = 0; g < model.graphCount(); ++g) {
        const graph::Graph& graph = model.graph(graph::GraphId(g));
        if (graph.owner.valid() != (g != 0)) return "an inner graph without a node";
        if (g != 0 && !graph.argument.valid()) return "an inner graph without a label";
        for (const graph::GraphInput& input : graph.inputs)
            if (input.value.valid() && !valueOk(input.value)) return "an input outside the pool";
        for (const graph::GraphOutput& output : graph.outputs)
            if (const QString found = argumentFlaw(output.argument); !found.isEmpty()) return found;
        std::set<std::string> ids;
        for (const graph::NodeId id : graph.nodes) {
            const graph::Node& node = model.node(id);
            if (!(node.graph == graph::GraphId(g)) || !node.id.valid()) return "a node without place or name";
            if (!ids.insert(std::string(model.text(node.id))).second) return "two nodes of one name";
            if (node.delegate >= static_cast<std::int32_t>(model.delegates().size())) return "a delegate outside the pool";
            depth = 0;
            for (const graph::Argument& argument : model.arguments(node))
                if (const QString found = argumentFlaw(argument); !found.isEmpty()) return found;
            for (const graph::OutputSlot& slot : model.outputs(node))
                for (const graph::ValueId value : model.values(slot))
                    if (!valueOk(value) || !(model.value(value).producer == id)) return "a result without its node";
        }
        model.edges(graph::GraphId(g));
    }
    return {};
}

QString flaw(const test::ReadProgram& read) {
    if (!read.program) return read.error.code.empty() ? "an error without a code" : QString();
    for (std::uint32_t i = 0; i < read.graph().nodeCount(); ++i) {  // lazy parts must not fail hard either
        const graph::Node& node = read.graph().node(graph::NodeId(i));
        (void)exported::stackTrace(read.graph(), node);
        (void)exported::fromNode(read.graph(), node);
        (void)exported::moduleStack(read.graph(), node);
    }
    return flaw(read.graph());
}

/// A program with an inner graph, a delegate, a list, symbolic sizes and provenance: some of everything.
std::string richProgram() {
    test::ProgramSpec spec;
    spec.nodes =
        "[" + test::addNode("aten_add_tensor", "x", "p_w", "\"1\"") +
        R"(,{"name":"cond","target":"cond","inputs":[{"name":"","arg":{"as_graph":{"name":"g","graph":{"inputs":[{"as_tensor":{"name":"x"}}],"outputs":[{"as_tensor":{"name":"i"}}],"nodes":[)" +
        test::addNode("i", "x", "x", "\"2\"") + R"(],"tensor_values":{"x":)" + test::tensorMeta() +
        R"(}}}}},{"name":"l","arg":{"as_sym_ints":[{"as_name":"s"},{"as_int":-1}]}}],"outputs":[{"as_tensors":[{"name":"e0"},{"name":"e1"}]}],"metadata":{"from_node":"[{\"name\": \"add\", \"graph_id\": 7, \"from_node\": []}]"}})"
        R"(,{"name":"d","target":"torch.ops.higher_order.executorch_call_delegate","inputs":[{"name":"lowered_module_0","arg":{"as_string":"{\"backend_id\": \"B\", \"processed_bytes\": \"AA==\"}"}}],"outputs":[],"metadata":{}}])";
    spec.inputs = R"([{"as_tensor":{"name":"p_w"}},{"as_tensor":{"name":"x"}},{"as_sym_int":{"as_name":"s"}}])";
    spec.symIntValues = R"({"s":{"as_expr":{"expr_str":"s0","hint":{"as_int":3}}}})";
    spec.ranges = R"({"s0":{"min_val":2,"max_val":Infinity}})";
    return test::programJson(spec);
}

}  // namespace

void TestProgramDamage::cases_data() {
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("code");
    QTest::addColumn<bool>("readable");
    const auto row = [](const char* name, const std::string& json, const char* code, bool readable = true) {
        QTest::newRow(name) << QByteArray::fromStdString(json) << code << readable;
    };
    const std::string whole = test::programJson();
    const auto edited = [&](std::string_view from, std::string_view to) { return test::replaced(whole, from, to); };
    row("nothing", "", "json-empty", false);
    row("blanks", " \n ", "json-truncated", false);
    row("a list", "[]", "json-not-an-object", false);
    row("a number", "5", "json-not-an-object", false);
    row("no JSON", "PK\x03\x04", "json-syntax", false);
    row("empty object", "{}", "program-without-graph", false);
    row("graph module is a list", R"({"graph_module":[]})", "program-without-graph", false);
    row("graph is text", R"({"graph_module":{"graph":"x"}})", "program-without-graph", false);
    row("cut before the graph", whole.substr(0, 20), "json-truncated", false);
    row("cut in the nodes", whole.substr(0, 400), "json-truncated");
    row("cut in a string", whole.substr(0, whole.find("stack_trace") + 20), "json-truncated");
    row("cut before the end", whole.substr(0, whole.size() - 1), "json-truncated");
    row("text behind the end", whole + " x", "json-trailing-data");
    row("wrong bracket",
        edited(R"("outputs":[{"as_tensor":{"name":"aten_add_tensor"}}],"nodes")",
               R"("outputs":[{"as_tensor":{"name":"aten_add_tensor"}}},"nodes")"),
        "json-syntax");
    row("no comma", edited(R"(,"verifiers")", R"( "verifiers")"), "json-syntax");
    row("single quotes", edited(R"("dialect":"")", R"('dialect':"")"), "json-syntax");
    row("too deep", edited(R"("range_constraints":{})", R"("range_constraints":)" + std::string(2000, '[')), "json-too-deep");
    row("nodes are an object", test::programWithNodes("{}"), "graph-damaged");
    row("inputs are text", edited(R"("inputs":[{"as_tensor":{"name":"p_w"}},{"as_tensor":{"name":"x"}}])", R"("inputs":"x")"),
        "graph-damaged");
    row("a node is null", test::programWithNodes("[null]"), "node-damaged");
    row("an empty node", test::programWithNodes("[{}]"), "node-damaged");
    row("a node without target", edited(R"("target":"executorch.exir.dialects.edge.ops.aten.add.Tensor",)", ""), "node-damaged");
    row("a node's inputs are text", edited(R"("inputs":[{"name":"self")", R"("inputs":"x","unknown":[{"name":"self")"),
        "node-damaged");
    row("a node's outputs are a number",
        test::programWithNodes(R"([{"name":"n","target":"t","inputs":[],"outputs":5,"metadata":{}}])"), "node-damaged");
    row("an argument is a list", test::programWithNodes(R"([{"name":"n","target":"t","inputs":[[]],"outputs":[],"metadata":{}}])"),
        "argument-damaged");
    row("a graph where values stand",
        edited(R"("inputs":[{"as_tensor":{"name":"p_w"}},)",
               R"("inputs":[{"as_graph":{"name":"g","graph":{}}},{"as_tensor":{"name":"p_w"}},)"),
        "argument-damaged");
    row("a graph as a result",
        test::programWithNodes(
            R"([{"name":"n","target":"t","inputs":[],"outputs":[{"as_graph":{"name":"g","graph":{}}}],"metadata":{}}])"),
        "argument-damaged");
    row("an inner graph is text", test::programWithArgument(R"({"as_graph":{"name":"g","graph":"x"}})"), "graph-damaged");
    row("inner nodes twice", test::programWithArgument(R"({"as_graph":{"name":"g","graph":{"nodes":[],"nodes":[]}}})"),
        "json-duplicate-key");
    row("the same key twice", edited(R"("dialect":"")", R"("dialect":"","dialect":"")"), "json-duplicate-key");
    row("two types of a value", edited(R"("tensor_values":{)", R"("tensor_values":{"x":)" + test::tensorMeta() + ","),
        "json-duplicate-key");
    row("sizes are a number", edited(R"("sizes":[{"as_int":1},{"as_int":3}])", R"("sizes":5)"), "tensor-meta-damaged");
    row("a size is text", edited(R"("sizes":[{"as_int":1},{"as_int":3}])", R"("sizes":[{"as_int":"x"}])"), "tensor-meta-damaged");
    for (const char* size : {"1e999", "NaN", "-1", "0.5", "99999999999999999999"})
        row(("a size is " + std::string(size)).c_str(),
            edited(R"("sizes":[{"as_int":1},{"as_int":3}])", R"("sizes":[{"as_int":1},{"as_int":)" + std::string(size) + "}]"),
            "tensor-meta-damaged");
    row("a stride is negative", edited(R"("strides":[{"as_int":3})", R"("strides":[{"as_int":-3})"), "tensor-meta-damaged");
    row("no element type", edited(R"("dtype":7,)", ""), "tensor-meta-damaged");
    row("values are a list", edited(R"("sym_int_values":{})", R"("sym_int_values":[])"), "value-table-damaged");
    row("a symbol without value", edited(R"("sym_int_values":{})", R"("sym_int_values":{"s":{}})"), "symbolic-value-damaged");
    row("a tensor without meta", edited(R"(,"aten_add_tensor":{"dtype")", R"(,"other":{"dtype")"), "value-without-type");
    row("signature is text", edited(R"("signature":{)", R"("signature":"x","unknown":{)"), "signature-damaged");
    row("a spec is empty", edited(R"({"user_input":{"arg":{"as_tensor":{"name":"x"}}}})", "{}"), "signature-damaged");
    row("module calls are text", edited(R"("module_call_graph":[{"fqn":"","signature":null}])", R"("module_call_graph":"x")"),
        "module-calls-damaged");
    row("a module call without name", edited(R"([{"fqn":"","signature":null}])", R"([{"signature":{"in_spec":5}}])"),
        "module-calls-damaged");
    row("ranges are a list", edited(R"("range_constraints":{})", R"("range_constraints":[])"), "range-damaged");
    row("a bound is text", edited(R"("range_constraints":{})", R"("range_constraints":{"s":{"min_val":"x"}})"), "range-damaged");
    row("version unknown", edited(R"({"major":5,"minor":4})", R"({"major":77})"), "schema-version-unknown");
    row("version is text", edited(R"({"major":5,"minor":4})", R"("five")"), "schema-version-unknown");
    row("bad UTF-8", edited("demo.Add", "demo.\xC3"), "json-invalid-utf8");
    row("bad escape", edited("demo.Add", "demo.\\x41"), "json-bad-escape");
}

void TestProgramDamage::cases() {
    QFETCH(QByteArray, json);
    QFETCH(QString, code);
    QFETCH(bool, readable);
    const auto read = test::readProgram(json.toStdString());
    QCOMPARE(read.program != nullptr, readable);
    if (!readable) {
        QCOMPARE(QString::fromStdString(read.error.code), code);
        QVERIFY(!read.error.message.empty() && !read.error.where.empty());
        return;
    }
    QStringList codes;
    for (const Diagnostic& item : read.diagnostics.items()) codes << QString::fromStdString(item.code);
    QVERIFY2(codes.contains(code), qPrintable(codes.join(' ')));
    QCOMPARE(flaw(read), QString());
    const bool broken = code == "json-truncated" || code == "json-syntax" || code == "json-too-deep";
    QCOMPARE(read.program->complete, !broken);
    for (const Diagnostic& item : read.diagnostics.items()) QVERIFY(!item.where.empty() && !item.message.empty());
}

void TestProgramDamage::everyPrefix() {
    const std::string json = richProgram();
    const auto whole = test::readProgram(json);
    QVERIFY(whole.program && whole.program->complete);
    QCOMPARE(flaw(whole), QString());
    QCOMPARE(whole.diagnostics.count(Severity::Error), std::uint64_t{0});
    std::size_t nodes = 0;
    for (std::size_t size = 0; size < json.size(); ++size) {
        const auto read = test::readProgram(std::string_view(json).substr(0, size));
        QVERIFY2(flaw(read).isEmpty(), qPrintable(QString("%1 bytes: %2").arg(size).arg(flaw(read))));
        if (!read.program) continue;
        QVERIFY2(!read.program->complete && read.diagnostics.has("json-truncated"),
                 (json.substr(0, size) +
                  (read.diagnostics.empty() ? "" : read.diagnostics.items()[0].code + read.diagnostics.items()[0].message))
                     .c_str());
        QCOMPARE(read.diagnostics.count(Severity::Error), std::uint64_t{1});
        QVERIFY(read.graph().nodeCount() >= nodes);  // the longer the text, the more there is
        nodes = read.graph().nodeCount();
    }
    QCOMPARE(nodes, whole.graph().nodeCount());
}

void TestProgramDamage::everyFlippedBit() {
    const std::string json = richProgram();
    std::size_t readable = 0;
    for (std::size_t i = 0; i < json.size(); ++i) {
        for (const int bit : {0, 1, 3, 5, 7}) {
            std::string flipped = json;
            flipped[i] = static_cast<char>(flipped[i] ^ (1 << bit));
            const auto read = test::readProgram(flipped);
            QVERIFY2(flaw(read).isEmpty(), qPrintable(QString("byte %1 bit %2: %3").arg(i).arg(bit).arg(flaw(read))));
            readable += read.program != nullptr ? 1U : 0U;
        }
    }
    QVERIFY2(readable > json.size() * 4, std::to_string(readable).c_str());
}

void TestProgramDamage::keepsWhatCameBefore() {
    const std::string json = test::chainProgramJson(100);
    const std::size_t cut = json.find("aten_add_tensor_60\"");
    const auto read = test::readProgram(std::string_view(json).substr(0, cut));
    QVERIFY(read.program && !read.program->complete);
    QVERIFY(read.graph().nodeCount() >= 60 && read.graph().nodeCount() <= 61);
    QCOMPARE(test::shown(read.graph(), read.argument(59, 0)), std::string("%aten_add_tensor_58"));
    QCOMPARE(read.diagnostics.items().size(), std::size_t{1});
}

void TestProgramDamage::deepRecords_data() {
    QTest::addColumn<QByteArray>("open");
    QTest::addColumn<QByteArray>("close");
    QTest::addColumn<int>("depth");
    QTest::addColumn<QString>("code");
    const QByteArray graph = R"({"as_graph":{"name":"g","graph":{"nodes":[{"name":"n","target":"t","inputs":[{"name":"a","arg":)";
    const QByteArray graphEnd = R"(}],"outputs":[],"metadata":{}}]}}})";
    QTest::newRow("63 inner graphs") << graph << graphEnd << 63 << QString();
    QTest::newRow("64 inner graphs") << graph << graphEnd << 64 << "graph-too-deep";
    QTest::newRow("1000 inner graphs") << graph << graphEnd << 1000 << "json-too-deep";
    QTest::newRow("60 maps") << QByteArray(R"({"as_string_to_argument":{"k":)") << QByteArray("}}") << 60 << QString();
    QTest::newRow("70 maps") << QByteArray(R"({"as_string_to_argument":{"k":)") << QByteArray("}}") << 70 << "argument-damaged";
    QTest::newRow("lists in a list") << QByteArray("[") << QByteArray("]") << 1'000'000 << "json-too-deep";
    QTest::newRow("metas in a meta") << QByteArray(R"({"meta":)") << QByteArray("}") << 400 << "argument-tag-unknown";
}

void TestProgramDamage::deepRecords() {
    QFETCH(QByteArray, open);
    QFETCH(QByteArray, close);
    QFETCH(int, depth);
    QFETCH(QString, code);
    const std::string argument = (open.repeated(depth) + R"({"as_int":1})" + close.repeated(depth)).toStdString();
    const auto read = test::readProgram(test::programWithArgument(argument));
    QVERIFY(read.program);
    QCOMPARE(flaw(read), QString());
    if (code.isEmpty())
        QVERIFY(read.diagnostics.empty());
    else
        QVERIFY2(read.diagnostics.has(code.toStdString()),
                 read.diagnostics.empty() ? "" : read.diagnostics.items()[0].code.c_str());
}

void TestProgramDamage::manyFindingsAreCounted() {
    const auto read = test::readProgram(test::programWithNodes("[{}" + test::repeated(",{}", 50'000) + "]"));
    QVERIFY(read.program);
    QVERIFY(read.diagnostics.items().size() < 100);
    QVERIFY(read.diagnostics.count(Severity::Error) >= 50'001);
    QCOMPARE(read.graph().nodeCount(), std::size_t{0});
}

// Beyond some 100,000 damaged nodes nothing is learnt from further ones.
void TestProgramDamage::damageThroughoutEndsTheReading() {
    const std::string json = test::programWithNodes("[{}" + test::repeated(",{}", 3'000'000) + "]");
    const auto source = Source::fromBytes(test::toBytes(json), "program.json");
    const auto read = test::readProgram(ByteRange::whole(source));
    QVERIFY(read.program && !read.program->complete);
    QVERIFY(read.diagnostics.has("program-damaged-throughout"));
    QVERIFY(read.diagnostics.count(Severity::Error) <= limits::kMaxProgramFindings + 1);
    QVERIFY2(source->bytesRead() < 1'000'000, qPrintable(QString::number(source->bytesRead())));
}

// Texts of some bytes a part, deflated to a thousandth: the model ends where the file's bytes do not pay for it.
void TestProgramDamage::memoryIsMeasuredByTheFile_data() {
    QTest::addColumn<QByteArray>("json");
    const auto row = [](const char* name, const std::string& json) { QTest::newRow(name) << QByteArray::fromStdString(json); };
    const auto many = [](const char* piece, std::size_t count) {
        return "[" + std::string(piece) + test::repeated("," + std::string(piece), count) + "]";
    };
    row("nodes", test::programWithNodes(many(R"({"target":"t"})", 2'000'000)));
    row("list items", test::programWithArgument(R"({"as_ints":)" + many("1", 6'000'000) + "}"));
    row("arguments",
        test::programWithNodes(R"([{"target":"t","inputs":)" + many(R"({"name":"a","arg":{"as_int":1}})", 2'000'000) + "}]"));
    row("results",
        test::programWithNodes(R"([{"target":"t","outputs":)" + many(R"({"as_tensor":{"name":"a"}})", 1'000'000) + "}]"));
    test::ProgramSpec spec;
    spec.inputs = many(R"({"as_int":1})", 1'000'000);
    row("inputs", test::programJson(spec));
    spec = {};
    spec.inputSpecs = many(R"({"user_input":{}})", 2'000'000);
    row("specs", test::programJson(spec));
}

void TestProgramDamage::memoryIsMeasuredByTheFile() {
    QFETCH(QByteArray, json);
    test::ZipBuilder zip;
    zip.deflated("p", json.toStdString());
    Diagnostics diagnostics;
    const auto index = *ZipIndex::read(test::inMemory(zip.bytes()), diagnostics);
    const auto content = *index.content(*index.find("p"));
    const auto read = test::readProgram(content);
    QVERIFY(read.program && !read.program->complete);
    QVERIFY(read.diagnostics.has("limit-exceeded"));
    const std::uint64_t most = limits::kProgramMemoryFloor + limits::kDeflatedProgramMemoryFactor * content.storedSize();
    QVERIFY2(read.graph().memoryUsed() < 2 * most, qPrintable(QString::number(read.graph().memoryUsed())));
}

void TestProgramDamage::deepModuleStacks() {
    std::string stack = "k,m,T";
    for (int i = 0; i < 60'000; ++i) stack += ";k,m" + std::to_string(i) + ",T";
    const auto read = test::readProgram(
        test::programWithNodes(R"([{"name":"n","target":"t","metadata":{"nn_module_stack":")" + stack + R"("}}])"));
    QVERIFY(read.program);
    QVERIFY(read.diagnostics.has("module-stack-too-deep"));
    QCOMPARE(exported::moduleStack(read.graph(), read.node(0)).size(), limits::kMaxModuleDepth);
}

ETSCOPE_TEST(TestProgramDamage)
#include "tst_program_damage.moc"
