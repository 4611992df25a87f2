// Taps in the numeric gap and in causes: statistics against torch's, rows of the gap, what they accuse.
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "causes/audited_gap.h"
#include "causes/method_culprits.h"
#include "causes/tap_evidence.h"
#include "compare/named_values.h"
#include "compare/outputs.h"
#include "compare/tap_statistics.h"
#include "gap/node_values.h"
#include "gap/tap_rows.h"
#include "session/open_file.h"
#include "stages/computed_references.h"
#include "support/test_case.h"

using namespace etscope;

namespace {

const std::string kTapGapFixtures = ETSCOPE_SOURCE_DIR "/tests/fixtures/";

std::shared_ptr<const session::Session> tapGapSession(const std::string& fixture, const std::vector<std::string>& names) {
    std::vector<std::string> paths;
    for (const std::string& name : names) paths.push_back(kTapGapFixtures + fixture + "/" + name);
    const auto session = session::Session::open(paths, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    return *session;
}

gap::GapTable tapGap(const session::Session& session, std::size_t run) {
    const session::MethodView method(session, "forward");
    const auto references = stages::computedReferences(method, graph::StageId::edge(), {std::nullopt, run, false}, {});
    if (!references) qFatal("%s", references.error().message.c_str());
    auto table = gap::numericGap(method, **references, {.run = run}, {});
    if (!table) qFatal("%s", table.error().message.c_str());
    return *std::move(table);
}

tensor::Tensor numbers(const std::vector<float>& values) {
    tensor::Tensor tensor;
    tensor.type = ScalarType::F32;
    tensor.shape = {static_cast<std::int64_t>(values.size())};
    const auto* bytes = reinterpret_cast<const std::byte*>(values.data());
    tensor.storage = ByteRange::whole(Source::fromBytes({bytes, bytes + 4 * values.size()}, "numbers"));
    return tensor;
}

compare::TapComparison compared(const std::vector<float>& reference, const std::vector<float>& runtime,
                                std::optional<ScalarType> type = {}) {
    join::Tap tap;
    tap.type = type;
    const auto made = compare::compareTapStatistics(numbers(reference), numbers(runtime), {}, tap, {});
    if (!made || !*made) qFatal("not compared");
    return **made;
}

/// Of 100 elements of size 1: min −1, max 1, mean 0.1.
const std::vector<float> kOfHundred{-1, 1, 0.1F, 1, 0.8F, 0.9F, 0.9055F, 80, 9.055F, 0, 0, 3, 0.99F};

}  // namespace

class TestTapsGap : public QObject {
    Q_OBJECT
private slots:
    void statisticsAreTorchs();
    void whatElementsWithinTheToleranceMakeIsEqual();
    void eachStatisticCounts_data();
    void eachStatisticCounts();
    void otherNumbersAreNotCompared();
    void rowsStandBesideTheirCalls();
    void rowsOfAnotherRun();
    void outputsAloneNameTheDelegate();
    void tapsAreNoOutputsWithoutReference();
    void valuesOfNodes();
    void withoutAnythingBefore();
};

/// What the reducer itself gave, half types, cancellation, squares beyond f32 and special numbers included.
void TestTapsGap::statisticsAreTorchs() {
    Diagnostics diagnostics;
    const auto file = session::openFile(kTapGapFixtures + "taps/statistics.pt", diagnostics, {});
    const auto named = compare::namedValues(file, diagnostics, {});
    QVERIFY(named);
    std::map<std::string, tensor::Value> values;
    for (const compare::NamedValue& one : *named) values.emplace(one.name, one.value);
    join::Tap tap;
    tap.reducer = join::TapReducer::Statistics;
    tap.reducerName = "STATS";
    std::size_t i = 0;
    for (; values.contains("value" + std::to_string(i)); ++i) {
        const auto made = gap::tapped(tap, values.at("value" + std::to_string(i)), false, {});
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        tensor::Tolerance tolerance{1e-6, 1e-7, true};
        const auto& torchs = std::get<tensor::Tensor>(values.at("statistics" + std::to_string(i)));
        const auto told = compare::compareTapStatistics(torchs, std::get<tensor::Tensor>(*made), tolerance, {}, {});
        QVERIFY(told && *told);
        QVERIFY2(!(*told)->differs(), (std::to_string(i) + ": " + (*told)->text().text()).c_str());
        QVERIFY((*told)->each[11].reference == (*told)->each[11].runtime);  // zeros
    }
    QCOMPARE(i, std::size_t{13});
    tensor::Tensor none = numbers({});
    QVERIFY(!gap::tapped(tap, none, false, {}));
}

void TestTapsGap::whatElementsWithinTheToleranceMakeIsEqual() {
    std::vector<float> runtime = kOfHundred;
    runtime[2] += 0.0005F;  // mean: 1e-3 of mean |x|, not of itself
    runtime[7] += 0.05F;
    runtime[11] = 90;  // zeros: an element near 0 may be one
    QVERIFY(!compared(kOfHundred, runtime).differs());
    QVERIFY(compared(kOfHundred, kOfHundred).error == 0);
    std::vector<float> offset{99, 101, 100, 101, 100, 0.01F, 100, 1000, 316.2F, 0, 0, 0, 101};
    std::vector<float> other = offset;
    other[5] = 0.04F;  // std: E[x²] − E[x]² of f32 is no better
    QVERIFY(!compared(offset, other).differs());
    std::vector<float> longer = kOfHundred;  // the program's reducer takes the k-th of the sizes of the export
    longer[12] = 0.5F;
    join::Tap dynamic;
    dynamic.dynamic = true;
    QVERIFY(compared(kOfHundred, longer).differs());
    QVERIFY(!(**compare::compareTapStatistics(numbers(kOfHundred), numbers(longer), {}, dynamic, {})).differs());
    std::vector<float> half = kOfHundred;
    half[0] = -1.004F;
    QVERIFY(compared(kOfHundred, half).differs());
    QVERIFY(!compared(kOfHundred, half, ScalarType::F16).differs());
}

void TestTapsGap::eachStatisticCounts_data() {
    QTest::addColumn<int>("place");
    QTest::addColumn<float>("by");
    QTest::addColumn<bool>("error");
    const std::vector<float> by{0.01F, 0.01F, 0.01F, 0.01F, 0.01F, 0.01F, 0.01F, 1, 0.1F, 1, 1, 0, 0.01F};
    for (int i = 0; i < 13; ++i)
        if (i != 11)
            QTest::addRow("%s", join::kTapStatistics[static_cast<std::size_t>(i)].data())
                << i << by[static_cast<std::size_t>(i)] << (i == 2 || (i > 3 && i < 7) || i == 9 || i == 10);
}

void TestTapsGap::eachStatisticCounts() {
    QFETCH(const int, place);
    QFETCH(const float, by);
    QFETCH(const bool, error);
    std::vector<float> runtime = kOfHundred;
    runtime[static_cast<std::size_t>(place)] += by;
    const auto told = compared(kOfHundred, runtime);
    QVERIFY(told.differs());
    QCOMPARE(std::ranges::count_if(told.each, &compare::TapStatistic::differs), std::ptrdiff_t{1});
    QVERIFY(told.text().text().starts_with(join::kTapStatistics[static_cast<std::size_t>(place)]));
    QCOMPARE(told.error > 0, error);
    QCOMPARE(std::isinf(told.error), place == 9 || place == 10);
}

void TestTapsGap::otherNumbersAreNotCompared() {
    const auto twelve = compare::compareTapStatistics(numbers(std::vector<float>(12)), numbers(kOfHundred), {}, {}, {});
    QVERIFY(twelve && !*twelve);
    tensor::Tensor cut = numbers(kOfHundred);
    cut.shape = {13};
    cut.storage.size = 20;
    QVERIFY(!compare::compareTapStatistics(cut, numbers(kOfHundred), {}, {}, {}));
}

void TestTapsGap::rowsStandBesideTheirCalls() {
    const auto session = tapGapSession("taps", {"model.etrecord", "model.pte", "run.etdp", "run.dbg"});
    const auto table = tapGap(*session, 1);
    std::size_t taps = 0;
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        const gap::GapRow& row = table.rows[r];
        if (!row.tap) continue;
        ++taps;
        QVERIFY(r > 0 && table.rows[r - 1].instruction == row.instruction);
        QVERIFY(row.state == gap::GapState::Ok && row.compared() && !row.diverges);
        QCOMPARE(row.nodes.size(), std::size_t{1});
    }
    QCOMPARE(taps, std::size_t{5});
    QVERIFY(!table.firstDivergence);
    const auto audited = causes::auditedGap({*session, "forward"}, table, {});
    QVERIFY(audited);
    for (std::size_t r = 0; r < table.rows.size(); ++r)
        if (table.rows[r].tap) {
            QVERIFY(audited->rows[r].introduced && audited->rows[r].inherited);
            QVERIFY(audited->rows[r].audit && audited->rows[r].audit->worst == table.rows[r].tap->result);
        }
}

