// The kernels that programs need, and the lists that say what a runtime registers. Needs are what ExecuTorch's own tool makes of
// the same programs.
#include <QtTest>

#include "io/small_yaml.h"
#include "program/kernel_needs.h"
#include "program/program_builder.h"
#include "program/registered_kernels.h"
#include "program/stock_kernels.h"
#include "support/bytes.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::program;
using namespace etscope::test;

namespace {

const std::string kFixtureRoot = ETSCOPE_SOURCE_DIR "/tests/fixtures/";

std::shared_ptr<const Program> opened(const ByteRange& bytes) {
    Diagnostics diagnostics;
    const auto program = Program::open(bytes, diagnostics);
    return program ? *program : nullptr;
}
std::shared_ptr<const Program> opened(const std::string& path) {
    const auto source = Source::open(path);
    return source ? opened(ByteRange::whole(*source)) : nullptr;
}

std::vector<KernelNeed> needsOf(const Program& program) {
    std::vector<std::vector<KernelNeed>> methods;
    for (const ExecutionPlan& plan : program.plans()) methods.push_back(kernelNeeds(plan));
    return merged(methods);
}

/// What the lists answer: "registered", "missing", "other_types: Half"; an error: its code and place.
QString answer(const std::vector<std::string>& lists, const KernelNeed& need) {
    RegisteredKernels registered;
    for (const std::string& list : lists)
        if (const auto added = registered.add(list, {}); !added)
            return QString::fromStdString(added.error().code + " " +
                                          added.error().where.substr(added.error().where.rfind('/') + 1));
    const auto answer = registered.answerTo(need);
    QString text = QString::fromUtf8(kernelStateName(answer.state));
    for (const std::string& one : answer.missing) text += (text.contains(':') ? ", " : ": ") + QString::fromStdString(one);
    return text;
}

KernelNeed need(const char* name, std::set<std::int32_t> types = {6}, std::set<std::string> keys = {}) {
    KernelNeed one;
    one.name = name;
    one.types = std::move(types);
    one.keys = std::move(keys);
    return one;
}

}  // namespace

class TestKernels : public QObject {
    Q_OBJECT
private slots:
    void selectedAsUpstream_data();
    void selectedAsUpstream();
    void selectedIsReadBack();
    void lists_data();
    void lists();
    void libraries();
    void damagedLibraries_data();
    void damagedLibraries();
    void anyByteOfAHeader();
    void yaml_data();
    void yaml();
    void releases();
    void listsThatManyCallsName();
};

void TestKernels::selectedAsUpstream_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"methods", "vlm", "linear_decoder", "stale_cache"}) QTest::newRow(name) << name;
}

void TestKernels::selectedAsUpstream() {
    QFETCH(const QString, name);
    const auto program = opened(kFixtureRoot + name.toStdString() + "/model.pte");
    QVERIFY(program != nullptr);
    QCOMPARE(QString::fromStdString(selectedOperatorsYaml(needsOf(*program), "model.pte")),
             QString::fromStdString(*readFile(kFixtureRoot + "kernels/" + name.toStdString() + ".yaml")));
}

void TestKernels::selectedIsReadBack() {
    const auto program = opened(kFixtureRoot + "linear_decoder/model.pte");
    QVERIFY(program != nullptr);
    for (const KernelNeed& one : needsOf(*program)) {
        QCOMPARE(answer({kFixtureRoot + "kernels/linear_decoder.yaml"}, one), "registered");
        KernelNeed half = one;
        half.types.insert(5);
        QCOMPARE(answer({kFixtureRoot + "kernels/linear_decoder.yaml"}, half),
                 one.types.empty() ? "registered" : "other_types: Half");
    }
}

