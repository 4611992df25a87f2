#include <QTest>

#include "samples.h"
#include "support/test_case.h"
#include "tensor/heat_map.h"
#include "tensor/views.h"

using namespace etscope;
using namespace etscope::tensor;

namespace {

Tensor counting(std::vector<std::int64_t> shape) {
    std::size_t n = 1;
    for (const auto s : shape) n *= static_cast<std::size_t>(s);
    std::vector<float> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<float>(i);
    return test::floats(std::move(values), std::move(shape));
}

}  // namespace

class TestHeatMap : public QObject {
    Q_OBJECT
private slots:
    void onePixelPerElement() {
        const HeatMap map = valueMap(counting({2, 3, 4}), {1, 2, {1, 0, 0}, 100, 100}, {}).value();
        QCOMPARE(map.rows, 3U);
        QCOMPARE(map.columns, 4U);
        QCOMPARE(map.values, (std::vector<float>{12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}));
        QCOMPARE(map.min, 12.0);
        QCOMPARE(map.max, 23.0);
        QVERIFY(!map.sampled);
    }

    void axesAreFree() {
        const HeatMap turned = valueMap(counting({2, 3, 4}), {2, 0, {0, 1, 0}, 100, 100}, {}).value();
        QCOMPARE(turned.values, (std::vector<float>{4, 16, 5, 17, 6, 18, 7, 19}));
        const HeatMap row = valueMap(counting({2, 3, 4}), {{}, 2, {1, 2, 0}, 9, 9}, {}).value();
        QCOMPARE(row.values, (std::vector<float>{20, 21, 22, 23}));
        const HeatMap column = valueMap(counting({5}), {0, {}, {0}, 9, 9}, {}).value();
        QCOMPARE(column.rows, 5U);
        QCOMPARE(valueMap(counting({}), {{}, {}, {}, 9, 9}, {})->values, std::vector<float>{0});
        QCOMPARE(test::code(valueMap(counting({2, 2}), {0, 0, {0, 0}, 9, 9}, {})), std::string("slice-invalid"));
        QCOMPARE(test::code(valueMap(counting({2, 2}), {0, 2, {0, 0}, 9, 9}, {})), std::string("slice-invalid"));
        QCOMPARE(test::code(valueMap(counting({2, 2, 2}), {0, 1, {0, 0, 2}, 9, 9}, {})), std::string("slice-out-of-range"));
        QCOMPARE(test::code(valueMap(counting({2, 2}), {0, 1, {0}, 9, 9}, {})), std::string("slice-invalid"));
    }

    void pixelsAreMeans() {
        const HeatMap map = valueMap(counting({5, 7}), {0, 1, {0, 0}, 2, 3}, {}).value();
        // Columns 0–2, 3–4, 5–6; rows 0–2, 3–4.
        const auto mean = [](int r0, int r1, int c0, int c1) {
            double sum = 0;
            for (int r = r0; r < r1; ++r)
                for (int c = c0; c < c1; ++c) sum += r * 7 + c;
            return static_cast<float>(sum / ((r1 - r0) * (c1 - c0)));
        };
        QCOMPARE(map.values, (std::vector<float>{mean(0, 3, 0, 3), mean(0, 3, 3, 5), mean(0, 3, 5, 7), mean(3, 5, 0, 3),
                                                 mean(3, 5, 3, 5), mean(3, 5, 5, 7)}));
    }

    void differences() {
        std::vector<float> other(24);
        for (std::size_t i = 0; i < 24; ++i) other[i] = static_cast<float>(i);
        other[3] = 10;
        other[8] = NAN;
        other[20] = INFINITY;
        const HeatMap map = differenceMap(counting({4, 6}), test::floats(other, {4, 6}), {0, 1, {0, 0}, 2, 2}, {}).value();
        QCOMPARE(map.values, (std::vector<float>{0, 7, 0, 0}));
        QCOMPARE(map.flags, (std::vector<std::uint8_t>{HeatMap::HasNan, 0, HeatMap::HasInf, 0}));
        QCOMPARE(map.max, 7.0);
        QCOMPARE(test::code(differenceMap(counting({4, 6}), counting({6, 4}), {0, 1, {0, 0}}, {})), std::string("shape-mismatch"));
        // 7 of 0.5 + 0.1 · 3; what is equal is 0 even where nothing is tolerated.
        const auto counted = test::floats(other, {4, 6});
        const HeatMap ratio = differenceMap(counting({4, 6}), counted, {0, 1, {0, 0}, 2, 2}, {}, Tolerance{0.1, 0.5}).value();
        QCOMPARE(ratio.values, (std::vector<float>{0, static_cast<float>(7 / 0.8), 0, 0}));
        const HeatMap exact = differenceMap(counting({4, 6}), counted, {0, 1, {0, 0}, 2, 2}, {}, Tolerance{0, 0}).value();
        QCOMPARE(exact.values, (std::vector<float>{0, static_cast<float>(kBeyondTolerance), 0, 0}));
        const Tensor infinite = test::floats({INFINITY, NAN}, {2});
        const HeatMap same = differenceMap(infinite, infinite, {{}, 0, {0}}, {}).value();
        QCOMPARE(same.flags, (std::vector<std::uint8_t>{0, HeatMap::HasNan | HeatMap::Empty}));
    }

    void workIsBounded() {
        Tensor t = test::floats({7}, {});
        t.shape = {1LL << 30, 1LL << 30};
        t.strides = {0, 0};
        const HeatMap map = valueMap(t, {0, 1, {0, 0}, 1 << 20, 1 << 20}, {}).value();
        QVERIFY(map.sampled);
        QVERIFY(map.rows >= 1 && map.rows <= 4096 && map.columns <= 4096);
        QCOMPARE(map.planeRows, 1ULL << 30U);
        QCOMPARE(map.min, 7.0);
        Tensor empty = test::floats({}, {0, 3});
        QCOMPARE(valueMap(empty, {0, 1, {0, 0}}, {})->values.size(), 0U);
    }
};

ETSCOPE_TEST(TestHeatMap)
#include "test_heat_map.moc"