void TestTapsGap::rowsOfAnotherRun() {
    const auto session = tapGapSession("taps", {"model.etrecord", "model.pte", "run.etdp", "run.dbg"});
    const session::MethodView method(*session, "forward");
    const auto references = gap::runReferences(method, 1, graph::StageId::edge(), {});
    QVERIFY(references);
    const auto table = gap::numericGap(method, **references, {.run = 2}, {});
    QVERIFY(table);
    QCOMPARE(std::ranges::count_if(table->rows, [](const gap::GapRow& row) { return row.tap && row.compared() && row.diverges; }),
             std::ptrdiff_t{5});  // it was fed with other numbers
}

/// The dump has nothing but outputs: the taps show that the second layer inside the delegate is wrong, the first is not.
void TestTapsGap::outputsAloneNameTheDelegate() {
    const auto session = tapGapSession("taps_wrong", {"model.etrecord", "model.pte", "model.bpte", "run.etdp", "run.dbg"});
    const auto judged = causes::methodCulprits({*session, "forward"}, {});
    QVERIFY(judged && (*judged)->first() != nullptr);
    const causes::Culprit& culprit = *(*judged)->first();
    QVERIFY(culprit.cause == causes::Cause::Delegate);
    QCOMPARE(culprit.delegate.value_or(9), std::size_t{0});
    QCOMPARE(culprit.instruction.value_or(9), std::int64_t{0});
    QCOMPARE(culprit.nodes.front(), std::string("quantized_decomposed_quantize_per_tensor_default_2"));
    QVERIFY(std::ranges::find(culprit.nodes, "aten_linear_default") == culprit.nodes.end());
    const auto table = tapGap(*session, 1);
    QCOMPARE(table.rows.size(), std::size_t{3});
    QVERIFY(!table.rows[0].diverges && !table.rows[1].diverges && table.rows[2].diverges);
    QVERIFY(std::isfinite(table.rows[2].error) && table.rows[2].error > 0.1);
}

