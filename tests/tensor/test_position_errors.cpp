// The error of each position along an axis.
#include <QtTest>
#include <cmath>

#include "samples.h"
#include "support/test_case.h"
#include "tensor/position_errors.h"

using namespace etscope;
using namespace etscope::tensor;

class TestPositionErrors : public QObject {
    Q_OBJECT
private:
    static ComparedPair pair(const std::vector<float>& reference, const std::vector<float>& runtime,
                             const std::vector<std::int64_t>& shape) {
        auto loaded = ComparedPair::load(test::floats(reference, shape), test::floats(runtime, shape));
        if (!loaded) qFatal("%s", loaded.error().message.c_str());
        return *std::move(loaded);
    }

private slots:
    void axisOfShape_data() {
        QTest::addColumn<std::vector<std::int64_t>>("shape");
        QTest::addColumn<int>("axis");
        const auto row = [](const char* name, std::vector<std::int64_t> shape, int axis) {
            QTest::newRow(name) << std::move(shape) << axis;
        };
        row("logits", {1, 19, 49280}, 1);
        row("one position", {1, 1, 32}, 2);
        row("picture", {1, 3, 8, 9}, 2);
        row("vector", {7}, 0);
        row("one element", {1, 1}, -1);
        row("scalar", {}, -1);
        row("empty", {0, 4}, 1);
    }
    void axisOfShape() {
        QFETCH(const std::vector<std::int64_t>, shape);
        QFETCH(const int, axis);
        const auto found = positionAxis(shape);
        QCOMPARE(found ? static_cast<int>(*found) : -1, axis);
    }

    void meansAndWorstOfEachPosition() {
        const std::vector<float> a(12, 1.0F);
        std::vector<float> b = a;
        b[4] = 3, b[7] = 2, b[11] = std::nanf("");
        const auto rows = errorsAlong(pair(a, b, {3, 4}), 0, {}, {});
        QVERIFY(rows);
        QCOMPARE(rows->entries.size(), 3U);
        QCOMPARE(rows->step, 1U);
        QCOMPARE(rows->entries[0].mismatched, 0U);
        QCOMPARE(rows->entries[1].mismatched, 2U);
        QCOMPARE(rows->entries[1].meanAbs, 0.75);
        QCOMPARE(rows->entries[1].maxAbs, 2.0);
        QCOMPARE(rows->entries[1].worst, 4U);
        QCOMPARE(rows->entries[2].mismatched, 1U);
        QCOMPARE(rows->entries[2].maxAbs, 0.0);
        QCOMPARE(rows->entries[2].worst, 11U);
        const auto columns = errorsAlong(pair(a, b, {3, 4}), 1, {}, {});
        QVERIFY(columns);
        QCOMPARE(columns->entries[0].mismatched, 1U);
        QCOMPARE(columns->entries[3].mismatched, 2U);
    }

    void longAxesStandTogether() {
        const std::vector<float> a(1500, 0.0F);
        std::vector<float> b = a;
        b[1499] = 1;
        const auto found = errorsAlong(pair(a, b, {1500}), 0, {}, {});
        QVERIFY(found);
        QCOMPARE(found->step, 3U);
        QCOMPARE(found->entries.size(), 500U);
        QCOMPARE(found->entries.back().worst, 1499U);
        QCOMPARE(found->entries.front().mismatched, 0U);
    }

    void whatCannotBe() {
        const std::vector<float> a(4, 1.0F);
        QCOMPARE(test::code(errorsAlong(pair(a, a, {4}), 1, {}, {})), std::string("shape-mismatch"));
        QVERIFY(errorsAlong(pair({}, {}, {0, 4}), 1, {}, {}));
    }
};

ETSCOPE_TEST(TestPositionErrors)
#include "test_position_errors.moc"
