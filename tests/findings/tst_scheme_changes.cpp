// Schemes of modules before and after: recorded graphs, programs alone, renamed modules, what nobody can tell.
#include <QtTest>

#include "findings/scheme_changes.h"
#include "support/bytes.h"
#include "support/own_exports.h"
#include "support/program_json.h"
#include "support/record_builder.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::findings;
using namespace etscope::test;

namespace {

using SessionPtr = std::shared_ptr<const session::Session>;

SessionPtr openPath(const std::string& path) {
    auto session = session::Session::open({path}, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    return *session;
}

SchemeChanges changesOf(const SessionPtr& before, const SessionPtr& after) {
    const auto diff = compare::difference(*before, *after, {}, {}, {});
    if (!diff) qFatal("%s", diff.error().message.c_str());
    auto changes = schemeChanges(*before, *after, *diff, {}, {});
    if (!changes) qFatal("%s", changes.error().message.c_str());
    return *std::move(changes);
}

QString sideText(const std::optional<ModuleScheme>& side) {
    if (!side) return "-";
    const QString bytes = side->bytes ? QString::number(*side->bytes) : "?";
    return QString::fromStdString(side->scheme.text().text()) + " " + bytes;
}

/// "decode layers.0.up: float 8192 > 8da4w, groups of 32 1152".
QStringList linesOf(const SchemeChanges& changes, bool names = true) {
    QStringList lines;
    for (const SchemeChange& row : changes.rows)
        lines.append(QString::fromStdString(row.method) + (names ? " " + QString::fromStdString(row.name()) : "") + ": " +
                     sideText(row.before) + " > " + sideText(row.after));
    return lines;
}

}  // namespace

class TestSchemeChanges : public QObject {
    Q_OBJECT
private slots:
    void words_data();
    void words();
    void recorded();
    void programsAlone();
    void recordAgainstProgram();
    void renamedModules();
    void nothingBetweenEqualExports();
    void embeddingsOfFewBits();
    void whatNobodyTells();
    void manyModules();
};

void TestSchemeChanges::words_data() {
    QTest::addColumn<WeightScheme>("scheme");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* text, const char* id, WeightScheme scheme) { QTest::newRow(text) << scheme << id << text; };
    const auto ints = [](int bits, Grain grain, std::int64_t group = 0, std::optional<bool> points = false,
                         Operand operand = Operand::AsIs) {
        return WeightScheme{ScalarType::Unknown, bits, grain, group, points, operand, operand == Operand::AsIs ? 0 : 8};
    };
    row("not known", "", {});
    row("float", "float", schemeOf(ScalarType::F32));
    row("f16", "f16", schemeOf(ScalarType::F16));
    row("bf16", "bf16", schemeOf(ScalarType::BF16));
    row("fp8", "fp8", schemeOf(ScalarType::F8E4M3FN));
    row("f64", "", schemeOf(ScalarType::F64));
    row("int8", "int8", ints(8, Grain::Channel));
    row("int8, one scale for all", "", ints(8, Grain::Tensor));
    row("int4, groups of 32", "int4-32", ints(4, Grain::Group, 32));
    row("int4, groups of 16", "", ints(4, Grain::Group, 16));
    row("int4, in blocks", "", ints(4, Grain::Block));
    row("int4, groups of 32, with zero points", "int4a-32", ints(4, Grain::Group, 32, true));
    row("8da4w, groups of 64", "8da4w-64", ints(4, Grain::Group, 64, false, Operand::Dynamic));
    row("8da4w", "8da4w", ints(4, Grain::Channel, 0, false, Operand::Dynamic));
    row("8da8w", "8da8w", ints(8, Grain::Channel, 0, false, Operand::Dynamic));
    row("int8, operands in int8 with fixed scales", "static8", ints(8, Grain::Channel, 0, false, Operand::Static));
    row("int8, one scale for all, operands in int8 with fixed scales", "static8-tensor",
        ints(8, Grain::Tensor, 0, false, Operand::Static));
}

void TestSchemeChanges::words() {
    QFETCH(const WeightScheme, scheme);
    QFETCH(const QString, id);
    QFETCH(const QString, text);
    QCOMPARE(QString::fromStdString(scheme.id()), id);
    QCOMPARE(QString::fromStdString(scheme.text().text()), text);
    QCOMPARE(scheme.known(), text != "not known");
    QCOMPARE(bitsBetween(-8, 7), 4);
    QCOMPARE(bitsBetween(0, 255), 8);
    QCOMPARE(bitsBetween(-127, 127), 8);
    QCOMPARE(bitsBetween(7, 7), 0);
    QCOMPARE(bitsBetween(std::nan(""), 7), 0);
}