void TestKernels::lists_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("operatorName");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const char* text, const char* op, const char* says) {
        QTest::newRow(name) << text << op << says;
    };
    row("one a line", "# mine\naten::add.out\n\r\n  own::turn # comment\r\n", "own::turn", "registered");
    row("commas", "aten::add.out,aten::mul.out", "aten::mul.out", "registered");
    row("no namespace", "add.out mul.out", "aten::mul.out", "registered");
    row("another", "aten::add.out", "aten::add.Scalar_out", "missing");
    row("the runtime's own", "aten::add.out", "executorch_prim::et_view.default", "runtime");
    row("no operator", "aten::add.out\naten::add out!", "aten::add.out", "kernels-line list, line 2");
    row("nothing", "# none\n", "aten::add.out", "kernels-none list");
    row("ops_dict", R"({"aten::add.out": ["Float", "Long"], "aten::mul.out": []})", "aten::add.out", "registered");
    row("ops_dict, another type", R"({"aten::add.out": ["v1/3;0,1"]})", "aten::add.out", "other_types: Float");
    row("ops_dict of no types", R"({"aten::add.out": ["Floaty"]})", "aten::add.out", "kernels-line list, line 1");
    row("damaged ops_dict", "{\"aten::add.out\": [", "aten::add.out", "json-invalid 19");
    row("selected", "operators:\n  aten::add.out: {}\n", "aten::add.out", "registered");
    row("selected, all", "include_all_operators: true\noperators: {}\n", "aten::add.out", "registered");
    row("selected, all of stock only", "include_all_operators: true\n", "own::turn", "missing");
    row("selected, types",
        "et_kernel_metadata:\n  aten::add.out:\n  - v1/3;0|3;0\n  - v1/11;0\noperators:\n  aten::add.out:\n    x: y\n",
        "aten::add.out", "other_types: Float");
    row("selected, default first", "et_kernel_metadata:\n  aten::add.out: [default, 'v1/3;0']\noperators: {aten::add.out: {}}\n",
        "aten::add.out", "registered");
    row("selected, default behind", "et_kernel_metadata:\n  aten::add.out: ['v1/3;0', default]\noperators: {aten::add.out: {}}\n",
        "aten::add.out", "other_types: Float");
    row("no operators", "build_features: []\n", "aten::add.out", "kernels-form list");
    row("table", "- op: add.out\n  kernels:\n    - arg_meta: null\n      kernel_name: x::add\n", "aten::add.out", "registered");
    row("table of schemas", "- func: own::turn.out(Tensor a, *, Tensor(a!) out) -> Tensor(a!)\n  kernels:\n  - arg_meta: null\n",
        "own::turn.out", "registered");
    constexpr const char* kSpecialised =
        "- op: add.out\n  type_alias:\n    T0: [Float, Double]\n    T1: [Int]\n  dim_order_alias:\n    D0: [0, 1]\n  kernels:\n"
        "    - arg_meta:\n        self: [T0, D0]\n        other: [T1, D0]\n        out: [T0, D0]\n      kernel_name: x::add\n";
    row("specialised", kSpecialised, "aten::add.out", "registered");
    row("specialised, another", kSpecialised, "aten::mul.out", "missing");
    row("an alias that is not there", "- op: add.out\n  kernels:\n    - arg_meta:\n        self: [T9, D0]\n", "aten::add.out",
        "kernels-line list, line 4");
    row("a row without a name", "- kernels: []\n", "aten::add.out", "kernels-line list, line 1");
    row("yaml that is not read", "operators: &x\n  aten::add.out: {}\n", "aten::add.out", "yaml-invalid list, line 1");
}

void TestKernels::lists() {
    QFETCH(const QString, text);
    QFETCH(const QString, operatorName);
    QFETCH(const QString, says);
    const TempDir folder;
    const std::string list = folder.write("list", text.toStdString());
    QCOMPARE(answer({list}, need(operatorName.toUtf8().constData(), {6}, {"v1/6;0,1|3;0,1|6;0,1"})), says);
    if (!text.contains("type_alias") || says != "registered") return;
    QCOMPARE(answer({list}, need("aten::add.out", {6}, {"v1/6;0,1|3;0,1|7;0,1"})), "other_types: v1/6;0,1|3;0,1|7;0,1");
}

void TestKernels::libraries() {
    const std::string both = kFixtureRoot + "kernels/both.a", names = kFixtureRoot + "kernels/names.o";
    QCOMPARE(answer({both}, need("aten::add.out")), "registered");
    QCOMPARE(answer({both}, need("own_ops::rotate.out")), "registered");
    QCOMPARE(answer({both}, need("aten::mul.out")), "registered");
    QCOMPARE(answer({both}, need("aten::div.out")), "missing");
    QCOMPARE(answer({names}, need("aten::mul.out")), "doubtful");
    RegisteredKernels registered;
    QVERIFY(registered.add(both, {}));
    QCOMPARE(registered.files().front().form, "archive");
    QCOMPARE(registered.files().front().operators, std::size_t(4));
}

void TestKernels::damagedLibraries_data() {
    QTest::addColumn<QByteArray>("bytes");
    const std::string object = *readFile(kFixtureRoot + "kernels/names.o"), archive = *readFile(kFixtureRoot + "kernels/both.a");
    const auto changed = [](std::string bytes, std::size_t at, const std::string& by) {
        return QByteArray::fromStdString(bytes.replace(at, by.size(), by));
    };
    QTest::newRow("a header alone") << QByteArray::fromStdString(object.substr(0, 20));
    QTest::newRow("no table") << changed(object, 40, std::string(8, '\0'));
    QTest::newRow("a table beyond the end") << changed(object, 40, std::string(7, '\xff') + '\x7f');
    QTest::newRow("big-endian") << changed(object, 5, "\x02");
    QTest::newRow("sections of no size") << changed(object, 58, std::string(2, '\0'));
    QTest::newRow("more sections than bytes") << changed(object, 60, "\xff\xff");
    QTest::newRow("cut") << QByteArray::fromStdString(object.substr(0, object.size() / 2));
    QTest::newRow("a thin archive") << changed(archive, 0, "!<thin>\n");
    QTest::newRow("a size that is none") << changed(archive, 8 + 48, "xx");
    QTest::newRow("a member beyond the end") << changed(archive, 8 + 48, "99999999");
    QTest::newRow("bytes of something else") << QByteArray("\x7f\x00\x01\x02", 4);
}

