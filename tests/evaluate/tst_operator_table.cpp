// The table of operators: complete for the core set of ATen, each overload once, every name written as graphs write it.
#include <QtTest>
#include <fstream>
#include <set>
#include <string>

#include "evaluate/elements.h"
#include "evaluate/operator_table.h"
#include "evaluate/promotion.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::evaluate;

class TestOperatorTable : public QObject {
    Q_OBJECT
private slots:
    void coreSetIsComputedOrNamed();
    void overloadsStandOnce();
    void targetsLoseTheirPrefixes();
    void signaturesHaveDefaults();
    void argumentsAreBoundByNameAndPlace();
    void wrongArgumentsAreRefused();
    void typesArePromotedAsTorchDoes_data();
    void typesArePromotedAsTorchDoes();
    void halvesAreRoundedOnce();
    void boundsHold();
};

namespace {

const JobContext kJob;
Context context() { return {std::make_shared<Memory>(std::uint64_t{1} << 26U), kJob}; }

Array arrayOf(const Context& context, ScalarType type, const std::vector<double>& values) {
    Array array = context.make(type, {static_cast<std::int64_t>(values.size())});
    storeDoubles(array.stored, values.data(), values.size(), array.storage->data());
    return array;
}

Result<Values> call(const Context& context, const char* target, std::vector<NamedValue> arguments) {
    return apply(*findOperator(target), context, std::move(arguments));
}

}  // namespace

/// core_set.txt: the overloads that torch 2.13 tags as core.
void TestOperatorTable::coreSetIsComputedOrNamed() {
    std::set<std::string_view> leftOut;
    for (const LeftOut& row : leftOutOperators()) {
        QVERIFY2(findOperator(row.target) == nullptr, row.target.data());
        QVERIFY(!row.reason.empty());
        leftOut.insert(row.target);
    }
    std::ifstream list(CORE_SET);
    std::string missing, target;
    int count = 0;
    for (; std::getline(list, target); ++count)
        if (findOperator(target) == nullptr && !leftOut.contains(target)) missing += target + " ";
    QVERIFY(count > 180);
    QCOMPARE(missing, std::string());
}

void TestOperatorTable::overloadsStandOnce() {
    std::set<std::string_view> seen;
    for (const Operator& op : operators()) QVERIFY2(seen.insert(op.row.target).second, op.row.target.data());
    QVERIFY(seen.size() > 400);
}

void TestOperatorTable::targetsLoseTheirPrefixes() {
    QCOMPARE(shortTarget("torch.ops.aten.add.Tensor"), std::string_view("aten.add.Tensor"));
    QCOMPARE(shortTarget("executorch.exir.dialects.edge.ops.aten.add.Tensor"), std::string_view("aten.add.Tensor"));
    QCOMPARE(shortTarget("_operator.mul"), std::string_view("_operator.mul"));
    QVERIFY(findOperator("torch.ops.aten.add.Tensor") != nullptr);
    QVERIFY(findOperator("torch.ops.mine.add.default") == nullptr);
}

void TestOperatorTable::signaturesHaveDefaults() {
    const Signature signature("self! dim=[] eps=1e-05 mode=\"none\" keep=false pads=[0,-1] other=none");
    const auto& parameters = signature.parameters();
    QCOMPARE(parameters.size(), std::size_t{7});
    QVERIFY(parameters[0].written && !parameters[0].fallback);
    QVERIFY(parameters[1].fallback->list()->empty());
    QCOMPARE(std::get<double>(parameters[2].fallback->base()), 1e-5);
    QCOMPARE(std::get<std::string>(parameters[3].fallback->base()), std::string("none"));
    QCOMPARE(std::get<bool>(parameters[4].fallback->base()), false);
    QCOMPARE(integerOf(parameters[5].fallback->list()->at(1)), std::int64_t{-1});
    QVERIFY(parameters[6].fallback->none());
}

void TestOperatorTable::argumentsAreBoundByNameAndPlace() {
    const Context c = context();
    const Array a = arrayOf(c, ScalarType::F32, {1, 2}), b = arrayOf(c, ScalarType::F32, {10, 20});
    for (const std::vector<NamedValue>& arguments :
         {std::vector<NamedValue>{{"self", a}, {"other", b}, {"alpha", std::int64_t{2}}},
          std::vector<NamedValue>{{"", a}, {"", b}, {"alpha", std::int64_t{2}}},
          std::vector<NamedValue>{{"alpha", std::int64_t{2}}, {"other", b}, {"self", a}}}) {
        const auto results = call(c, "aten.add.Tensor", arguments);
        QVERIFY(results);
        QCOMPARE(doublesOf(*results->front().array()), (std::vector<double>{21, 42}));
    }
}

