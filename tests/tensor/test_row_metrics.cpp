// Metrics of rows and norms, against numpy's numbers, hand-made rows and plain loops over whole rows in long double.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "support/test_case.h"
#include "tensor/comparison.h"

using namespace etscope;
using namespace etscope::tensor;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();

template <class T>
Tensor tensorOf(ScalarType type, std::vector<std::int64_t> shape, const std::vector<T>& values) {
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    Tensor tensor;
    tensor.type = type;
    tensor.shape = std::move(shape);
    tensor.storage = ByteRange::whole(Source::fromBytes(std::move(bytes), "values"));
    return tensor;
}

Metrics metricsOf(const Tensor& reference, const Tensor& runtime) {
    ComparisonOptions options;
    options.rowMetrics = true;
    options.findAxisOrder = false;
    const auto result = compare(reference, runtime, options, {});
    if (!result || !result->metrics) qFatal("no metrics");
    return *result->metrics;
}

using Row = std::vector<double>;

/// The definition, as it stands in docs/FORMATS.md.
double divergence(std::span<const double> x, std::span<const double> y) {
    const auto logSoftmax = [](std::span<const double> row) {
        long double sum = 0;
        const long double largest = *std::ranges::max_element(row);
        for (const double v : row) sum += std::exp(static_cast<long double>(v) - largest);
        std::vector<long double> result;
        for (const double v : row) result.push_back(static_cast<long double>(v) - largest - std::log(sum));
        return result;
    };
    const auto p = logSoftmax(x), q = logSoftmax(y);
    long double sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) sum += std::exp(p[i]) * (p[i] - q[i]);
    return static_cast<double>(sum);
}

/// Place of the reference's argmax in the runtime's row, sorted.
std::size_t rank(std::span<const double> x, std::span<const double> y) {
    const auto best = static_cast<std::size_t>(std::ranges::max_element(x) - x.begin());  // the first of equal ones
    std::vector<std::size_t> order(y.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return y[a] > y[b]; });
    return static_cast<std::size_t>(std::ranges::find(order, best) - order.begin());
}

}  // namespace

class TestRowMetrics : public QObject {
    Q_OBJECT
private slots:
    /// Made with numpy in long double: log_softmax, sum(p · (log p − log q)), linalg.norm.
    void asNumpySays() {
        const Row x{1.5, -0.25, 3.0, 0.125, 0.0, 0.0, -4.0, 2.0, 100.0, 101.0, 99.5, -300.0};
        const Row y{1.25, -0.5, 2.75, 0.5, 0.5, -0.5, -3.0, 1.0, 101.0, 100.0, 99.0, -310.0};
        const Metrics m = metricsOf(tensorOf(ScalarType::F64, {3, 4}, x), tensorOf(ScalarType::F64, {3, 4}, y));
        QVERIFY(std::abs(*m.kl - 0.19216917166043176) < 1e-14);
        QVERIFY(std::abs(m.relL2 - 0.02957506846228791) < 1e-14);
        QCOMPARE(*m.top1Match, 2.0 / 3);
        QCOMPARE(*m.top5Match, 1.0);  // four columns: all are among the five largest
    }

    /// Rows of twelve: how many elements of the runtime stand before the reference's largest.
    void ranks_data() {
        QTest::addColumn<Row>("reference");
        QTest::addColumn<Row>("runtime");
        QTest::addColumn<double>("top5");
        QTest::addColumn<double>("top10");
        const Row falling{12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1};
        const auto at = [](std::size_t place) {
            Row row(12, 0.0);
            row[place] = 1;
            return row;
        };
        QTest::newRow("the largest") << at(0) << falling << 1.0 << 1.0;
        QTest::newRow("the fifth") << at(4) << falling << 1.0 << 1.0;
        QTest::newRow("the sixth") << at(5) << falling << 0.0 << 1.0;
        QTest::newRow("the tenth") << at(9) << falling << 0.0 << 1.0;
        QTest::newRow("the eleventh") << at(10) << falling << 0.0 << 0.0;
        QTest::newRow("equal ones: the lower index first") << at(5) << Row(12, 3.0) << 0.0 << 1.0;
        QTest::newRow("equal ones: the last") << at(11) << Row(12, 3.0) << 0.0 << 0.0;
        QTest::newRow("the first of equal references") << Row(12, 3.0) << falling << 1.0 << 1.0;
        Row odd = falling;
        odd[11] = kNan;
        QTest::newRow("NaN is larger than everything") << odd << falling << 0.0 << 0.0;
        QTest::newRow("NaN on both sides") << odd << odd << 1.0 << 1.0;
        QTest::newRow("NaN in the runtime pushes others back") << at(4) << odd << 0.0 << 1.0;
    }
    void ranks() {
        QFETCH(Row, reference);
        QFETCH(Row, runtime);
        const Metrics m = metricsOf(tensorOf(ScalarType::F64, {12}, reference), tensorOf(ScalarType::F64, {12}, runtime));
        QTEST(*m.top5Match, "top5");
        QTEST(*m.top10Match, "top10");
        // Integers of 64 bits are ranked, too, but are no distribution.
        std::vector<std::int64_t> whole(12);
        for (std::size_t i = 0; i < 12; ++i) whole[i] = std::isnan(runtime[i]) ? 100 : static_cast<std::int64_t>(runtime[i]);
        const Metrics n = metricsOf(tensorOf(ScalarType::I64, {12}, whole), tensorOf(ScalarType::I64, {12}, whole));
        QVERIFY(n.top5Match == 1.0 && !n.kl);
    }