void TestKernels::damagedLibraries() {
    QFETCH(const QByteArray, bytes);
    const TempDir folder;
    const std::string path = folder.write("lib", bytes.toStdString());
    QVERIFY2(answer({path}, need("aten::add.out")).startsWith("kernels-form "), qPrintable(answer({path}, need("aten::add.out"))));
}

/// Whatever they are, the file is read or refused.
void TestKernels::anyByteOfAHeader() {
    const TempDir folder = TempDir::inMemory();
    const std::string object = *readFile(kFixtureRoot + "kernels/names.o");
    for (std::size_t at = 0; at < 64; ++at)
        for (const char value : {'\0', '\xff'}) {
            std::string broken = object;
            broken[at] = value;
            RegisteredKernels registered;
            static_cast<void>(registered.add(folder.write("lib", broken), {}));
        }
}

void TestKernels::yaml_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("a list in a list") << "- - a\n  - b\n- c\n"
                                      << "[[a,b],c]";
    QTest::newRow("a list as deep as its key") << "k:\n- a\n- b\nl: {m: [n, 'o, p'], q: }\n"
                                               << "{k:[a,b],l:{m:[n,o, p],q:}}";
    QTest::newRow("texts that go on") << "k: a\n   b\n"
                                      << "{k:a b}";
    QTest::newRow("a list that goes on") << "k: [a,\n b]\n"
                                         << "{k:[a,b]}";
    QTest::newRow("a colon inside") << "a::b.c: d\n\"e: f\": g\n"
                                    << "{a::b.c:d,e: f:g}";
    QTest::newRow("comments") << "# x\nk: 'a # b' # c\n"
                              << "{k:a # b}";
    QTest::newRow("items of maps") << "- k: a\n  l: b\n-\n  m: c\n"
                                   << "[{k:a,l:b},{m:c}]";
    QTest::newRow("nothing") << "\n"
                             << "";
    QTest::newRow("deep") << QString("- ").repeated(100) + "a"
                          << "limit-exceeded";
    QTest::newRow("deep in a line") << "k: " + QString("[").repeated(100) << "limit-exceeded";
    QTest::newRow("no end") << "k: [a, b\n"
                            << "yaml-invalid";
    QTest::newRow("no key") << "k: a\nb\n"
                            << "yaml-invalid";
    QTest::newRow("indentation") << "  k: a\nl: b\n"
                                 << "yaml-invalid";
}

void TestKernels::yaml() {
    QFETCH(const QString, text);
    QFETCH(const QString, says);
    const auto told = [](const YamlNode& node, const auto& self) -> std::string {
        if (node.kind == YamlNode::Kind::Scalar) return node.scalar;
        const bool map = node.kind == YamlNode::Kind::Map;
        std::string all = map ? "{" : "[";
        for (std::size_t i = 0; i < node.items.size(); ++i)
            all += (i > 0 ? "," : "") + (map ? node.keys[i] + ":" : std::string()) + self(node.items[i], self);
        return all + (map ? "}" : "]");
    };
    const auto node = parseYaml(text.toStdString());
    QCOMPARE(QString::fromStdString(node ? told(*node, told) : node.error().code), says);
}

/// Counted in the wheels of the releases.
void TestKernels::releases() {
    QCOMPARE(kernelSince("aten::add.out"), "");
    QCOMPARE(kernelSince("aten::gather.out"), "0.4.0");
    QCOMPARE(kernelSince("aten::_fft_c2r.out"), "0.7.0");
    QCOMPARE(kernelSince("own::turn"), "");
    const auto least = [](const char* fixture) {
        const auto program = opened(kFixtureRoot + fixture);
        const auto needs = releaseNeeds(*program);
        return needs.empty() ? std::string() : std::string(needs.front().release) + " " + needs.front().what;
    };
    QCOMPARE(least("external/model.pte"), "0.5.0 tensors in files of their own");
    QCOMPARE(least("vlm/model.pte"), "0.6.0 named data");
}

/// One list of no tensors that all calls name: looked through once.
void TestKernels::listsThatManyCallsName() {
    ProgramBuilder builder;
    wire::OptionalTensorListT list;
    list.items.assign(20'000, -1);
    wire::KernelTypesUnion value;
    value.Set(std::move(list));
    const auto at = static_cast<std::int32_t>(builder.plan().values.size());
    addValue(builder.plan(), std::move(value));
    for (int i = 0; i < 20'000; ++i) addInstruction(builder.plan(), kernelCall(0, {at, at, at}));
    const std::string bytes = builder.bytes();
    const auto view = std::as_bytes(std::span(bytes));
    const auto program = opened(ByteRange::whole(Source::fromBytes({view.begin(), view.end()}, "model.pte")));
    QVERIFY(program != nullptr);
    const auto needs = kernelNeeds(program->plans().front());
    QCOMPARE(needs.front().calls, std::size_t(20'001));
    QVERIFY(needs.front().keys.contains("v1/"));
}

ETSCOPE_TEST(TestKernels)
#include "tst_kernels.moc"
