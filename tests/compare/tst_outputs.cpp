// Reference outputs beside raw runtime outputs: pairing and every state of a pair.
#include <QtTest>

#include "compare/outputs.h"
#include "program/program_builder.h"
#include "support/bytes.h"
#include "support/pickle_builder.h"
#include "support/record_builder.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::test;
using compare::PairState;

class TestOutputs : public QObject {
    Q_OBJECT
private slots:
    void casesAreNumbersInOrder();
    void states_data();
    void states();
    void rankZeroReferences();
    void rankZeroFiles_data();
    void rankZeroFiles();
    void referencesWithoutNumbers_data();
    void referencesWithoutNumbers();
    void whatHasNoDataGivesWay();
    void missingSides();
    void namesThatAreNotOutputs();
    void toleranceOfAnOutput();
    void toleranceOfHalfTypes();
    void halfTypesByTheirSize();
    void integersAreEqualOrNot();
    void nanOnBothSides();
    void withoutAnything();
};

namespace {

std::string npy(const char* type, const char* shape, const std::string& data) {
    std::string header = std::string("{'descr': '") + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
    header.resize(117, ' ');
    header += '\n';
    return std::string("\x93NUMPY\x01\x00", 8) + little<std::uint16_t>(static_cast<std::uint16_t>(header.size())) + header + data;
}

/// A record whose reference outputs of `forward` are these cases.
std::string recordOf(const std::vector<pickled::Piece>& cases) {
    RecordBuilder builder;
    builder.set("reference_outputs",
                pickled::torchSave(pickled::dict({{pickled::text("forward"), pickled::list(cases)}}), {{"0", floats({1, 2, 3})}}));
    return builder.bytes();
}
pickled::Piece oneTwoThree() { return pickled::tensor({.numel = 3, .shape = {1, 3}, .strides = {3, 1}}); }

std::vector<compare::OutputPair> pairsOf(const TempDir& dir, const std::string& record) {
    session::OpenOptions options;
    options.outputFolders = {dir.path()};
    const auto session = session::Session::open({dir.write("model.etrecord", record)}, options, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    auto pairs = compare::pairOutputs(*session, {});
    if (!pairs) qFatal("%s", pairs.error().message.c_str());
    return std::move(*pairs);
}

PairState stateOf(const compare::OutputPair& pair) { return compare::compareOutput(pair, {}, {}).state; }

}  // namespace

// The numbers count the calls of the whole run: 2 and 10 are the first and second call of `forward`.
void TestOutputs::casesAreNumbersInOrder() {
    const TempDir dir;
    dir.write("out-forward-10-0.npy", npy("<f4", "(1, 3)", floats({9, 9, 9})));
    dir.write("out-forward-2-0.npy", npy("<f4", "(1, 3)", floats({1, 2, 3})));
    const auto pairs = pairsOf(dir, recordOf({pickled::list({oneTwoThree()}), pickled::list({oneTwoThree()})}));
    QCOMPARE(pairs.size(), std::size_t{2});
    QCOMPARE(pairs[0].caseIndex, std::int64_t{0});
    QCOMPARE(pairs[0].runtime->place, std::string("out-forward-2-0.npy"));
    QCOMPARE(stateOf(pairs[0]), PairState::Match);
    QCOMPARE(pairs[1].runtime->place, std::string("out-forward-10-0.npy"));
    QCOMPARE(stateOf(pairs[1]), PairState::Differ);
}

void TestOutputs::states_data() {
    QTest::addColumn<QByteArray>("reference");
    QTest::addColumn<QByteArray>("runtime");
    QTest::addColumn<int>("state");
    const auto row = [](const char* name, const std::string& reference, const std::string& runtime, PairState state) {
        QTest::newRow(name) << QByteArray::fromStdString(reference) << QByteArray::fromStdString(runtime)
                            << static_cast<int>(state);
    };
    row("equal", oneTwoThree(), npy("<f4", "(1, 3)", floats({1, 2, 3})), PairState::Match);
    row("within the tolerance", oneTwoThree(), npy("<f4", "(1, 3)", floats({1.0005F, 2, 3})), PairState::Match);
    row("beyond it", oneTwoThree(), npy("<f4", "(1, 3)", floats({1.01F, 2, 3})), PairState::Differ);
    row("NaN", oneTwoThree(), npy("<f4", "(1, 3)", floats({NAN, 2, 3})), PairState::Differ);
    row("other shape", oneTwoThree(), npy("<f4", "(3, 1)", floats({1, 2, 3})), PairState::ShapeMismatch);
    row("another rank", oneTwoThree(), npy("<f4", "(3,)", floats({1, 2, 3})), PairState::Match);
    row("another rank that differs", oneTwoThree(), npy("<f4", "(1, 3, 1)", floats({1, 2, 4})), PairState::Differ);
    row("another rank and size", oneTwoThree(), npy("<f4", "(2,)", floats({1, 2})), PairState::ShapeMismatch);
    row("integers", oneTwoThree(), npy("<i4", "(1, 3)", little(1) + little(2) + little(3)), PairState::TypeMismatch);
    row("cut file", oneTwoThree(), npy("<f4", "(1, 3)", floats({1, 2})), PairState::Unreadable);
    row("no npy", oneTwoThree(), "\x93NUMPY\x09", PairState::Unreadable);
    row("int against array of one", pickled::integer(5), npy("<i8", "(1,)", little<std::int64_t>(5)), PairState::Match);
    row("int that differs", pickled::integer(5), npy("<i8", "(1,)", little<std::int64_t>(6)), PairState::Differ);
    row("float against rank 0", pickled::real(1), npy("<f8", "()", std::string("\0\0\0\0\0\0\xF0\x3F", 8)), PairState::Match);
    row("bool", pickled::boolean(true), npy("|b1", "(1,)", "\x01"), PairState::Match);
}

void TestOutputs::states() {
    QFETCH(QByteArray, reference);
    QFETCH(QByteArray, runtime);
    QFETCH(int, state);
    const TempDir dir;
    dir.write("out-forward-0-0.npy", runtime.toStdString());
    const auto pairs = pairsOf(dir, recordOf({pickled::list({reference.toStdString()})}));
    QCOMPARE(pairs.size(), std::size_t{1});
    const auto comparison = compare::compareOutput(pairs[0], {}, {});
    QCOMPARE(QString::fromUtf8(pairStateName(comparison.state).data()),
             QString::fromUtf8(pairStateName(static_cast<PairState>(state)).data()));
    if (comparison.state == PairState::Unreadable) QVERIFY(!comparison.note.empty());
    const bool aligned =
        QByteArray(QTest::currentDataTag()).startsWith("another rank") && comparison.state != PairState::ShapeMismatch;
    QCOMPARE(comparison.note.text().starts_with("aligned: the reference is "), aligned);
}

/// A reference of rank 0 has rank 0, and is that of an output that a file gives.
void TestOutputs::rankZeroReferences() {
    const TempDir dir;
    for (const char* name : {"ref-forward-0-0.npy", "out-forward-0-0.npy"}) dir.write(name, npy("<f4", "()", floats({2})));
    session::OpenOptions options;
    options.outputFolders = {dir.path()};
    const auto session = session::Session::open({dir.path("ref-forward-0-0.npy")}, options, {});
    QVERIFY(session);
    const auto pairs = compare::pairOutputs(*session, {});
    QVERIFY(pairs && pairs->size() == 1 && pairs->front().reference);
    QVERIFY(std::get<tensor::Tensor>(pairs->front().reference->value).shape.empty());
    QCOMPARE(stateOf(pairs->front()), PairState::Match);
}

namespace {

std::vector<compare::OutputPair> pairsOfFolder(const TempDir& dir) {
    const auto session = session::Session::open({dir.path()}, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    auto pairs = compare::pairOutputs(*session, {});
    if (!pairs) qFatal("%s", pairs.error().message.c_str());
    return std::move(*pairs);
}

}  // namespace

void TestOutputs::rankZeroFiles_data() {
    QTest::addColumn<QByteArray>("reference");
    QTest::addColumn<float>("runtime");
    QTest::addColumn<bool>("match");
    const auto row = [](const char* name, std::vector<std::int64_t> shape, float runtime, bool match) {
        const std::vector<std::int64_t> strides(shape.size(), 1);
        const auto piece = pickled::tensor({.numel = 1, .shape = std::move(shape), .strides = strides});
        QTest::newRow(name) << QByteArray::fromStdString(piece) << runtime << match;
    };
    row("equal", {}, 1, true);
    row("another value", {}, 2, false);
    row("against one element", {1}, 1, true);
    row("another than the one element", {1}, 2, false);
}

/// What numpy writes without axes is compared by its value, whatever the other side comes from.
void TestOutputs::rankZeroFiles() {
    QFETCH(const QByteArray, reference);
    QFETCH(const float, runtime);
    QFETCH(const bool, match);
    const TempDir dir;
    dir.write("model.etrecord", recordOf({pickled::list({reference.toStdString()})}));
    dir.write("out-forward-0-0.npy", npy("<f4", "()", floats({runtime})));
    const auto pairs = pairsOfFolder(dir);
    QCOMPARE(pairs.size(), std::size_t{1});
    const auto comparison = compare::compareOutput(pairs.front(), {}, {});
    QCOMPARE(comparison.state, match ? PairState::Match : PairState::Differ);
    QVERIFY2(comparison.note.empty(), comparison.note.text().c_str());
}

void TestOutputs::referencesWithoutNumbers_data() {
    QTest::addColumn<int>("values");
    QTest::addColumn<std::vector<std::int64_t>>("outputs");
    QTest::newRow("all") << 4 << std::vector<std::int64_t>{0, 1, 2, 3};
    QTest::newRow("the tensors alone") << 2 << std::vector<std::int64_t>{0, 3};
    QTest::newRow("neither") << 3 << std::vector<std::int64_t>{};
    QTest::newRow("more than there are") << 5 << std::vector<std::int64_t>{0, 1, 2, 3, 4};
}

/// A record lists the outputs of a method that are tensors; its program says which those are.
void TestOutputs::referencesWithoutNumbers() {
    QFETCH(const int, values);
    QFETCH(const std::vector<std::int64_t>, outputs);
    ProgramBuilder program;
    wire::ExecutionPlanT& plan = program.plan();
    const auto added = static_cast<std::int32_t>(plan.values.size());
    addValue(plan, noneValue());
    addValue(plan, intValue(7));
    plan.outputs = {plan.outputs.front(), added, added + 1, plan.inputs.front()};
    const TempDir dir;
    dir.write("model.pte", program.bytes());
    const std::vector<pickled::Piece> leaves(static_cast<std::size_t>(values), oneTwoThree());
    dir.write("model.etrecord", recordOf({pickled::list(leaves)}));
    const auto session = session::Session::open({dir.path()}, {}, {});
    QVERIFY(session);
    const auto pairs = compare::pairOutputs(*session, {});
    QVERIFY(pairs);
    std::vector<std::int64_t> found;
    for (const compare::OutputPair& pair : *pairs) found.push_back(pair.output);
    QCOMPARE(found, outputs);
    QCOMPARE((*session)->diagnostics().has("reference-outputs-unplaced"), outputs.empty());
}

/// An output that one source only names is taken from the next that has its data; where none has, it is named once.
void TestOutputs::whatHasNoDataGivesWay() {
    const auto source = [](std::vector<compare::OutputValue> values) {
        return [values](const JobContext&) { return Result<std::vector<compare::OutputValue>>(values); };
    };
    const auto value = [](std::int64_t output, bool readable, const char* place) {
        tensor::Tensor tensor;
        tensor.state = readable ? tensor::DataState::Dense : tensor::DataState::Unreadable;
        return compare::OutputValue{"forward", 0, output, {}, "file", place, tensor};
    };
    const auto all = compare::valuesOf({source({value(0, true, "a0"), value(1, false, "a1"), value(2, false, "a2")}),
                                        source({value(0, true, "b0"), value(1, true, "b1"), value(2, false, "b2")})},
                                       {});
    QVERIFY(all);
    QStringList places;
    for (const compare::OutputValue& one : *all) places.append(QString::fromStdString(one.place));
    places.sort();
    QCOMPARE(places, (QStringList{"a0", "a2", "b1"}));
}

void TestOutputs::missingSides() {
    const TempDir dir;
    dir.write("out-forward-0-1.npy", npy("<f4", "(1, 3)", floats({1, 2, 3})));
    const auto pairs = pairsOf(dir, recordOf({pickled::list({oneTwoThree()})}));
    QCOMPARE(pairs.size(), std::size_t{2});
    QCOMPARE(stateOf(pairs[0]), PairState::MissingRuntime);
    QCOMPARE(stateOf(pairs[1]), PairState::MissingReference);
}

void TestOutputs::namesThatAreNotOutputs() {
    const TempDir dir;
    const std::string array = npy("<f4", "(1, 3)", floats({1, 2, 3}));
    for (const char* name : {"out-forward-0.npy", "out--0-0.npy", "forward-0-0.npy", "out-forward-x-0.npy", "out-.npy",
                             "out-forward-0-99999999999999999999.npy"})
        dir.write(name, array);
    dir.write("out-a-b-3-0.npy", array);
    const auto pairs = pairsOf(dir, recordOf({}));
    QCOMPARE(pairs.size(), std::size_t{1});
    QCOMPARE(pairs[0].method, std::string("a-b"));
    QCOMPARE(pairs[0].caseIndex, std::int64_t{0});
}

void TestOutputs::toleranceOfAnOutput() {
    const TempDir dir;
    dir.write("out-forward-0-0.npy", npy("<f4", "(1, 3)", floats({1.5F, 2, 3})));
    const auto pairs = pairsOf(dir, recordOf({pickled::list({oneTwoThree()})}));
    compare::OutputCompareOptions options;
    QCOMPARE(compare::compareOutput(pairs[0], options, {}).state, PairState::Differ);
    options.perOutput[{"forward", 0}] = {0, 0.6, false};
    QCOMPARE(compare::toleranceOf(pairs[0], options).atol, 0.6);
    QCOMPARE(compare::compareOutput(pairs[0], options, {}).state, PairState::Match);
}

void TestOutputs::toleranceOfHalfTypes() {
    const TempDir dir;
    dir.write("out-forward-0-0.npy", npy("<f4", "(1, 3)", floats({1.5F, 2, 3})));
    auto pairs = pairsOf(dir, recordOf({pickled::list({oneTwoThree()})}));
    QCOMPARE(compare::toleranceOf(pairs[0], {}).atol, tensor::Tolerance().atol);
    tensor::Tensor half;
    half.type = ScalarType::F16;
    half.shape = {2};
    half.storage =
        ByteRange::whole(Source::fromBytes({std::byte{0}, std::byte{0x3c}, std::byte{0}, std::byte{0xc8}}, "half"));  // 1, -8
    pairs[0].reference->value = half;
    QCOMPARE(compare::toleranceOf(pairs[0], {}).rtol, 16 * 0x1p-11);
    QCOMPARE(compare::toleranceOf(pairs[0], {}).atol, 4 * 0x1p-11 * 8);
    compare::OutputCompareOptions chosen;
    chosen.tolerance.atol = 0.5;
    QCOMPARE(compare::toleranceOf(pairs[0], chosen).atol, 0.5);
}

namespace {

tensor::Tensor tensorOf(ScalarType type, const std::vector<float>& values) {
    std::string bytes;
    for (const float value : values) {
        const std::string all = test::floats({value});
        bytes += type == ScalarType::BF16 ? all.substr(2) : all;  // the upper half
    }
    tensor::Tensor made;
    made.type = type;
    made.shape = {static_cast<std::int64_t>(values.size())};
    made.storage = test::inMemory(bytes);
    return made;
}

compare::OutputComparison compared(ScalarType type, const std::vector<float>& reference, const std::vector<float>& runtime,
                                   const compare::OutputCompareOptions& options = {}) {
    compare::OutputPair pair{"forward", 0, 0, compare::OutputValue{}, compare::OutputValue{}};
    pair.reference->value = tensorOf(type, reference);
    pair.runtime->value = tensorOf(type, runtime);
    return compare::compareOutput(pair, options, {});
}

}  // namespace

/// An element near zero is off by what the others are rounded by, whatever their size.
void TestOutputs::halfTypesByTheirSize() {
    QCOMPARE(compared(ScalarType::BF16, {1, -1, 2, -0.0125F}, {1, -1, 2, -0.025F}).state, PairState::Match);
    QCOMPARE(compared(ScalarType::BF16, {128, -64, 256, -1}, {128, -64, 256, -3}).state, PairState::Match);
    QCOMPARE(compared(ScalarType::BF16, {0x1p-7F, -0x1p-6F, 0x1p-7F, 0}, {0x1p-7F, -0x1p-6F, 0x1p-7F, 0x1p-8F}).state,
             PairState::Differ);
}

/// Token 50001 is not token 50000, unless somebody says that it may be.
void TestOutputs::integersAreEqualOrNot() {
    const auto of = [](std::int64_t reference, std::int64_t runtime, const compare::OutputCompareOptions& options) {
        const auto tensorOf = [](std::int64_t value) {
            tensor::Tensor made;
            made.type = ScalarType::I64;
            made.shape = {1};
            made.storage = test::inMemory(std::string(reinterpret_cast<const char*>(&value), sizeof value));
            return made;
        };
        compare::OutputPair pair{"forward", 0, 0, compare::OutputValue{}, compare::OutputValue{}};
        pair.reference->value = tensorOf(reference);
        pair.runtime->value = tensorOf(runtime);
        return compare::compareOutput(pair, options, {}).state;
    };
    QCOMPARE(of(50000, 50000, {}), PairState::Match);
    QCOMPARE(of(50000, 50001, {}), PairState::Differ);
    compare::OutputCompareOptions chosen;
    chosen.tolerance.rtol = 1e-2;
    QCOMPARE(of(50000, 50001, chosen), PairState::Match);
}

/// They differ unless NaN is told to equal NaN, and the pair says so; nothing else is made of it.
void TestOutputs::nanOnBothSides() {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<float> values{1, nan, 3, 5, 7, nan, 9, 11};
    const auto apart = compared(ScalarType::F32, values, values);
    QCOMPARE(apart.state, PairState::Differ);
    QCOMPARE(apart.note.text(), std::string("2 NaN on both sides, which differ unless NaN is told to equal NaN"));
    compare::OutputCompareOptions options;
    options.tolerance.equalNan = true;
    QCOMPARE(compared(ScalarType::F32, values, values, options).state, PairState::Match);
}

void TestOutputs::withoutAnything() {
    const TempDir dir;
    RecordBuilder builder;
    builder.drop("reference_outputs");
    dir.write("other.npy", npy("<f4", "(1, 3)", floats({1, 2, 3})));
    QVERIFY(pairsOf(dir, builder.bytes()).empty());
}

ETSCOPE_TEST(TestOutputs)
#include "tst_outputs.moc"