    void distributions_data() {
        QTest::addColumn<Row>("reference");
        QTest::addColumn<Row>("runtime");
        QTest::addColumn<double>("kl");
        const double ln2 = std::log(2.0);
        QTest::newRow("equal") << Row{5, 1, -7} << Row{5, 1, -7} << 0.0;
        QTest::newRow("shifted: softmax is the same") << Row{1, 2, 3} << Row{1001, 1002, 1003} << 0.0;
        QTest::newRow("one half against three quarters") << Row{0, 0} << Row{std::log(3.0), 0} << 0.5 * std::log(4.0 / 3);
        QTest::newRow("masked on both sides") << Row{0, -kInfinity, 0} << Row{0, -kInfinity, 0} << 0.0;
        QTest::newRow("masked in the reference") << Row{0, -kInfinity} << Row{0, 0} << ln2;
        QTest::newRow("masked in the runtime") << Row{0, 0} << Row{0, -kInfinity} << kInfinity;
        QTest::newRow("far apart") << Row{0, 2000} << Row{2000, 0} << 2000.0;
        QTest::newRow("NaN") << Row{0, kNan} << Row{0, 0} << kNan;
        QTest::newRow("infinite") << Row{0, 0} << Row{0, kInfinity} << kNan;
        QTest::newRow("nothing but masks") << Row{-kInfinity, -kInfinity} << Row{0, 0} << kNan;
    }
    void distributions() {
        QFETCH(Row, reference);
        QFETCH(Row, runtime);
        QFETCH(double, kl);
        const auto n = static_cast<std::int64_t>(reference.size());
        const double found =
            *metricsOf(tensorOf(ScalarType::F64, {1, n}, reference), tensorOf(ScalarType::F64, {1, n}, runtime)).kl;
        QVERIFY2(std::isnan(kl) ? std::isnan(found) : found == kl || std::abs(found - kl) < 1e-12, std::to_string(found).c_str());
    }

    /// Almost equal rows: half the weighted squares, where the plain sum has lost all digits.
    void nothingCancels() {
        constexpr double kStep = 1e-7;
        const double found =
            *metricsOf(tensorOf(ScalarType::F64, {2}, Row{0, 0}), tensorOf(ScalarType::F64, {2}, Row{kStep, 0})).kl;
        QVERIFY(std::abs(found / (kStep * kStep / 8) - 1) < 1e-6);  // ln cosh(s/2) = s²/8 − …
    }

    /// Rows of every length around the pieces that are read, in float, strided and not.
    void againstPlainLoops_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        for (const auto& [rows, columns] : {std::pair{7, 2}, {300, 33}, {3, 65'535}, {2, 65'536}, {2, 65'537}, {2, 150'001}})
            QTest::addRow("%d×%d", rows, columns) << rows << columns;
    }
    void againstPlainLoops() {
        QFETCH(int, rows);
        QFETCH(int, columns);
        const auto n = static_cast<std::size_t>(columns);
        std::mt19937 random(7);
        std::normal_distribution<float> normal(0, 3);
        std::vector<float> x(static_cast<std::size_t>(rows) * n), y;
        for (float& v : x) v = normal(random);
        for (const float v : x) y.push_back(v + 0.2F * normal(random));
        double kl = 0, in5 = 0, in10 = 0, squares = 0, reference = 0;
        const Row wideX(x.begin(), x.end()), wideY(y.begin(), y.end());
        for (std::size_t r = 0; r < static_cast<std::size_t>(rows); ++r) {
            const auto a = std::span(wideX).subspan(r * n, n), b = std::span(wideY).subspan(r * n, n);
            kl += divergence(a, b) / rows;
            in5 += rank(a, b) < 5 ? 1.0 / rows : 0;
            in10 += rank(a, b) < 10 ? 1.0 / rows : 0;
        }
        for (std::size_t i = 0; i < wideX.size(); ++i) {
            squares += (wideY[i] - wideX[i]) * (wideY[i] - wideX[i]);
            reference += wideX[i] * wideX[i];
        }
        const Metrics m = metricsOf(tensorOf(ScalarType::F32, {rows, columns}, x), tensorOf(ScalarType::F32, {rows, columns}, y));
        QVERIFY2(std::abs(*m.kl / kl - 1) < 1e-9, std::to_string(*m.kl / kl - 1).c_str());
        QVERIFY(std::abs(*m.top5Match - in5) < 1e-12 && std::abs(*m.top10Match - in10) < 1e-12);
        QVERIFY(std::abs(m.relL2 / std::sqrt(squares / reference) - 1) < 1e-6);
        QVERIFY(*m.top1Match <= *m.top5Match && *m.top5Match <= *m.top10Match);
    }

    void whereThereAreNoRows() {
        for (const std::vector<std::int64_t>& shape : {std::vector<std::int64_t>{}, {1}, {1, 1}}) {
            const Metrics m = metricsOf(tensorOf(ScalarType::F64, shape, Row{1}), tensorOf(ScalarType::F64, shape, Row{2}));
            QVERIFY(!m.top5Match && !m.top10Match && !m.kl);
            QCOMPARE(m.relL2, 1.0);
        }
        const Metrics none = metricsOf(tensorOf(ScalarType::F64, {0, 4}, Row{}), tensorOf(ScalarType::F64, {0, 4}, Row{}));
        QVERIFY(std::isnan(*none.kl) && std::isnan(*none.top5Match) && std::isnan(none.relL2));
        const auto zero = tensorOf(ScalarType::F64, {2}, Row{0, 0});
        QCOMPARE(metricsOf(zero, zero).relL2, 0.0);
        QVERIFY(std::isinf(metricsOf(zero, tensorOf(ScalarType::F64, {2}, Row{0, 1})).relL2));
        const auto unasked = compare(zero, zero, {}, {});
        QVERIFY(!unasked->metrics->kl && !unasked->metrics->top5Match);
    }
};

ETSCOPE_TEST(TestRowMetrics)
#include "test_row_metrics.moc"
