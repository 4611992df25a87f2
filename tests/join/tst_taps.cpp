// Outputs that are taps: as the record names them, as the program shows them, and what only looks like one.
#include <QtTest>

#include "graph/model_builder.h"
#include "join/handles.h"
#include "join/taps.h"
#include "support/test_case.h"

using namespace etscope;
using graph::Argument;
using graph::ValueId;
using test::ModelBuilder;

namespace {

const std::string kTapFixtures = ETSCOPE_SOURCE_DIR "/tests/fixtures/";

std::shared_ptr<const session::Session> tapSession(const std::vector<std::string>& files) {
    std::vector<std::string> paths;
    for (const std::string& file : files) paths.push_back(kTapFixtures + file);
    const auto session = session::Session::open(paths, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    return *session;
}

std::vector<join::Tap> tapsIn(const std::vector<std::string>& files) {
    const auto session = tapSession(files);
    const auto taps = join::taps({*session, "forward"}, {});
    if (!taps) qFatal("%s", taps.error().message.c_str());
    return (*taps)->taps;
}

/// A graph whose output is the list of statistics of `x`, as the exporter leaves it.
class Statistics {
public:
    ModelBuilder builder;
    ValueId x, cast;
    std::string wrong;        ///< an operator that is another one
    bool otherValue = false;  ///< one of the statistics is of another value

    Statistics() : x(builder.input("x")) {}

    std::shared_ptr<const graph::GraphModel> make(std::size_t count = 13) {
        cast = op("_to_copy", x);
        const ValueId other = otherValue ? op("_to_copy", op("neg", x)) : cast;
        const ValueId size = op("abs", cast), square = op("pow", cast), mean = op("mean", cast);
        const ValueId meanSquare = op("mean", square);
        std::vector<ValueId> all{op("amin", cast),
                                 op("amax", other),
                                 mean,
                                 op("amax", size),
                                 op("mean", size),
                                 op("sqrt", op("abs", op("sub", meanSquare, op("pow", mean)))),
                                 op("sqrt", meanSquare),
                                 op("sum", size),
                                 op("sqrt", op("sum", square)),
                                 counted("isnan"),
                                 counted("isinf"),
                                 counted("eq"),
                                 op("select_copy", op("topk", op("view_copy", size)))};
        all.resize(count);
        std::vector<Argument> items;
        for (const ValueId value : all) items.push_back(ModelBuilder::valueArgument(value));
        const Argument list(builder.builder().addListItems(items));
        builder.output(x);
        builder.output(builder.node("stack", "aten.stack.default", std::vector<Argument>{list}));
        return builder.finish();
    }

private:
    ValueId op(const std::string& word, ValueId of) { return builder.node(named(word), targetOf(word), {of}); }
    ValueId op(const std::string& word, ValueId of, ValueId with) { return builder.node(named(word), targetOf(word), {of, with}); }
    ValueId counted(const std::string& test) { return op("sum", op("_to_copy", op(test, cast))); }
    std::string named(const std::string& word) { return word + std::to_string(m_number++); }
    std::string targetOf(const std::string& word) { return "aten." + (word == wrong ? std::string("relu") : word) + ".default"; }
    int m_number = 0;
};

std::size_t tapCount(const graph::GraphModel& model) { return join::tapsOf(model, graph::StageId::edge()).size(); }

}  // namespace

class TestTaps : public QObject {
    Q_OBJECT
private slots:
    void recordNamesThem();
    void programShowsStatistics();
    void ordinaryOutputsAreNone();
    void handlesAreOfWhatRuns();
    void reducersInPlaceOfTaps();
    void lookAlikes_data();
    void lookAlikes();
    void tapsOfDamagedGraphs();
};

void TestTaps::recordNamesThem() {
    const auto taps = tapsIn({"taps/model.etrecord", "taps/model.pte"});
    QCOMPARE(taps.size(), std::size_t{5});
    const std::vector<std::string> values{"aten_linear_default", "getitem", "aten_relu_default", "aten_linear_default_1",
                                          "aten__softmax_default"};
    const std::vector<std::string> before{"linear", "layer_norm", "relu", "linear_1", "softmax"};
    const std::vector<std::int64_t> instructions{0, 30, 60, 60, 60};
    for (std::size_t i = 0; i < taps.size(); ++i) {
        QCOMPARE(taps[i].output, static_cast<std::int64_t>(i + 1));
        QCOMPARE(taps[i].value, values[i]);
        QCOMPARE(taps[i].exportedValue, before[i]);
        QCOMPARE(taps[i].instruction, instructions[i]);
        QCOMPARE(taps[i].reducer, i == 2 ? join::TapReducer::Whole : join::TapReducer::Statistics);
        QVERIFY(taps[i].debugHandle.has_value());
        QVERIFY(taps[i].type == ScalarType::F32);
    }
    QCOMPARE(taps[1].node, std::string("aten_native_layer_norm_default"));
}

/// A tap of the whole value leaves nothing in the program that says so.
void TestTaps::programShowsStatistics() {
    const auto taps = tapsIn({"taps/model.pte"});
    QCOMPARE(taps.size(), std::size_t{4});
    const auto named = tapsIn({"taps/model.etrecord", "taps/model.pte"});
    for (const join::Tap& tap : taps) {
        const auto same = std::ranges::find(named, tap.output, &join::Tap::output);
        QVERIFY(same != named.end());
        QCOMPARE(tap.instruction, same->instruction);
        QCOMPARE(tap.planned, same->planned);
        QCOMPARE(tap.result, same->result);
        QVERIFY(tap.node.empty() && tap.name().starts_with('v'));
    }
}

void TestTaps::ordinaryOutputsAreNone() {
    QVERIFY(tapsIn({"delegated/model.etrecord", "delegated/model.pte"}).empty());
    const auto session = tapSession({"delegated/model.pte"});
    QVERIFY((*join::taps({*session, "no such method"}, {}))->taps.empty());
}

/// A tap has the handle of the node that it shows.
void TestTaps::handlesAreOfWhatRuns() {
    const auto session = tapSession({"taps/model.etrecord", "taps/model.pte"});
    const auto handles = join::handles({*session, "forward"}, {});
    QVERIFY(handles);
    for (const auto& nodes : {(*handles)->edgeByHandle, (*handles)->exportedByHandle})
        for (const auto& [handle, refs] : nodes)
            for (const graph::NodeRef& ref : refs) QVERIFY((*handles)->graphs.path(ref).find("tap") == std::string::npos);
}

void TestTaps::reducersInPlaceOfTaps() {
    Statistics statistics;
    const auto model = statistics.make();
    const auto taps = join::tapsOf(*model, graph::StageId::edge());
    QCOMPARE(taps.size(), std::size_t{1});
    QCOMPARE(taps[0].output, std::int64_t{1});
    QCOMPARE(taps[0].value, std::string("x"));
    QVERIFY(taps[0].reducer == join::TapReducer::Statistics);
}

void TestTaps::lookAlikes_data() {
    QTest::addColumn<QString>("wrong");
    QTest::addColumn<bool>("other");
    QTest::addColumn<int>("count");
    for (const char* word :
         {"amin", "amax", "mean", "abs", "pow", "sqrt", "sub", "sum", "isnan", "isinf", "eq", "topk", "select_copy"})
        QTest::addRow("%s", word) << word << false << 13;
    QTest::newRow("of two values") << "" << true << 13;
    QTest::newRow("twelve") << "" << false << 12;
    QTest::newRow("none") << "" << false << 0;
}

void TestTaps::lookAlikes() {
    QFETCH(const QString, wrong);
    QFETCH(const bool, other);
    QFETCH(const int, count);
    Statistics statistics;
    statistics.wrong = wrong.toStdString();
    statistics.otherValue = other;
    QCOMPARE(tapCount(*statistics.make(static_cast<std::size_t>(count))), std::size_t{0});
}

/// Taps without operands, with numbers for names, of the exporter's own reducers.
void TestTaps::tapsOfDamagedGraphs() {
    constexpr const char* kTap = "executorch.exir.dialects.edge.ops.executorch_devtools.tap.Tensor";
    ModelBuilder builder;
    const ValueId x = builder.input("x");
    const auto text = [&](const char* word) {
        return Argument(graph::ArgumentKind::String, builder.builder().intern(word).index());
    };
    builder.output(builder.node("no_operands", kTap, std::vector<Argument>{}));
    builder.output(builder.node("no_reducer", kTap, {x}));
    builder.output(
        builder.node("number", kTap, std::vector<Argument>{ModelBuilder::valueArgument(x), ModelBuilder::intArgument(3)}));
    builder.output(builder.node("swapped", kTap, std::vector<Argument>{text("STATS"), ModelBuilder::valueArgument(x)}));
    builder.output(builder.node("own", kTap, std::vector<Argument>{ModelBuilder::valueArgument(x), text("HISTOGRAM")}));
    const auto taps = join::tapsOf(*builder.finish(), graph::StageId::edge());
    QCOMPARE(taps.size(), std::size_t{1});
    QCOMPARE(taps[0].output, std::int64_t{4});
    QVERIFY(taps[0].reducer == join::TapReducer::Other);
    QCOMPARE(taps[0].reducerName, std::string("HISTOGRAM"));
}

ETSCOPE_TEST(TestTaps)
#include "tst_taps.moc"