/// What schemes.py did to each, whatever the record calls the weights; bytes with scales.
void TestSchemeChanges::recorded() {
    const auto changes = changesOf(openOwn({"schemes/before"}), openOwn({"schemes/after"}));
    const QString fixed = "int8, operands in int8 with fixed scales ";
    QCOMPARE(
        linesOf(changes),
        QStringList({"decode embed_tokens: float 12288 > int8 3264", "decode layers.0.up: float 8192 > 8da4w, groups of 32 1152",
                     "decode layers.0.down: float 8192 > 8da4w 1152", "decode layers.1.up: float 8192 > 8da4w, groups of 32 1152",
                     "decode layers.1.down: float 8192 > 8da8w 2304", "decode lm_head: float 12288 > float 12288",
                     "see stem: float 896 > " + fixed + "280", "see deep: float 320 > " + fixed + "136",
                     "see out: float 144 > " + fixed + "64"}));
    for (const SchemeChange& row : changes.rows) {
        QVERIFY(row.join == SchemeJoin::Path);
        QCOMPARE(row.changed(), row.name() != "lm_head");
        QVERIFY(row.before->type == (row.method == "see" && row.name() != "out" ? "Conv2d"
                                     : row.name() == "embed_tokens"             ? "Embedding"
                                                                                : "Linear"));
    }
    QVERIFY(changes.untold.empty());
}

/// No names: the same weights in the order of the program, joined by kind and size.
void TestSchemeChanges::programsAlone() {
    const auto changes = changesOf(openOwn({"schemes/before/model.pte"}), openOwn({"schemes/after/model.pte"}));
    const QString fixed = "int8, operands in int8 with fixed scales ";
    QCOMPARE(
        linesOf(changes, false),
        QStringList({"decode: float 12288 > int8 3264", "decode: float 8192 > 8da4w, groups of 32 1152",
                     "decode: float 8192 > 8da4w 1152", "decode: float 8192 > 8da4w, groups of 32 1152",
                     "decode: float 8192 > 8da8w 2304", "decode: float 12288 > float 12288", "see: float 864 > " + fixed + "248",
                     "see: float 288 > " + fixed + "104", "see: float 128 > " + fixed + "48"}));
    for (const SchemeChange& row : changes.rows) QVERIFY(row.join == SchemeJoin::Order && row.before->module.empty());
    QCOMPARE(changes.rows.front().name(), std::string("program/0/0"));
    QCOMPARE(changes.rows[1].name(), std::string("delegate:0/1"));
}

void TestSchemeChanges::recordAgainstProgram() {
    const auto changes = changesOf(openOwn({"schemes/before"}), openOwn({"schemes/after/model.pte"}));
    QCOMPARE(changes.rows.size(), std::size_t{9});
    QCOMPARE(changes.rows[1].name(), std::string("layers.0.up"));
    QCOMPARE(changes.rows[1].after->scheme.id(), std::string("8da4w-32"));
    for (const SchemeChange& row : changes.rows) QVERIFY(row.join == SchemeJoin::Order);
}

namespace {

/// `count` modules layers.N or what they are called, each a product of its own weight.
std::string recordOf(const TempDir& folder, const char* name, std::size_t count, const std::string& around) {
    const auto list = [count](const auto& text) {
        std::string all;
        for (std::size_t i = 0; i < count; ++i) all += (i > 0 ? "," : "") + text(std::to_string(i));
        return all;
    };
    ProgramSpec spec;
    spec.nodes = "[" + list([&](const std::string& i) {
                     const std::string taken = i == "0" ? "x" : "mm_" + std::to_string(std::stoull(i) - 1);
                     const std::string node =
                         replaced(addNode("mm_" + i, taken, "p_w", "\"" + i + "\""), "aten.add.Tensor", "aten.mm.default");
                     return replaced(node, "L__self__,,demo.Add",
                                     "L__self__,,demo.Model;L__self___" + around + "_" + i + "," + around + "." + i + ",demo.Leaf");
                 }) +
                 "]";
    spec.tensorValues = R"({"p_w":)" + tensorMeta() + R"(,"x":)" + tensorMeta() + (count > 0 ? "," : "") +
                        list([](const std::string& i) { return "\"mm_" + i + "\":" + tensorMeta(); }) + "}";
    const std::string last = count > 0 ? "mm_" + std::to_string(count - 1) : "x";
    spec.outputs = replaced(spec.outputs, "aten_add_tensor", last);
    spec.outputSpecs = replaced(spec.outputSpecs, "aten_add_tensor", last);
    RecordBuilder builder;
    builder.program(std::string(kEdgeForward), programJson(spec));
    return folder.write(name, builder.bytes());
}

}  // namespace