void TestTapsGap::tapsAreNoOutputsWithoutReference() {
    const auto session = tapGapSession("taps", {"model.etrecord", "model.pte", "run.etdp", "run.dbg"});
    auto pairs = compare::pairOutputs(session, {});
    QVERIFY(pairs);
    QCOMPARE(pairs->size(), std::size_t{12});
    for (compare::OutputPair& pair : *pairs) {
        QCOMPARE(pair.tap.has_value(), pair.output > 0);
        QVERIFY(!compare::isLoneTap(pair));
        QVERIFY(compare::compareOutput(pair, {}, {}).state == compare::PairState::Match);
        if (!pair.tap) continue;
        pair.reference.reset();
        QVERIFY(compare::isLoneTap(pair));
        QVERIFY(!compare::compareOutput(pair, {}, {}).note.empty());
    }
}

void TestTapsGap::valuesOfNodes() {
    const auto session = tapGapSession("taps", {"model.etrecord", "model.pte", "run.etdp", "run.dbg"});
    const session::MethodView method(*session, "forward");
    const auto graph = method.graph(graph::StageId::edge(), {});
    for (const char* name : {"aten_relu_default", "executorch_devtools_tap_tensor_2"}) {
        const auto logged = gap::loggedValues(method, {graph::StageId::edge(), (*graph)->findNode(name)}, 64, {});
        QVERIFY(logged);
        QCOMPARE(std::ranges::count(*logged, "tap FULL_TENSOR", &gap::LoggedNodeValue::event), std::ptrdiff_t{2});
    }
}

/// No value before the wrong one is known to be right, and nobody knows what fed the run: it may be the input.
void TestTapsGap::withoutAnythingBefore() {
    const auto session = tapGapSession("taps_wrong", {"model.etrecord", "model.pte"});
    const session::MethodView method(*session, "forward");
    const auto taps = join::taps(method, {});
    const auto links = join::links(method, {});
    const auto graph = method.graph(graph::StageId::edge(), {});
    std::vector<causes::TapEvidence> all;
    for (const join::Tap& tap : (*taps)->taps) all.push_back({&tap, true});
    const auto open = causes::culpritOfTaps(**graph, **links, method.plan(), all, false);
    QVERIFY(open && open->cause == causes::Cause::Unknown && !open->instruction);
    const auto fed = causes::culpritOfTaps(**graph, **links, method.plan(), all, true);
    QVERIFY(fed && fed->cause == causes::Cause::Delegate);
    for (causes::TapEvidence& one : all) one.wrong = false;
    QVERIFY(!causes::culpritOfTaps(**graph, **links, method.plan(), all, true));
}

ETSCOPE_TEST(TestTapsGap)
#include "tst_taps_gap.moc"
