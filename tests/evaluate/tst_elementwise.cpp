// Element by element: f32 in a row is computed where it lies, other operands are converted first; both give the same bits.
#include <QtTest>
#include <cmath>
#include <limits>
#include <random>

#include "evaluate/elements.h"
#include "evaluate/operator_table.h"
#include "evaluate/reading.h"
#include "support/test_case.h"

using namespace etscope;
using evaluate::Array;
using evaluate::Value;

namespace {

constexpr std::int64_t kCount = 1'301;  // no multiple of what is computed at once

struct ElementwiseRoom {
    JobContext job;
    std::shared_ptr<evaluate::Memory> memory = std::make_shared<evaluate::Memory>(std::uint64_t{1} << 30U);
    evaluate::Context context{memory, job};
};

float someFloat(std::size_t i, std::mt19937& random) {
    using Limits = std::numeric_limits<float>;
    constexpr float kSpecial[] = {0.0F, -0.0F, Limits::infinity(), -Limits::infinity(), Limits::denorm_min(), Limits::max(), 1.0F};
    if (i % 19 == 0) return kSpecial[i / 19 % std::size(kSpecial)];
    return std::uniform_real_distribution<float>(-8, 8)(random);
}

/// The same elements `step` apart, from `offset` on.
Array randomArray(const ElementwiseRoom& room, std::int64_t step, std::int64_t offset, unsigned seed) {
    Array array = room.context.make(ScalarType::F32, {kCount * step + offset});
    auto* items = reinterpret_cast<float*>(array.storage->data());
    std::mt19937 random(seed);
    for (std::int64_t i = 0; i < kCount; ++i) items[offset + i * step] = someFloat(static_cast<std::size_t>(i) + seed, random);
    array.shape = {kCount};
    array.strides = {step};
    array.offset = offset;
    return array;
}

std::vector<std::uint32_t> bitsOf(const Array& array) {
    std::vector<std::uint32_t> bits(static_cast<std::size_t>(array.count()));
    evaluate::copyItems(array, reinterpret_cast<std::byte*>(bits.data()));
    return bits;
}

Array compute(const ElementwiseRoom& room, const char* target, std::vector<evaluate::NamedValue> arguments) {
    const auto results = evaluate::apply(*evaluate::findOperator(target), room.context, std::move(arguments));
    if (!results) qFatal("%s: %s", target, results.error().message.c_str());
    return *results->front().array();
}

}  // namespace

class TestElementwise : public QObject {
    Q_OBJECT
private slots:
    /// By a number torch divides by what that is in the tensor's type: what it gives of these.
    void remaindersOfHalfs() {
        const ElementwiseRoom room;
        const std::vector<double> values{1.2001953125, -2.69921875, 7.5, -0.0999755859375, 5.1015625, 3.0, 0.60009765625};
        Array half = room.context.make(ScalarType::F16, {static_cast<std::int64_t>(values.size())});
        evaluate::storeDoubles(half.stored, values.data(), values.size(), half.storage->data());
        const auto given = [&](const char* target) {
            return *evaluate::readDoubles(compute(room, target, {{{}, Value(half)}, {{}, Value(0.3)}}));
        };
        QCOMPARE(given("aten.remainder.Scalar"),
                 (std::vector<double>{0, 0.001220703125, 0.298828125, 0.2000732421875, 0.000732421875, 0.299560546875, 0}));
        QCOMPARE(given("aten.fmod.Scalar"),
                 (std::vector<double>{0, -0.298828125, 0.298828125, -0.0999755859375, 0.000732421875, 0.299560546875, 0}));
    }