void TestSchemeChanges::renamedModules() {
    const TempDir folder;
    const auto changes =
        changesOf(openPath(recordOf(folder, "a.etrecord", 3, "layers")), openPath(recordOf(folder, "b.etrecord", 3, "blocks")));
    QCOMPARE(changes.rows.size(), std::size_t{3});
    for (std::size_t i = 0; i < 3; ++i) {
        QCOMPARE(changes.rows[i].before->module, "layers." + std::to_string(i));
        QCOMPARE(changes.rows[i].after->module, "blocks." + std::to_string(i));
        QVERIFY(!changes.rows[i].changed() && changes.rows[i].join != SchemeJoin::Path);
        QVERIFY(!changes.rows[i].before->bytes);  // no program stores it
    }
    const auto fewer =
        changesOf(openPath(recordOf(folder, "a.etrecord", 3, "layers")), openPath(recordOf(folder, "c.etrecord", 2, "layers")));
    QCOMPARE(fewer.rows.size(), std::size_t{3});
    QVERIFY(!fewer.rows.back().after && fewer.rows.back().changed());
}

void TestSchemeChanges::nothingBetweenEqualExports() {
    const auto same = openOwn({"schemes/after"});
    for (const SchemeChange& row : changesOf(same, same).rows) QVERIFY(!row.changed());
}

/// A fused embedding of bytes, with a record and without; of several numbers to a byte: groups by the number of scales.
void TestSchemeChanges::embeddingsOfFewBits() {
    const auto changes = changesOf(openOwn({"grouped_xnnpack"}), openOwn({"grouped_xnnpack/model.pte"}));
    QVERIFY(!changes.rows.empty());
    QCOMPARE(changes.rows.front().before->scheme.id(), std::string("int8"));
    QCOMPARE(changes.rows.front().after->scheme.id(), std::string("int8"));
    QCOMPARE(changes.rows.front().after->op, std::string("embedding_byte"));
    const TempDir folder;
    ProgramSpec spec;
    std::string node =
        replaced(addNode("aten_add_tensor", "p_w", "x", "1"), "aten.add.Tensor", "quantized_decomposed.embedding_4bit.dtype");
    spec.nodes = "[" + replaced(replaced(node, "\"self\"", "\"weight\""), "\"other\"", "\"weight_scales\"") + "]";
    RecordBuilder builder;
    builder.program(std::string(kEdgeForward), programJson(spec));
    const auto packed = moduleSchemes({*openPath(folder.write("packed.etrecord", builder.bytes())), "forward"}, {});
    QVERIFY(packed);
    QCOMPARE(packed->rows.size(), std::size_t{1});
    QCOMPARE(packed->rows.front().elements, std::uint64_t{6});
    QCOMPARE(packed->rows.front().scheme.text().text(), std::string("int4, groups of 2"));
    QCOMPARE(packed->rows.front().kind, std::string_view("embedding"));
}

/// A delegate that nobody can read holds what it holds.
void TestSchemeChanges::whatNobodyTells() {
    const TempDir folder;
    const auto program = readFile(ownFile("schemes/after/model.pte"));
    QVERIFY(program);
    const auto session = openPath(folder.write("model.pte", replaced(*program, "XH00", "????")));
    const auto changes = changesOf(openOwn({"schemes/after/model.pte"}), session);
    QCOMPARE(changes.untold.size(), std::size_t{3});
    QVERIFY(changes.untold.front().after);
    QCOMPARE(changes.untold.front().why.text(), std::string("What delegate:0 holds is not known"));
    QVERIFY(changes.rows.front().join && !changes.rows[1].after);
    const auto trivial = openOwn({"trivial"});
    QVERIFY(changesOf(trivial, trivial).rows.empty());
}

void TestSchemeChanges::manyModules() {
    const TempDir folder;
    const auto none = openPath(recordOf(folder, "none.etrecord", 0, "layers"));
    QVERIFY(changesOf(none, none).rows.empty());
    const auto many = openPath(recordOf(folder, "many.etrecord", 4000, "layers"));
    const auto methods = moduleSchemes({*many, "forward"}, {});
    QVERIFY(methods);
    QCOMPARE(methods->rows.size(), std::size_t{4000});
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(moduleSchemes({*openOwn({"schemes/after"}), "decode"}, {stop.get_token(), {}}).cancelled());
}

ETSCOPE_TEST(TestSchemeChanges)
#include "tst_scheme_changes.moc"