void TestOperatorTable::wrongArgumentsAreRefused() {
    const Context c = context();
    const Array a = arrayOf(c, ScalarType::F32, {1, 2}), b = arrayOf(c, ScalarType::F32, {1, 2, 3});
    for (const std::vector<NamedValue>& arguments :
         {std::vector<NamedValue>{{"self", a}}, std::vector<NamedValue>{{"self", a}, {"self", a}},
          std::vector<NamedValue>{{"self", a}, {"other", b}}, std::vector<NamedValue>{{"self", a}, {"mine", a}},
          std::vector<NamedValue>{{"self", a}, {"other", std::string("x")}}}) {
        const auto results = call(c, "aten.add.Tensor", arguments);
        QVERIFY(!results);
        QCOMPARE(results.error().code, std::string("operator-arguments-invalid"));
    }
}

/// Facts of torch.result_type.
void TestOperatorTable::typesArePromotedAsTorchDoes_data() {
    QTest::addColumn<QString>("left");
    QTest::addColumn<QString>("right");
    QTest::addColumn<QString>("result");
    const auto row = [](const char* left, const char* right, const char* result) {
        QTest::addRow("%s with %s", left, right) << left << right << result;
    };
    row("f32", "f32", "f32");
    row("f16", "bf16", "f32");
    row("u8", "i8", "i16");
    row("bool", "u8", "u8");
    row("i64", "f16", "f16");
    row("i64", "f32 alone", "f32");
    row("f16", "f32 alone", "f16");
    row("f32", "f64 alone", "f32");
    row("i32", "i64 alone", "i32");
    row("bool", "i64 number", "i64");
    row("i32", "f64 number", "f32");
    row("f16", "f64 number", "f16");
    row("i32 alone", "i64 number", "i32");
    row("f16 alone", "f32", "f32");
}

void TestOperatorTable::typesArePromotedAsTorchDoes() {
    QFETCH(QString, left);
    QFETCH(QString, right);
    QFETCH(QString, result);
    const Context c = context();
    const auto operand = [&](const QString& text) -> Value {
        const ScalarType type = *scalarTypeFromName(text.section(' ', 0, 0).toStdString());
        if (text.endsWith("number")) return isFloating(type) ? Value(0.5) : Value(std::int64_t{1});
        return c.make(type, text.endsWith("alone") ? Dims{} : Dims{2});
    };
    const Value a = operand(left), b = operand(right);
    QCOMPARE(QString::fromStdString(scalarTypeName(resultType(std::array{&a, &b}))), result);
    QCOMPARE(QString::fromStdString(scalarTypeName(resultType(std::array{&b, &a}))), result);
}

/// Values between two halves where rounding to f32 first would decide a tie the wrong way.
void TestOperatorTable::halvesAreRoundedOnce() {
    QCOMPARE(roundedTo(ScalarType::F16, 1.0 + 0x1p-11 + 0x1p-40), 1.0 + 0x1p-10);
    QCOMPARE(roundedTo(ScalarType::F16, 1.0 + 0x1p-11), 1.0);
    QCOMPARE(roundedTo(ScalarType::BF16, 1.0 + 0x1p-8 + 0x1p-40), 1.0 + 0x1p-7);
    QCOMPARE(roundedTo(ScalarType::BF16, 1.0 + 0x1p-8), 1.0);
    QCOMPARE(roundedTo(ScalarType::F16, 65519.99), 65504.0);
    QVERIFY(std::isinf(roundedTo(ScalarType::F16, 65520.0)));
    QCOMPARE(roundedTo(ScalarType::F16, 0x1p-25), 0.0);
    QCOMPARE(roundedTo(ScalarType::F16, 0x1.8p-25), 0x1p-24);
    QVERIFY(std::isnan(roundedTo(ScalarType::F16, std::nan(""))));
    QVERIFY(std::isnan(roundedTo(ScalarType::BF16, std::nan(""))));
    for (std::uint32_t bits = 0; bits < 0x7C00U; ++bits) {  // every finite half comes back
        const double value = floatFromF16(static_cast<std::uint16_t>(bits));
        QCOMPARE(roundedTo(ScalarType::F16, value), value);
        QCOMPARE(roundedTo(ScalarType::F16, -value), -value);
    }
}

void TestOperatorTable::boundsHold() {
    const Context c = context();
    const auto large = call(c, "aten.zeros.default", {{"size", Values{std::int64_t{1} << 40, std::int64_t{1} << 40}}});
    QVERIFY(!large);
    QCOMPARE(large.error().code, std::string("limit-exceeded"));
    const auto memory = call(c, "aten.zeros.default", {{"size", Values{std::int64_t{1} << 27}}});
    QVERIFY(!memory);
    QCOMPARE(memory.error().code, std::string("limit-exceeded"));
    const auto negative = call(c, "aten.zeros.default", {{"size", Values{std::int64_t{-1}}}});
    QVERIFY(!negative);
    QCOMPARE(negative.error().code, std::string("operator-arguments-invalid"));
    QCOMPARE(c.memory->used(), std::uint64_t{0});
}

ETSCOPE_TEST(TestOperatorTable)
#include "tst_operator_table.moc"