    void sameBits_data() {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QStringList>("names");
        QTest::newRow("relu") << "aten.relu.default" << QStringList{"self"};
        QTest::newRow("sigmoid") << "aten.sigmoid.default" << QStringList{"self"};
        QTest::newRow("hardswish") << "aten.hardswish.default" << QStringList{"self"};
        QTest::newRow("add") << "aten.add.Tensor" << QStringList{"self", "other"};
        QTest::newRow("sub") << "aten.sub.Tensor" << QStringList{"self", "other"};
        QTest::newRow("mul") << "aten.mul.Tensor" << QStringList{"self", "other"};
        QTest::newRow("div") << "aten.div.Tensor" << QStringList{"self", "other"};
        QTest::newRow("maximum") << "aten.maximum.default" << QStringList{"self", "other"};
        QTest::newRow("pow") << "aten.pow.Tensor_Tensor" << QStringList{"self", "exponent"};
        QTest::newRow("addcmul") << "aten.addcmul.default" << QStringList{"self", "tensor1", "tensor2"};
    }
    /// Operands in a row, in a row from an odd place on, apart, and of both kinds.
    void sameBits() {
        QFETCH(QString, target);
        QFETCH(QStringList, names);
        const ElementwiseRoom room;
        const QByteArray name = target.toUtf8();
        const auto with = [&](std::int64_t firstStep, std::int64_t step, std::int64_t offset) {
            std::vector<evaluate::NamedValue> arguments;
            for (unsigned i = 0; i < static_cast<unsigned>(names.size()); ++i)
                arguments.push_back(
                    {names[static_cast<qsizetype>(i)].toStdString(), randomArray(room, i == 0 ? firstStep : step, offset, i)});
            return bitsOf(compute(room, name.constData(), std::move(arguments)));
        };
        const auto apart = with(2, 2, 0);
        QVERIFY(with(1, 1, 0) == apart);
        QVERIFY(with(1, 1, 3) == apart);
        QVERIFY(with(1, 3, 1) == apart);
        QVERIFY(with(3, 1, 1) == apart);
    }

    void numbers_data() {
        QTest::addColumn<double>("number");
        QTest::addColumn<bool>("integer");
        QTest::newRow("a fraction, rounded to f32") << 0.1 << false;
        QTest::newRow("an integer that f32 has") << 3.0 << true;
        QTest::newRow("an integer that f32 has not") << 16'777'217.0 << true;
        QTest::newRow("infinity") << std::numeric_limits<double>::infinity() << false;
        QTest::newRow("NaN") << std::numeric_limits<double>::quiet_NaN() << false;
    }
    /// x · number and x + 2 · number in double, rounded once.
    void numbers() {
        QFETCH(double, number);
        QFETCH(bool, integer);
        const ElementwiseRoom room;
        const Array x = randomArray(room, 1, 0, 5);
        const Value other = integer ? Value(static_cast<std::int64_t>(number)) : Value(number);
        const double exact = integer ? number : static_cast<double>(static_cast<float>(number));
        const auto products = evaluate::doublesOf(compute(room, "aten.mul.Scalar", {{"self", x}, {"other", other}}));
        const auto sums =
            evaluate::doublesOf(compute(room, "aten.add.Scalar", {{"self", x}, {"other", other}, {"alpha", std::int64_t{2}}}));
        const auto values = evaluate::doublesOf(x);
        const auto same = [](double computed, double expected) {
            const auto rounded = static_cast<double>(static_cast<float>(expected));
            return computed == rounded || (std::isnan(computed) && std::isnan(rounded));
        };
        for (std::size_t i = 0; i < values.size(); ++i) {
            QVERIFY(same(products[i], values[i] * exact));
            QVERIFY(same(sums[i], values[i] + 2 * exact));
        }
    }

    /// A column beside rows: what repeats along a run is another number in the next.
    void broadcast() {
        const ElementwiseRoom room;
        const Array x = randomArray(room, 1, 0, 1), y = randomArray(room, 1, 0, 2);
        Array rows = x, column = y;
        rows.shape = {40, 32};
        rows.strides = {32, 1};
        column.shape = {40, 1};
        column.strides = {1, 1};
        const auto sums = evaluate::doublesOf(compute(room, "aten.add.Tensor", {{"self", rows}, {"other", column}}));
        const auto left = evaluate::doublesOf(rows), right = evaluate::doublesOf(column);
        for (std::size_t i = 0; i < sums.size(); ++i) {
            const auto expected = static_cast<double>(static_cast<float>(left[i] + right[i / 32]));
            QVERIFY(sums[i] == expected || (std::isnan(sums[i]) && std::isnan(expected)));
        }
    }
};

ETSCOPE_TEST(TestElementwise)
#include "tst_elementwise.moc"
